"""Threads and interrupts in tests, whatever else the machine has to do."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

HANGING = 600
"""Seconds after which a process hangs for certain, however busy the machine is."""


@contextmanager
def ctrl_c() -> Generator[None]:
    """SIGINT raises KeyboardInterrupt here, also where pytest was started with it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def lets_other_threads_run(call: Callable[[], Any], tries: int = 200) -> bool:
    """Whether the interpreter's lock is let go in a call, or in one of many on a busy machine.

    No thread is made to release the lock meanwhile: another one runs where the call allows it.
    """
    turns: list[int] = []
    over = threading.Event()

    def take_turns() -> None:
        while not over.is_set():
            turns.append(1)
            time.sleep(0)  # lets go of the lock

    other, interval = threading.Thread(target=take_turns), sys.getswitchinterval()
    other.start()
    try:
        sys.setswitchinterval(1000.0)
        for _ in range(tries):
            before = len(turns)
            call()
            if len(turns) > before:
                return True
        return False
    finally:
        over.set()
        sys.setswitchinterval(interval)
        other.join()
