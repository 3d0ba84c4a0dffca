"""Large batches on several threads. The bits of a sample do not depend on the thread."""

import ctypes
import math
import os
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final

from ..errors import KinetreeError
from ..system import at_fork, processors
from .array_layout import immortal

Part = tuple[int, int]
"""The first sample and the number of samples."""

PARALLEL_OPERATIONS: Final = 4_000_000
"""Operations of a batch from which several threads are used: about 0.2 ms of work."""
PART_OPERATIONS: Final = 50_000_000
"""Operations of one part, between which Ctrl-C is handled: 2 ms, or 0.1 s in new memory."""

_chosen: Final = ctypes.c_int64(0)
"""The number of threads that was set; 0 for the default."""
thread_count: Final = immortal(ctypes.c_int64(0))
"""The number of threads, which compiled calls read; 0 until it is first needed."""


@lru_cache(maxsize=1)
def _pool(count: int) -> ThreadPoolExecutor:
    """A pool of all threads but the caller's; one that is not used any more ends."""
    return ThreadPoolExecutor(count, "kinetree")


def _reset() -> None:
    """Reset the state in a forked child, which has none of the parent's threads."""
    thread_count.value = 0
    _pool.cache_clear()


at_fork(after_in_child=_reset)


def set_num_threads(n: int | None) -> None:
    """Set how many threads compute a large batch in this process; None for the default.

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
        raise KinetreeError(f"set_num_threads: {n!r}; expected an integer >= 1, or None.")
    _chosen.value = thread_count.value = number or 0


def get_num_threads() -> int:
    """The number of threads that compute a large batch."""
    if not thread_count.value:
        thread_count.value = _chosen.value or _default()
    return thread_count.value


def _default() -> int:
    text = os.environ.get("KINETREE_NUM_THREADS")
    if text is not None:
        if not text.isdecimal() or int(text) < 1:
            raise KinetreeError(f"KINETREE_NUM_THREADS is {text!r}; expected an integer >= 1.")
        return int(text)
    processes: Any = sys.modules.get("multiprocessing.process")  # a child has imported it
    if processes is not None and processes.parent_process() is not None:
        return 1
    return processors()


def run_in_parallel(compute: Callable[[int, int], None], n: int, cost: int, multiple: int) -> None:
    """Call `compute(first, count)` for n samples of `cost` operations, in parts.

    Each part has at least `multiple` samples, if there are as many. It returns, and raises, when
    all threads have stopped.
    """
    threads = get_num_threads()
    number = max(4 * threads if threads > 1 else 1, math.ceil(n * cost / PART_OPERATIONS))
    size = math.ceil(n / number / multiple) * multiple
    starts = range(0, max(n - size, 0) + 1, size)
    parts = deque((first, size) for first in starts[:-1])
    parts.append((starts[-1], n - starts[-1]))
    helpers: list[Future[None]] = []
    count = min(threads, len(parts)) - 1
    try:
        with suppress(RuntimeError):  # the interpreter shuts down, or the system is out of threads
            for _ in range(count):
                helpers.append(_pool(threads - 1).submit(_work, compute, parts))
        _work(compute, parts)
    finally:
        parts.clear()
        _wait_for(helpers)
    for helper in helpers:
        if not helper.cancelled():
            helper.result()


def _wait_for(helpers: list[Future[None]]) -> None:
    """Wait for helpers that are running; an interrupt is raised when they have stopped."""
    interrupt: BaseException | None = None
    running = [helper for helper in helpers if not helper.cancel()]
    while True:
        try:
            wait(running)
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
