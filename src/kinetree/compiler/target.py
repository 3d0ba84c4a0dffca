"""Processors that code is compiled for: this one, found without importing LLVM, and others."""

import platform
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from .. import system
from ..errors import CompileError
from . import llvm

_ARCHITECTURES: Final = {
    "x86_64": "x86_64",
    "amd64": "x86_64",
    "aarch64": "aarch64",
    "arm64": "aarch64",
}
_PROBE: Final = """
import sys
import llvmlite.binding as llvm
llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()
target = llvm.Target.from_triple(sys.argv[1])
machine = target.create_target_machine(cpu=sys.argv[2], features=sys.argv[3])
print(machine.emit_assembly(llvm.parse_assembly(sys.stdin.read())))
"""
_FUSED: Final = """
define <8 x double> @f(<8 x double> %a, <8 x double> %b, <8 x double> %c) {
  %x = call <8 x double> @llvm.fma.v8f64(<8 x double> %a, <8 x double> %b, <8 x double> %c)
  ret <8 x double> %x
}
declare <8 x double> @llvm.fma.v8f64(<8 x double>, <8 x double>, <8 x double>)
"""


@lru_cache
def features() -> tuple[str, ...]:
    """The features of this processor that NumPy detected."""
    core: Any = getattr(np, "_core", None)
    detected = getattr(getattr(core, "_multiarray_umath", None), "__cpu_features__", {})
    return tuple(sorted(name for name, there in detected.items() if there))


@dataclass(frozen=True)
class Processor:
    """The properties of a processor on which the IR of a kernel depends."""

    architecture: str
    """Its name in `platform.machine`."""
    register_bytes: int
    """The size of a vector register."""

    def lanes(self, itemsize: int) -> int:
        """The number of lanes of `itemsize` bytes in a vector register."""
        return self.register_bytes // itemsize

    @property
    def vector_registers(self) -> int:
        """The number of vector registers."""
        return 16 if self.architecture in ("x86_64", "AMD64") and self.register_bytes < 64 else 32


@lru_cache
def host() -> Processor:
    """The processor of this machine."""
    register = 64 if "AVX512F" in features() else 32 if "AVX2" in features() else 16
    return Processor(platform.machine(), register)


@lru_cache
def identity() -> str:
    """A description of this machine, different where the same code might not run."""
    return f"{system.processor()} {' '.join(features())}"


@lru_cache
def find_target(triple: str | None, cpu: str | None) -> tuple[llvm.Machine, Processor]:
    """The machine of an LLVM triple, such as aarch64-linux-gnu, and of a processor's name there.

    None is this machine, and for another one a processor that has what all of its kind have.
    Raises CompileError for machines without fused multiply-adds, and for unknown names.
    """
    llvm.version()  # raises an error that says what to install
    if triple is None and cpu is None:
        return llvm.host_machine(), host()
    name = _normalized(llvm.host_machine().triple if triple is None else triple)
    architecture = _ARCHITECTURES.get(name.partition("-")[0].lower())
    if architecture is None:
        raise CompileError(
            f"target {triple!r}: expected a machine of x86_64 or aarch64, such as "
            "'aarch64-linux-gnu', 'x86_64-windows-msvc' or 'arm64-apple-macosx'."
        )
    machine = llvm.Machine(name, cpu or "generic", "")
    return machine, Processor(architecture, _register_bytes(machine, architecture))


def _normalized(triple: str) -> str:
    """A triple with its vendor: aarch64-linux-gnu is aarch64-unknown-linux-gnu."""
    parts = triple.split("-")
    if len(parts) > 1 and parts[1] in ("linux", "windows", "none"):
        parts.insert(1, "unknown")
    return "-".join(parts)


def _register_bytes(machine: llvm.Machine, architecture: str) -> int:
    """The size of a machine's vector registers, from the code that LLVM makes for it.

    LLVM ends the process for some names that it does not know, hence another process.
    """
    done = subprocess.run(
        [sys.executable, "-c", _PROBE, machine.triple, machine.cpu, machine.features],
        input=_FUSED,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode or "not a recognized" in done.stderr:
        raise CompileError(
            f"LLVM does not know the processor {machine.cpu!r} of {machine.triple}; for example "
            "x86-64-v3, x86-64-v4, znver4, cortex-a72, cortex-a78, apple-m1."
        )
    text = done.stdout
    if "fmadd" not in text and "fmla" not in text:
        raise CompileError(
            f"the processor {machine.cpu!r} of {machine.triple} has no fused multiply-add, which "
            "decides the bits of results; name a newer one: cpu='x86-64-v3' (2013 and later)."
        )
    return 16 if architecture == "aarch64" else 64 if "%zmm" in text else 32
