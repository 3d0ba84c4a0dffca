"""Lines between the nearest points of shapes that are close to each other."""

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..collision import mesh_distances, nearest, pairs
from ..geometry import PAIRS
from ..model import Model
from ..model.joints.base import Numbers

if TYPE_CHECKING:
    import viser

_COLORS: Final = np.array([[255, 170, 0], [217, 48, 60]], np.uint8)
"""Of pairs that are apart, and that overlap."""
_THICKNESS: Final = 0.004
"""Of lines, in m."""


class Nearness:
    """The pairs of a robot's shapes that are nearer than a distance, in m, in a scene."""

    def __init__(self, scene: "viser.SceneApi", root: str, model: Model, distance: float) -> None:
        self._scene, self._name, self._model = scene, f"{root}/nearness", model
        self._distance, self._handles = distance, list[Any]()
        kinds = {x.name: type(x.shape) for x in model.geometries if x.kind == "collision"}
        watched = [(kinds[a], kinds[b]) for a, b in pairs(model)]
        closed = all(x in PAIRS or x[::-1] in PAIRS for x in watched)
        self._function: Any = nearest if closed else mesh_distances

    def show(self, q: Numbers) -> None:
        """Draw the lines at configurations (robots, nq)."""
        near = self._function(self._model, q)
        close = near.distances < self._distance
        points = np.asarray(near.points[close], np.float32)
        colors = _COLORS[(near.distances[close] < 0).astype(int)][:, None].repeat(2, 1)
        for handle in self._handles:
            handle.remove()
        self._handles = []
        if len(points):
            ends, dots = points.reshape(-1, 3), colors.reshape(-1, 3)
            lines = self._scene.add_line_segments(self._name, points, colors, thickness=_THICKNESS)
            name, size = f"{self._name} points", 2 * _THICKNESS
            self._handles = [lines, self._scene.add_point_cloud(name, ends, dots, point_size=size)]
