"""How NumPy keeps an array in memory, read directly where that is known to be right.

NumPy does not promise this layout. So it is relied on only where it is known (CPython with its
lock, 64 bits, NumPy 2) and a read-only probe finds it as expected; `KINETREE_SHIMS=off` turns all
of it off. What uses it then takes its general road.
"""

import ctypes
import math
import os
import sys
import sysconfig
from functools import lru_cache
from typing import Any, Final, TypeVar

import numpy as np

TYPE: Final = 8
"""Where any object keeps its type, in bytes."""
DATA, NDIM, DIMS, DESCR, FLAGS = 16, 24, 32, 56, 64
"""Where PyArrayObject keeps its fields, in bytes."""
VALUE: Final = 16
"""Where a float keeps its value, in bytes."""


_T = TypeVar("_T")


def immortal(x: _T) -> _T:
    """Kept for good: builtins may be called while the interpreter shuts down, modules cleared."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(x))
    return x


def shims() -> bool:
    """Whether private layouts may be relied on where they are known."""
    return os.environ.get("KINETREE_SHIMS") != "off"


@lru_cache
def available() -> bool:
    """Whether this interpreter and this NumPy keep arrays as this file says."""
    known = (
        shims()
        and sys.implementation.name == "cpython"
        and sys.maxsize > 2**32
        and not sysconfig.get_config_var("Py_GIL_DISABLED")
        and np.__version__.startswith("2.")
    )
    arrays = np.zeros((2, 3)), np.zeros(5)[::2]
    value = math.pi
    found = ctypes.c_double.from_address(id(value) + VALUE).value if known else None
    return known and found == value and all(map(_as_expected, arrays))


def numpy_functions(table: str) -> Any:
    """One of NumPy's tables of functions for extensions."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return ctypes.cast(pointer(_capsule(table), None), ctypes.POINTER(ctypes.c_void_p))


def _capsule(table: str) -> Any:
    core: Any = np
    return getattr(core._core._multiarray_umath, table)


def _as_expected(array: Any) -> bool:
    """Whether the fields of an array, read by their offsets, are those that NumPy tells."""
    base = id(array)

    def word(offset: int) -> int:
        return ctypes.c_int64.from_address(base + offset).value

    dims = [ctypes.c_int64.from_address(word(DIMS) + 8 * k).value for k in range(array.ndim)]
    return (
        word(TYPE) == id(np.ndarray)
        and word(DATA) == array.__array_interface__["data"][0]
        and ctypes.c_int32.from_address(base + NDIM).value == array.ndim
        and tuple(dims) == array.shape
        and word(DESCR) == id(array.dtype)
        and ctypes.c_int32.from_address(base + FLAGS).value == array.flags.num
    )


def address(array: Any) -> int:
    """Where an array's numbers begin."""
    if available():
        return ctypes.c_int64.from_address(id(array) + DATA).value
    return array.__array_interface__["data"][0]
