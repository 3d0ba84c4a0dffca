"""Kinds of operands: which of them a kernel takes.

Arrays of plain numbers go to the compiled kernel. Everything else is unpacked to an `Array` of
generic scalars, on which the algorithm runs in Python. A kind is identified by the name of its
module.
"""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

import numpy as np

from ..errors import BackendError, ShapeError, kind_of
from ..scalar.array import Array, Components, as_array, broadcast_to
from ..scalar.math import stack
from .framework import framework_of
from .signature import Arguments, Dims, Operand
from .statics import PLACEMENT

NUMERIC: Final = ("sympy", "mpmath", "casadi")
"""Modules whose numbers an algorithm computes with."""
_CPU: Final = 1
"""The kind of device in DLPack whose memory NumPy reads."""
_SINGLE: Final = (np.dtype("<f4"), np.dtype(">f4"))
_ACCEPTED: Final = ("kinetree", *NUMERIC)
"""Modules whose values are not converted, though NumPy could read some of them."""


def module_name(x: Operand) -> str:
    """The top-level module of a value's type."""
    return type(x).__module__.partition(".")[0]


def joined(x: Operand) -> Any:
    """A value; a list with arrays of a framework in it as one array."""
    elements = cast(Sequence[Any], x) if isinstance(x, (list, tuple)) else ()
    framework = next(filter(None, map(framework_of, leaves(elements))), None)
    if framework is None:
        return cast(Any, x)
    parts = [joined(element) for element in elements]
    return framework.stack(parts, np.broadcast_shapes(*map(shape_of, parts)), 0)


def stacked(values: list[Any], dims: Dims, what: str) -> Any:
    """The values of a dict stacked along a new first core axis, after the batch axes."""
    core = len(dims) - 1
    shapes = [shape_of(x) for x in values]
    try:
        common = np.broadcast_shapes(*shapes)
    except ValueError:
        listed = " and ".join(map(str, shapes))
        raise ShapeError(f"{what} have shapes {listed}, which do not fit together.") from None
    if not values:
        return np.zeros((0, *map(int, dims[1:])))
    axis = len(common) - core
    if all(is_plain(x) for x in values):
        return np.stack([np.broadcast_to(x, common) for x in values], axis)
    framework = next(filter(None, map(framework_of, values)), None)
    if framework is not None:
        return framework.stack(values, common, axis)
    return stack([broadcast_to(to_array(x), common) for x in values], axis)


def is_plain(x: Operand) -> bool:
    """Whether a value is an array of plain real numbers, for the compiled kernel."""
    if isinstance(x, np.ndarray):
        return cast(Any, x).dtype.kind in "biufSUVMm"
    if isinstance(x, (list, tuple)):
        return all(is_plain(element) for element in cast(Sequence[Any], x))
    return isinstance(x, (bool, int, float, str, np.generic)) and not isinstance(
        x, (complex, np.complexfloating)
    )


def as_operand(x: Operand) -> Any:
    """An operand, with ranges, data frames and other foreign arrays converted to NumPy arrays.

    Placements, motions, forces and inertias become arrays of their components.
    """
    if isinstance(x, Components):
        plain = all(isinstance(element, (int, float)) for element in x.array.flat)
        return np.asarray(x, float) if plain else x.array
    if is_plain(x) or module_name(x) in _ACCEPTED or framework_of(x) is not None:
        return x
    if isinstance(x, (list, tuple)):
        return [as_operand(element) for element in cast(Sequence[Any], x)]
    if isinstance(x, range) or hasattr(x, "__array__") or hasattr(x, "__array_interface__"):
        return np.asarray(x)
    if not hasattr(x, "__dlpack_device__"):
        return x
    if x.__dlpack_device__()[0] == _CPU:
        return np.from_dlpack(x)
    raise BackendError(
        f"{kind_of(x)} is on a device that is neither a CPU nor a GPU of NVIDIA, or has no shape "
        "or dtype; pass an array of PyTorch, CuPy or JAX."
    )


def shape_of(x: Operand) -> tuple[int, ...]:
    """The shape of `to_array(x)`, or of an array of a framework."""
    if isinstance(x, (np.ndarray, Array)) or framework_of(x) is not None:
        return tuple(cast(Any, x).shape)
    return to_array(x).shape


def to_array(x: Operand) -> Array:
    """A value of any kind as an Array of generic scalars."""
    kind = module_name(x)
    if hasattr(x, {"casadi": "nz", "sympy": "rows", "mpmath": "rows"}.get(kind, "no matrix")):
        rows, columns = x.shape if kind == "casadi" else (int(x.rows), int(x.cols))
        elements = [x[i, j] for i in range(rows) for j in range(columns)]
        return Array.of(elements, (rows,) if columns == 1 else (rows, columns))
    return as_array(x)


def leaves(values: Sequence[Operand]) -> Iterator[Any]:
    """The elements of nested lists and tuples."""
    for x in values:
        if isinstance(x, (list, tuple)):
            yield from leaves(cast(Sequence[Any], x))
        else:
            yield x


def kernel_dtype(operands: Arguments) -> str:
    """float32 only if every operand is, in either byte order."""
    values = [x for name, x in operands.items() if name != PLACEMENT]
    single = all(getattr(x, "dtype", None) in _SINGLE for x in values)
    return "float32" if single and values else "float64"


def cast_for_kernel(operands: Arguments, dtype: str) -> list[Any]:
    """The operands for a kernel of `dtype`; placements of frames are converted to it."""
    return [np.asarray(x, dtype) if name == PLACEMENT else x for name, x in operands.items()]
