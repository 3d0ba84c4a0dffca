"""Robots in a scene of viser: where they start, and what is drawn of them over time."""

import math
from collections.abc import Iterable, Mapping
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import ArrayLike

from ..algorithms.center_of_mass import center_of_mass
from ..algorithms.kinematics import forward_kinematics, frame_placement, frame_placements
from ..coordinates.configuration import neutral
from ..errors import ShapeError
from ..model import Model
from ..model.joints import FreeFlyer
from ..model.joints.base import Numbers
from ..model.values import coordinates_last
from ..rotations import se3
from .meshes import Part, ellipsoids, parts, stand_ins

if TYPE_CHECKING:
    import viser

FORCE: Final = (217, 48, 60)
MASS: Final = (250, 200, 40)
MOST: Final = 100
"""Robots that a browser still draws fluently."""


class Drawing:
    """A robot in the scene over time: a node for each joint, its shapes below.

    Configurations `q` (T, nq) are `dt` apart in s, and `forces` (T, 3) at its frames.
    """

    def __init__(
        self,
        scene: "viser.SceneApi",
        root: str,
        model: Model,
        opacity: float | None,
        q: Numbers,
        dt: float,
        forces: Mapping[str, Numbers],
    ) -> None:
        self.model, self._scene, self._root = model, scene, root
        self.q, self.dt, self._forces = q, dt, forces
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

    @property
    def duration(self) -> float:
        return (len(self.q) - 1) * self.dt

    def bounds(self, q: Numbers) -> tuple[Numbers, Numbers]:
        """The box, along the axes of the world, about its shapes at configurations (T, nq)."""
        T = np.asarray(forward_kinematics(self.model, q))
        points = [
            corners @ T[:, i, :3, :3].swapaxes(1, 2) + T[:, i, None, :3, 3]
            for i, corners in self._corners
        ]
        points = np.concatenate([T[:, :, :3, 3], *points], axis=1)
        return points.min((0, 1)), points.max((0, 1))

    def move(self, q: Numbers) -> None:
        """Draw another configuration, in place of the first."""
        self.q[0] = q
        self._place(q)

    def show(self, t: float, scale: float) -> None:
        """Draw the configuration at a time, and the forces as arrows, `scale` m for a newton."""
        k = min(round(t / self.dt), len(self.q) - 1) if self.dt else 0
        self._place(self.q[k])
        if not self._forces:
            return
        frames = tuple(self._forces)
        start = np.asarray(frame_placement(self.model, self.q[k], frame=frames))[:, :3, 3]
        end = start + scale * np.array([f[k] for f in self._forces.values()])
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

    def toggle(self, layer: str, visible: bool) -> None:
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

    def _place(self, q: Numbers) -> None:
        placements = forward_kinematics(self.model, q)
        for node, T in zip(self._joints, placements, strict=True):
            node.position, node.wxyz = _pose(T)
        if self._center.visible:
            self._center.position = np.asarray(center_of_mass(self.model, q))

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


def start(model: Model) -> Numbers:
    """The neutral configuration within limits, a free base with its lowest frame on the ground."""
    q = neutral(model)
    for j in model.joints:
        if j.type.independent and j.type.nq == j.type.nv:
            q[j.q_slice] = np.clip(q[j.q_slice], *j.limits)
    if isinstance(model.joints[0].type, FreeFlyer):
        q[2] -= np.asarray(frame_placements(model, q))[1:, 2, 3].min()
    return q


def configurations_of(model: Model, q: ArrayLike | None, dt: float | None) -> Numbers:
    """q as (robots, T, nq)."""
    if q is None:
        return start(model)[None, None]
    q = coordinates_last("view: q", q, model.nq)
    if not np.isfinite(q).all():
        raise ShapeError("view: q is not finite everywhere; leave out the times after it diverged.")
    if dt is None:
        q = q[..., None, :]
    elif not 0 < dt < np.inf:
        raise ShapeError(f"view: dt is {dt}; expected the time between configurations, in s.")
    elif q.ndim < 2:
        raise ShapeError(f"view: q has shape {q.shape}; with dt, expected (..., T, {model.nq}).")
    robots = math.prod(q.shape[:-2])
    if not 0 < robots <= MOST or not q.shape[-2]:
        raise ShapeError(
            f"view: q has {robots} robots of {q.shape[-2]} configurations; expected 1 to {MOST} "
            "robots. A trajectory (T, nq) is drawn as one with dt=."
        )
    return q.reshape(robots, *q.shape[-2:])


def arrows_of(
    model: Model, forces: Mapping[str, ArrayLike] | None, shape: tuple[int, ...], dt: float | None
) -> dict[str, Numbers]:
    """Forces at frames, (robots, T, 3) each."""
    arrows: dict[str, Numbers] = {}
    for name, force in (forces or {}).items():
        model.frame(name)
        array = coordinates_last(f"view: forces[{name!r}]", force, 3)
        rows = array[..., None, :] if dt is None else array
        try:
            arrows[name] = np.broadcast_to(rows.reshape(-1, *rows.shape[-2:]), (*shape, 3))
        except (ValueError, IndexError):
            axes = "..., 3" if dt is None else "..., T, 3"
            raise ShapeError(
                f"view: forces[{name!r}] has shape {array.shape}; expected ({axes}), as q."
            ) from None
    return arrows


def _pose(T: ArrayLike) -> tuple[Numbers, Numbers]:
    """The position and the quaternion (w x y z) of a placement."""
    row = np.asarray(se3.to_xyz_quaternion(T), float)
    return row[:3], row[[6, 3, 4, 5]]


def _corners(part: Part) -> Numbers:
    """The corners of the box about a shape, in the frame of its joint."""
    box = np.array(list(product(*np.transpose(part.mesh.bounds))))
    return box @ part.placement[:3, :3].T + part.placement[:3, 3]
