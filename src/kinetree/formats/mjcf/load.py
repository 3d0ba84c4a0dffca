"""MJCF -> Model, by MuJoCo's own compiler; mjModels that are there already, too."""

import warnings
from typing import Any

import numpy as np

from ...errors import ModelError
from ...model import SE3, Coupling, Joint, Mimic, Model
from ...model.assembly import Body, Parts, assembled
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
    told = options(floating_base, mimic, continuous, base_placement, package_dirs)
    model = _model(compiled(source), told)
    return model if srdf is None else with_srdf(model, srdf)


FINITE = {
    "bodies": ("body_pos", "body_quat", "body_mass", "body_ipos", "body_iquat", "body_inertia"),
    "joints": ("jnt_pos", "jnt_axis"),
    "sites": ("site_pos", "site_quat"),
    "geoms": ("geom_pos", "geom_quat"),
}
"""What MuJoCo lets through though it is nan or infinite, by the names of those that have it."""


def _model(robot: Compiled, told: Options) -> Model:
    """The model; what is wrong with it is said of its file."""
    try:
        with np.errstate(all="ignore"):  # what comes of it is looked at
            return _made(robot, told)
    except ModelError as error:
        raise ModelError(f"{robot.file}: {error}") from None


def _made(robot: Compiled, told: Options) -> Model:
    mj, names = robot.mj, Names.of(robot.mj)
    _check_finite(mj, names)
    _check_names(names, told.base)
    for message in (*unrecorded(mj, names), *unread_springs(mj, names)):
        warnings.warn(f"{names.model}: {message}", stacklevel=4)
    mimics, kept = _coupled(mj, names, told.mimic)
    tree = Tree(mj, names, told.base, told.placement or SE3.identity(), mimics)
    geometries = list(Geoms(robot, names, tree.places, told.package_dirs).all())
    constraints = [*loops(mj, names, tree.places), *kept]
    parts = Parts(tree.bodies, tree.frames, geometries, constraints)
    model, number = assembled(names.model, parts)
    if list(number) != sorted(number):
        raise ModelError(f"{names.model}: its bodies are not numbered depth first, as MuJoCo does.")
    weightless = mj.opt.disableflags & import_mujoco().mjtDisableBit.mjDSBL_GRAVITY
    return model.replace(
        gravity=np.zeros(3) if weightless else mj.opt.gravity,
        reference_configurations=_configurations(model, mj, names),
        disabled_collisions=_excluded(mj, names),
        **_carried_over(model, tree.bodies),
    )


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


def _carried_over(model: Model, bodies: list[Body]) -> dict[str, Any]:
    """The numbers of joints with what mimics have of their own, at their sources."""
    keys = ("actuated", "armature", "damping", "friction", "stiffness", "spring_reference")
    totals = [getattr(model, key).copy() for key in keys]
    actuated, armature, damping, friction, stiffness, reference = totals
    told = {body.name: body.numbers for body in bodies}
    for joint in model.joints:
        if isinstance(joint.type, Mimic):
            q, v, own = joint.q_slice, joint.v_slice, told[joint.name]
            ratio = abs(joint.type.multiplier)
            actuated[v] |= own["actuated"][0]
            armature[v] += ratio**2 * own["armature"][0]
            damping[v] += ratio**2 * own["damping"][0]
            friction[v] += ratio * own["friction"][0]
            if added := ratio**2 * own["stiffness"][0]:  # two springs are one, slack between them
                slack = (own["spring_reference"][0] - joint.type.offset) / joint.type.multiplier
                stiffness[v] += added
                reference[q] += added / stiffness[v] * (slack - reference[q])
    return dict(zip(keys, totals, strict=True))


def _configurations(model: Model, mj: Any, names: Names) -> dict[str, Any]:
    """qpos0 and the keyframes; a floating base is at neutral."""
    numbers = {name: j for j, name in enumerate(names.joints)}
    found: dict[str, Any] = {}
    for name, qpos in [("qpos0", mj.qpos0), *zip(names.keys, mj.key_qpos, strict=True)]:
        q = np.zeros(model.nq)
        for joint in model.free_joints:
            j = numbers.get(joint.name)
            q[joint.q_slice] = joint.type.neutral() if j is None else coordinates(mj, j, qpos)
        found[name] = q
    return found


def _excluded(mj: Any, names: Names) -> list[tuple[str, str, str]]:
    bodies = ["universe", *names.bodies[1:]]
    pairs = [divmod(int(both), 1 << 16) for both in mj.exclude_signature]
    return [(bodies[one], bodies[other], "excluded") for one, other in pairs]
