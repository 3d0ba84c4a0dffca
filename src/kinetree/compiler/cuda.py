"""Kernels on GPUs of NVIDIA: PTX assembled once for an architecture, and launched on a stream.

`cuda.core` and the assembler `ptxas` are used by calls with arrays on a GPU, and by nothing else.
"""

import re
import subprocess
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from ..errors import BackendError, CompileError
from ..scalar.replay import Trace
from . import cache
from .batch import Spec, Strides, batch_shape, core_contiguous, launch_runs, merge_axes
from .compilation import CompiledProgram, check_compilation_allowed, compile_lock
from .ptx_module import BLOCK, TARGET, PTXModule

INSTALL: Final = "pip install 'kinetree[gpu]'"

LEAST_CORE: Final = (1, 2)
"""The first version of cuda-core that has what is called here; pyproject.toml names it, too."""

PARTITION_SIZES: Final = (1000, 700, 500, 350, 150)
"""Operations in one function, as `passes.PARTITION_SIZE`."""

_MOST_KEPT: Final = 1 << 16
"""Bytes of the largest array of NumPy that is kept on a device."""

MOST_WORKSPACE: Final = 1 << 30
"""Bytes of workspace of a launch, unless a single block needs more."""

_Layout = tuple[tuple[int, ...], tuple[int, ...]]
"""Shape and strides."""

New = Callable[[tuple[int, ...], str], tuple[Any, "DeviceArray"]]
"""A new contiguous array on the device, of a shape and a dtype: the framework's, and its place."""


class DeviceArray(NamedTuple):
    """The place of an array on a GPU."""

    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    """In bytes."""

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def layout(self) -> "_Layout":
        return self.shape, self.strides

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

    def batch_strides(self, core: int, batch: tuple[int, ...]) -> tuple[int, ...]:
        """Strides along the axes of a batch to which it is broadcast, without `core` axes."""
        own = self.shape[: self.ndim - core]
        strides = [0 if n == 1 else step for n, step in zip(own, self.strides, strict=False)]
        return (*(0,) * (len(batch) - len(own)), *strides)


