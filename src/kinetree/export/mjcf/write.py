"""`kt.to_mjcf`: a model as the text of an MJCF."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from ...coordinates.conversion import Conversion
from ...coordinates.convert import MUJOCO
from ...errors import ModelError, warn
from ...formats.elements import NO_LIMIT
from ...formats.findings import listed
from ...formats.urdf.links import free_name
from ...formats.xml import document_text, text_of
from ...model import Coupling, Frame, Model, expect_model
from ...model.actuators import Motors
from ...model.description import Configuration
from ...model.fields import check_plain
from ...model.joints import Continuous, Fixed, Mimic, Revolute, Spherical
from ...model.motors import affine
from ...scalar.array import as_array
from ...spatial import SE3
from .bodies import SIZES, Bodies, Lost
from .geometries import add_contacts, add_geometries

_TERMS: Final = 5
"""The most coefficients of an equality of joints."""


def to_mjcf(model: Model) -> str:
    """The model as the text of an MJCF, with the same dynamics in MuJoCo and loaded again.

    Joints, links, shapes and frames keep their names; frames become sites. A joint of several axes
    is several of MuJoCo's, named as its velocities are: `kt.convert.to_mujoco` and `from_mujoco`
    convert states, which are the same numbers for hinges, slides and balls. A joint that follows
    another is independent, with an equality, for `kt.load(..., mimic=True)`. A robot without
    actuators gets motors, whose controls are the torques of its actuated joints; effort limits of
    joints with actuators are theirs. A moving body without mass, and a point, get 2e-15 kg and
    kg m^2, as MuJoCo wants some. Bodies that do not collide here do not collide there
    (`kt.collision.pairs`); friction, condim, margins and `kt.Softness` are written, no
    stiffness in N/m. Infinite limits are written as 1e16, meshes by absolute paths.

    A warning names what is left out: limits of velocities, of efforts of 0 and of rotations in
    space, torque-speed curves, groups, loops of other joints than Fixed, Spherical and Revolute,
    sensors of joint torques and of a link's load where that is on another link there, and shapes
    that MuJoCo lacks, such as planes that move and meshes that are not there. Raises ModelError
    that lists what would move otherwise: other joints, such as Helical; armature, dry friction or
    springs of free and planar joints; damping that differs along them; composites that turn after a
    ball; inertias that no rigid body has.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm().replace(velocity_limits=[float("inf")] * 7)
    >>> kt.load_mjcf(kt.to_mjcf(arm)).joint_names == arm.joint_names
    True
    """
    expect_model("to_mjcf", model)
    check_plain(model.name, model.parameters)
    robot, root = _independent(model), Element("mujoco", model=model.name)
    conversion, lost = Conversion(robot, MUJOCO), defaultdict[str, list[str]](list)
    SubElement(root, "compiler", angle="radian", inertiafromgeom="false")
    option = SubElement(root, "option", gravity=text_of(*robot.gravity))
    for x in [x.softness for x in robot.geometries if x.softness][:1]:
        option.set("cone", x.cone)
        option.set("impratio", text_of(x.impratio))
        SubElement(option, "flag", refsafe="enable" if x.least_time else "disable")
        option.set("timestep", text_of(0.5 * x.least_time or 0.002))
    asset, world = SubElement(root, "asset"), SubElement(root, "worldbody")
    bodies = Bodies(robot, conversion, world, lost)
    if bodies.reasons:
        reasons = "\n  ".join(bodies.reasons)
        raise ModelError(f"{model.name} is not an MJCF, because of\n  {reasons}")
    holders = add_geometries(robot, bodies, asset, lost)
    add_contacts(robot, bodies, holders, SubElement(root, "contact"), lost)
    _add_constraints(robot, bodies, SubElement(root, "equality"), lost)
    _add_actuators(robot, bodies, root, lost)
    _add_sensors(robot, bodies, root, lost)
    keyframe = SubElement(root, "keyframe")
    for name, q in robot.reference_configurations.items():
        qpos = conversion.from_kinetree(q, None, None, None).q
        SubElement(keyframe, "key", name=name, qpos=text_of(*qpos))
    finite = np.isfinite(robot.lower_position_limits) | np.isfinite(robot.upper_position_limits)
    left = {*np.flatnonzero(finite).tolist()} - bodies.limited
    lost["position limits"] += [robot.q_names[k] for k in sorted(left)]
    lost["groups"] += robot.groups
    lost["velocity limits"] += _names(robot, np.isfinite(robot.velocity_limits))
    lost["rotor inertias"] += _names(robot, robot.rotor_inertia != 0)
    parts = [f"{what} ({listed([*map(repr, names)])})" for what, names in lost.items() if names]
    if parts:
        warn(f"{model.name}: an MJCF lacks, and to_mjcf leaves out, {'; '.join(parts)}.")
    return document_text(model.name, root)


def _names(model: Model, mask: np.ndarray) -> list[str]:
    return [name for name, chosen in zip(model.v_names, mask, strict=True) if chosen]


def _independent(model: Model) -> Model:
    """The model with a coupling in place of each mimic."""
    mimics = {j.name: j.type for j in model.joints if isinstance(j.type, Mimic)}
    if not mimics:
        return model
    robot = model.description
    idle = {"actuated": False}
    joints = [
        replace(x, joint=mimics[x.name].kind, parameters=idle) if x.name in mimics else x
        for x in robot.joints
    ]
    couplings = [
        Coupling(name, name, x.source, (float(x.offset), float(x.multiplier)))
        for name, x in mimics.items()
    ]
    configurations = {
        name: {**q, **{x: _followed(model, q, y) for x, y in mimics.items()}}
        for name, q in robot.reference_configurations.items()
    }
    changes = {"reference_configurations": configurations, "joints": tuple(joints)}
    return Model(replace(robot, constraints=(*robot.constraints, *couplings), **changes))


def _followed(model: Model, q: Configuration, mimic: Mimic) -> tuple[float, ...]:
    """The coordinates of a mimic."""
    source = model.joint(mimic.source).type
    neutral = as_array(source.neutral())
    (x,) = source.difference(neutral, as_array(q.get(mimic.source, neutral))).flat
    turn = as_array([mimic.multiplier * x + mimic.offset])
    return tuple(map(float, mimic.kind.integrate(as_array(mimic.kind.neutral()), turn).flat))


def _add_constraints(model: Model, bodies: Bodies, equality: Element, lost: Lost) -> None:
    taken = set[str]()
    for c in model.constraints:
        if isinstance(c, Coupling):
            if len(c.coefficients) > _TERMS:
                lost[f"couplings of more than {_TERMS} coefficients"].append(c.name)
                continue
            terms = [*c.coefficients, 0.0, 0.0, 0.0, 0.0, 0.0][:_TERMS]
            ends = {"joint1": c.joint} | ({"joint2": c.source} if c.source else {})
            name = free_name(c.name, taken)
            SubElement(equality, "joint", ends, name=name, polycoef=text_of(*terms))
            continue
        points = {"": SE3.identity()}
        if isinstance(c.joint, Revolute | Continuous):
            points["_axis"] = SE3(np.eye(3), c.joint.axis)
        elif not isinstance(c.joint, Fixed | Spherical):
            lost["loops"].append(c.name)
            continue
        for suffix, point in points.items():
            sites: Mapping[str, str] = {
                f"site{k}": bodies.add_site(
                    f"{c.name}_{k}{suffix}", end.joint, end.placement @ point
                )
                for k, end in enumerate((c.first, c.second), 1)
            }
            tag = "weld" if isinstance(c.joint, Fixed) else "connect"
            SubElement(equality, tag, {"name": free_name(c.name + suffix, taken), **sites})


def _add_actuators(model: Model, bodies: Bodies, root: Element, lost: Lost) -> None:
    """The actuators, or a motor for each driven velocity of a robot without any."""
    tendon, parent, taken = SubElement(root, "tendon"), SubElement(root, "actuator"), set[str]()
    ends = {
        model.v_names[v + k]: (joint, kind, k)
        for joint, kind, v in bodies.joints
        for k in range(SIZES[kind])
    }
    for x in model.actuators or Motors().of(model):
        if x.law.kind is not affine:
            lost["actuators of kinds that MuJoCo lacks"].append(x.name)
            continue
        at_zero, constant, *bias, of_length, of_velocity = x.law.values
        gain = at_zero + of_length * x.offset, of_length, of_velocity
        constant += bias[0] * x.offset
        kinds = {ends[name][1] for name in x.joints}
        if "free" in kinds or ("ball" in kinds and (any(bias) or any(gain[1:]) or x.joints[1:])):
            lost["actuators of joints that turn in space"].append(x.name)
            continue
        own = free_name(x.name, taken)
        element = SubElement(parent, "general", name=own, gainprm=text_of(*gain))
        element.set("gaintype", "affine" if any(gain[1:]) else "fixed")
        if any(bias) or constant:
            element.set("biastype", "affine")
            element.set("biasprm", text_of(constant, *bias))
        if x.joints[1:]:
            fixed = SubElement(tendon, "fixed", name=own)
            for name, gear in zip(x.joints, x.gear, strict=True):
                SubElement(fixed, "joint", joint=ends[name][0], coef=text_of(gear))
            element.set("tendon", own)
        else:
            joint, _, k = ends[x.joints[0]]
            element.set("joint", joint)
            element.set("gear", text_of(*(x.gear[0] * np.eye(6)[k])))
        for key, bounds in (("ctrl", x.control_range), ("force", x.force_range)):
            if bounds[0] < bounds[1] and np.isfinite(bounds).any():
                element.set(f"{key}limited", "true")
                element.set(f"{key}range", text_of(*np.clip(bounds, -NO_LIMIT, NO_LIMIT)))
        if np.isfinite(x.velocity_limit):
            lost["torque-speed curves"].append(x.name)


def _add_sensors(model: Model, bodies: Bodies, root: Element, lost: Lost) -> None:
    """Add the sensors, those of frames at sites of their own, and one magnetic field, the first."""
    parent, option = SubElement(root, "sensor"), root.find("option")
    assert option is not None
    kinds = {name: kind for name, kind, _ in bodies.joints}
    for x in model.sensors:
        tags, ends = x.row.mjcf.split() or [""], dict[str, str]()
        tag = tags[-1] if kinds.get(f"{x.joint}") == "ball" else tags[0]
        if x.joint is not None and kinds.get(x.joint, "free") != "free":
            ends["joint"] = x.joint
        elif tag and x.frame is not None:
            frame, link = model.frame(x.frame), None
            if tag.startswith(("force", "torque", "subtree")):
                link = x.frame if _divides(model, bodies, frame) else ""
            if tag == "rangefinder":  # looks past its own link
                link = x.frame if x.frame in bodies.places else None
            if link and tag.startswith("subtree"):
                ends["body"] = bodies.places[link][0].get("name", "world")
            elif link != "":
                site = bodies.add_site(x.name, frame.joint, frame.placement @ x.placement, link)
                ends = (
                    {"objtype": "site", "objname": site} if tag[:5] == "frame" else {"site": site}
                )
        if x.reference is not None:
            place, other = x.reference_placement or SE3.identity(), model.frame(x.reference)
            site = bodies.add_site(f"{x.name}_reference", other.joint, other.placement @ place)
            ends |= {"reftype": "site", "refname": site}
        if x.magnetic_field is not None:
            field = text_of(*x.magnetic_field)
            option.set("magnetic", option.get("magnetic", field))
            ends = ends if option.get("magnetic") == field else {}
        if not (tag and ends):
            lost["sensors"].append(x.name)
            continue
        cutoff = x.cutoff if x.row.bounded else None
        ends |= {key: text_of(y) for key, y in (("noise", x.noise), ("cutoff", cutoff)) if y}
        SubElement(parent, tag, ends, name=x.name)
        if x.gain != 1.0:
            lost["gains of sensors"].append(x.name)
        if cutoff != x.cutoff:
            lost["cutoffs of orientations and axes"].append(x.name)


def _divides(model: Model, bodies: Bodies, frame: Frame) -> bool:
    """Whether the body of a link carries in the MJCF what the link carries here."""
    if frame.kind not in ("body", "universe"):
        return False
    number, i = model.frames.index(frame), frame.joint
    whole, below = bodies.places[frame.name][0] is bodies.main[i], {number}
    for k, other in enumerate(model.frames):
        if other.parent_frame in below:
            below.add(k)
        beyond = model.parents[other.joint] == i if other.kind == "joint" else other.joint == i
        heavy = other.kind == "joint" or other.inertia is not None
        if beyond and heavy and k != number and (k in below) != whole:
            return False
    return True
