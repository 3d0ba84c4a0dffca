"""`DeviceKernel`: a kernel that computes on the GPU where its arrays are."""

from typing import Any

from ..compiler import Kernel, Spec
from ..compiler.cuda import check_driver
from ..errors import BackendError, ShapeError, counted
from . import frameworks


class DeviceKernel:
    """A kernel for GPUs of NVIDIA, which `compile(..., device="cuda")` makes.

    Call it with the operands in order, with leading batch axes that broadcast: tensors of PyTorch
    on one GPU, or other arrays there that have `__cuda_array_interface__`, as CuPy's. It returns
    the same kind, computed on their current stream, and does not wait for it. `out=` takes an
    array, or a tuple of them for several results. Results have the bits of the CPU's. Its code is
    compiled at the first call on each device. `operands` and `results` are their specifications.
    """

    def __init__(self, kernel: Kernel) -> None:
        check_driver(kernel.name)
        self.kernel = kernel
        self.name, self.dtype = kernel.name, kernel.dtype
        self.operands: tuple[Spec, ...] = kernel.operands
        self.results: tuple[Spec, ...] = kernel.results

    def __call__(self, *operands: Any, out: Any = None) -> Any:
        if len(operands) != len(self.operands):
            names = ", ".join(x.name for x in self.operands)
            raise ShapeError(
                f"{self.name}: {counted(len(operands), 'operand')} given; expected "
                f"{len(self.operands)}: {names}."
            )
        named = dict(zip((x.name for x in self.operands), operands, strict=True))
        its = frameworks.find(self.name, named)
        if its is None or not hasattr(its, "call_on_device"):
            raise BackendError(
                f"{self.name} was compiled for GPUs; its operands are arrays there. For others "
                "compile it without device=."
            )
        results = its.call_on_device(self.kernel, operands, out)
        pack = self.kernel.pack
        return results[0] if pack is None else pack(*results)

    def __repr__(self) -> str:
        return f"<DeviceKernel {self.name}: {self.kernel.operation_count} operations, {self.dtype}>"


def on_device(kernel: Kernel, device: str) -> Kernel | DeviceKernel:
    """The kernel for "cpu" or "cuda"."""
    if device not in ("cpu", "cuda"):
        raise BackendError(
            f"{kernel.name}: device {device!r}; expected 'cpu', or 'cuda' for the GPU of NVIDIA "
            "on which the arrays of a call are."
        )
    return kernel if device == "cpu" else DeviceKernel(kernel)
