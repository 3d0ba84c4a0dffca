"""Write a model as the text of a URDF."""

import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from math import atan2, inf, isfinite
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from ...errors import ModelError, warn
from ...model import Geometry, Model, TreeJoint, expect_model
from ...model.fields import check_plain
from ...model.joints import Continuous, FreeFlyer, Joint, Mimic, Planar
from ...model.joints.mimic import moved_as
from ...model.parts import FRICTION
from ...model.shapes import Box, Capsule, Cylinder, Mesh, Sphere
from ...parameters import PARAMETERS
from ...scalar.array import zeros
from ...spatial import SE3, Inertia
from ...spatial.rotation import matrix_rpy
from ..elements import NO_LIMIT
from ..findings import listed
from ..joints import AXIAL, TYPES
from ..loaders import load_urdf
from ..xml import document_text, text_of
from .links import IDENTITY, Branch, Links, arranged

KINDS: Final = {TYPES[name]: name for name in (*AXIAL, "planar", "floating")}

GRAVITY: Final = PARAMETERS["gravity"].default


def to_urdf(model: Model) -> str:
    """The model as the text of a URDF, which loads back to the same dynamics.

    Joints and links keep their names, and links their own inertias (`frame.inertia`). A URDF has no
    order, and the joints of one link are loaded in the order of their names: a warning says if that
    is another than the model's (`kt.JointOrder` converts). Joints that follow others are written as
    mimics, for `kt.load(..., mimic=True)`, their forces at their source; those of a file that was
    loaded without it are independent. A floating base is a joint of the URDF: load it without
    another. Every frame becomes a link, with `_` appended to a name that is taken; bodies at the
    root are on a link "world". An infinite limit is written as 1e16, a rotation as three angles:
    one given to six digits only is made exact.

    Raises ModelError that lists everything a URDF cannot express: joints other than revolute,
    continuous, prismatic, planar and floating, armature, stiffness, gravity other than
    (0, 0, -9.81). Parts outside the dynamics are left out: configurations, groups, actuators,
    rotors, limits of planar and floating joints; with a warning constraints and shapes it lacks,
    and the friction of shapes that differ in it on one link.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm().replace(armature=[0.0] * 7)
    >>> kt.load_urdf(kt.to_urdf(arm)).joint_names == arm.joint_names
    True
    """
    check_written("a URDF", model, KINDS)
    links = Links(model)
    robot = Element("robot", name=model.name)
    if any(isinstance(g.shape, Capsule) for g in model.geometries):
        robot.set("version", "1.1")  # the first version with capsules
    elements = {name: SubElement(robot, "link", name=name) for name in links.places}
    for name, inertia in links.inertias.items():
        add_inertial(elements[name], inertia)
    shapes = add_geometries("a URDF", model, SHAPES, elements, links)
    _add_frictions(model.name, robot, [(g, x) for g, x in shapes if g.kind == "collision"])
    for name, branches in zip(links.main, links.branches, strict=True):
        for branch, parent in zip(branches, arranged(branches), strict=True):
            above = name if parent is None else branches[parent].link
            _add_joint(robot, model, branch, above, links.places[above])
    text = document_text(model.name, robot)
    with warnings.catch_warnings(action="ignore"):
        loaded = load_urdf(text, mimic=any(isinstance(j.type, Mimic) for j in model.joints))
    if loaded.joint_names != model.joint_names:
        warn(
            f"{model.name}: the joints of its URDF are loaded in another order, that of their "
            "names: convert q, v and tau by them (kt.JointOrder)."
        )
    return text


# --- properties that a URDF cannot have


