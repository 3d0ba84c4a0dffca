"""Calls of kernels with arrays on a GPU, of any library, in as few launches as strides allow."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from . import cuda
from .batch import Strides, batch_shape, core_contiguous, launch_runs, merged_axes
from .compilation import CompiledProgram, check_compilation_allowed, compile_lock
from .kernel import Kernel
from .ptx_module import BLOCK

A = TypeVar("A")
"""An array of a library."""

MOST_WORKSPACE: Final = 1 << 30
"""Bytes of workspace of a launch, unless a single block needs more."""

_MOST_KEPT: Final = 1 << 16
"""Bytes of the largest array of NumPy that is kept on a device."""


class DeviceArray(NamedTuple):
    """The place of an array on a GPU."""

    address: int
    shape: tuple[int, ...]
    strides: Strides
    """In bytes."""


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
    return tuple([size * math.prod(shape[k + 1 :]) for k in range(len(shape))])


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


class _Plan(NamedTuple):
    """The launches for arrays of some shapes and strides."""

    shapes: list[tuple[int, ...]]
    """The shapes of the results."""
    spans: list[tuple[int, int]] | None
    """The bytes of operands and arrays of `out` from their addresses on, if results fit there."""
    axes: tuple[int, ...]
    """The lengths of the batch axes, merged where strides allow it."""
    strides: list[Strides]
    """The strides of operands and results along these axes, in bytes."""

    def fits(self, operands: Sequence[DeviceArray], out: Sequence[DeviceArray]) -> bool:
        """Whether results can be written to `out`, which has no memory in common with others."""
        if self.spans is None:
            return False
        addresses = [x.address for x in (*operands, *out)]
        spans = [(x + a, x + b) for x, (a, b) in zip(addresses, self.spans, strict=True)]
        return not any(
            a < d and c < b
            for k, (a, b) in enumerate(spans)
            for c, d in spans[max(k + 1, len(operands)) :]
        )


_Layouts = tuple[tuple[tuple[int, ...], Strides], ...]
"""Shapes and strides."""


def _plan(compiled: CompiledProgram, operands: _Layouts, out: _Layouts) -> _Plan:
    program = compiled.program
    size = np.dtype(program.dtype).itemsize

    def described(layouts: _Layouts) -> list[NDArray[Any]]:
        """Arrays of NumPy with these shapes and strides, whose memory is not accessed."""
        memory = np.empty(1, program.dtype)
        return [as_strided(memory, *layout, writeable=False) for layout in layouts]

    arrays, written = described(operands), described(out)
    batch = batch_shape(program.operands, arrays, compiled.name)
    shapes = [(*batch, *s.shape) for s in program.results]
    spans = None
    if [x.shape for x in written] == shapes and all(
        core_contiguous(x, len(s.shape), size) and _is_distinct(x.shape, x.strides, size)
        for s, x in zip(program.results, written, strict=True)
    ):
        spans = [_span(*layout, size) for layout in (*operands, *out)]
    else:
        written = described(tuple([(x, contiguous_strides(x, size)) for x in shapes]))
    specs = (*program.operands, *program.results)
    return _Plan(shapes, spans, *merged_axes(specs, [*arrays, *written], batch))


def _is_distinct(shape: tuple[int, ...], strides: Strides, size: int) -> bool:
    """Whether no two numbers of `size` bytes of an array overlap, as by a stride of 0."""
    for step, n in sorted((abs(x), n) for n, x in zip(shape, strides, strict=True) if n > 1):
        if step < size:
            return False
        size += step * (n - 1)
    return True


def _span(shape: tuple[int, ...], strides: Strides, size: int) -> tuple[int, int]:
    """The first byte of an array's numbers of `size` bytes, and the first one after them."""
    ends = [(n - 1) * step for n, step in zip(shape, strides, strict=True)]
    low, high = (sum(select(x, 0) for x in ends) for select in (min, max))
    return (low, high + size) if 0 not in shape else (0, 0)


