"""The sensors of an mjModel."""

from collections.abc import Iterator
from typing import Any, Final

from ...model import Anchor, Sensor
from ...model.description import snapped_placement
from ...model.sensors import KINDS
from ...scalar.array import as_array
from ...spatial import SE3
from .arrays import MjModel, Names, pose

_KINDS: Final = {name: row for row in KINDS.values() for name in row.mjcf.split()}
"""The kinds by MuJoCo's names; it has others."""
PLACES: Final = {"BODY": "body_i", "GEOM": "geom_", "SITE": "site_", "CAMERA": "cam_"}
"""The beginnings of the arrays with an object's pose in its body."""
FIXED: Final = 0
"""The mode of cameras that do not follow bodies."""


def sensors(mj: MjModel, names: Names, world: Anchor, library: Any) -> Iterator[Sensor]:
    """The sensors whose kind a model has, of places on bodies."""
    kinds = {int(getattr(library.mjtSensor, f"mjSENS_{x.upper()}")): _KINDS[x] for x in _KINDS}
    places = {int(getattr(library.mjtObj, f"mjOBJ_{x}")): array for x, array in PLACES.items()}

    def place(object_type: int, number: int) -> tuple[str, SE3] | None:
        """The frame of a body, and an object's placement in it; None of cameras that follow."""
        array = places.get(object_type, "")
        if array == "cam_" and mj.cam_mode[number] != FIXED:
            return None
        poses = [getattr(mj, f"{array}{x}")[number] for x in ("pos", "quat") if array]
        placement = snapped_placement(pose(*poses)) if poses else SE3.identity()
        body = int(getattr(mj, f"{array}bodyid")[number]) if array[-1:] == "_" else number
        if body:
            return names.bodies[body], placement
        return "universe", world.placement @ placement

    for i, name in enumerate(names.sensors):
        row, number = kinds.get(mj.sensor_type[i]), int(mj.sensor_objid[i])
        other = int(mj.sensor_refid[i])
        of_site = mj.sensor_objtype[i] == library.mjtObj.mjOBJ_SITE and mj.sensor_dim[i] == 1
        if row is None or (row.mjcf == "rangefinder" and not of_site):  # that of a camera
            continue
        cutoff = float(mj.sensor_cutoff[i]) or None
        values: dict[str, Any] = {"noise": float(mj.sensor_noise[i]), "cutoff": cutoff}
        if row.on == "joint":
            yield Sensor(name, row.name, joint=names.joints[number], **values)
            continue
        own = place(mj.sensor_objtype[i], number)
        reference = place(mj.sensor_reftype[i], other) if other >= 0 else (None, None)
        if own is None or reference is None:
            continue
        if row.mjcf == "magnetometer":
            field = world.placement.rotation @ as_array(mj.opt.magnetic.tolist())
            values["magnetic_field"] = tuple(field.flat)
        yield Sensor(
            name,
            row.name,
            own[0],
            placement=own[1],
            reference=reference[0],
            reference_placement=reference[1],
            **values,
        )
