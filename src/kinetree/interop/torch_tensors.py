"""PyTorch: every call of an algorithm on tensors is a function of autograd, with all its rules."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportIncompatibleMethodOverride=false
# pyright: reportMissingImports=false, reportUntypedBaseClass=false

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from ..errors import BackendError
from ..functions.primitive import Primitive
from .constants import register_constants

register_constants()


def call(primitive: Primitive, arrays: Sequence[Any]) -> Sequence[Any]:
    """The results of a primitive, of a batch."""
    tensors = [x for x in arrays if isinstance(x, torch.Tensor)]
    for spec, x in zip(primitive.operands, arrays, strict=True):
        if isinstance(x, torch.Tensor) and x.device.type != "cpu":
            raise BackendError(
                f"{primitive.name}: {spec.name} is on {x.device}; kinetree computes on the CPU: "
                f"{spec.name}.cpu(). The guide on gradients shows how to do it in pinned memory."
            )
    dtype = torch.float64 if any(x.dtype == torch.float64 for x in tensors) else torch.float32
    operands = [torch.as_tensor(x, dtype=dtype) for x in arrays]
    if torch.compiler.is_compiling():
        return importlib.import_module("kinetree.interop.torch_programs").call(primitive, operands)
    return _apply(primitive, operands)


def dtype_of(x: Any) -> str:
    """The name of the dtype of a tensor."""
    return str(x.dtype).removeprefix("torch.")


def concrete(x: Any) -> Any:
    """The values of a tensor; None while it is traced, and on another device."""
    try:
        return x.detach().numpy()
    except (RuntimeError, TypeError):  # in torch.func, in torch.compile; on another device
        return None


def _apply(primitive: Primitive, operands: Sequence[Any]) -> tuple[Any, ...]:
    return _Call.apply(primitive, *operands)


def run(primitive: Primitive, operands: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    """The results in new memory; operands are read where they are."""
    kernel = primitive.kernel(dtype_of(operands[0]))
    try:
        arrays = [x.detach().numpy() for x in operands]
    except RuntimeError as error:
        raise BackendError(
            f"{primitive.name}: a tensor has no memory of its own ({error}). Of torch.autograd, "
            "is_grads_batched= and vectorize= do that; torch.func.jacrev and jacfwd take kinetree."
        ) from None
    found: Any = kernel(*arrays)
    results = found if isinstance(found, tuple) else (found,)
    return tuple(torch.from_numpy(np.asarray(x)) for x in results)


class _Call(torch.autograd.Function):
    """A primitive, whose derivatives are primitives."""

    @staticmethod
    def forward(primitive: Primitive, *operands: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return run(primitive, operands)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.primitive, *operands = inputs
        ctx.save_for_backward(*operands)
        ctx.save_for_forward(*operands)
        ctx.set_materialize_grads(False)
        ctx.outputs = [(x.shape, x.dtype) for x in output]

    @staticmethod
    def backward(ctx: Any, *cotangents: Any) -> tuple[Any, ...]:
        primitive, operands = ctx.primitive, ctx.saved_tensors
        wrt = tuple(k for k, needed in enumerate(ctx.needs_input_grad[1:]) if needed)
        given = [
            torch.zeros(shape, dtype=dtype) if x is None else x
            for x, (shape, dtype) in zip(cotangents, ctx.outputs, strict=True)
        ]
        if wrt == primitive.linear:
            found = _apply(primitive.transpose(), [*operands[: wrt[0]], *given])
        else:
            found = _apply(primitive.pullback(wrt), [*operands, *given])
        results: list[Any] = [None] * (1 + len(operands))
        for k, x in zip(wrt, found, strict=True):
            results[1 + k] = x.sum_to_size(operands[k].shape)
        return tuple(results)

    @staticmethod
    def jvp(ctx: Any, _: None, *tangents: Any) -> tuple[Any, ...]:
        primitive, operands = ctx.primitive, ctx.saved_tensors
        wrt = tuple(k for k, x in enumerate(tangents) if x is not None)
        given = [tangents[k] for k in wrt]
        if wrt == primitive.linear:
            return _apply(primitive, [*operands[: wrt[0]], *given])
        return _apply(primitive.pushforward(wrt), [*operands, *given])

    @staticmethod
    def vmap(info: Any, in_dims: Any, primitive: Primitive, *operands: Any) -> Any:
        cores = [len(spec.shape) for spec in primitive.operands]
        moved = [
            x if d is None else x.movedim(d, 0) for x, d in zip(operands, in_dims[1:], strict=True)
        ]
        batches = [
            x.ndim - n - (d is not None) for x, n, d in zip(moved, cores, in_dims[1:], strict=True)
        ]
        axes = max(batches)
        aligned = [
            x if d is None else x.reshape(x.shape[0], *(1,) * (axes - own), *x.shape[1:])
            for x, own, d in zip(moved, batches, in_dims[1:], strict=True)
        ]
        results = _apply(primitive, aligned)
        return results, (0,) * len(results)
