"""What is said of a compilation that takes long: how long, and what takes less."""

import logging
import time
from typing import Final

_SECONDS: Final = 1.0
"""The time after which a compilation that takes as long again is announced."""
_ANNOUNCEMENT: Final = (
    "Compiling %s: about %.0f s more, once: the disk cache keeps the code. Instead, evaluate(...) "
    "of the algorithm runs in Python, and less compiles faster: kt.jvp or kt.vjp for kt.jacobian, "
    "model.reduced(...) for the whole robot, kt.math.scan or kt.simulation.rollout for a loop over "
    "steps in Python."
)
_BY_HAND: Final = {
    **{x: f"{x}_derivatives" for x in ("rnea", "aba", "generalized_gravity", "static_torque")},
    **{x: f"{x}_derivatives" for x in ("frame_velocity", "frame_acceleration")},
    **{x: f"{x}_derivatives" for x in ("constraints.forward_dynamics", "constraints.impact")},
    **{f"jacobian_of_{x}": f"{x}_second_derivatives" for x in ("rnea", "aba")},
    **{"frame_placement": "frame_jacobian", "center_of_mass": "center_of_mass_jacobian"},
}
"""What gives the Jacobian of an algorithm, and compiles faster."""
_STEPS: Final = " Where few of many contacts touch at once: kt.Simulation(..., max_contacts=12)."

_log = logging.getLogger("kinetree")


class Announcement:
    """A sentence on a compilation of a text of `size` characters, once that seems to take long."""

    def __init__(self, name: str, size: int) -> None:
        self.name, self.size = name, size
        self._start, self._compiled, self._is_made = time.perf_counter(), 0, False

    def proceed(self, size: int) -> None:
        """Note that a part of the text is compiled."""
        self._compiled += size
        passed = time.perf_counter() - self._start
        left = passed * (self.size / self._compiled - 1)
        if min(passed, left) > _SECONDS and not self._is_made:
            self._is_made = True
            kind, _, of = self.name.partition(" ")[0].partition("_of_")
            faster = _BY_HAND.get(of) if kind == "jacobian" else None
            hint = f" kt.{faster} gives the same by code written by hand." if faster else ""
            if self.name.rpartition(" of ")[0].endswith(("step", "rollout")):
                hint += _STEPS
            _log.warning(_ANNOUNCEMENT + hint, self.name, left)
