"""Kernels on GPUs of NVIDIA: loaded once on a device, and launched on a stream.

`cuda.core` is imported by calls with arrays on a GPU, and by nothing else.
"""
# pyright: reportMissingImports=false, reportMissingTypeStubs=false

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from types import ModuleType
from typing import Final

import numpy as np

from ..errors import BackendError
from .assembler import INSTALL, machine_code, ptxas
from .batch import Strides, core_contiguous, launch_runs
from .compilation import CompiledProgram, check_compilation_allowed, compile_lock
from .device_arrays import A, DeviceArray, Library, Plan, plan, separate
from .kernel import Kernel
from .ptx_module import BLOCK, TARGET

LEAST_CORE: Final = (1, 2)
"""The first version of cuda-core that has what is called here; pyproject.toml names it, too."""

MOST_WORKSPACE: Final = 1 << 30
"""Bytes of workspace of a launch, unless a single block needs more."""

_Layout = tuple[tuple[int, ...], Strides]
"""Shape and strides."""


def compute(
    kernel: Kernel,
    library: Library[A],
    operands: Sequence[tuple[A, DeviceArray]],
    out: Sequence[tuple[A, DeviceArray]] = (),
) -> list[A]:
    """The results of a kernel for arrays of its dtype on a GPU, in those of `out` where they fit.

    They are computed after what is on the stream; the call does not wait for them.
    """
    compiled = kernel.compiled
    constants = [library.constant(np.asarray(x)) for x in kernel.bound]
    arrays = [*operands, *((x, library.place(x)) for x in constants)]
    for k, spec in enumerate(compiled.program.operands):
        if not core_contiguous(arrays[k][1], len(spec.shape), kernel.dtype.itemsize):
            x = library.contiguous(arrays[k][0])
            arrays[k] = x, library.place(x)
    return device_program(compiled).run(library, [place for _, place in arrays], out)


class DeviceProgram:
    """The machine code of a program on all GPUs of this machine."""

    def __init__(self, compiled: CompiledProgram) -> None:
        self._compiled = compiled
        self._loaded: dict[int, LoadedKernel] = {}
        self._plan = lru_cache(maxsize=256)(self._planned)

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
        launches = self._plan(layouts, tuple([(x.shape, x.strides) for _, x in out]))
        dtype = self._compiled.program.dtype
        size = np.dtype(dtype).itemsize
        if launches.fits and not separate([x for _, x in out], operands, size):
            launches = self._plan(layouts, ())
        results = [*out]
        if not launches.fits:
            arrays = [library.new(shape, dtype) for shape in launches.shapes]
            results = [(x, library.place(x)) for x in arrays]
        if 0 not in launches.axes:
            addresses = [*(x.address for x in operands), *(x.address for _, x in results)]
            loaded = self.loaded(library.device)

            def launch(n: int, addresses: list[int], steps: list[int]) -> None:
                loaded.launch(library, n, addresses, steps)

            with _current(library.device, self._compiled.name):
                launch_runs(launch, addresses, launches.axes, launches.strides)
        return [x for x, _ in results]

    def _planned(self, operands: tuple[_Layout, ...], out: tuple[_Layout, ...]) -> Plan:
        """The plan of a call, kept for later ones with arrays of these shapes and strides."""
        places = [[DeviceArray(0, *layout) for layout in layouts] for layouts in (operands, out)]
        return plan(self._compiled, *places)

    def loaded(self, device: int) -> "LoadedKernel":
        """The kernel on a device, assembled and loaded by the first call."""
        if device in self._loaded:
            return self._loaded[device]
        name = self._compiled.name
        check_compilation_allowed(f"{name} on GPU {device}")
        with compile_lock, _current(device, name):
            if device not in self._loaded:
                code, thread_bytes = machine_code(self._compiled, architecture(device))
                self._loaded[device] = LoadedKernel(device, name, code, thread_bytes)
            return self._loaded[device]


class LoadedKernel:
    """A kernel that a device can launch."""

    def __init__(self, device: int, name: str, code: bytes, thread_bytes: int) -> None:
        core = _core()
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
        core, blocks = _core(), self.blocks(n)
        workspace = library.new((blocks * self.block_bytes,), "uint8")
        pairs = [x for pair in zip(addresses, steps, strict=True) for x in pair]
        config = core.LaunchConfig(grid=blocks, block=BLOCK)
        address = library.place(workspace).address
        core.launch(_stream(library.stream), config, self._kernel, n, address, *pairs)


@lru_cache(maxsize=256)
def _stream(handle: int) -> object:
    """A stream of the caller's, as `cuda.core` takes it."""
    return _core().Stream.from_handle(handle)


@contextmanager
def _current(device: int, owner: str) -> Generator[None]:
    """Make a device the current one of this thread in this block; errors of its driver are ours."""
    core = _core()
    try:
        before = core.Device()
        core.Device(device).set_current()
        try:
            yield
        finally:
            if before.device_id != device:
                before.set_current()
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "cuda":
            raise
        raise BackendError(f"{owner} on GPU {device}: the driver says: {error}") from error


def check_driver(owner: str) -> None:
    """Raise BackendError where no GPU can be used."""
    core = _core()
    try:
        count = len(core.Device.get_all_devices())
    except Exception as error:
        raise BackendError(f"{owner}: no driver of NVIDIA can be used: {error}") from None
    if not count:
        raise BackendError(f"{owner}: the driver of NVIDIA finds no GPU in this machine.")
    ptxas()


def architecture(device: int) -> str:
    """The architecture of a GPU, such as sm_90."""
    gpu = _core().Device(device)
    major, minor = gpu.compute_capability
    if 10 * major + minor < int(TARGET.removeprefix("sm_")):
        raise BackendError(
            f"GPU {device}, {gpu.name}, is of architecture sm_{major}{minor}; kernels need "
            f"{TARGET} or a later one. Compute on the CPU: pass arrays that are there."
        )
    return f"sm_{major}{minor}"


@lru_cache
def _core() -> ModuleType:
    """`cuda.core`."""
    try:
        import cuda.core as core
    except ImportError:
        raise BackendError(
            f"GPUs need cuda-core, which is not installed: {INSTALL}. To compute on the CPU, the "
            "guide on PyTorch copies tensors through pinned memory."
        ) from None
    if tuple(map(int, core.__version__.split(".")[:2])) < LEAST_CORE:
        least = ".".join(map(str, LEAST_CORE))
        raise BackendError(
            f"GPUs need cuda-core {least} or later; {core.__version__} is installed: {INSTALL}."
        )
    return core


def device_program(compiled: CompiledProgram) -> DeviceProgram:
    """The code of a program for GPUs, one for all calls."""
    if compiled.on_devices is None:
        compiled.on_devices = DeviceProgram(compiled)
    return compiled.on_devices
