"""Arrays on a GPU of NVIDIA: those of CuPy, and those that CuPy takes, as of Numba and Warp.

Calls with arrays of CuPy, and with others that have `__cuda_array_interface__` and
`__array_namespace__`, run on the stream that the interface names; the namespace makes results. CuPy
takes the memory of others by DLPack or `__cuda_array_interface__`, which order the work on streams.
Results are of the array's own kind where its package has `from_dlpack`, or `cuda.as_cuda_array` as
Numba; else they are CuPy's.
"""

import sys
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..compiler import device_arrays
from ..compiler.device_arrays import DeviceArray, Library, contiguous_strides, copied
from ..compiler.kernel import Kernel
from ..errors import BackendError, kind_of
from ..functions.adapters import module_name
from ..functions.framework import ON_GPU, FrameworkArray, NamespaceFramework, on_gpu
from ..functions.primitive import Primitive


class _Interface(NamedTuple):
    """The contents of `__cuda_array_interface__`, and the device."""

    place: DeviceArray
    device: int
    dtype: str
    stream: int
    read_only: bool


class CudaArrays(NamespaceFramework):
    """Arrays of CuPy, others with both interfaces, and others by way of CuPy."""

    def call(
        self, primitive: Primitive, arrays: Sequence[FrameworkArray]
    ) -> Sequence[FrameworkArray]:
        """The results of a primitive, of a batch."""
        places = list(map(_array, arrays))
        interfaces = list(map(_interface, places))
        kinds = {x.dtype for x in interfaces if x is not None} - {"bool"}
        kernel = primitive.kernel("float32" if kinds == {"float32"} else "float64")
        return [_returned(x, arrays) for x in _compute(kernel, places, interfaces, ())]

    def call_on_device(
        self, kernel: Kernel, operands: Sequence[FrameworkArray], out: Sequence[FrameworkArray] = ()
    ) -> Sequence[FrameworkArray]:
        """The results of a kernel for arrays on one GPU, in arrays of `out` where they fit."""
        arrays, places = list(map(_array, operands)), list(map(_array, out))
        results = _compute(kernel, arrays, list(map(_interface, arrays)), places)
        written = {id(place): x for place, x in zip(places, out, strict=True)}
        return [written[id(x)] if id(x) in written else _returned(x, operands) for x in results]

    def dtype_of(self, x: FrameworkArray) -> str:
        """The name of the dtype of an array."""
        return _array(x).dtype.name

    def converted(self, values: Sequence[FrameworkArray]) -> tuple[Any, list[FrameworkArray]]:
        """The functions of CuPy, or another namespace, and values of the dtype of its arrays."""
        arrays = list(map(_array, values))
        own = [x for x in arrays if hasattr(x, ON_GPU)]
        xp, dtype = _namespace(own[0]), np.result_type(*(x.dtype for x in own))
        return xp, [xp.asarray(x, dtype) for x in arrays]

    def stack(
        self, values: Sequence[FrameworkArray], shape: Sequence[int], axis: int
    ) -> FrameworkArray:
        """Values of this shape, after broadcasting, along a new axis."""
        return _returned(super().stack(values, shape, axis), values)

    def array(self, x: FrameworkArray) -> FrameworkArray:
        """The array of CuPy that is the memory of one on a GPU."""
        return _array(x)


class _Arrays(NamedTuple):
    """Arrays of one kind and dtype on a GPU, made by their namespace."""

    xp: ModuleType
    device: int
    stream: int
    dtype: str

    def place(self, x: FrameworkArray) -> DeviceArray:
        return _read(x, x.__cuda_array_interface__).place

    def new(self, shape: tuple[int, ...], dtype: str) -> FrameworkArray:
        return self.xp.empty(shape, dtype=dtype)

    def contiguous(self, x: FrameworkArray) -> FrameworkArray:
        return self.xp.ascontiguousarray(x, dtype=self.dtype)

    def constant(self, x: NDArray[np.generic]) -> FrameworkArray:
        return copied(_copy, np.asarray(x, self.dtype), self.xp, self.device, self.stream)


def _compute(
    kernel: Kernel,
    operands: Sequence[FrameworkArray],
    interfaces: Sequence[_Interface | None],
    out: Sequence[FrameworkArray],
) -> list[FrameworkArray]:
    pairs = zip(operands, interfaces, strict=True)
    first, where = next((x, interface) for x, interface in pairs if interface is not None)
    for spec, interface in zip(kernel.operands, interfaces, strict=True):
        if interface is not None and interface.device != where.device:
            raise BackendError(
                f"{kernel.name}: {spec.name} is on GPU {interface.device}, other operands are on "
                f"GPU {where.device}; move one of them."
            )
    current = first.device if hasattr(first.device, "__enter__") else nullcontext()
    dtype = kernel.dtype.name
    arrays: Library[FrameworkArray] = _Arrays(_namespace(first), where.device, where.stream, dtype)
    with current:
        placed: list[tuple[FrameworkArray, DeviceArray]] = []
        for x, interface in zip(operands, interfaces, strict=True):
            if interface is not None and interface.dtype == dtype:
                placed.append((x, interface.place))
            else:
                x = arrays.constant(x) if interface is None else arrays.contiguous(x)
                placed.append((x, arrays.place(x)))
        written = [
            (x, interface.place)
            for x in out
            if type(x) is type(first)
            and (interface := _interface(x)) is not None
            and (interface.device, interface.dtype) == (where.device, dtype)
            and not interface.read_only
        ]
        return device_arrays.compute(kernel, arrays, placed, written)


def _interface(x: FrameworkArray) -> _Interface | None:
    description = getattr(x, ON_GPU, None)
    return None if description is None else _read(x, description)


def _read(x: FrameworkArray, description: Mapping[str, Any]) -> _Interface:
    shape, strides = tuple(description["shape"]), description.get("strides")
    dtype, size = _dtype(description["typestr"])
    if strides is None:
        strides = contiguous_strides(shape, size)
    address, read_only = description["data"]
    stream = description.get("stream") or 1  # the legacy stream
    device = int(x.__dlpack_device__()[1])
    return _Interface(DeviceArray(address, shape, tuple(strides)), device, dtype, stream, read_only)


@lru_cache
def _dtype(typestr: str) -> tuple[str, int]:
    """The name of a dtype, and the bytes of a number."""
    dtype = np.dtype(typestr)
    return dtype.name, dtype.itemsize


def _copy(x: NDArray[np.generic], xp: ModuleType, *_: object) -> FrameworkArray:
    return xp.asarray(x)


def _array(x: FrameworkArray) -> FrameworkArray:
    """The array of CuPy that is the memory of one on a GPU; other values as they are."""
    if not _is_foreign(x):
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
    foreign = next(filter(_is_foreign, beside), None)
    if foreign is None:
        return x
    package = sys.modules[module_name(foreign)]
    if hasattr(package, "from_dlpack"):
        return package.from_dlpack(x)
    as_cuda_array = getattr(getattr(package, "cuda", None), "as_cuda_array", None)
    return x if as_cuda_array is None else as_cuda_array(x)


def _is_foreign(x: object) -> bool:
    """Whether CuPy has to look at an array on a GPU."""
    own = module_name(x) == "cupy" or hasattr(type(x), "__array_namespace__")
    return not (own and hasattr(type(x), ON_GPU)) and on_gpu(x)


def _namespace(x: FrameworkArray) -> Any:
    """The functions for an array; arrays of CuPy 14 do not name theirs."""
    return sys.modules["cupy"] if module_name(x) == "cupy" else x.__array_namespace__()
