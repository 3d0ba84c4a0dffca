"""Read a URDF: its XML as a `RobotDescription`, with everything that is wrong."""

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from ...errors import unknown
from ...model import Actuator, Model
from ...model.shapes import Shape
from ...model.structure import driven_names
from ...spatial import SE3, Inertia
from ..build import built
from ..description import (
    AxisDescription,
    Color,
    JointDescription,
    LinkDescription,
    MimicDescription,
    RobotDescription,
)
from ..elements import EMPTY, UNIT_TOLERANCE
from ..findings import Findings
from ..joints import AXIAL, check_mimics
from ..origins import ZERO, Vector, rotation_of_quaternion, rotation_of_rpy
from ..schema import check_entries
from ..source import Input, Options
from ..tree import check_tree, find_tree
from ..visuals import SHAPES, ShapeReader, color_of
from ..xml import Element

LIMITED: Final = ("revolute", "prismatic")
KINDS: Final = ("fixed", *AXIAL, "floating", "planar")


def read_urdf(source: Input, options: Options, findings: Findings) -> Model:
    """The robot of a URDF; see `kinetree.load_urdf`."""
    root = source.document.root(findings)
    robot = read_robot(_Reader(source, findings), root)
    check_mimics(robot.joints, findings, options.mimic)
    check_tree(robot, findings)
    model = built(robot, find_tree(robot), options, findings)
    actuators = tuple(_motors(model, root, findings))
    return model.replace(actuators=actuators) if actuators else model


def read_robot(reader: "_Reader", root: Element) -> RobotDescription:
    """The robot of a `<robot>` element; parts with errors are kept, so that one run finds all."""
    name = reader.name(root)
    links = reader.links(root)
    if not links:
        in_xacro = any(x.tag.startswith("xacro:") for x in root.children)
        hint = " Xacro is expanded with expand=True." if in_xacro else ""
        reader.error(
            root,
            "a robot without links; give it at least one <link name='...'> (is this the output of "
            f"a xacro file that only defines macros?).{hint}",
        )
    joints = reader.joints(root)
    check_entries("URDF", root, reader.findings, misspelt=reader.check_spelling())
    return RobotDescription(name, root, links, joints)


