"""Calls of algorithms as functions of PyTorch's autograd, and as one operator in programs.

The function of autograd has all rules that it may have. Recorded programs call the operator,
torch.ops.kinetree.call: PyTorch's custom operators silently drop forward-mode derivatives; this one
passes all derivatives on to the function.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import torch
import torch._functorch.utils
import torch.autograd.forward_ad as forward_mode

from ..errors import BackendError
from ..functions.framework import FrameworkArray
from ..functions.primitive import Primitive
from . import torch_device

known: Final[dict[str, Primitive]] = {}
"""Primitives by the digest of their trace, by which recorded programs name them."""


def key_of(primitive: Primitive) -> str:
    """The name of a primitive, which is known from now on."""
    key = primitive.kernel("float64").compiled.program.digest
    known.setdefault(key, primitive)
    return key


def apply(primitive: Primitive, operands: Sequence[FrameworkArray]) -> tuple[FrameworkArray, ...]:
    """The results, with derivatives where PyTorch keeps account of them."""
    if torch._C._are_functorch_transforms_active():
        return _Call.apply(primitive, *operands)
    if not needs_derivatives(operands) and not _is_recorded(operands):
        return compute(primitive, operands)
    plain = torch._functorch.utils.unwrap_dead_wrappers(tuple(operands))
    # that of the base class: Function.apply looks for default arguments, for 20 us
    return super(torch.autograd.Function, _Call).apply(primitive, *plain)  # type: ignore[misc]


def needs_derivatives(operands: Sequence[FrameworkArray]) -> bool:
    """Whether one of the operands is a variable of PyTorch's, in reverse or in forward mode."""
    if torch.is_grad_enabled() and any(x.requires_grad for x in operands):
        return True
    if forward_mode._current_level < 0 or not forward_mode._is_fwd_grad_enabled():
        return False
    return any(forward_mode.unpack_dual(x).tangent is not None for x in operands)


def compute(primitive: Primitive, operands: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...]:
    """The results in new memory; operands are read where they are."""
    kernel = primitive.kernel(str(operands[0].dtype).removeprefix("torch."))
    if operands[0].is_cuda:
        return tuple(torch_device.compute(kernel, operands))
    try:
        arrays = [x.detach().resolve_neg().numpy() for x in operands]
    except RuntimeError as error:
        raise BackendError(
            f"{primitive.name}: a tensor has no memory of its own ({error}). Of torch.autograd, "
            "is_grads_batched= and vectorize= do that; torch.func.jacrev and jacfwd take kinetree."
        ) from None
    results: Any = kernel(*arrays)
    return tuple(torch.from_numpy(np.asarray(x)) for x in (results if kernel.pack else [results]))


def batched(
    primitive: Primitive, operands: Sequence[torch.Tensor], axes: Sequence[int | None]
) -> list[torch.Tensor]:
    """Operands with these axes, where they have one, as the first one of their batch axes."""
    moved = [x if d is None else x.movedim(d, 0) for x, d in zip(operands, axes, strict=True)]
    own = [
        x.ndim - len(spec.shape) - (d is not None)
        for x, spec, d in zip(moved, primitive.operands, axes, strict=True)
    ]
    return [
        x if d is None else x.reshape(x.shape[0], *(1,) * (max(own) - n), *x.shape[1:])
        for x, n, d in zip(moved, own, axes, strict=True)
    ]


def _is_recorded(operands: Sequence[torch.Tensor]) -> bool:
    """Whether PyTorch records calls of operators: in torch.compile, make_fx, on fake tensors."""
    return torch._C._len_torch_dispatch_stack() > 0 or any(
        type(x) not in (torch.Tensor, torch.nn.Parameter) for x in operands
    )


