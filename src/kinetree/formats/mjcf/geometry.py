"""The geoms of an mjModel."""

from collections.abc import Iterator, Sequence
from typing import Final

from ...model import Anchor, Geometry
from ...model.description import snapped_placement
from ...model.parts import GeometryKind
from ...model.shapes import Box, Capsule, Cylinder, Ellipsoid, Mesh, Plane, Shape, Sphere
from ...spatial import SE3
from .arrays import Names, pose, text_at
from .compile import MESH_GEOMS, Compiled

PLANE, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX = 0, 2, 3, 4, 5, 6
SHOWN_GROUPS: Final = (0, 1, 2)
"""The groups that MuJoCo's viewers show by default."""
DEFAULT_COLOR: Final = [0.5, 0.5, 0.5, 1.0]


class Geoms:
    """The geoms as geometries, without height fields and meshes that have no file.

    A geom that can touch others is a collision geometry, and a visual one, too, if its group is
    shown; one that touches nothing is a visual one.
    """

    def __init__(
        self, compiled: Compiled, names: Names, places: Sequence[Anchor], folders: tuple[str, ...]
    ) -> None:
        self._mj, self._meshes, self._unshaped = compiled.mj, compiled.meshes, compiled.unshaped
        self._names, self._places, self._folders = names, places, folders

    def all(self) -> Iterator[Geometry]:
        mj = self._mj
        for i in range(mj.ngeom):
            shape, inner = self._shape(i)
            if shape is None:
                continue
            body = int(mj.geom_bodyid[i])
            at, name = self._places[body], self._names.bodies[body] if body else "universe"
            placement = at.placement @ pose(mj.geom_pos[i], mj.geom_quat[i]) @ inner
            origin, color = snapped_placement(placement), self._color(i)
            for kind in self._kinds(i):
                yield Geometry(self._names.geoms[i], kind, name, at.joint, origin, shape, color)

    def _kinds(self, i: int) -> list[GeometryKind]:
        mj = self._mj
        touching = mj.geom_contype[i] or mj.geom_conaffinity[i]
        if not touching and i not in mj.pair_geom1 and i not in mj.pair_geom2:
            return ["visual"]
        return ["visual", "collision"] if mj.geom_group[i] in SHOWN_GROUPS else ["collision"]

    def _color(self, i: int) -> tuple[float, float, float, float]:
        """The color of a geom, or of its material if that of the geom is MuJoCo's default."""
        mj = self._mj
        color, material = mj.geom_rgba[i].tolist(), int(mj.geom_matid[i])
        if material >= 0 and color == DEFAULT_COLOR:
            color = mj.mat_rgba[material].tolist()
        red, green, blue, alpha = (round(x, 6) for x in color)  # of single precision
        return red, green, blue, alpha

    def _shape(self, i: int) -> tuple[Shape | None, SE3]:
        """The shape of a geom, and its placement in the geom's frame."""
        kind = int(self._mj.geom_type[i])
        x, y, z = self._mj.geom_size[i].tolist()
        if i in self._unshaped:
            return None, SE3.identity()
        if kind in MESH_GEOMS:
            return self._mesh(int(self._mj.geom_dataid[i]))
        shapes: dict[int, Shape] = {
            PLANE: Plane(),
            SPHERE: Sphere(x),
            CAPSULE: Capsule(x, 2 * y),
            ELLIPSOID: Ellipsoid((x, y, z)),
            CYLINDER: Cylinder(x, 2 * y),
            BOX: Box((2 * x, 2 * y, 2 * z)),
        }
        return shapes.get(kind), SE3.identity()

    def _mesh(self, k: int) -> tuple[Shape | None, SE3]:
        """The mesh as in its file; MuJoCo moves it to its centre and principal axes."""
        mj = self._mj
        file = self._meshes.get(text_at(mj.names, mj.name_meshadr[k]))
        if file is None:
            return None, SE3.identity()
        shape = Mesh(file.uri, file.scale, file.folder, self._folders)
        return shape, pose(mj.mesh_pos[k], mj.mesh_quat[k]).inverse() @ file.placement
