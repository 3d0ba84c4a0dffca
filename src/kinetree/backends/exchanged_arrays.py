"""Arrays on a GPU of NVIDIA that CuPy computes with, as those of Numba and Warp.

CuPy takes their memory by DLPack or `__cuda_array_interface__`, which order the work on streams.
Results are of the array's own kind where its package has `from_dlpack`, or `cuda.as_cuda_array` as
Numba; else they are CuPy's.
"""
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false

import sys
from collections.abc import Sequence
from typing import Any, Final

from ..compiler import Kernel
from ..errors import BackendError, kind_of
from ..functions.adapters import module_name
from ..functions.device_kernel import differ
from ..functions.framework import Framework, framework_of
from ..functions.primitive import Primitive
from .cuda_arrays import CudaArrays

_CUPY: Final = CudaArrays()


class ExchangedArrays(Framework):
    """Arrays of Numba, Warp and others, by way of CuPy."""

    def call(self, primitive: Primitive, arrays: Sequence[Any]) -> Sequence[Any]:
        """The results of a primitive, of a batch."""
        results = _CUPY.call(primitive, list(map(_array, arrays)))
        return [_returned(x, arrays) for x in results]

    def call_on_device(
        self, kernel: Kernel, operands: Sequence[Any], out: Sequence[Any] = ()
    ) -> list[Any]:
        """The results of a kernel for arrays on one GPU, in arrays of `out` where they fit."""
        places = list(map(_array, out))
        results = _CUPY.call_on_device(kernel, list(map(_array, operands)), places)
        if len(places) != len(results) or any(map(differ, places, results)):
            return [_returned(x, operands) for x in results]
        for place, result in zip(places, results, strict=True):
            if place is not result:
                place[...] = result
        return list(out)

    def dtype_of(self, x: Any) -> str:
        """The name of the dtype of an array."""
        return _CUPY.dtype_of(_array(x))

    def stack(self, values: Sequence[Any], shape: Sequence[int], axis: int) -> Any:
        """Values of this shape, after broadcasting, along a new axis."""
        return _returned(_CUPY.stack(list(map(_array, values)), shape, axis), values)

    def array(self, x: Any) -> Any:
        """The array of CuPy that is the memory of one on a GPU; other values as they are."""
        return _array(x)


def _array(x: Any) -> Any:
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


def _returned(x: Any, beside: Sequence[Any]) -> Any:
    """A result as an array of the kind of the operands."""
    package: Any = sys.modules[module_name(next(filter(_is_ours, beside)))]
    if hasattr(package, "from_dlpack"):
        return package.from_dlpack(x)
    numba_cuda: Any = getattr(package, "cuda", None)
    return numba_cuda.as_cuda_array(x) if hasattr(numba_cuda, "as_cuda_array") else x


def _is_ours(x: Any) -> bool:
    return isinstance(framework_of(x), ExchangedArrays)
