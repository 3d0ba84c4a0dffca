"""Obstacles that are operands: other ones in each sample, of which only the shapes are known.

Of each kind a loop finds the nearest one to each shape; only that one is computed once more, with
its points, its normal and its derivatives.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..algorithms.kinematics import world_placements
from ..errors import ModelError
from ..functions.signature import Operand
from ..geometry import Nearest
from ..geometry.fields import Terrain
from ..geometry.pairs import direction
from ..model import Model
from ..model.shapes import Box, Capsule, Sphere
from ..scalar.array import Array, Scalar
from ..scalar.math import array, eye, minimum, norm, scan, take, where
from ..spatial import SE3
from ..spatial.rotation import quaternion_matrix, rotation_along
from .pairs import colliding
from .placed import Pair, Placed, in_world
from .point_trees import nearest_point

Named = tuple[str, Placed]
"""A shape, and where its errors come from."""


class Obstacles(NamedTuple):
    """The surroundings of a robot, operands of distances: other ones in each sample.

    All in the world and in m, each None where there is none; their count is part of the compiled
    code, which does not grow with it. Functions that take them check their shapes.

    - `spheres` (..., n, 4): centre and radius;
    - `capsules` (..., n, 7): both ends of the axis, and the radius;
    - `boxes` (..., n, 10): centre, quaternion x, y, z, w, and edges;
    - `points` (..., n, 3): a cloud in the order of `kt.collision.point_tree`, for robots of
      spheres;
    - `terrain`: a `kt.Terrain`.

    >>> import kinetree as kt
    >>> kt.Obstacles(spheres=[[3.0, 0, 0, 0.5]]).boxes is None
    True
    """

    spheres: Operand | None = None
    capsules: Operand | None = None
    boxes: Operand | None = None
    points: Operand | None = None
    terrain: Terrain | None = None

    def nearest_to(self, shapes: Sequence[Named]) -> list[list[Nearest]]:
        """Of each shape the nearest obstacle of each kind."""
        kinds: list[list[Nearest]] = []
        placed_by = (self.spheres, _sphere), (self.capsules, _capsule), (self.boxes, _box)
        for rows, placed in placed_by:
            if rows is not None and len(rows.flat):
                kinds.append(_nearest_of_rows(shapes, rows, placed))
        if self.points is not None and len(self.points.flat):
            kinds.append([_to_points(source, x, self.points) for source, x in shapes])
        if self.terrain is not None:
            field = Placed(self.terrain.field, SE3.identity())
            kinds.append([Pair(x, field, source).nearest() for source, x in shapes])
        return [list(x) for x in zip(*kinds, strict=True)]


def nearest_obstacles(model: Model, q: Array, obstacles: Obstacles | None) -> list[Nearest]:
    """The nearest obstacle to each shape of a robot that moves, from the shape to it."""
    T = world_placements(model, q)
    moving = [x for x in colliding(model).values() if x.joint]
    shapes = [(f"{model.name}: {x.name} and obstacles", in_world(x, T)) for x in moving]
    results = (obstacles or Obstacles()).nearest_to(shapes)
    if not results:
        raise ModelError(
            f"{model.name} has no collision geometries that move, or there are no obstacles; add "
            "shapes with kt.ModelBuilder.add_geometry(..., kind='collision'), and give "
            "obstacles, as kt.Obstacles(spheres=...)."
        )
    return [_least(kinds) for kinds in results]


def _nearest_of_rows(
    shapes: Sequence[Named], rows: Array, placed: Callable[[Array], Placed]
) -> list[Nearest]:
    """Those of the nearest obstacles in rows of numbers; all nan if one distance is."""

    def distances(row: Array) -> Array:
        obstacle = placed(row)
        return array([Pair(x, obstacle, source).nearest().distance for source, x in shapes])

    def step(carry: tuple[Array, Array, Scalar], row: Array) -> tuple[object, None]:
        least, chosen, k = carry
        d = distances(row)
        return (minimum(least, d), where(d < least, k, chosen), k + 1), None

    start = distances(rows[0]), array([0.0] * len(shapes)), 1.0
    (least, chosen, _), _ = scan(step, start, rows[1:])
    return [
        _defined(Pair(x, placed(take(rows, k)), source).nearest(), d)
        for (source, x), k, d in zip(shapes, chosen, least, strict=True)
    ]


def _defined(nearest: Nearest, least: Scalar) -> Nearest:
    """A `Nearest` that is nan where the least distance is."""
    return Nearest(*(where(least == least, part, least) for part in nearest))


def _least(kinds: Sequence[Nearest]) -> Nearest:
    """The nearest of several; all nan if one is."""
    least = kinds[0]
    for other in kinds[1:]:
        nearer = other.distance < least.distance
        both = minimum(least.distance, other.distance)
        least = Nearest(*(where(nearer, b, a) for a, b in zip(least, other, strict=True)))
        least = _defined(least, both)
    return least


def _to_points(source: str, x: Placed, points: Array) -> Nearest:
    """From the nearest point of a tree; only spheres can be searched for."""
    if not isinstance(x.shape, Sphere):
        raise ModelError(
            f"{source}: {type(x.shape).__name__} and a cloud of points have no distance; cover the "
            "robot's shapes by spheres: kt.collision.with_spheres(model, tolerance=...)."
        )
    index = nearest_point(points, x.placement.translation)
    point = Placed(Sphere(0.0), SE3(eye(3), take(points, index)))
    return Pair(x, point, source).nearest()


def _sphere(row: Array) -> Placed:
    """Of its centre and radius."""
    return Placed(Sphere.of_sizes([row[3]]), SE3(eye(3), row[:3]))


def _capsule(row: Array) -> Placed:
    """Of both ends of its axis and the radius; a frame whose z is along the axis."""
    along = row[3:6] - row[:3]
    length = norm(along)
    R = rotation_along(direction(along, array([0, 0, 1])))
    return Placed(Capsule.of_sizes([row[6], length]), SE3(R, (row[:3] + row[3:6]) / 2))


def _box(row: Array) -> Placed:
    """Of its centre, its orientation as a quaternion x, y, z, w, and its edges."""
    return Placed(Box.of_sizes(row[7:]), SE3(quaternion_matrix(row[3:7]), row[:3]))
