"""From XML to a `RobotDescription`: each number and name looked at once, on its own.

Whether the joints form a tree is `urdf_tree`'s question, whether the inertias are physical
`urdf_check`'s.
"""

import math

from ..errors import unknown
from .findings import Findings
from .rotations import ZERO, Matrix, Vector, rotation_of_quaternion, rotation_of_rpy
from .urdf_description import (
    InertialDescription,
    JointDescription,
    LimitDescription,
    LinkDescription,
    MimicDescription,
    Origin,
    RobotDescription,
)
from .xml import Element

AXIAL = ("revolute", "continuous", "prismatic")
LIMITED = ("revolute", "prismatic")
KINDS = ("fixed", *AXIAL, "floating", "planar")

SHORTEST_AXIS = 1e-9
UNIT_TOLERANCE = 1e-6

_XACRO_DEFINITIONS = ("xacro:arg", "xacro:macro", "xacro:property")
_OTHER_FORMATS = {"mujoco": "MJCF", "mujocoinclude": "MJCF", "sdf": "SDF", "COLLADA": "COLLADA"}


def read_robot(root: Element, findings: Findings) -> RobotDescription:
    """The robot of a `<robot>` element; what is wrong with its parts is added to `findings`.

    Parts with errors are kept as far as they can be, so that one run finds everything. Raises
    ModelError if the root is no `<robot>`.
    """
    if root.tag != "robot":
        other = _OTHER_FORMATS.get(root.tag)
        what = f"this is {other}, which kinetree does not read yet; " if other else ""
        findings.fail(root.line, root.label, f"{what}a URDF begins with <robot name='...'>.")
    reader = _Reader(findings)
    name = reader.text(root, "name")
    reader.refuse_xacro(root)
    links = reader.links(root)
    if not links:
        findings.error(
            root.line,
            root.label,
            "a robot without links; give it at least one <link name='...'>"
            " (is this the output of a xacro file that only defines macros?).",
        )
    return RobotDescription(name, root.line, root.label, links, reader.joints(root))


