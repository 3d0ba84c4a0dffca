"""Read a URDF: its XML as a `RobotDescription`, with everything that is wrong."""

import math
from dataclasses import replace

from ...errors import unknown
from ...model import Model
from ...spatial import SE3
from ..build import built
from ..checks import check_inertials
from ..description import (
    AxisDescription,
    InertialDescription,
    JointDescription,
    LinkDescription,
    MimicDescription,
    RobotDescription,
)
from ..elements import UNIT_TOLERANCE, Reader
from ..findings import Findings
from ..input import Input
from ..mimics import AXIAL, axes_of, check_mimics
from ..options import Options
from ..origins import ZERO, Matrix, Vector
from ..tree import find_tree
from ..xacro import DEFINITIONS
from ..xml import Element, parse
from .check_tree import check_tree
from .geometry import GeometryReader
from .spelling import check_spelling

LIMITED = ("revolute", "prismatic")
KINDS = ("fixed", *AXIAL, "floating", "planar")

SHORTEST_AXIS = 1e-9


def read_urdf(source: Input, options: Options, findings: Findings) -> Model:
    """The robot of a URDF; see `kinetree.load_urdf`."""
    root = parse(source.text, findings)
    check_spelling(root, findings)
    robot = read_robot(root, findings, source.folder)
    check_inertials(robot.links.values(), findings)
    check_mimics(axes_of(robot.joints), findings, options.mimic)
    check_tree(robot, findings)
    return built(robot, find_tree(robot), options, findings)


def read_robot(root: Element, findings: Findings, folder: str = "") -> RobotDescription:
    """The robot of a `<robot>` element; errors of its parts are added to `findings`.

    Parts with errors are kept as far as possible, so that one run finds everything. `folder` is
    that of the file, in which meshes are searched for first.
    """
    reader = _Reader(findings)
    name = reader.name(root)
    for element in root.children:
        if element.tag in DEFINITIONS:
            reader.remark(element, "a xacro definition, ignored; remove it.")
    links = reader.links(root, folder)
    if not links:
        findings.error(
            root,
            "a robot without links; give it at least one <link name='...'>"
            " (is this the output of a xacro file that only defines macros?).",
        )
    return RobotDescription(name, root.line, root.label, links, reader.joints(root))


