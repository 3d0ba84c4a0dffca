"""What is said of a compilation that takes long: how long, and what takes less."""

import logging
import time
from collections.abc import Iterator
from typing import Final

_SECONDS: Final = 1.0
"""The time after which a compilation that takes as long again is announced."""
_OTHERS: Final = 1.3
"""The CPU time of another process over that of this one: twice the text, at 0.6 to 0.7 of the."""
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


class Announcement:
    """A sentence on a compilation, once that seems to take long.

    This one of `count` processes compiles a text of `size` characters, each other twice as much.
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
            left *= 1 + _OTHERS * (self.count - 1)
            _log.warning(_ANNOUNCEMENT, self.name, left, processes, algorithm, hints)


def _hints(algorithm: str, robot: str) -> Iterator[str]:
    """What compiles faster instead of an algorithm, or a function without a robot."""
    kind, _, of = algorithm.partition("_of_")
    if kind == "jacobian":
        yield "kt.jvp and kt.vjp compile faster than kt.jacobian."
        if of in _BY_HAND:
            yield f"kt.{_BY_HAND[of]} gives the same by code written by hand."
    if algorithm.endswith(("step", "rollout")):
        yield "Where few of many contacts touch at once: kt.Simulation(..., max_contacts=12)."
    if not robot:
        yield "A loop in Python compiles faster as kt.math.scan."
