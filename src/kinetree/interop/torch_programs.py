"""torch.compile and torch.export: calls of algorithms are traced as one operator."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
# pyright: reportMissingImports=false, reportUntypedBaseClass=false, reportUntypedFunctionDecorator=false

from collections.abc import Mapping, Sequence
from typing import Any, Final

import torch
import torch._dynamo

from ..errors import BackendError
from ..functions import TracedFunction
from ..functions.primitive import Primitive
from .torch_tensors import run

_registered: Final[dict[str, Primitive]] = {}
"""Primitives by the digest of their trace, by which compiled programs name them."""


@torch._dynamo.nonstrict_trace
def compiled_call(
    function: TracedFunction, operands: Sequence[Any], keywords: Mapping[str, Any]
) -> Any:
    """The results of a call that torch.compile traces."""
    return function.call_any(*operands, **keywords)


def call(primitive: Primitive, operands: Sequence[Any]) -> Sequence[Any]:
    """The results of a primitive by the operator."""
    return _OPERATOR(_register(primitive), operands)


def _register(primitive: Primitive) -> str:
    key = primitive.kernel("float64").compiled.program.digest
    return _registered.setdefault(key, primitive) and key


def _primitive(key: str) -> Primitive:
    if key not in _registered:
        raise BackendError(
            f"a program of PyTorch calls the kernel {key}, which this process does not have: a "
            "program that was exported runs where the same call was traced before."
        )
    return _registered[key]


def _fake(key: str, operands: Sequence[Any]) -> list[Any]:
    """New tensors of the shapes of the results."""
    primitive = _primitive(key)
    pairs = zip(operands, primitive.operands, strict=True)
    batch = torch.broadcast_shapes(*(x.shape[: x.ndim - len(s.shape)] for x, s in pairs))
    return [operands[0].new_empty((*batch, *s.shape)) for s in primitive.results]


def _setup(ctx: Any, inputs: Any, output: Any) -> None:
    ctx.key, operands = inputs
    ctx.save_for_backward(*operands)


def _backward(ctx: Any, cotangents: Sequence[Any]) -> Any:
    operands = ctx.saved_tensors
    pullback = _primitive(ctx.key).pullback(tuple(range(len(operands))))
    found = _OPERATOR(_register(pullback), [*operands, *cotangents])
    return None, [x.sum_to_size(y.shape) for x, y in zip(found, operands, strict=True)]


_LIBRARY: Final = torch.library.Library("kinetree", "DEF")
_LIBRARY.define("call(str key, Tensor[] operands) -> Tensor[]")
_LIBRARY.impl("call", lambda key, operands: list(run(_primitive(key), operands)), "CPU")
torch.library.register_fake("kinetree::call", _fake)
torch.library.register_autograd("kinetree::call", _backward, setup_context=_setup)
_OPERATOR: Final = torch.ops.kinetree.call
