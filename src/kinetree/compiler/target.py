"""Processors that code is compiled for; this one is found without importing LLVM, which is slow."""

import os
import platform
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

_IDENTIFYING: Final = {
    *("vendor_id", "cpu family", "model", "stepping", "flags"),
    *("CPU implementer", "CPU architecture", "CPU variant", "CPU part", "CPU revision", "Features"),
}
"""Fields of /proc/cpuinfo that decide which code a processor runs."""


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
        x86 = self.architecture in ("x86_64", "AMD64")
        return 16 if x86 and self.register_bytes < 64 else 32


@lru_cache
def host() -> Processor:
    """The processor of this machine."""
    register = 64 if "AVX512F" in features() else 32 if "AVX2" in features() else 16
    return Processor(platform.machine(), register)


@lru_cache
def identity() -> str:
    """A description of this machine, different where the same code might not run."""
    processor = platform.processor()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo") as file:
            first = file.read().split("\n\n")[0].splitlines()
        lines = (line.partition(":") for line in first)
        processor = " ".join(v.strip() for k, _, v in lines if k.strip() in _IDENTIFYING)
    return f"{platform.system()} {platform.machine()} {processor} {' '.join(features())}"
