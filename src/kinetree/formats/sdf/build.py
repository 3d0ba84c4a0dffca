"""Build a `Description` from the parts of an SDF and its tree."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...errors import ModelError
from ...model import Anchor, Coupling, Frame, Geometry, Loop
from ...model.description import Body, Description, Universe, snapped_placement
from ...model.editing import actuation
from ...model.joints import Fixed, Joint
from ...model.parts import Constraint, FrameKind
from ...model.rigid import rigid
from ...model.shapes import Mesh
from ...parameters import PARAMETERS
from ...spatial import SE3, Inertia
from ..findings import Findings
from ..options import Options
from .content import GeometryPart, JointPart, LinkPart, Node, SdfDescription
from .frames import Frames
from .gearbox import Gear
from .kinds import Kinds
from .tree import Branch, SdfTree


def build(
    robot: SdfDescription,
    tree: SdfTree,
    frames: Frames,
    gears: Sequence[Gear],
    options: Options,
    findings: Findings,
) -> Description:
    """The description. Raises ModelError, with line and element, for an invalid robot."""
    building = _Building(robot, frames, Kinds(tree, frames, gears, options), options)
    single = len(tree.roots) == 1
    for branch in tree.branches:
        node = (branch.joint or branch.link).node
        with findings.at(node.line, node.label):
            building.add(branch, single)
    for frame in robot.frames:
        with findings.at(frame.line, frame.label):
            building.add_frame(frame.name, "op", building.at(frames.body(frame), frame))
    for geometry in robot.geometries:
        with findings.at(geometry.node.line, geometry.node.label):
            building.add_geometry(geometry, options.package_dirs)
    for joint in tree.loops:
        with findings.at(joint.node.line, joint.node.label):
            building.add_loop(joint)
    for gear in gears:
        coupling = Coupling(gear.name, gear.joint, gear.source, (0.0, gear.ratio))
        building.constraints.append(coupling)
    with findings.at(robot.line, robot.label):
        return building.description(robot)


class _Building:
    """Collects the parts of a model and the anchors of links."""

    def __init__(
        self, robot: SdfDescription, frames: Frames, kinds: Kinds, options: Options
    ) -> None:
        self._universe = Universe()
        self._bodies: list[Body] = []
        self._frames_made: list[Frame] = []
        self._geometries: list[Geometry] = []
        self.constraints: list[Constraint] = []
        self._names: set[tuple[str, FrameKind]] = set()
        self._places = {robot.world: Anchor(0, options.base_placement or SE3.identity())}
        self._frames = frames
        self._kinds = kinds
        self._base = options.floating_base
        self.add_frame("universe", "universe", Anchor(0, SE3.identity()))

    def at(self, link: Node, node: Node) -> Anchor:
        """The anchor of a node that moves with a link."""
        return _moved(self._places[link], self._frames.between(link, node))

    def add(self, branch: Branch, single: bool) -> None:
        """Add a link, and the joint above it; `single` if no other link is a root."""
        link, joint = branch.link.node, branch.joint
        if joint is not None:
            place = self.at(branch.parent, joint.node)
            for part in self._kinds.parts(joint):
                place = self._on_joint(part.name, part.joint, place, part.parameters)
            place = _moved(place, self._frames.between(joint.node, link))
        elif branch.link.static or self._base is None:
            place = self.at(branch.parent, link)
        else:
            name = "root_joint" if single else f"{link.name}_root_joint"
            at = self._places[branch.parent]
            place = self._on_joint(name, self._base, at, actuation(self._base))
        self._places[link] = place
        self.add_frame(link.name, "body", place)
        inertia = place.placement @ _inertia(branch.link)
        if place.joint:
            body = self._bodies[place.joint - 1]
            self._bodies[place.joint - 1] = replace(body, inertia=body.inertia + inertia)
        else:
            self._universe = Universe(inertia=self._universe.inertia + inertia)

    def _on_joint(self, name: str, joint: Joint, at: Anchor, values: Mapping[str, Any]) -> Anchor:
        """Add a joint at an anchor; returns that of its frame."""
        if name == "universe":
            raise ModelError(
                "a joint cannot be called 'universe', as the first of all is; rename it."
            )
        if isinstance(joint, Fixed):
            self.add_frame(name, "fixed_joint", at)
            return at
        origin = snapped_placement(at.placement)
        self._bodies.append(Body(name, at.joint, joint, origin, parameters=values))
        place = Anchor(len(self._bodies), SE3.identity())
        self.add_frame(name, "joint", place)
        return place

    def add_frame(self, name: str, kind: FrameKind, at: Anchor) -> None:
        if (name, kind) in self._names:
            raise ModelError(f"two frames are called {name!r}, both of kind {kind!r}; rename one.")
        self._names.add((name, kind))
        self._frames_made.append(Frame(name, kind, at.joint, at.placement))

    def add_geometry(self, part: GeometryPart, package_dirs: tuple[str, ...]) -> None:
        shape, at = part.shape, self.at(part.link, part.node)
        if isinstance(shape, Mesh):
            shape = replace(shape, package_dirs=package_dirs)
        name, body = part.node.name, part.link.name
        geometry = Geometry(name, part.kind, body, at.joint, at.placement, shape, part.color)
        self._geometries.append(geometry)

    def add_loop(self, joint: JointPart) -> None:
        """Add a joint that closes a loop."""
        bodies = self._frames.body(joint.parent), self._frames.body(joint.child)
        first, second = (self.at(body, joint.node) for body in bodies)
        loop = Loop(joint.node.name, self._kinds.whole(joint), first, second)
        self.constraints.append(loop)

    def description(self, robot: SdfDescription) -> Description:
        """The description of all parts added."""
        return Description(
            robot.name,
            PARAMETERS["gravity"].default if robot.gravity is None else robot.gravity,
            self._universe,
            tuple(self._bodies),
            tuple(self._frames_made),
            tuple(self._geometries),
            tuple(self.constraints),
        )


def _moved(at: Anchor, placement: SE3) -> Anchor:
    return Anchor(at.joint, snapped_placement(rigid("its placement", at.placement @ placement)))


def _inertia(link: LinkPart) -> Inertia:
    """The inertia of a link in the link's axes; zero for a static link."""
    inertial = link.description.inertial
    return Inertia.zero() if inertial is None else inertial.inertia
