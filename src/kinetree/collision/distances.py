"""Distances of a robot's shapes, their nearest points, and the clearance of a configuration."""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from ..errors import ShapeError
from ..functions import algorithm
from ..geometry import PAIRS, Nearest
from ..model import Model
from ..scalar.array import Array, Scalar
from ..scalar.math import array, exp, log, sum
from .obstacles import Obstacles, nearest_obstacles
from .pairs import pairs as all_pairs
from .placed import Pairs, least, least_distance, placed_pairs
from .point_trees import check_tree


class NearestPoints(NamedTuple):
    """Distances (..., n) of n pairs in m, their nearest points and normals in the world."""

    distances: Array
    points: Array
    """(..., n, 2, 3): of the first shape and of the second."""
    normals: Array
    """(..., n, 3): unit vectors from the first to the second; opposite to the way in overlap."""


@algorithm(reads=PAIRS)
def distances(model: Model, q: Array, *, pairs: Pairs = None) -> Array:
    """The signed distances of pairs of shapes: negative where two overlap.

    The depth of an overlap is the least translation that parts the two. `pairs` are those of
    `kt.collision.pairs`, or named ones, in this order and as often. Derivatives, as of
    `kt.jacobian`, are those of the points where a distance is attained; where there are several, of
    the one that `kt.geometry` takes.
    Shapes: q (..., nq); result (..., n), in m; nan at a q that is. Raises ModelError for shapes
    without closed form (`kt.geometry.PAIRS`), names that no collision geometry, or two, have, pairs
    of one geometry, and no pairs at all.

    >>> import kinetree as kt
    >>> rails, ball = kt.ModelBuilder("two balls on rails"), kt.shapes.Sphere(0.25)
    >>> for x in ("a", "b"):
    ...     rails.add_body(x, joint=kt.Prismatic("x"))
    ...     rails.add_geometry(x, parent=x, shape=ball, kind="collision")
    >>> kt.collision.distances(rails.build(), [0.0, 2.0]).tolist()
    [1.5]
    """
    return array([pair.nearest().distance for pair in placed_pairs(model, q, pairs)])


@algorithm(reads=PAIRS)
def nearest(model: Model, q: Array, *, pairs: Pairs = None) -> NearestPoints:
    """The distances of pairs of shapes, where they are attained, and their directions.

    Shapes: q (..., nq); results (..., n), (..., n, 2, 3) and (..., n, 3), in m, in the world.
    `pairs`, derivatives and errors as in `distances`.

    >>> import kinetree as kt
    >>> rails, ball = kt.ModelBuilder("two balls on rails"), kt.shapes.Sphere(0.25)
    >>> for x in ("a", "b"):
    ...     rails.add_body(x, joint=kt.Prismatic("x"))
    ...     rails.add_geometry(x, parent=x, shape=ball, kind="collision")
    >>> kt.collision.nearest(rails.build(), [0.0, 2.0]).points[0, :, 0].tolist()
    [0.25, 1.75]
    """
    return _points([pair.nearest() for pair in placed_pairs(model, q, pairs)])


@algorithm(reads=PAIRS, checks={"points": check_tree})
def clearance(
    model: Model,
    q: Array,
    obstacles: Obstacles | None = None,
    *,
    pairs: Pairs = None,
    smoothing: float = 0.0,
) -> Scalar:
    """The smallest of the distances of pairs of shapes, and of shapes to obstacles.

    `obstacles` are those of `obstacle_distances`; with some, a robot may be without pairs.
    With `smoothing` s > 0, in m, it is -s log(sum(exp(-d / s))), which has derivatives everywhere
    and is at most s log(n) smaller.
    Shapes: q (..., nq); result (...), in m. `pairs` and errors as in `distances`; ShapeError for a
    smoothing that is no finite length.

    >>> import kinetree as kt
    >>> rails, ball = kt.ModelBuilder("three balls on rails"), kt.shapes.Sphere(0.25)
    >>> for x in ("a", "b", "c"):
    ...     rails.add_body(x, joint=kt.Prismatic("x"))
    ...     rails.add_geometry(x, parent=x, shape=ball, kind="collision")
    >>> float(kt.collision.clearance(rails.build(), [0.0, 2.0, 5.0]))
    1.5
    """
    if type(smoothing) not in (int, float) or not 0 <= smoothing < inf:
        raise ShapeError(f"clearance: smoothing is {smoothing!r}; expected a length >= 0, in m.")
    alone = obstacles and pairs is None and not all_pairs(model)
    watched = [] if alone else placed_pairs(model, q, pairs)
    others = [x.distance for x in nearest_obstacles(model, q, obstacles)] if obstacles else []
    if not smoothing:
        return least([*([least_distance(watched)] if watched else []), *others])
    d = array([*(pair.nearest().distance for pair in watched), *others])
    smallest = least([*d])
    return smallest - smoothing * log(sum(exp((smallest - d) / smoothing)))


@algorithm(reads=PAIRS, checks={"points": check_tree})
def obstacle_distances(model: Model, q: Array, obstacles: Obstacles | None = None) -> Array:
    """The signed distance of each shape of a robot that moves to the nearest obstacle.

    `obstacles` are a `kt.Obstacles`, other ones in each sample.
    Shapes: q (..., nq); result (..., n), in m, in the order of the collision geometries on moving
    joints. Derivatives by q, and by obstacles, are those of the nearest one. Raises ModelError for
    shapes without closed form, no shapes or no obstacles, ShapeError for points in no tree's order.

    >>> import kinetree as kt
    >>> rail, ball = kt.ModelBuilder("a ball on a rail"), kt.shapes.Sphere(0.25)
    >>> rail.add_body("a", joint=kt.Prismatic("x"))
    >>> rail.add_geometry("a", parent="a", shape=ball, kind="collision")
    >>> balls = kt.Obstacles(spheres=[[3.0, 0, 0, 0.5], [-9.0, 0, 0, 1.0]])
    >>> kt.collision.obstacle_distances(rail.build(), [[0.0], [-6.0]], balls).tolist()
    [[2.25], [1.75]]
    """
    return array([x.distance for x in nearest_obstacles(model, q, obstacles)])


@algorithm(reads=PAIRS, checks={"points": check_tree})
def obstacle_nearest(model: Model, q: Array, obstacles: Obstacles | None = None) -> NearestPoints:
    """The distances of `obstacle_distances`, where they are attained, and their directions.

    Operands and errors as there; results (..., n), (..., n, 2, 3) and (..., n, 3), in the world:
    points of the shape and of the obstacle, and unit vectors from the one to the other.

    >>> import kinetree as kt
    >>> rail, ball = kt.ModelBuilder("a ball on a rail"), kt.shapes.Sphere(0.25)
    >>> rail.add_body("a", joint=kt.Prismatic("x"))
    >>> rail.add_geometry("a", parent="a", shape=ball, kind="collision")
    >>> balls = kt.Obstacles(spheres=[[3.0, 0, 0, 0.5]])
    >>> near = kt.collision.obstacle_nearest(rail.build(), [0.0], balls)
    >>> near.points[0, :, 0].tolist()
    [0.25, 2.5]
    """
    return _points(nearest_obstacles(model, q, obstacles))


def _points(results: Sequence[Nearest]) -> NearestPoints:
    points = [array([x.first, x.second]) for x in results]
    normals = [x.normal for x in results]
    return NearestPoints(array([x.distance for x in results]), array(points), array(normals))
