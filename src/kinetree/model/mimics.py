"""Joints that follow others: what their own parameters become."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from ..errors import ModelError, warn
from ..parameters import OF_JOINTS
from .description import Description
from .joints import Joint, Mimic
from .numbering import numbered
from .structure import Node
from .values import angle_of

POSITION_LIMITS: Final = ("lower_position_limits", "upper_position_limits")
DEFAULTS: Final = {key: x.default for key, x in OF_JOINTS.items() if x.default is not None}


def with_follower(
    robot: Description, follower: Node, source: str, multiplier: float, offset: float
) -> Description:
    """The robot with one of its joints as a mimic, which has no coordinates."""
    joint = follower.name
    if isinstance(follower.type, Mimic):
        raise ModelError(
            f"{robot.name}: joint {joint!r} follows {follower.type.source!r} already; begin with "
            "the model in which it does not."
        )
    kind = Mimic(source, multiplier, offset, follower.type)
    configurations = {
        name: {key: x for key, x in q.items() if key != joint}
        for name, q in robot.reference_configurations.items()
    }
    joints = tuple(replace(b, joint=kind) if b.name == joint else b for b in robot.joints)
    return with_mimics(replace(robot, joints=joints, reference_configurations=configurations))


def with_mimics(robot: Description) -> Description:
    """The robot with the parameters of its mimics added to those of their sources.

    Damping and dry friction of a joint that follows at k times the velocity act at its source, with
    the force k f(k v): damping k^2 d and friction |k| f. Its limits bound the source.
    """
    if not any(isinstance(body.joint, Mimic) for body in robot.joints):
        return robot
    robot = numbered(robot)
    values: dict[str, dict[str, Any]] = {
        b.name: {key: np.array(x) for key, x in {**DEFAULTS, **b.parameters}.items()}
        for b in robot.joints
    }
    left_out: list[str] = []
    for body in robot.joints:
        if isinstance(body.joint, Mimic) and body.parameters:
            source, mimic, k = values[body.joint.source], values[body.name], body.joint.multiplier
            source["actuated"] |= mimic["actuated"]
            for key, factor in (("armature", k**2), ("damping", k**2), ("friction", abs(k))):
                source[key] = source[key] + factor * mimic[key]
            if added := k**2 * mimic["stiffness"][0]:  # springs in parallel
                slack = (mimic["spring_reference"][0] - body.joint.offset) / k
                source["stiffness"][0] += added
                reference = source["spring_reference"]
                reference[0] += added / source["stiffness"][0] * (slack - reference[0])
            left_out += _bound(source, mimic, body.name, body.joint)
    if left_out:
        joints = ", ".join(left_out)
        warn(f"{robot.name}: limits of joints that follow others are left out: {joints}.")
    return replace(robot, joints=tuple(replace(b, parameters=values[b.name]) for b in robot.joints))


def _bound(
    source: dict[str, Any], limits: dict[str, Any], name: str, mimic: Mimic
) -> Iterator[str]:
    """Bound the limits of a source by those of the joint of this name that follows it.

    Yields those of its position, and why, if they cannot bound the source. At k times the velocity
    its force f is k f at the source. Nothing drives a follower whose limits of velocity or effort
    are not above 0: they bound nothing.
    """
    k, offset = float(mimic.multiplier), float(mimic.offset)
    if k == 0.0:
        return
    for key, factor in (("velocity_limits", 1.0 / abs(k)), ("effort_limits", abs(k))):
        limit = limits[key].item(0)
        source[key] = np.minimum(source[key], factor * limit if limit > 0.0 else np.inf)
    own = [limits[key].item(0) for key in POSITION_LIMITS]
    low, high = sorted((x - offset) / k for x in own)
    lower, upper = (source[key] for key in POSITION_LIMITS)
    lower, upper = np.maximum(lower, low), np.minimum(upper, high)
    if mimic.kind.nq == 1 and lower <= upper:
        source |= zip(POSITION_LIMITS, (lower, upper), strict=True)
    elif np.isfinite(own).any():
        why = "is never within them" if mimic.kind.nq == 1 else "turns without end"
        yield f"{name!r}, {own[0]:g} to {own[1]:g} (it follows {mimic.source!r}, which {why})"


def coordinate(kind: Joint, q: Sequence[float]) -> float:
    """The coordinate of a joint, an angle for (cos, sin); nan for a joint with several."""
    if len(q) == 2 and kind.nv <= 1:
        q = angle_of(np.array(q)).tolist()
    value = float(q[0]) if len(q) == 1 else float("nan")
    return kind.multiplier * value + kind.offset if isinstance(kind, Mimic) else value
