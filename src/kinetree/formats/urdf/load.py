"""Load and check URDF files."""

from dataclasses import replace

from ...model import Description, Model, ModelBuilder
from ...model.joints import Continuous, Fixed, FreeFlyer, Joint, Mimic, Planar, Prismatic, Revolute
from ...model.shapes import Mesh
from ...spatial import SE3, Inertia
from ..checks import Connection, check_inertials, check_masses
from ..findings import Findings
from ..input import Input
from ..links import GeometryDescription, LinkDescription
from ..mimics import check_mimics, followed, needed_as_angles, with_followers
from ..options import ContinuousAs, Options
from ..rotations import Origin
from ..xml import parse
from .check import check_gaps
from .content import JointDescription, RobotDescription
from .read import read_robot
from .spelling import check_spelling
from .tree import Tree, find_tree

IDENTITY = Origin()


def read_urdf(source: Input, options: Options, findings: Findings) -> Model:
    """The robot of a URDF; see `kinetree.load_urdf`."""
    root = parse(source.text, findings)
    if findings.checking:
        check_spelling(root, findings)
    robot = read_robot(root, findings)
    if findings.checking:
        check_gaps(robot, findings)
        check_inertials(robot.links.values(), findings)
        check_mimics(robot.joints, findings.warning)
    elif options.mimic:
        check_mimics(robot.joints, findings.error)
    tree = find_tree(robot, findings)
    if findings.checking:
        connections = [
            Connection(j.name, j.kind == "fixed", j.parent, j.child) for j in tree.joints
        ]
        check_masses(robot.links, connections, tree.root, findings)
    else:
        findings.all.clear()
        check_spelling(root, findings)
        check_gaps(robot, findings)
    return _model(robot, tree, options, source.folder, findings)


def _model(
    robot: RobotDescription, tree: Tree, options: Options, folder: str, findings: Findings
) -> Model:
    description = _described(robot, tree, options, folder, findings)
    with findings.at(robot.line, robot.label):
        return Model(description)


def _described(
    robot: RobotDescription, tree: Tree, options: Options, folder: str, findings: Findings
) -> Description:
    builder = ModelBuilder(robot.name)
    root = robot.links[tree.root]
    with findings.at(root.line, root.label):
        builder.add_root(
            root.name,
            joint=options.floating_base,
            placement=options.base_placement,
            inertia=_inertia(root),
        )
    kinds = _JointKinds(robot, options.mimic, options.continuous)
    for joint in tree.joints:
        with findings.at(joint.line, joint.label):
            _add(builder, robot, joint, kinds.of(joint), *kinds.forces(joint))
    for link in (root, *(robot.links[joint.child] for joint in tree.joints)):
        with findings.at(link.line, link.label):
            for geometry in link.geometries:
                _add_geometry(builder, link.name, geometry, folder, options.package_dirs)
    return builder.description()


class _JointKinds:
    """Converts `<joint>` elements to joint types."""

    def __init__(self, robot: RobotDescription, mimic: bool, continuous: ContinuousAs) -> None:
        self._mimic = mimic
        self._joints = {joint.name: joint for joint in robot.joints}
        self._all_angles = continuous == "angle"
        self._angles = needed_as_angles(robot.joints) if mimic else frozenset[str]()
        self._forces = with_followers(robot.joints) if mimic else {}

    def of(self, joint: JointDescription) -> Joint:
        if joint.mimic is None or not self._mimic:
            return self._type(joint, joint)
        source, _ = followed(joint, self._joints)
        mimic, moving = joint.mimic, self._type(joint, source)
        return Mimic(mimic.source, multiplier=mimic.multiplier, offset=mimic.offset, joint=moving)

    def forces(self, joint: JointDescription) -> tuple[float, float]:
        """Damping and friction, those of joints that follow it included."""
        return self._forces.get(joint.name, (joint.damping, joint.friction))

    def _type(self, joint: JointDescription, source: JointDescription) -> Joint:
        """The type of a joint; a rotating one has coordinates as `source`, which it follows."""
        match joint.kind:
            case "fixed":
                return Fixed()
            case "floating":
                return FreeFlyer()
            case "planar":
                return Planar()
            case "prismatic":
                return Prismatic(joint.axis)
            case _:
                cos_sin = source.kind == "continuous" and not self._is_angle(source)
                return Continuous(joint.axis) if cos_sin else Revolute(joint.axis)

    def _is_angle(self, joint: JointDescription) -> bool:
        return self._all_angles or joint.name in self._angles


def _add(
    builder: ModelBuilder,
    robot: RobotDescription,
    joint: JointDescription,
    kind: Joint,
    damping: float,
    friction: float,
) -> None:
    has_coordinates = not isinstance(kind, Mimic | Fixed)
    limit = joint.limit if has_coordinates else None
    bounded = limit is not None and joint.kind != "continuous"
    builder.add_body(
        joint.child,
        parent=joint.parent,
        joint=kind,
        joint_name=joint.name,
        placement=SE3(joint.origin.rotation, joint.origin.translation),
        inertia=_inertia(robot.links[joint.child]),
        lower=limit.lower if limit is not None and bounded else None,
        upper=limit.upper if limit is not None and bounded else None,
        velocity_limit=None if limit is None else limit.velocity,
        effort_limit=None if limit is None else limit.effort,
        damping=damping if has_coordinates else 0.0,
        friction=friction if has_coordinates else 0.0,
    )


def _inertia(link: LinkDescription) -> Inertia | None:
    """The inertia of a link in the link's axes."""
    return None if link.inertial is None else link.inertial.inertia


def _add_geometry(
    builder: ModelBuilder,
    link: str,
    geometry: GeometryDescription,
    folder: str,
    package_dirs: tuple[str, ...],
) -> None:
    shape, origin = geometry.shape, geometry.origin
    if isinstance(shape, Mesh):
        shape = replace(shape, folder=folder, package_dirs=package_dirs)
    builder.add_geometry(
        geometry.name,
        parent=link,
        shape=shape,
        kind=geometry.kind,
        placement=None if origin == IDENTITY else SE3(origin.rotation, origin.translation),
        color=geometry.color,
    )
