"""Arrays on a GPU of NVIDIA with `__cuda_array_interface__` and `__array_namespace__`, as CuPy's.

Calls run on the stream that the interface names, the current one of CuPy. Results are of the
array's own kind, made by its namespace.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any, Final

import numpy as np

from ..compiler import Kernel, Spec
from ..compiler.batch import core_contiguous
from ..compiler.cuda import DeviceArray, device_program
from ..errors import BackendError
from ..functions.primitive import Primitive

_CUDA: Final = 2
"""The kind of device in DLPack."""
_LEGACY_STREAM: Final = 1


def call(primitive: Primitive, arrays: Sequence[Any]) -> Sequence[Any]:
    """The results of a primitive, of a batch."""
    kinds = {dtype_of(x) for x in arrays if _is_there(x)} - {"bool"}
    kernel = primitive.kernel("float32" if kinds == {"float32"} else "float64")
    return call_on_device(kernel, arrays)


def call_on_device(kernel: Kernel, operands: Sequence[Any], out: Sequence[Any] = ()) -> list[Any]:
    """The results of a kernel for arrays on one GPU, in arrays of `out` where they fit."""
    specs = kernel.compiled.program.operands
    first = next(filter(_is_there, operands))
    xp, (_, device) = first.__array_namespace__(), _device(first)
    for spec, x in zip(specs, operands, strict=False):
        if _is_there(x) and _device(x) != (_CUDA, device):
            raise BackendError(
                f"{kernel.name}: {spec.name} is on GPU {_device(x)[1]}, other operands are on GPU "
                f"{device}; move one of them."
            )
    place = first.device if hasattr(first.device, "__enter__") else nullcontext()
    with place:

        def new(shape: tuple[int, ...], dtype: str) -> tuple[Any, DeviceArray]:
            x = xp.empty(shape, dtype=dtype)
            return x, _device_array(x)

        given = [
            _contiguous(xp, x if _is_there(x) else xp.asarray(np.asarray(x)), spec, kernel.dtype)
            for x, spec in zip((*operands, *kernel.bound), specs, strict=True)
        ]
        stream = first.__cuda_array_interface__.get("stream") or _LEGACY_STREAM
        arrays = [_device_array(x) for x in given]
        there = [
            (x, _device_array(x))
            for x in out
            if type(x) is type(first) and _device(x) == (_CUDA, device)
            if dtype_of(x) == kernel.dtype.name and not x.__cuda_array_interface__["data"][1]
        ]
        taken = there if len(there) == len(out) else ()
        return device_program(kernel.compiled).run(device, stream, arrays, new, taken)


def dtype_of(x: Any) -> str:
    """The name of the dtype of an array."""
    return np.dtype(x.__cuda_array_interface__["typestr"]).name


def concrete(_: Any) -> Any:
    """None: values on a GPU are not read."""
    return None


def stack(values: Sequence[Any], shape: Sequence[int], axis: int) -> Any:
    """Values of this shape, after broadcasting, along a new axis."""
    xp = next(filter(_is_there, values)).__array_namespace__()
    return xp.stack([xp.broadcast_to(xp.asarray(x), tuple(shape)) for x in values], axis=axis)


def joined_rows(values: Sequence[Any], batch: Sequence[int], beside: Any) -> Any:
    """Rows in one, with these batch axes, of a dtype that fits to an array beside them."""
    given = [x for x in (*values, beside) if _is_there(x)]
    xp, dtype = given[0].__array_namespace__(), max(map(dtype_of, given))  # float64 of both
    rows = [xp.broadcast_to(xp.asarray(x, dtype), (*batch, x.shape[-1])) for x in values]
    return xp.concatenate(rows, axis=-1)


def _is_there(x: Any) -> bool:
    return hasattr(x, "__cuda_array_interface__")


def _device(x: Any) -> tuple[int, int]:
    """The kind and the number of the device of an array."""
    kind, number = x.__dlpack_device__()
    return int(kind), int(number)


def _device_array(x: Any) -> DeviceArray:
    interface = x.__cuda_array_interface__
    shape = tuple(interface["shape"])
    strides = interface.get("strides")
    if strides is None:
        size, strides = np.dtype(interface["typestr"]).itemsize, ()
        for n in reversed(shape):
            strides, size = (size, *strides), size * n
    return DeviceArray(interface["data"][0], shape, tuple(strides))


def _contiguous(xp: Any, x: Any, spec: Spec, dtype: np.dtype[Any]) -> Any:
    """The array, or a copy if it is of another dtype, or its samples are not contiguous."""
    contiguous = core_contiguous(_device_array(x), len(spec.shape), dtype.itemsize)
    return x if contiguous and dtype_of(x) == dtype.name else xp.ascontiguousarray(x, dtype=dtype)
