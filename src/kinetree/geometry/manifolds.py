"""Where two shapes touch: as many points as hold a body, of a fixed number for each kind of pair.

A box on a plane stands on four vertices, a capsule on both ends: the one nearest point of a pair
does not hold it. Points are of the half spaces or faces that touch, each with its own gap, so that
those apart belong to the list, too; what does not exist in a configuration is `FAR` away.
"""

from collections.abc import Callable
from itertools import product, starmap
from typing import Final, NamedTuple

from ..model.shapes import Box, Capsule, Convex, Cylinder, HeightField, Plane, Sphere
from ..scalar.array import Array, Scalar
from ..scalar.math import array, norm, where
from ..spatial import SE3
from .box_faces import box_box_points, face_against
from .fields import on_ground, upward
from .pairs import PAIRS, Nearest, nearest, no_distance
from .polyhedra import lowest

Points = Callable[..., list[Nearest]]
"""A function of two shapes and the placement of the second in the first."""


class Manifold(NamedTuple):
    """The number of points of a kind of pair, and the function that gives them."""

    size: int
    points: Points


_UP: Final = array([0, 0, 1])
_TILT: Final = 0.01
"""The slope of the four planes that choose the lowest vertices of a polyhedron."""
_TURN: Final = (-0.5, 3**0.5 / 2)
"""The cosine and the sine of 120 degrees."""


def number_of_points(first: object, second: object) -> int:
    """That of two shapes. Raises ModelError for a pair without a distance."""
    a, b = type(first), type(second)
    for order in ((a, b), (b, a)):
        if order in MANIFOLDS:
            return MANIFOLDS[order].size
        if order in PAIRS:
            return 1
    raise no_distance(a, b)


def contact_points(first: object, T_first: SE3, second: object, T_second: SE3) -> list[Nearest]:
    """The points where two shapes touch, for placements in one frame, in that frame."""
    kinds = type(first), type(second)
    if kinds[::-1] in MANIFOLDS and kinds not in MANIFOLDS:
        return [x.swapped() for x in contact_points(second, T_second, first, T_first)]
    if kinds not in MANIFOLDS:
        return [nearest(first, T_first, second, T_second)]
    T = T_first.act_inverse(T_second)
    return [x.moved(T_first) for x in MANIFOLDS[kinds].points(first, second, T)]


def capsule_on_ground(a: Plane | HeightField, b: Capsule, T: SE3) -> list[Nearest]:
    """The lowest points of both ends."""
    ends = (T @ array([0, 0, s * b.length / 2]) for s in (-1, 1))
    return [on_ground(a, [p]).inflated(0, b.radius) for p in ends]


def box_on_ground(a: Plane | HeightField, b: Box, T: SE3) -> list[Nearest]:
    """The vertices of the face that looks down most."""
    middle, u, v = face_against(_UP, T.rotation.T, array(b.size) / 2)
    center = T.translation + middle
    return [on_ground(a, [center + s * u + t * v]) for s in (-1, 1) for t in (-1, 1)]


def cylinder_on_ground(a: Plane | HeightField, b: Cylinder, T: SE3) -> list[Nearest]:
    """The lowest points of both rims, and two more of the lower rim at 120 degrees."""
    x, y, z = T.rotation.T @ upward(a, T.translation)
    tilt = norm(array([x, y]))
    tilted = tilt > 0
    reach = b.radius / where(tilted, tilt, 1)
    u, v = where(tilted, -reach * x, b.radius), where(tilted, -reach * y, 0)
    end, (c, s) = where(z < 0, 0.5, -0.5) * b.length, _TURN
    rim = [(u, v, end), (u, v, -end), (c * u - s * v, s * u + c * v, end)]
    rim.append((c * u + s * v, c * v - s * u, end))
    return [on_ground(a, [T @ array([*p])]) for p in rim]


def polyhedron_on_ground(a: Plane | HeightField, b: Convex, T: SE3) -> list[Nearest]:
    """The lowest vertices above four planes that are hardly tilted."""

    def tilted(x: float, y: float) -> Callable[[Array], Scalar]:
        return lambda p: p[2] + x * p[0] + y * p[1]

    heights = starmap(tilted, product((-_TILT, _TILT), repeat=2))
    return [on_ground(a, [p]) for p in lowest(b, T, *heights)]


def capsule_at_solid(a: Box | Cylinder, b: Capsule, T: SE3) -> list[Nearest]:
    """The nearest point, and those of both ends."""
    here, ball = SE3.identity(), Sphere.of_sizes([b.radius])
    ends = (SE3(T.rotation, T @ array([0, 0, s * b.length / 2])) for s in (-1, 1))
    return [nearest(a, here, b, T), *(nearest(a, here, ball, end) for end in ends)]


MANIFOLDS: Final[dict[tuple[type, type], Manifold]] = {
    (Box, Box): Manifold(8, box_box_points),
    (Box, Capsule): Manifold(3, capsule_at_solid),
    (Cylinder, Capsule): Manifold(3, capsule_at_solid),
}
"""Those of more points than one, by kinds of shapes in one order."""
for _ground in (Plane, HeightField):
    MANIFOLDS[_ground, Capsule] = Manifold(2, capsule_on_ground)
    for _shape, _points in (
        (Box, box_on_ground),
        (Cylinder, cylinder_on_ground),
        (Convex, polyhedron_on_ground),
    ):
        MANIFOLDS[_ground, _shape] = Manifold(4, _points)
