"""Convex polyhedra with spheres, planes and height fields: of their faces, edges and vertices."""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations, pairwise
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ..model.shapes import Convex, HeightField, Plane, Several, Sphere
from ..scalar.array import Array, Scalar
from ..scalar.math import (
    array,
    clip,
    concatenate,
    dot,
    epsilon,
    maximum,
    scan,
    sum,
    where,
    zeros,
)
from ..scalar.scan import computed_where
from ..scalar.takes import element
from ..spatial import SE3
from .fields import height, on_ground
from .pairs import Nearest, direction, pair

Rows = NDArray[np.float64]
Face = tuple[Rows, list[int]]
"""The outward normal of a face, and its vertices in turn, counter-clockwise from outside."""

_FLAT, _NEARLY_FLAT = 1e-9, 1e-6
"""Of the size: vertices nearer to a plane than the first are on it; planes that share three are one
face if the vertices of both are nearer to one of them than the second."""
_ROUNDINGS = 16
"""Of coordinates: a point that is less beyond a face is in it."""


@pair(Convex, Sphere)
def convex_sphere(a: Convex, b: Sphere, T: SE3) -> Nearest:
    """From the nearest point of a face or, if it is on none, of an edge.

    The nearest plane of a face is that of the nearest point in a face, outside and inside.
    """
    p = T.translation

    def of_face(best: tuple[Scalar, Array], row: Array, _: Scalar) -> tuple[Scalar, Array]:
        depth = row[3] - dot(row[:3], p)
        nearer = depth < best[0]
        return where(nearer, depth, best[0]), where(nearer, row[:3], best[1])

    depth, n = _folded(a, _face_rows, of_face, (inf, zeros(3)))
    foot = p + depth * n

    def beyond(most: Scalar, row: Array, _: Scalar) -> Scalar:
        return maximum(most, dot(row[:3], foot) - row[3])

    def of_edge(best: tuple[Scalar, Array], row: Array, _: Scalar) -> tuple[Scalar, Array]:
        start, along = row[:3], row[3:6]
        q = start + clip(dot(p - start, along) * row[6], 0, 1) * along
        square = dot(p - q, p - q)
        nearer = square < best[0]
        return where(nearer, square, best[0]), where(nearer, q, best[1])

    def on_edge() -> Array:
        q = _folded(a, _edge_rows, of_edge, (inf, zeros(3)))[1]
        return concatenate([q, direction(p - q, n)])

    slack = _ROUNDINGS * epsilon(p) * (radius(a) + sum(abs(p)))
    beside = (depth <= 0) & (_folded(a, _face_rows, beyond, -inf) > slack)
    nearest = computed_where(beside, on_edge, concatenate([foot, n]))
    point, normal = nearest[:3], nearest[3:]
    return Nearest(dot(p - point, normal), point, p, normal).inflated(0, b.radius)


@pair(Plane, Convex)
@pair(HeightField, Convex)
def ground_convex(a: Plane | HeightField, b: Convex, T: SE3) -> Nearest:
    """That of the lowest vertex, the first of several."""

    def above(p: Array) -> Scalar:
        return p[2] - height(a, p) if isinstance(a, HeightField) else p[2]

    return on_ground(a, lowest(b, T, above))


def lowest(shape: Convex, T: SE3, *heights: Callable[[Array], Scalar]) -> list[Array]:
    """The vertices, as T places them, where functions of them are least, the first of several."""

    def step(
        best: list[tuple[Scalar, Scalar]], row: Array, k: Scalar
    ) -> list[tuple[Scalar, Scalar]]:
        p, after = T @ row, list[tuple[Scalar, Scalar]]()
        for of_point, (least, place) in zip(heights, best, strict=True):
            lower = of_point(p) < least
            after.append((where(lower, of_point(p), least), where(lower, k, place)))
        return after

    best = _folded(shape, _vertex_rows, step, [(inf, 0.0)] * len(heights))
    flat, *_ = _padded(_several(shape).shapes, _vertex_rows)
    return [T @ array([element(flat, k, 3, j) for j in range(3)]) for _, k in best]


def radius(shape: Convex) -> Scalar:
    """How far its vertices are from its origin at most."""
    shapes, index = _several(shape)
    radii = [float(np.linalg.norm(x.vertices, axis=1).max()) for x in shapes]
    return element(radii, index)


def box(shape: Convex) -> tuple[Array, Array]:
    """The middle, and half of the edges, of the box along its axes that contains it."""
    shapes, index = _several(shape)
    ends = [(np.min(x.vertices, 0), np.max(x.vertices, 0)) for x in shapes]
    rows = np.array([[*(low + high) / 2, *(high - low) / 2] for low, high in ends])
    numbers = array([element(column, index) for column in rows.T.tolist()])
    return numbers[:3], numbers[3:]


def _several(shape: Convex) -> Several:
    """The shapes of which it is one, and its number."""
    x = shape.vertices
    return x if isinstance(x, Several) else Several((shape,), 0.0)


