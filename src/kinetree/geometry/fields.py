"""Height fields with other shapes: the distance of their lowest point to the triangles about it.

Of a round shape lowest is meant along the field's normal below its middle: a wheel on a slope
touches it beside its lowest point.
"""

from collections.abc import Sequence
from functools import reduce
from itertools import product
from math import inf
from typing import NamedTuple, TypeAlias

from ..functions.signature import Operand
from ..model.shapes import Box, Capsule, Cylinder, Ellipsoid, HeightField, Plane, Sphere
from ..scalar.array import Array, Scalar
from ..scalar.math import array, clip, dot, floor, norm, take, where
from ..spatial import SE3
from .pairs import Candidate, Nearest, direction, pair, smaller
from .planes import above, lowest_of_ellipsoid


class Terrain(NamedTuple):
    """A field of heights as an operand of steps, distances and scans: another one in each sample.

    `heights` (..., nx, ny), in m, on a `grid` (..., 4) of x and y of the first one and the spacings
    along x and y, with the triangles of `kt.shapes.HeightField`. Beyond its border the field goes
    on with the heights of the border. What takes it checks both shapes.

    >>> import kinetree as kt
    >>> hills = kt.Terrain([[0.0, 0.1], [0.2, 0.1]], [-1.0, -1.0, 2.0, 2.0])
    >>> dog = kt.robots.quadruped()
    >>> ahead = [[0.2, 0.1], [0.2, -0.1]]
    >>> kt.height_scan(dog, kt.neutral(dog), hills, ahead, frame="base").shape
    (2,)
    """

    heights: Operand
    grid: Operand

    @property
    def field(self) -> HeightField:
        """The shape of traced numbers."""
        return HeightField.of_arrays(*self)


_UP = array([0, 0, 1])
_Corners: TypeAlias = dict[tuple[int, int], Array]


def upward(ground: Plane | HeightField, center: Array) -> Array:
    """The ground's normal toward the middle of a shape."""
    return of_points(ground, [center]).normal if isinstance(ground, HeightField) else _UP


def on_ground(ground: Plane | HeightField, points: Sequence[Array]) -> Nearest:
    """From the lowest of some points."""
    if isinstance(ground, HeightField):
        return of_points(ground, points)
    return above(reduce(smaller, [(p[2], p, p) for p in points])[1])


@pair(Plane, Sphere)
@pair(HeightField, Sphere)
def ground_sphere(a: Plane | HeightField, b: Sphere, T: SE3) -> Nearest:
    """Of a field from the nearest point of the eight triangles about the vertex that is nearest."""
    return on_ground(a, [T.translation]).inflated(0, b.radius)


@pair(HeightField, Capsule)
def field_capsule(a: HeightField, b: Capsule, T: SE3) -> Nearest:
    """That of the lowest of the axis' ends and its middle."""
    points = [T @ array([0, 0, s * b.length / 2]) for s in (-1, 0, 1)]
    return of_points(a, points).inflated(0, b.radius)


@pair(HeightField, Box)
def field_box(a: HeightField, b: Box, T: SE3) -> Nearest:
    """That of the lowest vertex."""
    half = array(b.size) / 2
    return of_points(a, [T @ (array(signs) * half) for signs in product((-1, 1), repeat=3)])


@pair(HeightField, Cylinder)
def field_cylinder(a: HeightField, b: Cylinder, T: SE3) -> Nearest:
    """That of the lower of two points: of each rim the one that is farthest down."""
    x, y, _ = T.rotation.T @ upward(a, T.translation)
    tilt = norm(array([x, y]))
    reach = b.radius / where(tilt > 0, tilt, 1)
    rim = (-reach * x, -reach * y)
    return of_points(a, [T @ array([*rim, s * b.length / 2]) for s in (-1, 1)])


