"""The machine operations: a row for each, and a column for each language: LLVM IR, C, NumPy.

NumPy does not have a b + c rounded once, which machine code has as an instruction: without LLVM a
few are computed from fractions, since Python's quotient of integers is rounded once, many by NumPy.
"""

import ctypes
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from . import llvm
from .array_layout import immortal, numpy_functions
from .machine_code import c_functions
from .precision import PRECISIONS, Precision
from .word_operations import WORD_OPERATIONS

Numbers = NDArray[np.float64]
"""Samples of a number, in float64 or float32."""

_FEW: Final = 16
"""How many numbers fractions of integers compute in less time than NumPy."""
_SPLIT: Final = 2.0**27 + 1
"""The factor that splits a number into halves whose products are exact."""
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
    """The numbers a b + c, rounded once.

    Of many, errors of sums and products are exact [Dekker1971], and a sum rounded to odd first is
    rounded once in the end [Boldo2008].
    """
    dtype = a.dtype
    with np.errstate(all="ignore"):
        a, b, c = (np.asarray(x, np.float64) for x in np.broadcast_arrays(a, b, c))
        if dtype == np.float32:
            return _odd_sum(a * b, c).astype(dtype)  # the product is exact
        exact = np.frompyfunc(_sum, 3, 1)
        if a.size <= _FEW:
            return np.asarray(exact(a, b, c), np.float64)[()]
        result, safe = _double_sum(a, b, c)
        result[~safe] = exact(a[~safe], b[~safe], c[~safe])
        return result


def _double_sum(a: Numbers, b: Numbers, c: Numbers) -> tuple[Numbers, NDArray[np.bool_]]:
    """a b + c, and where no part of it overflows or underflows."""
    product = a * b
    a_high, b_high = (_SPLIT * x - (_SPLIT * x - x) for x in (a, b))
    a_low, b_low = a - a_high, b - b_high
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    sum_low, rest = _two_sum(c, error)
    total, middle = _two_sum(product, sum_low)
    sizes = np.abs([a, b, product, c])
    safe = (sizes[2] > _LEAST) & (sizes < _MOST).all(0) & ((sizes[3] > _LEAST) | (c == 0))
    return total + _odd_sum(middle, rest), safe


