"""Arrays on a GPU of NVIDIA with `__cuda_array_interface__` and `__array_namespace__`, as CuPy's.

Calls run on the stream that the interface names, the current one of CuPy. Results are of the
array's own kind, made by its namespace.
"""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from ..compiler import Kernel, Spec
from ..compiler.batch import core_contiguous
from ..compiler.cuda import DeviceArray, contiguous_strides, copied, device_program
from ..errors import BackendError
from ..functions.framework import Framework
from ..functions.primitive import Primitive

_LEGACY_STREAM: Final = 1


class _Interface(NamedTuple):
    """The contents of `__cuda_array_interface__`, and the device."""

    place: DeviceArray
    device: int
    dtype: str
    stream: int
    read_only: bool


class CudaArrays(Framework):
    """Arrays of CuPy, and others with both interfaces."""

    def call(self, primitive: Primitive, arrays: Sequence[Any]) -> Sequence[Any]:
        """The results of a primitive, of a batch."""
        interfaces = list(map(_interface, arrays))
        kinds = {x.dtype for x in interfaces if x is not None} - {"bool"}
        kernel = primitive.kernel("float32" if kinds == {"float32"} else "float64")
        return _run(kernel, arrays, interfaces, ())

    def call_on_device(
        self, kernel: Kernel, operands: Sequence[Any], out: Sequence[Any] = ()
    ) -> list[Any]:
        """The results of a kernel for arrays on one GPU, in arrays of `out` where they fit."""
        return _run(kernel, operands, list(map(_interface, operands)), out)

    def dtype_of(self, x: Any) -> str:
        """The name of the dtype of an array."""
        return _found(x).dtype

    def stack(self, values: Sequence[Any], shape: Sequence[int], axis: int) -> Any:
        """Values of this shape, after broadcasting, along a new axis."""
        xp = next(filter(_is_there, values)).__array_namespace__()
        return xp.stack([xp.broadcast_to(xp.asarray(x), tuple(shape)) for x in values], axis=axis)

    def joined_rows(self, values: Sequence[Any], batch: Sequence[int], beside: Any) -> Any:
        """Rows in one, with these batch axes, of a dtype that fits to an array beside them."""
        given = [x for x in (*values, beside) if _is_there(x)]
        xp, dtype = (
            given[0].__array_namespace__(),
            max(map(self.dtype_of, given)),
        )  # float64 of both
        rows = [xp.broadcast_to(xp.asarray(x, dtype), (*batch, x.shape[-1])) for x in values]
        return xp.concatenate(rows, axis=-1)


def _run(
    kernel: Kernel,
    operands: Sequence[Any],
    interfaces: Sequence[_Interface | None],
    out: Sequence[Any],
) -> list[Any]:
    specs, dtype = kernel.compiled.program.operands, kernel.compiled.program.dtype
    size = kernel.dtype.itemsize
    first, where = next(
        (x, at) for x, at in zip(operands, interfaces, strict=True) if at is not None
    )
    for spec, at in zip(specs, interfaces, strict=False):
        if at is not None and at.device != where.device:
            raise BackendError(
                f"{kernel.name}: {spec.name} is on GPU {at.device}, other operands are on GPU "
                f"{where.device}; move one of them."
            )
    xp = first.__array_namespace__()
    with first.device if hasattr(first.device, "__enter__") else nullcontext():

        def new(shape: tuple[int, ...], dtype: str) -> tuple[Any, DeviceArray]:
            x = xp.empty(shape, dtype=dtype)
            return x, _found(x).place

        def given(x: Any, at: _Interface | None, spec: Spec) -> tuple[Any, DeviceArray]:
            if at is None:
                x = copied(_copy, np.asarray(x, dtype), xp, where.device, where.stream)
            elif at.dtype == dtype and core_contiguous(at.place, len(spec.shape), size):
                return x, at.place
            else:
                x = xp.ascontiguousarray(x, dtype=dtype)
            return x, _found(x).place

        values, places = (*operands, *kernel.bound), (*interfaces, *[None] * len(kernel.bound))
        arrays = [given(*x) for x in zip(values, places, specs, strict=True)]
        there = [(x, at) for x in out if (at := _writable(x, first, where, dtype))]
        return device_program(kernel.compiled).run(
            where.device,
            where.stream,
            [at for _, at in arrays],
            new,
            there if len(there) == len(out) else (),
        )


def _writable(x: Any, like: Any, where: _Interface, dtype: str) -> DeviceArray | None:
    """The place of an array of `out`, if a kernel can write to it."""
    at = _interface(x) if type(x) is type(like) else None
    if at is None or at.read_only or (at.device, at.dtype) != (where.device, dtype):
        return None
    return at.place


def _is_there(x: Any) -> bool:
    return hasattr(x, "__cuda_array_interface__")


def _interface(x: Any) -> _Interface | None:
    """The interface of an array on a GPU; None for other values."""
    given = getattr(x, "__cuda_array_interface__", None)
    return None if given is None else _read(x, given)


def _found(x: Any) -> _Interface:
    """The interface of an array that is on a GPU."""
    return _read(x, x.__cuda_array_interface__)


def _read(x: Any, given: Mapping[str, Any]) -> _Interface:
    shape, strides = tuple(given["shape"]), given.get("strides")
    dtype, size = _dtype(given["typestr"])
    if strides is None:
        strides = contiguous_strides(shape, size)
    address, read_only = given["data"]
    stream = given.get("stream") or _LEGACY_STREAM
    device = int(x.__dlpack_device__()[1])
    return _Interface(DeviceArray(address, shape, tuple(strides)), device, dtype, stream, read_only)


@lru_cache
def _dtype(typestr: str) -> tuple[str, int]:
    """The name of a dtype, and the bytes of a number."""
    found = np.dtype(typestr)
    return found.name, found.itemsize


def _copy(x: Any, xp: Any, *_: int) -> Any:
    return xp.asarray(x)
