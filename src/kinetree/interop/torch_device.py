"""PyTorch on GPUs: kernels on tensors of one device, on its current stream."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingImports=false, reportPrivateUsage=false
# pyright: reportUnknownParameterType=false

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import torch

from ..compiler import Kernel, Spec
from ..compiler.batch import check_shape
from ..compiler.cuda import DeviceArray, device_program
from ..errors import BackendError, ShapeError

_MOST_KEPT: Final = 1 << 16
"""Bytes of the largest array that is kept on a device."""


def compute(kernel: Kernel, operands: Sequence[torch.Tensor]) -> list[Any]:
    """The results of a kernel for tensors on one GPU."""
    device = operands[0].device
    given = [x.detach().resolve_neg() for x in operands]
    given += [constant(x, device) for x in kernel.bound]
    specs = kernel.compiled.program.operands
    contiguous = [_contiguous(x, spec) for x, spec in zip(given, specs, strict=True)]

    def new(shape: tuple[int, ...], dtype: str) -> tuple[Any, DeviceArray]:
        x = torch.empty(shape, dtype=getattr(torch, dtype), device=device)
        return x, _device_array(x)

    stream = torch.cuda.current_stream(device).cuda_stream
    arrays = [_device_array(x) for x in contiguous]
    return device_program(kernel.compiled).run(device.index or 0, stream, arrays, new)


def constant(x: Any, device: torch.device) -> torch.Tensor:
    """A NumPy array on a device; a small one is copied once, so that later calls do not wait."""
    array = np.asarray(x)
    kept = array.nbytes <= _MOST_KEPT and not torch._C._len_torch_dispatch_stack()  # no fakes
    copied = _copied_once if kept else _copy
    return copied(array.tobytes(), array.shape, array.dtype.str, device)


def _copy(data: bytes, shape: tuple[int, ...], dtype: str, device: torch.device) -> torch.Tensor:
    return torch.from_numpy(np.frombuffer(data, dtype).reshape(shape).copy()).to(device)


_copied_once: Final = lru_cache(maxsize=256)(_copy)


def check_devices(owner: str, specs: Sequence[Spec], operands: Sequence[Any]) -> None:
    """Raise BackendError for tensors that are not on one device."""
    first: tuple[str, torch.device] | None = None
    for spec, x in zip(specs, operands, strict=True):
        if not isinstance(x, torch.Tensor):
            continue
        if first is None:
            first = spec.name, x.device
        if x.device != first[1]:
            raise BackendError(
                f"{owner}: {first[0]} is on {first[1]} and {spec.name} on {x.device}; move one of "
                f"them, as in {spec.name}.to({first[0]}.device)."
            )


def _contiguous(x: torch.Tensor, spec: Spec) -> torch.Tensor:
    """The tensor, or a copy if its samples are not contiguous."""
    expected = 1
    for k in range(1, len(spec.shape) + 1):
        if x.shape[-k] != 1 and x.stride(-k) != expected:
            return x.contiguous()
        expected *= x.shape[-k]
    return x


def _device_array(x: torch.Tensor) -> DeviceArray:
    size = x.element_size()
    return DeviceArray(x.data_ptr(), tuple(x.shape), tuple(size * n for n in x.stride()))


def checked(kernel: Kernel, operands: Sequence[Any]) -> list[torch.Tensor]:
    """Operands of a kernel as tensors of its dtype on the device of those that are tensors."""
    dtype = torch.float64 if kernel.dtype == np.float64 else torch.float32
    check_devices(kernel.name, kernel.operands, operands)
    device = next(x.device for x in operands if isinstance(x, torch.Tensor))
    if device.type != "cuda":
        raise BackendError(
            f"{kernel.name} was compiled for GPUs, and its tensors are on {device}; compile it "
            "without device= for those."
        )
    found: list[torch.Tensor] = []
    for spec, given in zip(kernel.operands, operands, strict=True):
        x = given
        if not isinstance(x, torch.Tensor):
            x = constant(np.asarray(x, kernel.dtype), device)
        if x.dtype != dtype:
            raise ShapeError(
                f"{kernel.name}: {spec.name} is of {x.dtype}; the kernel was compiled for {dtype}."
            )
        check_shape(spec, tuple(x.shape), kernel.name)
        found.append(x)
    return found
