"""Read an SDF: its nodes as a `RobotDescription`, with everything that is wrong."""

from dataclasses import replace

from ...model import Model
from ..build import built
from ..checks import check_inertials
from ..description import (
    FrameDescription,
    GeometryDescription,
    JointDescription,
    LinkDescription,
    RobotDescription,
    listed_roots,
)
from ..findings import Findings
from ..input import Input
from ..mimics import axes_of, check_mimics
from ..options import Options
from ..tree import Tree, find_tree
from .content import JointPart, Node, SdfDescription
from .frames import Frames
from .gearbox import gears
from .include import read_file
from .models import read_robot


def read_sdf(source: Input, options: Options, findings: Findings) -> Model:
    """The robot of an SDF; see `kinetree.load_sdf`."""
    nodes = read_robot(*read_file(source, findings), findings, options.package_dirs)
    check_inertials((link for _, link in nodes.links), findings)
    frames = Frames(nodes, findings)
    robot = described(nodes, frames, findings)
    findings.raise_errors()
    tree = find_tree(robot)
    check_mimics(axes_of(tree.joints), findings, options.mimic)
    if not findings.checking:
        _check_roots(robot, tree, options.floating_base is not None, findings)
    couplings = gears(tree, nodes, frames, findings)
    return built(robot, tree, options, findings, couplings)


def described(nodes: SdfDescription, frames: Frames, findings: Findings) -> RobotDescription:
    """The robot, with its parts placed relative to links; siblings in the order of the file."""
    order = {node: i for i, node in enumerate(nodes.nodes)}
    links: dict[str, LinkDescription] = {}
    for node, link in sorted(nodes.links, key=lambda pair: order[pair[0]]):
        if node.name in links:
            message = f"two frames are called {node.name!r}, both of kind 'body'; rename one."
            findings.error(node, message)
        links[node.name] = replace(
            link,
            geometries=tuple(_geometries(nodes, node, frames)),
            origin=frames.between(nodes.world, node),
            position=order[node],
        )
    joints = sorted(nodes.joints, key=lambda joint: order[joint.node])
    return RobotDescription(
        nodes.name,
        nodes.line,
        nodes.label,
        links,
        tuple(_joint(joint, order[joint.node], frames, findings) for joint in joints),
        tuple(_frame(node, frames) for node in nodes.frames),
        nodes.gravity,
    )


def _geometries(nodes: SdfDescription, link: Node, frames: Frames) -> list[GeometryDescription]:
    return [
        replace(geometry, origin=frames.between(link, node))
        for node, geometry in nodes.geometries.get(link, ())
    ]


def _joint(part: JointPart, position: int, frames: Frames, findings: Findings) -> JointDescription:
    """A joint between two links, its axes expressed in its frame."""
    node, parent, child = part.node, frames.body(part.parent), frames.body(part.child)
    if parent is child:
        message = f"its parent and its child are parts of one body, {parent.name!r}."
        findings.error(node, message)
    axes = [
        replace(axis, xyz=frames.direction(axis.xyz, frame, node))
        for axis, frame in zip(part.axes, part.frames, strict=True)
    ]
    return JointDescription(
        node.name,
        node.line,
        node.label,
        part.kind,
        _name(parent),
        _name(child),
        frames.between(parent, node),
        tuple(axes),
        part.pitch,
        frames.between(node, child),
        position,
    )


def _frame(node: Node, frames: Frames) -> FrameDescription:
    body = frames.body(node)
    origin = frames.between(body, node)
    return FrameDescription(node.name, node.line, node.label, _name(body), origin)


def _name(body: Node) -> str | None:
    return None if body.kind == "world" else body.name


def _check_roots(robot: RobotDescription, tree: Tree, floating: bool, findings: Findings) -> None:
    """Add an error for a fixed robot with several roots, or a floating one without any."""
    roots = tree.roots
    if floating and not roots:
        message = "every link has a joint to the world, so none can float; leave out floating_base."
        findings.error(tree.branches[0].link, message)
    if not floating and len(roots) > 1:
        findings.error(
            roots[1],
            f"{listed_roots(roots)}; load them floating, each"
            " by itself (floating_base=True), or connect them, or the world and them, by joints.",
        )
