"""Load and check robots, in all formats or in one."""

import re
import warnings
from dataclasses import replace

from ..errors import ModelError
from ..model import Model
from ..model.fields import check_plain
from .findings import Finding, Findings, Severity
from .registry import MJCF, SDF, URDF, Format, identify, opened
from .source import OPTIONS, Folders, Input, Mappings, Options, Source, folders, loader
from .srdf import with_srdf, with_states
from .xacro import check_left_over, expanded
from .xml import check_root


@loader
def load(source: object, options: Options) -> Model:
    """A robot by its file (URDF, MJCF, SDF, xacro), by its text, or by its name.

    The root element of a file decides its format, not the file name; a file that begins with `{`
    is one that `kt.save` wrote. `kt.robots.names()` lists the names: those of
    the built-in robots, those of robots in the installed packages example-robot-data and
    `*_description`, by the file's stem (`"panda"`), or `folder/stem` where two files share one,
    and those of robot_descriptions (`"panda_description"`), which downloads them by git. `"talos"`
    is `talos_reduced`, `"talos_full"` `talos_full_v2`, `"ur5"` `ur5_robot`, and the name of a
    package, with or without `_description`, its main robot. Such robots have the reference
    configurations of the SRDF in their package, if it is clearly theirs. A `mujoco.MjModel`, a
    `mujoco.MjSpec` and a `pinocchio.Model` are loaded too.

    The keywords are those of `load_urdf`; built-in robots, saved ones and Pinocchio's take `srdf`
    only. Xacro is expanded in a file called .xacro, and in others and in texts with
    `expand=True`, or with its arguments, `mappings={"arm": "left"}`. It is a program: the Python
    expressions in it are evaluated, and read files; expand only what you trust.

    Raises ModelError for an unknown name or format, an unreadable file, an invalid model.
    """
    robot, format = identify(source)
    return _loaded(robot, format, options)


@loader
def load_urdf(source: object, options: Options) -> Model:
    """The robot of a URDF: a path or XML text.

    `floating_base=True` puts a free-flyer (or the joint given) above the root link; `mimic=True`
    makes joints with `<mimic>` follow their source (otherwise they are independent);
    `continuous="angle"` loads continuous joints with one coordinate instead of (cos, sin);
    `base_placement` (4, 4) is the placement of the root link, or the joint above it, in the world.
    `package_dirs`, one folder or several, is searched last for meshes; `srdf` is passed to
    `with_srdf`. Xacro is expanded first where that is asked: in a file called .xacro, with
    `expand=True`, or with its arguments `mappings`, by name.

    A mimic joint's damping and friction act on the joint that it mimics, and its limits bound it.

    Raises ModelError with file, line and element of the first ten errors; a revolute or
    prismatic joint without `<limit>`, limits of effort or velocity not above 0, a mass without
    `<inertia>`, taken as a point mass, likely misspellings, and what motion depends on but is left
    out, as `<loop_joint>`, are warnings.
    """
    return _loaded(opened(source, URDF), URDF, options)


@loader
def load_sdf(source: object, options: Options) -> Model:
    """The robot of an SDF, version 1.2 to 1.12, or 1.0: a path or XML text.

    It is the `<model>` of the file, or all models of its `<world>`, whose parts are then called
    `MODEL::PART`, as are those of models in models. The keywords are those of `load_urdf`. A link
    without a joint above it is fixed at its pose in the file, or is on `floating_base`: q is its
    pose in the file's world, which the file gives as `reference_configurations["initial"]` (for
    free-flyers); `base_placement` (4, 4) is the placement of the file's world in the world.
    `package_dirs` is searched last for included files, too.

    Of several joints above a link the first in the file is in the tree; the others are recorded in
    `model.constraints` as loops, gearboxes as couplings. `model.sensors` are the accelerations and
    angular velocities of IMUs, called `LINK::SENSOR::linear_acceleration`, and the forces and
    torques of force-torque sensors of joints.

    Raises ModelError with file, line and element of the first ten errors. Missing inertias are
    warnings, and so is anything that a model cannot have and is left out, such as the spring of a
    joint that closes a loop.
    """
    return _loaded(opened(source, SDF), SDF, options)


