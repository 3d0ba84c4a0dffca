"""The geoms of an mjModel."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from ...errors import warn
from ...model import Anchor, Geometry, PairSurface, shapes
from ...model.description import snapped_placement
from ...model.parts import GeometryKind
from ...spatial import SE3
from ..findings import listed
from .arrays import MjModel, Names, pose, text_at
from .bodies import softness
from .compile import MESH_GEOMS, Compiled

PLANE, FIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX = range(7)
SHOWN_GROUPS: Final = (0, 1, 2)
"""The groups that MuJoCo's viewers show by default."""
DEFAULT_COLOR: Final = [0.5, 0.5, 0.5, 1.0]


def geometries(
    robot: Compiled, names: Names, places: Sequence[Anchor], folders: tuple[str, ...]
) -> Iterator[Geometry]:
    """The geoms as geometries; a warning names those that touch others and have no shape here.

    Height fields have no bottom here, and go on beyond their border; a mesh without a file is its
    convex hull. A geom that can touch others is a collision geometry, and a visual one, too, if its
    group is shown; one that touches nothing is a visual one.
    """
    mj, lost = robot.mj, list[str]()
    for i in range(mj.ngeom):
        shape, inner = _shape(robot, i)
        if shape is None or i in robot.unshaped:
            lost += [repr(names.geoms[i])] if "collision" in _kinds(mj, i) else []
            continue
        if isinstance(shape, shapes.Mesh):
            shape = replace(shape, package_dirs=folders)
        body = int(mj.geom_bodyid[i])
        anchor, name = places[body], names.bodies[body] if body else "universe"
        placement = anchor.placement @ pose(mj.geom_pos[i], mj.geom_quat[i]) @ inner
        origin, color = snapped_placement(placement), _color(mj, i)
        for kind in _kinds(mj, i):
            place = name, anchor.joint, origin
            masks = int(mj.geom_contype[i]), int(mj.geom_conaffinity[i])
            friction, condim = tuple(mj.geom_friction[i].tolist()), int(mj.geom_condim[i])
            margin = float(mj.geom_margin[i])
            own = softness(mj, "geom", i, mj.body_invweight0[body, 0])
            own = replace(own, solmix=float(mj.geom_solmix[i]), priority=int(mj.geom_priority[i]))
            look = names.geoms[i], kind, *place, shape, color, *masks
            yield Geometry(*look, friction, margin=margin, condim=condim, softness=own)
    if lost:
        warn(
            f"{names.model}: geoms that touch others are left out: {listed(lost)}; they are of"
            " files that are missing, or of meshes that a placement and a scale do not give."
        )


def collision_pairs(
    mj: MjModel, names: Names, places: Sequence[Anchor], keep_parents: bool
) -> Iterator[tuple[str, str]]:
    """The pairs of geoms that collide although masks, excluded bodies or parents say otherwise.

    They are those of `<pair>`, and those of a body and its parent that MuJoCo keeps: of all, or of
    one that the world carries and that is not the world.
    """
    body = mj.geom_bodyid
    welded = mj.body_weldid * (mj.body_mocapid[mj.body_weldid] < 0)
    weld, parent = welded[body], welded[mj.body_parentid[welded]][body]
    still = np.array([not place.joint for place in places])[body]
    kept = (weld[:, None] == parent) & (weld[:, None] != weld) & (body[:, None] != 0)
    kept &= keep_parents | (still[:, None] & ~still)
    touching = mj.geom_contype[:, None] & mj.geom_conaffinity
    bodies = np.minimum(body[:, None], body) << 16 | np.maximum(body[:, None], body)
    kept &= (touching | touching.T) != 0
    kept &= ~np.isin(bodies, mj.exclude_signature)
    explicit = zip(mj.pair_geom1.tolist(), mj.pair_geom2.tolist(), strict=True)
    for i, j in (*explicit, *np.argwhere(kept).tolist()):
        yield names.geoms[i], names.geoms[j]


