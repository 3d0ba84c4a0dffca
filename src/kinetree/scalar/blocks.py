"""Arrays put together from others."""

from collections.abc import Sequence

import numpy as np

from ..errors import ShapeError, user_line
from .array import Array, ArrayLike, as_array
from .elements import element_numbers
from .expr import Scalar, mul
from .spans import joined


def array(entries: ArrayLike) -> Array:
    """An Array from scalars in nested sequences."""
    return Array(entries)


def stack(parts: Sequence[ArrayLike], axis: int = 0) -> Array:
    """Arrays of one shape, stacked along a new axis, the first one by default."""
    stacked = Array(list(parts))
    return stacked if axis == 0 else moveaxis(stacked, 0, axis)


def concatenate(parts: Sequence[ArrayLike], axis: int = 0) -> Array:
    """Arrays joined along an axis, the first one by default."""
    arrays = [as_array(part) for part in parts]
    tails = {x.shape[:axis] + x.shape[axis:][1:] for x in arrays}
    if len(tails) != 1 or any(x.ndim == 0 for x in arrays):
        shapes = ", ".join(str(x.shape) for x in arrays)
        raise ShapeError(f"{user_line()}: arrays of shapes {shapes} cannot be joined.")
    if axis != 0:
        return moveaxis(concatenate([moveaxis(x, axis, 0) for x in arrays]), 0, axis)
    return Array.of(joined([x.flat for x in arrays]), (sum(map(len, arrays)), *tails.pop()))


def moveaxis(x: ArrayLike, source: int, destination: int) -> Array:
    """The array with one of its axes at another place."""
    x = as_array(x)
    try:
        positions = np.moveaxis(element_numbers(x.shape), source, destination)
    except ValueError as error:
        raise ShapeError(f"{user_line()}: {error}.") from None
    return Array.of([x.flat[p] for p in positions.ravel().tolist()], positions.shape)


def vstack(parts: Sequence[ArrayLike]) -> Array:
    """Matrices one above the other; vectors are rows."""
    arrays = [as_array(part) for part in parts]
    return concatenate([x if x.ndim > 1 else x.reshape(1, x.size) for x in arrays])


def hstack(parts: Sequence[ArrayLike]) -> Array:
    """Vectors one after the other, matrices side by side."""
    arrays = [as_array(part) for part in parts]
    arrays = [x if x.ndim else x.reshape(1) for x in arrays]
    return concatenate(arrays, int(bool(arrays) and arrays[0].ndim > 1))


def eye(n: int) -> Array:
    """The identity matrix, structural."""
    return diag([1] * n)


def diag(x: ArrayLike, k: int = 0) -> Array:
    """The square matrix with a vector on its diagonal, or the diagonal of a matrix.

    It is the diagonal `k` to the right of the main one. All else is structurally zero.
    """
    x = as_array(x)
    if x.ndim != 1:
        return x.diagonal(k)
    n = x.size + abs(k)
    flat: list[Scalar] = [0] * (n * n)
    for i, element in enumerate(x.flat):
        flat[(i + max(-k, 0)) * n + i + max(k, 0)] = element
    return Array.of(flat, (n, n))


def outer(x: ArrayLike, y: ArrayLike) -> Array:
    """The products of all elements of one array, in rows, with all of another, in columns."""
    x, y = as_array(x), as_array(y)
    return Array.of([mul(a, b) for a in x.flat for b in y.flat], (x.size, y.size))