def contiguous_strides(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    """Strides of a contiguous array of numbers of `size` bytes."""
    strides: list[int] = []
    for n in reversed(shape):
        strides.append(size)
        size *= n
    return tuple(reversed(strides))


def copied(copy: Callable[..., Any], x: Any, *place: Any) -> Any:
    """`copy(x, *place)`, of an array of NumPy to a device; a small one is copied once."""
    if x.nbytes > _MOST_KEPT:
        return copy(x, *place)
    return _copied_once(copy, x.tobytes(), x.shape, x.dtype.str, *place)


@lru_cache(maxsize=256)
def _copied_once(
    copy: Callable[..., Any], data: bytes, shape: tuple[int, ...], dtype: str, *place: Any
) -> Any:
    return copy(np.frombuffer(data, dtype).reshape(shape), *place)


def _separate(written: Sequence[DeviceArray], read: Sequence[DeviceArray], size: int) -> bool:
    """Whether no array that is written has memory in common with another one, or with itself."""
    spans = [x.span(size) for x in (*written, *read)]
    return all(
        x.is_distinct(size) and not any(a < d and c < b for c, d in (*spans[:k], *spans[k + 1 :]))
        for k, (x, (a, b)) in enumerate(zip(written, spans, strict=False))
    )


class _Plan(NamedTuple):
    """The launches for arrays of some shapes and strides."""

    shapes: list[tuple[int, ...]]
    """The shapes of the results."""
    fits: bool
    """Whether results can be written to the arrays of `out`; if not, they are new arrays."""
    axes: tuple[int, ...]
    """The lengths of the batch axes, merged where strides allow it."""
    strides: list[Strides]
    """The strides of operands and results along these axes, in bytes."""


class DeviceProgram:
    """The machine code of a program on all GPUs of this machine."""

    def __init__(self, compiled: CompiledProgram) -> None:
        self._compiled = compiled
        self._loaded: dict[int, LoadedKernel] = {}
        self._plan = lru_cache(maxsize=256)(self._planned)

    def run(
        self,
        device: int,
        stream: int,
        operands: Sequence[DeviceArray],
        new: New,
        out: Sequence[tuple[Any, DeviceArray]] = (),
    ) -> list[Any]:
        """The results, computed after what is on the stream; it does not wait for them.

        They are written to the arrays of `out`, which are of its dtype, if these have their shapes,
        contiguous samples, and no memory in common with others; else all are new.
        """
        given = tuple([x.layout for x in operands])
        plan = self._plan(given, tuple([x.layout for _, x in out]))
        dtype = self._compiled.program.dtype
        if plan.fits and not _separate([x for _, x in out], operands, np.dtype(dtype).itemsize):
            plan = self._plan(given, ())
        results = out if plan.fits else [new(shape, dtype) for shape in plan.shapes]
        if 0 in plan.axes:
            return [x for x, _ in results]
        addresses = [*(x.address for x in operands), *(x.address for _, x in results)]
        loaded = self.loaded(device)
        with _current(device, self._compiled.name):

            def launch(n: int, addresses: list[int], steps: list[int]) -> None:
                loaded.launch(stream, n, addresses, steps, new)

            launch_runs(launch, addresses, plan.axes, plan.strides)
        return [x for x, _ in results]

    def _planned(self, operands: tuple[_Layout, ...], out: tuple[_Layout, ...]) -> _Plan:
        """The plan of a call, kept for later ones with arrays of these shapes and strides."""
        program = self._compiled.program
        arrays = [DeviceArray(0, *layout) for layout in operands]
        batch = batch_shape(program.operands, arrays, self._compiled.name)
        shapes = [(*batch, *s.shape) for s in program.results]
        size = np.dtype(program.dtype).itemsize
        written = [DeviceArray(0, *layout) for layout in out]
        fits = [x.shape for x in written] == shapes and all(
            core_contiguous(x, len(s.shape), size)
            for s, x in zip(program.results, written, strict=True)
        )
        if not fits:
            written = [DeviceArray(0, shape, contiguous_strides(shape, size)) for shape in shapes]
        specs: Sequence[Spec] = (*program.operands, *program.results)
        strides = [
            x.batch_strides(len(spec.shape), batch)
            for x, spec in zip((*arrays, *written), specs, strict=True)
        ]
        return _Plan(shapes, fits, *merge_axes(batch, strides))

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

    def launch(self, stream: int, n: int, addresses: list[int], steps: list[int], new: New) -> None:
        """Compute n samples of arrays."""
        core, blocks = _core(), self.blocks(n)
        _memory, at = new((blocks * self.block_bytes,), "uint8")
        pairs = [x for pair in zip(addresses, steps, strict=True) for x in pair]
        config = core.LaunchConfig(grid=blocks, block=BLOCK)
        core.launch(_stream(stream), config, self._kernel, n, at.address, *pairs)


@lru_cache(maxsize=256)
def _stream(handle: int) -> Any:
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


def machine_code(compiled: CompiledProgram, architecture: str) -> tuple[bytes, int]:
    """The code of a program for an architecture, and the bytes of workspace of a thread."""
    program, source = compiled.program, str(cache.source_digest())
    key = cache.digest(source, program.digest, program.dtype, architecture, assembler_version())
    found = cache.load(key)
    if found is not None:
        return found[1][0], found[0]["thread_bytes"]
    code, thread_bytes, _ = assembled(compiled.lowered, program.dtype, architecture)
    cache.store(key, {"thread_bytes": thread_bytes}, [code])
    return code, thread_bytes


def assembled(trace: Trace, dtype: str, architecture: str) -> tuple[bytes, int, str]:
    """The code of a trace in the largest partitions that spill no register, or in the smallest.

    With it are the bytes of workspace of a thread, and what the assembler says.
    """
    *larger, smallest = PARTITION_SIZES
    for size in larger:
        code, thread_bytes, said = _assembled(trace, dtype, architecture, size)
        if not spilled_bytes(said):
            return code, thread_bytes, said
    return _assembled(trace, dtype, architecture, smallest)


def _assembled(trace: Trace, dtype: str, architecture: str, size: int) -> tuple[bytes, int, str]:
    module = PTXModule(trace, dtype, size)
    code, said = assemble(module.text(), architecture)
    return code, module.thread_bytes, said


def spilled_bytes(said: str) -> int:
    """The bytes that registers were spilled to and loaded from, by the assembler's report."""
    pairs = re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill loads", said)
    return sum(int(x) for pair in pairs for x in pair)


def assemble(text: str, architecture: str) -> tuple[bytes, str]:
    """The machine code of a module, and what the assembler says of its functions."""
    with tempfile.TemporaryDirectory(prefix="kinetree") as folder:
        source, code = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(text, encoding="ascii")
        command = [ptxas(), "-v", f"-arch={architecture}", str(source), "-o", str(code)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        if done.returncode:
            raise CompileError(f"ptxas, the assembler for GPUs, failed: {said.strip()}")
        return code.read_bytes(), said


@lru_cache
def ptxas() -> str:
    """The path of the assembler of NVIDIA's package for Python, or of an installed CUDA toolkit."""
    try:
        pathfinder: Any = import_module("cuda.pathfinder")
    except ImportError:
        pathfinder = None
    known = "ptxas" in getattr(pathfinder, "SUPPORTED_BINARY_UTILITIES", ())
    found = pathfinder.find_nvidia_binary_utility("ptxas") if known else None
    if found is None:
        raise BackendError(
            "ptxas, the assembler for GPUs, is not installed, or cuda-pathfinder is too old to "
            f"find it: {INSTALL}."
        )
    return str(found)


@lru_cache
def assembler_version() -> str:
    """The version of the assembler, as it says."""
    return subprocess.run([ptxas(), "--version"], capture_output=True, text=True, check=True).stdout


@lru_cache
def _core() -> Any:
    """`cuda.core`."""
    try:
        core = import_module("cuda.core")
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
