"""A call of an algorithm as one operator, torch.ops.kinetree.call, in recorded programs.

PyTorch's custom operators silently drop forward-mode derivatives; this one passes all derivatives
on to the function of autograd.
"""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportPrivateUsage=false
# pyright: reportUnknownArgumentType=false, reportMissingImports=false

from collections.abc import Sequence
from typing import Any, Final

import torch

from ..errors import BackendError
from ..functions.framework import FrameworkArray
from ..functions.primitive import Primitive
from .torch_function import apply, batched, compute, known, needs_derivatives


def _primitive(key: str) -> Primitive:
    if key not in known:
        raise BackendError(
            f"a program of PyTorch calls the kernel {key}, which this process does not have: a "
            "program that was exported runs where the same call was made before, on equal models."
        )
    return known[key]


def _compute(key: str, operands: Sequence[FrameworkArray]) -> list[FrameworkArray]:
    return list(compute(_primitive(key), operands))


def _fake(key: str, operands: Sequence[FrameworkArray]) -> list[FrameworkArray]:
    """New tensors of the shapes of the results."""
    primitive = _primitive(key)
    pairs = zip(operands, primitive.operands, strict=True)
    batch = torch.broadcast_shapes(*(x.shape[: x.ndim - len(s.shape)] for x, s in pairs))
    return [operands[0].new_empty((*batch, *s.shape)) for s in primitive.results]


def _differentiable(key: str, operands: Sequence[FrameworkArray]) -> list[FrameworkArray]:
    """The results, with derivatives where PyTorch keeps account of them."""
    if needs_derivatives(operands):
        if torch._C._are_functorch_transforms_active():
            raise BackendError(
                f"{_primitive(key).name}: torch.func differentiates calls, not a program that was "
                "recorded; differentiate what it was made of, or use torch.autograd."
            )
        return list(apply(_primitive(key), operands))
    with torch._C._AutoDispatchBelowAutograd():
        return _OPERATOR(key, operands)


def _batched(_: Any, in_dims: Any, key: str, operands: Sequence[FrameworkArray]) -> Any:
    results = _OPERATOR(key, batched(_primitive(key), operands, in_dims[1]))
    return results, [0] * len(results)


_LIBRARY: Final = torch.library.Library("kinetree", "DEF")
_LIBRARY.define("call(str key, Tensor[] operands) -> Tensor[]")
_LIBRARY.impl("call", _compute, "CPU")
_LIBRARY.impl("call", _compute, "CUDA")
_LIBRARY.impl("call", _differentiable, "Autograd")
torch.library.register_fake("kinetree::call", _fake)
torch.library.register_vmap("kinetree::call", _batched)
_OPERATOR: Final = torch.ops.kinetree.call
