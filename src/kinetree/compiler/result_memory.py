"""A pool of buffers for large results.

The system gives new memory in blocks of 4 kB, at the first access of each, and takes it back from
large arrays when they are freed: for large results that takes longer than to compute them. Each
array, view or buffer in a pooled buffer holds a reference to it, so that it is free where the pool
has the only one.
"""

import math
import sys
import sysconfig
from typing import Final

import numpy as np
from numpy.typing import NDArray

SMALLEST: Final = 1 << 20
"""Bytes of a result from which on its memory is pooled."""
MOST: Final = 1 << 28
"""Bytes that are pooled at most, in use or free."""
ALIGNMENT: Final = 64
"""Bytes of which addresses in the pool are multiples: JAX takes such memory without a copy."""
WASTE: Final = 2
"""The largest ratio of a buffer to a result that is put into it."""

_buffers: Final[list[NDArray[np.uint8]]] = []
_COUNTED: Final = sys.implementation.name == "cpython" and not sysconfig.get_config_var(
    "Py_GIL_DISABLED"
)
"""Whether references are counted exactly; elsewhere no memory is pooled."""
_FREE: Final = next(sys.getrefcount(buffer) for buffer in [np.empty(1, np.uint8)])
"""The count of references to what only a list, and the variable of a loop, refer to."""


def empty(shape: tuple[int, ...], dtype: np.dtype[np.floating]) -> NDArray[np.floating]:
    """A new array, as `np.empty`; a large one in a pooled buffer, if one that fits is free."""
    size = math.prod(shape) * dtype.itemsize
    if size < SMALLEST or size > MOST or not _COUNTED:
        return np.empty(shape, dtype)
    for buffer in reversed(_buffers):  # held by this name: no other thread takes it after
        if size <= capacity(buffer) <= WASTE * size and sys.getrefcount(buffer) == _FREE:
            return _placed(buffer, shape, dtype)
    buffer = np.empty(size + ALIGNMENT, np.uint8)
    _buffers.append(buffer)
    while sum(map(capacity, _buffers)) > MOST:
        del _buffers[0]  # freed with the last result in it
    return _placed(buffer, shape, dtype)


def capacity(buffer: NDArray[np.uint8]) -> int:
    """The bytes of the largest result in a buffer."""
    return buffer.nbytes - ALIGNMENT


def _placed(
    buffer: NDArray[np.uint8], shape: tuple[int, ...], dtype: np.dtype[np.floating]
) -> NDArray[np.floating]:
    return np.ndarray(shape, dtype, buffer, -buffer.ctypes.data % ALIGNMENT)


def release_memory() -> int:
    """Release the memory of large results that is kept for new ones; return how many bytes.

    Results of 1 MB or more reuse the memory of earlier ones, once no array uses it any more: new
    memory of the system takes longer than the computation. At most 256 MB are kept. Results that
    are in use stay as they are; their memory is freed with them. Large results are views, which the
    method `resize` of arrays refuses to change in place.

    >>> import kinetree as kt
    >>> freed = kt.release_memory()
    >>> kt.release_memory()
    0
    """
    freed = sum(capacity(buffer) for buffer in _buffers if sys.getrefcount(buffer) == _FREE)
    _buffers.clear()
    return freed
