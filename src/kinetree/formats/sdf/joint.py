"""Read `<joint>` elements."""

import math
from typing import Final

from ...errors import unknown
from ..description import AxisDescription, JointDescription, MimicDescription
from ..origins import Vector
from ..xml import Element
from .nodes import Frames, Node, Scope
from .reader import SdfReader

AXES: Final = {
    "revolute": 1,
    "continuous": 1,
    "prismatic": 1,
    "screw": 1,
    "universal": 2,
    "revolute2": 2,
    "gearbox": 2,
    "ball": 0,
    "fixed": 0,
}
"""The number of axes by kind of joint."""
LINK_OR_FRAME: Final = "link or frame"
_SINGLE: Final = {"screw": "prismatic", "universal": "revolute", "revolute2": "revolute"}
"""The kind of each axis, where it is not that of the joint."""


def read_end(scope: Scope, joint: Element, tag: str) -> Node:
    """The parent or the child that a joint connects."""
    name = scope.reader.content(joint, tag)
    if not name:
        scope.reader.error(joint, f"no <{tag}>; write <{tag}>NAME OF A LINK</{tag}>.")
        return scope.frame
    if name == "world" and name not in scope.names:
        return scope.world
    return scope.find(joint, name, f"its {tag}", LINK_OR_FRAME)


def read_joint(
    scope: Scope, node: Node, parent: Node, child: Node, frames: Frames, position: int
) -> JointDescription:
    """The joint of a node between two others, at a place in the order of siblings."""
    reader, element = scope.reader, node.element
    kind = reader.text(element, "type").lower()
    if kind not in AXES:
        if kind:
            reader.error(element, unknown("joint type", kind, AXES))
        kind = "fixed"
    if child is scope.world:
        parent, child = child, parent
        if kind != "fixed" or reader.version > (1, 6):
            message = "its child is the world; make that its <parent> and the link its <child>."
            reader.error(element, message)
    axes = [_axis(scope, node, tag, kind, frames) for tag in ("axis", "axis2")[: AXES[kind]]]
    pitch = _pitch(reader, element) if kind == "screw" else 0.0
    ratio, reference = _gear(scope, element) if kind == "gearbox" else (0.0, scope.world)
    first, second = frames.body(parent), frames.body(child)
    if first is second and frames.sound:
        message = f"its parent and its child are parts of one body, {first.name!r}."
        reader.error(element, message)
    return JointDescription(
        node.name,
        element,
        kind,
        frames.link(parent),
        frames.link(child),
        frames.between(first, node),
        tuple(axes),
        frames.between(node, second),
        position,
        pitch,
        ratio,
        frames.link(reference),
    )


def _gear(scope: Scope, joint: Element) -> tuple[float, Node]:
    """The ratio of a gearbox, and its reference body."""
    ratio = scope.reader.number(joint, "gearbox_ratio", 1.0)
    name = scope.reader.content(joint, "gearbox_reference_body")
    if not name:
        scope.reader.error(joint, "a gearbox without <gearbox_reference_body>; name the link.")
    return ratio, scope.find(joint, name, "its gearbox_reference_body", LINK_OR_FRAME)


def _axis(scope: Scope, node: Node, tag: str, kind: str, frames: Frames) -> AxisDescription:
    """An `<axis>` or `<axis2>` of a joint."""
    reader, joint = scope.reader, node.element
    element = reader.child(joint, tag)
    if element is None:
        reader.error(joint, f"no <{tag}>; write <{tag}><xyz>0 0 1</xyz></{tag}>.")
        element = Element(tag, {}, joint.line, joint)  # an empty one
    xyz = frames.direction(*_direction(scope, element, node), node)
    limit = reader.child(element, "limit") or Element("limit", {}, joint.line, element)
    ends = reader.limit(limit, "lower", -math.inf), reader.limit(limit, "upper", math.inf)
    most = (reader.limit(limit, what, math.inf) for what in ("velocity", "effort"))
    velocity, effort = (x if x >= 0.0 else math.inf for x in most)  # none if negative
    dynamics = reader.values(
        reader.child(element, "dynamics"),
        damping=0.0,
        friction=0.0,
        spring_reference=0.0,
        spring_stiffness=0.0,
    )
    return AxisDescription(
        node.name if tag == "axis" else f"{node.name}_axis2",
        joint,
        _SINGLE.get(kind, kind),
        xyz,
        *reader.limits(limit, *ends),
        velocity,
        effort,
        stiffness=dynamics.pop("spring_stiffness"),
        mimic=_mimic(scope, element),
        **dynamics,
    )


def _direction(scope: Scope, axis: Element, node: Node) -> tuple[Vector, Node]:
    """The direction of an axis, and the node that it is expressed in."""
    reader, frame, default = scope.reader, node, (0.0, 0.0, 1.0)
    in_model = reader.flag(axis, "use_parent_model_frame")
    if in_model and reader.version > (1, 6):
        reader.error(
            axis,
            "<use_parent_model_frame> means nothing from SDF 1.7 on; write <xyz"
            ' expressed_in="__model__">.',
        )
    if in_model or reader.version <= (1, 4):
        frame = scope.frame
    written = reader.written(axis, "xyz")
    if written is None:
        return default, frame
    element = written[0]
    named = reader.versioned(element, "expressed_in", (1, 7))
    if named:
        frame = scope.find(element, named, "expressed_in", LINK_OR_FRAME)
    return reader.direction("axis", written, default), frame


def _mimic(scope: Scope, axis: Element) -> MimicDescription | None:
    """A `<mimic>` of a single axis, with its reference as part of the offset."""
    reader, element = scope.reader, scope.reader.child(axis, "mimic")
    if element is None:
        return None
    name, which = reader.name(element, "joint"), element.attributes.get("axis", "axis")
    if which not in ("axis", "axis2"):
        reader.error(element, f"axis={which!r}; expected 'axis' or 'axis2'.")
    joint = scope.get(name)
    source = joint.name if joint is not None and joint.kind == "joint" else name
    multiplier = reader.number(element, "multiplier", 1.0)
    offset = reader.number(element, "offset", 0.0)
    offset -= multiplier * reader.number(element, "reference", 0.0)
    if not math.isfinite(offset):
        reader.error(element, f"offset - multiplier * reference is {offset}.")
    source += "_axis2" if which == "axis2" else ""
    return MimicDescription(element, source, multiplier, offset)


def _pitch(reader: SdfReader, element: Element) -> float:
    """The advance of a screw, m/rad. The old element is in rad/m, for a left-handed thread."""
    if element.all("screw_thread_pitch"):
        return reader.number(element, "screw_thread_pitch") / (2.0 * math.pi)
    if not element.all("thread_pitch"):
        reader.error(
            element,
            "a screw without <screw_thread_pitch>, in m a turn (older files have"
            " <thread_pitch>, in rad/m and left-handed); write one.",
        )
        return 0.0
    turns = reader.number(element, "thread_pitch")
    if not math.isfinite(1.0 / (turns or math.nan)):
        reader.error(element, "thread_pitch is in rad/m and cannot be zero.")
    return -1.0 / (turns or 1.0)
