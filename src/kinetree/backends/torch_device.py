"""PyTorch on GPUs: kernels on tensors of one device, on its current stream."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingImports=false, reportPrivateUsage=false
# pyright: reportUnknownParameterType=false

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from ..compiler import Kernel
from ..compiler.batch import core_contiguous
from ..compiler.cuda import DeviceArray, copied, device_program


def compute(kernel: Kernel, operands: Sequence[torch.Tensor], out: Sequence[Any] = ()) -> list[Any]:
    """The results of a kernel for tensors on one GPU, in tensors of `out` where they fit."""
    device = operands[0].device
    given = [x.detach().resolve_neg() for x in operands]
    given += [constant(x, device) for x in kernel.bound]
    arrays = [
        _contiguous(x, len(spec.shape))
        for x, spec in zip(given, kernel.compiled.program.operands, strict=True)
    ]

    def new(shape: tuple[int, ...], dtype: str) -> tuple[Any, DeviceArray]:
        x = torch.empty(shape, dtype=getattr(torch, dtype), device=device)
        return x, _device_array(x)

    stream = torch.cuda.current_stream(device).cuda_stream
    fitting = all(_is_plain(x, given[0]) for x in out)
    taken = [(x, _device_array(x)) for x in out] if fitting else ()
    results = device_program(kernel.compiled).run(
        device.index or 0, stream, [at for _, at in arrays], new, taken
    )
    for x, result in zip(out, results, strict=False):
        if x is result:
            torch.autograd.graph.increment_version(x)
    return results


def _is_plain(x: Any, like: torch.Tensor) -> bool:
    """Whether a kernel can write to a tensor: of a dtype and a device, and not recorded."""
    same = isinstance(x, torch.Tensor) and (x.dtype, x.device) == (like.dtype, like.device)
    return same and not x.requires_grad and not x.is_neg()


def constant(x: Any, device: torch.device) -> torch.Tensor:
    """A NumPy array on a device; a small one is copied once, so that later calls do not wait."""
    array = np.asarray(x)
    if torch._C._len_torch_dispatch_stack():  # tensors without memory are not kept
        return _copy(array, device)
    return copied(_copy, array, device)


def _copy(x: Any, device: torch.device) -> torch.Tensor:
    return torch.from_numpy(x.copy()).to(device)


def _contiguous(x: torch.Tensor, core: int) -> tuple[torch.Tensor, DeviceArray]:
    """A tensor with contiguous samples, of this one's numbers, and its place."""
    at = _device_array(x)
    if core_contiguous(at, core, x.element_size()):
        return x, at
    x = x.contiguous()
    return x, _device_array(x)


def _device_array(x: torch.Tensor) -> DeviceArray:
    size = x.element_size()
    return DeviceArray(x.data_ptr(), tuple(x.shape), tuple([size * n for n in x.stride()]))
