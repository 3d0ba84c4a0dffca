"""Numbers that come in: which road they take, and how results go back in kind.

Plain numbers take the compiled kernel. Everything else is unpacked to an `Array` of generic scalars
and runs the page; results go back as what came in. Kinds are known by the name of their module.
"""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

import numpy as np

from ..errors import BackendError
from ..scalar.array import Array, as_array, structural
from ..scalar.expr import Expr
from ..scalar.spans import written
from .statics import PLACEMENT

_PLANNED: Final = ("jax", "jaxlib", "torch")
NUMERIC: Final = ("sympy", "mpmath", "casadi")
"""Modules whose numbers a page computes with."""
_SINGLE: Final = (np.dtype("<f4"), np.dtype(">f4"))
_KEPT: Final = ("kinetree", *NUMERIC, *_PLANNED)
"""Modules whose values are taken as they are, though NumPy could read some of them."""


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


def taken(x: Any) -> Any:
    """An operand as it came, but ranges, data frames and other foreign arrays as NumPy's."""
    if is_plain(x) or root(x) in _KEPT:
        return x
    if isinstance(x, (list, tuple)):
        return [taken(entry) for entry in cast(Sequence[Any], x)]
    return np.asarray(x) if isinstance(x, range) or hasattr(x, "__array__") else x


def shape_of(x: Any) -> tuple[int, ...]:
    """The shape that `unpack` would give."""
    return cast(Any, x).shape if isinstance(x, (np.ndarray, Array)) else unpack(x).shape


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
    return any(root(entry) == "mpmath" for entry in written(x.flat))


def precise(number: Any) -> Array:
    """A model's number for operands of mpmath: its floats would round among themselves."""
    mpmath: Any = importlib.import_module("mpmath")
    return structural(number).map(lambda x: mpmath.mpf(x) if isinstance(x, float) else x)


def kind_of_result(model: Any, values: Sequence[Any]) -> str:
    """In what results go back: "Array" inside a page, "casadi", or "numpy"."""
    leaves = list(_leaves(values))
    if isinstance(model.gravity, Array) or any(isinstance(x, (Array, Expr)) for x in leaves):
        return "Array"
    return "casadi" if any(root(x) == "casadi" for x in leaves) else "numpy"


def _leaves(values: Sequence[Any]) -> Iterator[Any]:
    for x in values:
        if isinstance(x, (list, tuple)):
            yield from _leaves(cast(Sequence[Any], x))
        else:
            yield x


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


def sample(x: Array, core: int, index: tuple[int, ...]) -> Array:
    """An operand in the sample at `index` of the batch."""
    batch = x.shape[: x.ndim - core]
    if not batch:
        return x
    tail = index[len(index) - len(batch) :]
    found = x[tuple(0 if n == 1 else i for i, n in zip(tail, batch, strict=True))]
    return found if isinstance(found, Array) else Array.of([found], ())


def batched(samples: list[Array], batch: tuple[int, ...]) -> Array:
    """The results of all samples of a batch in one."""
    flat = [entry for x in samples for entry in x.flat]
    return Array.of(flat, (*batch, *samples[0].shape))


def kernel_dtype(operands: Mapping[str, Any]) -> str:
    """float32 only if every operand is, in either byte order."""
    given = [x for name, x in operands.items() if name != PLACEMENT]
    single = all(getattr(x, "dtype", None) in _SINGLE for x in given)
    return "float32" if single and given else "float64"


def cast_for_kernel(operands: Mapping[str, Any], dtype: str) -> list[Any]:
    """The operands for a kernel of `dtype`: the door's own, placements of frames, as it needs."""
    return [np.asarray(x, dtype) if name == PLACEMENT else x for name, x in operands.items()]