class LoadedKernel:
    """A kernel that a device can launch."""

    def __init__(self, device: int, name: str, code: bytes, thread_bytes: int) -> None:
        core = cuda.core()
        self._object = core.ObjectCode.from_cubin(code, name=name)
        self._kernel = self._object.get_kernel("kernel")
        self.block_bytes = BLOCK * thread_bytes
        """Workspace of the threads of a block."""
        each = self._kernel.occupancy.max_active_blocks_per_multiprocessor(BLOCK, 0)
        count = core.Device(device).properties.multiprocessor_count
        self.most_blocks = max(1, min(each * count, MOST_WORKSPACE // self.block_bytes))
        """Blocks that run at once; their threads compute all samples, in one workspace each."""

    @property
    def handle(self) -> int:
        """The handle of the driver, valid on every device of the architecture."""
        return int(self._kernel.handle)

    def blocks(self, n: int) -> int:
        """The blocks that compute n samples."""
        return min(-(-n // BLOCK), self.most_blocks)

    def launch(self, library: Library[A], n: int, addresses: list[int], steps: list[int]) -> None:
        """Compute n samples of arrays."""
        core, blocks = cuda.core(), self.blocks(n)
        workspace = library.new((blocks * self.block_bytes,), "uint8")
        pairs = [x for pair in zip(addresses, steps, strict=True) for x in pair]
        config = core.LaunchConfig(grid=blocks, block=BLOCK)
        address = library.place(workspace).address
        core.launch(cuda.stream(library.stream), config, self._kernel, n, address, *pairs)


class DeviceProgram:
    """The machine code of a program on all GPUs of this machine."""

    def __init__(self, compiled: CompiledProgram) -> None:
        self._compiled = compiled
        self._loaded: dict[int, LoadedKernel] = {}
        self._plan = lru_cache(maxsize=256)(partial(_plan, compiled))

    def run(
        self,
        library: Library[A],
        operands: Sequence[DeviceArray],
        out: Sequence[tuple[A, DeviceArray]] = (),
    ) -> list[A]:
        """The results for operands whose samples are contiguous.

        They are written to the arrays of `out`, which are of its dtype, if these have their shapes,
        contiguous samples, and no memory in common with others; else all are new.
        """
        layouts = tuple([(x.shape, x.strides) for x in operands])
        places = [x for _, x in out]
        plan = self._plan(layouts, tuple([(x.shape, x.strides) for x in places]))
        results = [x for x, _ in out]
        if not plan.fits(operands, places):
            plan = self._plan(layouts, ())
            results = [library.new(shape, self._compiled.program.dtype) for shape in plan.shapes]
            places = [library.place(x) for x in results]
        if 0 not in plan.axes:
            addresses = [x.address for x in (*operands, *places)]
            launch = partial(self.loaded(library.device).launch, library)
            with cuda.current(library.device, self._compiled.name):
                launch_runs(launch, addresses, plan.axes, plan.strides)
        return results

    def loaded(self, device: int) -> LoadedKernel:
        """The kernel on a device, assembled and loaded by the first call."""
        if device in self._loaded:
            return self._loaded[device]
        name = self._compiled.name
        check_compilation_allowed(f"{name} on GPU {device}")
        with compile_lock, cuda.current(device, name):
            if device not in self._loaded:
                code, size = cuda.machine_code(self._compiled, cuda.architecture(device))
                self._loaded[device] = LoadedKernel(device, name, code, size)
            return self._loaded[device]


def device_program(compiled: CompiledProgram) -> DeviceProgram:
    """The code of a program for GPUs, one for all calls."""
    if compiled.on_devices is None:
        compiled.on_devices = DeviceProgram(compiled)
    return compiled.on_devices


def compute(
    kernel: Kernel,
    library: Library[A],
    operands: Sequence[tuple[A, DeviceArray]],
    out: Sequence[tuple[A, DeviceArray]] = (),
) -> list[A]:
    """The results of a kernel for arrays of its dtype on a GPU, in those of `out` where they fit.

    They are computed after what is on the stream; the call does not wait for them.
    """
    constants = [library.constant(np.asarray(x)) for x in kernel.bound]
    arrays = [*operands, *((x, library.place(x)) for x in constants)]
    for k, spec in enumerate(kernel.compiled.program.operands):
        if not core_contiguous(arrays[k][1], len(spec.shape), kernel.dtype.itemsize):
            x = library.contiguous(arrays[k][0])
            arrays[k] = x, library.place(x)
    return device_program(kernel.compiled).run(library, [place for _, place in arrays], out)
