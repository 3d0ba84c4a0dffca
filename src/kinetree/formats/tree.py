"""The tree of a robot: its links and joints depth first, joints that close loops, and checks."""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, TypeVar

import numpy as np

from ..errors import unknown
from ..model import Geometry
from ..model.numbering import depth_first
from .description import JointDescription, LinkDescription, RobotDescription
from .findings import Findings, listed

Branch = tuple[LinkDescription, JointDescription | None]
"""A link and the joint above it; a root has none."""
LARGEST_DEGREES: Final = 720.0
LARGEST_RATIO, SMALLEST_SUSPECT = 10.0, 0.5
"""Of the mean distance of a link's mass from its frame: to the size of the link, and in m."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The branches depth first, siblings by position, and the joints outside the tree."""

    branches: tuple[Branch, ...]
    outside: tuple[JointDescription, ...]
    """Joints that close loops, and gearboxes."""

    @property
    def joints(self) -> list[JointDescription]:
        return [joint for _, joint in self.branches if joint is not None]

    @property
    def roots(self) -> list[LinkDescription]:
        """The links that could float: those without a joint above, static ones excepted."""
        return [link for link, joint in self.branches if joint is None and not link.static]


def find_tree(robot: RobotDescription) -> Tree:
    """The tree of a robot, rooted in the world. The ends of its joints must exist.

    Of the joints above a link the first is in the tree, as in Pinocchio, unless its parent is a
    descendant; the others close loops. Gearboxes are not in the tree. A link without a joint above
    is a root; so is the first of links that no root reaches.
    """
    below: dict[str | None, list[tuple[bool, int, JointDescription]]] = {}
    first: dict[str | None, JointDescription] = {}
    for joint in robot.joints:
        if joint.kind != "gearbox":
            other = first.setdefault(joint.child, joint) is not joint
            below.setdefault(joint.parent, []).append((other, joint.position, joint))
    above: dict[str, JointDescription | None] = {}

    def reach(*links: str | None) -> None:
        """Add links without a joint above, and all below, by the first joints where possible."""
        above.update((link, None) for link in links if link is not None)
        waiting = sorted(item for link in links for item in below.get(link, ()))
        while waiting:
            _, _, joint = heappop(waiting)
            if joint.child is not None and joint.child not in above:
                above[joint.child] = joint
                for item in below.get(joint.child, ()):
                    heappush(waiting, item)

    reach(None, *(x.name for x in robot.links.values() if x.static or x.name not in first))
    for name in robot.links:
        if name not in above:
            reach(name)
    in_tree = {id(joint) for joint in above.values()}
    outside = tuple(joint for joint in robot.joints if id(joint) not in in_tree)
    branches = [(robot.links[name], joint) for name, joint in above.items()]
    branches.sort(key=lambda branch: (branch[1] or branch[0]).position)
    number = {None: 0} | {link.name: i for i, (link, _) in enumerate(branches, 1)}
    order = depth_first([0 if joint is None else number[joint.parent] for _, joint in branches])
    return Tree(tuple(branches[i - 1] for i in order[1:]), outside)


N = TypeVar("N", bound=Hashable)


def cycles(starts: Iterable[N], step: Callable[[N], N | None]) -> Iterator[list[N]]:
    """Each cycle of steps once, from the first of its members that is reached."""
    visited: set[N] = set()
    for start in starts:
        path: list[N] = []
        item: N | None = start
        while item is not None and item not in visited:
            visited.add(item)
            path.append(item)
            item = step(item)
        if item is not None and item in path:
            yield path[path.index(item) :]


def shortened(cycle: list[str]) -> str:
    """A cycle in a message, without the middle of a long one."""
    return " -> ".join(cycle if len(cycle) <= 10 else [*cycle[:5], "...", *cycle[-4:]])


# --- checks


def check_tree(robot: RobotDescription, findings: Findings) -> None:
    """Raise ModelError with all errors so far, and those of joints that form no tree of links."""
    above: dict[str | None, JointDescription] = {}
    sound = True
    for joint in robot.joints:
        for end, name in (("parent", joint.parent), ("child", joint.child)):
            if name not in robot.links:
                sound = False
                if name:
                    findings.error(joint.place, f"its {end}: {unknown('link', name, robot.links)}")
    for joint in robot.joints if sound else ():
        other = above.setdefault(joint.child, joint)
        if other is not joint:
            sound = False
            findings.error(
                joint.place,
                f"its child {joint.child!r} has a parent already, by joint {other.name!r} on line"
                f" {other.place.line}; a link has one parent: remove one of the joints.",
            )
    if sound:
        _check_connected(robot, above, findings)
    findings.raise_errors()