class _Reader:
    """Reads elements; whatever is not as expected becomes a finding and a harmless default."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings

    def error(self, element: Element, message: str) -> None:
        self.findings.error(element.line, element.label, message)

    def warning(self, element: Element, message: str) -> None:
        self.findings.warning(element.line, element.label, message)

    # --- attributes and children

    def text(self, element: Element, attribute: str) -> str:
        """A name, which must be there and not empty."""
        text = element.attributes.get(attribute, "")
        if not text.strip():
            self.error(element, f'no {attribute}; write <{element.tag} {attribute}="...">.')
        return text

    def number(self, element: Element, attribute: str, default: float | None = None) -> float:
        """A finite number; one without a default must be there."""
        text = element.attributes.get(attribute)
        if text is not None:
            return self._finite(element, attribute, text, text)
        if default is None:
            self.error(element, f'no {attribute}; write <{element.tag} {attribute}="0.5" ...>.')
        return default or 0.0

    def optional_number(self, element: Element, attribute: str) -> float | None:
        """A finite number, or None if it is not there."""
        return self.number(element, attribute) if attribute in element.attributes else None

    def numbers(self, element: Element, attribute: str, count: int) -> list[float]:
        """`count` finite numbers separated by spaces."""
        text = element.attributes[attribute]
        words = text.split()
        if len(words) != count:
            self.error(
                element,
                f"{attribute}={text!r} has {len(words)} numbers;"
                f" expected {count}, separated by spaces.",
            )
            return [0.0] * count
        return [self._finite(element, attribute, text, word) for word in words]

    def vector(self, element: Element, attribute: str, default: Vector) -> Vector:
        """Three finite numbers."""
        if attribute not in element.attributes:
            return default
        x, y, z = self.numbers(element, attribute, 3)
        return x, y, z

    def _finite(self, element: Element, attribute: str, text: str, word: str) -> float:
        try:
            value = float(word)
        except ValueError:
            value = None
        if value is None or "_" in word or not word.isascii():
            xacro = "${" in text or "$(" in text
            hint = "this is xacro; expand the file first" if xacro else "expected a number"
            self.error(element, f"{attribute}={text!r}: {word!r} is no number; {hint}.")
            return 0.0
        if not math.isfinite(value):
            self.error(element, f"{attribute}={text!r} is not finite; write a finite number.")
            return 0.0
        return value

    def child(self, element: Element, tag: str) -> Element | None:
        """The only child with this tag, or None."""
        found = element.all(tag)
        for extra in found[1:]:
            self.error(extra, f"a second <{tag}> in {element.label}; keep one.")
        return found[0] if found else None

    def origin(self, element: Element) -> Origin:
        """The `<origin>` of an element; the identity without one."""
        origin = self.child(element, "origin")
        if origin is None:
            return Origin()
        translation = self.vector(origin, "xyz", (0.0, 0.0, 0.0))
        if "quat_xyzw" not in origin.attributes:
            return Origin(translation, rotation_of_rpy(*self.vector(origin, "rpy", (0, 0, 0))))
        if "rpy" in origin.attributes:
            self.error(origin, "both rpy and quat_xyzw; keep one.")
        x, y, z, w = self.numbers(origin, "quat_xyzw", 4)
        if abs(math.hypot(x, y, z, w) - 1.0) > UNIT_TOLERANCE:
            self.error(origin, "quat_xyzw has not the length 1; divide it by its norm.")
        return Origin(translation, rotation_of_quaternion(x, y, z, w))

    # --- links

    def links(self, root: Element) -> dict[str, LinkDescription]:
        links: dict[str, LinkDescription] = {}
        for element in root.all("link"):
            link = self.link(element)
            if link.name in links:
                first = links[link.name].line
                self.error(element, f"a link of this name is on line {first}; rename one.")
            elif link.name:
                links[link.name] = link
        return links

    def link(self, element: Element) -> LinkDescription:
        name = self.text(element, "name")
        inertial = self.child(element, "inertial")
        read = None if inertial is None else self.inertial(inertial)
        return LinkDescription(name, element.line, element.label, read)

    def inertial(self, element: Element) -> InertialDescription:
        mass = self.child(element, "mass")
        if mass is None:
            self.error(element, "no <mass>; add <mass value='...'/>, in kg.")
        value = 0.0 if mass is None else self.number(mass, "value")
        if mass is not None and value < 0.0:
            self.error(mass, f"the mass is {value:g} kg; it cannot be negative.")
        origin = self.origin(element)
        tensor = self.tensor(element)
        return InertialDescription(element.line, element.label, value, origin, tensor)

    def tensor(self, inertial: Element) -> Matrix:
        element = self.child(inertial, "inertia")
        if element is None:
            self.error(inertial, "no <inertia>; add one (all zero for a point mass).")
            return ZERO
        names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
        xx, xy, xz, yy, yz, zz = (self.number(element, name) for name in names)
        return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))

    # --- joints

    def joints(self, root: Element) -> tuple[JointDescription, ...]:
        joints = tuple(self.joint(element) for element in root.all("joint"))
        first: dict[str, JointDescription] = {}
        for joint in joints:
            seen = first.setdefault(joint.name, joint)
            if seen is not joint and joint.name:
                message = f"a joint of this name is on line {seen.line}; rename one."
                self.findings.error(joint.line, joint.label, message)
        return joints

    def joint(self, element: Element) -> JointDescription:
        name, kind = self.text(element, "name"), self.kind(element)
        parent, child = self.end(element, "parent"), self.end(element, "child")
        origin = self.origin(element)
        line, label = element.line, element.label
        if kind not in AXIAL:
            return JointDescription(name, line, label, kind, parent, child, origin)
        axis, limit, mimic = self.axis(element), self.limit(element, kind), self.mimic(element)
        dynamics = self.child(element, "dynamics")
        damping = 0.0 if dynamics is None else self.number(dynamics, "damping", 0.0)
        friction = 0.0 if dynamics is None else self.number(dynamics, "friction", 0.0)
        return JointDescription(
            name, line, label, kind, parent, child, origin, axis, limit, mimic, damping, friction
        )

    def kind(self, element: Element) -> str:
        kind = self.text(element, "type")
        if kind and kind not in KINDS:
            self.error(element, unknown("joint type", kind, KINDS))
        if kind == "planar":
            self.error(element, "planar joints are not supported yet; use three joints in a row.")
        return kind

    def end(self, joint: Element, tag: str) -> str:
        """The link at one end of a joint."""
        element = self.child(joint, tag)
        if element is None:
            self.error(joint, f"no <{tag}>; add <{tag} link='...'/>.")
            return ""
        return self.text(element, "link")

    def axis(self, joint: Element) -> Vector:
        element = self.child(joint, "axis")
        if element is None:
            return 1.0, 0.0, 0.0
        if "xyz" not in element.attributes:
            self.error(element, 'no xyz; write <axis xyz="0 0 1"/>.')
            return 1.0, 0.0, 0.0
        before = len(self.findings.all)
        axis = self.vector(element, "xyz", (1.0, 0.0, 0.0))
        length = math.hypot(*axis)
        if len(self.findings.all) > before:
            return 1.0, 0.0, 0.0
        if not SHORTEST_AXIS < length < math.inf:
            self.error(
                element, f"the axis has length {length:g}; give it a direction, such as 0 0 1."
            )
        elif abs(length - 1.0) > UNIT_TOLERANCE:
            self.warning(element, f"the axis has length {length:.6g}; it is divided by it.")
        return axis

    def limit(self, joint: Element, kind: str) -> LimitDescription | None:
        element = self.child(joint, "limit")
        if element is None:
            return None
        limit = LimitDescription(
            self.number(element, "lower", 0.0),
            self.number(element, "upper", 0.0),
            self.optional_number(element, "velocity"),
            self.optional_number(element, "effort"),
        )
        if kind in LIMITED and limit.lower > limit.upper:
            self.error(element, f"lower {limit.lower:g} is above upper {limit.upper:g}; swap them.")
        return limit

    def mimic(self, joint: Element) -> MimicDescription | None:
        element = self.child(joint, "mimic")
        if element is None:
            return None
        source = self.text(element, "joint")
        multiplier = self.number(element, "multiplier", 1.0)
        offset = self.number(element, "offset", 0.0)
        return MimicDescription(element.line, element.label, source, multiplier, offset)

    # --- xacro

    def refuse_xacro(self, root: Element) -> None:
        """Left-over definitions do no harm; left-over calls are parts of the robot missing."""
        for element in root.children:
            if element.tag in _XACRO_DEFINITIONS:
                self.warning(element, "a xacro definition, ignored; remove it.")
            elif element.tag.startswith("xacro:"):
                self.error(element, "not expanded; run `xacro FILE > robot.urdf`, load the result.")
