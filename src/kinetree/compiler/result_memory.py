"""A pool of buffers for large results.

The system gives new memory in blocks of 4 kB, at the first access of each, and takes it back from
large arrays when they are freed: for large results that takes longer than to compute them. Kept
memory is a list of arrays of bytes, the bases of the results in them. Every array, view or buffer
in one holds a reference to it, so it is free where the list has the only one.
"""

import math
import os
import sys
import sysconfig
import threading
from pathlib import Path
from typing import Any, Final

import numpy as np

SMALLEST: Final = 1 << 20
"""Bytes of a result from which on its memory is kept."""
MOST: Final = 1 << 28
"""Bytes that are kept at most, in use or free; less where the machine has less than 2 GB."""
WASTE: Final = 2
"""The largest ratio of kept memory to a result that is put into it."""


class _Kept:
    """Bases of results, the latest used last."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.bases: list[Any] = []
        # Finalizers may run while it is held, and call a kernel.
        self.lock = threading.RLock()

    def taken(self, size: int) -> Any:
        """A free base of at least `size` bytes, the latest used that fits, or None."""
        with self.lock:
            for k in reversed(range(len(self.bases))):
                base = self.bases[k]  # held first: nobody takes it after this
                if size <= base.nbytes <= WASTE * size and sys.getrefcount(base) == _ALONE:
                    self.bases.append(self.bases.pop(k))
                    return base
        return None

    def keep(self, base: Any) -> None:
        """Keep a new base; the ones not used for longest are dropped, also where results use them.

        Those are freed with the last of their results, as other arrays are.
        """
        with self.lock:
            self.bases.append(base)
            excess = sum(x.nbytes for x in self.bases) - self.most
            while excess > 0:
                excess -= self.bases.pop(0).nbytes

    def release(self) -> int:
        """Drop all; the bytes that were free."""
        with self.lock:
            free = 0
            while self.bases:
                base = self.bases[0]
                free += base.nbytes if sys.getrefcount(base) == _ALONE else 0
                del self.bases[0], base
            return free

    def reset(self) -> None:
        """Reset in a forked child: another thread may have held the lock."""
        self.lock, self.bases = threading.RLock(), []


def _references() -> int:
    """The count of references to an object in a list, as `taken` sees it."""
    bases = [object()]
    base = bases[0]
    return sys.getrefcount(base)


_ALONE: Final = _references()
_COUNTED: Final = sys.implementation.name == "cpython" and not sysconfig.get_config_var(
    "Py_GIL_DISABLED"
)
"""Whether references are counted exactly; elsewhere no memory is kept."""


def _installed(control: Path = Path("/sys/fs/cgroup")) -> int:
    """The bytes of the machine's memory, or of its container."""
    sizes = [1 << 40]
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        sizes.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for path in ("memory.max", "memory/memory.limit_in_bytes"):
        try:
            text = (control / path).read_text().strip()
        except OSError:
            continue
        sizes += [int(text)] if text.isdecimal() else []
    return min(sizes)


def _is_scarce(size: int, information: Path = Path("/proc/meminfo")) -> bool:
    """Whether the system has less than eight times as much memory left; False if it cannot say."""
    try:
        lines = information.read_text().splitlines()
    except OSError:
        return False
    return any(int(x.split()[1]) << 10 < 8 * size for x in lines if x.startswith("MemAvailable:"))


_kept = _Kept(min(MOST, _installed() // 8))
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_kept.reset)


def empty(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Any:
    """A new array, as `np.empty`; a large one in memory that was used before, if some is free."""
    size = math.prod(shape) * dtype.itemsize
    if size < SMALLEST or size > _kept.most or not _COUNTED:
        return np.empty(shape, dtype)
    base = _kept.taken(size)
    if base is None:
        base = _new(size)
    return np.ndarray(shape, dtype, buffer=base)


def _new(size: int) -> Any:
    """A new base, kept unless memory is scarce."""
    if _is_scarce(size):
        _kept.release()
        return np.empty(size, np.uint8)
    try:
        base = np.empty(size, np.uint8)
    except MemoryError:
        _kept.release()
        return np.empty(size, np.uint8)
    _kept.keep(base)
    return base


def release_memory() -> int:
    """Release the memory of large results that is kept for new ones; return how many bytes.

    Results of 1 MB or more are put into memory of earlier ones, once no array uses it any more:
    new memory of the system takes longer than the computation. At most 256 MB are kept,
    less on machines of less than 2 GB, and none where memory is scarce. Results that are in use
    stay as they are; their memory is freed with them. Large results are views, which the method
    `resize` of arrays refuses to change in place.

    >>> import kinetree as kt
    >>> freed = kt.release_memory()
    >>> kt.release_memory()
    0
    """
    return _kept.release()
