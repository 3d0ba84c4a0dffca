"""One robot, or several samples of one, in a scene of viser."""
# pyright: reportMissingImports=false, reportUnknownMemberType=false

from collections.abc import Iterable, Mapping
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algorithms.center_of_mass import center_of_mass
from ..algorithms.kinematics import forward_kinematics, frame_placement
from ..model import Model
from ..rotations import se3
from .meshes import Part, ellipsoids, parts, stand_ins

if TYPE_CHECKING:
    import viser

FORCE: Final = (217, 48, 60)
MASS: Final = (250, 200, 40)


class Drawing:
    """A robot in the scene at one configuration: a node for each joint, its shapes below."""

    def __init__(
        self, scene: "viser.SceneApi", root: str, model: Model, opacity: float | None
    ) -> None:
        self.model, self._scene, self._root = model, scene, root
        self._joints = [
            scene.add_frame(self._path(i), show_axes=False, axes_length=0.1, axes_radius=0.004)
            for i in range(model.njoints)
        ]
        self._layers: dict[str, list[viser.SceneNodeHandle]] = {"visual": []}
        shapes = [*parts(model, "visual"), *stand_ins(model)]
        self._corners = [(part.joint, _corners(part)) for part in shapes]
        self._draw("visual", shapes, opacity)
        self._center = scene.add_icosphere(
            f"{root}/center of mass", radius=0.03, color=MASS, visible=False
        )
        self._arrows: viser.ArrowsHandle | None = None

    def move(self, q: NDArray[np.float64]) -> None:
        """Move the joints to a configuration (nq,)."""
        placements = forward_kinematics(self.model, q)
        for node, T in zip(self._joints, placements, strict=True):
            node.position, node.wxyz = _pose(T)
        if self._center.visible:
            self._center.position = np.asarray(center_of_mass(self.model, q))

    def bounds(self, q: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The box, along the axes of the world, about its shapes at a configuration."""
        T = np.asarray(forward_kinematics(self.model, q))
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
                shapes = ellipsoids(self.model) if inertia else parts(self.model, "collision")
                self._draw(layer, shapes, 0.5)
            for node in self._layers.get(layer, ()):
                node.visible = visible

    def push(self, q: NDArray[np.float64], forces: Mapping[str, ArrayLike], scale: float) -> None:
        """Draw forces (3,) at frames as arrows, `scale` m long for a newton."""
        start = np.asarray(frame_placement(self.model, q, frame=tuple(forces)))[:, :3, 3]
        end = start + scale * np.array([np.asarray(f, float) for f in forces.values()])
        points = np.stack([start, end], 1).astype(np.float32)
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
            position, wxyz = _pose(part.placement)
            if part.textured and opacity is None:
                nodes.append(
                    self._scene.add_mesh_trimesh(path, part.mesh, position=position, wxyz=wxyz)
                )
                continue
            alpha = part.color[3] * (1.0 if opacity is None else opacity)
            nodes.append(
                self._scene.add_mesh_simple(
                    path,
                    np.asarray(part.mesh.vertices, np.float32),
                    np.asarray(part.mesh.faces, np.uint32),
                    color=np.round(255 * np.array(part.color[:3])).astype(np.uint8),
                    opacity=None if alpha >= 1 else alpha,
                    flat_shading=False,
                    position=position,
                    wxyz=wxyz,
                )
            )


def _pose(T: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The position and the quaternion (w x y z) of a placement."""
    row = np.asarray(se3.to_xyz_quaternion(T), float)
    return row[:3], row[[6, 3, 4, 5]]


def _corners(part: Part) -> NDArray[np.float64]:
    """The corners of the box about a shape, in the frame of its joint."""
    box = np.array(list(product(*np.transpose(part.mesh.bounds))))
    return box @ part.placement[:3, :3].T + part.placement[:3, 3]
