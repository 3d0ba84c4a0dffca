"""What differs by operating system: forks, processors, memory, and where a cache is."""

import math
import os
import pkgutil
import platform
import re
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

_IDENTIFYING: Final = {
    *("vendor_id", "cpu family", "model", "stepping", "flags"),
    *("CPU implementer", "CPU architecture", "CPU variant", "CPU part", "CPU revision", "Features"),
}
"""Fields of /proc/cpuinfo that decide which code a processor runs."""


def at_fork(**functions: Callable[[], object]) -> None:
    """Have functions called at forks, by the keywords of `os.register_at_fork` where that is."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(**functions)


def cache_folder() -> Path:
    """The user's directory for the cache."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "kinetree"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/kinetree"
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (chosen if chosen.is_absolute() else Path.home() / ".cache") / "kinetree"


@lru_cache
def packaged_text(file: str) -> str:
    """The text of a file of kinetree, which may be in a zip archive."""
    return (pkgutil.get_data("kinetree", file) or b"").decode()


def processor() -> str:
    """The system, the machine, and the processor, different where the same code might not run."""
    name, info = platform.processor(), Path("/proc/cpuinfo")
    if info.exists():
        lines = (x.partition(":") for x in info.read_text().split("\n\n")[0].splitlines())
        name = " ".join(v.strip() for k, _, v in lines if k.strip() in _IDENTIFYING)
    return f"{platform.system()} {platform.machine()} {name}"


def processors() -> int:
    """The number of processors that this process may use, and its container allows."""
    return max(1, min(_affinity(), allowed_processors()))


def _affinity() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def allowed_processors(control: Path = Path("/sys/fs/cgroup")) -> int:
    """The number of processors that the control group of a container allows."""
    v2, v1 = control / "cpu.max", control / "cpu"
    try:
        if v2.exists():
            quota, period = v2.read_text().split()
        else:
            files = v1 / "cpu.cfs_quota_us", v1 / "cpu.cfs_period_us"
            quota, period = (file.read_text().strip() for file in files)
        return math.ceil(int(quota) / int(period)) if quota.isdecimal() else _affinity()
    except (OSError, ValueError, ZeroDivisionError):
        return _affinity()


def free_memory() -> int:
    """The bytes of memory that are free, as far as the system says."""
    info = Path("/proc/meminfo")
    free = re.search(r"^MemAvailable:\s*(\d+)", info.read_text(), re.M) if info.exists() else None
    if free:
        return 1024 * int(free[1])
    if hasattr(os, "sysconf"):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 1 << 62
