"""Joint types of a description, and joints that follow others: mimics and gearboxes."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from ..errors import unknown
from ..model import Coupling, joints
from ..model.bases import actuation
from ..model.joints import Joint, Mimic
from ..model.joints.mimic import MOST_TURNS
from ..spatial import SE3
from .description import AxisDescription, JointDescription, RobotDescription
from .findings import Findings
from .source import Options
from .tree import Tree, cycles

AXIAL: Final = ("revolute", "continuous", "prismatic")
"""The kinds of joints that can be a mimic's source."""
TYPES: Final = dict[str, type[Joint]](
    fixed=joints.Fixed,
    floating=joints.FreeFlyer,
    planar=joints.Planar,
    ball=joints.Spherical,
    revolute=joints.Revolute,
    continuous=joints.Continuous,
    prismatic=joints.Prismatic,
    screw=joints.Helical,
    universal=joints.Universal,
)
"""The joint types by their names in URDF and SDF."""
PARALLEL: Final = 1e-3

Axes = Mapping[str, AxisDescription]
Parameters = Mapping[str, float | list[float]]


class JointTypes:
    """Converts joints as the loader's options require; `angles` are no (cos, sin) in any case."""

    def __init__(self, tree: Tree, angles: set[str], options: Options) -> None:
        self._all_angles = options.continuous == "angle"
        self._angles = angles
        self._sources: dict[str, AxisDescription] = {}
        self._in_mimics: set[str] = set()
        axes = axes_of(tree.joints if options.mimic else ())
        followed = _followed(axes)
        for axis in axes.values():
            source, k = followed[axis.name]
            self._sources[axis.name] = source
            if axis.mimic is not None:
                self._in_mimics |= {axis.name, axis.mimic.source}
            # cos(k a) is a function of cos(a), sin(a) for integers k only, of about k products
            turns = axis.kind != "prismatic" and k.is_integer() and abs(k) <= MOST_TURNS
            if source.kind == "continuous" and not turns:
                self._angles.add(source.name)

    def parts(self, joint: JointDescription) -> Iterator[tuple[str, Joint, Parameters]]:
        """A joint of the tree: two joints in series if mimics use its axes, else one."""
        if self._in_mimics.isdisjoint(axis.name for axis in joint.axes):
            whole = self.whole(joint)
            yield joint.name, whole, _parameters(joint, joint.axes, whole)
            return
        for axis in joint.axes:
            kind, mimic = self._about(joint, axis), axis.mimic
            values = _parameters(joint, [axis], kind)
            if mimic is not None:
                kind = Mimic(mimic.source, mimic.multiplier, mimic.offset, kind)
                values = {**values, "stiffness": [0.0]}
            yield axis.name, kind, values

    def whole(self, joint: JointDescription) -> Joint:
        """The type of a joint that is not split into axes."""
        if not joint.axes:
            return TYPES[joint.kind]()
        if len(joint.axes) == 1:
            return self._about(joint, joint.axes[0])
        return joints.Universal(*(axis.xyz for axis in joint.axes))

    def _about(self, joint: JointDescription, axis: AxisDescription) -> Joint:
        """The type of one axis; a rotating one has coordinates as the axis that it follows."""
        if joint.kind == "prismatic":
            return joints.Prismatic(axis.xyz)
        if joint.kind == "screw":
            return joints.Helical(axis.xyz, joint.pitch)
        source = self._sources.get(axis.name, axis)
        angle = self._all_angles or source.name in self._angles or source.kind != "continuous"
        return joints.Revolute(axis.xyz) if angle else joints.Continuous(axis.xyz)


def _parameters(
    joint: JointDescription, axes: Sequence[AxisDescription], kind: Joint
) -> Parameters:
    """Parameters, one value for each axis; a continuous joint has no position limits."""
    if not axes:
        return actuation(kind)
    bounded = joint.kind != "continuous"
    slack = [axis.spring_reference for axis in axes]
    if isinstance(kind, joints.Continuous):
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


# --- mimics


def axes_of(descriptions: Iterable[JointDescription]) -> dict[str, AxisDescription]:
    """The axes of joints by name; a joint without axes stands for itself, at rest."""
    axes: dict[str, AxisDescription] = {}
    for joint in descriptions:
        whole = AxisDescription(joint.name, joint.place, joint.kind)
        axes.update((axis.name, axis) for axis in joint.axes or (whole,))
    return axes


