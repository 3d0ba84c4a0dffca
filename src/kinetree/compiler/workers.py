"""LLVM in processes beside this one, for programs of which it takes seconds.

A process takes a share of the modules; what it does not bring back is compiled here.
"""

import pickle
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import IO, Final, cast

from . import llvm, threads
from .announcement import Announcement

SHARE: Final = 16
"""The least modules of a process, for which LLVM takes 0.8 s; it starts in 0.2 s."""
_CODE: Final = (
    "import sys; sys.path[:] = {!r}; from kinetree.compiler.workers import serve; serve()"
)


def emit_objects(name: str, texts: Sequence[str], scheduled: bool) -> list[bytes]:
    """The object files of a program's IR modules, by as many processes as kinetree may use threads.

    This one compiles half as many as each other: those are faster.
    """
    count = max(1, min(threads.get_num_threads(), len(texts) // SHARE))
    if not Path(sys.executable or "").stem.lower().startswith(("python", "pypy")):
        count = 1  # that is a program with an interpreter inside
    owners = [(k % (2 * count - 1) + 1) // 2 for k in range(len(texts))]
    shares = [
        [x for x, owner in zip(texts, owners, strict=True) if owner == k] for k in range(count)
    ]
    with _started(shares[1:], scheduled) as workers:
        objects = [iter(_emitted(name, shares[0], scheduled, 1 + len(workers)))]
        for share, worker in zip_longest(shares[1:], workers):
            received = None if worker is None else _received(worker)
            objects.append(iter(received or _emitted(name, share, scheduled, 1)))
    return [next(objects[owner]) for owner in owners]


def serve() -> None:
    """Compile the modules that come in, and write their object files out.

    The basic allocator of registers takes half the time, and its code for long functions is as
    good. A process can use one allocator only.
    """
    texts, scheduled = pickle.load(sys.stdin.buffer)
    llvm.allocate_registers_quickly()
    pickle.dump([llvm.emit_object(text, scheduled=scheduled) for text in texts], sys.stdout.buffer)


def _emitted(name: str, texts: Sequence[str], scheduled: bool, count: int) -> list[bytes]:
    """The object files of modules, of which each of `count` processes compiles a share."""
    announcement = Announcement(name, sum(map(len, texts)), count)
    objects: list[bytes] = []
    for text in texts:
        objects.append(llvm.emit_object(text, scheduled=scheduled))
        announcement.proceed(len(text))
    return objects


@contextmanager
def _started(
    shares: Sequence[Sequence[str]], scheduled: bool
) -> Generator[list["subprocess.Popen[bytes]"]]:
    """Processes that compile a share each, as many as can be started; killed after the block."""
    workers: list[subprocess.Popen[bytes]] = []
    command, pipe = [sys.executable, "-c", _CODE.format(sys.path)], subprocess.PIPE
    with ExitStack() as stack:
        with suppress(OSError):  # no more processes, or one that has ended
            for share in shares:
                worker = subprocess.Popen(
                    command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
                )
                workers.append(stack.enter_context(worker))
                stack.callback(worker.kill)
                with cast(IO[bytes], worker.stdin) as stdin:
                    pickle.dump((share, scheduled), stdin)
        yield workers


def _received(worker: "subprocess.Popen[bytes]") -> list[bytes] | None:
    """The object files of a process; None where it failed."""
    with suppress(pickle.UnpicklingError, EOFError):
        return pickle.load(cast(IO[bytes], worker.stdout))
    return None
