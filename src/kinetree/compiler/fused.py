"""a b + c rounded once, which machine code has as an instruction and NumPy does not have.

Without LLVM it is computed from fractions, number by number: Python's quotient of integers is
rounded once. For float32 it is first rounded to odd, and then once in the end [Boldo2008].
"""

import ctypes
import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from . import llvm
from .array_layout import immortal, numpy_functions
from .machine_code import c_functions

Numbers = NDArray[np.float64]
"""Samples of a number, in float64 or float32."""

_UFUNC_FROM_LOOPS: Final = 1
"""The index of PyUFunc_FromFuncAndData in NumPy's table of functions."""


@lru_cache
def _machine_code() -> Callable[..., Numbers]:
    """A universal function of NumPy, from loops that are compiled (fma.c)."""
    code = c_functions("fma")
    loops = (ctypes.c_void_p * 2)(code["fma_of_doubles"], code["fma_of_floats"])
    data = (ctypes.c_void_p * 2)()
    types = (ctypes.c_char * 8)(*[np.dtype("f8").num] * 4, *[np.dtype("f4").num] * 4)
    integers, texts = [ctypes.c_int] * 4, [ctypes.c_char_p] * 2
    signature = ctypes.py_object, *[ctypes.c_void_p] * 3, *integers, *texts, ctypes.c_int
    make = ctypes.PYFUNCTYPE(*signature)(numpy_functions("_UFUNC_API")[_UFUNC_FROM_LOOPS])
    immortal((loops, data, types))
    return make(loops, data, types, 2, 3, 1, -1, b"fma", b"", 0)


def fma(a: Numbers, b: Numbers, c: Numbers) -> Numbers:
    """The numbers a b + c in the format of a."""
    return _machine_code()(a, b, c) if llvm.available() else without_llvm(a, b, c)


def without_llvm(a: Numbers, b: Numbers, c: Numbers) -> Numbers:
    """The numbers a b + c, by integers of Python."""
    exact = np.frompyfunc(_odd_sum if a.dtype == np.float32 else _sum, 3, 1)
    with np.errstate(all="ignore"):
        return np.asarray(exact(a, b, c), np.float64).astype(a.dtype)[()]


def _sum(a: float, b: float, c: float) -> float:
    """a b + c rounded to float64."""
    if not math.isfinite(c) and math.isfinite(a) and math.isfinite(b):
        return c  # even where a b overflows
    top, bottom = _fraction(a, b, c)
    if not top:  # or the fraction of no number
        return a * b + c
    try:
        return top / bottom
    except OverflowError:
        return math.inf if top > 0 else -math.inf


def _odd_sum(a: float, b: float, c: float) -> float:
    """a b + c rounded to odd: if it is not exact, to the neighbour whose last bit is one."""
    total = _sum(a, b, c)
    if not math.isfinite(total):
        return total
    (top, bottom), (n, d) = _fraction(a, b, c), total.as_integer_ratio()
    error = top * d - n * bottom
    even = int(math.ldexp(math.frexp(total)[0], 53)) % 2 == 0
    outwards = math.inf if error > 0 else -math.inf
    return math.nextafter(total, outwards) if error and even else total


def _fraction(a: float, b: float, c: float) -> tuple[int, int]:
    """a b + c as a fraction; 0 / 1 where one of them is no finite number."""
    if not all(map(math.isfinite, (a, b, c))):
        return 0, 1
    (p, q), (r, s), (t, u) = (x.as_integer_ratio() for x in (a, b, c))
    return p * r * u + t * q * s, q * s * u
