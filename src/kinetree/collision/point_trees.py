"""Clouds of points as k-d trees without pointers, which lanes walk without a stack [Wald2022].

Point k of the array has the points 2 k + 1 and 2 k + 2 below it: those that are smaller and larger
along x, y or z in turn, by its depth.
"""

from functools import lru_cache
from math import inf
from typing import Final
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import ShapeError
from ..scalar.array import Array, Scalar
from ..scalar.math import dot, floor, scan, take, where

_TREES: Final = WeakValueDictionary[int, NDArray[np.float64]]()
"""Results of `point_tree`, which no call needs to check."""


def point_tree(points: ArrayLike) -> NDArray[np.float64]:
    """The points of a cloud (n, 3) in the order in which a `kt.Obstacles` takes them.

    The result is read-only: calls check the order of any other array. It takes O(n log^2 n) steps.
    Raises ShapeError for other shapes, and points that are not finite.

    >>> import kinetree as kt
    >>> kt.collision.point_tree([[0.0, 0, 0], [1, 0, 0], [2, 0, 0]]).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [2.0, 0.0, 0.0]]
    """
    cloud = np.array(points, float)
    if cloud.ndim != 2 or cloud.shape[1] != 3 or not np.isfinite(cloud).all():
        raise ShapeError(f"point_tree: points of shape {cloud.shape}; expected (n, 3), all finite.")
    tree = np.empty_like(cloud)
    pending = [(0, 0, np.arange(len(cloud)))]
    while pending:
        k, axis, part = pending.pop()
        if len(part):
            ordered = part[np.argsort(cloud[part, axis], kind="stable")]
            middle = _left_size(len(part))
            tree[k] = cloud[ordered[middle]]
            after = (axis + 1) % 3
            pending.append((2 * k + 1, after, ordered[:middle]))
            pending.append((2 * k + 2, after, ordered[middle + 1 :]))
    tree.flags.writeable = False
    _TREES[id(tree)] = tree
    return tree


def _left_size(n: int) -> int:
    """How many of n nodes are left of the root, where all levels but the last are full."""
    last = 1 << (n.bit_length() - 1)  # the nodes for which the last level has room
    return max(last // 2 - 1 + min(n - last + 1, last // 2), 0)


def check_tree(owner: str, points: ArrayLike | Array | None) -> None:
    """Raise ShapeError for points that are not in the order of a tree."""
    if points is None or isinstance(points, Array) or _TREES.get(id(points)) is points:
        return
    if np.ndim(points) < 2:
        return  # the call reports wrong shapes
    cloud = np.asarray(points)
    k, above, axis = _links(cloud.shape[-2])
    distances = cloud[..., k, axis] - cloud[..., above, axis]
    if np.any(np.where(k % 2, distances, -distances) > 0):
        raise ShapeError(
            f"{owner}: the points are in no tree's order; pass kt.collision.point_tree(points)."
        )


@lru_cache
def _links(n: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Of each point but the root: its number, that of the one above, and the axis of that one."""
    k = np.arange(1, n)
    above = (k - 1) // 2
    return k, above, np.frexp(above + 1)[1].astype(np.int64) % 3 - 1


def nearest_point(tree: Array, p: Array) -> Scalar:
    """The index in a tree (n, 3) of the point that is nearest to p.

    A walk remembers where it came from: from above it goes on to the side where p is, from there to
    the other one if that can be nearer, from there back.
    """
    n = tree.shape[0]

    def step(carry: tuple[Scalar, ...], _: None) -> tuple[object, None]:
        node, before, axis, least, nearest = carry
        point = take(tree, node)
        between = p - point
        square = dot(between, between)
        entered = before < node
        nearer = entered & (square < least)
        least, nearest = where(nearer, square, least), where(nearer, node, nearest)
        across = take(between, axis)
        child = 2 * node + where(across > 0, 2, 1)
        other = 4 * node + 3 - child
        parent = floor((node + 1) / 2) - 1
        far = where((other < n) & (across * across < least), other, parent)
        back = where(before == child, far, parent)
        first = where(child < n, child, far)
        after = where(entered, first, back)
        turned = axis + where(after == parent, 2, 1)
        return (after, node, where(turned > 2.5, turned - 3, turned), least, nearest), None

    start = (0.0, -1.0, 0.0, inf, 0.0)
    final, _ = scan(step, start, length=3 * n, until=lambda carry: carry[0] < 0)
    return where(dot(p, p) >= 0, final[4], dot(p, p))
