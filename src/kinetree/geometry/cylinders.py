"""Cylinders with spheres and capsules: of points and segments, and what is within a radius.

The nearest points of a cylinder and a segment have no closed form where a rim is nearest: they are
found by bisection, and the depth of an overlap by a search about the segment. Both are loops, whose
derivatives are 0: those of a distance do not need them.
"""

from functools import reduce
from math import cos as cosine
from math import inf, pi
from math import sin as sine
from typing import Final

from ..model.shapes import Capsule, Cylinder, Sphere
from ..scalar.array import Array, Scalar
from ..scalar.math import array, clip, cos, cross, dot, epsilon, minimum, norm, scan, sin, where
from ..scalar.scan import computed_where
from ..spatial import SE3
from .pairs import COINCIDENT, Candidate, Nearest, direction, of_overlap, pair, smaller

_X, _Z = array([1, 0, 0]), array([0, 0, 1])
_ANGLES: Final = 64
"""About a segment, from which the least overlap is searched for."""
_HALVINGS: Final = 60
"""Of an interval, down to the rounding of float64."""


@pair(Cylinder, Sphere)
def cylinder_sphere(a: Cylinder, b: Sphere, T: SE3) -> Nearest:
    """From the nearest point of the cylinder; a centre inside is parted through its side or an end.

    Of these the side is taken if they are as near, and of two ends the upper one; along x where the
    centre is on the axis.
    """
    p, h = T.translation, a.length / 2
    across = array([p[0], p[1], 0])
    outward, distance = direction(across, _X), norm(across)
    through_side, through_end = a.radius - distance, h - abs(p[2])
    by_end = through_end < through_side
    depth = where(by_end, through_end, through_side)
    normal = where(by_end, where(p[2] < 0, -1, 1) * _Z, outward)
    touching = p + where(depth > 0, depth, 0) * normal
    radial = where(depth > 0, norm(touching[:2]), minimum(distance, a.radius))
    point = radial * outward + clip(touching[2], -h, h) * _Z
    size = distance + abs(p[2]) + a.radius + h
    return of_overlap(depth, normal, point, touching, size).inflated(0, b.radius)


@pair(Cylinder, Capsule)
def cylinder_capsule(a: Cylinder, b: Capsule, T: SE3) -> Nearest:
    """From the nearest points of the cylinder and the axis, of several the middle.

    An axis that meets the cylinder is parted through the side, an end, or a rim, whichever is less.
    """
    p, d, h = T.translation, T.rotation[:, 2], b.length / 2
    r, half = a.radius, a.length / 2
    apart = p + _nearest(p, d, h, r, half) * d
    gap = norm(apart - _within(apart, r, half))

    size = norm(p) + r + half + h

    def parted() -> tuple[Scalar, Array, Array]:
        depth, normal, _ = _least_overlap(p, d, h, r, half)
        depth = where(gap > 0, -gap, depth)
        touching = p + where(depth > 0, depth, 0) * normal
        return depth, normal, touching + _nearest(touching, d, h, r, half) * d

    meets = ~(gap > 2 * COINCIDENT * epsilon(p) * size)
    depth, normal, second = computed_where(meets, parted, (-gap, _Z, apart))
    first = _within(second, r, half)
    return of_overlap(depth, normal, first, second, size).inflated(0, b.radius)


def _within(x: Array, r: Scalar, half: Scalar) -> Array:
    """The point of a cylinder that is nearest to another one."""
    far = norm(x[:2])
    share = where(far > r, r / where(far > r, far, 1), 1)
    return array([share * x[0], share * x[1], clip(x[2], -half, half)])


def _nearest(p: Array, d: Array, h: Scalar, r: Scalar, half: Scalar) -> Scalar:
    """The t of the point p + t d, |t| <= h, that is nearest to a cylinder: the middle of several.

    The squared distance is convex in t: both ends of where it does not change are bisected for.
    """

    def step(ends: tuple[Scalar, ...], _: None) -> tuple[object, None]:
        low, high, first, last = ends
        t, s = (low + high) / 2, (first + last) / 2
        x, y = p + t * d, p + s * d
        rises = dot(d, x - _within(x, r, half)) > 0
        falls = dot(d, y - _within(y, r, half)) < 0
        low, high = where(rises, low, t), where(rises, t, high)
        return (low, high, where(falls, s, first), where(falls, last, s)), None

    (low, high, first, last), _ = scan(step, (-h, h, -h, h), length=_HALVINGS)
    return (low + high + first + last) / 4


def _least_overlap(p: Array, d: Array, h: Scalar, r: Scalar, half: Scalar) -> Candidate:
    """The least overlap of a cylinder and a segment that meet, and its axis.

    It is along z, in the plane of x and y, or at a right angle to the segment.
    """
    down = p[2] < 0
    ends = half + h * abs(d[2]) - abs(p[2]), where(down, -1, 1) * _Z, _Z
    flat, square = d[:2], dot(d[:2], d[:2])
    t = clip(-dot(p[:2], flat) / where(square > 0, square, 1), -h, h)
    q = p + t * d
    sideways = direction(array([-d[1], d[0], 0]), _X)
    across = where(dot(p, sideways) < 0, -1, 1) * sideways  # of which a short q is a rough guess
    between = (square > 0) & (abs(t) < h)
    outwards = where(between, across, direction(array([q[0], q[1], 0]), sideways))
    side = r - dot(q, outwards), outwards, _Z
    upwards = cross(d, sideways)

    def overlap(turn: tuple[Scalar, Scalar]) -> tuple[Scalar, Array]:
        n = turn[0] * sideways + turn[1] * upwards
        return r * norm(n[:2]) + half * abs(n[2]) - dot(p, n), n

    def nearest(carry: tuple[Scalar, Scalar], turn: Array) -> tuple[object, None]:
        depth, angle = carry
        this, _ = overlap((turn[0], turn[1]))
        return (minimum(this, depth), where(this < depth, turn[2], angle)), None

    turns = [2 * pi * k / _ANGLES for k in range(_ANGLES)]
    rows = array([[cosine(x), sine(x), x] for x in turns])
    angle: Scalar = scan(nearest, (inf, 0.0), rows)[0][1]

    def closer(ends: tuple[Array, Array], _: None) -> tuple[object, None]:
        low, high = ends
        one, two = (2 * low + high) / 3, (low + 2 * high) / 3
        x, y = (array([overlap((cos(t), sin(t)))[0] for t in turns]) for turns in (one, two))
        return (where(x < y, low, one), where(x < y, two, high)), None

    # where the normal is nearly along z the overlap changes fast, between two angles of the search
    near, width = array([angle, pi / 2, -pi / 2]), 2 * pi / _ANGLES
    (low, high), _ = scan(closer, (near - width, near + width), length=_HALVINGS)
    turned = [overlap((cos(t), sin(t))) for t in (low + high) / 2]
    return reduce(smaller, [side, ends, *((depth, n, _Z) for depth, n in turned)])
