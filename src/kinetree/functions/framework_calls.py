"""Calls on arrays of other libraries, each a `Framework`."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler.batch import BOOLEAN_OPERANDS, UNSUPPORTED_KINDS, batch_shape, check_shape
from ..errors import BackendError, ShapeError
from .binding import Call
from .framework import FLOATS, Framework, framework_of
from .primitive import Primitive, primitive_of_call
from .signature import Arguments, Operand
from .specialization import Specialization
from .statics import operand_dims

if TYPE_CHECKING:
    from .function import Function


def framework_of_operands(owner: str, operands: Arguments) -> Framework | None:
    """The framework of a call with these operands; None for NumPy."""
    first: dict[Framework, str] = {}
    for name, x in operands.items():
        framework = framework_of(x)
        if framework is not None:
            first.setdefault(framework, name)
    if len(first) > 1:
        one, other, *_ = first.values()
        raise BackendError(
            f"{owner}: {one} and {other} are arrays of two frameworks; convert one of them."
        )
    return next(iter(first), None)


def is_compiled_by_torch() -> bool:
    """Whether torch.compile or torch.export traces this call."""
    torch: Any = sys.modules.get("torch")
    return torch is not None and torch.compiler.is_compiling()


def call_in_torch_program(
    function: "Function", operands: Sequence[Operand], keywords: Arguments
) -> Any:
    """The results of a call that PyTorch's compiler traces; it traces no other kind of import."""
    from ..backends import torch_programs

    return torch_programs.compiled_call(function, operands, keywords)


def concrete(operands: Arguments) -> dict[str, Any]:
    """The arguments whose values are known; traced ones are left out."""
    known: dict[str, Any] = _Known()
    for name, x in operands.items():
        framework = framework_of(x)
        value = x if framework is None else framework.concrete(x)
        if value is not None or x is None:
            known[name] = value
    return known


class Unknown(Exception):
    """A check needs the value of an operand that a framework traces."""


class _Known(dict[str, Any]):
    """Operands by name, of which some have no values yet."""

    def __missing__(self, name: str) -> Any:
        raise Unknown(name)


def checked_primitive(function: "Function", model: Any, call: Call) -> Primitive:
    """The primitive of a call on arrays of a framework, which must have shapes that fit."""
    owner = function.__name__
    shapes: dict[str, Any] = {}
    for name, x in call.operands.items():
        _check_contents(owner, name, x)
        core = len(operand_dims(function.dims[name], call.statics)) if name in function.dims else 0
        shapes[name] = _like(x, core)
    own = Specialization.of(function, model, replace(call, operands=shapes))
    for spec, x in zip(own.specs, shapes.values(), strict=True):
        check_shape(spec, x.shape, owner)
    batch_shape(own.specs, list(shapes.values()), owner)
    return primitive_of_call(own)


def _check_contents(owner: str, name: str, x: Operand) -> None:
    framework = framework_of(x)
    if framework is None:
        kind = np.asarray(x).dtype.kind
        if kind not in ("iufb" if name in BOOLEAN_OPERANDS else "iuf"):
            what = UNSUPPORTED_KINDS.get(kind, "no numbers")
            raise ShapeError(f"{owner}: {name} holds {what}; expected real numbers.")
        return
    dtype = framework.dtype_of(x)
    if dtype not in (*FLOATS, *(["bool"] if name in BOOLEAN_OPERANDS else [])):
        raise BackendError(
            f"{owner}: {name} is of {dtype}; expected float64 or float32: convert it first, "
            f"as in {name}.astype(float) of JAX and Dask, {name}.double() of PyTorch."
        )
    if any(n != n for n in x.shape):  # nan, of Dask
        raise ShapeError(
            f"{owner}: {name} has shape {x.shape}, with lengths that are not known yet; let "
            f"Dask find them: {name}.compute_chunk_sizes()."
        )


def run_primitive(
    primitive: Primitive, last: Sequence[Operand], *operands: Operand, out: Any = None
) -> Any:
    """The results of a primitive, of the kind of its operands; `last` are the last ones."""
    if out is not None:
        raise ShapeError(f"{primitive.name}: out= is for NumPy arrays; leave it out.")
    arrays = [*operands, *last]
    named = dict(zip((x.name for x in primitive.operands), arrays, strict=True))
    framework = framework_of_operands(primitive.name, named)
    assert framework is not None, "a primitive is of operands of a framework"
    results = framework.call(primitive, arrays)
    return results[0] if primitive.pack is None else primitive.pack(*results)


def _like(x: Operand, core: int) -> Any:
    """An array of NumPy's with the shape of another one, and no memory.

    Lengths of batch axes may be symbols of the framework's; here they are 1. The last `core` axes
    are those of a sample.
    """
    shape = tuple(x.shape) if framework_of(x) is not None else np.shape(x)
    first = max(0, len(shape) - core)
    batch = [n if isinstance(n, int) else 1 for n in shape[:first]]
    return np.broadcast_to(np.zeros(()), (*batch, *map(int, shape[first:])))
