"""The machine operations on words of 32 bits, which are in the bits of numbers (scalar/words.py).

What is in the upper half of a float64 is of no importance: products and fractions leave it out.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]
Integers = NDArray[np.uint64]

_BITS: Final = "{v}.x = bitcast {t} {a} to {int}\n{v}.y = bitcast {t} {b} to {int}\n"
_NUMBER: Final = "\nbitcast {int} {v}.w to {t}"


def _words(x: Numbers) -> Integers:
    """The words in the bits of numbers."""
    return np.asarray(x).view(f"u{x.dtype.itemsize}").astype(np.uint64) & np.uint64(0xFFFF_FFFF)


def _on_words(function: Callable[[Integers, Integers], Integers]) -> Callable[..., Numbers]:
    def computed(a: Numbers, b: Numbers) -> Numbers:
        return _numbers(function(_words(a), _words(b)), a.dtype)

    return computed


def _numbers(words: Integers, dtype: Any) -> Numbers:
    return words.astype(f"u{dtype.itemsize}").view(dtype)


def _word(high: Numbers, low: Numbers) -> Numbers:
    upper, lower = (x.astype(np.uint64) for x in (high, low))
    return _numbers(upper << np.uint64(16) | lower, high.dtype)


def _fraction(a: Numbers, b: Numbers) -> Numbers:
    x, y = _words(a), _words(b)
    if a.dtype == np.float32:
        return (x >> np.uint64(8)).astype(np.float32) * np.float32(2.0**-24)
    return (x >> np.uint64(5) << np.uint64(26) | y >> np.uint64(6)).astype(np.float64) * 2.0**-53


WORD_OPERATIONS: Final = {
    "word": (
        "{v}.h = fadd {t} {a}, {whole}\n"
        "{v}.l = fadd {t} {b}, {whole}\n"
        "{v}.x = bitcast {t} {v}.h to {int}\n"
        "{v}.y = bitcast {t} {v}.l to {int}\n"
        "{v}.s = shl {int} {v}.x, {half_word}\n"
        "{v}.m = and {int} {v}.y, {low_half}\n"
        "{v}.w = or {int} {v}.s, {v}.m" + _NUMBER,
        "kt_number((uint32_t){a} << 16 | (uint32_t){b})",
        _word,
    ),
    "word_add": (
        _BITS + "{v}.w = add {int} {v}.x, {v}.y" + _NUMBER,
        "kt_number(kt_word({a}) + kt_word({b}))",
        _on_words(np.add),
    ),
    "word_xor": (
        _BITS + "{v}.w = xor {int} {v}.x, {v}.y" + _NUMBER,
        "kt_number(kt_word({a}) ^ kt_word({b}))",
        _on_words(np.bitwise_xor),
    ),
    "word_mullo": (
        _BITS + "{v}.p = and {int} {v}.x, {word}\n"
        "{v}.q = and {int} {v}.y, {word}\n"
        "{v}.w = mul {int} {v}.p, {v}.q" + _NUMBER,
        "kt_number(kt_word({a}) * kt_word({b}))",
        _on_words(np.multiply),
    ),
    "word_mulhi": (
        _BITS + "{v}.p = {widen} {v}.x{wide}\n"
        "{v}.q = {widen} {v}.y{wide}\n"
        "{v}.m = mul {long} {v}.p, {v}.q\n"
        "{v}.h = lshr {long} {v}.m, {word_bits}\n"
        "{v}.w = {narrow} {v}.h{narrowed}" + _NUMBER,
        "kt_number((uint32_t)((uint64_t)kt_word({a}) * kt_word({b}) >> 32))",
        _on_words(lambda a, b: a * b >> np.uint64(32)),
    ),
    "fraction": (
        # two parts that a fraction field holds, of which the sum is exact
        _BITS + "{v}.p = and {int} {v}.x, {word}\n"
        "{v}.q = and {int} {v}.{rest}, {rest_mask}\n"
        "{v}.r = lshr {int} {v}.p, {dropped}\n"
        "{v}.s = lshr {int} {v}.q, {rest_dropped}\n"
        "{v}.i = or {int} {v}.r, {magic}\n"
        "{v}.j = or {int} {v}.s, {magic}\n"
        "{v}.f = bitcast {int} {v}.i to {t}\n"
        "{v}.g = bitcast {int} {v}.j to {t}\n"
        "{v}.c = fsub {t} {v}.f, {whole}\n"
        "{v}.d = fsub {t} {v}.g, {whole}\n"
        "{v}.h = fmul {t} {v}.c, {unit}\n"
        "{v}.l = fmul {t} {v}.d, {rest_unit}\n"
        "fadd {t} {v}.h, {v}.l",
        "kt_fraction(kt_word({a}), kt_word({b}))",
        _fraction,
    ),
}
"""As lines of LLVM IR, an expression of C, and a function of NumPy."""
