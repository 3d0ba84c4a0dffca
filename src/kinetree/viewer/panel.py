"""Sliders for the joints of a robot, and the torques that hold it where they are."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..algorithms.configuration import integrate
from ..algorithms.rnea import generalized_gravity
from ..model import Model, TreeJoint
from ..model.joints import Joint

if TYPE_CHECKING:
    import viser


class Panel:
    """A slider for each velocity coordinate of a robot.

    Where q' = v it is the coordinate itself; else the displacement from the configuration at the
    start along that velocity.
    """

    def __init__(
        self,
        gui: "viser.GuiApi",
        model: Model,
        q: NDArray[np.float64],
        moved: Callable[[NDArray[np.float64]], None],
    ) -> None:
        self.model, self.q, self._start, self._moved = model, q, q, moved
        self._zero = np.zeros(model.nv)
        with gui.add_folder("Joints"):
            self._sliders = [
                self._slider(gui, j, k) for j in model.free_joints for k in range(j.type.nv)
            ]
        self._box = gui.add_checkbox("Torques that hold it", initial_value=False)
        self._table = gui.add_markdown("", visible=False)
        self._box.on_update(self._show_torques)

    def _slider(self, gui: "viser.GuiApi", j: TreeJoint, k: int) -> "viser.GuiSliderHandle[float]":
        """The slider of velocity coordinate k of a joint."""
        joint, i = j.type, j.v_slice.start + k
        reach = np.pi if joint.v_units[k] == "rad/s" else 1.0
        low, high, value = -reach, reach, 0.0
        if type(joint).integrate is Joint.integrate:
            value = self._zero[i] = float(self.q[j.q_slice][k])
            bounds = zip(j.limits, (low, high), strict=True)
            low, high = (float(x[k]) if abs(x[k]) < 1e3 else default for x, default in bounds)
        low, high = min(low, value), max(high, value)
        label = f"{self.model.v_names[i]} [{joint.v_units[k].removesuffix('/s')}]"
        step = max((high - low) / 1000, 1e-6)
        slider = gui.add_slider(label, low, max(high, low + step), step, value)
        slider.on_update(self._update)
        return slider

    def _update(self, _: object) -> None:
        x = np.array([slider.value for slider in self._sliders])
        self.q = np.asarray(integrate(self.model, self._start, x - self._zero))
        self._moved(self.q)
        self._show_torques()

    def _show_torques(self, _: object = None) -> None:
        self._table.visible = self._box.value
        if self._box.value:
            tau, names = generalized_gravity(self.model, self.q), self.model.v_names
            rows = zip(names, tau, self.model.tau_units, strict=True)
            lines = [f"| {name} | {x:.2f} {unit} |" for name, x, unit in rows]
            self._table.content = "\n".join(["| joint | gravity |", "|---|--:|", *lines])
