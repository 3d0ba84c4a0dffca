"""Meshes of a robot: of its shapes, and what stands for bodies without any."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..errors import ModelError, warn
from ..geometry.meshes import mesh_of
from ..model import Model, shapes
from ..model.joints.base import Numbers
from ..spatial import SE3

if TYPE_CHECKING:
    import trimesh

Color = tuple[float, float, float, float]

GRAY: Final[Color] = (0.78, 0.79, 0.82, 1.0)
ROD: Final[Color] = (0.45, 0.48, 0.55, 1.0)
BODY: Final[Color] = (0.93, 0.55, 0.22, 0.7)


@dataclass(frozen=True, slots=True)
class Part:
    """A mesh fixed to a joint's frame; `textured` if it has colours of its own."""

    joint: int
    placement: Numbers
    mesh: "trimesh.Trimesh"
    color: Color
    textured: bool = False


def parts(model: Model, kind: str) -> Iterator[Part]:
    """The meshes of a robot's "visual" or "collision" shapes; warns of those not found, once."""
    lacking: list[str] = []
    for g in model.geometries:
        if g.kind != kind:
            continue
        try:
            mesh = mesh_of(g.shape)
        except ModelError as error:
            lacking.append(str(error))
            continue
        visual = mesh.visual if g.color is None and isinstance(g.shape, shapes.Mesh) else None
        textured = visual is not None and visual.defined
        yield Part(g.joint, np.asarray(g.placement, float), mesh, g.color or GRAY, textured)
    if lacking:
        warn(f"{model.name}: {len(lacking)} of its {kind} shapes are not drawn: {lacking[0]}")


def stand_ins(model: Model) -> Iterator[Part]:
    """Rods from joint to joint, and the inertia ellipsoids, of bodies without visual shapes."""
    drawn = {g.joint for g in model.geometries if g.kind == "visual"}
    radius = 0.02 * _reach(model)
    for j in model.joints:
        if j.parent and j.parent not in drawn:
            yield from _rod(j.parent, j.origin, radius)
        if j.index not in drawn:
            yield Part(j.index, np.eye(4), mesh_of(shapes.Sphere(1.4 * radius)), ROD)
            if not j.children:
                for f in model.frames:
                    if f.joint == j.index and f.kind in ("op", "fixed_joint"):
                        yield from _rod(j.index, f.placement, radius)
    yield from (part for part in ellipsoids(model) if part.joint not in drawn)


def ellipsoids(model: Model) -> Iterator[Part]:
    """Ellipsoids of uniform density with the mass and inertia of each body."""
    least = 0.005 * _reach(model)
    for j in model.joints:
        if not j.inertia.mass > 0:
            continue
        moments, axes = j.inertia.principal_axes
        squares = 2.5 * (moments.sum() - 2 * moments) / j.inertia.mass  # x^2 = 5 (b + c - a) / 2 m
        radii = np.maximum(np.sqrt(np.maximum(squares, 0)), least)
        placement = np.asarray(SE3(axes, j.inertia.center_of_mass), float)
        yield Part(j.index, placement, mesh_of(shapes.Ellipsoid(tuple(radii.tolist()))), BODY)


def _rod(joint: int, to: SE3, radius: float) -> Iterator[Part]:
    """A rod from the origin of a joint's frame to a place in it, unless that is there."""
    from trimesh.geometry import align_vectors

    end = np.asarray(to.translation, float)
    length = float(np.linalg.norm(end))
    if length >= 1e-6:
        placement = np.array(align_vectors([0, 0, 1], end))
        placement[:3, 3] = end / 2
        yield Part(joint, placement, mesh_of(shapes.Cylinder(radius, length)), ROD)


def _reach(model: Model) -> float:
    """The longest sum of distances from joint to joint along a branch, in m; at least 0.1."""
    far = np.zeros(model.njoints)
    for j in model.joints:
        own = np.linalg.norm(np.asarray(j.origin.translation, float)) if j.parent else 0.0
        far[j.index] = far[j.parent] + own
    return max(float(far.max()), 0.1)
