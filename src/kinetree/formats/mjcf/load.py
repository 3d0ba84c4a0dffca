"""MJCF or mjModel -> Model, by MuJoCo's compiler."""

from collections.abc import Container
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import ModelError, warn
from ...model import Coupling, Model
from ...model.description import Configuration, Description
from ...model.joints import Joint, Mimic
from ...model.numbering import depth_first, numbered
from ...spatial import SE3
from ..options import ContinuousAs, Folders, Options, Placement, options
from ..source import Source
from ..srdf import with_srdf
from ..xacro import Mappings
from .arrays import coordinates
from .compile import Compiled, compiled, import_mujoco
from .constraints import couplings, loops, mimic_arguments
from .geometry import Geoms
from .left_out import left_out
from .names import Names
from .tree import ROOT, MimicArguments, Tree


def load_mjcf(
    source: Any,
    *,
    floating_base: bool | Joint = False,
    mimic: bool = False,
    continuous: ContinuousAs = "cos_sin",
    base_placement: Placement | None = None,
    package_dirs: Folders = (),
    mappings: Mappings | None = None,
    srdf: Source | None = None,
) -> Model:
    """The robot of an MJCF, a path or XML text, as MuJoCo compiles it.

    A live `mujoco.MjModel` or `mujoco.MjSpec` is accepted, too, and not changed; `refpos` and
    `refquat` of meshes are read from an MjSpec only.

    q is MuJoCo's qpos but for quaternions, which have their w last here: joints in MuJoCo's order,
    each separate, those of one body in series; hinges are angles, whatever `continuous` is. v is
    qvel but for free joints, whose linear velocity is expressed in the body here (their armature
    acts on its rate). Frames are those of joints, of MuJoCo's bodies and, of kind "op", of sites.
    An element without a name is named after its body: BODY_joint, BODY_joint2, and so on. A body
    without joints, a mocap body too, is fixed to its parent.

    A joint is actuated if an actuator drives it, not a tendon; its effort limit is the largest
    force of all of its actuators together, by their gears, gains, and ranges of controls and
    forces. "qpos0" and the keyframes are `reference_configurations`,
    excluded pairs `disabled_collisions`; active equalities of bodies, sites and joints are
    `constraints`. MuJoCo's passive forces, as of springs, damping, fluids and gravity compensation,
    are not part of the dynamics here; springs, damping and friction of joints are in
    `kt.passive_forces`. Gravity compensation, springs of free joints, nonlinear parts of springs
    and dampers, equalities of flexes, tendons (their springs, damping, friction, limits,
    actuators, armature, equalities), and actuators on sites, bodies and slider-cranks are left out
    with a warning.

    `floating_base=True` puts a free-flyer (or the joint given) on the only body of the world
    without a free joint, at its place in the file; `mimic=True` loads linear equalities of joints
    as mimics; `base_placement` (4, 4) is the placement of the file's world in the model's, where
    gravity acts: q of a free joint, in "qpos0" and the keyframes too, is relative to the file's
    world like qpos (`kt.convert.from_mujoco` takes poses in the model's world); `package_dirs`, one
    folder or several, is searched last for meshes; `mappings` are the arguments of xacro; `srdf` is
    passed to `with_srdf`. Mesh files may be missing unless an inertia is computed from them.

    Needs `pip install 'kinetree[mjcf]'`. Raises ModelError with MuJoCo's message.

    >>> body = "<body name='ball'><joint name='hinge'/><geom size='0.1'/></body>"
    >>> load_mjcf(f"<mujoco><worldbody>{body}</worldbody></mujoco>").joint_names
    ('universe', 'hinge')
    """
    given = options(floating_base, mimic, continuous, base_placement, package_dirs)
    model = Model(_read(compiled(source, given.package_dirs, mappings), given))
    return model if srdf is None else with_srdf(model, srdf)


FINITE = {
    "bodies": ("body_pos", "body_quat", "body_mass", "body_ipos", "body_iquat", "body_inertia"),
    "joints": ("jnt_pos", "jnt_axis"),
    "sites": ("site_pos", "site_quat"),
    "geoms": ("geom_pos", "geom_quat"),
}
"""Arrays that MuJoCo does not check for nan and infinity, by kind of element."""


def _read(robot: Compiled, given: Options) -> Description:
    """The description; errors begin with the file."""
    try:
        with np.errstate(all="ignore"):  # results are checked
            return _described(robot, given)
    except ModelError as error:
        raise ModelError(f"{robot.file}: {error}") from None


def _described(robot: Compiled, given: Options) -> Description:
    mj, names = robot.mj, Names.of(robot.mj)
    _check_finite(mj, names)
    _check_names(names, given.base)
    for message in left_out(mj, names):
        warn(f"{names.model}: {message}")
    mimics, others = _coupled(mj, names, given.mimic)
    tree = Tree(mj, names, given.base, given.placement or SE3.identity(), mimics)
    weightless = mj.opt.disableflags & import_mujoco().mjtDisableBit.mjDSBL_GRAVITY
    description = Description(
        names.model,
        (0.0, 0.0, 0.0) if weightless else tuple(mj.opt.gravity.tolist()),
        tree.universe,
        tuple(tree.bodies),
        tuple(tree.frames),
        tuple(Geoms(robot, names, tree.places, given.package_dirs).all()),
        (*loops(mj, names, tree.places), *others),
        _configurations(mj, names, mimics),
        disabled_collisions=_excluded(mj, names),
    )
    if depth_first(description) != list(range(len(tree.bodies) + 1)):
        raise ModelError(f"{names.model}: its bodies are not numbered depth first, as MuJoCo does.")
    return _with_mimics(numbered(description))


def _check_finite(mj: Any, names: Names) -> None:
    for kind, arrays in FINITE.items():
        for array in arrays:
            values = getattr(mj, array)
            for i, *_ in np.argwhere(~np.isfinite(values))[:1]:
                raise ModelError(
                    f"{array} of {getattr(names, kind)[i]!r} is {values[i].tolist()}; expected "
                    "finite numbers."
                )


def _check_names(names: Names, base: Joint | None) -> None:
    taken = {"universe": "the universe"} | ({ROOT: "the floating base"} if base else {})
    for name in names.joints:
        if name in taken:
            raise ModelError(
                f"{names.model}: a joint is called {name!r}, as {taken[name]} is; rename it."
            )


def _coupled(
    mj: Any, names: Names, mimic: bool
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


def _configurations(mj: Any, names: Names, mimics: Container[int]) -> dict[str, Configuration]:
    """qpos0 and the keyframes; a floating base is at neutral."""
    found: dict[str, Configuration] = {}
    for name, qpos in [("qpos0", mj.qpos0), *zip(names.keys, mj.key_qpos, strict=True)]:
        found[name] = {
            joint: tuple(coordinates(mj, j, qpos).tolist())
            for j, joint in enumerate(names.joints)
            if j not in mimics
        }
    return found


def _excluded(mj: Any, names: Names) -> tuple[tuple[str, str, str], ...]:
    bodies = ["universe", *names.bodies[1:]]
    pairs = [divmod(int(both), 1 << 16) for both in mj.exclude_signature]
    return tuple((bodies[one], bodies[other], "excluded") for one, other in pairs)