def _folded(
    shape: Convex,
    table: Callable[[Convex], Rows],
    step: Callable[[Any, Array, Scalar], Any],
    carry: Any,
) -> Any:
    """The last carry of a loop over the rows of a polyhedron's table.

    A step has the row's place among those of all shapes, too; the last row of a table that is
    shorter than others is visited more than once.
    """
    shapes, index = _several(shape)
    flat, count, width = _padded(shapes, table)

    def numbered(before: tuple[Scalar, Any], _: None) -> tuple[tuple[Scalar, Any], None]:
        k, carry = before
        row = array([element(flat, k, width, j) for j in range(width)])
        return (k + 1, step(carry, row, k)), None

    return scan(numbered, (index * float(count), carry), length=count)[0][1]


@lru_cache
def _padded(
    shapes: tuple[Convex, ...], table: Callable[[Convex], Rows]
) -> tuple[tuple[float, ...], int, int]:
    """The tables of shapes one after the other, as long as the longest, its length and width."""
    tables = [table(x) for x in shapes]
    count = max(map(len, tables))
    padded = [np.vstack([x, *[x[-1:]] * (count - len(x))]) for x in tables]
    return tuple(np.stack(padded).ravel().tolist()), count, tables[0].shape[1]


def _vertex_rows(shape: Convex) -> Rows:
    return np.array(shape.vertices)


@lru_cache
def _face_rows(shape: Convex) -> Rows:
    """The normal of each face, and how high the face is along it."""
    x = np.array(shape.vertices)
    return np.array([[*n, (x[corners] @ n).max()] for n, corners in faces(shape)])


@lru_cache
def _edge_rows(shape: Convex) -> Rows:
    """The start of each edge, the vector along it, and the inverse square of its length."""
    x = np.array(shape.vertices)
    start, end = x[np.array(edges(shape)).T]
    along = end - start
    return np.column_stack([start, along, 1 / (along * along).sum(1)])


@lru_cache
def faces(shape: Convex) -> list[Face]:
    """The faces of the hull of a polyhedron's vertices. Raises ModelError if it is flat."""
    x = np.array(shape.vertices)
    size = float(np.ptp(x, 0).max())
    triples = np.array(list(combinations(range(len(x)), 3)))
    a, b, c = x[triples.T]
    normals = np.cross(b - a, c - a)
    areas = np.linalg.norm(normals, axis=1)
    some = areas > _FLAT * size * size
    normals, a = normals[some] / areas[some, None], a[some]
    heights = normals @ x.T - (normals * a).sum(1)[:, None]
    normal_of: dict[tuple[int, ...], NDArray[np.float64]] = {}
    for sign in (1, -1):
        outward = (sign * heights).max(1) <= _FLAT * size
        for n, row in zip(sign * normals[outward], heights[outward], strict=True):
            normal_of.setdefault(tuple(np.flatnonzero(abs(row) <= _FLAT * size).tolist()), n)
    merged: list[Face] = []
    for corners, n in sorted(normal_of.items(), key=lambda plane: -len(plane[0])):
        for own, face in merged:
            heights = (x[[*corners]] - x[face[0]]) @ own
            if len({*face}.intersection(corners)) > 2 and abs(heights).max() <= _NEARLY_FLAT * size:
                face += corners
                break
        else:
            merged.append((n, [*corners]))
    if len(merged) < 4:
        raise ModelError("Convex: its vertices are in one plane; expected a solid.")
    return [(n, _in_turn(x, sorted({*face}), n)) for n, face in merged]


def triangles(shape: Convex) -> NDArray[np.int64]:
    """The faces in triangles (n, 3) of vertices."""
    rows = [(corners[0], i, j) for _, corners in faces(shape) for i, j in pairwise(corners[1:])]
    return np.array(rows)


def edges(shape: Convex) -> list[tuple[int, int]]:
    """The edges of a polyhedron, each once."""
    ends = (zip(corners, [*corners[1:], corners[0]], strict=True) for _, corners in faces(shape))
    return sorted({(min(i, j), max(i, j)) for pairs in ends for i, j in pairs})


def _in_turn(x: NDArray[np.float64], corners: list[int], n: NDArray[np.float64]) -> list[int]:
    """The corners of a face about its normal, without those inside it or along its edges."""
    points = x[corners]
    u = points[1] - points[0]
    plane = np.stack([u, np.cross(n, u)]) / np.linalg.norm(u)
    flat = np.array(points @ plane.T, float)
    order = np.lexsort(flat.T[::-1])
    hull: list[int] = []
    for half in (order, order[::-1]):  # the lower and the upper chain, by turns to the left
        chain: list[int] = []
        for k in half.tolist():
            while len(chain) > 1 and _turn(flat[chain[-2]], flat[chain[-1]], flat[k]) <= 0:
                chain.pop()
            chain.append(k)
        hull += chain[:-1]
    return [corners[k] for k in hull]


def _turn(a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64]) -> float:
    """Positive where a, b, c turn to the left; 0 where they are nearly on one line."""
    (x, y), (u, v) = b - a, c - b
    area = float(x * v - y * u)
    return area if abs(area) > _FLAT * float(np.hypot(x, y) * np.hypot(u, v)) else 0.0
