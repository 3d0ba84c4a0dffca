"""The table of pairs of shapes, and what a function of a pair returns."""

from collections.abc import Callable
from typing import Final, NamedTuple, cast

from ..errors import ModelError, ShapeError, kind_of
from ..functions.content_keys import code_key
from ..model.shapes import Sphere
from ..scalar.array import Array, Scalar
from ..scalar.math import dot, epsilon, eye, norm, where
from ..spatial import SE3

COINCIDENT: Final = 64
"""How many roundings points are from each other at most that are taken for one."""


class Nearest(NamedTuple):
    """The signed distance of two shapes, where it is attained, and its direction, in one frame.

    first + distance normal = second.
    """

    distance: Scalar
    first: Array
    """(3): the point of the first shape."""
    second: Array
    """(3): the point of the second shape."""
    normal: Array
    """(3): the unit vector from the first to the second; opposite to second - first in overlap."""

    def swapped(self) -> "Nearest":
        """The same with the second shape first."""
        return Nearest(self.distance, self.second, self.first, -self.normal)

    def moved(self, T: SE3) -> "Nearest":
        """The same in the frame that T is expressed in."""
        return Nearest(self.distance, T @ self.first, T @ self.second, T.rotation @ self.normal)

    def inflated(self, first: float, second: float) -> "Nearest":
        """The same of shapes that reach so far, in m, beyond the given ones."""
        n = self.normal
        distance = self.distance - (first + second)
        return Nearest(distance, self.first + first * n, self.second - second * n, n)


Pair = Callable[..., Nearest]
"""A function of two shapes and the placement of the second in the frame of the first."""

PAIRS: Final[dict[tuple[type, type], Pair]] = {}
"""The function of each pair of kinds of shapes, in one order of the two."""


def pair(first: type, second: type) -> Callable[[Pair], Pair]:
    """Decorate a function of two shapes as that of all pairs of their kinds.

    It takes the shapes, and the placement of the second in the first (an SE3 of generic scalars);
    the result, `kt.geometry.Nearest`, is in the frame of the first. Raises ModelError if there is
    another function of these kinds already: what was compiled with it would stay.

    >>> import kinetree as kt
    >>> @kt.geometry.pair(kt.shapes.Sphere, kt.shapes.Ellipsoid)
    ... def in_a_bounding_sphere(a, b, T):
    ...     ball = kt.shapes.Sphere(max(b.radii))
    ...     return kt.geometry.PAIRS[kt.shapes.Sphere, kt.shapes.Sphere](a, ball, T)
    >>> del kt.geometry.PAIRS[kt.shapes.Sphere, kt.shapes.Ellipsoid]
    """

    def register(function: Pair) -> Pair:
        present = PAIRS.get((first, second)) or PAIRS.get((second, first))
        if present is not None and code_key(present) != code_key(function):
            raise ModelError(
                f"{first.__name__} and {second.__name__} have a distance already, of "
                f"{present.__module__}.{present.__qualname__}; a process keeps the first one."
            )
        PAIRS.setdefault((first, second), function)
        return function

    return register


def nearest(first: object, T_first: SE3, second: object, T_second: SE3) -> Nearest:
    """The signed distance of two shapes, with points and normal, for placements in one frame.

    Placements are SE3 of any generic scalars. Raises ModelError for a pair that is in no table.

    >>> import kinetree as kt
    >>> ball, box = kt.shapes.Sphere(0.5), kt.shapes.Box((2, 2, 2))
    >>> aside = kt.SE3([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [3, 0, 0])
    >>> kt.geometry.nearest(box, kt.SE3.identity(), ball, aside).distance
    1.5
    """
    kinds = type(first), type(second)
    for T in (T_first, T_second):
        if not isinstance(T, SE3):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ShapeError(f"nearest: a placement is {kind_of(T)}; expected a kt.SE3.")
    if kinds in PAIRS:
        if kinds[0] is Sphere:  # which looks the same from everywhere
            T_first = SE3(eye(3), T_first.translation)
        T = T_first.act_inverse(T_second)
        result = PAIRS[kinds](first, second, T)
        if isinstance(cast(object, result), Nearest):
            return result.moved(T_first)
        both = " and ".join(x.__name__ for x in kinds)
        raise ModelError(f"the pair {both} gives {kind_of(result)}; expected kt.geometry.Nearest.")
    if kinds[::-1] in PAIRS:
        return nearest(second, T_second, first, T_first).swapped()
    raise no_distance(*kinds)


def no_distance(first: type, second: type) -> ModelError:
    """The error of a pair that is in no table."""
    known = sorted(f"{a.__name__} and {b.__name__}" for a, b in PAIRS)
    return ModelError(
        f"no distance of {first.__name__} and {second.__name__}; there are those of "
        f"{', '.join(known)}. Add one with @kt.geometry.pair({first.__name__}, "
        f"{second.__name__}), or give the body other shapes."
    )


def direction(x: Array, otherwise: Array) -> Array:
    """The unit vector along x, or another one where x is zero."""
    length = norm(x)
    longer = length > 0
    return where(longer, x / where(longer, length, 1), otherwise)


def of_overlap(
    depth: Scalar, axis: Array, first: Array, second: Array, size: Scalar, *, straight: bool = False
) -> Nearest:
    """The `Nearest` of convex shapes, from their least overlap along an axis and two points.

    Where depth > 0 these touch once the second shape has moved by it along the axis; elsewhere they
    are the nearest points. Those that coincide to within rounding, for coordinates of this size,
    are parted along the axis. With `straight` the normal of points that are apart along the axis,
    to within rounding, is the axis: a short difference of rounded points has no direction.
    """
    between, rounding = second - first, COINCIDENT * epsilon(second) * size
    distance, normal = norm(between), direction(between, axis)
    coincide = where(depth > 0, 0, distance) <= rounding
    if straight:
        along = dot(between, axis)
        by_axis = norm(between - along * axis) <= rounding
        distance, normal = where(by_axis, along, distance), where(by_axis, axis, normal)
    apart = Nearest(distance, first, second, normal)
    overlapping = Nearest(-depth, first, second - depth * axis, axis)
    return Nearest(*(where(coincide, x, y) for x, y in zip(overlapping, apart, strict=True)))


Candidate = tuple[Scalar, Array, Array]
"""A number to be the smallest, with two vectors that belong to it."""


def smaller(x: Candidate, y: Candidate) -> Candidate:
    """The one whose number is smaller, the first of two equal ones."""
    smaller = y[0] < x[0]
    return where(smaller, y[0], x[0]), where(smaller, y[1], x[1]), where(smaller, y[2], x[2])
