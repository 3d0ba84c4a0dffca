"""PyTorch: calls of algorithms on tensors."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from ..compiler import Kernel, Spec
from ..errors import BackendError
from ..functions.framework import Framework, FrameworkArray
from ..functions.primitive import Primitive
from . import torch_device
from .constants import register_constants
from .torch_function import apply, key_of

register_constants()


class PyTorch(Framework):
    """Tensors of PyTorch."""

    searches = True

    def call(
        self, primitive: Primitive, arrays: Sequence[FrameworkArray]
    ) -> Sequence[FrameworkArray]:
        """The results of a primitive, of a batch."""
        device = _device(primitive.name, primitive.operands, arrays)
        dtype = _dtype(arrays)
        key_of(primitive)  # for programs that were exported
        return apply(primitive, [_tensor(x, dtype, device) for x in arrays])

    def call_on_device(
        self, kernel: Kernel, operands: Sequence[FrameworkArray], out: Sequence[FrameworkArray] = ()
    ) -> Sequence[FrameworkArray]:
        """The results of a kernel on a GPU, in tensors of `out` where they fit."""
        device = _device(kernel.name, kernel.operands, operands)
        if device.type != "cuda":
            raise BackendError(
                f"{kernel.name} was compiled for GPUs, and its tensors are on {device}; compile it "
                "without device= for those."
            )
        dtype = _dtype(operands)
        return torch_device.compute(kernel, [_tensor(x, dtype, device) for x in operands], out)

    def dtype_of(self, x: FrameworkArray) -> str:
        """The name of the dtype of a tensor."""
        return str(x.dtype).removeprefix("torch.")

    def concrete(self, x: FrameworkArray) -> Any:
        """The values of a tensor; None while it is traced, and on another device."""
        try:
            return x.detach().numpy()
        except (RuntimeError, TypeError):  # in torch.func, in torch.compile; on another device
            return None

    def stack(self, values: Sequence[FrameworkArray], shape: Sequence[int], axis: int) -> Any:
        """Values of this shape, after broadcasting, along a new axis."""
        dtype, device = _dtype(values), _common_device(values)
        return torch.stack([_tensor(x, dtype, device).expand(tuple(shape)) for x in values], axis)

    def joined_rows(
        self, values: Sequence[FrameworkArray], batch: Sequence[int], beside: FrameworkArray
    ) -> Any:
        """Rows in one, with these batch axes, of a dtype that fits to an array beside them."""
        dtype, device = _dtype([*values, beside]), _common_device(values)
        return torch.cat([_tensor(x, dtype, device).expand(*batch, -1) for x in values], -1)


def _dtype(arrays: Sequence[FrameworkArray]) -> torch.dtype:
    """The dtype of those that are tensors; booleans are numbers."""
    dtypes = {x.dtype for x in arrays if isinstance(x, torch.Tensor)} - {torch.bool}
    return torch.float32 if dtypes == {torch.float32} else torch.float64


def _common_device(values: Sequence[FrameworkArray]) -> torch.device:
    """The device of the first one that is a tensor."""
    return next(x.device for x in values if isinstance(x, torch.Tensor))


def _tensor(x: FrameworkArray, dtype: torch.dtype, device: torch.device) -> Any:
    """An operand as a tensor; other arrays are copied, since derivatives read them later."""
    if isinstance(x, torch.Tensor):
        return x if x.dtype == dtype else x.to(dtype)
    array = np.array(x, str(dtype).removeprefix("torch."))
    return torch.from_numpy(array) if device.type == "cpu" else torch_device.constant(array, device)


def _device(owner: str, specs: Sequence[Spec], operands: Sequence[FrameworkArray]) -> torch.device:
    """The device of all operands that are tensors; BackendError if there is none."""
    first: Any = None
    name = ""
    for spec, x in zip(specs, operands, strict=True):
        if not isinstance(x, torch.Tensor):
            continue
        if first is None:
            first, name = x.device, spec.name
            if first.type not in ("cpu", "cuda"):
                raise BackendError(
                    f"{owner}: {name} is on {first}; kinetree computes on CPUs and on GPUs of "
                    f"NVIDIA: {name}.cpu()."
                )
        elif x.device != first:
            raise BackendError(
                f"{owner}: {name} is on {first} and {spec.name} on {x.device}; move one of them, "
                f"as in {spec.name}.to({name}.device)."
            )
        if x.layout is not torch.strided:
            raise BackendError(
                f"{owner}: {spec.name} is sparse ({x.layout}); pass {spec.name}.to_dense()."
            )
    return first
