"""Numbers that come in: which road they take, and how results go back in kind.

Plain numbers take the compiled kernel. Everything else is unpacked to an `Array` of generic scalars
and runs the page; results go back as what came in. Kinds are known by the name of their module.
"""

import importlib
from collections.abc import Sequence
from typing import Any, Final, cast

import numpy as np

from ..errors import BackendError
from ..scalar.array import Array, as_array, structural
from ..scalar.expr import Expr

_PLANNED: Final = ("jax", "jaxlib", "torch")


def root(x: Any) -> str:
    """The top module of a value's type."""
    return type(x).__module__.partition(".")[0]


def is_plain(x: Any) -> bool:
    """Whether a value is an array of plain real numbers, for the compiled kernel."""
    if isinstance(x, np.ndarray):
        return cast(Any, x).dtype.kind in "biufSU"
    if isinstance(x, (list, tuple)):
        return all(is_plain(entry) for entry in cast(Sequence[Any], x))
    return isinstance(x, (bool, int, float, str, np.generic)) and not isinstance(
        x, (complex, np.complexfloating)
    )


def unpack(x: Any) -> Array:
    """A value of any kind as an Array of generic scalars."""
    kind = root(x)
    if kind in _PLANNED:
        raise BackendError(f"{kind} arrays are not taken yet; pass NumPy arrays: np.asarray(x).")
    if kind == "casadi" and hasattr(x, "nz"):
        rows, columns = x.shape
        entries = [x[i, j] for i in range(rows) for j in range(columns)]
        return Array.of(entries, (rows,) if columns == 1 else (rows, columns))
    if kind in ("sympy", "mpmath") and hasattr(x, "rows"):
        rows, columns = int(x.rows), int(x.cols)
        entries = [x[i, j] for i in range(rows) for j in range(columns)]
        return Array.of(entries, (rows,) if columns == 1 else (rows, columns))
    return as_array(x)


def is_precise(x: Array) -> bool:
    """Whether an operand has mpmath's numbers."""
    return any(root(entry) == "mpmath" for entry in x.flat)


def precise(number: Any) -> Array:
    """A model's number for operands of mpmath: its floats would round among themselves."""
    mpmath: Any = importlib.import_module("mpmath")
    return structural(number).map(lambda x: mpmath.mpf(x) if isinstance(x, float) else x)


def kind_of_result(values: Sequence[Any]) -> str:
    """In what results go back: "Array" inside a page, "casadi", or "numpy"."""
    if any(isinstance(x, (Array, Expr)) or _holds_expr(x) for x in values):
        return "Array"
    return "casadi" if any(root(x) == "casadi" for x in values) else "numpy"


def _holds_expr(x: Any) -> bool:
    if not isinstance(x, (list, tuple)):
        return False
    entries = cast(Sequence[Any], x)
    return any(isinstance(e, (Array, Expr)) or _holds_expr(e) for e in entries)


def pack(x: Array, kind: str) -> Any:
    """A result in the kind that came in."""
    if kind == "Array":
        return x if x.shape else x.flat[0]
    if kind == "casadi":
        return _casadi(x)
    types: set[type[Any]] = {type(entry) for entry in x.flat}
    if types <= {int, float}:
        dtype: Any = float
    elif types <= {int, float, complex}:
        dtype = complex
    else:
        dtype = object
    result = np.empty(len(x.flat), dtype)
    result[:] = x.flat
    return result.reshape(x.shape)[()] if x.shape == () else result.reshape(x.shape)


def _casadi(x: Array) -> Any:
    casadi: Any = importlib.import_module("casadi")
    if x.ndim > 2:
        raise BackendError(f"a result of shape {x.shape}: CasADi has matrices only.")
    if x.ndim < 2:
        return casadi.vertcat(*x.flat)
    rows: list[Any] = [
        casadi.horzcat(*[x[i, j] for j in range(x.shape[1])]) for i in range(x.shape[0])
    ]
    return casadi.vertcat(*rows)
