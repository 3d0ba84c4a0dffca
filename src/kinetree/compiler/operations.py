"""The machine operations: a row for each, and a column for each language: LLVM IR, C, NumPy.

NumPy does not have a b + c rounded once, which machine code has as an instruction: without LLVM it
is computed from fractions, number by number, since Python's quotient of integers is rounded once.
For float32 it is first rounded to odd, and then once in the end [Boldo2008].
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
    """Lines of LLVM IR: values of v, then the instruction for v itself; t is the type."""
    c: str
    """An expression of C; f is the end of the names of functions on floats."""
    numpy: Callable[..., Numbers]


def _intrinsic(name: str, count: int) -> str:
    return (
        f"call {{t}} @llvm.{name}.{{suffix}}({', '.join(f'{{t}} {{{x}}}' for x in 'abc'[:count])})"
    )


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
}
