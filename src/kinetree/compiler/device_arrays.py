"""Arrays on a GPU, of any library: their places, and which launches compute a call with them."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from .batch import Strides, batch_shape, core_contiguous, merge_axes
from .compilation import CompiledProgram

A = TypeVar("A")
"""An array of a library."""

_MOST_KEPT: Final = 1 << 16
"""Bytes of the largest array of NumPy that is kept on a device."""


class DeviceArray(NamedTuple):
    """The place of an array on a GPU."""

    address: int
    shape: tuple[int, ...]
    strides: Strides
    """In bytes."""

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def is_distinct(self, size: int) -> bool:
        """Whether no two of its numbers of `size` bytes overlap, as by a stride of 0."""
        axes = sorted((abs(x), n) for n, x in zip(self.shape, self.strides, strict=True) if n > 1)
        for step, n in axes:
            if step < size:
                return False
            size += step * (n - 1)
        return True

    def span(self, size: int) -> tuple[int, int]:
        """The first address of its numbers of `size` bytes, and the first one after them."""
        if 0 in self.shape:
            return self.address, self.address
        ends = [(n - 1) * step for n, step in zip(self.shape, self.strides, strict=True)]
        low = self.address + sum(min(x, 0) for x in ends)
        return low, self.address + sum(max(x, 0) for x in ends) + size

    def batch_strides(self, core: int, batch: tuple[int, ...]) -> Strides:
        """Strides along the axes of a batch to which it is broadcast, without `core` axes."""
        own = self.shape[: self.ndim - core]
        strides = [0 if n == 1 else step for n, step in zip(own, self.strides, strict=False)]
        return (*(0,) * (len(batch) - len(own)), *strides)


class Library(Protocol[A]):
    """A library of arrays on one GPU, as a call uses it."""

    @property
    def device(self) -> int:
        """The number of the GPU."""
        ...

    @property
    def stream(self) -> int:
        """The handle of the stream on which the call runs."""
        ...

    def place(self, x: A) -> DeviceArray:
        """The place of an array."""
        ...

    def new(self, shape: tuple[int, ...], dtype: str) -> A:
        """A new contiguous array, whose numbers are not set."""
        ...

    def contiguous(self, x: A) -> A:
        """A contiguous copy of an array."""
        ...

    def constant(self, x: NDArray[np.generic]) -> A:
        """An array of NumPy's there."""
        ...


def contiguous_strides(shape: tuple[int, ...], size: int) -> Strides:
    """Strides of a contiguous array of numbers of `size` bytes."""
    strides: list[int] = []
    for n in reversed(shape):
        strides.append(size)
        size *= n
    return tuple(reversed(strides))


def copied(copy: Callable[..., A], x: NDArray[np.generic], *place: object) -> A:
    """`copy(x, *place)`, of an array of NumPy to a device; a small one is copied once."""
    if x.nbytes > _MOST_KEPT:
        return copy(x, *place)
    return _copied_once(copy, x.tobytes(), x.shape, x.dtype.str, *place)


@lru_cache(maxsize=256)
def _copied_once(
    copy: Callable[..., A], data: bytes, shape: tuple[int, ...], dtype: str, *place: object
) -> A:
    return copy(np.frombuffer(data, dtype).reshape(shape), *place)


def separate(written: Sequence[DeviceArray], read: Sequence[DeviceArray], size: int) -> bool:
    """Whether no array that is written has memory in common with another one, or with itself."""
    spans = [x.span(size) for x in (*written, *read)]
    return all(
        x.is_distinct(size) and not any(a < d and c < b for c, d in (*spans[:k], *spans[k + 1 :]))
        for k, (x, (a, b)) in enumerate(zip(written, spans, strict=False))
    )


class Plan(NamedTuple):
    """The launches for arrays of some shapes and strides."""

    shapes: list[tuple[int, ...]]
    """The shapes of the results."""
    fits: bool
    """Whether results can be written to the arrays of `out`; if not, they are new arrays."""
    axes: tuple[int, ...]
    """The lengths of the batch axes, merged where strides allow it."""
    strides: list[Strides]
    """The strides of operands and results along these axes, in bytes."""


def plan(
    compiled: CompiledProgram, operands: Sequence[DeviceArray], out: Sequence[DeviceArray]
) -> Plan:
    """The launches that compute a program, with results in `out` if it has fitting arrays."""
    program = compiled.program
    size = np.dtype(program.dtype).itemsize
    batch = batch_shape(program.operands, operands, compiled.name)
    shapes = [(*batch, *s.shape) for s in program.results]
    written = [*out]
    fits = [x.shape for x in written] == shapes and all(
        core_contiguous(x, len(s.shape), size)
        for s, x in zip(program.results, written, strict=True)
    )
    if not fits:
        written = [DeviceArray(0, shape, contiguous_strides(shape, size)) for shape in shapes]
    specs = (*program.operands, *program.results)
    strides = [
        x.batch_strides(len(spec.shape), batch)
        for x, spec in zip((*operands, *written), specs, strict=True)
    ]
    return Plan(shapes, fits, *merge_axes(batch, strides))
