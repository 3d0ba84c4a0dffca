"""Robots in a scene of viser: where they start, what is drawn of them over time; and markers."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike

from ..algorithms.center_of_mass import center_of_mass
from ..algorithms.kinematics import forward_kinematics, frame_placement, frame_placements
from ..collision import mesh_distances, nearest, pairs
from ..coordinates.configuration import neutral
from ..errors import ShapeError, kind_of, warn
from ..geometry import PAIRS
from ..geometry.meshes import mesh_of
from ..model import Model
from ..model.joints import FreeFlyer
from ..model.joints.base import Numbers
from ..model.shapes import Shape, Sphere
from ..model.values import coordinates_last, numbers
from ..rotations import se3
from .meshes import Color, Part, ellipsoids, parts, stand_ins

if TYPE_CHECKING:
    import viser

Marker = Shape | ArrayLike

FORCE: Final = (217, 48, 60)
MASS: Final = (0.98, 0.78, 0.16, 1.0)
MOST: Final = 100
"""Robots that a browser still draws fluently."""
_FEW: Final = 10
"""Configurations that are never taken for a motion."""
RATE: Final = 30.0
"""Frames a second while a motion plays, and in files."""
_COLORS: Final = np.array([[255, 170, 0], [217, 48, 60]], np.uint8)
"""Of pairs that are apart, and that overlap."""
_THICKNESS: Final = 0.004
"""Of lines, in m."""


class Drawing:
    """Robots of one kind in the scene over time: a node for each shape, once for each robot.

    Configurations `q` (robots, T, nq) are `dt` apart in s, and `forces` (robots, T, 3) at frames.
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
        near: float | None,
    ) -> None:
        self.model, self._scene, self._root = model, scene, root
        self.q, self.dt, self._forces = q, dt, forces
        self._layers: dict[str, list[tuple[Part, Any]]] = {}
        self._placements = np.asarray(forward_kinematics(model, q[:, 0]))
        self._draw("visual", [*parts(model, "visual"), *stand_ins(model)], opacity)
        self._axes: Any = scene.add_batched_axes(
            f"{root}/axes", *self._joints, axes_length=0.1, axes_radius=0.004, visible=False
        )
        self._draw("center of mass", [Part(0, np.eye(4), mesh_of(Sphere(0.03)), MASS)], None)
        self.toggle("center of mass", False)
        self._arrows: viser.ArrowsHandle | None = None
        self._nearness = None if near is None else _Nearness(scene, root, model, near)

    @property
    def duration(self) -> float:
        return (self.q.shape[1] - 1) * self.dt

    def bounds(self) -> tuple[Numbers, Numbers]:
        """The box, along the axes of the world, about all shapes at about 20 of the times."""
        q = self.q[:, :: max(1, self.q.shape[1] // 20)].reshape(-1, self.model.nq)
        T = np.asarray(forward_kinematics(self.model, q))
        points = [T[:, :, :3, 3]]
        for part, _ in self._layers["visual"]:
            placements, box = T[:, part.joint] @ part.placement, [*product(*part.mesh.bounds.T)]
            points.append(box @ placements[:, :3, :3].swapaxes(1, 2) + placements[:, None, :3, 3])
        points = np.concatenate(points, axis=1)
        return points.min((0, 1)), points.max((0, 1))

    def move(self, q: Numbers) -> None:
        """Draw another configuration, in place of the first."""
        self.q[0, 0] = q
        self._place(self.q[:, 0])

    def show(self, t: float, scale: float) -> None:
        """Draw the configuration at a time, and the forces as arrows, `scale` m for a newton."""
        k = min(round(t / self.dt), self.q.shape[1] - 1) if self.dt else 0
        self._place(self.q[:, k])
        if not self._forces:
            return
        frames = tuple(self._forces)
        start = np.asarray(frame_placement(self.model, self.q[:, k], frame=frames))[..., :3, 3]
        end = start + scale * np.stack([f[:, k] for f in self._forces.values()], 1)
        points = np.stack([start, end], -2).reshape(-1, 2, 3).astype(np.float32)
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
            self._axes.visible = visible
        else:
            if visible and layer not in self._layers:
                inertia = layer == "inertia"
                shapes = ellipsoids(self.model) if inertia else parts(self.model, "collision")
                self._draw(layer, shapes, 0.5)
            for _, node in self._layers.get(layer, ()):
                node.visible = visible

    def _place(self, q: Numbers) -> None:
        """Draw all robots at configurations (robots, nq)."""
        self._placements = np.asarray(forward_kinematics(self.model, q))
        nodes = [(self._axes, self._joints)]
        nodes += [(node, self._of(part)) for layer in self._layers.values() for part, node in layer]
        for node, (wxyzs, positions) in nodes:
            node.batched_wxyzs, node.batched_positions = wxyzs, positions
        if self._nearness:
            self._nearness.show(q)
        for _, node in self._layers["center of mass"]:
            node.batched_positions = np.asarray(center_of_mass(self.model, q), np.float32)

    @property
    def _joints(self) -> tuple[Numbers, Numbers]:
        """Where all joints of all robots are."""
        return poses(self._placements[:, 1:].reshape(-1, 4, 4))

    def _of(self, part: Part) -> tuple[Numbers, Numbers]:
        """Where a shape is on each robot."""
        return poses(self._placements[:, part.joint] @ part.placement)

    def _draw(self, layer: str, shapes: Iterable[Part], opacity: float | None) -> None:
        nodes = self._layers.setdefault(layer, [])
        detail: Any = {"lod": "off" if len(self.q) == 1 else "auto"}
        for part in shapes:
            joint = self.model.joint_names[part.joint].replace("/", "_")
            path = f"{self._root}/{joint} {layer} {len(nodes)}"
            where = self._of(part)
            if part.textured and opacity is None:
                node = self._scene.add_batched_meshes_trimesh(path, part.mesh, *where, **detail)
            else:
                color = *part.color[:3], part.color[3] * (1.0 if opacity is None else opacity)
                node = _add_mesh(self._scene, path, part.mesh, where, color, **detail)
            nodes.append((part, node))


class _Nearness:
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


def start(model: Model) -> Numbers:
    """The neutral configuration within limits, a free base with its lowest frame on the ground."""
    q = neutral(model)
    for j in model.joints:
        if j.type.independent and j.type.nq == j.type.nv:
            q[j.q_slice] = np.clip(q[j.q_slice], *j.limits)
    if isinstance(model.joints[0].type, FreeFlyer):
        q[2] -= np.asarray(frame_placements(model, q))[1:, 2, 3].min()
    return q


def configurations_of(
    model: Model, q: ArrayLike | None, dt: float | None
) -> tuple[Numbers, float | None]:
    """q as (robots, T, nq), and the time between its configurations; warns of one not given."""
    if q is None:
        return start(model)[None, None], dt
    q = coordinates_last("view: q", q, model.nq)
    if not np.isfinite(q).all():
        raise ShapeError("view: q is not finite everywhere; leave out the times after it diverged.")
    if dt is None and _is_motion(q):
        dt = 1 / RATE
        warn(
            f"view: q {q.shape} is drawn as a motion of {RATE:g} configurations a second; give its "
            "time step, dt= in s. For a robot each, give q[..., None, :] and any dt."
        )
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
    return q.reshape(robots, *q.shape[-2:]), dt


def _is_motion(q: Numbers) -> bool:
    """Whether configurations are more than robots can be, or many that follow each other."""
    if q.ndim < 2 or math.prod(q.shape[:-1]) > MOST:
        return q.ndim > 1
    steps = abs(np.diff(q, axis=-2)).max(-2, initial=0)
    return q.shape[-2] > _FEW and bool((steps <= np.ptp(q, -2) / 4).all())


def arrows_of(
    model: Model, forces: Mapping[str, ArrayLike] | None, shape: tuple[int, ...], dt: float | None
) -> dict[str, Numbers]:
    """Forces at frames, (robots, T, 3) each."""
    arrows: dict[str, Numbers] = {}
    if forces is not None and not isinstance(forces, Mapping):  # pyright: ignore
        raise ShapeError(f"view: forces is {kind_of(forces)}; expected {{frame: (..., 3)}}.")
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


def poses(T: ArrayLike) -> tuple[Numbers, Numbers]:
    """The quaternions (w x y z) and the positions of placements (n, 4, 4)."""
    rows = np.asarray(se3.to_xyz_quaternion(T), float)
    return rows[:, [6, 3, 4, 5]], rows[:, :3]


def _add_mesh(
    scene: Any, name: str, mesh: Any, where: Any, color: Sequence[float], **detail: Any
) -> Any:
    """The node of a mesh at some places; viser expects no sRGB, but a linear color of instances."""
    *rgb, alpha = color
    linear = np.round(255 * ((np.array(rgb) + 0.055) / 1.055) ** 2.4).astype(np.uint8)
    vertices, faces = np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32)
    look: Any = {"batched_colors": linear, "opacity": None if alpha >= 1 else alpha}
    return scene.add_batched_meshes_simple(name, vertices, faces, *where, **look, **detail)


def draw_marker(scene: Any, name: str, marker: Marker, T: ArrayLike | None, color: Color) -> Any:
    """The node of a shape at placements T (..., 4, 4), a path (n, 3), or axes of placements."""
    array = numbers("view: marker", np.eye(4) if T is None else T)
    if not isinstance(marker, Shape):
        array = numbers("view: marker", marker)
    if array.shape[-2:] == (4, 4):
        where = poses(array.reshape(-1, 4, 4))
        if not isinstance(marker, Shape):
            return scene.add_batched_axes(name, *where, axes_length=0.15, axes_radius=0.006)
        return _add_mesh(scene, name, mesh_of(marker), where, color)
    if isinstance(marker, Shape) or array.ndim != 2 or array.shape[1] != 3 or len(array) < 2:
        raise ShapeError(
            f"view: a marker has shape {array.shape}; expected placements (..., 4, 4), of one of "
            "kt.shapes or as axes, or the points of a path (n, 3), n > 1."
        )
    segments = np.stack([array[:-1], array[1:]], 1).astype(np.float32)
    rgb = np.round(255 * np.array(color[:3])).astype(np.uint8)
    return scene.add_line_segments(name, segments, rgb, thickness=0.006)
