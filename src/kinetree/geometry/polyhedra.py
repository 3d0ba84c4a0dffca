"""Convex polyhedra with spheres, planes and height fields: of their faces, edges and vertices."""

from functools import lru_cache, reduce
from itertools import combinations, pairwise
from math import inf

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ..model.shapes import Convex, HeightField, Plane, Sphere
from ..scalar.math import array, clip, cross, dot, where
from ..spatial import SE3
from .fields import on_ground
from .pairs import Candidate, Nearest, direction, pair, smaller

Face = tuple[NDArray[np.float64], list[int]]
"""The outward normal of a face, and its vertices in turn, counter-clockwise from outside."""

_FLAT = 1e-9
"""Of the size: vertices that are nearer to a plane are on it."""


@pair(Convex, Sphere)
def convex_sphere(a: Convex, b: Sphere, T: SE3) -> Nearest:
    """From the nearest point of faces and edges; a centre inside is parted through a face."""
    p, vertices = T.translation, [array(list(x)) for x in a.vertices]
    outside: list[Candidate] = []
    inside: list[Candidate] = []
    for normal, corners in faces(a):
        n = array(normal.tolist())
        depth = -dot(n, p - vertices[corners[0]])
        foot = p + depth * n
        inside.append((depth, foot, n))
        ends = zip(corners, [*corners[1:], corners[0]], strict=True)
        on_face = depth <= 0
        for i, j in ends:
            inward = cross(n, vertices[j] - vertices[i])
            on_face = on_face & (dot(inward, foot - vertices[i]) >= 0)
        outside.append((where(on_face, depth * depth, inf), foot, n))
    for i, j in edges(a):
        along = vertices[j] - vertices[i]
        share = clip(dot(p - vertices[i], along) / dot(along, along), 0, 1)
        q = vertices[i] + share * along
        outside.append((dot(p - q, p - q), q, array([0, 0, 0])))
    depth, foot, through = reduce(smaller, inside)
    _, q, n = reduce(smaller, outside)
    n = where(dot(n, n) > 0, n, direction(p - q, through))
    is_inside = depth > 0
    point, normal = where(is_inside, foot, q), where(is_inside, through, n)
    return Nearest(dot(p - point, normal), point, p, normal).inflated(0, b.radius)


@pair(Plane, Convex)
@pair(HeightField, Convex)
def ground_convex(a: Plane | HeightField, b: Convex, T: SE3) -> Nearest:
    """That of the lowest vertex, the first of several."""
    return on_ground(a, [T @ array(list(x)) for x in b.vertices])


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
    if len(normal_of) < 4:
        raise ModelError("Convex: its vertices are in one plane; expected a solid.")
    return [(n, _in_turn(x, corners, n)) for corners, n in normal_of.items()]


def triangles(shape: Convex) -> NDArray[np.int64]:
    """The faces in triangles (n, 3) of vertices."""
    rows = [(corners[0], i, j) for _, corners in faces(shape) for i, j in pairwise(corners[1:])]
    return np.array(rows)


def edges(shape: Convex) -> list[tuple[int, int]]:
    """The edges of a polyhedron, each once."""
    ends = (zip(corners, [*corners[1:], corners[0]], strict=True) for _, corners in faces(shape))
    return sorted({(min(i, j), max(i, j)) for pairs in ends for i, j in pairs})


def _in_turn(x: NDArray[np.float64], corners: tuple[int, ...], n: NDArray[np.float64]) -> list[int]:
    """The corners of a face about its normal, without those inside it or along its edges."""
    points = x[list(corners)]
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
