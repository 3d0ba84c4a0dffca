"""Put a model together: joints, frames and inertias in order, and those of a description."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..errors import ModelError
from ..model import Anchor, Coupling, Geometry, Loop, Model, Sensor
from ..model.assembly import Assembly
from ..model.bases import actuation
from ..model.description import snapped_placement
from ..model.joints import FreeFlyer
from ..model.mimics import with_mimics
from ..parameters import PARAMETERS
from ..spatial import SE3
from ..spatial.rotation import matrix_quaternion
from ..spatial.se3 import rigid
from .description import JointDescription, LinkDescription, RobotDescription
from .findings import Findings
from .joints import JointTypes, gears
from .source import Options
from .tree import Tree, check_masses, check_units

ROOT_JOINT = "root_joint"
INITIAL = "initial"
"""The reference configuration in which free links are at their poses in the file."""


def built(robot: RobotDescription, tree: Tree, options: Options, findings: Findings) -> Model:
    """The model of a robot. Raises ModelError with all errors in `findings`.

    Joints outside the tree become loops; gearboxes are recorded, too.
    """
    findings.raise_errors()
    check_masses(robot, tree, findings)
    check_units(robot, findings)
    _check_axes(tree, options, findings)
    couplings = tuple(gears(robot, tree, findings))
    building = _Building(tree, couplings, options)
    for link, joint in tree.branches:
        with findings.at((joint or link).place):
            building.add_link(link, joint)
    for frame in robot.frames:
        with findings.at(frame.place):
            building.add_frame(frame.name, "op", building.at(frame.link, frame.origin))
    geometries: list[Geometry] = []
    for link in sorted((link for link, _ in tree.branches), key=lambda link: link.position):
        for place, geometry in link.geometries:
            try:
                geometries.append(building.placed(geometry))
            except ModelError as error:
                findings.warning(place, f"left out: {error}")
    loops: list[Loop] = []
    for joint in tree.outside:
        if joint.kind != "gearbox":
            with findings.at(joint.place):
                loops.append(building.loop(joint))
    with findings.at(robot.place):
        gravity = PARAMETERS["gravity"].default if robot.gravity is None else robot.gravity
        parts: dict[str, Any] = {
            "geometries": tuple(geometries),
            "constraints": (*loops, *couplings),
            "sensors": tuple(_sensors(robot, tree, findings)),
            "reference_configurations": {INITIAL: building.poses} if building.poses else {},
        }
        return Model(with_mimics(building.description(robot.name, gravity=gravity, **parts)))


def _sensors(robot: RobotDescription, tree: Tree, findings: Findings) -> Iterator[Sensor]:
    """The sensors, without those of joints that do not carry their child."""
    above = {link.name: joint.name for link, joint in tree.branches if joint is not None}
    for x in robot.sensors:
        if x.owner in (x.sensor.frame, above.get(f"{x.sensor.frame}")):
            yield x.sensor
        else:
            findings.warning(x.place, f"left out: the child of {x.owner!r} hangs on another joint.")


def _check_axes(tree: Tree, options: Options, findings: Findings) -> None:
    """Add a warning for each axis that no motor can move, and each spring that is left out."""
    inside = [axis for joint in tree.joints for axis in joint.axes]
    for axis in inside:
        limits = {"effort": axis.effort, "velocity": axis.velocity}
        names = " and ".join(name for name, value in limits.items() if value <= 0.0)
        if names:
            message = f"its <limit> of {names} is not above 0: nothing may move it; correct it."
            findings.warning(axis.place, message)
    without = [axis for joint in tree.outside for axis in joint.axes]
    for axis in without + [axis for axis in inside if options.mimic and axis.mimic]:
        if axis.stiffness:
            findings.warning(
                axis.place,
                f"the spring ({axis.stiffness:g} about {axis.spring_reference:g}) is left out; a"
                " joint that closes a loop or follows another, and a gearbox, has none.",
            )


class _Building(Assembly):
    """The parts of a model, and the anchors of links."""

    def __init__(self, tree: Tree, couplings: Sequence[Coupling], options: Options) -> None:
        super().__init__()
        angles = {end for x in couplings for end in (x.joint, x.source) if end is not None}
        self._types = JointTypes(tree, angles, options)
        self._base = options.floating_base
        self._single = len(tree.roots) == 1
        self.poses: dict[str, tuple[float, ...]] = {}
        """The coordinates of free-flyers whose links have a pose in the file."""
        world = snapped_placement(options.base_placement or SE3.identity())
        self._places: dict[str | None, Anchor] = {None: Anchor(0, world, 0)}

    def at(self, link: str | None, placement: SE3) -> Anchor:
        """The anchor at a placement in a link, or in the world."""
        return _moved(self._places[link], placement)

    def add_link(self, link: LinkDescription, joint: JointDescription | None) -> None:
        """Add a link, and the joint above it."""
        if joint is not None:
            place = self.at(joint.parent, joint.origin)
            for name, kind, parameters in self._types.parts(joint):
                place = self.add_joint(name, kind, place, parameters)
            place = _moved(place, joint.child_origin)
        elif link.static or self._base is None:
            place = self.at(None, link.origin)
        else:
            name = ROOT_JOINT if self._single else f"{link.name}_{ROOT_JOINT}"
            place = self.add_joint(name, self._base, self._places[None], actuation(self._base))
            if isinstance(self._base, FreeFlyer):
                q = *link.origin.translation.flat, *matrix_quaternion(link.origin.rotation).flat
                self.poses |= {name: q} if link.origin != SE3.identity() else {}
        self._places[link.name] = self.add_body(link.name, place, link.inertia)

    def placed(self, geometry: Geometry) -> Geometry:
        """A geometry that is placed in its link as one on the joint that moves it."""
        place = self.at(geometry.body, geometry.placement)
        return replace(geometry, joint=place.joint, placement=place.placement)

    def loop(self, joint: JointDescription) -> Loop:
        """A joint that closes a loop."""
        first = self.at(joint.parent, joint.origin)
        second = self.at(joint.child, joint.child_origin.inverse())
        return Loop(joint.name, self._types.whole(joint), first, second)


def _moved(anchor: Anchor, placement: SE3) -> Anchor:
    """The anchor at a placement relative to another."""
    if placement is SE3.identity():
        return anchor
    whole = anchor.placement @ snapped_placement(placement)
    placement = snapped_placement(rigid("its placement", whole))
    return Anchor(anchor.joint, placement, anchor.frame)
