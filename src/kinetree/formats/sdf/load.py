"""Load and check SDF files."""

from ...model import Model
from ..checks import Connection, check_inertials, check_masses
from ..findings import Findings
from ..input import Input
from ..links import LinkDescription
from ..mimics import check_mimics
from ..options import Options
from .build import build
from .frames import Frames
from .gearbox import gears
from .include import read_file
from .kinds import single_axes
from .read import read_robot
from .tree import SdfTree, find_tree


def read_sdf(source: Input, options: Options, findings: Findings) -> Model:
    """The robot of an SDF; see `kinetree.load_sdf`."""
    robot = read_robot(*read_file(source, findings), findings, options.package_dirs)
    links = {part.node.name: part.description for part in robot.links}
    if findings.checking:
        check_inertials(links.values(), findings)
    frames = Frames(robot, findings)
    tree = find_tree(robot, frames, findings)
    if findings.checking:
        check_mimics(single_axes(tree), findings.warning)
    else:
        if options.mimic:
            check_mimics(single_axes(tree), findings.error)
        _check_roots(tree, options.floating_base is not None, findings)
        findings.raise_errors()
    couplings = gears(tree, frames, findings)
    _check_springs(tree, options.mimic, findings)
    if findings.checking:
        _check_masses(tree, links, findings)
    description = build(robot, tree, frames, couplings, options, findings)
    with findings.at(robot.line, robot.label):
        return Model(description)


def _check_roots(tree: SdfTree, floating: bool, findings: Findings) -> None:
    """Add an error for a fixed robot with several roots, or a floating one without any."""
    roots = tree.roots
    if floating and not roots:
        first = tree.branches[0].link.node
        message = "every link has a joint to the world, so none can float; leave out floating_base."
        findings.error(first.line, first.label, message)
    if not floating and len(roots) > 1:
        named = ", ".join(f"{root.node.name!r} (line {root.node.line})" for root in roots[:10])
        more = f" and {len(roots) - 10} more" if roots[10:] else ""
        findings.error(
            roots[1].node.line,
            roots[1].node.label,
            f"{len(roots)} links are the child of no joint: {named}{more}; load them floating, each"
            " by itself (floating_base=True), or connect them, or the world and them, by joints.",
        )


def _check_springs(tree: SdfTree, mimic: bool, findings: Findings) -> None:
    """Add a warning for each spring that a model cannot have."""
    without = [(joint, axis) for joint in (*tree.loops, *tree.gearboxes) for axis in joint.axes]
    if mimic:
        without += [(joint, axis) for joint in tree.joints for axis in joint.axes if axis.mimic]
    for joint, axis in without:
        if axis.stiffness:
            spring = f"the spring ({axis.stiffness:g} about {axis.spring_reference:g})"
            findings.warning(
                joint.node.line,
                joint.node.label,
                f"{spring} is left out; a joint that closes a loop or follows another, and a"
                " gearbox, has none.",
            )


def _check_masses(tree: SdfTree, links: dict[str, LinkDescription], findings: Findings) -> None:
    connections: list[Connection] = []
    for branch in tree.branches:
        name = (branch.joint or branch.link).node.name
        fixed = branch.joint is None or branch.joint.kind == "fixed"
        connections.append(Connection(name, fixed, branch.parent.name, branch.link.node.name))
    check_masses(links, connections, "world", findings)
