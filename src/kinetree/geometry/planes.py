"""The half space below the plane z = 0 with other shapes: the distance of their lowest point."""

from ..model.shapes import Box, Capsule, Cylinder, Ellipsoid, Plane
from ..scalar.array import Array, Scalar
from ..scalar.math import array, norm, where
from ..spatial import SE3
from .pairs import Nearest, pair

_UP = array([0, 0, 1])


def above(lowest: Array) -> Nearest:
    """The `Nearest` of the plane and the lowest point of a shape."""
    return Nearest(lowest[2], array([lowest[0], lowest[1], 0]), lowest, _UP)


@pair(Plane, Capsule)
def plane_capsule(a: Plane, b: Capsule, T: SE3) -> Nearest:
    """That of the lower end; of the middle where both ends are as low."""
    d = T.rotation[:, 2]
    end = _opposite(d[2]) * b.length / 2
    return above(T.translation + end * d).inflated(0, b.radius)


@pair(Plane, Box)
def plane_box(a: Plane, b: Box, T: SE3) -> Nearest:
    """That of the lowest vertex; of the middle of an edge or a face that is parallel."""
    signs = [_opposite(x) for x in T.rotation[2]]
    corner = array([sign * size / 2 for sign, size in zip(signs, b.size, strict=True)])
    return above(T @ corner)


@pair(Plane, Cylinder)
def plane_cylinder(a: Plane, b: Cylinder, T: SE3) -> Nearest:
    """That of the lowest point of a rim; of the middle where a cylinder stands or lies."""
    x, y, z = T.rotation[2]
    tilt = norm(array([x, y]))
    reach = b.radius / where(tilt > 0, tilt, 1)
    return above(T @ array([-reach * x, -reach * y, _opposite(z) * b.length / 2]))


def lowest_of_ellipsoid(b: Ellipsoid, T: SE3, up: Array) -> Array:
    """The point of an ellipsoid that is farthest down; its middle if it has no radius there."""
    radii = array(b.radii)
    reach = radii * (T.rotation.T @ up)
    size = norm(reach)
    return T @ (-radii * reach / where(size > 0, size, 1))


def _opposite(x: Scalar) -> Scalar:
    """-1, 0 or 1 as x is above, at or below zero."""
    return where(x < 0, 1, where(x > 0, -1, 0))
