"""Check that the joints of a URDF form one tree of its links."""

from ...errors import unknown
from ..description import JointDescription, RobotDescription, listed_roots
from ..findings import Findings
from ..tree import cycles, shortened


def check_tree(robot: RobotDescription, findings: Findings) -> None:
    """Raise ModelError with all errors in `findings`, those found here and those found before."""
    if _ends_exist(robot, findings) and _one_parent_each(robot, findings):
        above = {joint.child: joint for joint in robot.joints}
        roots = [link for link in robot.links.values() if link.name not in above]
        if len(roots) > 1:
            findings.error(
                robot,
                f"{listed_roots(roots)}; a robot has one root:"
                " connect the others by joints, or remove them.",
            )

        def parent_of(link: str) -> str | None:
            return above[link].parent if link in above else None

        for loop in cycles(robot.links, parent_of):  # from child to parent
            around = shortened([loop[0], *reversed(loop)])
            message = f"it closes a loop: {around}; a URDF is a tree: remove one of these joints."
            findings.error(above[loop[0]], message)
    findings.raise_errors()


def _ends_exist(robot: RobotDescription, findings: Findings) -> bool:
    """Whether every joint names a parent and a child that are links of the robot."""
    fine = True
    for joint in robot.joints:
        for end, name in (("parent", joint.parent), ("child", joint.child)):
            if name in robot.links:
                continue
            fine = False
            if name:
                findings.error(joint, f"its {end}: {unknown('link', name, robot.links)}")
    return fine


def _one_parent_each(robot: RobotDescription, findings: Findings) -> bool:
    """Whether no link is the child of two joints."""
    first: dict[str | None, JointDescription] = {}
    for joint in robot.joints:
        other = first.setdefault(joint.child, joint)
        if other is not joint:
            findings.error(
                joint,
                f"its child {joint.child!r} has a parent already, by joint {other.name!r} on line"
                f" {other.line}; a link has one parent: remove one of the joints.",
            )
    return len(first) == len(robot.joints)
