"""a b + c rounded once, which machine code has as an instruction and NumPy does not have.

Without LLVM it is computed by NumPy. Errors of sums and products are exact [Dekker1971], and a sum
rounded to odd first is rounded once in the end [Boldo2008]. Where a part would overflow or
underflow, fractions take over.
"""

import ctypes
import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from . import llvm
from .array_layout import immortal, numpy_functions
from .machine_code import c_functions

Numbers = NDArray[np.float64]
"""Samples of a number, in float64 or float32."""

_SPLIT: Final = 2.0**27 + 1
_LEAST, _MOST = 2.0**-900, 2.0**990
"""Sizes between which errors of products and sums are exact."""
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
    """The numbers a b + c, by NumPy."""
    dtype = a.dtype
    with np.errstate(all="ignore"):
        a, b, c = (np.asarray(x, np.float64) for x in np.broadcast_arrays(a, b, c))
        if dtype == np.float32:
            return _odd_sum(a * b, c).astype(dtype)  # the product is exact
        return _fma(a, b, c)


def _fma(a: Numbers, b: Numbers, c: Numbers) -> Numbers:
    product = a * b
    high, low = product, _product_error(a, b, product)
    sum_low, rest = _two_sum(c, low)
    total, middle = _two_sum(high, sum_low)
    result = np.asarray(total + _odd_sum(middle, rest))
    factors = np.isfinite(a) & np.isfinite(b)
    plain = ~(factors & np.isfinite(c)) | (a == 0) | (b == 0)
    result = np.where(plain, np.where(factors & ~np.isfinite(c), c, product + c), result)
    sizes = [np.abs(x) for x in (a, b, product)]
    unsafe = (sizes[2] < _LEAST) | np.any([x > _MOST for x in (*sizes, np.abs(c))], axis=0)
    unsafe |= (np.abs(c) < _LEAST) & (c != 0)
    for k in np.argwhere(unsafe & ~plain):
        place = tuple(k)
        result[place] = _exact(float(a[place]), float(b[place]), float(c[place]))
    return result


def _exact(a: float, b: float, c: float) -> float:
    total = Fraction(a) * Fraction(b) + Fraction(c)
    if not total:
        return a * b + c if a * b == 0 and c == 0 else 0.0
    try:
        rounded = total.numerator / total.denominator  # correctly rounded
    except OverflowError:
        rounded = math.inf
    return math.copysign(rounded, 1 if total > 0 else -1)


def _two_sum(a: Numbers, b: Numbers) -> tuple[Numbers, Numbers]:
    """a + b rounded, and its error."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _product_error(a: Numbers, b: Numbers, product: Numbers) -> Numbers:
    """a b - product, with both split into halves whose products are exact."""
    a_high, b_high = (_SPLIT * x - (_SPLIT * x - x) for x in (a, b))
    a_low, b_low = a - a_high, b - b_high
    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _odd_sum(a: Numbers, b: Numbers) -> Numbers:
    """a + b rounded to odd: if it is not exact, to the neighbour whose last bit is one."""
    total, error = _two_sum(a, b)
    total, error = np.atleast_1d(total), np.atleast_1d(error)
    bits = total.view(np.int64)
    outwards = (error > 0) == (total > 0)
    even = np.isfinite(error) & (error != 0) & (bits & 1 == 0)
    odd = np.where(even, np.where(outwards, bits + 1, bits - 1), bits)
    return odd.view(np.float64).reshape(np.shape(a + b))
