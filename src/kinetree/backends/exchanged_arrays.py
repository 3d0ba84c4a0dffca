"""Arrays on a GPU of NVIDIA that CuPy computes with, as those of Numba and Warp.

CuPy takes their memory by DLPack or `__cuda_array_interface__`, which order the work on streams.
Results are of the array's own kind where its package has `from_dlpack`, or `cuda.as_cuda_array` as
Numba; else they are CuPy's.
"""
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false

import sys
from collections.abc import Sequence
from typing import Final

from ..compiler import Kernel
from ..errors import BackendError, kind_of
from ..functions.adapters import module_name
from ..functions.framework import Framework, FrameworkArray, framework_of
from ..functions.primitive import Primitive
from .cuda_arrays import CudaArrays

_CUPY: Final = CudaArrays()


class ExchangedArrays(Framework):
    """Arrays of Numba, Warp and others, by way of CuPy."""

    def call(
        self, primitive: Primitive, arrays: Sequence[FrameworkArray]
    ) -> Sequence[FrameworkArray]:
        """The results of a primitive, of a batch."""
        results = _CUPY.call(primitive, list(map(_array, arrays)))
        return [_returned(x, arrays) for x in results]

    def call_on_device(
        self, kernel: Kernel, operands: Sequence[FrameworkArray], out: Sequence[FrameworkArray] = ()
    ) -> list[FrameworkArray]:
        """The results of a kernel for arrays on one GPU, in arrays of `out` where they fit."""
        places = list(map(_array, out))
        results = _CUPY.call_on_device(kernel, list(map(_array, operands)), places)
        written = {id(place): x for place, x in zip(places, out, strict=True)}
        return [written[id(x)] if id(x) in written else _returned(x, operands) for x in results]

    def dtype_of(self, x: FrameworkArray) -> str:
        """The name of the dtype of an array."""
        return _CUPY.dtype_of(_array(x))

    def stack(
        self, values: Sequence[FrameworkArray], shape: Sequence[int], axis: int
    ) -> FrameworkArray:
        """Values of this shape, after broadcasting, along a new axis."""
        return _returned(_CUPY.stack(list(map(_array, values)), shape, axis), values)

    def array(self, x: FrameworkArray) -> FrameworkArray:
        """The array of CuPy that is the memory of one on a GPU; other values as they are."""
        return _array(x)


def _array(x: FrameworkArray) -> FrameworkArray:
    """The array of CuPy that is the memory of one on a GPU; other values as they are."""
    if not _is_ours(x):
        return x
    try:
        import cupy
    except ImportError:
        raise BackendError(
            f"{kind_of(x)} is on a GPU; kinetree reads it by CuPy, which is not installed. Or pass "
            "torch.from_dlpack(x) or torch.as_tensor(x), which are the same memory."
        ) from None
    return cupy.from_dlpack(x) if hasattr(x, "__dlpack__") else cupy.asarray(x)


def _returned(x: FrameworkArray, beside: Sequence[FrameworkArray]) -> FrameworkArray:
    """A result as an array of the kind of the operands."""
    package = sys.modules[module_name(next(filter(_is_ours, beside)))]
    if hasattr(package, "from_dlpack"):
        return package.from_dlpack(x)
    as_cuda_array = getattr(getattr(package, "cuda", None), "as_cuda_array", None)
    return x if as_cuda_array is None else as_cuda_array(x)


def _is_ours(x: object) -> bool:
    return isinstance(framework_of(x), ExchangedArrays)
