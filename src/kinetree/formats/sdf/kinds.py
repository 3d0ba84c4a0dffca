"""Convert the joints of an SDF, including mimics and gearboxes, to joint types."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...model.joints import (
    Continuous,
    Fixed,
    Helical,
    Joint,
    Mimic,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)
from ..links import MimicDescription
from ..mimics import followed, needed_as_angles, with_followers
from ..options import Options
from .content import Axis, JointPart
from .frames import Frames, direction
from .gearbox import Gear
from .joint import second_axis
from .tree import SdfTree

_SINGLE = {"screw": "prismatic", "universal": "revolute", "revolute2": "revolute"}


@dataclass(frozen=True, slots=True, eq=False)
class SingleAxis:
    """An axis of a joint, or a joint without axes; it may be a mimic."""

    name: str
    line: int
    label: str
    kind: str
    mimic: MimicDescription | None
    damping: float
    friction: float


def single_axes(tree: SdfTree) -> list[SingleAxis]:
    """All axes of the joints of a tree."""
    return [
        SingleAxis(
            name,
            joint.node.line,
            joint.node.label,
            _SINGLE.get(joint.kind, joint.kind),
            None if axis is None else axis.mimic,
            0.0 if axis is None else axis.damping,
            0.0 if axis is None else axis.friction,
        )
        for joint in tree.joints
        for name, axis in [*_named(joint)] or [(joint.node.name, None)]
    ]


def _named(joint: JointPart) -> Iterator[tuple[str, Axis]]:
    """The axes of a joint, each with the name that mimics use for it."""
    return zip((joint.node.name, second_axis(joint.node.name)), joint.axes, strict=False)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A joint with its parameters: that of the file, or one axis of it."""

    name: str
    joint: Joint
    parameters: dict[str, Any]


class Kinds:
    """Converts joints as the loader's options require."""

    def __init__(
        self, tree: SdfTree, frames: Frames, gears: Sequence[Gear], options: Options
    ) -> None:
        self._frames = frames
        self._all_angles = options.continuous == "angle"
        self._angles = {joint for gear in gears for joint in (gear.joint, gear.source)}
        self._single: dict[str, SingleAxis] = {}
        self._in_mimics: set[str] = set()
        if options.mimic:
            self._single = {axis.name: axis for axis in single_axes(tree)}
            self._angles |= needed_as_angles(self._single.values())
            self._forces = with_followers(self._single.values())
            for axis in self._single.values():
                if axis.mimic is not None:
                    self._in_mimics |= {axis.name, axis.mimic.source}

    def parts(self, joint: JointPart) -> list[Part]:
        """A joint of the tree: two joints in series if mimics use its axes, else one."""
        named = [*_named(joint)]
        if self._in_mimics.isdisjoint(name for name, _ in named):
            whole = self.whole(joint)
            return [Part(joint.node.name, whole, _parameters(joint, joint.axes, whole))]
        return [self._mimic_part(joint, name, axis) for name, axis in named]

    def whole(self, joint: JointPart) -> Joint:
        """The type of a joint that is not split into axes."""
        directions = [self._direction(joint, axis) for axis in joint.axes]
        match joint.kind:
            case "fixed":
                return Fixed()
            case "ball":
                return Spherical()
            case "universal" | "revolute2":
                return Universal(*directions)
            case _:
                cos_sin = self._has_cos_sin(joint.kind, joint.node.name)
                return _about(joint, directions[0], cos_sin)

    def _mimic_part(self, joint: JointPart, name: str, axis: Axis) -> Part:
        """One axis of a joint, which may be a mimic."""
        source, _ = followed(self._single[name], self._single)
        cos_sin = self._has_cos_sin(source.kind, source.name)
        moving = _about(joint, self._direction(joint, axis), cos_sin)
        if axis.mimic is None:
            damping, friction = self._forces[name]
            whole = replace(axis, damping=damping, friction=friction)
            return Part(name, moving, _parameters(joint, [whole], moving))
        mimic = axis.mimic
        follower = Mimic(mimic.source, mimic.multiplier, mimic.offset, moving)
        return Part(name, follower, {})

    def _has_cos_sin(self, kind: str, name: str) -> bool:
        return kind == "continuous" and not self._all_angles and name not in self._angles

    def _direction(self, joint: JointPart, axis: Axis) -> Any:
        return direction(axis, joint.node, self._frames)


def _about(joint: JointPart, direction: Any, cos_sin: bool) -> Joint:
    """A joint with one axis; a rotating one has (cos, sin) coordinates if `cos_sin`."""
    match joint.kind:
        case "prismatic":
            return Prismatic(direction)
        case "screw":
            return Helical(direction, joint.pitch)
        case _:
            return Continuous(direction) if cos_sin else Revolute(direction)


def _parameters(joint: JointPart, axes: Sequence[Axis], kind: Joint) -> dict[str, Any]:
    """Parameters, one value for each axis; a continuous joint has no position limits."""
    if not axes:
        return {}
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
