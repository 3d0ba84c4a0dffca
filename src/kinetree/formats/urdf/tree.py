"""Check that the joints of a URDF form one tree of its links, and order it."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import unknown
from ..findings import Findings
from .content import JointDescription, RobotDescription


@dataclass(frozen=True, slots=True)
class Tree:
    """The root link, and the joints depth first, siblings by name: Pinocchio's order."""

    root: str
    joints: tuple[JointDescription, ...]


def find_tree(robot: RobotDescription, findings: Findings) -> Tree:
    """The tree of a robot.

    Raises ModelError with all errors in `findings`, those found here and those found before.
    """
    joints: list[JointDescription] = []
    roots: list[str] = []
    if _ends_exist(robot, findings) and _one_parent_each(robot, findings):
        children = {joint.child for joint in robot.joints}
        roots = [name for name in robot.links if name not in children]
        joints = _depth_first(roots, robot.joints)
        _check_roots(robot, roots, findings)
        _check_loops(robot, roots, joints, findings)
    findings.raise_errors()
    return Tree(roots[0], tuple(joints))


def _ends_exist(robot: RobotDescription, findings: Findings) -> bool:
    """Whether every joint names a parent and a child that are links of the robot."""
    fine = True
    for joint in robot.joints:
        for end, name in (("parent", joint.parent), ("child", joint.child)):
            if name in robot.links:
                continue
            fine = False
            if name:
                message = f"its {end}: {unknown('link', name, robot.links)}"
                findings.error(joint.line, joint.label, message)
    return fine


def _one_parent_each(robot: RobotDescription, findings: Findings) -> bool:
    """Whether no link is the child of two joints."""
    fine = True
    first: dict[str, JointDescription] = {}
    for joint in robot.joints:
        other = first.setdefault(joint.child, joint)
        if other is joint:
            continue
        fine = False
        findings.error(
            joint.line,
            joint.label,
            f"its child {joint.child!r} has a parent already, by joint {other.name!r} on line"
            f" {other.line}; a link has one parent: remove one of the joints.",
        )
    return fine


def _depth_first(
    roots: Sequence[str], joints: Sequence[JointDescription]
) -> list[JointDescription]:
    """The joints that can be reached from the roots, depth first, siblings by name."""
    below: dict[str, list[JointDescription]] = {}
    for joint in sorted(joints, key=lambda joint: joint.name, reverse=True):
        below.setdefault(joint.parent, []).append(joint)
    order: list[JointDescription] = []
    waiting = [joint for root in reversed(roots) for joint in below.get(root, [])]
    while waiting:
        joint = waiting.pop()
        order.append(joint)
        waiting.extend(below.get(joint.child, []))
    return order


def _check_roots(robot: RobotDescription, roots: Sequence[str], findings: Findings) -> None:
    """Add an error for several roots; loops are reported separately."""
    if len(roots) < 2:
        return
    named = ", ".join(f"{name!r} (line {robot.links[name].line})" for name in roots[:10])
    more = f" and {len(roots) - 10} more" if roots[10:] else ""
    findings.error(
        robot.line,
        robot.label,
        f"{len(roots)} links are the child of no joint: {named}{more}; a robot has one root:"
        " connect the others by joints, or remove them.",
    )


def _check_loops(
    robot: RobotDescription,
    roots: Sequence[str],
    reached: Sequence[JointDescription],
    findings: Findings,
) -> None:
    """Add an error for each loop, found from links that no root reaches by their parents."""
    to_parent = {joint.child: joint for joint in robot.joints}
    visited = {*roots, *(joint.child for joint in reached)}
    for name in robot.links:
        path: list[str] = []
        while name not in visited:
            visited.add(name)
            path.append(name)
            name = to_parent[name].parent
        if name in path:
            _report_loop(path[path.index(name) :], to_parent[name], findings)


def _report_loop(loop: Sequence[str], joint: JointDescription, findings: Findings) -> None:
    """`loop` goes from child to parent; `joint` is the one above its first link."""
    around = [loop[0], *reversed(loop)]
    if len(around) > 10:
        around = [*around[:5], "...", *around[-4:]]
    findings.error(
        joint.line,
        joint.label,
        f"it closes a loop: {' -> '.join(around)}; a URDF is a tree: remove one of these joints.",
    )