def check_written(
    what: str,
    model: Model,
    kinds: Mapping[type[Joint], str],
    refused: Collection[TreeJoint] = (),
    sprung: Collection[type[Joint]] = (),
) -> None:
    """Raise ModelError with all that keeps a model from being "a URDF", or `what` it is to be.

    That has joints of these kinds, but for the `refused` ones, and springs of those of `sprung`.
    """
    function = f"to_{what.split()[1].lower()}"
    expect_model(function, model)
    check_plain(model.name, model.parameters)
    reasons, write = list[str](), f"write kt.{function}(model.replace("
    odd = [j for j in model.joints if type(moved_as(j.type)) not in kinds or j in refused]
    if odd:
        reasons.append(
            f"the joints {', '.join(f'{j.name!r} ({j.type})' for j in odd)}: {what} has"
            f" {', '.join(kinds.values())} joints; put such in their place, with bodies without"
            " mass between them, or use kt.save."
        )
    reasons += [
        f"the body of joint {name!r}: a first moment of {h} kg m with a mass of {m} kg."
        for name, (m, *h) in zip(model.joint_names, model.inertias[:, :4].tolist(), strict=True)
        if any(h) and not (m and all(isfinite(x / m) for x in h))  # no centre of mass
    ]
    if not all(name.strip() for name in (model.name, *model.joint_names, *model.frame_names)):
        reasons.append("an empty name, of the robot, a joint or a frame; give it one.")
    for key, allowed in (("armature", ()), ("stiffness", sprung)):
        bare = [j for j in model.free_joints if type(j.type) not in allowed]
        joints = [repr(j.name) for j in bare if getattr(model, key)[j.v_slice].any()]
        if joints:
            reasons.append(
                f"the {key} of {listed(joints)}, which {what} lacks; {write}"
                f"{key}=[0.0] * model.nv)), and put it back after loading."
            )
    if tuple(model.gravity) != GRAVITY:
        reasons.append(
            f"gravity {model.gravity.tolist()}, which {what} lacks; {write}"
            f"gravity={list(GRAVITY)})), and put it back after loading."
        )
    if reasons:
        raise ModelError(f"{model.name} is not {what}, because of\n  " + "\n  ".join(reasons))
    if model.constraints:
        names = listed([repr(c.name) for c in model.constraints])
        warn(f"{model.name}: {what} lacks constraints; {names} are left out; kt.save keeps them.")


def add_inertial(link: Element, inertia: Inertia) -> None:
    """Mass, centre of mass, and the tensor about it."""
    c, I = zeros(3), inertia.rotational
    if inertia.mass:
        c, I = inertia.center_of_mass, inertia.about_center_of_mass
    inertial = SubElement(link, "inertial")
    SubElement(inertial, "origin", xyz=text_of(*c))
    SubElement(inertial, "mass", value=text_of(inertia.mass))
    places = [(i, j) for i in range(3) for j in range(i, 3)]
    SubElement(inertial, "inertia", {f"i{'xyz'[i]}{'xyz'[j]}": text_of(I[i, j]) for i, j in places})


def _add_joint(robot: Element, model: Model, branch: Branch, parent: str, place: SE3) -> None:
    joint = SubElement(robot, "joint", name=branch.joint, type="fixed")
    add_origin(joint, place.act_inverse(branch.placement))
    SubElement(joint, "parent", link=parent)
    SubElement(joint, "child", link=branch.link)
    if branch.moving is None:
        return
    kind: Any = moved_as(branch.moving.type)
    joint.set("type", KINDS[type(kind)])
    if isinstance(kind, FreeFlyer):
        return
    SubElement(joint, "axis", xyz=text_of(*(kind.axis if hasattr(kind, "axis") else (0, 0, 1))))
    if not isinstance(kind, Planar):
        add_numbers(joint, model, branch.moving)