class _Reader(ShapeReader):
    """Reads the parts of a robot. Of materials with one name the first counts, as in ROS."""

    def __init__(self, source: Input, findings: Findings) -> None:
        super().__init__(source, findings)
        self._colors: dict[str, Color | None] = {}

    def origin(self, element: Element) -> SE3:
        """The `<origin>` of an element; the identity without one."""
        origin = self.child(element, "origin")
        if origin is None:
            return SE3.identity()
        translation = self.vector(origin, "xyz", (0.0, 0.0, 0.0))
        if (quaternion := self.written(origin, "quat_xyzw")) is None:
            rpy = self.vector(origin, "rpy", (0, 0, 0))
            self.check_rpy(origin, rpy)
            return SE3(rotation_of_rpy(*rpy), translation)
        if "rpy" in origin.attributes:
            self.error(origin, "both rpy and quat_xyzw; keep one.")
        x, y, z, w = self.numbers(*quaternion, 4)
        if abs(math.hypot(x, y, z, w) - 1.0) > UNIT_TOLERANCE:
            self.error(origin, "quat_xyzw is not of length 1; divide it by its norm.")
        return SE3(rotation_of_quaternion(x, y, z, w), translation)

    def geometry(self, element: Element) -> tuple[Shape, SE3, Color | None]:
        """The shape of a visual or collision, its placement and its colour."""
        _, shape = self.shape(
            element, {**SHAPES, "mesh": lambda _, x: self.mesh(x, self.text(x, "filename"))}
        )
        material = self.child(element, "material")
        color = None if material is None else self.color(material)
        return shape, self.origin(element), color

    def color(self, material: Element) -> Color | None:
        """The colour of a material, in it or in an earlier one of its name; slips are remarks."""
        name = material.attributes.get("name", "")
        if name in self._colors:
            return self._colors[name]
        color = None
        for element in material.all("color"):
            text = element.attributes.get("rgba", "")
            color = color_of(text.split())
            if color is not None:
                break
            message = f"rgba={text!r} is ignored; expected four numbers from 0 to 1."
            self.remark(element, message)
        if name and material.children:
            self._colors[name] = color
        elif name:
            message = f"it has no colour, and above it is {unknown('material', name, self._colors)}"
            self.remark(material, message)
        return color

    # --- links

    def links(self, root: Element) -> dict[str, LinkDescription]:
        links: dict[str, LinkDescription] = {}
        for material in root.all("material"):
            self.color(material)
        named = [(x.attributes.get("reference"), x) for x in root.all("gazebo")]
        for element in root.all("link"):
            name, inertia = self.name(element), self.inertial(element)
            mu = self.friction_in([x for link, x in named if link == name], "mu1", "mu2")
            geometries = self.geometries(element, name, self.geometry, lambda _, mu=mu: mu)
            link = LinkDescription(name, element, inertia, geometries)
            if name in links:
                first = links[name].place.line
                self.error(element, f"a link of this name is on line {first}; rename one.")
            elif name:
                links[name] = link
        return links

    def inertial(self, link: Element) -> Inertia | None:
        element = self.child(link, "inertial")
        if element is None:
            return None
        if not element.children:
            self.warning(element, f"it{EMPTY}")
            return None
        mass, origin = self.child(element, "mass"), self.origin(element)
        if mass is None:
            self.error(element, "no <mass>; add <mass value='...'/>, in kg.")
        value = 0.0 if mass is None else self.mass(mass, "value")
        moments = self.child(element, "inertia")
        if moments is None:
            message = "no <inertia>, taken as a point mass; add one (all zero for a point mass)."
            self.warning(element, message)
        tensor = ZERO if moments is None else self.tensor(moments)
        return self.inertia(element, value, origin, tensor)

    # --- joints

    def joints(self, root: Element) -> tuple[JointDescription, ...]:
        """The joints; siblings are ordered by name, as in Pinocchio."""
        joints = [self.joint(element) for element in root.all("joint")]
        first: dict[str, JointDescription] = {}
        for joint in joints:
            other = first.setdefault(joint.name, joint)
            if other is not joint and joint.name:
                message = f"a joint of this name is on line {other.place.line}; rename one."
                self.error(joint.place, message)
        positions = {name: i for i, name in enumerate(sorted(joint.name for joint in joints))}
        return tuple(replace(joint, position=positions[joint.name]) for joint in joints)

    def joint(self, element: Element) -> JointDescription:
        name, kind = self.name(element), self.text(element, "type")
        if kind and kind not in KINDS:
            self.error(element, unknown("joint type", kind, KINDS))
        if kind == "planar":
            self.check_normal(element)
        ends = self.end(element, "parent"), self.end(element, "child")
        axes = (self.axis(element, name, kind),) if kind in AXIAL else ()
        return JointDescription(name, element, kind, *ends, self.origin(element), axes)

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
        x, y, z = self.axis_of(joint, default=(0.0, 0.0, 1.0))
        if math.hypot(x, y) > UNIT_TOLERANCE * z:
            self.error(
                axes[0],
                f"the normal of a planar joint is z, not {x:g} {y:g} {z:g}; rotate the joint's"
                " <origin> so that its z is the normal, and write <axis xyz='0 0 1'/>.",
            )

    def axis_of(self, joint: Element, default: Vector = (1.0, 0.0, 0.0)) -> Vector:
        """The `<axis>`, of its length in the file; `default` if it is missing or invalid."""
        element = self.child(joint, "axis")
        if element is None:
            return default
        if not element.attributes and not element.text:
            self.warning(element, f"it{EMPTY}")
            return default
        written = self.written(element, "xyz")
        if written is None:
            self.missing(element, "xyz", "0 0 1")
            return default
        axis = self.direction("axis", written, default)
        if abs((length := math.hypot(*axis)) - 1.0) > UNIT_TOLERANCE:
            self.remark(element, f"the axis has length {length:.6g}; it is divided by it.")
        return axis

    def axis(self, joint: Element, name: str, kind: str) -> AxisDescription:
        """The axis of a joint, with its limits and its friction."""
        forces = self.values(self.child(joint, "dynamics"), damping=0.0, friction=0.0)
        mimic, limit = self.mimic(joint), self.child(joint, "limit")
        axis = AxisDescription(name, joint, kind, self.axis_of(joint), mimic=mimic, **forces)
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
        limits = self.values(element, lower=0.0, upper=0.0, velocity=math.inf, effort=math.inf)
        if axis.kind in LIMITED and not {"lower", "upper"} & element.attributes.keys():
            wheel = ", or make the joint continuous" if axis.kind == "revolute" else ""
            self.warning(
                axis.place,
                "its <limit> has no lower and no upper, which are then 0: the joint cannot move;"
                f' add lower="..." upper="..."{wheel}.',
            )
        if axis.kind in LIMITED:
            ends = self.limits(element, limits["lower"], limits["upper"])
            limits |= zip(("lower", "upper"), ends, strict=True)
        return replace(axis, **limits)

    def mimic(self, joint: Element) -> MimicDescription | None:
        element = self.child(joint, "mimic")
        if element is None:
            return None
        source = self.name(element, "joint")
        return MimicDescription(element, source, **self.values(element, multiplier=1.0, offset=0.0))


# --- transmissions


def _motors(model: Model, root: Element, findings: Findings) -> Iterator[Actuator]:
    """A torque motor for each transmission of one joint, within the joint's effort limit.

    It has the name of the motor, or of the transmission where a motor has several. Others
    are remarked upon: those of several joints, and of joints that the robot has not.
    """
    known = driven_names((j.name, j.type) for j in model.nodes)
    limits = dict(zip(model.v_names, model.effort_limits.tolist(), strict=True))
    taken = set[str]()
    for element in root.all("transmission"):
        joints = [x.attributes.get("name", "") for x in element.all("joint")]
        motors = element.all("actuator")
        if len(joints) != 1 or len(motors) > 1 or joints[0] not in known:
            message = "it makes no actuator; one of one joint with one velocity, and a motor, does."
            findings.remark(element, message)
            continue
        gear, (name,) = _reduction([*motors, *element.all("joint"), element], findings), joints
        effort = limits.get(name, math.inf) / abs(gear)
        names = [*(x.attributes.get("name") for x in (*motors, element)), name]
        title = next((x for x in names if x and x not in taken), name)
        taken.add(title)
        yield Actuator(title, (name,), (gear,), force_range=(-effort, effort))


def _reduction(places: list[Element], findings: Findings) -> float:
    """The first `<mechanicalReduction>`; 1 without one, or if it is no number."""
    for element in (x for place in places for x in place.all("mechanicalReduction")):
        with suppress(ValueError):
            if 0 < abs(gear := float(element.text)) < math.inf:
                return gear
        findings.remark(element, f"{element.text!r} is no reduction; taken as 1.")
        break
    return 1.0
