"""MJCF or mjModel -> Model, by MuJoCo's compiler, with constraints, sensors, what is left out."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from ...errors import ModelError, errors_at, warn
from ...model import Anchor, Coupling, Loop, Model, Sensor
from ...model.description import Configuration, Description, snapped_placement
from ...model.joints import Fixed, Spherical
from ...model.mimics import with_mimics
from ...model.numbering import depth_first
from ...model.parts import pairs_among
from ...model.sensors import KINDS
from ...scalar.array import as_array
from ...spatial import SE3
from ..findings import Findings, listed
from ..origins import IDENTITY
from ..source import Input, Options
from .actuators import actuators
from .arrays import CONNECT, JOINT, WELD, MjModel, Names, active, coordinates, pose
from .bodies import Bodies, MimicArguments
from .compile import Compiled, compiled, import_mujoco
from .geometry import collision_pairs, geometries, pair_surfaces
from .left_out import idle, left_out, switched

SITES = 6  # eq_objtype
FINITE = {
    "bodies": ("body_pos", "body_quat", "body_mass", "body_ipos", "body_iquat", "body_inertia"),
    "joints": ("jnt_pos", "jnt_axis"),
    "sites": ("site_pos", "site_quat"),
    "geoms": ("geom_pos", "geom_quat"),
}
"""Arrays that MuJoCo does not check for nan and infinity, by kind of element."""
_KINDS: Final = {name: row for row in KINDS.values() for name in row.mjcf.split()}
"""The kinds by MuJoCo's names; it has others."""
PLACES: Final = {"BODY": "body_i", "GEOM": "geom_", "SITE": "site_", "CAMERA": "cam_"}
"""The beginnings of the arrays with an object's pose in its body."""
FIXED: Final = 0
"""The mode of cameras that do not follow bodies."""


def read_mjcf(source: Input, options: Options, findings: Findings) -> Model:
    """The robot of an MJCF or an object of MuJoCo, as `load_mjcf`; errors begin with the file."""
    robot = compiled(source)
    with errors_at(robot.file), np.errstate(all="ignore"):  # results are checked
        description = _described(robot, options, source.package_dirs)
    return Model(description)


def _described(robot: Compiled, options: Options, folders: tuple[str, ...]) -> Description:
    mj, library = robot.mj, import_mujoco()
    names = Names(mj)
    _check_finite(mj, names)
    mj = switched(mj, library)
    robot = replace(robot, mj=mj)
    for message in left_out(mj, names, library):
        warn(f"{names.model}: {message}")
    mimics, others = _coupled(mj, names, options.mimic)
    origin = options.base_placement or SE3.identity()
    off = idle(mj, library)
    bodies = Bodies(mj, names, options.floating_base, origin, mimics, off)
    frames = ["universe", *names.bodies[1:]]
    keep_parents = bool(mj.opt.disableflags & library.mjtDisableBit.mjDSBL_FILTERPARENT)
    excluded = (divmod(int(both), 1 << 16) for both in mj.exclude_signature)
    shapes = tuple(geometries(robot, names, bodies.places, folders))
    touching = collision_pairs(mj, names, bodies.places, keep_parents)
    description = bodies.description(
        names.model,
        gravity=tuple(mj.opt.gravity.tolist()),
        geometries=shapes,
        constraints=(*_loops(mj, names, bodies.places), *others),
        reference_configurations=_configurations(mj, names, mimics),
        disabled_collisions=tuple((frames[i], frames[j], "excluded") for i, j in excluded),
        **pairs_among(shapes, touching, pair_surfaces(mj, names)),
        sensors=tuple(_sensors(mj, names, bodies.places[0], library)),
        actuators=tuple(actuators(mj, names, off)),
    )
    if depth_first([b.parent for b in description.joints]) != list(range(len(bodies.bodies) + 1)):
        raise ModelError(f"{names.model}: its bodies are not numbered depth first, as MuJoCo does.")
    return with_mimics(description)