def check_mimics(
    descriptions: Iterable[JointDescription], findings: Findings, are_loaded: bool
) -> None:
    """Report each mimic of an unknown source, of one with several coordinates, or of itself.

    They are errors if mimics are loaded, else remarks.
    """
    report = findings.error if are_loaded else findings.remark
    axes = axes_of(descriptions)
    sources: dict[str, str] = {}
    for axis in axes.values():
        mimic = axis.mimic
        if mimic is None:
            continue
        source = axes.get(mimic.source)
        if source is not None:
            sources[axis.name] = source.name
        elif mimic.source:
            report(mimic.place, unknown("joint", mimic.source, axes))
        if source is not None and source.kind not in AXIAL:
            report(
                mimic.place,
                f"its source {source.name!r} is {source.kind}; only the position of a"
                f" {', '.join(AXIAL)} joint can be mimicked.",
            )
    for cycle in cycles(axes, sources.get):
        start = cycle.index(min(cycle))
        around = " -> ".join([*cycle[start:], *cycle[:start], cycle[start]])
        report(
            axes[cycle[start]].place,
            f"it mimics itself: {around}; one of these joints must be independent: remove its"
            " <mimic>.",
        )


def _followed(axes: Axes) -> dict[str, tuple[AxisDescription, float]]:
    """The independent axis that each follows, itself without `<mimic>`, and at which ratio."""
    followed: dict[str, tuple[AxisDescription, float]] = {}
    for axis in axes.values():
        chain: list[tuple[str, float]] = []
        while axis.name not in followed and axis.mimic is not None:
            chain.append((axis.name, axis.mimic.multiplier))
            axis = axes[axis.mimic.source]
        source, ratio = followed.setdefault(axis.name, (axis, 1.0))
        for name, multiplier in reversed(chain):
            ratio *= multiplier
            followed[name] = source, ratio
    return followed


# --- gearboxes


def gears(robot: RobotDescription, tree: Tree, findings: Findings) -> Iterator[Coupling]:
    """The gearboxes of a robot, with a warning for each that does not couple two hinges.

    Its child rotates -gearbox_ratio times as far as its parent, both about its axes and relative to
    its reference body.
    """
    hinges = {
        frozenset((joint.parent, joint.child)): joint
        for joint in tree.joints
        if joint.kind in ("revolute", "continuous")
    }
    for box in robot.joints:
        if box.kind != "gearbox":
            continue
        ends: list[tuple[str, int]] = []
        for link, axis in zip((box.parent, box.child), box.axes, strict=True):
            hinge = hinges.get(frozenset((box.reference, link)))
            sign = 0 if hinge is None else _sign(robot, box, axis, hinge)
            if hinge is not None and sign:
                ends.append((hinge.name, sign))
        if len(ends) == 2:
            (source, first), (follower, second) = ends
            yield Coupling(box.name, follower, source, (0.0, -box.ratio * first * second))
            continue
        findings.warning(
            box.place,
            "this gearbox is left out; a model keeps one if a hinge along its axis connects"
            " its reference body with its parent, and another one with its child.",
        )


def _sign(
    robot: RobotDescription, box: JointDescription, axis: AxisDescription, hinge: JointDescription
) -> int:
    """The sign of a hinge's angle about an axis of a gearbox, away from its reference body.

    0 if they are not parallel at the configuration of the file.
    """
    a, b = _in_world(robot, box, axis), _in_world(robot, hinge, hinge.axes[0])
    cosine = sum(x * y for x, y in zip(a, b, strict=True)) / (math.hypot(*a) * math.hypot(*b))
    if abs(cosine) < 1.0 - PARALLEL:
        return 0
    return 1 if (cosine > 0) == (hinge.parent == box.reference) else -1


def _in_world(
    robot: RobotDescription, joint: JointDescription, axis: AxisDescription
) -> list[float]:
    """The direction of an axis in the world."""
    link = SE3.identity() if joint.parent is None else robot.links[joint.parent].origin
    return [float(x) for x in ((link @ joint.origin).rotation @ axis.xyz).flat]
