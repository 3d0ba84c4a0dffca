"""MJCF or mjModel -> Model, by MuJoCo's compiler, with constraints, and what is left out."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ...errors import ModelError, errors_at, warn
from ...model import Anchor, Coupling, Loop, Model
from ...model.description import Configuration, Description, snapped_placement
from ...model.joints import Fixed, Spherical
from ...model.mimics import with_mimics
from ...model.numbering import depth_first
from ...model.parts import pairs_among
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
from .sensors import sensors

SITES = 6  # eq_objtype
FINITE = {
    "bodies": ("body_pos", "body_quat", "body_mass", "body_ipos", "body_iquat", "body_inertia"),
    "joints": ("jnt_pos", "jnt_axis"),
    "sites": ("site_pos", "site_quat"),
    "geoms": ("geom_pos", "geom_quat"),
}
"""Arrays that MuJoCo does not check for nan and infinity, by kind of element."""


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
        sensors=tuple(sensors(mj, names, bodies.places[0], library)),
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
