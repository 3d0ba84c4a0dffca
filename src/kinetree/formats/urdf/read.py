"""Read XML into a `RobotDescription`.

The tree of joints is checked in `tree`, inertias in `checks`.
"""

import math

from ...errors import unknown
from ..elements import UNIT_TOLERANCE, Reader
from ..findings import Findings
from ..links import InertialDescription, LinkDescription, MimicDescription
from ..mimics import AXIAL
from ..rotations import ZERO, Matrix, Vector
from ..xacro import DEFINITIONS
from ..xml import Element
from .content import (
    JointDescription,
    LimitDescription,
    RobotDescription,
)
from .geometry import GeometryReader

LIMITED = ("revolute", "prismatic")
KINDS = ("fixed", *AXIAL, "floating", "planar")

SHORTEST_AXIS = 1e-9


def read_robot(root: Element, findings: Findings) -> RobotDescription:
    """The robot of a `<robot>` element; errors of its parts are added to `findings`.

    Parts with errors are kept as far as possible, so that one run finds everything.
    """
    reader = _Reader(findings)
    name = reader.name(root)
    _warn_of_definitions(reader, root)
    links = reader.links(root)
    if not links:
        findings.error(
            root.line,
            root.label,
            "a robot without links; give it at least one <link name='...'>"
            " (is this the output of a xacro file that only defines macros?).",
        )
    return RobotDescription(name, root.line, root.label, links, reader.joints(root))


class _Reader(Reader):
    """Reads the parts of a robot."""

    # --- links

    def links(self, root: Element) -> dict[str, LinkDescription]:
        links: dict[str, LinkDescription] = {}
        geometries = GeometryReader(self, root)
        for element in root.all("link"):
            link = self.link(element, geometries)
            if link.name in links:
                first = links[link.name].line
                self.error(element, f"a link of this name is on line {first}; rename one.")
            elif link.name:
                links[link.name] = link
        return links

    def link(self, element: Element, geometries: GeometryReader) -> LinkDescription:
        name = self.name(element)
        inertial = self.child(element, "inertial")
        read = None if inertial is None else self.inertial(inertial)
        line, label = element.line, element.label
        return LinkDescription(name, line, label, read, geometries.all(element))

    def inertial(self, element: Element) -> InertialDescription:
        mass = self.child(element, "mass")
        if mass is None:
            self.error(element, "no <mass>; add <mass value='...'/>, in kg.")
        value = 0.0 if mass is None else self.number(mass, "value")
        if mass is not None and value < 0.0:
            self.error(mass, f"the mass is {value:g} kg; it cannot be negative.")
        origin = self.origin(element)
        tensor = self.tensor(element)
        line, label, pointlike = element.line, element.label, tensor is None
        return InertialDescription(line, label, value, origin, tensor or ZERO, pointlike)

    def tensor(self, inertial: Element) -> Matrix | None:
        element = self.child(inertial, "inertia")
        if element is None:
            return None
        names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
        xx, xy, xz, yy, yz, zz = (self.number(element, name) for name in names)
        return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))

    # --- joints

    def joints(self, root: Element) -> tuple[JointDescription, ...]:
        joints = tuple(self.joint(element) for element in root.all("joint"))
        first: dict[str, JointDescription] = {}
        for joint in joints:
            other = first.setdefault(joint.name, joint)
            if other is not joint and joint.name:
                message = f"a joint of this name is on line {other.line}; rename one."
                self.findings.error(joint.line, joint.label, message)
        return joints

    def joint(self, element: Element) -> JointDescription:
        name, kind = self.name(element), self.kind(element)
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
            self.check_normal(element)
        return kind

    def end(self, joint: Element, tag: str) -> str:
        """The link at one end of a joint."""
        element = self.child(joint, tag)
        if element is None:
            self.error(joint, f"no <{tag}>; add <{tag} link='...'/>.")
            return ""
        return self.name(element, "link")

    def check_normal(self, joint: Element) -> None:
        """Check that the normal is z: a planar joint moves in x and y, as in Pinocchio."""
        given = joint.all("axis")
        if not given:
            message = "no <axis>; it moves in x and y of its frame: write <axis xyz='0 0 1'/>."
            self.warning(joint, message)
            return
        x, y, z = self.axis(joint, default=(0.0, 0.0, 1.0))
        if math.hypot(x, y) > UNIT_TOLERANCE * z:
            self.error(
                given[0],
                f"the normal of a planar joint is z, not {x:g} {y:g} {z:g}; rotate the joint's"
                " <origin> so that its z is the normal, and write <axis xyz='0 0 1'/>.",
            )

    def axis(self, joint: Element, default: Vector = (1.0, 0.0, 0.0)) -> Vector:
        """The `<axis>`, of its length in the file; `default` if it is missing or invalid."""
        element = self.child(joint, "axis")
        if element is None:
            return default
        if "xyz" not in element.attributes:
            self.error(element, 'no xyz; write <axis xyz="0 0 1"/>.')
            return default
        before = len(self.findings.all)
        axis = self.vector(element, "xyz", default)
        length = math.hypot(*axis)
        if len(self.findings.all) > before:
            return default
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
            bounded="lower" in element.attributes or "upper" in element.attributes,
        )
        if kind in LIMITED and limit.lower > limit.upper:
            self.error(element, f"lower {limit.lower:g} is above upper {limit.upper:g}; swap them.")
        return limit

    def mimic(self, joint: Element) -> MimicDescription | None:
        element = self.child(joint, "mimic")
        if element is None:
            return None
        source = self.name(element, "joint")
        multiplier = self.number(element, "multiplier", 1.0)
        offset = self.number(element, "offset", 0.0)
        return MimicDescription(element.line, element.label, source, multiplier, offset)


def _warn_of_definitions(reader: Reader, root: Element) -> None:
    """Add a warning for each definition of xacro that is left over."""
    for element in root.children:
        if element.tag in DEFINITIONS:
            reader.warning(element, "a xacro definition, ignored; remove it.")
