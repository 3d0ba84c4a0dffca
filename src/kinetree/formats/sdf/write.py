"""Write a model as the text of an SDF."""

import warnings
from collections import ChainMap
from math import pi
from typing import Any, Final
from xml.etree.ElementTree import Element, SubElement

from ...errors import warn
from ...model import Model, TreeJoint, expect_model, joints
from ...model.joints.mimic import moved_as
from ...model.parts import FRICTION
from ...model.shapes import Ellipsoid, Plane
from ...spatial import Inertia
from ..findings import listed
from ..joints import AXIAL, TYPES
from ..loaders import load_sdf
from ..urdf import write as urdf
from ..urdf.links import IDENTITY, Branch, Links, free_name
from ..xml import document_text, text_of

SPRUNG: Final = {TYPES[name]: name for name in (*AXIAL, "screw", "universal")}
KINDS: Final = SPRUNG | {
    joints.Spherical: "ball",
    joints.FreeFlyer: "floating (at the world's origin)",
}
SHAPES: Final[ChainMap[type, Any]] = ChainMap(
    dict.fromkeys((Ellipsoid, Plane), urdf.sized), urdf.SHAPES
)
"""The elements of shapes by their kinds; those of a URDF are respelled."""

TEXTS: Final = {
    **{"parent": ("parent", "link"), "child": ("child", "link"), "mass": ("mass", "value")},
    **{"origin": ("pose", "xyz", "rpy"), "color": ("diffuse", "rgba")},
}
"""Elements of a URDF, their tags in an SDF, and the attributes that are their text there."""
ATTRIBUTES: Final = ("name", "type", "relative_to", "attached_to", "joint")
"""What are attributes in an SDF, too."""


def to_sdf(model: Model) -> str:
    """The model as the text of an SDF 1.11, which loads back to the same dynamics.

    Joints, links and frames keep their names and order, but for `_` appended to a name that another
    one has, and `__` for `::`. A link "world" at the root is the world; others there are fixed to
    it by a joint. A floating link has no joint, for `kt.load(..., floating_base=True)`, which calls
    it "root_joint". Joints that follow others are written as mimics, for `mimic=True`.
    A link without mass has mass 0, which simulators may refuse; an infinite limit is 1e16.

    Raises ModelError that lists everything an SDF cannot express: joints other than revolute,
    continuous, prismatic, screw, universal, ball, and floating ones at the origin of the world;
    armature, springs of ball and floating joints, gravity other than (0, 0, -9.81). Parts outside
    the dynamics are left out: configurations, groups, actuators, sensors, rotors, limits and
    damping of ball and floating joints; with a warning constraints and shapes it lacks.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm().replace(armature=[0.0] * 7)
    >>> kt.load_sdf(kt.to_sdf(arm)).joint_names == arm.joint_names
    True
    """
    expect_model("to_sdf", model)
    free = [j for j in model.joints if isinstance(j.type, joints.FreeFlyer)]
    inner = [j for j in free if j.parent or j.origin != IDENTITY]
    urdf.check_written("an SDF", model, KINDS, inner, SPRUNG)
    root = Element("sdf", version="1.11")
    _add_parts(SubElement(root, "model", name=model.name), model)
    text = document_text(model.name, root)
    mimic = any(isinstance(j.type, joints.Mimic) for j in model.joints)
    with warnings.catch_warnings(action="ignore"):
        loaded = load_sdf(text, floating_base=bool(free), mimic=mimic)
    names = [repr(x) for x in loaded.joint_names if x not in model.joint_names]
    if names:
        warn(f"{model.name}: joints of its SDF are loaded by other names: {listed(names)}.")
    return text


def _add_parts(robot: Element, model: Model) -> None:
    """Add links, joints, frames and shapes; links are placed in those above them."""
    links, taken = Links(model), {"world"}

    def own(name: str) -> str:
        return free_name(name.strip().replace("::", "__"), taken)

    bodies = _bodies(model, links)
    moving = {name: own(name) for name in model.joint_names[1:]}
    names = {link: own(link) for link in links.places if link in bodies}
    elements: dict[str, Element] = {}
    for host, branches in zip(links.main, links.branches, strict=True):
        for branch in branches:
            above, place, j = names.get(host, "world"), links.places[host], branch.moving
            if branch.link not in names:
                frame = SubElement(robot, "frame", name=own(branch.link), attached_to=above)
                urdf.add_origin(frame, place.act_inverse(branch.placement))
                continue
            if host not in elements:
                above, place = "world", IDENTITY
            name, pose = names[branch.link], urdf.origin(place.act_inverse(branch.placement))
            link = elements[branch.link] = SubElement(robot, "link", name=name)
            base = {} if above == "world" else {"relative_to": above}
            SubElement(link, "origin", pose | base)
            urdf.add_inertial(link, links.inertias.get(branch.link, Inertia.zero()))
            if j is None:
                _add_joint(robot, own(branch.joint), "fixed", above, name)
            elif not isinstance(j.type, joints.FreeFlyer):
                kind = KINDS[type(moved_as(j.type))]
                _add_axes(_add_joint(robot, moving[j.name], kind, above, name), model, j)
    for mimic in robot.iter("mimic"):
        mimic.set("joint", moving[mimic.attrib["joint"]])
    for g, element in urdf.add_geometries("an SDF", model, SHAPES, elements, links):
        if g.kind == "collision" and g.friction[0] != FRICTION[0]:
            friction = SubElement(SubElement(element, "surface"), "friction")
            SubElement(friction, "ode", dict.fromkeys(("mu", "mu2"), text_of(g.friction[0])))
    _respell(robot)


def _bodies(model: Model, links: Links) -> set[str]:
    """The links that are written; the first that is fixed to the universe becomes its main one."""
    bodies = {f.name for f in model.frames if f.kind == "body"} | {*links.main[1:]}
    ground, main = links.branches[0], links.main[0]
    fixed = [b.link for b in ground if b.moving is None and b.link in bodies]
    loose = any(b.moving is None for b in ground) or any(g.joint == 0 for g in model.geometries)
    if main in links.inertias or (main in bodies and main != "world") or (loose and not fixed):
        ground.insert(0, Branch(f"{main}_joint", main, IDENTITY))
        return bodies | {main}
    links.main[0] = fixed[0] if fixed else main
    return bodies - {main}


def _add_joint(robot: Element, name: str, kind: str, parent: str, child: str) -> Element:
    joint = SubElement(robot, "joint", name=name, type=kind)
    SubElement(joint, "parent", link=parent)
    SubElement(joint, "child", link=child)
    return joint


def _add_axes(joint: Element, model: Model, j: TreeJoint) -> None:
    kind = moved_as(j.type)
    if isinstance(kind, joints.Helical):
        SubElement(joint, "screw_thread_pitch").text = text_of(2 * pi * kind.pitch)
    for k, xyz in enumerate(x for name, x in vars(kind).items() if name.startswith("axis")):
        urdf.add_numbers(SubElement(joint, ("axis", "axis2")[k], xyz=text_of(*xyz)), model, j, k)


def _respell(element: Element) -> None:
    """Turn what is inside an element of a URDF into SDF, which has elements for attributes."""
    for child in [*element]:
        _respell(child)
        child.tag, *keys = TEXTS.get(child.tag, (child.tag,))
        child.text = " ".join(child.attrib.pop(key, "0 0 0") for key in keys) or child.text
        if child.tag == "material":
            child.attrib.clear()
        for key in [x for x in child.attrib if x not in ATTRIBUTES]:
            SubElement(child, "uri" if key == "filename" else key).text = child.attrib.pop(key)
