"""The functions of each kind of number for the operations of the graph.

One table a kind, chosen by the name of the module that the number's type comes from, so that
mpmath, SymPy and CasADi are imported only if the user has imported them.
"""

import cmath
import importlib
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from ..errors import BackendError

Table = Mapping[str, Callable[..., Any]]

_FUNCTIONS: Final = (
    *("sin", "cos", "tan", "asin", "acos", "atan"),
    *("exp", "log", "sqrt", "sinh", "cosh", "tanh"),
)
_NEAR_ONE: Final = ("expm1", "log1p")
"""Functions that neither cmath nor SymPy has."""
_NAN: Final = math.nan


_POLES: Final = ((math.log, 0), (math.log1p, -1))
"""Functions and arguments whose result is -inf."""


def _quiet(function: Callable[..., float]) -> Callable[..., float]:
    """A math function with IEEE results instead of exceptions: log(0) is -inf, sqrt(-1) is nan."""

    def ieee(*args: float) -> float:
        try:
            return function(*args)
        except ValueError:
            return -math.inf if (function, *args) in _POLES else _NAN
        except OverflowError:
            return -math.inf if function is math.sinh and args[0] < 0 else math.inf

    return ieee


def _extremum(less: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def pick(x: Any, y: Any) -> Any:
        if x != x or y != y:  # nan passes through
            return x + y
        return x if less(x, y) else y

    return pick


def _and(x: Any, y: Any) -> bool:
    return bool(x) and bool(y)


def _or(x: Any, y: Any) -> bool:
    return bool(x) or bool(y)


def _select(condition: Any, x: Any, y: Any) -> Any:
    return x if condition else y


_CHOICES: Final[dict[str, Callable[..., Any]]] = {
    "lt": operator.lt,
    "le": operator.le,
    "eq": operator.eq,
    "and": _and,
    "or": _or,
    "not": operator.not_,
    "select": _select,
    "minimum": _extremum(operator.le),
    "maximum": _extremum(operator.ge),
    "abs": abs,
}


def _float() -> Table:
    return (
        {name: _quiet(getattr(math, name)) for name in (*_FUNCTIONS, *_NEAR_ONE)}
        | _CHOICES
        | {"atan2": math.atan2, "hypot": math.hypot, "copysign": math.copysign}
    )


def _complex() -> Table:
    """Functions of complex numbers for the complex step: comparison by real parts, analytic abs."""

    functions = {name: _quiet_complex(getattr(cmath, name)) for name in _FUNCTIONS}
    near_one = {"expm1": _quiet_complex(_complex_expm1), "log1p": _quiet_complex(_complex_log1p)}
    return functions | near_one | _CHOICES | _COMPLEX_CHOICES


def _quiet_complex(function: Callable[..., complex]) -> Callable[..., complex]:
    """A cmath function with infinities and nan instead of exceptions."""

    def ieee(x: complex) -> complex:
        try:
            return function(x)
        except ValueError:
            return complex(-math.inf if function in (cmath.log, _complex_log1p) else _NAN)
        except OverflowError:
            return complex(-math.inf if function is cmath.sinh and x.real < 0 else math.inf)

    return ieee


def _complex_expm1(z: complex) -> complex:
    turned = 2 * math.sin(z.imag / 2) ** 2  # 1 - cos
    real = math.expm1(z.real) * math.cos(z.imag) - turned
    return complex(real, math.exp(z.real) * math.sin(z.imag))


def _complex_log1p(z: complex) -> complex:
    if not abs(z) < 0.25:
        return cmath.log(1 + z)
    square = z.real * (2 + z.real) + z.imag * z.imag  # |1 + z|^2 - 1
    return complex(0.5 * math.log1p(square), math.atan2(z.imag, 1 + z.real))


def _complex_hypot(x: Any, y: Any) -> complex:
    """The analytic root of x^2 + y^2, scaled; its square at 0, as `norm`."""
    scale = max(abs(x.real), abs(y.real))
    if math.isinf(x.real) or math.isinf(y.real):
        return complex(math.inf)
    if scale == 0:
        return x * x + y * y
    a, b = x / scale, y / scale
    return scale * cmath.sqrt(a * a + b * b)


def _real_lt(x: Any, y: Any) -> bool:
    return x.real < y.real


def _real_le(x: Any, y: Any) -> bool:
    return x.real <= y.real


def _real_ge(x: Any, y: Any) -> Any:
    return x.real >= y.real


def _real_abs(x: Any) -> Any:
    return -x if x.real < 0 else x


def _complex_atan2(y: Any, x: Any) -> complex:
    """The analytic atan of the ratio, in the quadrant of the real parts."""
    if x == 0 == y:
        return complex(math.atan2(y.real, x.real))
    if abs(x.real) > abs(y.real):
        ratio = cmath.atan(y / x)
    else:
        ratio = math.copysign(math.pi / 2, y.real) - cmath.atan(x / y)
    turns = math.atan2(y.real, x.real) - ratio.real
    return ratio + round(turns / math.pi) * math.pi


_COMPLEX_CHOICES: Final[dict[str, Callable[..., Any]]] = {
    "lt": _real_lt,
    "le": _real_le,
    "minimum": _extremum(_real_le),
    "maximum": _extremum(_real_ge),
    "abs": _real_abs,
    "atan2": _complex_atan2,
    "hypot": _complex_hypot,
}


def _mpmath() -> Table:
    mp = importlib.import_module("mpmath")
    names = (*_FUNCTIONS, *_NEAR_ONE, "atan2", "hypot")
    table = {name: getattr(mp, name) for name in names} | _CHOICES

    def stumpff(k: int, x: Any) -> Any:
        term, total, i = 1 / mp.factorial(k), mp.mpf(0), k
        with mp.extradps(int(abs(x) ** 0.5) + 5):  # the terms cancel as cosh against cos
            while abs(term) > mp.eps * abs(total) or i * i < abs(x):
                total, i = total + term, i + 2
                term = -term * x / ((i - 1) * i)
        return +total

    def arc(k: int, w: Any) -> Any:
        with mp.extradps(15 * (k + 1)):
            w = mp.mpf(w)
            return (_arc_series if abs(1 - w) < 0.5 else _arc_closed)(mp, k, w)

    return table | {"stumpff": stumpff, "arc": arc}


def _arc_series(mp: Any, k: int, w: Any) -> Any:
    coefficient, total, n = mp.mpf(1), mp.mpf(0), 0
    while True:
        term = coefficient * mp.ff(n, k) * (w - 1) ** (n - k) if n >= k else None
        if term is not None:
            total += term
            if abs(term) <= mp.eps * abs(total):
                return total
        n += 1
        coefficient *= -mp.mpf(n) / (2 * n + 1)


def _arc_closed(mp: Any, k: int, w: Any) -> Any:
    before, value = mp.mpf(0), mp.acos(w) / mp.sqrt(1 - w * w)
    for n in range(k):
        rise = n * n * before if n else -mp.mpf(1)
        before, value = value, ((2 * n + 1) * w * value + rise) / (1 - w * w)
    return value


def _sympy() -> Table:
    sp = importlib.import_module("sympy")

    def select(c: Any, x: Any, y: Any) -> Any:
        return sp.Piecewise((x, c), (y, True))

    def hypot(x: Any, y: Any) -> Any:
        return sp.sqrt(x**2 + y**2)

    def expm1(x: Any) -> Any:
        return sp.exp(x) - 1

    def log1p(x: Any) -> Any:
        return sp.log(1 + x)

    def stumpff(k: int, x: Any) -> Any:
        if k == 0:
            return sp.cos(sp.sqrt(x))
        if k == 1:
            return sp.sin(sp.sqrt(x)) / sp.sqrt(x)
        return (1 / sp.factorial(k - 2) - stumpff(k - 2, x)) / x

    def arc(k: int, w: Any) -> Any:
        t = sp.Dummy("w")
        return sp.diff(sp.acos(t) / sp.sqrt(1 - t**2), t, k).subs(t, w)

    return {name: getattr(sp, name) for name in _FUNCTIONS} | {
        "lt": sp.StrictLessThan,
        "le": sp.LessThan,
        "eq": sp.Eq,
        "and": sp.And,
        "or": sp.Or,
        "not": sp.Not,
        "select": select,
        "minimum": sp.Min,
        "maximum": sp.Max,
        "abs": sp.Abs,
        "atan2": sp.atan2,
        "hypot": hypot,
        "expm1": expm1,
        "log1p": log1p,
        "stumpff": stumpff,
        "arc": arc,
    }


def _casadi() -> Table:
    ca = importlib.import_module("casadi")
    return {name: getattr(ca, name) for name in (*_FUNCTIONS, *_NEAR_ONE, "atan2", "hypot")} | {
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


def kind_of(args: Sequence[Any]) -> str:
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


def table_of(op: str, args: Sequence[Any]) -> Callable[..., Any]:
    """The function `op` of the kind of number of `args`."""
    kind = kind_of(args)
    function = table(kind).get(op)
    if function is None:
        raise BackendError(f"{op} of {kind} numbers is not known to kinetree.")
    return function


def has_function(op: str, args: Sequence[Any]) -> bool:
    """Whether the kind of number of `args` has a function `op`."""
    return op in table(kind_of(args))
