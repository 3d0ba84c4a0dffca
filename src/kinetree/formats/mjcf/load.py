"""MJCF or mjModel -> Model, by MuJoCo's compiler."""

from collections.abc import Container
from dataclasses import replace

import numpy as np

from ...errors import ModelError, warn
from ...model import Coupling, Model
from ...model.description import Configuration, Description
from ...model.joints import Joint, Mimic
from ...model.numbering import depth_first, numbered
from ...spatial import SE3
from ..build import ROOT_JOINT
from ..findings import Findings
from ..input import Input
from ..options import Options
from .arrays import MjModel, coordinates
from .bodies import Bodies, MimicArguments
from .compile import Compiled, compiled, import_mujoco
from .constraints import couplings, loops, mimic_arguments
from .geometry import Geoms
from .left_out import left_out
from .names import Names


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
    _check_names(names, options.floating_base)
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
        (*loops(mj, names, bodies.places), *others),
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


def _check_names(names: Names, base: Joint | None) -> None:
    taken = {"universe": "the universe"} | ({ROOT_JOINT: "the floating base"} if base else {})
    for name in names.joints:
        if name in taken:
            raise ModelError(
                f"{names.model}: a joint is called {name!r}, as {taken[name]} is; rename it."
            )


def _coupled(
    mj: MjModel, names: Names, mimic: bool
) -> tuple[dict[int, MimicArguments], list[Coupling]]:
    """The mimics, if they are loaded as such, and the couplings that are only recorded."""
    mimics, kept = dict[int, MimicArguments](), list[Coupling]()
    for joint, coupling in couplings(mj, names):
        followed = mimic_arguments(coupling) if mimic else None
        if followed is None or joint in mimics:
            kept.append(coupling)
        else:
            mimics[joint] = followed
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
