"""Functions of C that statements call, and numbers in C."""

import math
import re
from typing import Final

import numpy as np

from ..compiler.precision import PRECISIONS
from ..scalar.expr import Scalar

NUMBERS: Final = {"float64": "double", "float32": "float"}
"""Types of C by dtype."""

_HELPERS: Final = """\
static inline NUMBER kt_pow2(NUMBER n) {
  BITS bits;
  NUMBER x = n + MOVED;
  memcpy(&bits, &x, sizeof x);
  bits <<= SHIFT;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline NUMBER kt_exponent(NUMBER x) {
  BITS bits;
  memcpy(&bits, &x, sizeof x);
  return (NUMBER)(bits >> SHIFT) - BIAS;
}

static inline NUMBER kt_significand(NUMBER x) {
  BITS bits;
  memcpy(&bits, &x, sizeof x);
  bits = (bits & FRACTION) | ONE;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline uint32_t kt_word(NUMBER x) {
  BITS bits;
  memcpy(&bits, &x, sizeof x);
  return (uint32_t)bits;
}

static inline NUMBER kt_number(BITS word) {
  NUMBER x;
  memcpy(&x, &word, sizeof x);
  return x;
}

static inline NUMBER kt_fraction(uint32_t a, uint32_t b) {
  if (sizeof(NUMBER) == 4) return (NUMBER)(a >> 8) * UNIT;
  return (NUMBER)((uint64_t)(a >> 5) << 26 | b >> 6) * UNIT;
}

static inline NUMBER kt_minimum(NUMBER a, NUMBER b) {
  return a == b ? (signbit(a) ? a : b) : a < b ? a : b < a ? b : a + b;
}

static inline NUMBER kt_maximum(NUMBER a, NUMBER b) {
  return a == b ? (signbit(a) ? b : a) : a > b ? a : b > a ? b : a + b;
}
"""
"""Functions of C that statements call; capitals stand for what depends on the type."""


def helpers(text: str, dtype: str) -> list[str]:
    """Definitions of the functions that statements call."""
    p, number = PRECISIONS[dtype], NUMBERS[dtype]
    size = np.dtype(dtype).itemsize * 8
    named = {
        "NUMBER": number,
        "BITS": f"uint{size}_t",
        "MOVED": literal(2.0**p.fraction_bits + p.bias, number),
        "SHIFT": str(p.fraction_bits),
        "BIAS": literal(p.bias, number),
        "FRACTION": f"UINT{size}_C({(1 << p.fraction_bits) - 1:#x})",
        "UNIT": literal(p.epsilon / 2, number),
        "ONE": f"UINT{size}_C({p.bias << p.fraction_bits:#x})",
    }
    functions = _HELPERS.removesuffix("\n").split("\n\n")
    called = "".join(f"{x}\n" for x in functions if re.findall(r"kt_\w+\(", x)[0] in text)
    return [re.sub("|".join(named), lambda match: named[match[0]], called)] if called else []


def literal(x: Scalar, number: str) -> str:
    """A number in C."""
    value = float(x)
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    text = value.hex() + ("f" if number == "float" else "")
    return f"({text})" if text.startswith("-") else text
