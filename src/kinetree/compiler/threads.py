"""Large batches over several threads. A sample's bits do not depend on who computes it."""

import ctypes
import math
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from ..errors import KinetreeError
from .array_layout import immortal

Part = tuple[int, int]
"""The first sample and the number of samples."""

PARALLEL_OPERATIONS: Final = 4_000_000
"""Operations of a batch from which threads are used: about 0.2 ms of work."""
PART_OPERATIONS: Final = 50_000_000
"""Operations of one part, after which Ctrl-C is answered: 2 ms, or 0.1 s into untouched memory."""


class _State:
    """How many threads there are to be, and the pool that has all but the caller's."""

    def __init__(self) -> None:
        self.chosen: int | None = None
        self.known = immortal(ctypes.c_int64(0))
        """The number of threads, where the builtins look; 0 until somebody asks for it."""
        self.pool: ThreadPoolExecutor | None = None
        self.size = 0
        self.lock = threading.Lock()

    def workers(self, count: int) -> ThreadPoolExecutor:
        """A pool of `count` threads."""
        with self.lock:
            if self.pool is None or self.size != count:  # one that nobody uses any more ends
                self.pool, self.size = ThreadPoolExecutor(count, "kinetree"), count
            return self.pool

    def forget(self) -> None:
        """In a forked child: the threads are the parent's."""
        self.known.value = 0
        self.pool, self.size, self.lock = None, 0, threading.Lock()


_state = _State()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_state.forget)


def set_num_threads(n: int | None) -> None:
    """How many threads compute a large batch, in this process from now on; None for the default.

    The default is `KINETREE_NUM_THREADS`, or as many as the process has processors, and 1 in the
    worker processes of multiprocessing. Batches of less than about 0.2 ms of work are computed by
    the caller alone. Results do not depend on the number of threads, to the last bit.

    >>> import kinetree as kt
    >>> kt.set_num_threads(1)
    >>> kt.get_num_threads()
    1
    >>> kt.set_num_threads(None)
    """
    number = n if n is None or isinstance(n, bool) or not hasattr(n, "__index__") else int(n)
    if number is not None and (type(number) is not int or number < 1):
        raise KinetreeError(f"set_num_threads: {n!r}; expected an integer from 1 on, or None.")
    _state.chosen = number
    _state.known.value = number or 0


def get_num_threads() -> int:
    """How many threads compute a large batch."""
    if not _state.known.value:
        _state.known.value = _state.chosen or _default()
    return _state.known.value


def thread_count_address() -> int:
    """Where the number of threads is, an int64 that is 0 until somebody asks for it."""
    return ctypes.addressof(_state.known)


def _default() -> int:
    wanted = os.environ.get("KINETREE_NUM_THREADS")
    if wanted is not None:
        if not wanted.isdecimal() or int(wanted) < 1:
            raise KinetreeError(
                f"KINETREE_NUM_THREADS is {wanted!r}; expected an integer from 1 on."
            )
        return int(wanted)
    if multiprocessing.parent_process() is not None:
        return 1
    return max(1, min(_processors(), _quota()))


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quota(control: Path = Path("/sys/fs/cgroup")) -> int:
    """How many processors the container may use, by the files of its control group."""
    v2, v1 = control / "cpu.max", control / "cpu"
    try:
        if v2.exists():
            quota, period = v2.read_text().split()
        else:
            quota, period = (
                (v1 / f"cpu.cfs_{word}_us").read_text().strip() for word in ("quota", "period")
            )
        return math.ceil(int(quota) / int(period)) if quota.isdecimal() else _processors()
    except (OSError, ValueError, ZeroDivisionError):
        return _processors()


def run_in_parallel(compute: Callable[[int, int], None], n: int, cost: int, multiple: int) -> None:
    """`compute(first, count)` for all of n samples of `cost` operations, in parts.

    Each part has at least `multiple` samples, if there are as many. Returns, and raises, when
    nobody computes any more.
    """
    threads = get_num_threads()
    pieces = max(4 * threads if threads > 1 else 1, math.ceil(n * cost / PART_OPERATIONS))
    size = math.ceil(n / pieces / multiple) * multiple
    starts = range(0, max(n - size, 0) + 1, size)
    parts = deque((first, size) for first in starts[:-1])
    parts.append((starts[-1], n - starts[-1]))
    helpers: list[Future[None]] = []
    try:
        _call_helpers(helpers, partial(_work, compute, parts), min(threads, len(parts)) - 1)
        _work(compute, parts)
    finally:
        parts.clear()
        _settle(helpers)
    for helper in helpers:
        if not helper.cancelled():
            helper.result()


def _call_helpers(helpers: list[Future[None]], work: Callable[[], None], count: int) -> None:
    """Set others to work; where no thread can be had, the caller computes alone."""
    if count:
        pool = _state.workers(get_num_threads() - 1)
        with suppress(RuntimeError):  # the interpreter shuts down, or the system is out of threads
            for _ in range(count):
                helpers.append(pool.submit(work))


def _settle(helpers: list[Future[None]]) -> None:
    """Wait for helpers that have begun; an interrupt is raised when they have stopped."""
    interrupt: BaseException | None = None
    begun = [helper for helper in helpers if not helper.cancel()]
    while True:
        try:
            wait(begun)
            break
        except BaseException as error:
            interrupt = error
    if interrupt is not None:
        raise interrupt


def _work(compute: Callable[[int, int], None], parts: "deque[Part]") -> None:
    while True:
        try:
            first, count = parts.popleft()
        except IndexError:
            return
        compute(first, count)
