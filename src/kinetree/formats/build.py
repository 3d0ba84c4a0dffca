"""Build the model of a description, with the checks that URDF and SDF share."""

from collections.abc import Sequence
from dataclasses import replace

from ..model import Anchor, Coupling, Geometry, Loop, Model
from ..model.description import Description
from ..model.editing import actuation
from ..model.parts import Constraint
from ..model.shapes import Mesh
from ..parameters import PARAMETERS
from ..spatial import SE3
from .assembly import Assembly, moved
from .checks import check_masses
from .description import LinkDescription, RobotDescription
from .findings import Findings
from .joint_types import JointTypes
from .options import Options
from .tree import Branch, Tree

ROOT_JOINT = "root_joint"


def built(
    robot: RobotDescription,
    tree: Tree,
    options: Options,
    findings: Findings,
    couplings: Sequence[Coupling] = (),
) -> Model:
    """The model of a robot. Raises ModelError with all errors in `findings`.

    Joints outside the tree become loops; `couplings` are recorded, too.
    """
    findings.raise_errors()
    _check_springs(tree, options.mimic, findings)
    check_masses(robot, tree, findings)
    building = _Building(robot, tree, couplings, options)
    for branch in tree.branches:
        with findings.at(branch.joint or branch.link):
            building.add(branch)
    for frame in robot.frames:
        with findings.at(frame):
            building.assembly.add_frame(frame.name, "op", building.at(frame.link, frame.origin))
    for branch in sorted(tree.branches, key=lambda branch: branch.link.position):
        building.add_geometries(branch.link, findings)
    with findings.at(robot):
        return Model(building.description(tree, couplings, findings))


def _check_springs(tree: Tree, mimic: bool, findings: Findings) -> None:
    """Add a warning for each spring that a model cannot have."""
    without = [(joint, axis) for joint in tree.outside for axis in joint.axes]
    if mimic:
        without += [(joint, axis) for joint in tree.joints for axis in joint.axes if axis.mimic]
    for joint, axis in without:
        if axis.stiffness:
            findings.warning(
                joint,
                f"the spring ({axis.stiffness:g} about {axis.spring_reference:g}) is left out; a"
                " joint that closes a loop or follows another, and a gearbox, has none.",
            )


class _Building:
    """Collects the parts of a model, and the anchors of links."""

    def __init__(
        self,
        robot: RobotDescription,
        tree: Tree,
        couplings: Sequence[Coupling],
        options: Options,
    ) -> None:
        self.assembly = Assembly()
        self._robot = robot
        angles = {end for x in couplings for end in (x.joint, x.source) if end is not None}
        self._types = JointTypes(tree.joints, angles, options)
        self._base = options.floating_base
        self._single = len(tree.roots) == 1
        self._places: dict[str | None, Anchor] = {
            None: Anchor(0, options.base_placement or SE3.identity())
        }
        self._package_dirs = options.package_dirs
        self._geometries: list[Geometry] = []

    def at(self, link: str | None, placement: SE3) -> Anchor:
        """The anchor at a placement in a link, or in the world."""
        return moved(self._places[link], placement)

    def add(self, branch: Branch) -> None:
        """Add a link, and the joint above it."""
        link, joint = branch.link, branch.joint
        if joint is not None:
            place = self.at(joint.parent, joint.origin)
            for part in self._types.parts(joint):
                place = self.assembly.add_joint(part.name, part.joint, place, part.parameters)
            place = moved(place, joint.child_origin)
        elif link.static or self._base is None:
            place = self.at(None, link.origin)
        else:
            name = ROOT_JOINT if self._single else f"{link.name}_{ROOT_JOINT}"
            values = actuation(self._base)
            place = self.assembly.add_joint(name, self._base, self._places[None], values)
        self._places[link.name] = place
        inertial = link.inertial
        self.assembly.add_body(link.name, place, None if inertial is None else inertial.inertia)

    def add_geometries(self, link: LinkDescription, findings: Findings) -> None:
        """Add the shapes of a link."""
        for x in link.geometries:
            with findings.at(x):
                place, shape = self.at(link.name, x.origin), x.shape
                if isinstance(shape, Mesh):
                    shape = replace(shape, package_dirs=self._package_dirs)
                self._geometries.append(
                    Geometry(
                        x.name, x.kind, link.name, place.joint, place.placement, shape, x.color
                    )
                )

    def description(
        self, tree: Tree, couplings: Sequence[Coupling], findings: Findings
    ) -> Description:
        """The description of all parts, with the joints that close loops."""
        constraints: list[Constraint] = []
        for joint in tree.outside:
            if joint.kind != "gearbox":
                with findings.at(joint):
                    first = self.at(joint.parent, joint.origin)
                    second = self.at(joint.child, joint.child_origin.inverse())
                    constraints.append(Loop(joint.name, self._types.whole(joint), first, second))
        gravity = self._robot.gravity
        return Description(
            self._robot.name,
            PARAMETERS["gravity"].default if gravity is None else gravity,
            self.assembly.universe,
            tuple(self.assembly.bodies),
            tuple(self.assembly.frames),
            tuple(self._geometries),
            (*constraints, *couplings),
        )
