"""PyTorch: calls of algorithms on tensors."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingImports=false
# pyright: reportUnknownParameterType=false

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from ..compiler import Kernel
from ..errors import BackendError
from ..functions.primitive import Primitive
from . import torch_device
from . import torch_operator as torch_operator
from .constants import register_constants
from .device_out import written
from .torch_function import apply, key_of

register_constants()


def call(primitive: Primitive, arrays: Sequence[Any]) -> Sequence[Any]:
    """The results of a primitive, of a batch."""
    for spec, x in zip(primitive.operands, arrays, strict=True):
        if isinstance(x, torch.Tensor):
            _check(primitive.name, spec.name, x)
    torch_device.check_devices(primitive.name, primitive.operands, arrays)
    dtype = _dtype(arrays)
    device = next(x.device for x in arrays if isinstance(x, torch.Tensor))
    key_of(primitive)  # for programs that were exported
    return apply(primitive, [_tensor(x, dtype, device) for x in arrays])


def call_on_device(kernel: Kernel, operands: Sequence[Any], out: Any) -> Sequence[Any]:
    """The results of a kernel on a GPU."""
    results = torch_device.compute(kernel, torch_device.checked(kernel, operands))
    return written(kernel, results, out)


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
    device = next(x.device for x in values if isinstance(x, torch.Tensor))
    return torch.stack([_tensor(x, dtype, device).expand(tuple(shape)) for x in values], axis)


def _dtype(arrays: Sequence[Any]) -> torch.dtype:
    """The dtype of those that are tensors; booleans are numbers."""
    given = {x.dtype for x in arrays if isinstance(x, torch.Tensor)} - {torch.bool}
    return torch.float32 if given == {torch.float32} else torch.float64


def _tensor(x: Any, dtype: torch.dtype, device: torch.device) -> Any:
    """An operand as a tensor; other arrays are copied, since derivatives read them later."""
    if isinstance(x, torch.Tensor):
        return x if x.dtype == dtype else x.to(dtype)
    array = np.array(x, str(dtype).removeprefix("torch."))
    return torch.from_numpy(array) if device.type == "cpu" else torch_device.constant(array, device)


def _check(owner: str, name: str, x: Any) -> None:
    """Raise BackendError for a tensor that is not in the memory of the CPU or of a CUDA device."""
    if x.device.type not in ("cpu", "cuda"):
        raise BackendError(
            f"{owner}: {name} is on {x.device}; kinetree computes on CPUs and on GPUs of NVIDIA: "
            f"{name}.cpu()."
        )
    if x.layout is not torch.strided:
        raise BackendError(f"{owner}: {name} is sparse ({x.layout}); pass {name}.to_dense().")
