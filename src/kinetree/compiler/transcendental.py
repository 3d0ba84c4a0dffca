"""Transcendental functions as arithmetic: one source for scalar and vector variants.

Each takes a traced number and expands to additions, multiplications, fused multiply-adds,
selects and four operations on the bits of a number (`rint`, `pow2`, `exponent`, `significand`).
They are computed in the precision of the kernel. Argument reductions keep a low part, so that
errors stay below 1.8 ulp. Special values are those of IEEE 754, but sin, cos and tan are nan beyond
2^30, and in float32 beyond 2^20, where an angle has lost its meaning.
"""

from collections.abc import Callable
from typing import Final

from ..scalar.expr import Scalar
from .exponential import cosh, exp, expm1, hypot, log, log1p, sinh, tanh
from .trigonometric import acos, asin, atan, atan2, cos, sin, tan

FUNCTIONS: Final[dict[str, Callable[..., Scalar]]] = {
    "sin": sin,
    "cos": cos,
    "tan": tan,
    "asin": asin,
    "acos": acos,
    "atan": atan,
    "atan2": atan2,
    "exp": exp,
    "log": log,
    "tanh": tanh,
    "sinh": sinh,
    "cosh": cosh,
    "expm1": expm1,
    "log1p": log1p,
    "hypot": hypot,
}

BINARY: Final = frozenset({"atan2", "hypot"})
"""The functions of two numbers."""
