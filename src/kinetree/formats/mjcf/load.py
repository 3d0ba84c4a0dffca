"""MJCF -> Model, by MuJoCo's own compiler; mjModels that are there already, too."""

import warnings
from collections.abc import Container
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import ModelError
from ...model import SE3, Coupling, Joint, Mimic, Model
from ...model.description import Configuration, Description
from ...model.numbering import depth_first, numbered
from ..options import ContinuousAs, Folders, Options, Placement, options
from ..source import Source
from ..srdf import with_srdf
from .arrays import coordinates
from .compile import Compiled, compiled, import_mujoco
from .constraints import couplings, loops, mimicry, unread_springs, unrecorded
from .geometry import Geoms
from .names import Names
from .tree import ROOT, Mimicry, Tree


def load_mjcf(
    source: Any,
    *,
    floating_base: bool | Joint = False,
    mimic: bool = False,
    continuous: ContinuousAs = "cos_sin",
    base_placement: Placement | None = None,
    package_dirs: Folders = (),
    srdf: Source | None = None,
) -> Model:
    """The robot of an MJCF, a path or the XML itself, as MuJoCo compiles it.

    A live `mujoco.MjModel` or `mujoco.MjSpec` is taken, too, and not changed; `refpos` and
    `refquat` of meshes are known of an MjSpec only.

    q is MuJoCo's qpos but for quaternions, which have their w last here: joints in MuJoCo's order,
    each by itself, those of one body in a row; hinges are angles, whatever `continuous` says. v is
    qvel but for free joints, whose linear velocity is in the body's axes here (an armature of
    theirs acts on its rate). Frames are those of joints, of MuJoCo's bodies and, of kind "op", of
    sites. What has no name is called after its body: BODY_joint, BODY_joint2, and so on. A body
    without joints, a mocap body too, is fixed to its parent.

    A joint is actuated if an actuator drives it, not a tendon; the force ranges of all of its
    actuators are its effort limit. "qpos0" and the keyframes are `reference_configurations`,
    excluded pairs `disabled_collisions`; active equalities of bodies, sites and joints are
    `constraints`. What is passive in MuJoCo, as springs, damping, fluids and gravity compensation,
    is no part of the dynamics here; springs, damping and friction of joints are what
    `kt.passive_forces` has. Equalities of tendons and flexes, the armature of tendons, springs of
    free joints, and what of a spring is not linear are left out with a warning.

    `floating_base=True` puts a free-flyer (or the joint given) on the one body of the world without
    a free joint, where the file puts it; `mimic=True` makes joints follow others by the equalities
    that are linear; `base_placement` (4, 4) is where the file's world is in the model's, in which
    gravity is: q of a free joint, in "qpos0" and the keyframes too, is in the file's world as qpos
    is, and so no pose in the model's world (that is what `kt.convert.from_mujoco` takes);
    `package_dirs`, one folder or several, is where meshes are looked for at last; `srdf` is what
    `with_srdf` adds. Files of meshes need not be there unless an inertia comes from them.

    Needs `pip install 'kinetree[mjcf]'`. Raises ModelError with what MuJoCo says.

    >>> body = "<body name='ball'><joint name='hinge'/><geom size='0.1'/></body>"
    >>> load_mjcf(f"<mujoco><worldbody>{body}</worldbody></mujoco>").joint_names
    ('universe', 'hinge')
    """
    asked = options(floating_base, mimic, continuous, base_placement, package_dirs)
    model = Model(_read(compiled(source), asked))
    return model if srdf is None else with_srdf(model, srdf)


FINITE = {
    "bodies": ("body_pos", "body_quat", "body_mass", "body_ipos", "body_iquat", "body_inertia"),
    "joints": ("jnt_pos", "jnt_axis"),
    "sites": ("site_pos", "site_quat"),
    "geoms": ("geom_pos", "geom_quat"),
}
"""What MuJoCo lets through though it is nan or infinite, by the names of those that have it."""


def _read(robot: Compiled, asked: Options) -> Description:
    """The description; what is wrong with it is said of its file."""
    try:
        with np.errstate(all="ignore"):  # results are checked
            return _described(robot, asked)
    except ModelError as error:
        raise ModelError(f"{robot.file}: {error}") from None


def _described(robot: Compiled, asked: Options) -> Description:
    mj, names = robot.mj, Names.of(robot.mj)
    _check_finite(mj, names)
    _check_names(names, asked.base)
    for message in (*unrecorded(mj, names), *unread_springs(mj, names)):
        warnings.warn(f"{names.model}: {message}", stacklevel=4)
    mimics, others = _coupled(mj, names, asked.mimic)
    tree = Tree(mj, names, asked.base, asked.placement or SE3.identity(), mimics)
    weightless = mj.opt.disableflags & import_mujoco().mjtDisableBit.mjDSBL_GRAVITY
    description = Description(
        names.model,
        (0.0, 0.0, 0.0) if weightless else tuple(mj.opt.gravity.tolist()),
        tree.universe,
        tuple(tree.bodies),
        tuple(tree.frames),
        tuple(Geoms(robot, names, tree.places, asked.package_dirs).all()),
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


def _coupled(mj: Any, names: Names, mimic: bool) -> tuple[dict[int, Mimicry], list[Coupling]]:
    """The joints that follow others, if they shall, and the couplings that are only recorded."""
    mimics, kept = dict[int, Mimicry](), list[Coupling]()
    for joint, coupling in couplings(mj, names):
        followed = mimicry(coupling) if mimic else None
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
            source, own = values[body.joint.source], values[body.name]
            ratio = abs(body.joint.multiplier)
            source["actuated"][0] |= own["actuated"][0]
            source["armature"][0] += ratio**2 * own["armature"][0]
            source["damping"][0] += ratio**2 * own["damping"][0]
            source["friction"][0] += ratio * own["friction"][0]
            if added := ratio**2 * own["stiffness"][0]:  # two springs are one, slack between them
                slack = (own["spring_reference"][0] - body.joint.offset) / body.joint.multiplier
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
