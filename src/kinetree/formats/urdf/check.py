"""Missing limits and tensors of a URDF that can be loaded."""

from ..findings import Findings
from .content import RobotDescription
from .read import LIMITED


def check_gaps(robot: RobotDescription, findings: Findings) -> None:
    """Add a warning for each joint that should have limits, and each mass without a tensor.

    They are also issued when it is loaded, with defaults for the missing values.
    """
    for joint in robot.joints:
        if joint.kind in LIMITED and joint.limit is None:
            findings.warning(
                joint.line,
                joint.label,
                f"a {joint.kind} joint without <limit>, loaded without limits; add"
                ' <limit lower="..." upper="..." velocity="..." effort="..."/>.',
            )
        if joint.kind in LIMITED and joint.limit is not None and not joint.limit.bounded:
            wheel = ", or make the joint continuous" if joint.kind == "revolute" else ""
            findings.warning(
                joint.line,
                joint.label,
                "its <limit> has no lower and no upper, which are then 0: the joint cannot move;"
                f' add lower="..." upper="..."{wheel}.',
            )
    for link in robot.links.values():
        if link.inertial is not None and link.inertial.pointlike:
            findings.warning(
                link.inertial.line,
                link.inertial.label,
                "no <inertia>, taken as a point mass; add one (all zero for a point mass).",
            )
