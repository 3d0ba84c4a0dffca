"""Rays: how far it is from a point along a direction to the surface of a shape, in closed form."""

from collections.abc import Callable
from functools import reduce
from math import inf
from typing import Any, Final, TypeAlias

from ..model.shapes import Box, Capsule, Cylinder, Ellipsoid, Plane, Shape, Sphere
from ..scalar.array import Array, Scalar
from ..scalar.math import array, maximum, minimum, sqrt, where
from ..spatial import SE3

Interval: TypeAlias = tuple[Scalar, Scalar]
"""Where a line p + t d enters a convex solid, and leaves it; (inf, -inf) if it misses it."""


def distance_along(shape: Shape, T: SE3, origin: Array, direction: Array) -> Scalar:
    """The distance from a point to the first surface along a unit vector, inf if there is none.

    In m, for the placement of the shape in the frame of both. From inside of a solid it is that to
    where the ray leaves it; planes are seen from above alone.
    """
    inverse = T.inverse()
    enter, leave = INSIDE[type(shape)](shape, inverse @ origin, inverse.rotation @ direction)
    first = where(enter >= 0, enter, leave)
    return where(first >= 0, first, inf)


def _chosen(condition: Scalar, interval: Interval) -> Interval:
    """The interval, empty where the condition does not hold."""
    return where(condition, interval[0], inf), where(condition, interval[1], -inf)


def _common(first: Interval, second: Interval) -> Interval:
    enter, leave = maximum(first[0], second[0]), minimum(first[1], second[1])
    return _chosen(enter <= leave, (enter, leave))


def _hull(first: Interval, second: Interval) -> Interval:
    return minimum(first[0], second[0]), maximum(first[1], second[1])


def _in_ball(p: Array, d: Array, radius: float) -> Interval:
    """Where |p + t d| <= radius, of vectors of any length: of two numbers a cylinder."""
    square = d @ d
    moves = square > 0
    square = where(moves, square, 1.0)
    middle = -(p @ d) / square
    foot = p + middle * d
    room = radius * radius - foot @ foot
    half = sqrt(where(room > 0, room, 0.0) / square)
    enter, leave = where(moves, middle - half, -inf), where(moves, middle + half, inf)
    return _chosen(room >= 0, (enter, leave))


def _in_slab(p: Scalar, d: Scalar, half: float) -> Interval:
    """Where |p + t d| <= half, of numbers."""
    moves = abs(d) > 0
    d = where(moves, d, 1.0)
    one, other = (-half - p) / d, (half - p) / d
    enter = where(moves, minimum(one, other), -inf)
    leave = where(moves, maximum(one, other), inf)
    return _chosen(moves | (abs(p) <= half), (enter, leave))


def _in_plane(_: Plane, p: Array, d: Array) -> Interval:
    falls = d[2] < 0
    return _chosen(falls, (p[2] / where(falls, -d[2], 1.0), inf))


def _in_cylinder(x: Cylinder | Capsule, p: Array, d: Array) -> Interval:
    return _common(_in_ball(p[:2], d[:2], x.radius), _in_slab(p[2], d[2], x.length / 2))


def _in_capsule(x: Capsule, p: Array, d: Array) -> Interval:
    ends = (_in_ball(p - array([0, 0, s * x.length / 2]), d, x.radius) for s in (-1, 1))
    return reduce(_hull, ends, _in_cylinder(x, p, d))


INSIDE: Final[dict[type, Callable[[Any, Array, Array], Interval]]] = {
    Sphere: lambda x, p, d: _in_ball(p, d, x.radius),
    Ellipsoid: lambda x, p, d: _in_ball(p / array(x.radii), d / array(x.radii), 1.0),
    Cylinder: _in_cylinder,
    Capsule: _in_capsule,
    Box: lambda x, p, d: reduce(_common, (_in_slab(p[k], d[k], x.size[k] / 2) for k in range(3))),
    Plane: _in_plane,
}
"""Where a line is in a solid, by the kind of the shape."""
