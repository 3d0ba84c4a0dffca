"""PyTorch: calls of algorithms on tensors."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingImports=false

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from ..errors import BackendError
from ..functions.primitive import Primitive
from . import torch_operator as torch_operator
from .constants import register_constants
from .torch_function import apply, key_of

register_constants()


def call(primitive: Primitive, arrays: Sequence[Any]) -> Sequence[Any]:
    """The results of a primitive, of a batch."""
    for spec, x in zip(primitive.operands, arrays, strict=True):
        if isinstance(x, torch.Tensor):
            _check(primitive.name, spec.name, x)
    dtype = _dtype(arrays)
    key_of(primitive)  # for programs that were exported
    return apply(primitive, [_tensor(x, dtype) for x in arrays])


def dtype_of(x: Any) -> str:
    """The name of the dtype of a tensor."""
    return str(x.dtype).removeprefix("torch.")


def concrete(x: Any) -> Any:
    """The values of a tensor; None while it is traced, and on another device."""
    try:
        return x.detach().numpy()
    except (RuntimeError, TypeError):  # in torch.func, in torch.compile; on another device
        return None


def stack(values: Sequence[Any], shape: Sequence[int], axis: int) -> Any:
    """Values of this shape, after broadcasting, along a new axis."""
    dtype = _dtype(values)
    return torch.stack([_tensor(x, dtype).expand(tuple(shape)) for x in values], axis)


def _dtype(arrays: Sequence[Any]) -> torch.dtype:
    """The dtype of those that are tensors; booleans are numbers."""
    given = {x.dtype for x in arrays if isinstance(x, torch.Tensor)} - {torch.bool}
    return torch.float32 if given == {torch.float32} else torch.float64


def _tensor(x: Any, dtype: torch.dtype) -> Any:
    """An operand as a tensor; other arrays are copied, since derivatives read them later."""
    if isinstance(x, torch.Tensor):
        return x if x.dtype == dtype else x.to(dtype)
    return torch.from_numpy(np.array(x, str(dtype).removeprefix("torch.")))


def _check(owner: str, name: str, x: Any) -> None:
    """Raise BackendError for a tensor that is not in the CPU's memory."""
    if x.device.type != "cpu":
        raise BackendError(
            f"{owner}: {name} is on {x.device}; kinetree computes on the CPU: {name}.cpu(). The "
            "guide on gradients shows how to do it in pinned memory."
        )
    if x.layout is not torch.strided:
        raise BackendError(f"{owner}: {name} is sparse ({x.layout}); pass {name}.to_dense().")