@loader
def load_mjcf(source: object, options: Options) -> Model:
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
    forces. Actuators of joints and fixed tendons with an affine force, as motors and servos, are
    `actuators`. "qpos0" and the keyframes are `reference_configurations`,
    excluded pairs `disabled_collisions`, those that collide in any case `collision_pairs`; active
    equalities of bodies, sites and joints are `constraints`; sensors are `sensors`, without those
    of other kinds. MuJoCo's passive forces, as of springs, damping, fluids and gravity
    compensation, are not part of the dynamics here; springs, damping and friction of joints are in
    `kt.passive_forces`. What the flags of `<option>` switch off is not there. What is left out, as
    fluids, gravity compensation, tendons, muscles, obstacles, limits of ball joints, is warned of,
    once a kind, with its elements; `docs/formats.md` lists every element and attribute.

    `floating_base=True` puts a free-flyer (or the joint given) on the only body of the world
    without a free joint, at its place in the file; `mimic=True` loads linear equalities of joints
    as mimics; `base_placement` (4, 4) is the placement of the file's world in the model's, where
    gravity acts: q of a free joint, in "qpos0" and the keyframes too, is relative to the file's
    world like qpos (`kt.convert.from_mujoco` takes poses in the model's world); `package_dirs`, one
    folder or several, is searched last for meshes; `mappings` are the arguments of xacro, and
    `expand` is as for `load`; `srdf` is passed to `with_srdf`. Mesh files may be missing unless an
    inertia is computed from them.

    Needs `pip install 'kinetree[mjcf]'`. Raises ModelError with MuJoCo's message.

    >>> body = "<body name='ball'><joint name='hinge'/><geom size='0.1'/></body>"
    >>> load_mjcf(f"<mujoco><worldbody>{body}</worldbody></mujoco>").joint_names
    ('universe', 'hinge')
    """
    return _loaded(opened(source, MJCF), MJCF, options)


def check(
    source: object,
    *,
    package_dirs: Folders = (),
    mappings: Mappings | None = None,
    expand: bool = False,
) -> list[Finding]:
    """Everything wrong with a robot's file, by line; the robot as `load` takes it, or a model.

    Findings are of the file itself: errors that keep it from loading, missing limits, impossible
    inertias, what looks like other units than rad, m and kg, elements that are not read, links
    without mass, and the joints that move nothing else, where the mass matrix is singular. Problems
    that show in the mass matrix only, as a point mass on its joint's axis or two joints about one
    axis, are found by `kinetree check` in a shell. Findings of an MJCF are MuJoCo's messages: one
    error, or all warnings, and what is left out.

    `package_dirs`, one folder or several, is searched last for included files; `mappings` are the
    arguments of xacro, and `expand` is as for `load`.

    Findings of a model, as one made in code, are inertias that no body has, and negative armature,
    damping and stiffness. In a file of `kt.save`, the error that keeps it from loading is found; a
    robot without a file has no findings. Raises ModelError as `load` does for an unknown name or
    format, and if the file cannot be read at all.
    """
    if isinstance(source, Model):
        return _check_parameters(source)
    robot, format = identify(source)
    options = Options(package_dirs=folders(package_dirs), mappings=mappings, expand=expand)
    return _checked(robot, format, options) if robot.content is None else []


def check_urdf(
    source: Source,
    *,
    package_dirs: Folders = (),
    mappings: Mappings | None = None,
    expand: bool = False,
) -> list[Finding]:
    """Everything wrong with a URDF, by line: the errors, and what loads but is suspect.

    No mass matrix is computed; see `kinetree.check`. `package_dirs` is searched last for packages
    that a xacro file uses, and `mappings` are its arguments; `expand` is as for `load`.

    Raises ModelError only if the source cannot be read at all.
    """
    options = Options(package_dirs=folders(package_dirs), mappings=mappings, expand=expand)
    return _checked(opened(source, URDF), URDF, options)


def _loaded(source: Input, format: Format, options: Options) -> Model:
    """The robot of a source. Its warnings are issued, its errors raised."""
    allowed = [x for x in format.options if x != "mappings" or source.content is None]
    changed = [x for x in OPTIONS if getattr(options, x) != getattr(Options(), x)]
    refused = [x for x in changed if x not in allowed]
    if refused:
        raise ModelError(
            f"{source.name}: {format.name} takes no options but {', '.join(sorted(allowed))}; "
            f"leave out {', '.join(refused)}."
        )
    findings = Findings()
    model = _read(source, format, options, findings)
    findings.issue()
    if source.srdf is not None and options.srdf is None:
        model = with_states(model, source.srdf)
    model = model.replace(name=source.title) if source.title else model
    return model if options.srdf is None else with_srdf(model, options.srdf)


def _checked(source: Input, format: Format, options: Options) -> list[Finding]:
    """The findings of a source, and what its reader raises and warns of."""
    findings = Findings(checking=True)
    with warnings.catch_warnings(record=True, action="always") as issued:
        try:
            _read(source, format, options, findings)
        except ModelError as error:
            if not findings.errors():
                return [_finding("error", findings.file, format, str(error))]
    others = [_finding("warning", findings.file, format, str(x.message)) for x in issued]
    return [*findings.sorted(), *others]


def _read(source: Input, format: Format, options: Options, findings: Findings) -> Model:
    findings.file = source.name
    dirs, mappings = (*options.package_dirs, *source.package_dirs), options.mappings
    if source.mappings is not None:
        mappings = {**source.mappings, **(mappings or {})}
    expand = source.expand or options.expand or mappings is not None
    source = replace(source, package_dirs=dirs, mappings=mappings, expand=expand)
    source = expanded(source) if format.root else source
    findings.file = source.name
    if source.root is not None and format.root:
        check_root(source.root, format.root, format.remedy, findings)
        check_left_over(source.root, findings)
    return format.read(source, options, findings)


def _finding(severity: Severity, file: str, format: Format, message: str) -> Finding:
    """The finding of a message that begins with the file, and maybe the line."""
    place = re.match(rf"{re.escape(file)}(?::(\d+))?: ", message)
    line = int(place[1] or 1) if place else 1
    element = format.element or f"<{format.root}>"
    return Finding(severity, file, line, element, message[place.end() if place else 0 :])


def _check_parameters(model: Model) -> list[Finding]:
    """A warning for each inertia that no body has, and negative armature, damping or stiffness."""
    check_plain(model.name, model.parameters)
    suspects = [
        (
            f"the body of joint {j.name!r}",
            "no body has its inertia: a principal moment about the centre of mass is negative, or "
            "more than the sum of the others, or there is no mass; see kt.Inertia.is_physical.",
        )
        for j in model.joints
        if not j.inertia.is_physical
    ]
    for name in ("armature", "damping", "stiffness"):
        for element, value in zip(model.v_names, getattr(model, name), strict=True):
            if value < 0:
                message = f"{name} is {value:g}, which adds energy to the motion; expected a number"
                suspects.append((repr(element), f"{message} that is not negative."))
    return [Finding("warning", model.name, 0, *suspect) for suspect in suspects]
