"""a b + c rounded once, by NumPy: what machine code has as an instruction.

Errors of sums and products are exact [Dekker1971], and a sum rounded to odd first is rounded once
in the end [Boldo2008]. Where a part would overflow or underflow, fractions take over.
"""

import math
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

_SPLIT: Final = 2.0**27 + 1
_LEAST, _MOST = 2.0**-900, 2.0**990
"""Sizes between which errors of products and sums are exact."""


def fma(dtype: str, a: Any, b: Any, c: Any) -> Any:
    """The elements a b + c of arrays of one shape, rounded once to the dtype."""
    with np.errstate(all="ignore"):
        a, b, c = (np.asarray(x, np.float64) for x in (a, b, c))
        if dtype == "float32":
            return _odd_sum(a * b, c).astype(np.float32)  # the product is exact
        return _fma(a, b, c)


def _fma(a: Doubles, b: Doubles, c: Doubles) -> Doubles:
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
        at = tuple(k)
        result[at] = _exact(float(a[at]), float(b[at]), float(c[at]))
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


def _two_sum(a: Doubles, b: Doubles) -> tuple[Doubles, Doubles]:
    """a + b rounded, and its error."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _product_error(a: Doubles, b: Doubles, product: Doubles) -> Doubles:
    """a b - product, with both split into halves whose products are exact."""
    a_high, b_high = (_SPLIT * x - (_SPLIT * x - x) for x in (a, b))
    a_low, b_low = a - a_high, b - b_high
    return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


def _odd_sum(a: Doubles, b: Doubles) -> Doubles:
    """a + b rounded to odd: if it is not exact, to the neighbour whose last bit is one."""
    total, error = _two_sum(a, b)
    total, error = np.atleast_1d(total), np.atleast_1d(error)
    bits = total.view(np.int64)
    outwards = (error > 0) == (total > 0)
    even = np.isfinite(error) & (error != 0) & (bits & 1 == 0)
    odd = np.where(even, np.where(outwards, bits + 1, bits - 1), bits)
    return odd.view(np.float64).reshape(np.shape(a + b))
