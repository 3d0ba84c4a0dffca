"""CUDA: machine code from PTX by ptxas, kept in the disk cache, and the driver by `cuda.core`.

Both packages are imported by calls with arrays on a GPU, and by nothing else.
"""
# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false

import re
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Final

from ..errors import BackendError, CompileError, needing
from ..scalar.replay import Trace
from . import cache, llvm
from .compilation import CompiledProgram
from .ptx_module import TARGET, PTXModule

INSTALL: Final = "pip install 'kinetree[gpu]'"

LEAST_CORE: Final = (1, 2)
"""The first version of cuda-core that has what is called here; pyproject.toml names it, too."""

PARTITION_SIZES: Final = (1000, 700, 500, 350, 150)
"""Operations in one function, as `schedule.PARTITION_SIZE`."""


def machine_code(compiled: CompiledProgram, architecture: str) -> tuple[bytes, int]:
    """The code of a program for an architecture, and the bytes of workspace of a thread."""
    program = compiled.program
    versions = str(cache.source_digest()), llvm.version(), assembler_version()
    key = cache.digest(*versions, program.digest, program.dtype, architecture)
    cached = cache.load(key)
    if cached is not None:
        return cached[1][0], cached[0]["thread_bytes"]
    code, thread_bytes, _ = assembled(compiled.lowered, program.dtype, architecture)
    cache.store(key, {"thread_bytes": thread_bytes}, [code])
    return code, thread_bytes


def assembled(trace: Trace, dtype: str, architecture: str) -> tuple[bytes, int, str]:
    """The code of a trace in the largest partitions that spill no register, or the least bytes.

    With it are the bytes of workspace of a thread, and the assembler's report.
    """
    candidates: list[tuple[bytes, int, str]] = []
    for size in PARTITION_SIZES:
        module = PTXModule(trace, dtype, size)
        code, report = assemble(module.text(), architecture)
        candidates.append((code, module.thread_bytes, report))
        if not spilled_bytes(report):
            break
    return min(candidates, key=lambda x: spilled_bytes(x[2]))


def spilled_bytes(report: str) -> int:
    """The bytes that registers were spilled to and loaded from, by the assembler's report."""
    pairs = re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill loads", report)
    return sum(int(x) for pair in pairs for x in pair)


def assemble(text: str, architecture: str) -> tuple[bytes, str]:
    """The machine code of a module, and the assembler's report on its functions."""
    with tempfile.TemporaryDirectory(prefix="kinetree") as folder:
        source, code = Path(folder, "kernel.ptx"), Path(folder, "kernel.cubin")
        source.write_text(text, encoding="ascii")
        command = [ptxas(), "-v", f"-arch={architecture}", str(source), "-o", str(code)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        report = done.stdout + done.stderr
        if done.returncode:
            raise CompileError(f"ptxas, the assembler for GPUs, failed: {report.strip()}")
        return code.read_bytes(), report


@lru_cache
def ptxas() -> str:
    """The path of the assembler of NVIDIA's package for Python, or of an installed CUDA toolkit."""
    path = None
    try:
        import cuda.pathfinder as pathfinder

        if "ptxas" in getattr(pathfinder, "SUPPORTED_BINARY_UTILITIES", ()):
            path = pathfinder.find_nvidia_binary_utility("ptxas")
    except ImportError:
        pass
    if path is None:
        raise BackendError(
            "ptxas, the assembler for GPUs, is not installed, or cuda-pathfinder is too old to "
            f"find it: {INSTALL}."
        )
    return path


@lru_cache
def assembler_version() -> str:
    """The version of the assembler, as it reports it."""
    return subprocess.run([ptxas(), "--version"], capture_output=True, text=True, check=True).stdout


@lru_cache(maxsize=256)
def stream(handle: int) -> object:
    """A stream of the caller's, as `cuda.core` takes it."""
    return core().Stream.from_handle(handle)


@contextmanager
def current(device: int, owner: str) -> Generator[None]:
    """Make a device the current one of this thread in this block; errors of its driver are ours."""
    devices = core().Device
    try:
        before = devices()
        devices(device).set_current()
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
    devices = core().Device
    try:
        count = len(devices.get_all_devices())
    except Exception as error:
        raise BackendError(f"{owner}: no driver of NVIDIA can be used: {error}") from None
    if not count:
        raise BackendError(f"{owner}: the driver of NVIDIA finds no GPU in this machine.")
    ptxas()


def architecture(device: int) -> str:
    """The architecture of a GPU, such as sm_90."""
    gpu = core().Device(device)
    major, minor = gpu.compute_capability
    if 10 * major + minor < int(TARGET.removeprefix("sm_")):
        raise BackendError(
            f"GPU {device}, {gpu.name}, is of architecture sm_{major}{minor}; kernels need "
            f"{TARGET} or a later one. Compute on the CPU: pass arrays that are there."
        )
    return f"sm_{major}{minor}"


@lru_cache
def core() -> ModuleType:
    """`cuda.core`."""
    remedy = (
        f"GPUs need cuda-core, which is not installed: {INSTALL}. To compute on the CPU, the guide "
        "on PyTorch copies tensors through pinned memory."
    )
    with needing(remedy, BackendError):
        import cuda.core as core
    if tuple(map(int, core.__version__.split(".")[:2])) < LEAST_CORE:
        least = ".".join(map(str, LEAST_CORE))
        raise BackendError(
            f"GPUs need cuda-core {least} or later; {core.__version__} is installed: {INSTALL}."
        )
    return core
