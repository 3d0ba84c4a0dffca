"""`DeviceKernel`: a kernel that computes on the GPU where its arrays are."""

from collections.abc import Sequence
from typing import Any, cast

from ..compiler.batch import check_count, check_shape
from ..compiler.cuda import check_driver
from ..compiler.kernel import Kernel
from ..errors import BackendError, ShapeError, counted
from .adapters import shape_of
from .framework import Framework, FrameworkArray, framework_of, framework_of_operands


class DeviceKernel(Kernel):
    """A kernel for NVIDIA GPUs, made by `compile(..., device="cuda")`.

    Call it with the operands in order, with leading batch axes that broadcast: arrays of PyTorch,
    JAX or CuPy on one GPU, or others there, which CuPy reads, as those of Warp. It returns the same
    kind, computed on their current stream, and does not wait for it. `out=` takes an array, or a
    tuple of them. Results have the bits of the CPU's. Its code is compiled at the first call on
    each device. `ir`, `address` and files that `save` writes are those of the kernel on the CPU.
    """

    def __init__(self, kernel: Kernel) -> None:
        check_driver(kernel.name)
        super().__init__(kernel.compiled, kernel.pack, kernel.bound)

    def __call__(self, *operands: FrameworkArray, out: object = None, **other: Any) -> Any:
        if other:
            return super().__call__(*operands, **other)  # which says that it takes no names
        check_count(self.operands, operands, self.name)
        named = dict(zip((x.name for x in self.operands), operands, strict=True))
        framework = framework_of_operands(self.name, named)
        if framework is None:
            raise BackendError(
                f"{self.name} was compiled for GPUs; its operands are arrays there. For others "
                "compile it without device=."
            )
        for spec, x in zip(self.operands, operands, strict=True):
            check_shape(spec, shape_of(x), self.name)
            if framework_of(x) is not None and framework.dtype_of(x) != self.dtype:
                raise ShapeError(
                    f"{self.name}: {spec.name} is of {framework.dtype_of(x)}; the kernel was "
                    f"compiled for {self.dtype}."
                )
        if out is None:
            results = framework.call_on_device(self, operands, ())
        else:
            results = cast(tuple[FrameworkArray, ...], out) if isinstance(out, tuple) else (out,)
            self._write(framework, framework.call_on_device(self, operands, results), results)
        return results[0] if self.pack is None else self.pack(*results)

    def _write(
        self, framework: Framework, results: Sequence[FrameworkArray], out: Sequence[FrameworkArray]
    ) -> None:
        """Copy results that are not there yet to arrays of any strides."""
        if len(out) != len(results):
            raise ShapeError(
                f"{self.name}: out has {counted(len(out), 'array')}; expected {len(results)}."
            )
        for spec, x, result in zip(self.results, out, results, strict=True):
            if x is result:
                continue
            target, source = framework.array(x), framework.array(result)
            names = ("__class__", "dtype", "device", "shape")
            if any(getattr(target, n, None) != getattr(source, n, None) for n in names):
                raise ShapeError(
                    f"{self.name}: out for {spec.name} is no {source.dtype} array of shape "
                    f"{tuple(source.shape)} on the GPU of the operands."
                )
            target[...] = source

    def __reduce__(self) -> Any:
        return DeviceKernel, (Kernel(self.compiled, self.pack, self.bound),)


def on_device(kernel: Kernel, device: str) -> Kernel:
    """The kernel for "cpu" or "cuda"."""
    check_device(kernel.name, device)
    return kernel if device == "cpu" else DeviceKernel(kernel)


def check_device(owner: str, device: str) -> None:
    """Raise BackendError for a device that is neither "cpu" nor "cuda"."""
    if device not in ("cpu", "cuda"):
        raise BackendError(
            f"{owner}: device {device!r}; expected 'cpu', or 'cuda' for the GPU of NVIDIA "
            "on which the arrays of a call are."
        )
