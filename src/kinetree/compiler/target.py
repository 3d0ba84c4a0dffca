"""The machine that code is compiled for, found without importing LLVM, which is slow."""

import os
import platform
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
    found = getattr(getattr(core, "_multiarray_umath", None), "__cpu_features__", {})
    return tuple(sorted(name for name, there in found.items() if there))


def host_lanes(itemsize: int) -> int:
    """The number of lanes of `itemsize` bytes in a vector register of this machine."""
    register = 64 if "AVX512F" in features() else 32 if "AVX2" in features() else 16
    return register // itemsize


def vector_registers() -> int:
    """The number of vector registers of this machine."""
    return 32 if "AVX512F" in features() or platform.machine() in ("aarch64", "arm64") else 16


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
