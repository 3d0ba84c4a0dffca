"""Convert the joints of a description, including mimics, to joint types."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..model.editing import actuation
from ..model.joints import (
    Continuous,
    Fixed,
    FreeFlyer,
    Helical,
    Joint,
    Mimic,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)
from .description import AxisDescription, JointDescription
from .mimics import axes_of, followed, needed_as_angles, with_followers
from .options import Options

WITHOUT_AXES: dict[str, type[Joint]] = {
    "fixed": Fixed,
    "floating": FreeFlyer,
    "planar": Planar,
    "ball": Spherical,
}


@dataclass(frozen=True, slots=True)
class Part:
    """A joint with its parameters: that of the file, or one axis of it."""

    name: str
    joint: Joint
    parameters: Mapping[str, float | list[float]]


class JointTypes:
    """Converts joints as the loader's options require; `angles` are no (cos, sin) in any case."""

    def __init__(
        self, joints: Sequence[JointDescription], angles: set[str], options: Options
    ) -> None:
        self._all_angles = options.continuous == "angle"
        self._axes = axes_of(joints if options.mimic else ())
        self._angles = angles | needed_as_angles(self._axes)
        self._forces = with_followers(self._axes)
        mimics = [axis for axis in self._axes.values() if axis.mimic is not None]
        self._in_mimics = {axis.name for axis in mimics}
        self._in_mimics.update(axis.mimic.source for axis in mimics if axis.mimic is not None)

    def parts(self, joint: JointDescription) -> Iterator[Part]:
        """A joint of the tree: two joints in series if mimics use its axes, else one."""
        if self._in_mimics.isdisjoint(axis.name for axis in joint.axes):
            whole = self.whole(joint)
            yield Part(joint.name, whole, _parameters(joint, joint.axes, whole))
            return
        for axis in joint.axes:
            source, _ = followed(axis, self._axes)
            moving = self._about(joint, axis, source)
            if axis.mimic is not None:
                mimic = axis.mimic
                follower = Mimic(mimic.source, mimic.multiplier, mimic.offset, moving)
                yield Part(axis.name, follower, {})
                continue
            damping, friction = self._forces[axis.name]
            alone = replace(axis, damping=damping, friction=friction)
            yield Part(axis.name, moving, _parameters(joint, [alone], moving))

    def whole(self, joint: JointDescription) -> Joint:
        """The type of a joint that is not split into axes."""
        match joint.axes:
            case ():
                return WITHOUT_AXES[joint.kind]()
            case (axis,):
                return self._about(joint, axis, axis)
            case _:
                return Universal(*(axis.xyz for axis in joint.axes))

    def _about(
        self, joint: JointDescription, axis: AxisDescription, source: AxisDescription
    ) -> Joint:
        """The type of one axis; a rotating one has coordinates as `source`, which it follows."""
        match joint.kind:
            case "prismatic":
                return Prismatic(axis.xyz)
            case "screw":
                return Helical(axis.xyz, joint.pitch)
            case _:
                is_angle = self._all_angles or source.name in self._angles
                circle = source.kind == "continuous" and not is_angle
                return Continuous(axis.xyz) if circle else Revolute(axis.xyz)


def _parameters(
    joint: JointDescription, axes: Sequence[AxisDescription], kind: Joint
) -> Mapping[str, float | list[float]]:
    """Parameters, one value for each axis; a continuous joint has no position limits."""
    if not axes:
        return actuation(kind)
    bounded = joint.kind != "continuous"
    slack = [axis.spring_reference for axis in axes]
    if isinstance(kind, Continuous):
        slack = [math.cos(slack[0]), math.sin(slack[0])]
    return {
        "lower_position_limits": [axis.lower for axis in axes] if bounded else -math.inf,
        "upper_position_limits": [axis.upper for axis in axes] if bounded else math.inf,
        "velocity_limits": [axis.velocity for axis in axes],
        "effort_limits": [axis.effort for axis in axes],
        "damping": [axis.damping for axis in axes],
        "friction": [axis.friction for axis in axes],
        "stiffness": [axis.stiffness for axis in axes],
        "spring_reference": slack,
    }