def add_numbers(element: Element, model: Model, joint: TreeJoint, k: int = 0) -> None:
    """Add the limits of axis k of a joint, and what it follows, or what resists its motion."""
    v, mimic = joint.v_slice.start + k, joint.type if isinstance(joint.type, Mimic) else None
    limited = not isinstance(moved_as(joint.type), Continuous)
    limits = {"effort": model.effort_limits[v], "velocity": model.velocity_limits[v]}
    if mimic is not None:
        limits = {"effort": inf, "velocity": abs(mimic.multiplier) * limits["velocity"]}
    if limited:
        limits["lower"], limits["upper"] = (ends[k] for ends in joint.limits)
    if limited or (mimic is None and any(map(isfinite, limits.values()))):  # as Pinocchio requires
        finite = {name: min(max(x, -NO_LIMIT), NO_LIMIT) for name, x in limits.items()}
        SubElement(element, "limit", {name: text_of(x) for name, x in finite.items()})
    if mimic is not None:
        factors = {"multiplier": text_of(mimic.multiplier), "offset": text_of(mimic.offset)}
        SubElement(element, "mimic", {"joint": mimic.source, **factors})
        return
    numbers = {"damping": model.damping[v], "friction": model.friction[v]}
    if model.stiffness[v]:  # not in a URDF
        slack = model.spring_reference[joint.q_slice]
        numbers["spring_stiffness"] = model.stiffness[v]
        numbers["spring_reference"] = slack[k] if limited else atan2(slack[1], slack[0])
    if any(numbers.values()):
        SubElement(element, "dynamics", {name: text_of(x) for name, x in numbers.items()})


def add_geometries(
    what: str,
    model: Model,
    shapes: Mapping[type, Callable[[Any], tuple[str, dict[str, str]]]],
    elements: Mapping[str, Element],
    links: Links,
) -> list[tuple[Geometry, Element]]:
    """Add the geometries of these shapes, on their own links if these are there; warn of others."""
    left_out, written = list[str](), list[tuple[Geometry, Element]]()
    for g in model.geometries:
        name = g.body if g.body in elements else links.main[g.joint]
        if type(g.shape) not in shapes:
            left_out.append(f"{g.name!r} ({type(g.shape).__name__})")
            continue
        element = SubElement(elements[name], g.kind, name=g.name)
        written.append((g, element))
        add_origin(element, links.places[name].act_inverse(g.placement))
        SubElement(SubElement(element, "geometry"), *shapes[type(g.shape)](g.shape))
        if g.color is not None and g.kind == "visual":
            rgba = text_of(*g.color)
            material = SubElement(element, "material", name=rgba)  # of one name the first counts
            SubElement(material, "color", rgba=rgba)
    if left_out:
        warn(f"{model.name}: {what} lacks the shapes of {', '.join(left_out)}; they are left out.")
    return written


def _add_frictions(name: str, robot: Element, shapes: Sequence[tuple[Geometry, Element]]) -> None:
    """Add the friction of links, of which Gazebo has one each."""
    for link in robot.findall("link"):
        mu = {g.friction[0] for g, element in shapes if element in [*link]}
        if len(mu) > 1:
            shown = f"{sorted(mu)} of {link.get('name')!r}"
            warn(f"{name}: a URDF has one friction a link; {shown} are left out.")
        elif mu - {FRICTION[0]}:
            gazebo = SubElement(robot, "gazebo", reference=link.attrib["name"])
            for key in ("mu1", "mu2"):
                SubElement(gazebo, key).text = text_of(*mu)


def sized(shape: Any) -> tuple[str, dict[str, str]]:
    """An element with a shape's name, and its sizes."""
    sizes = {x.name: text_of(*np.ravel(getattr(shape, x.name))) for x in fields(shape)}
    return type(shape).__name__.lower(), sizes


def _mesh(shape: Mesh) -> tuple[str, dict[str, str]]:
    uri = shape.uri if "://" in shape.uri else str(Path(shape.folder, shape.uri))
    return "mesh", {"filename": uri, "scale": text_of(*shape.scale)}


SHAPES: Final[dict[type, Callable[[Any], tuple[str, dict[str, str]]]]] = {
    **dict.fromkeys((Box, Sphere, Cylinder, Capsule), sized),
    Mesh: _mesh,
}
"""What gives the tag and the attributes of a shape, by its kind."""


def add_origin(element: Element, T: SE3) -> None:
    if T != IDENTITY:
        SubElement(element, "origin", origin(T))


def origin(T: SE3) -> dict[str, str]:
    return {"xyz": text_of(*T.translation), "rpy": text_of(*matrix_rpy(T.rotation.map(float)).flat)}
