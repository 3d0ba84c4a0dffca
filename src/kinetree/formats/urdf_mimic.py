"""Which joint a mimic joint follows in the end, and what that asks of both."""

from collections.abc import Callable, Mapping

from ..errors import unknown
from .urdf_description import JointDescription, MimicDescription, RobotDescription
from .urdf_read import AXIAL

Report = Callable[[int, str, str], None]


def check_mimics(robot: RobotDescription, report: Report) -> None:
    """Report each mimic of an unknown or many-sided source, or of itself in the end.

    `report` takes line, element and message: `findings.error` if the mimics are to be obeyed,
    `findings.warning` if not.
    """
    joints = {joint.name: joint for joint in robot.joints}
    for joint in robot.joints:
        if joint.mimic is not None:
            _check_source(joint.mimic, joints, report)
            _check_cycle(joint, joints, report)


def _check_source(
    mimic: MimicDescription, joints: Mapping[str, JointDescription], report: Report
) -> None:
    source = joints.get(mimic.source)
    if source is None and mimic.source:
        report(mimic.line, mimic.label, unknown("joint", mimic.source, joints))
    if source is not None and source.kind not in AXIAL:
        report(
            mimic.line,
            mimic.label,
            f"its source {source.name!r} is {source.kind}; only the position of a"
            f" {', '.join(AXIAL)} joint can be mimicked.",
        )


def _check_cycle(
    joint: JointDescription, joints: Mapping[str, JointDescription], report: Report
) -> None:
    """Reported once for a cycle, at its first joint by name."""
    cycle = {joint.name: None}  # an ordered set
    mimic = joint.mimic
    while mimic is not None and mimic.source in joints and mimic.source not in cycle:
        cycle[mimic.source] = None
        mimic = joints[mimic.source].mimic
    if mimic is None or mimic.source != joint.name or joint.name != min(cycle):
        return
    around = " -> ".join([*cycle, joint.name])
    report(
        joint.line,
        joint.label,
        f"it mimics itself: {around}; one of these joints must be independent: remove its <mimic>.",
    )


def followed(
    joint: JointDescription, joints: Mapping[str, JointDescription]
) -> tuple[JointDescription, float]:
    """The independent joint that a joint follows, and its velocity relative to it.

    A joint without `<mimic>` follows itself at 1. The mimics must have been checked.
    """
    ratio = 1.0
    while joint.mimic is not None:
        ratio *= joint.mimic.multiplier
        joint = joints[joint.mimic.source]
    return joint, ratio


def needed_as_angles(robot: RobotDescription) -> frozenset[str]:
    """The continuous joints some mimic of which cannot be had from (cos, sin) alone.

    `cos(k a)` is a function of `cos(a), sin(a)` for whole numbers k only, and a translation
    is none at all.
    """
    joints = {joint.name: joint for joint in robot.joints}
    needed: set[str] = set()
    for joint in robot.joints:
        source, ratio = followed(joint, joints)
        if joint.kind == "prismatic" or not ratio.is_integer():
            needed.add(source.name)
    return frozenset(name for name in needed if joints[name].kind == "continuous")
