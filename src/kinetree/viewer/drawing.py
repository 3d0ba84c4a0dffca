"""One robot, or several samples of one, in a scene of viser."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from ..algorithms.center_of_mass import center_of_mass
from ..algorithms.kinematics import forward_kinematics, frame_placement
from ..model import Model
from ..rotations import se3
from .meshes import Part, ellipsoids, parts, stand_ins

FORCE: Final = (217, 48, 60)
MASS: Final = (250, 200, 40)


class Drawing:
    """A robot in the scene at one configuration: a node for each joint, its shapes below."""

    def __init__(self, scene: Any, root: str, model: Model, opacity: float | None) -> None:
        self.model, self._scene, self._root = model, scene, root
        self._joints = [
            scene.add_frame(self._path(i), show_axes=False, axes_length=0.1, axes_radius=0.004)
            for i in range(model.njoints)
        ]
        self._layers: dict[str, list[Any]] = {"visual": []}
        shapes = [*parts(model, "visual"), *stand_ins(model)]
        self._corners = [(part.joint, _corners(part)) for part in shapes]
        self._draw("visual", shapes, opacity)
        self._center: Any = scene.add_icosphere(
            f"{root}/center of mass", radius=0.03, color=MASS, visible=False
        )
        self._arrows: Any = None

    def move(self, q: NDArray[np.float64]) -> None:
        """Move the joints to a configuration (nq,)."""
        placements: Any = forward_kinematics(self.model, q)
        for node, T in zip(self._joints, placements, strict=True):
            row = cast(Any, se3.to_xyz_quaternion(T))
            node.position, node.wxyz = row[:3], row[[6, 3, 4, 5]]
        if self._center.visible:
            self._center.position = np.asarray(center_of_mass(self.model, q))

    def bounds(self, q: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The box, along the axes of the world, about its shapes at a configuration."""
        T: Any = forward_kinematics(self.model, q)
        points = [corners @ T[i, :3, :3].T + T[i, :3, 3] for i, corners in self._corners]
        points = np.concatenate([T[:, :3, 3], *points])
        return points.min(0), points.max(0)

    def show(self, layer: str, visible: bool) -> None:
        """Show or hide the axes of joints, the centre of mass, or a layer of shapes."""
        if layer == "axes":
            for node in self._joints[1:]:
                node.show_axes = visible
        elif layer == "center of mass":
            self._center.visible = visible
        else:
            if visible and layer not in self._layers:
                inertia = layer == "inertia"
                made = ellipsoids(self.model) if inertia else parts(self.model, "collision")
                self._draw(layer, made, 0.5)
            for node in self._layers.get(layer, ()):
                node.visible = visible

    def push(self, q: NDArray[np.float64], forces: Mapping[str, Any], scale: float) -> None:
        """Draw forces (3,) at frames as arrows, `scale` m long for a newton."""
        at = np.asarray(frame_placement(self.model, q, frame=tuple(forces)))[:, :3, 3]
        along = scale * np.array([np.asarray(f, float) for f in forces.values()])
        points = np.stack([at, at + along], 1).astype(np.float32)
        if self._arrows is None:
            self._arrows = self._scene.add_arrows(
                f"{self._root}/forces",
                points,
                FORCE,
                shaft_radius=0.008,
                head_radius=0.02,
                head_length=0.04,
            )
        else:
            self._arrows.points = points

    def _path(self, joint: int) -> str:
        name = self.model.joint_names[joint].replace("/", "_")
        return f"{self._root}/{joint} {name}"

    def _draw(self, layer: str, shapes: Iterable[Part], opacity: float | None) -> None:
        nodes = self._layers.setdefault(layer, [])
        for part in shapes:
            path = f"{self._path(part.joint)}/{layer} {len(nodes)}"
            row = np.asarray(se3.to_xyz_quaternion(part.placement))
            where = {"position": row[:3], "wxyz": row[[6, 3, 4, 5]]}
            if part.textured and opacity is None:
                nodes.append(self._scene.add_mesh_trimesh(path, part.mesh, **where))
                continue
            alpha = part.color[3] * (1.0 if opacity is None else opacity)
            nodes.append(
                self._scene.add_mesh_simple(
                    path,
                    np.asarray(part.mesh.vertices, np.float32),
                    np.asarray(part.mesh.faces, np.uint32),
                    color=tuple(round(255 * x) for x in part.color[:3]),
                    opacity=None if alpha >= 1 else alpha,
                    flat_shading=False,
                    **where,
                )
            )


def _corners(part: Part) -> NDArray[np.float64]:
    """The corners of the box about a shape, in the frame of its joint."""
    box = np.array(list(product(*np.transpose(part.mesh.bounds))))
    return box @ part.placement[:3, :3].T + part.placement[:3, 3]
