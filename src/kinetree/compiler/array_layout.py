"""The memory layout of NumPy's arrays, whose fields are read directly where the layout is known.

NumPy does not guarantee it. It is used only with CPython with its lock, 64 bits and NumPy 2, after
a read-only check; `KINETREE_SHIMS=off` disables it. Without it everything works in Python.
"""

import ctypes
import math
import os
import sys
import sysconfig
from functools import lru_cache
from typing import Any, Final, TypeVar

import numpy as np

from . import llvm

TYPE: Final = 8
"""Offset of the type in any object, in bytes."""
DATA, NDIM, DIMS, DESCR, FLAGS = 16, 24, 32, 56, 64
"""Offsets of the fields of PyArrayObject, in bytes."""
VALUE: Final = 16
"""Offset of the value in a float, in bytes."""
KIND: Final = 24
"""Offset of a dtype's kind and character, in bytes."""

_T = TypeVar("_T")


def immortal(x: _T) -> _T:
    """The object, never freed: compiled code may use it while the interpreter shuts down."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(x))
    return x


def shims() -> bool:
    """Whether known private layouts may be used."""
    return os.environ.get("KINETREE_SHIMS") != "off"


@lru_cache
def available() -> bool:
    """Whether arrays of this interpreter and this NumPy have the layout of this file."""
    known = (
        shims()
        and llvm.available()  # compiled calls are what the layout is for
        and sys.implementation.name == "cpython"
        and sys.maxsize > 2**32
        and not sysconfig.get_config_var("Py_GIL_DISABLED")
        and np.__version__.startswith("2.")
    )
    value = math.pi
    read = ctypes.c_double.from_address(id(value) + VALUE).value if known else None
    return known and read == value and all(map(_as_expected, (np.zeros((2, 3)), np.zeros(5)[::2])))


def numpy_functions(table: str) -> Any:
    """One of the function tables of NumPy's C API."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    module: Any = np
    capsule = getattr(module._core._multiarray_umath, table)
    return ctypes.cast(pointer(capsule, None), ctypes.POINTER(ctypes.c_void_p))


def _as_expected(array: Any) -> bool:
    """Whether the fields of an array, read by their offsets, equal its attributes."""
    base = id(array)

    def field(offset: int) -> int:
        return ctypes.c_int64.from_address(base + offset).value

    dims = [ctypes.c_int64.from_address(field(DIMS) + 8 * k).value for k in range(array.ndim)]
    return (
        field(TYPE) == id(np.ndarray)
        and field(DATA) == array.__array_interface__["data"][0]
        and ctypes.c_int32.from_address(base + NDIM).value == array.ndim
        and tuple(dims) == array.shape
        and field(DESCR) == id(array.dtype)
        and ctypes.string_at(field(DESCR) + KIND, 2)
        == (array.dtype.kind + array.dtype.char).encode()
        and ctypes.c_int32.from_address(base + FLAGS).value == array.flags.num
    )


def address(array: Any) -> int:
    """The address of an array's first number."""
    if available():
        return ctypes.c_int64.from_address(id(array) + DATA).value
    return array.__array_interface__["data"][0]
