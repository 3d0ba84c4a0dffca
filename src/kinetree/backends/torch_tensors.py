"""PyTorch: calls of algorithms on tensors."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from ..compiler.batch import Spec
from ..compiler.kernel import Kernel
from ..errors import BackendError
from ..functions.framework import FrameworkArray, NamespaceFramework
from ..functions.primitive import Primitive
from . import register_constants, torch_device
from .torch_function import apply, key_of

register_constants()


class PyTorch(NamespaceFramework):
    """Tensors of PyTorch."""

    def call(
        self, primitive: Primitive, arrays: Sequence[FrameworkArray]
    ) -> Sequence[FrameworkArray]:
        """The results of a primitive, of a batch."""
        _device(primitive.name, primitive.operands, arrays)
        key_of(primitive)  # for programs that were exported
        return apply(primitive, self.converted(arrays)[1])

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
        return torch_device.compute(kernel, self.converted(operands)[1], out)

    def dtype_of(self, x: FrameworkArray) -> str:
        """The name of the dtype of a tensor."""
        return str(x.dtype).removeprefix("torch.")

    def concrete(self, x: FrameworkArray) -> Any:
        """The values of a tensor; None while it is traced, and on another device."""
        try:
            return x.detach().numpy()
        except (RuntimeError, TypeError):  # in torch.func, in torch.compile; on another device
            return None

    def converted(self, values: Sequence[FrameworkArray]) -> tuple[Any, list[FrameworkArray]]:
        """PyTorch's functions, and values of the dtype of those that are tensors, without bool."""
        tensors = [x for x in values if isinstance(x, torch.Tensor)]
        single = {x.dtype for x in tensors} - {torch.bool} == {torch.float32}
        dtype, device = torch.float32 if single else torch.float64, tensors[0].device
        return torch, [_tensor(x, dtype, device) for x in values]


def _tensor(x: FrameworkArray, dtype: torch.dtype, device: torch.device) -> Any:
    """An operand as a tensor; other arrays are copied, since derivatives read them later."""
    if isinstance(x, torch.Tensor):
        return x if x.dtype == dtype else x.to(dtype)
    array = np.array(x, str(dtype).removeprefix("torch."))
    return torch.from_numpy(array) if device.type == "cpu" else torch_device.constant(array, device)


def _device(owner: str, specs: Sequence[Spec], operands: Sequence[FrameworkArray]) -> torch.device:
    """The device of all operands that are tensors; BackendError if there is none."""
    pairs = zip(specs, operands, strict=True)
    tensors = {spec.name: x for spec, x in pairs if isinstance(x, torch.Tensor)}
    first, device = next((name, x.device) for name, x in tensors.items())
    if device.type not in ("cpu", "cuda"):
        raise BackendError(
            f"{owner}: {first} is on {device}; kinetree computes on CPUs and on GPUs of NVIDIA: "
            f"{first}.cpu()."
        )
    for name, x in tensors.items():
        if x.device != device:
            raise BackendError(
                f"{owner}: {first} is on {device} and {name} on {x.device}; move one of them, as "
                f"in {name}.to({first}.device)."
            )
        if x.layout is not torch.strided:
            raise BackendError(f"{owner}: {name} is sparse ({x.layout}); pass {name}.to_dense().")
    return device
