"""The functions of each kind of number for the operations of the graph.

One table a kind, chosen by the name of the module that the number's type comes from: mpmath, SymPy
and CasADi are imported only if the user has imported them. Floats and complex numbers have
infinities and nan in place of exceptions.
"""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false

import cmath
import math
import operator
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from ..errors import BackendError
from .graph import Scalar
from .words import WORDS

ElementaryFunction: TypeAlias = Callable[..., Scalar]
Table: TypeAlias = Mapping[str, ElementaryFunction]

ELEMENTARY: Final = (
    *("sin", "cos", "tan", "asin", "acos", "atan", "exp", "log", "sqrt", "sinh", "cosh", "tanh"),
)
"""Those that every library has under these names."""
OTHERS: Final = ("expm1", "log1p", "atan2", "hypot")
"""Those that cmath and SymPy lack."""


def _ieee(function: ElementaryFunction, kind: type[float] | type[complex]) -> ElementaryFunction:
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


def _extremum(less: ElementaryFunction) -> ElementaryFunction:
    def pick(x: Scalar, y: Scalar) -> Scalar:
        if x != x or y != y:  # nan passes through
            return x + y
        return x if less(x, y) else y

    return pick


CHOICES: Final[Table] = {  # complex numbers are compared by their real parts
    "lt": lambda x, y: x.real < y.real,
    "le": lambda x, y: x.real <= y.real,
    "eq": operator.eq,
    "and": lambda x, y: bool(x) and bool(y),
    "or": lambda x, y: bool(x) or bool(y),
    "not": operator.not_,
    "select": lambda condition, x, y: x if condition else y,
    "minimum": _extremum(lambda x, y: x.real <= y.real),
    "maximum": _extremum(lambda x, y: x.real >= y.real),
    "abs": abs,
    "floor": lambda x: float(math.floor(x.real)) if math.isfinite(x.real) else x.real,
    "epsilon": lambda x: sys.float_info.epsilon,
    **WORDS,
}


def _float() -> Table:
    functions = {name: _ieee(getattr(math, name), float) for name in (*ELEMENTARY, *OTHERS)}
    return {**functions, **CHOICES, "copysign": math.copysign}


def _complex() -> Table:
    """Analytic functions, for the complex step."""
    return {
        **{name: _ieee(getattr(cmath, name), complex) for name in ELEMENTARY},
        **CHOICES,
        "abs": lambda x: -x if x.real < 0 else x,
        "expm1": _ieee(_complex_expm1, complex),
        "log1p": _ieee(_complex_log1p, complex),
        "atan2": _complex_atan2,
        "hypot": _complex_hypot,
    }


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


_POLES: Final = ((math.log, 0), (math.log1p, -1), (cmath.log, 0), (_complex_log1p, -1))
"""Functions and arguments whose result is -inf."""


def _mpmath() -> Table:
    import mpmath as mp

    def stumpff(k: int, x: Scalar) -> Scalar:
        series = mp.hyp1f2(1, mp.mpf(k + 1) / 2, mp.mpf(k + 2) / 2, -mp.mpmathify(x) / 4)
        return series / mp.factorial(k)

    def arc(k: int, w: Scalar) -> Scalar:
        """The k-th derivative of acos(w) / sqrt(1 - w^2) = 2F1(1, 1; 3 / 2; (1 - w) / 2)."""
        c = mp.mpf(3) / 2
        series = mp.hyp2f1(1 + k, 1 + k, c + k, (1 - mp.mpmathify(w)) / 2)
        return mp.factorial(k) ** 2 / mp.rf(c, k) * series / mp.mpf(-2) ** k

    functions = {name: getattr(mp, name) for name in (*ELEMENTARY, *OTHERS, "floor")}
    functions |= {"epsilon": lambda x: +mp.eps, "stumpff": stumpff, "arc": arc}
    return {**CHOICES, **functions}


def _sympy() -> Table:
    import sympy as sp

    def stumpff(k: int, x: Scalar) -> Scalar:
        if k == 0:
            return sp.cos(sp.sqrt(x))
        if k == 1:
            return sp.sin(sp.sqrt(x)) / sp.sqrt(x)
        return (1 / sp.factorial(k - 2) - stumpff(k - 2, x)) / x

    def arc(k: int, w: Scalar) -> Scalar:
        t = sp.Dummy("w")
        return sp.diff(sp.acos(t) / sp.sqrt(1 - t**2), t, k).subs(t, w)

    return {name: getattr(sp, name) for name in (*ELEMENTARY, "floor")} | {
        "lt": sp.StrictLessThan,
        "le": sp.LessThan,
        "eq": sp.Eq,
        "and": sp.And,
        "or": sp.Or,
        "not": sp.Not,
        "select": lambda condition, x, y: sp.Piecewise((x, condition), (y, True)),
        "minimum": sp.Min,
        "maximum": sp.Max,
        "abs": sp.Abs,
        "epsilon": CHOICES["epsilon"],
        "atan2": sp.atan2,
        "hypot": lambda x, y: sp.sqrt(x**2 + y**2),
        "expm1": lambda x: sp.exp(x) - 1,
        "log1p": lambda x: sp.log(1 + x),
        "stumpff": stumpff,
        "arc": arc,
    }


def _casadi() -> Table:
    import casadi as ca

    return {name: getattr(ca, name) for name in (*ELEMENTARY, *OTHERS, "floor")} | {
        "lt": ca.lt,
        "le": ca.le,
        "eq": ca.eq,
        "and": ca.logic_and,
        "or": ca.logic_or,
        "not": ca.logic_not,
        "select": ca.if_else,
        "minimum": ca.fmin,
        "maximum": ca.fmax,
        "abs": ca.fabs,
        "epsilon": CHOICES["epsilon"],
    }


_TABLES: Final[dict[str, Callable[[], Table]]] = {
    "float": _float,
    "complex": _complex,
    "mpmath": _mpmath,
    "sympy": _sympy,
    "casadi": _casadi,
}


@lru_cache
def table(kind: str) -> Table:
    """The table of a kind of number."""
    return _TABLES[kind]()


def kind_of(args: Sequence[Scalar]) -> str:
    """The kind of number that a function of `args` computes with."""
    kind = "float"
    for x in args:
        if isinstance(x, (bool, int, float)):
            continue
        if isinstance(x, complex):
            kind = "complex"
            continue
        root = type(x).__module__.partition(".")[0]
        if root not in _TABLES:
            raise BackendError(
                f"a number of type {type(x).__module__}.{type(x).__name__}: kinetree computes with "
                "int, float, complex, mpmath, SymPy and CasADi numbers."
            )
        return root
    return kind


def function_of(op: str, args: Sequence[Scalar]) -> Callable[..., Scalar]:
    """The function `op` of the kind of number of `args`."""
    kind = kind_of(args)
    function = table(kind).get(op)
    if function is None:
        raise BackendError(f"{op} of {kind} numbers is not known to kinetree.")
    return function


def arithmetic(op: str, x: Scalar, y: Scalar) -> Scalar:
    """An operator on plain numbers; a division by zero gives inf or nan, as IEEE says."""
    try:
        return _ARITHMETIC[op](x, y)
    except ZeroDivisionError:  # in this sample only
        return x * math.copysign(math.inf, y.real)


_ARITHMETIC: Final[Table] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
}