def _two_sum(a: Numbers, b: Numbers) -> tuple[Numbers, Numbers]:
    """a + b rounded, and its error."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def _odd_sum(a: Numbers, b: Numbers) -> Numbers:
    """a + b rounded to odd: if it is not exact, to the neighbour whose last bit is one."""
    total, error = _two_sum(a, b)
    even = np.isfinite(error) & (error != 0) & (np.asarray(total).view(np.int64) & 1 == 0)
    return np.where(even, np.nextafter(total, np.copysign(np.inf, error)), total)


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


def _fraction(a: float, b: float, c: float) -> tuple[int, int]:
    """a b + c as a fraction; 0 / 1 where one of them is no finite number."""
    if not all(map(math.isfinite, (a, b, c))):
        return 0, 1
    (p, q), (r, s), (t, u) = (x.as_integer_ratio() for x in (a, b, c))
    return p * r * u + t * q * s, q * s * u


def _format(x: Numbers) -> Precision:
    return PRECISIONS[x.dtype.name]


def _bits(x: Numbers) -> NDArray[np.uint64]:
    """The bits of numbers, as integers of their size."""
    return np.asarray(x).view(f"u{x.dtype.itemsize}")


def _pow2(n: Numbers) -> Numbers:
    p = _format(n)
    moved = n + n.dtype.type(2.0**p.fraction_bits + p.bias)
    return (_bits(moved) << p.fraction_bits).view(n.dtype)


def _exponent(x: Numbers) -> Numbers:
    p = _format(x)
    return (_bits(x) >> p.fraction_bits).astype(x.dtype) - x.dtype.type(p.bias)


def _significand(x: Numbers) -> Numbers:
    p = _format(x)
    fraction = _bits(x) & ((1 << p.fraction_bits) - 1)
    return (fraction | p.bias << p.fraction_bits).view(x.dtype)


def _minimum(x: Numbers, y: Numbers) -> Numbers:
    """The smaller one, and -0.0 of two zeros, of which NumPy returns either."""
    return np.where(np.equal(x, y), np.where(np.signbit(x), x, y), np.minimum(x, y))


def _maximum(x: Numbers, y: Numbers) -> Numbers:
    return np.where(np.equal(x, y), np.where(np.signbit(x), y, x), np.maximum(x, y))


@dataclass(frozen=True)
class Operation:
    """An operation on numbers a, b, c in the languages that kinetree writes."""

    ir: str
    """Lines of LLVM IR: values of v, then the instruction for v itself; t is the type.

    Lines after `64|` or `32|` are for numbers of so many bits. <16> and <2^-53> are constants.
    """
    c: str
    """An expression of C; f is the end of the names of functions on floats."""
    numpy: Callable[..., Numbers]


def _intrinsic(name: str, count: int) -> str:
    operands = ", ".join(f"{{t}} {{{x}}}" for x in "abc"[:count])
    return f"call {{t}} @llvm.{name}.{{suffix}}({operands})"


OPERATIONS: Final = {
    "add": Operation("fadd {t} {a}, {b}", "{a} + {b}", np.add),
    "sub": Operation("fsub {t} {a}, {b}", "{a} - {b}", np.subtract),
    "mul": Operation("fmul {t} {a}, {b}", "{a} * {b}", np.multiply),
    "div": Operation("fdiv {t} {a}, {b}", "{a} / {b}", np.divide),
    "neg": Operation("fneg {t} {a}", "-{a}", np.negative),
    "lt": Operation("fcmp olt {t} {a}, {b}", "{a} < {b}", np.less),
    "le": Operation("fcmp ole {t} {a}, {b}", "{a} <= {b}", np.less_equal),
    "eq": Operation("fcmp oeq {t} {a}, {b}", "{a} == {b}", np.equal),
    "and": Operation("and {bool} {a}, {b}", "{a} & {b}", np.logical_and),
    "or": Operation("or {bool} {a}, {b}", "{a} | {b}", np.logical_or),
    "not": Operation("xor {bool} {a}, {true}", "!{a}", np.logical_not),
    "select": Operation("select {bool} {a}, {t} {b}, {t} {c}", "{a} ? {b} : {c}", np.where),
    "sqrt": Operation(_intrinsic("sqrt", 1), "sqrt{f}({a})", np.sqrt),
    "abs": Operation(_intrinsic("fabs", 1), "fabs{f}({a})", np.abs),
    "minimum": Operation(_intrinsic("minimum", 2), "kt_minimum({a}, {b})", _minimum),
    "maximum": Operation(_intrinsic("maximum", 2), "kt_maximum({a}, {b})", _maximum),
    "fma": Operation(_intrinsic("fma", 3), "fma{f}({a}, {b}, {c})", fma),
    "rint": Operation(_intrinsic("rint", 1), "rint{f}({a})", np.rint),
    "floor": Operation(_intrinsic("floor", 1), "floor{f}({a})", np.floor),
    "copysign": Operation(_intrinsic("copysign", 2), "copysign{f}({a}, {b})", np.copysign),
    # on the bits of a number, with the constants of its format
    "pow2": Operation(
        "{v}.t = fadd {t} {a}, {bias}\n"
        "{v}.b = bitcast {t} {v}.t to {int}\n"
        "{v}.s = shl {int} {v}.b, {shift}\n"
        "bitcast {int} {v}.s to {t}",
        "kt_pow2({a})",
        _pow2,
    ),
    "exponent": Operation(
        "{v}.b = bitcast {t} {a} to {int}\n"
        "{v}.s = lshr {int} {v}.b, {shift}\n"
        "{v}.o = or {int} {v}.s, {magic}\n"
        "{v}.d = bitcast {int} {v}.o to {t}\n"
        "fsub {t} {v}.d, {bias}",
        "kt_exponent({a})",
        _exponent,
    ),
    "significand": Operation(
        "{v}.b = bitcast {t} {a} to {int}\n"
        "{v}.m = and {int} {v}.b, {mask}\n"
        "{v}.o = or {int} {v}.m, {one}\n"
        "bitcast {int} {v}.o to {t}",
        "kt_significand({a})",
        _significand,
    ),
    **{op: Operation(*columns) for op, columns in WORD_OPERATIONS.items()},
}
