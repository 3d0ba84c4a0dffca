"""Write a model as the text of a URDF."""

import warnings
from collections.abc import Iterator
from dataclasses import fields
from math import inf, isfinite
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from ...errors import ModelError, warn
from ...model import Model
from ...model.fields import check_plain
from ...model.joints import Continuous, FreeFlyer, Joint, Mimic, Planar, Prismatic, Revolute
from ...model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from ...parameters import PARAMETERS
from ...scalar.array import zeros
from ...spatial import SE3, Inertia
from ...spatial.rotation import matrix_rpy
from ..findings import listed
from ..loaders import load_urdf
from ..xml import document_text, text_of
from .links import Branch, Links, arranged

KINDS: Final[dict[type[Joint], str]] = {
    Revolute: "revolute",
    Continuous: "continuous",
    Prismatic: "prismatic",
    Planar: "planar",
    FreeFlyer: "floating",
}

GRAVITY: Final = PARAMETERS["gravity"].default

UNLIMITED: Final = 1e16
"""An infinite limit, as in SDF: the numbers of a URDF are finite."""


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
    (0, 0, -9.81). Parts outside the dynamics are left out: constraints, configurations, groups,
    actuators, rotors, limits of planar and floating joints; shapes that it lacks with a warning.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm().replace(armature=[0.0] * 7)
    >>> kt.load_urdf(kt.to_urdf(arm)).joint_names == arm.joint_names
    True
    """
    check_plain(model.name, model.parameters)
    reasons = list(_unsupported(model))
    if reasons:
        raise ModelError(f"{model.name} is not a URDF, because of\n  " + "\n  ".join(reasons))
    links = Links(model)
    robot = Element("robot", name=model.name)
    if any(isinstance(g.shape, Capsule) for g in model.geometries):
        robot.set("version", "1.1")  # the first version with capsules
    elements = {name: SubElement(robot, "link", name=name) for name in links.places}
    for name, inertia in links.inertias.items():
        _add_inertial(elements[name], inertia)
    _add_geometries(model, links, elements)
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


def _unsupported(model: Model) -> Iterator[str]:
    """Everything that keeps a model from being a URDF."""
    odd = [
        f"{j.name!r} ({j.type})"
        for j in model.joints
        if type(j.type.kind if isinstance(j.type, Mimic) else j.type) not in KINDS
    ]
    if odd:
        yield (
            f"the joints {', '.join(odd)}: a URDF has {', '.join(KINDS.values())} joints; put such"
            " in their place, with bodies without mass between them, or use kt.save."
        )
    for name, (m, *h) in zip(model.joint_names, model.inertias[:, :4].tolist(), strict=True):
        if any(h) and not (m and all(isfinite(x / m) for x in h)):  # no centre of mass
            yield f"the body of joint {name!r}: a first moment of {h} kg m with a mass of {m} kg."
    if not all(name.strip() for name in (model.name, *model.joint_names, *model.frame_names)):
        yield "an empty name, of the robot, a joint or a frame; give it one."
    for key in ("armature", "stiffness"):
        joints = [repr(j.name) for j in model.free_joints if getattr(model, key)[j.v_slice].any()]
        if joints:
            yield (
                f"the {key} of {listed(joints)}, which a URDF lacks; write "
                f"kt.to_urdf(model.replace({key}=[0.0] * model.nv)), and put it back after loading."
            )
    if tuple(model.gravity) != GRAVITY:
        yield (
            f"gravity {model.gravity.tolist()}, which a URDF lacks; write kt.to_urdf(model.replace("
            f"gravity={list(GRAVITY)})), and put it back after loading."
        )


# --- elements


def _add_inertial(link: Element, inertia: Inertia) -> None:
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
    _add_origin(joint, place.act_inverse(branch.placement))
    SubElement(joint, "parent", link=parent)
    SubElement(joint, "child", link=branch.link)
    if branch.moving is None:
        return
    mimic = branch.moving.type if isinstance(branch.moving.type, Mimic) else None
    kind: Any = branch.moving.type if mimic is None else mimic.kind
    joint.set("type", KINDS[type(kind)])
    if isinstance(kind, FreeFlyer):
        return
    SubElement(joint, "axis", xyz=text_of(*(kind.axis if hasattr(kind, "axis") else (0, 0, 1))))
    if isinstance(kind, Planar):
        return
    v, limited = branch.moving.v_slice.start, not isinstance(kind, Continuous)
    limits = {"effort": model.effort_limits[v], "velocity": model.velocity_limits[v]}
    if mimic is not None:
        limits = {"effort": inf, "velocity": abs(mimic.multiplier) * limits["velocity"]}
    if limited:
        (limits["lower"],), (limits["upper"],) = branch.moving.limits
    if limited or (mimic is None and any(map(isfinite, limits.values()))):  # as Pinocchio requires
        finite = {name: min(max(x, -UNLIMITED), UNLIMITED) for name, x in limits.items()}
        SubElement(joint, "limit", {name: text_of(x) for name, x in finite.items()})
    damping, friction = model.damping[v], model.friction[v]
    if mimic is not None:
        factors = {
            "multiplier": text_of(mimic.multiplier),
            "offset": text_of(mimic.offset),
        }
        SubElement(joint, "mimic", {"joint": mimic.source, **factors})
    elif damping or friction:
        SubElement(joint, "dynamics", damping=text_of(damping), friction=text_of(friction))


def _add_geometries(model: Model, links: Links, elements: dict[str, Element]) -> None:
    left_out: list[str] = []
    for g in model.geometries:
        name = g.body if g.body in links.places else links.main[g.joint]
        shape = _shape(g.shape)
        if shape is None:
            left_out.append(f"{g.name!r} ({type(g.shape).__name__})")
            continue
        element = SubElement(elements[name], g.kind, name=g.name)
        _add_origin(element, links.places[name].act_inverse(g.placement))
        SubElement(element, "geometry").append(shape)
        if g.color is not None and g.kind == "visual":
            rgba = text_of(*g.color)
            material = SubElement(element, "material", name=rgba)  # of one name the first counts
            SubElement(material, "color", rgba=rgba)
    if left_out:
        warn(f"{model.name}: a URDF lacks the shapes of {', '.join(left_out)}; they are left out.")


def _shape(shape: Shape) -> Element | None:
    match shape:
        case Box() | Sphere() | Cylinder() | Capsule():
            sizes = {x.name: text_of(*np.ravel(getattr(shape, x.name))) for x in fields(shape)}
            return Element(type(shape).__name__.lower(), sizes)
        case Mesh():
            uri = shape.uri if "://" in shape.uri else str(Path(shape.folder, shape.uri))
            return Element("mesh", filename=uri, scale=text_of(*shape.scale))
        case _:
            return None


def _add_origin(element: Element, T: SE3) -> None:
    angles = matrix_rpy(T.rotation.map(float)).flat
    if any(angles) or any(T.translation.flat):
        SubElement(element, "origin", xyz=text_of(*T.translation), rpy=text_of(*angles))
