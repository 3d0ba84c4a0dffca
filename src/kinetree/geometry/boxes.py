"""Boxes with spheres and capsules: of a point or a segment, and what is within its radius."""

from functools import reduce

from ..model.shapes import Box, Capsule, Sphere
from ..scalar.array import Array, Scalar
from ..scalar.math import array, clip, cross, dot, eye, maximum, minimum, norm, where
from ..spatial import SE3
from .pairs import Nearest, pair
from .segments import of_points

_AXES = list(eye(3))


@pair(Box, Sphere)
def box_sphere(a: Box, b: Sphere, T: SE3) -> Nearest:
    """From the nearest point of the box; a centre inside is parted through the nearest face.

    Of faces that are as near the first of x, y, z and the positive one is taken.
    """
    p, half = T.translation, array(a.size) / 2
    outside = of_points(clip(p, -half, half), p, _AXES[0])
    through = [(h - abs(x), _side(x) * e) for h, x, e in zip(half, p, _AXES, strict=True)]
    depth, normal = reduce(_smaller, through)
    inside = Nearest(-depth, p + depth * normal, p, normal)
    return _choice(outside.distance > 0, outside, inside).inflated(0, b.radius)


@pair(Box, Capsule)
def box_capsule(a: Box, b: Capsule, T: SE3) -> Nearest:
    """From the nearest points of the box and the axis; of a parallel face, the middle of them.

    An axis that meets the box is parted along a normal of a face or across an edge, whichever is
    less: by the theorem of separating axes.
    """
    p, d, h, half = T.translation, T.rotation[:, 2], b.length / 2, array(a.size) / 2
    t = _nearest_parameter(p, d, h, half)
    outside = of_points(clip(p + t * d, -half, half), p + t * d, _AXES[0])
    inside = _parted(p, d, h, half)
    return _choice(outside.distance > 0, outside, inside).inflated(0, b.radius)


def _nearest_parameter(p: Array, d: Array, h: float, half: Array) -> Scalar:
    """Where on the segment p + t d, |t| <= h, the distance to the box is least.

    Half its square has a slope that grows with t, and is linear between the t where the line meets
    planes of the faces: among these are the last of slope <= 0 and the first of slope >= 0.
    """
    turns: list[Scalar] = [-h, h]
    for x, direction_x, size in zip(p, d, half, strict=True):
        moves = abs(direction_x) > 0
        for face in (-size, size):
            turns.append(clip((face - x) / where(moves, direction_x, 1), -h, h))
    slopes = [_slope(p, d, t, half) for t in turns]
    below = [where(g <= 0, t, -h) for t, g in zip(turns, slopes, strict=True)]
    above = [where(g >= 0, t, h) for t, g in zip(turns, slopes, strict=True)]
    low, high = reduce(maximum, below), reduce(minimum, above)
    rise, fall = _slope(p, d, high, half), -_slope(p, d, low, half)
    both = rise + fall
    tilted = both > 0  # neither along a face nor with a slope of one sign
    share = where(tilted, fall / where(tilted, both, 1), 0.5)
    return clip(low + share * (high - low), -h, h)


def _slope(p: Array, d: Array, t: Scalar, half: Array) -> Scalar:
    """The derivative of half the squared distance of p + t d to the box."""
    x = p + t * d
    return dot(d, x - clip(x, -half, half))


def _parted(p: Array, d: Array, h: float, half: Array) -> Nearest:
    """That of a segment p + t d that meets a box: along the axis of the least overlap."""
    candidates: list[tuple[Scalar, Array]] = []
    for e in _AXES:
        for n, length in ((e, 1), (cross(e, d), norm(cross(e, d)))):
            some = length > 0
            unit = n / where(some, length, 1)
            offset = dot(unit, p)
            reach = dot(abs(unit), half) + h * abs(dot(unit, d))
            overlap = where(some, reach - abs(offset), 1e300)
            candidates.append((overlap, _side(offset) * unit))
    depth, normal = reduce(_smaller, candidates)
    touching = p + depth * normal
    point = touching + _nearest_parameter(touching, d, h, half) * d
    return Nearest(-depth, point, point - depth * normal, normal)


def _side(x: Scalar) -> Scalar:
    """1 or -1, as x is not negative or is."""
    return where(x < 0, -1, 1)


def _smaller(x: tuple[Scalar, Array], y: tuple[Scalar, Array]) -> tuple[Scalar, Array]:
    """The one whose number is smaller, the first of two equal ones."""
    smaller = y[0] < x[0]
    return where(smaller, y[0], x[0]), where(smaller, y[1], x[1])


def _choice(condition: Scalar, x: Nearest, y: Nearest) -> Nearest:
    return Nearest(*(where(condition, a, b) for a, b in zip(x, y, strict=True)))