@pair(Plane, Ellipsoid)
@pair(HeightField, Ellipsoid)
def ground_ellipsoid(a: Plane | HeightField, b: Ellipsoid, T: SE3) -> Nearest:
    """That of the point that is farthest down."""
    return on_ground(a, [lowest_of_ellipsoid(b, T, upward(a, T.translation))])


def of_points(field: HeightField, points: Sequence[Array]) -> Nearest:
    """The `Nearest` of the point that is lowest above the field."""
    above, p, _ = reduce(smaller, [(p[2] - height(field, p), p, p) for p in points])
    dx, dy = field.grid[2:4]
    corners = _corners(field, p)
    on_face, on_edge = _on_faces(corners, dx, dy), _on_edges(corners, dx, dy)
    _, q, n = smaller(reduce(smaller, on_face), reduce(smaller, on_edge))
    side = where(above < 0, -1, 1)
    normal = direction(n, side * direction(-q, side * _UP))
    return Nearest(-dot(q, normal), p + q, p, normal)


def height(field: HeightField, p: Array) -> Scalar:
    """The height of the field at a point: of one of two triangles in its cell."""
    x0, y0, dx, dy, *which = field.grid
    u, v = (p[0] - x0) / dx, (p[1] - y0) / dy
    i, j = floor(u), floor(v)
    u, v = u - i, v - j
    first, last = take(field.heights, (*which, i, j)), take(field.heights, (*which, i + 1, j + 1))
    below = u > v  # the diagonal
    middle = take(field.heights, (*which, i + where(below, 1, 0), j + where(below, 0, 1)))
    long, short = where(below, u, v), where(below, v, u)
    return first + long * (middle - first) + short * (last - middle)


def _corners(field: HeightField, p: Array) -> _Corners:
    """The nine vertices about the one nearest to a point, relative to it."""
    x0, y0, dx, dy, *which = field.grid
    u, v = (p[0] - x0) / dx, (p[1] - y0) / dy
    i, j = floor(u + 0.5), floor(v + 0.5)
    corners: _Corners = {}
    for a, b in product((-1, 0, 1), repeat=2):
        height = take(field.heights, (*which, i + a, j + b))
        corners[a, b] = array([(i + a - u) * dx, (j + b - v) * dy, height - p[2]])
    return corners


def _on_faces(corners: _Corners, dx: Scalar, dy: Scalar) -> list[Candidate]:
    """The feet of the perpendiculars from 0 to triangles, none outside of them, and normals."""
    feet: list[Candidate] = []
    per_x, per_y = 1 / dx, 1 / dy
    for (a, b), below in product(product((-1, 0), repeat=2), (True, False)):
        A, C = corners[a, b], corners[a + 1, b + 1]
        B = corners[(a + 1, b) if below else (a, b + 1)]
        first, second = B[2] - A[2], C[2] - B[2]
        x, y = (first, second) if below else (second, first)
        normal = array([-x * per_x, -y * per_y, 1])
        gap = dot(A, normal)
        foot = gap / dot(normal, normal) * normal
        u, v = (foot[0] - A[0]) * per_x, (foot[1] - A[1]) * per_y
        low, high = (v, u) if below else (u, v)
        inside = (low >= 0) & (low <= high) & (high <= 1)
        feet.append((where(inside, gap * foot[2], inf), foot, normal))
    return feet


def _on_edges(corners: _Corners, dx: Scalar, dy: Scalar) -> list[Candidate]:
    """The points of edges of the triangles that are nearest to 0."""
    points: list[Candidate] = []
    for (i, j), (a, b) in product(((1, 0), (0, 1), (1, 1)), product((-1, 0, 1), repeat=2)):
        if (a + i, b + j) in corners:
            A = corners[a, b]
            along = array([i * dx, j * dy, corners[a + i, b + j][2] - A[2]])
            q = A + clip(-dot(A, along) / dot(along, along), 0, 1) * along
            points.append((dot(q, q), q, array([0, 0, 0])))
    return points
