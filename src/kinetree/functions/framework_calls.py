"""Calls on arrays of other libraries, each a `Framework`."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..compiler.batch import BOOLEAN_OPERANDS, UNSUPPORTED_KINDS, batch_shape
from ..errors import BackendError, ShapeError
from .binding import BoundCall
from .definition import Definition
from .framework import FLOATS, framework_of, framework_of_operands
from .kernels import primitive_of_call
from .primitive import Primitive
from .signature import Arguments, Operand
from .specialization import Specialization
from .statics import operand_dims


def is_compiled_by_torch() -> bool:
    """Whether torch.compile or torch.export traces this call."""
    torch: Any = sys.modules.get("torch")
    return torch is not None and torch.compiler.is_compiling()


def call_in_torch_program(function: Any, operands: Sequence[Operand], keywords: Arguments) -> Any:
    """The results of a call that PyTorch's compiler traces; it traces no other kind of import."""
    from ..backends import torch_programs

    return torch_programs.compiled_call(function, operands, keywords)


def checked_primitive(definition: Definition, model: Any, call: BoundCall) -> Primitive:
    """The primitive of a call on arrays of a framework, which must have shapes that fit."""
    owner = definition.name
    shapes: dict[str, Any] = {}
    for name, x in call.operands.items():
        _check_contents(owner, name, x)
        dims = definition.dims.get(name, ())  # placements of frames have none
        shapes[name] = _like(x, len(operand_dims(dims, call.statics)))
    own = Specialization.of(definition, model, replace(call, operands=shapes))
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
