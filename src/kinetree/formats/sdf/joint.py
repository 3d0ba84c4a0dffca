"""Read `<joint>` elements."""

import math
from dataclasses import replace

from ...errors import unknown
from ..description import AxisDescription, MimicDescription
from ..origins import Vector
from ..xml import Element
from .content import JointPart, Node, Scope
from .elements import SHORTEST, SdfReader

AXES = {
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
_SINGLE = {"screw": "prismatic", "universal": "revolute", "revolute2": "revolute"}
"""The kind of each axis, where it is not that of the joint."""


def second_axis(joint: str) -> str:
    """The name of the second axis of a joint as a separate joint."""
    return f"{joint}_axis2"


class JointReader:
    """Reads the joints of one model, or of one world."""

    def __init__(self, reader: SdfReader, scope: Scope, world: Node) -> None:
        self._reader = reader
        self._scope = scope
        self._world = world

    def ends(self, element: Element) -> tuple[Node, Node]:
        """The nodes that a joint connects: parent and child."""
        return self._end(element, "parent"), self._end(element, "child")

    def _end(self, element: Element, tag: str) -> Node:
        name = self._reader.child_text(element, tag)
        if not name:
            self._reader.error(element, f"no <{tag}>; write <{tag}>NAME OF A LINK</{tag}>.")
            return self._scope.frame
        if name == "world" and name not in self._scope.names:
            return self._world
        return self._node(element, name, f"its {tag}")

    def _node(self, element: Element, name: str, what: str) -> Node:
        """The node of this name; the model itself in place of an unknown one."""
        end = self._scope.find(name)
        if end is None:
            message = f"{what}: {unknown('link or frame', name, self._scope.names)}"
            self._reader.error(element, message)
        return end or self._scope.frame

    def read(self, element: Element, node: Node, parent: Node, child: Node) -> JointPart:
        """A joint, its axes and other properties of its kind."""
        kind = _kind(self._reader, element)
        if child is self._world:
            parent, child = child, parent
            if kind != "fixed" or self._reader.file.version > (1, 6):
                message = "its child is the world; make that its <parent> and the link its <child>."
                self._reader.error(element, message)
        tags = ("axis", "axis2")[: AXES[kind]]
        pairs = [self._axis(element, tag, node, kind) for tag in tags]
        axes, frames = tuple(axis for axis, _ in pairs), tuple(frame for _, frame in pairs)
        joint = JointPart(node, kind, parent, child, axes, frames)
        if kind == "screw":
            return replace(joint, pitch=_pitch(self._reader, element))
        if kind == "gearbox":
            ratio = self._reader.value(element, "gearbox_ratio", 1.0)
            return replace(joint, ratio=ratio, reference=self._reference(element))
        return joint

    def _reference(self, element: Element) -> Node:
        name = self._reader.child_text(element, "gearbox_reference_body")
        if not name:
            self._reader.error(
                element, "a gearbox without <gearbox_reference_body>; name the link."
            )
            return self._scope.frame
        return self._node(element, name, "its gearbox_reference_body")

    def _axis(
        self, joint: Element, tag: str, node: Node, kind: str
    ) -> tuple[AxisDescription, Node]:
        """An `<axis>` or `<axis2>`, and the node in whose frame it is expressed."""
        element = self._reader.child(joint, tag)
        if element is None:
            self._reader.error(joint, f"no <{tag}>; write <{tag}><xyz>0 0 1</xyz></{tag}>.")
            element = Element(tag, {}, joint.line, joint)  # an empty one
        xyz, frame = self._direction(element, node)
        limit = self._reader.child(element, "limit")
        lower = self._reader.limit(limit, "lower", -math.inf)
        upper = self._reader.limit(limit, "upper", math.inf)
        if limit is not None and lower > upper:
            self._reader.error(limit, f"lower {lower:g} is above upper {upper:g}; swap them.")
        dynamics = self._reader.child(element, "dynamics")
        damping, friction, stiffness, spring_reference = (
            0.0 if dynamics is None else self._reader.value(dynamics, name, 0.0)
            for name in ("damping", "friction", "spring_stiffness", "spring_reference")
        )
        axis = AxisDescription(
            node.name if tag == "axis" else second_axis(node.name),
            node.line,
            node.label,
            _SINGLE.get(kind, kind),
            xyz,
            lower,
            upper,
            _or_none(self._reader.limit(limit, "velocity", math.inf)),
            _or_none(self._reader.limit(limit, "effort", math.inf)),
            damping,
            friction,
            stiffness,
            spring_reference,
            self._mimic(element),
        )
        return axis, frame

    def _direction(self, axis: Element, node: Node) -> tuple[Vector, Node]:
        """The direction of an axis, and the node that it is expressed in."""
        element = self._reader.child(axis, "xyz")
        frame = node
        if self._reader.file.version == (1, 4) or self._in_model(axis):
            frame = self._scope.frame
        if element is None:
            return (0.0, 0.0, 1.0), frame
        named = self._reader.versioned(element, "expressed_in", (1, 7))
        if named:
            frame = self._node(element, named, "expressed_in")
        before = len(self._reader.findings.all)
        xyz = self._reader.triple(element)
        length = math.hypot(*xyz)
        if len(self._reader.findings.all) == before and not SHORTEST < length < math.inf:
            message = f"the axis has length {length:g}; give it a direction, such as 0 0 1."
            self._reader.error(element, message)
        return (xyz if SHORTEST < length < math.inf else (0.0, 0.0, 1.0)), frame

    def _in_model(self, axis: Element) -> bool:
        flag = self._reader.flag(axis, "use_parent_model_frame")
        if flag and self._reader.file.version > (1, 6):
            self._reader.error(
                axis,
                "<use_parent_model_frame> means nothing from SDF 1.7 on; write <xyz"
                ' expressed_in="__model__">.',
            )
        return flag

    def _mimic(self, axis: Element) -> MimicDescription | None:
        """A `<mimic>` of a single axis, with its reference as part of the offset."""
        element = self._reader.child(axis, "mimic")
        if element is None:
            return None
        name, which = self._reader.name(element, "joint"), element.attributes.get("axis", "axis")
        if which not in ("axis", "axis2"):
            self._reader.error(element, f"axis={which!r}; expected 'axis' or 'axis2'.")
        joint = self._scope.find(name)
        source = joint.name if joint is not None and joint.kind == "joint" else name
        multiplier = self._reader.value(element, "multiplier", 1.0)
        offset = self._reader.value(element, "offset", 0.0)
        offset -= multiplier * self._reader.value(element, "reference", 0.0)
        if not math.isfinite(offset):
            self._reader.error(element, f"offset - multiplier * reference is {offset}.")
        source = second_axis(source) if which == "axis2" else source
        return MimicDescription(element.line, element.label, source, multiplier, offset)


def _kind(reader: SdfReader, element: Element) -> str:
    """The kind of a joint, "fixed" for an unknown one."""
    kind = reader.text(element, "type").lower()
    if kind and kind not in AXES:
        reader.error(element, unknown("joint type", kind, AXES))
    return kind if kind in AXES else "fixed"


def _pitch(reader: SdfReader, element: Element) -> float:
    """The advance of a screw, m/rad. The old element is in rad/m, for a left-handed thread."""
    if element.all("screw_thread_pitch"):
        return reader.value(element, "screw_thread_pitch") / (2.0 * math.pi)
    if not element.all("thread_pitch"):
        reader.error(
            element,
            "a screw without <screw_thread_pitch>, in m a turn (older files have"
            " <thread_pitch>, in rad/m and left-handed); write one.",
        )
        return 0.0
    turns = reader.value(element, "thread_pitch")
    if not math.isfinite(1.0 / (turns or math.nan)):
        reader.error(element, "thread_pitch is in rad/m and cannot be zero.")
    return -1.0 / (turns or 1.0)


def _or_none(limit: float) -> float:
    """A limit of velocity or effort, infinite if it is negative."""
    return limit if limit >= 0.0 else math.inf
