"""LLVM in processes beside this one, for programs of which it takes seconds.

A process takes a share of the modules; what it does not bring back is compiled here.
"""

import logging
import pickle
import subprocess
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import IO, Final, cast

from . import llvm, threads

SHARE: Final = 6
"""The least modules of a process, for which LLVM takes 0.4 s; it starts in 0.2 s."""
_CODE: Final = (
    "import sys; sys.path[:] = {!r}; from kinetree.compiler.workers import serve; serve()"
)
_SECONDS: Final = 1.0
"""The time after which a compilation that takes as long again is announced."""
_ANNOUNCEMENT: Final = (
    "Compiling %s: about %.0f s of CPU time more%s, once: the disk cache keeps the code. To avoid "
    "it, %s.evaluate(...) runs in Python without compiling.%s"
)
_BY_HAND: Final = {
    **{x: f"{x}_derivatives" for x in ("rnea", "aba", "generalized_gravity", "static_torque")},
    **{x: f"{x}_derivatives" for x in ("frame_velocity", "frame_acceleration")},
    **{x: f"{x}_derivatives" for x in ("constraints.forward_dynamics", "constraints.impact")},
    **{f"jacobian_of_{x}": f"{x}_second_derivatives" for x in ("rnea", "aba")},
    **{"frame_placement": "frame_jacobian", "center_of_mass": "center_of_mass_jacobian"},
}
"""What gives the Jacobian of an algorithm, and compiles faster."""

_log = logging.getLogger("kinetree")


def emit_objects(name: str, texts: Sequence[str], scheduled: bool) -> list[bytes]:
    """The object files of a program's IR modules, by as many processes as there may be threads."""
    count = max(1, min(threads.get_num_threads(), len(texts) // SHARE))
    if not Path(sys.executable or "").stem.lower().startswith(("python", "pypy")):
        count = 1  # that is a program with an interpreter inside
    owners = [k % count for k in range(len(texts))]
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
    """Compile the modules that come in, and write their object files out."""
    texts, scheduled = pickle.load(sys.stdin.buffer)
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


class Announcement:
    """A sentence on a compilation, once that seems to take long.

    Each of `count` processes compiles a text of about `size` characters.
    """

    def __init__(self, name: str, size: int, count: int) -> None:
        self.name, self.size, self.count = name, size, count
        self._start, self._compiled, self._is_made = time.thread_time(), 0, False

    def proceed(self, size: int) -> None:
        """Note that a part of the text is compiled."""
        self._compiled += size
        passed = time.thread_time() - self._start
        left = passed * (self.size / self._compiled - 1)
        if min(passed, left) > _SECONDS and not self._is_made:
            self._is_made = True
            algorithm, _, robot = self.name.partition(" of ")
            processes = f" in {self.count} processes" if self.count > 1 else ""
            hints = "".join(f" {x}" for x in _hints(algorithm, robot))
            left *= self.count
            _log.warning(_ANNOUNCEMENT, self.name, left, processes, algorithm, hints)


def _hints(algorithm: str, robot: str) -> Iterator[str]:
    """What compiles faster instead of an algorithm, or a function without a robot."""
    kind, _, of = algorithm.partition("_of_")
    if kind == "jacobian":
        yield "kt.jvp and kt.vjp compile faster than kt.jacobian."
        if of in _BY_HAND:
            yield f"kt.{_BY_HAND[of]} gives the same by code written by hand."
    if algorithm.endswith(("step", "rollout")):
        yield "Contacts share their code in a kt.Simulation(..., max_contacts=12)."
    if not robot:
        yield "A loop in Python compiles faster as kt.math.scan."
