"""Load and check SDF files."""

from contextlib import suppress

from ...errors import ModelError, warn
from ...model import Model
from ...model.joints import Joint
from ..checks import Connection, check_inertials, check_masses
from ..findings import Finding, Findings
from ..links import LinkDescription
from ..mimics import check_mimics
from ..options import ContinuousAs, Folders, Placement, folders, options
from ..source import Source, folder_of, read_source
from ..srdf import with_srdf
from ..xacro import Mappings
from .build import build
from .content import SdfDescription
from .frames import Frames
from .gearbox import gears
from .include import read_file
from .kinds import single_axes
from .read import read_sdf
from .tree import SdfTree, find_tree


def load_sdf(
    source: Source,
    *,
    floating_base: bool | Joint = False,
    mimic: bool = False,
    continuous: ContinuousAs = "cos_sin",
    base_placement: Placement | None = None,
    package_dirs: Folders = (),
    mappings: Mappings | None = None,
    srdf: Source | None = None,
) -> Model:
    """The robot of an SDF, version 1.4 to 1.12: a path or XML text.

    It is the `<model>` of the file, or all models of its `<world>`, whose parts are then called
    `MODEL::PART`, as are those of models in models. The keywords are those of `load_urdf`. A link
    without a joint above it is fixed at its pose in the file, or is on `floating_base`, placed at
    the link's pose; `base_placement` (4, 4) is the placement of the file's world in the world.
    `package_dirs` is searched last for included files, too.

    Of several joints above a link the first in the file is in the tree; the others are recorded in
    `model.constraints` as loops, gearboxes as couplings.

    Raises ModelError with file, line and element of the first ten errors. Missing inertias are
    warnings, and so is anything that a model cannot have and is left out, such as the spring of a
    joint that closes a loop.
    """
    given = options(floating_base, mimic, continuous, base_placement, package_dirs)
    text, name = read_source(source, given.package_dirs, mappings)
    findings = Findings(name)
    robot = _read(text, folder_of(source), findings, given.package_dirs)
    frames = Frames(robot, findings)
    tree = find_tree(robot, frames, findings)
    if mimic:
        check_mimics(single_axes(tree), findings.error)
    _check_roots(tree, given.base is not None, findings)
    findings.raise_errors()
    couplings = gears(tree, frames, findings)
    _check_springs(tree, mimic, findings)
    for finding in findings.sorted():
        warn(str(finding))
    description = build(robot, tree, frames, couplings, given, findings)
    with findings.at(robot.line, robot.label):
        model = Model(description)
    return model if srdf is None else with_srdf(model, srdf)


def check_sdf(
    source: Source, *, package_dirs: Folders = (), mappings: Mappings | None = None
) -> list[Finding]:
    """Everything wrong with an SDF, by line: the errors, and what loads but is suspect.

    No mass matrix is computed; see `kinetree.check`.

    Raises ModelError only if the source cannot be read at all.
    """
    text, name = read_source(source, folders(package_dirs), mappings)
    findings = Findings(name)
    with suppress(ModelError):
        robot = _read(text, folder_of(source), findings, folders(package_dirs))
        links = {part.node.name: part.description for part in robot.links}
        check_inertials(links.values(), findings)
        frames = Frames(robot, findings)
        tree = find_tree(robot, frames, findings)
        check_mimics(single_axes(tree), findings.warning)
        gears(tree, frames, findings)
        _check_springs(tree, False, findings)
        _check_masses(tree, links, findings)
    return findings.sorted()


def _read(
    text: str | bytes, folder: str, findings: Findings, package_dirs: tuple[str, ...]
) -> SdfDescription:
    file, root = read_file(text, findings.file, folder, findings)
    return read_sdf(file, root, findings, package_dirs)


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