def _check_connected(
    robot: RobotDescription, above: Mapping[str | None, JointDescription], findings: Findings
) -> None:
    """Add errors for several roots, and for loops, of links with one joint above each."""
    roots = [link for link in robot.links.values() if link.name not in above]
    if len(roots) > 1:
        findings.error(
            robot.place,
            f"{_listed(roots)}; a robot has one root: connect the others by joints, or remove"
            " them.",
        )
    parents = {link: joint.parent for link, joint in above.items()}
    for loop in cycles(robot.links, parents.get):  # from child to parent
        around = shortened([loop[0], *reversed(loop)])
        message = f"it closes a loop: {around}; a URDF is a tree: remove one of these joints."
        findings.error(above[loop[0]].place, message)


def check_roots(tree: Tree, floating: bool, findings: Findings) -> None:
    """Add an error for a fixed robot with several roots, or a floating one without any."""
    roots = tree.roots
    if floating and not roots:
        message = "every link has a joint to the world, so none can float; leave out floating_base."
        findings.error(tree.branches[0][0].place, message)
    if not floating and len(roots) > 1:
        findings.error(
            roots[1].place,
            f"{_listed(roots)}; load them floating, each"
            " by itself (floating_base=True), or connect them, or the world and them, by joints.",
        )


def _listed(roots: Sequence[LinkDescription]) -> str:
    named = listed([f"{root.name!r} (line {root.place.line})" for root in roots])
    return f"{len(roots)} links are the child of no joint: {named}"


def check_masses(robot: RobotDescription, tree: Tree, findings: Findings) -> None:
    """Remark each link without mass that moves, or that moving links are joined to.

    Links fixed to each other count as one; those that are only fixed to others are frames.
    """
    body: dict[str | None, str | None] = {None: None}
    for link, joint in tree.branches:
        if joint is not None and joint.kind == "fixed":
            body[link.name] = body[joint.parent]
        else:
            body[link.name] = None if link.static else link.name
    inertias = [(body[name], x.inertia) for name, x in robot.links.items() if x.inertia is not None]
    heavy = {name for name, inertia in inertias if inertia.mass > 0.0}
    supporting = {name for name, inertia in inertias if any(inertia.parameters.flat)}
    for joint in reversed(tree.joints):
        if body[joint.child] in supporting:
            supporting.add(body[joint.parent])

    def warn(link: LinkDescription, effect: str) -> None:
        message = f"no mass ({effect}); add <inertial> with its mass and inertia."
        findings.remark(link.place, message)

    moving = [joint for joint in tree.joints if joint.kind != "fixed"]
    for root in tree.roots:
        if root.name not in heavy and (moving or not heavy):
            warn(root, "irrelevant for a fixed base, required for a floating one")
    for joint in moving:
        if joint.child is not None and joint.child not in heavy:
            effect = f"joint {joint.name!r} moves it alone"
            if joint.child not in supporting:
                effect = f"nor has anything beyond: the mass matrix is singular at {joint.name!r}"
            warn(robot.links[joint.child], effect)


def check_units(robot: RobotDescription, findings: Findings) -> None:
    """Remark limits that look like degrees, and masses that lie far outside of their link."""
    sizes = dict.fromkeys(robot.links, 0.0)
    for joint in robot.joints:
        for axis in joint.axes if joint.kind == "revolute" else ():
            most = max(abs(x) for x in (axis.lower, axis.upper, 0.0) if math.isfinite(x))
            if 2.0 * math.tau < most <= LARGEST_DEGREES:
                findings.remark(
                    joint.place,
                    f"its limits {axis.lower:g} and {axis.upper:g} rad are up to"
                    f" {most / math.tau:.3g} turns; are these degrees?",
                )
        for name in (joint.parent, joint.child):
            if name is not None:
                sizes[name] = max(sizes[name], math.hypot(*joint.origin.translation.flat))
    for name, link in robot.links.items():
        sizes[name] = max([sizes[name], *(_size(geometry) for _, geometry in link.geometries)])
    largest = max(sizes.values(), default=0.0)
    for name, link in robot.links.items():
        if link.inertia is None or not link.inertia.mass > 0.0:
            continue
        square = sum(map(float, link.inertia.rotational.flat[::4])) / (2.0 * link.inertia.mass)
        distance, size = math.sqrt(max(square, 0.0)), sizes[name] or largest or 1.0
        if distance > max(LARGEST_RATIO * size, SMALLEST_SUSPECT):
            findings.remark(
                link.place,
                f"its mass is {distance:.3g} m from its frame, in the mean, and the link is of the"
                f" size of {size:.2g} m; are <inertial>'s units kg, m, kg m^2?",
            )


def _size(geometry: Geometry) -> float:
    """How far a shape reaches, about; of a mesh only where it is."""
    edges = [getattr(geometry.shape, name, 0.0) for name in ("size", "radii", "radius", "length")]
    return math.hypot(*geometry.placement.translation.flat) + float(max(map(np.max, edges)))