class _Reader(Reader):
    """Reads the parts of a robot."""

    # --- links

    def links(self, root: Element, folder: str) -> dict[str, LinkDescription]:
        links: dict[str, LinkDescription] = {}
        geometries = GeometryReader(self, root, folder)
        for element in root.all("link"):
            name, inertial = self.name(element), self.child(element, "inertial")
            read = None if inertial is None else self.inertial(inertial)
            shapes = geometries.all(element)
            link = LinkDescription(name, element.line, element.label, read, shapes)
            if name in links:
                first = links[name].line
                self.error(element, f"a link of this name is on line {first}; rename one.")
            elif name:
                links[name] = link
        return links

    def inertial(self, element: Element) -> InertialDescription:
        mass = self.child(element, "mass")
        if mass is None:
            self.error(element, "no <mass>; add <mass value='...'/>, in kg.")
        value = 0.0 if mass is None else self.number(mass, "value")
        if mass is not None and value < 0.0:
            self.error(mass, f"the mass is {value:g} kg; it cannot be negative.")
        origin, tensor = self.origin(element), self.tensor(element)
        if tensor is None:
            message = "no <inertia>, taken as a point mass; add one (all zero for a point mass)."
            self.warning(element, message)
        return InertialDescription(element.line, element.label, value, origin, tensor or ZERO)

    def tensor(self, inertial: Element) -> Matrix | None:
        element = self.child(inertial, "inertia")
        if element is None:
            return None
        names = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
        xx, xy, xz, yy, yz, zz = (self.number(element, name) for name in names)
        return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))

    # --- joints

    def joints(self, root: Element) -> tuple[JointDescription, ...]:
        """The joints; siblings are ordered by name, as in Pinocchio."""
        joints = [self.joint(element) for element in root.all("joint")]
        first: dict[str, JointDescription] = {}
        for joint in joints:
            other = first.setdefault(joint.name, joint)
            if other is not joint and joint.name:
                message = f"a joint of this name is on line {other.line}; rename one."
                self.findings.error(joint, message)
        by_name = sorted(range(len(joints)), key=lambda i: joints[i].name)
        positions = {i: position for position, i in enumerate(by_name)}
        return tuple(replace(joint, position=positions[i]) for i, joint in enumerate(joints))

    def joint(self, element: Element) -> JointDescription:
        name, kind = self.name(element), self.kind(element)
        parent, child = self.end(element, "parent"), self.end(element, "child")
        origin = self.origin(element)
        axes = (self.axis(element, name, kind),) if kind in AXIAL else ()
        return JointDescription(
            name,
            element.line,
            element.label,
            kind,
            parent,
            child,
            SE3(origin.rotation, origin.translation),
            axes,
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
        axes = joint.all("axis")
        if not axes:
            message = "no <axis>; it moves in x and y of its frame: write <axis xyz='0 0 1'/>."
            self.remark(joint, message)
            return
        x, y, z = self.direction(joint, default=(0.0, 0.0, 1.0))
        if math.hypot(x, y) > UNIT_TOLERANCE * z:
            self.error(
                axes[0],
                f"the normal of a planar joint is z, not {x:g} {y:g} {z:g}; rotate the joint's"
                " <origin> so that its z is the normal, and write <axis xyz='0 0 1'/>.",
            )

    def direction(self, joint: Element, default: Vector = (1.0, 0.0, 0.0)) -> Vector:
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
            self.remark(element, f"the axis has length {length:.6g}; it is divided by it.")
        return axis

    def axis(self, joint: Element, name: str, kind: str) -> AxisDescription:
        """The axis of a joint, with its limits and its friction."""
        dynamics = self.child(joint, "dynamics")
        axis = AxisDescription(
            name,
            joint.line,
            joint.label,
            kind,
            self.direction(joint),
            damping=0.0 if dynamics is None else self.number(dynamics, "damping", 0.0),
            friction=0.0 if dynamics is None else self.number(dynamics, "friction", 0.0),
            mimic=self.mimic(joint),
        )
        limit = self.child(joint, "limit")
        if limit is not None:
            return self.limited(axis, limit)
        if kind in LIMITED:
            self.warning(
                joint,
                f"a {kind} joint without <limit>, loaded without limits; add"
                ' <limit lower="..." upper="..." velocity="..." effort="..."/>.',
            )
        return axis

    def limited(self, axis: AxisDescription, element: Element) -> AxisDescription:
        """The axis with the limits of a `<limit>`; a position that it leaves out is 0."""
        lower, upper = self.number(element, "lower", 0.0), self.number(element, "upper", 0.0)
        if axis.kind in LIMITED and not {"lower", "upper"} & element.attributes.keys():
            wheel = ", or make the joint continuous" if axis.kind == "revolute" else ""
            self.findings.warning(
                axis,
                "its <limit> has no lower and no upper, which are then 0: the joint cannot move;"
                f' add lower="..." upper="..."{wheel}.',
            )
        if axis.kind in LIMITED and lower > upper:
            self.error(element, f"lower {lower:g} is above upper {upper:g}; swap them.")
        velocity = self.number(element, "velocity", math.inf)
        effort = self.number(element, "effort", math.inf)
        return replace(axis, lower=lower, upper=upper, velocity=velocity, effort=effort)

    def mimic(self, joint: Element) -> MimicDescription | None:
        element = self.child(joint, "mimic")
        if element is None:
            return None
        source = self.name(element, "joint")
        multiplier = self.number(element, "multiplier", 1.0)
        offset = self.number(element, "offset", 0.0)
        return MimicDescription(element.line, element.label, source, multiplier, offset)
