"""Machine code for GPUs of NVIDIA, assembled from PTX by ptxas and kept in the disk cache."""
# pyright: reportMissingImports=false, reportMissingTypeStubs=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false

import re
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Final

from ..errors import BackendError, CompileError
from ..scalar.replay import Trace
from . import cache, llvm
from .compilation import CompiledProgram
from .ptx_module import PTXModule

INSTALL: Final = "pip install 'kinetree[gpu]'"

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
