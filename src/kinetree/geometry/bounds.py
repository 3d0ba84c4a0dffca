"""Lower bounds of distances for a few operations: which pairs of shapes are far from each other."""

from collections.abc import Callable
from functools import reduce
from typing import Any, Final

from ..model.shapes import Box, Capsule, Convex, Cylinder, Ellipsoid, Plane, Sphere
from ..scalar.array import Array, Scalar
from ..scalar.math import array, clip, maximum, norm, sqrt, zeros
from ..spatial import SE3
from . import polyhedra

RADII: Final[dict[type, Callable[[Any], Scalar]]] = {
    Box: lambda x: norm(array(x.size)) / 2,
    Capsule: lambda x: x.radius + x.length / 2,
    Convex: polyhedra.radius,
    Cylinder: lambda x: sqrt(x.radius * x.radius + x.length * x.length / 4),
    Ellipsoid: lambda x: reduce(maximum, x.radii),
    Sphere: lambda x: x.radius,
}
"""The radius of a sphere about a shape's origin that contains it."""


def radius_of(shape: object) -> Scalar | None:
    """That of `RADII`, or None for a shape that is in no sphere, or of a user's."""
    radius = RADII.get(type(shape))
    return radius and radius(shape)


def least_distance(first: object, T_first: SE3, second: object, T_second: SE3) -> Scalar | None:
    """A bound of a distance: at most that of shapes that are apart, at most 0 if they overlap.

    None if there is none for their kinds.

    Of two in boxes the larger of those of either box to the other, in a box along its axes; else
    the larger of those of either shape to the other one's sphere.
    """
    if type(first) in _BOXES and type(second) in _BOXES:
        return _between_boxes(first, T_first, second, T_second)
    bounds = list[Scalar]()
    for (shape, T), (other, T_other) in (
        ((first, T_first), (second, T_second)),
        ((second, T_second), (first, T_first)),
    ):
        radius, outside = radius_of(other), _OUTSIDE.get(type(shape), _outside_sphere)
        if radius is not None and (outside is not _outside_sphere or radius_of(shape) is not None):
            bounds.append(outside(shape, T, T_other.translation - T.translation) - radius)
    return reduce(maximum, bounds) if bounds else None


def _between_boxes(first: object, T_first: SE3, second: object, T_second: SE3) -> Scalar:
    (m_first, A), (m_second, B) = (_BOXES[type(x)](x) for x in (first, second))
    T = T_first.act_inverse(T_second)
    R, p = T.rotation, T @ m_second - m_first
    from_first = maximum(abs(p) - A - abs(R) @ B, 0.0)
    from_second = maximum(abs(R.T @ p) - B - abs(R).T @ A, 0.0)
    return sqrt(maximum(from_first @ from_first, from_second @ from_second))


def _outside_plane(_: Plane, T: SE3, d: Array) -> Scalar:
    return T.rotation[:, 2] @ d


def _outside_box(shape: Box, T: SE3, d: Array) -> Scalar:
    return norm(maximum(abs(T.rotation.T @ d) - array(shape.size) / 2, 0.0))


def _outside_capsule(shape: Capsule, T: SE3, d: Array) -> Scalar:
    axis, half = T.rotation[:, 2], shape.length / 2
    return norm(d - clip(axis @ d, -half, half) * axis) - shape.radius


def _outside_cylinder(shape: Cylinder, T: SE3, d: Array) -> Scalar:
    axis = T.rotation[:, 2]
    along = axis @ d
    across = norm(d - along * axis) - shape.radius
    return norm(maximum(array([across, abs(along) - shape.length / 2]), 0.0))


def _outside_convex(shape: Convex, T: SE3, d: Array) -> Scalar:
    middle, half = polyhedra.box(shape)
    return norm(maximum(abs(T.rotation.T @ d - middle) - half, 0.0))


def _outside_sphere(shape: object, _: SE3, d: Array) -> Scalar:
    return norm(d) - radius_of(shape)


_BOXES: Final[dict[type, Callable[[Any], tuple[Array, Array]]]] = {
    Box: lambda x: (zeros(3), array(x.size) / 2),
    Convex: polyhedra.box,
}
"""The middle and half the edges of a box along a shape's axes that contains it."""
_OUTSIDE: Final[dict[type, Callable[[Any, SE3, Array], Scalar]]] = {
    Box: _outside_box,
    Capsule: _outside_capsule,
    Convex: _outside_convex,
    Cylinder: _outside_cylinder,
    Plane: _outside_plane,
}
"""The distance of a point from shapes at a placement, by that from their origin; or less."""