def pair_surfaces(mj: MjModel, names: Names) -> Iterator[PairSurface]:
    """What the geoms of each `<pair>` touch with, the first of two directions of rolling."""
    for i in range(mj.npair):
        geoms = [int(mj.pair_geom1[i]), int(mj.pair_geom2[i])]
        friction, condim = mj.pair_friction[i].tolist(), int(mj.pair_dim[i])
        own = softness(mj, "pair", i, mj.body_invweight0[mj.geom_bodyid[geoms], 0].sum())
        yield PairSurface(
            names.geoms[geoms[0]],
            names.geoms[geoms[1]],
            (friction[0], *friction[2:4]),
            margin=float(mj.pair_margin[i]),
            condim=condim,
            second_friction=None if friction[0] == friction[1] else friction[1],
            softness=own.of_contact(friction[0], condim),
        )


def _kinds(mj: MjModel, i: int) -> list[GeometryKind]:
    touching = mj.geom_contype[i] or mj.geom_conaffinity[i]
    if not touching and i not in mj.pair_geom1 and i not in mj.pair_geom2:
        return ["visual"]
    return ["visual", "collision"] if mj.geom_group[i] in SHOWN_GROUPS else ["collision"]


def _color(mj: MjModel, i: int) -> tuple[float, float, float, float]:
    """The color of a geom, or of its material if that of the geom is MuJoCo's default."""
    color, material = mj.geom_rgba[i].tolist(), int(mj.geom_matid[i])
    if material >= 0 and color == DEFAULT_COLOR:
        color = mj.mat_rgba[material].tolist()
    red, green, blue, alpha = (round(x, 6) for x in color)  # of single precision
    return red, green, blue, alpha


def _shape(robot: Compiled, i: int) -> tuple[shapes.Shape | None, SE3]:
    """The shape of a geom, and its placement in the geom's frame.

    A mesh is as in its file; MuJoCo moves it to its centre and principal axes.
    """
    mj, kind = robot.mj, int(robot.mj.geom_type[i])
    if kind in MESH_GEOMS:
        k = int(mj.geom_dataid[i])
        mesh = robot.meshes.get(text_at(mj.names, mj.name_meshadr[k]))
        if mesh is None:
            return _hull(mj, k), SE3.identity()
        return mesh[0], pose(mj.mesh_pos[k], mj.mesh_quat[k]).inverse() @ mesh[1]
    if kind == FIELD:
        return _field(mj, int(mj.geom_dataid[i])), SE3.identity()
    x, y, z = mj.geom_size[i].tolist()
    by_kind: dict[int, shapes.Shape] = {
        PLANE: shapes.Plane(),
        SPHERE: shapes.Sphere(x),
        CAPSULE: shapes.Capsule(x, 2 * y),
        ELLIPSOID: shapes.Ellipsoid((x, y, z)),
        CYLINDER: shapes.Cylinder(x, 2 * y),
        BOX: shapes.Box((2 * x, 2 * y, 2 * z)),
    }
    return by_kind.get(kind), SE3.identity()


def _hull(mj: MjModel, k: int) -> shapes.Shape | None:
    """The convex hull of a mesh, with which MuJoCo's geoms collide, if it has few corners."""
    start = int(mj.mesh_graphadr[k])
    count = 0 if start < 0 else int(mj.mesh_graph[start])
    numbers = mj.mesh_graph[start + 2 + count : start + 2 + 2 * count]
    return shapes.Convex(mj.mesh_vert[mj.mesh_vertadr[k] + numbers]) if 4 <= count <= 64 else None


def _field(mj: MjModel, k: int) -> shapes.HeightField:
    """A height field; MuJoCo's rows are along y, with heights in [0, 1] of the highest."""
    (rows, columns), start = (int(mj.hfield_nrow[k]), int(mj.hfield_ncol[k])), mj.hfield_adr[k]
    x, y, highest, _ = mj.hfield_size[k].tolist()
    heights = mj.hfield_data[start : start + rows * columns].reshape(rows, columns).T * highest
    return shapes.HeightField(heights, (-x, -y, 2 * x / (columns - 1), 2 * y / (rows - 1)))
