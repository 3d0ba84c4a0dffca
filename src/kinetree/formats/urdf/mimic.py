"""Which joint a mimic joint follows in the end, and what that asks of both."""

from collections.abc import Callable, Mapping

from ...errors import unknown
from ...model.joints.mimic import MOST_TURNS
from .description import JointDescription, MimicDescription, RobotDescription
from .read import AXIAL

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
    _check_cycles(joints, report)


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


def _check_cycles(joints: Mapping[str, JointDescription], report: Report) -> None:
    """Each cycle is reported once, at its first joint by name."""
    seen: set[str] = set()
    for name in joints:
        path: list[str] = []
        while name in joints and name not in seen and (mimic := joints[name].mimic) is not None:
            seen.add(name)
            path.append(name)
            name = mimic.source
        if name in path:
            _report_cycle(path[path.index(name) :], joints, report)


def _report_cycle(cycle: list[str], joints: Mapping[str, JointDescription], report: Report) -> None:
    start = cycle.index(min(cycle))
    first = joints[cycle[start]]
    around = " -> ".join([*cycle[start:], *cycle[:start], first.name])
    report(
        first.line,
        first.label,
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

    `cos(k a)` is a function of `cos(a), sin(a)` for whole numbers k only, one of about k products,
    and a translation is none at all.
    """
    joints = {joint.name: joint for joint in robot.joints}
    needed: set[str] = set()
    for joint in robot.joints:
        source, ratio = followed(joint, joints)
        if joint.kind == "prismatic" or not ratio.is_integer() or abs(ratio) > MOST_TURNS:
            needed.add(source.name)
    return frozenset(name for name in needed if joints[name].kind == "continuous")
