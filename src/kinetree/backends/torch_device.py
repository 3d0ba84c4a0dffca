"""PyTorch on GPUs: kernels on tensors of one device, on its current stream."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray

from ..compiler import device_arrays
from ..compiler.device_arrays import DeviceArray, Library, copied
from ..compiler.kernel import Kernel


class _Tensors(NamedTuple):
    """Tensors on a GPU, on its current stream."""

    torch_device: torch.device
    stream: int

    @property
    def device(self) -> int:
        return self.torch_device.index or 0

    def place(self, x: torch.Tensor) -> DeviceArray:
        size = x.element_size()
        return DeviceArray(x.data_ptr(), tuple(x.shape), tuple([size * n for n in x.stride()]))

    def new(self, shape: tuple[int, ...], dtype: str) -> torch.Tensor:
        return torch.empty(shape, dtype=getattr(torch, dtype), device=self.torch_device)

    def contiguous(self, x: torch.Tensor) -> torch.Tensor:
        return x.contiguous()

    def constant(self, x: NDArray[np.generic]) -> torch.Tensor:
        return constant(x, self.torch_device)


def compute(
    kernel: Kernel, operands: Sequence[torch.Tensor], out: Sequence[object] = ()
) -> list[torch.Tensor]:
    """The results of a kernel for tensors on one GPU, in tensors of `out` where they fit."""
    device = operands[0].device
    tensors: Library[torch.Tensor] = _Tensors(device, torch.cuda.current_stream(device).cuda_stream)
    plain = [x.detach().resolve_neg() for x in operands]
    writable = [x for x in out if isinstance(x, torch.Tensor) and _is_plain(x, plain[0])]
    placed, written = ([(x, tensors.place(x)) for x in xs] for xs in (plain, writable))
    results = device_arrays.compute(kernel, tensors, placed, written)
    for x, result in zip(writable, results, strict=False):
        if x is result:
            torch.autograd.graph.increment_version(x)
    return results


def _is_plain(x: torch.Tensor, like: torch.Tensor) -> bool:
    """Whether a kernel can write to a tensor: of a dtype and a device, and not recorded."""
    same = (x.dtype, x.device) == (like.dtype, like.device)
    return same and not x.requires_grad and not x.is_neg()


def constant(x: ArrayLike, device: torch.device) -> torch.Tensor:
    """A NumPy array on a device; a small one is copied once, so that later calls do not wait."""
    array = np.asarray(x)
    if torch._C._len_torch_dispatch_stack():  # tensors without memory are not kept
        return _copy(array, device)
    return copied(_copy, array, device)


def _copy(x: NDArray[np.generic], device: torch.device) -> torch.Tensor:
    return torch.from_numpy(x.copy()).to(device)
