"""The points where two boxes touch: of a face of one, and the face of the other that is over it.

The face whose plane parts the boxes most is the reference; the other box's face that looks against
it is seen along its normal: the polygon that both cover has at most eight vertices. Each is where
one of their eight edges, all in turn, enters the other one.
"""

from functools import reduce
from typing import Final

from ..model.shapes import Box
from ..scalar.array import Array, Scalar
from ..scalar.math import array, maximum, minimum, sum, where
from ..scalar.scan import computed_where
from ..spatial import SE3
from .boxes import box_box, overlap
from .pairs import Nearest

FAR: Final = 1e6
"""The distance, in m, of points of contact that do not exist."""
_CORNERS: Final = ((1, 1), (-1, 1), (-1, -1), (1, -1))
"""Those of a rectangle, in turn."""
_DEEPER: Final = 0.05
"""The part by which faces may overlap more than edges do, before these are what touches."""
_ROUGH: Final = 1e-6
"""Of the size: lengths that do not count."""


def face_against(n: Array, axes: Array, half: Array) -> tuple[Array, Array, Array]:
    """The middle of a box's face that looks most against n, from that of the box; its half edges.

    `axes` has those of the box in its rows.
    """
    along = axes @ n
    x, y, z = abs(along)
    first, second = (x >= y) & (x >= z), y >= z
    edges = [half[j] * axes[j] for j in range(3)]

    def chosen(k: int) -> Array:
        x, y, z = edges[k:] + edges[:k]
        return where(first, x, where(second, y, z))

    side = where(where(first, along[0], where(second, along[1], along[2])) > 0, -1, 1)
    return side * chosen(0), chosen(1), chosen(2)


def box_box_points(a: Box, b: Box, T: SE3) -> list[Nearest]:
    """The vertices of the common polygon of two faces; of edges that cross, the nearest points."""
    R, p, A, B = T.rotation, T.translation, array(a.size) / 2, array(b.size) / 2
    ours, theirs = A + abs(R) @ B - abs(p), B + abs(R).T @ A - abs(R.T @ p)
    by_b = reduce(minimum, theirs) < reduce(minimum, ours)  # the reference is of the second box
    x, y, z = where(by_b, theirs, ours)
    first, second = (x <= y) & (x <= z), y <= z

    def in_turn(x: Array) -> Array:
        """Components along both edges of the reference face, and its normal."""
        return where(first, x[[1, 2, 0]], where(second, x[[2, 0, 1]], x))

    def rotated_back(x: Array) -> Array:
        x = where(first, x[[2, 0, 1]], where(second, x[[1, 2, 0]], x))
        return where(by_b, R @ x, x)

    axes = where(by_b, in_turn(R.T), in_turn(R)).T  # of the other box
    center = in_turn(where(by_b, -(R.T @ p), p))
    half, other = in_turn(where(by_b, B, A)), where(by_b, A, B)
    side = where(center[2] < 0, -1, 1)
    middle, *edges = face_against(array([0, 0, side]), axes, other)
    n = rotated_back(array([0, 0, side]))
    points: list[Nearest] = []
    for on_other, exists in _polygon(half[:2], center + middle, *edges):
        gap = side * on_other[2] - half[2]
        second_point = rotated_back(on_other) + where(by_b, p, 0)
        first_point = second_point - gap * n
        ends = where(by_b, second_point, first_point), where(by_b, first_point, second_point)
        points.append(Nearest(where(exists, gap, FAR), *ends, where(by_b, -n, n)))
    least = reduce(minimum, [x.distance for x in points])
    depth, _ = overlap(p, A, [*R.T], [*B])  # if they are apart, at least minus their distance
    deeper = -depth - least > _DEEPER * abs(least) + _ROUGH * (sum(A) + sum(B))
    crossing = deeper | (least >= FAR)  # they overlap far more, or are none
    first = computed_where(crossing, lambda: box_box(a, b, T), points[0])
    others = [x._replace(distance=where(crossing, FAR, x.distance)) for x in points[1:]]
    return [first, *others]


def _polygon(half: Array, middle: Array, u: Array, v: Array) -> list[tuple[Array, Scalar]]:
    """The vertices of the part of a parallelogram over a rectangle, and whether they exist.

    The rectangle is about 0 in the plane of x and y; what is on both boundaries counts once.
    """
    area = _cross(u, v)
    v, area = where(area < 0, -v, v), abs(area)
    points: list[tuple[Array, Scalar]] = []
    corners = [middle + s * u + t * v for s, t in _CORNERS]
    for x, y in zip(corners, corners[1:] + corners[:1], strict=True):
        share, exists = _entry(x[:2], y[:2], half)
        points.append((x + share * (y - x), exists))
    offsets = (array([s, t]) * half - middle[:2] for s, t in _CORNERS)
    corners = [array([_cross(x, v), _cross(u, x)]) / area for x in offsets]
    for x, y in zip(corners, corners[1:] + corners[:1], strict=True):
        share, exists = _entry(x, y, (1 - _ROUGH) * array([1, 1]))
        s, t = x + share * (y - x)
        points.append((middle + s * u + t * v, exists))
    return points


def _entry(x: Array, y: Array, half: Array) -> tuple[Scalar, Scalar]:
    """Which part of the way from x to y a rectangle about 0 begins at, and whether it is met."""
    first, last = 0, 1
    for start, along, size in zip(x, y - x, half, strict=True):
        moves = abs(along) > 0
        ends = [(end - start) / where(moves, along, 1) for end in (-size, size)]
        met = where(abs(start) <= size, 0, 2)
        first = maximum(first, where(moves, minimum(*ends), met))
        last = minimum(last, where(moves, maximum(*ends), 1))
    return where(first <= last, first, 0), first <= last


def _cross(x: Array, y: Array) -> Scalar:
    return x[0] * y[1] - x[1] * y[0]
