"""The functions of each kind of number for the operations of the graph.

One table a kind, chosen by the name of the module that the number's type comes from: mpmath, SymPy
and CasADi are imported only if the user has imported them.
"""
# pyright: reportMissingTypeStubs=false, reportMissingModuleSource=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from ..errors import BackendError
from .plain_numbers import CHOICES, FUNCTIONS, NEAR_ONE, Table, complex_table, float_table
from .types import Scalar


def _mpmath() -> Table:
    import mpmath as mp

    names = (*FUNCTIONS, *NEAR_ONE, "atan2", "hypot")

    def stumpff(k: int, x: Scalar) -> Scalar:
        term, total, i = 1 / mp.factorial(k), mp.mpf(0), k
        with mp.extradps(int(abs(x) ** 0.5) + 5):  # the terms cancel as cosh against cos
            while abs(term) > mp.eps * abs(total) or i * i < abs(x):
                total, i = total + term, i + 2
                term = -term * x / ((i - 1) * i)
        return +total

    def arc(k: int, w: Scalar) -> Scalar:
        with mp.extradps(15 * (k + 1)):
            w = mp.mpf(w)
            return (_arc_series if abs(1 - w) < 0.5 else _arc_closed)(k, w)

    functions = {name: getattr(mp, name) for name in names}
    return {**functions, **CHOICES, "stumpff": stumpff, "arc": arc}


def _arc_series(k: int, w: Scalar) -> Scalar:
    import mpmath as mp

    coefficient, total, n = mp.mpf(1), mp.mpf(0), 0
    while True:
        term = coefficient * mp.ff(n, k) * (w - 1) ** (n - k) if n >= k else None
        if term is not None:
            total += term
            if abs(term) <= mp.eps * abs(total):
                return total
        n += 1
        coefficient *= -mp.mpf(n) / (2 * n + 1)


def _arc_closed(k: int, w: Scalar) -> Scalar:
    import mpmath as mp

    before, value = mp.mpf(0), mp.acos(w) / mp.sqrt(1 - w * w)
    for n in range(k):
        rise = n * n * before if n else -mp.mpf(1)
        before, value = value, ((2 * n + 1) * w * value + rise) / (1 - w * w)
    return value


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

    return {name: getattr(sp, name) for name in FUNCTIONS} | {
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
        "atan2": sp.atan2,
        "hypot": lambda x, y: sp.sqrt(x**2 + y**2),
        "expm1": lambda x: sp.exp(x) - 1,
        "log1p": lambda x: sp.log(1 + x),
        "stumpff": stumpff,
        "arc": arc,
    }


def _casadi() -> Table:
    import casadi as ca

    return {name: getattr(ca, name) for name in (*FUNCTIONS, *NEAR_ONE, "atan2", "hypot")} | {
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
    "float": float_table,
    "complex": complex_table,
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


def has_function(op: str, args: Sequence[Scalar]) -> bool:
    """Whether the kind of number of `args` has a function `op`."""
    return op in table(kind_of(args))


def arithmetic(op: str, x: Scalar, y: Scalar) -> Scalar:
    """An operator on plain numbers; a division by zero gives inf or nan, as IEEE says."""
    match op:
        case "add":
            return x + y
        case "sub":
            return x - y
        case "mul":
            return x * y
        case _:
            try:
                return x / y
            except ZeroDivisionError:  # in this sample only
                return x * math.copysign(math.inf, y.real)