def _check_finite(mj: MjModel, names: Names) -> None:
    for kind, arrays in FINITE.items():
        for array in arrays:
            values = getattr(mj, array)
            for i, *_ in np.argwhere(~np.isfinite(values))[:1]:
                raise ModelError(
                    f"{array} of {getattr(names, kind)[i]!r} is {values[i].tolist()}; expected "
                    "finite numbers."
                )


def _coupled(
    mj: MjModel, names: Names, mimic: bool
) -> tuple[dict[int, MimicArguments], list[Coupling]]:
    """The equalities of joints: mimics, if they are loaded as such, and couplings.

    A mimic is linear in its source; it is given by the number of the joint that follows.
    """
    mimics, kept = dict[int, MimicArguments](), list[Coupling]()
    for i in active(mj, JOINT):
        joint, other = int(mj.eq_obj1id[i]), int(mj.eq_obj2id[i])
        source = None if other < 0 else names.joints[other]
        terms = _terms(mj, i, joint, other)
        if mimic and source is not None and len(terms) <= 2 and joint not in mimics:
            offset, ratio = (*terms, 0.0)[:2]
            mimics[joint] = source, ratio, offset
        else:
            kept.append(Coupling(names.equalities[i], names.joints[joint], source, terms))
    no_mimics = [repr(x.name) for x in kept if mimic and x.source is not None]
    if no_mimics:
        warn(
            f"{names.model}: equalities of joints that make no mimic, polynomials or others of one"
            f" joint, are couplings, which kt.constraints, steps and inverse kinematics obey, and"
            f" kt.aba and its like do not: {listed(no_mimics)}"
        )
    return mimics, kept


def _configurations(mj: MjModel, names: Names, mimics: Container[int]) -> dict[str, Configuration]:
    """qpos0 and the keyframes; a floating base is at neutral."""
    free = [(j, joint) for j, joint in enumerate(names.joints) if j not in mimics]
    return {
        name: {joint: tuple(coordinates(mj, j, qpos).tolist()) for j, joint in free}
        for name, qpos in [("qpos0", mj.qpos0), *zip(names.keys, mj.key_qpos, strict=True)]
    }


def _terms(mj: MjModel, i: int, joint: int, source: int) -> tuple[float, ...]:
    """The polynomial in the coordinates from MuJoCo's, in displacements from qpos0."""
    start = float(mj.qpos0[mj.jnt_qposadr[joint]])
    if source < 0:
        return (start + float(mj.eq_data[i, 0]),)
    x = np.polynomial.Polynomial([-float(mj.qpos0[mj.jnt_qposadr[source]]), 1.0])
    q = np.polynomial.Polynomial(mj.eq_data[i, :5])(x) + start
    return tuple(q.trim().coef.tolist())


def _loops(mj: MjModel, names: Names, places: Sequence[Anchor]) -> Iterator[Loop]:
    """The connections and welds of bodies or sites."""
    for i in active(mj, CONNECT, WELD):
        data, objects = mj.eq_data[i], [int(mj.eq_obj1id[i]), int(mj.eq_obj2id[i])]
        if mj.eq_objtype[i] == SITES:
            ends = [pose(mj.site_pos[k], mj.site_quat[k]) for k in objects]
            objects = mj.site_bodyid[objects].tolist()
        elif mj.eq_type[i] == CONNECT:
            ends = [SE3(IDENTITY, data[k : k + 3].tolist()) for k in (0, 3)]
        else:
            ends = [pose(data[3:6], data[6:10]), SE3(IDENTITY, data[:3].tolist())]
        first, second = (
            Anchor(places[body].joint, snapped_placement(places[body].placement @ end))
            for body, end in zip(objects, ends, strict=True)
        )
        joint = Spherical() if mj.eq_type[i] == CONNECT else Fixed()
        yield Loop(names.equalities[i], joint, first, second)


def _sensors(mj: MjModel, names: Names, world: Anchor, library: Any) -> Iterator[Sensor]:
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