class _Call(torch.autograd.Function):
    """A primitive, whose derivatives are primitives."""

    @staticmethod
    def forward(primitive: Primitive, *operands: torch.Tensor) -> tuple[torch.Tensor, ...]:
        if _is_recorded(operands):
            return tuple(_OPERATOR(key_of(primitive), list(operands)))
        return compute(primitive, operands)

    @staticmethod
    def setup_context(ctx: FrameworkArray, inputs: Any, output: Any) -> None:
        ctx.primitive, *operands = inputs
        ctx.save_for_backward(*operands)
        ctx.save_for_forward(*operands)
        ctx.set_materialize_grads(False)
        ctx.outputs = [(x.shape, x.dtype) for x in output]

    @staticmethod
    def backward(ctx: FrameworkArray, *cotangents: FrameworkArray) -> tuple[FrameworkArray, ...]:
        primitive, operands = ctx.primitive, ctx.saved_tensors
        wrt = tuple(k for k, needed in enumerate(ctx.needs_input_grad[1:]) if needed)
        dense = [
            torch.zeros(shape, dtype=dtype) if x is None else x
            for x, (shape, dtype) in zip(cotangents, ctx.outputs, strict=True)
        ]
        if wrt == primitive.linear:
            gradients = apply(primitive.transpose(), [*operands[: wrt[0]], *dense])
        else:
            gradients = apply(primitive.pullback(wrt), [*operands, *dense])
        results: list[FrameworkArray] = [None] * (1 + len(operands))
        for k, x in zip(wrt, gradients, strict=True):
            results[1 + k] = x.sum_to_size(operands[k].shape)
        return tuple(results)

    @staticmethod
    def jvp(ctx: FrameworkArray, _: None, *tangents: FrameworkArray) -> tuple[FrameworkArray, ...]:
        primitive, operands = ctx.primitive, ctx.saved_tensors
        wrt = tuple(k for k, x in enumerate(tangents) if x is not None)
        along = [tangents[k] for k in wrt]
        if wrt == primitive.linear:
            return apply(primitive, [*operands[: wrt[0]], *along])
        return apply(primitive.pushforward(wrt), [*operands, *along])

    @staticmethod
    def vmap(info: Any, in_dims: Any, primitive: Primitive, *operands: FrameworkArray) -> Any:
        results = apply(primitive, batched(primitive, operands, in_dims[1:]))
        return results, (0,) * len(results)


def _primitive(key: str) -> Primitive:
    if key not in known:
        raise BackendError(
            f"a program of PyTorch calls the kernel {key}, which this process does not have: a "
            "program that was exported runs where the same call was made before, on equal models."
        )
    return known[key]


def _compute(key: str, operands: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    return list(compute(_primitive(key), operands))


def _fake(key: str, operands: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """New tensors of the shapes of the results."""
    primitive = _primitive(key)
    pairs = zip(operands, primitive.operands, strict=True)
    batch = torch.broadcast_shapes(*(x.shape[: x.ndim - len(s.shape)] for x, s in pairs))
    return [operands[0].new_empty((*batch, *s.shape)) for s in primitive.results]


def _differentiable(key: str, operands: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The results, with derivatives where PyTorch keeps account of them."""
    if not needs_derivatives(operands):
        with torch._C._AutoDispatchBelowAutograd():
            return _OPERATOR(key, operands)
    if torch._C._are_functorch_transforms_active():
        raise BackendError(
            f"{_primitive(key).name}: torch.func differentiates calls, not a program that was "
            "recorded; differentiate what it was made of, or use torch.autograd."
        )
    return list(apply(_primitive(key), operands))


def _batched(_: Any, in_dims: Any, key: str, operands: Sequence[torch.Tensor]) -> Any:
    results = _OPERATOR(key, batched(_primitive(key), operands, in_dims[1]))
    return results, [0] * len(results)


_LIBRARY: Final = torch.library.Library("kinetree", "DEF")
_LIBRARY.define("call(str key, Tensor[] operands) -> Tensor[]")
for _key, _rule in (("CPU", _compute), ("CUDA", _compute), ("Autograd", _differentiable)):
    _LIBRARY.impl("call", _rule, _key)
torch.library.register_fake("kinetree::call", _fake)
torch.library.register_vmap("kinetree::call", _batched)
_OPERATOR: Final = torch.ops.kinetree.call
