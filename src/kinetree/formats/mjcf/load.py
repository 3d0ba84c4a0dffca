"""MJCF or mjModel -> Model, by MuJoCo's compiler, with its equality constraints."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ...errors import ModelError, warn
from ...model import Anchor, Coupling, Loop, Model
from ...model.description import Configuration, Description, snapped_placement
from ...model.joints import Fixed, Mimic, Spherical
from ...model.numbering import depth_first, numbered
from ...spatial import SE3
from ..findings import Findings
from ..origins import IDENTITY
from ..source import Input, Options
from .arrays import CONNECT, JOINT, WELD, MjModel, Names, active, coordinates, pose
from .bodies import Bodies, MimicArguments
from .compile import Compiled, compiled, import_mujoco
from .geometry import Geoms
from .left_out import left_out

SITES = 6  # eq_objtype


def read_mjcf(source: Input, options: Options, findings: Findings) -> Model:
    """The robot of an MJCF, or of an object of MuJoCo; see `kinebodies.load_mjcf`."""
    return Model(_read(compiled(source), options))


FINITE = {
    "bodies": ("body_pos", "body_quat", "body_mass", "body_ipos", "body_iquat", "body_inertia"),
    "joints": ("jnt_pos", "jnt_axis"),
    "sites": ("site_pos", "site_quat"),
    "geoms": ("geom_pos", "geom_quat"),
}
"""Arrays that MuJoCo does not check for nan and infinity, by kind of element."""


def _read(robot: Compiled, options: Options) -> Description:
    """The description; errors begin with the file."""
    try:
        with np.errstate(all="ignore"):  # results are checked
            return _described(robot, options)
    except ModelError as error:
        raise ModelError(f"{robot.file}: {error}") from None


def _described(robot: Compiled, options: Options) -> Description:
    mj, names = robot.mj, Names.of(robot.mj)
    _check_finite(mj, names)
    for message in left_out(mj, names):
        warn(f"{names.model}: {message}")
    mimics, others = _coupled(mj, names, options.mimic)
    bodies = Bodies(
        mj, names, options.floating_base, options.base_placement or SE3.identity(), mimics
    )
    weightless = mj.opt.disableflags & import_mujoco().mjtDisableBit.mjDSBL_GRAVITY
    description = Description(
        names.model,
        (0.0, 0.0, 0.0) if weightless else tuple(mj.opt.gravity.tolist()),
        bodies.universe,
        tuple(bodies.bodies),
        tuple(bodies.frames),
        tuple(Geoms(robot, names, bodies.places, options.package_dirs).all()),
        (*_loops(mj, names, bodies.places), *others),
        _configurations(mj, names, mimics),
        disabled_collisions=_excluded(mj, names),
    )
    if depth_first(description) != list(range(len(bodies.bodies) + 1)):
        raise ModelError(f"{names.model}: its bodies are not numbered depth first, as MuJoCo does.")
    return _with_mimics(numbered(description))


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
    """The mimics, if they are loaded as such, and the couplings that are only recorded."""
    mimics, kept = dict[int, MimicArguments](), list[Coupling]()
    for joint, coupling in _couplings(mj, names):
        linear = len(coupling.coefficients) <= 2
        if mimic and linear and coupling.source is not None and joint not in mimics:
            offset, ratio = (*coupling.coefficients, 0.0)[:2]
            mimics[joint] = coupling.source, ratio, offset
        else:
            kept.append(coupling)
    return mimics, kept


def _with_mimics(robot: Description) -> Description:
    """The robot with the parameters of its mimics added to those of their sources."""
    values = {b.name: {k: np.array(x) for k, x in b.parameters.items()} for b in robot.joints}
    for body in robot.joints:
        if isinstance(body.joint, Mimic):
            source, mimic = values[body.joint.source], values[body.name]
            ratio = abs(body.joint.multiplier)
            source["actuated"][0] |= mimic["actuated"][0]
            source["armature"][0] += ratio**2 * mimic["armature"][0]
            source["damping"][0] += ratio**2 * mimic["damping"][0]
            source["friction"][0] += ratio * mimic["friction"][0]
            if added := ratio**2 * mimic["stiffness"][0]:  # springs in parallel
                slack = (mimic["spring_reference"][0] - body.joint.offset) / body.joint.multiplier
                source["stiffness"][0] += added
                reference = source["spring_reference"]
                reference[0] += added / source["stiffness"][0] * (slack - reference[0])
    return replace(robot, joints=tuple(replace(b, parameters=values[b.name]) for b in robot.joints))


def _configurations(mj: MjModel, names: Names, mimics: Container[int]) -> dict[str, Configuration]:
    """qpos0 and the keyframes; a floating base is at neutral."""
    configurations: dict[str, Configuration] = {}
    for name, qpos in [("qpos0", mj.qpos0), *zip(names.keys, mj.key_qpos, strict=True)]:
        configurations[name] = {
            joint: tuple(coordinates(mj, j, qpos).tolist())
            for j, joint in enumerate(names.joints)
            if j not in mimics
        }
    return configurations


def _excluded(mj: MjModel, names: Names) -> tuple[tuple[str, str, str], ...]:
    bodies = ["universe", *names.bodies[1:]]
    pairs = [divmod(int(both), 1 << 16) for both in mj.exclude_signature]
    return tuple((bodies[one], bodies[other], "excluded") for one, other in pairs)


# --- equality constraints


def _couplings(mj: MjModel, names: Names) -> Iterator[tuple[int, Coupling]]:
    """The equalities of joints, each with the number of the joint that follows."""
    for i in active(mj):
        if mj.eq_type[i] == JOINT:
            joint, source = int(mj.eq_obj1id[i]), int(mj.eq_obj2id[i])
            name = None if source < 0 else names.joints[source]
            terms = _terms(mj, i, joint, source)
            yield joint, Coupling(names.equalities[i], names.joints[joint], name, terms)


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
    for i in active(mj):
        if mj.eq_type[i] not in (CONNECT, WELD):
            continue
        objects = [int(mj.eq_obj1id[i]), int(mj.eq_obj2id[i])]
        if mj.eq_objtype[i] == SITES:
            ends = [pose(mj.site_pos[k], mj.site_quat[k]) for k in objects]
            objects = mj.site_bodyid[objects].tolist()
        else:
            ends = _ends(mj, i)
        first, second = (
            Anchor(places[body].joint, snapped_placement(places[body].placement @ end))
            for body, end in zip(objects, ends, strict=True)
        )
        joint = Spherical() if mj.eq_type[i] == CONNECT else Fixed()
        yield Loop(names.equalities[i], joint, first, second)


def _ends(mj: MjModel, i: int) -> list[SE3]:
    """The placements in the two bodies of the frames that coincide."""
    data = mj.eq_data[i]
    if mj.eq_type[i] == CONNECT:
        return [SE3(IDENTITY, data[k : k + 3].tolist()) for k in (0, 3)]
    return [pose(data[3:6], data[6:10]), SE3(IDENTITY, data[:3].tolist())]
