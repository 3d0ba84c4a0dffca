"""The functions of float and complex numbers: with infinities and nan in place of exceptions."""
# pyright: reportUnknownLambdaType=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import cmath
import math
import operator
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from .types import Scalar

Table: TypeAlias = Mapping[str, Callable[..., Scalar]]

FUNCTIONS: Final = (
    *("sin", "cos", "tan", "asin", "acos", "atan"),
    *("exp", "log", "sqrt", "sinh", "cosh", "tanh"),
)
"""Those that every library has under these names."""
NEAR_ONE: Final = ("expm1", "log1p")
"""Functions that neither cmath nor SymPy has."""


def ieee(
    function: Callable[..., Scalar], kind: type[float] | type[complex]
) -> Callable[..., Scalar]:
    """A function of math or cmath with IEEE results: log(0) is -inf, sqrt(-1) is nan."""

    def quiet(*args: Scalar) -> Scalar:
        try:
            return function(*args)
        except ValueError:
            return kind(-math.inf if (function, *args) in _POLES else math.nan)
        except OverflowError:
            is_negative = function in (math.sinh, cmath.sinh) and args[0].real < 0
            return kind(-math.inf if is_negative else math.inf)

    return quiet


def _extremum(less: Callable[[Scalar, Scalar], Scalar]) -> Callable[[Scalar, Scalar], Scalar]:
    def pick(x: Scalar, y: Scalar) -> Scalar:
        if x != x or y != y:  # nan passes through
            return x + y
        return x if less(x, y) else y

    return pick


CHOICES: Final[Table] = {
    "lt": operator.lt,
    "le": operator.le,
    "eq": operator.eq,
    "and": lambda x, y: bool(x) and bool(y),
    "or": lambda x, y: bool(x) or bool(y),
    "not": operator.not_,
    "select": lambda condition, x, y: x if condition else y,
    "minimum": _extremum(operator.le),
    "maximum": _extremum(operator.ge),
    "abs": abs,
}


def float_table() -> Table:
    """Functions of floats."""
    functions = {name: ieee(getattr(math, name), float) for name in (*FUNCTIONS, *NEAR_ONE)}
    others = {"atan2": math.atan2, "hypot": math.hypot, "copysign": math.copysign}
    return {**functions, **CHOICES, **others}


def complex_table() -> Table:
    """Functions of complex numbers for the complex step: comparison by real parts, analytic abs."""
    functions = {name: ieee(getattr(cmath, name), complex) for name in FUNCTIONS}
    return {**functions, **CHOICES, **_COMPLEX}


def _complex_expm1(z: complex) -> complex:
    turned = 2 * math.sin(z.imag / 2) ** 2  # 1 - cos
    real = math.expm1(z.real) * math.cos(z.imag) - turned
    return complex(real, math.exp(z.real) * math.sin(z.imag))


def _complex_log1p(z: complex) -> complex:
    if not abs(z) < 0.25:
        return cmath.log(1 + z)
    square = z.real * (2 + z.real) + z.imag * z.imag  # |1 + z|^2 - 1
    return complex(0.5 * math.log1p(square), math.atan2(z.imag, 1 + z.real))


def _complex_hypot(x: complex, y: complex) -> complex:
    """The analytic root of x^2 + y^2, scaled; its square at 0, as `norm`."""
    scale = max(abs(x.real), abs(y.real))
    if math.isinf(x.real) or math.isinf(y.real):
        return complex(math.inf)
    if scale == 0:
        return x * x + y * y
    a, b = x / scale, y / scale
    return scale * cmath.sqrt(a * a + b * b)


def _complex_atan2(y: complex, x: complex) -> complex:
    """The analytic atan of the ratio, in the quadrant of the real parts."""
    if x == 0 == y:
        return complex(math.atan2(y.real, x.real))
    if abs(x.real) > abs(y.real):
        ratio = cmath.atan(y / x)
    else:
        ratio = math.copysign(math.pi / 2, y.real) - cmath.atan(x / y)
    turns = math.atan2(y.real, x.real) - ratio.real
    return ratio + round(turns / math.pi) * math.pi


_COMPLEX: Final[Table] = {
    "lt": lambda x, y: x.real < y.real,
    "le": lambda x, y: x.real <= y.real,
    "minimum": _extremum(lambda x, y: x.real <= y.real),
    "maximum": _extremum(lambda x, y: x.real >= y.real),
    "abs": lambda x: -x if x.real < 0 else x,
    "expm1": ieee(_complex_expm1, complex),
    "log1p": ieee(_complex_log1p, complex),
    "atan2": _complex_atan2,
    "hypot": _complex_hypot,
}

_POLES: Final = (
    *((math.log, 0), (math.log1p, -1)),
    *((cmath.log, 0), (_complex_log1p, -1)),
)
"""Functions and arguments whose result is -inf."""
