"""Boxes with spheres, capsules and boxes: of points and segments, and what is within a radius."""

from collections.abc import Sequence
from functools import reduce
from itertools import product
from math import inf

from ..model.shapes import Box, Capsule, Sphere
from ..scalar.array import Array, Scalar
from ..scalar.math import array, clip, cross, dot, eye, maximum, minimum, norm, sum, where
from ..spatial import SE3
from .pairs import Candidate, Nearest, of_overlap, pair, smaller

_AXES = list(eye(3))


@pair(Box, Sphere)
def box_sphere(a: Box, b: Sphere, T: SE3) -> Nearest:
    """From the nearest point of the box; a centre inside is parted through the nearest face.

    Of faces that are as near the first of x, y, z and the positive one is taken.
    """
    p, half = T.translation, array(a.size) / 2
    outside = abs(p) - half
    distance = norm(maximum(outside, 0)) + minimum(reduce(maximum, outside), 0)
    depth, normal = overlap(p, half, [], [])
    touching = p + where(depth > 0, depth, 0) * normal
    point = clip(touching, -half, half)
    _, *others = of_overlap(depth, normal, point, touching, _size(p, half))
    return Nearest(distance, *others).inflated(0, b.radius)


@pair(Box, Capsule)
def box_capsule(a: Box, b: Capsule, T: SE3) -> Nearest:
    """From the nearest points of the box and the axis; of a parallel face, the middle of them.

    An axis that meets the box is parted along a normal of a face or across an edge, whichever is
    less: by the theorem of separating axes.
    """
    p, d, h, half = T.translation, T.rotation[:, 2], b.length / 2, array(a.size) / 2
    depth, normal = overlap(p, half, [d], [h])
    touching = p + where(depth > 0, depth, 0) * normal
    _, first, second = _to_segment(touching, d, h, half)
    return of_overlap(depth, normal, first, second, _size(p, half) + h).inflated(0, b.radius)


@pair(Box, Box)
def box_box(a: Box, b: Box, T: SE3) -> Nearest:
    """From the nearest points of edges of one and the other, or of vertices of one and the other.

    Boxes that overlap are parted along a normal of a face or across two edges, whichever is less.
    """
    p, R, half, other = T.translation, T.rotation, array(a.size) / 2, array(b.size) / 2
    depth, normal = overlap(p, half, [*R.T], [*other])
    touching = p + where(depth > 0, depth, 0) * normal
    nearest: list[Candidate] = []
    for i, (s, t) in product(range(3), product((-1, 1), repeat=2)):
        j, k = (i + 1) % 3, (i + 2) % 3
        middle = touching + s * other[j] * R[:, j] + t * other[k] * R[:, k]
        nearest.append(_to_segment(middle, R[:, i], other[i], half))
    for signs in product((-1, 1), repeat=3):
        vertex = array(signs) * half
        point = touching + R @ clip(R.T @ (vertex - touching), -other, other)
        nearest.append((_square(point - vertex), vertex, point))
    _, first, second = reduce(smaller, nearest)
    size = _size(p, half) + sum(other)
    return of_overlap(depth, normal, first, second, size, straight=True)


def _to_segment(p: Array, d: Array, h: Scalar, half: Array) -> Candidate:
    """The squared distance of a box and the segment p + t d, |t| <= h, and their nearest points.

    Half of it has a slope that grows with t, and is linear between the t where the line meets
    planes of the faces: among these are the last of slope <= 0 and the first of slope >= 0.
    """
    turns: list[Scalar] = [-h, h]
    for x, along, size in zip(p, d, half, strict=True):
        moves = abs(along) > 0
        for face in (-size, size):
            turns.append(clip((face - x) / where(moves, along, 1), -h, h))
    slopes = [_slope(p, d, t, half) for t in turns]
    below = [where(g <= 0, t, -h) for t, g in zip(turns, slopes, strict=True)]
    above = [where(g >= 0, t, h) for t, g in zip(turns, slopes, strict=True)]
    low, high = reduce(maximum, below), reduce(minimum, above)
    rise, fall = _slope(p, d, high, half), -_slope(p, d, low, half)
    both = rise + fall
    tilted = both > 0  # neither along a face nor with a slope of one sign
    share = where(tilted, fall / where(tilted, both, 1), 0.5)
    point = p + clip(low + share * (high - low), -h, h) * d
    inside = clip(point, -half, half)
    return _square(point - inside), inside, point


def _slope(p: Array, d: Array, t: Scalar, half: Array) -> Scalar:
    """The derivative of half the squared distance of p + t d to the box."""
    x = p + t * d
    return dot(d, x - clip(x, -half, half))


def overlap(
    p: Array, half: Array, axes: Sequence[Array], sizes: Sequence[Scalar]
) -> tuple[Scalar, Array]:
    """The least overlap of a box and a body along normals of faces and across edges; that axis.

    The body is the sum of the point p and of segments along unit axes, as long as twice the sizes.
    The axis points from the box to it. Where one is negative, they are apart.
    """
    normals = [(e, 1) for e in _AXES] + ([(x, 1) for x in axes] if len(axes) == 3 else [])
    normals += [(n, norm(n)) for e in _AXES for x in axes for n in (cross(e, x),)]
    candidates: list[Candidate] = []
    for n, length in normals:
        some = length > 0
        unit = n / where(some, length, 1)
        offset = dot(unit, p)
        reach = dot(abs(unit), half)
        for x, size in zip(axes, sizes, strict=True):
            reach = reach + size * abs(dot(unit, x))
        overlap = where(some, reach - abs(offset), inf)
        candidates.append((overlap, where(offset < 0, -1, 1) * unit, unit))
    depth, normal, _ = reduce(smaller, candidates)
    return depth, normal


def _size(p: Array, half: Array) -> Scalar:
    """The size of coordinates of a box and a point."""
    return sum(abs(p)) + sum(half)


def _square(x: Array) -> Scalar:
    return dot(x, x)
