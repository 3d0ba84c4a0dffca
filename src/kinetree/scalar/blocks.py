"""Arrays put together from others."""

from collections.abc import Callable, Sequence
from itertools import accumulate

import numpy as np

from ..errors import ShapeError, user_line
from .array import Array, ArrayLike, as_array
from .elements import Positions, element_numbers
from .expr import mul
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
    return _joined(np.concatenate, parts, axis)


def vstack(parts: Sequence[ArrayLike]) -> Array:
    """Matrices one above the other; vectors are rows."""
    return _joined(np.vstack, parts)


def hstack(parts: Sequence[ArrayLike]) -> Array:
    """Vectors one after the other, matrices side by side."""
    return _joined(np.hstack, parts)


def _joined(join: Callable[..., Positions], parts: Sequence[ArrayLike], *args: int) -> Array:
    """Arrays joined as NumPy joins the numbers of their elements."""
    arrays = [as_array(part) for part in parts]
    starts = accumulate((x.size for x in arrays), initial=0)
    numbers = [element_numbers(x.shape) + n for x, n in zip(arrays, starts, strict=False)]
    flat = joined(x.flat for x in arrays)
    try:
        return Array.of(flat, (len(flat),)).taken(join(numbers, *args))
    except ValueError as error:
        shapes = ", ".join(str(x.shape) for x in arrays)
        raise ShapeError(
            f"{user_line()}: arrays of shapes {shapes} cannot be joined: {error}."
        ) from None


def moveaxis(x: ArrayLike, source: int, destination: int) -> Array:
    """The array with one of its axes at another place."""
    return as_array(x).arranged(np.moveaxis, source, destination)


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
    return Array.of((0, *x.flat), (x.size + 1,)).taken(np.diag(np.arange(x.size) + 1, k))


def outer(x: ArrayLike, y: ArrayLike) -> Array:
    """The products of all elements of one array, in rows, with all of another, in columns."""
    x, y = as_array(x), as_array(y)
    return Array.of([mul(a, b) for a in x.flat for b in y.flat], (x.size, y.size))
