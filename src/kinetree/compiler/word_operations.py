"""The machine operations on words of 32 bits, which are in the bits of numbers (scalar/words.py).

The upper half of a float64 is of no importance: products and fractions leave it out.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]
Columns = tuple[str, str, Callable[[Numbers, Numbers], Numbers]]

_BITS: Final = "{v}.x = bitcast {t} {a} to {int}\n{v}.y = bitcast {t} {b} to {int}\n"
_NUMBER: Final = "\nbitcast {int} {v}.w to {t}"


def _words(x: Numbers) -> Numbers:
    """The words in the bits of numbers, as integers of 64 bits."""
    return np.asarray(x).view(f"u{x.dtype.itemsize}").astype("u8") & np.uint64(0xFFFF_FFFF)


def _operation(ir: str, c: str, function: Callable[[Numbers, Numbers], Numbers]) -> Columns:
    """An operation on two words."""

    def computed(a: Numbers, b: Numbers) -> Numbers:
        return function(_words(a), _words(b)).astype(f"u{a.dtype.itemsize}").view(a.dtype)

    words = c.format(a="kt_word({a})", b="kt_word({b})")
    return _BITS + ir + _NUMBER, f"kt_number((uint32_t)({words}))", computed


def _word(high: Numbers, low: Numbers) -> Numbers:
    word = high.astype("u8") << np.uint64(16) | low.astype("u8")
    return word.astype(f"u{high.dtype.itemsize}").view(high.dtype)


def _fraction(a: Numbers, b: Numbers) -> Numbers:
    x, y = _words(a), _words(b)
    if a.dtype == np.float32:
        return (x >> np.uint64(8)).astype("f4") * np.float32(2.0**-24)
    return (x >> np.uint64(5) << np.uint64(26) | y >> np.uint64(6)).astype("f8") * 2.0**-53


WORD_OPERATIONS: Final[dict[str, Columns]] = {
    "word": (
        "{v}.h = fadd {t} {a}, {whole}\n{v}.l = fadd {t} {b}, {whole}\n"
        "{v}.x = bitcast {t} {v}.h to {int}\n{v}.y = bitcast {t} {v}.l to {int}\n"
        "{v}.s = shl {int} {v}.x, <16>\n{v}.m = and {int} {v}.y, <65535>\n"
        "{v}.w = or {int} {v}.s, {v}.m" + _NUMBER,
        "kt_number((uint32_t){a} << 16 | (uint32_t){b})",
        _word,
    ),
    "word_add": _operation("{v}.w = add {int} {v}.x, {v}.y", "{a} + {b}", np.add),
    "word_xor": _operation("{v}.w = xor {int} {v}.x, {v}.y", "{a} ^ {b}", np.bitwise_xor),
    "word_mullo": _operation(
        "{v}.p = and {int} {v}.x, {word}\n{v}.q = and {int} {v}.y, {word}\n"
        "{v}.w = mul {int} {v}.p, {v}.q",
        "{a} * {b}",
        np.multiply,
    ),
    "word_mulhi": _operation(
        "64|{v}.p = and {int} {v}.x, {word}\n64|{v}.q = and {int} {v}.y, {word}\n"
        "32|{v}.p = zext {int} {v}.x to {long}\n32|{v}.q = zext {int} {v}.y to {long}\n"
        "{v}.m = mul {long} {v}.p, {v}.q\n"
        "64|{v}.w = lshr {long} {v}.m, {word_bits}\n"
        "32|{v}.h = lshr {long} {v}.m, {word_bits}\n32|{v}.w = trunc {long} {v}.h to {int}",
        "(uint64_t){a} * {b} >> 32",
        lambda a, b: a * b >> np.uint64(32),
    ),
    "fraction": (
        "{v}.x = bitcast {t} {a} to {int}\n"
        "64|{v}.y = bitcast {t} {b} to {int}\n"
        "64|{v}.p = and {int} {v}.x, {word}\n64|{v}.q = and {int} {v}.y, {word}\n"
        "64|{v}.r = lshr {int} {v}.p, <5>\n64|{v}.s = lshr {int} {v}.q, <6>\n"
        "64|{v}.i = or {int} {v}.r, {magic}\n64|{v}.j = or {int} {v}.s, {magic}\n"
        "64|{v}.f = bitcast {int} {v}.i to {t}\n64|{v}.g = bitcast {int} {v}.j to {t}\n"
        "64|{v}.c = fsub {t} {v}.f, {whole}\n64|{v}.d = fsub {t} {v}.g, {whole}\n"
        "64|{v}.h = fmul {t} {v}.c, <2^-27>\n64|{v}.l = fmul {t} {v}.d, <2^-53>\n"
        "64|fadd {t} {v}.h, {v}.l\n"
        "32|{v}.h = lshr {int} {v}.x, <8>\n32|{v}.n = uitofp {int} {v}.h to {t}\n"
        "32|fmul {t} {v}.n, <2^-24>",
        "kt_fraction(kt_word({a}), kt_word({b}))",
        _fraction,
    ),
}
"""LLVM IR, of which lines may hold for one size of numbers in bits; C; NumPy."""
