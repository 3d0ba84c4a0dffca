"""Gearboxes as couplings of the joints between their links."""

import math
from dataclasses import dataclass

from ..findings import Findings
from .content import Axis, JointPart, Node
from .frames import Frames, direction
from .tree import SdfTree

PARALLEL = 1e-3


@dataclass(frozen=True, slots=True)
class Gear:
    """A coupling: `joint` rotates `ratio` times as far as `source`, both names of joints."""

    name: str
    joint: str
    source: str
    ratio: float


def gears(tree: SdfTree, frames: Frames, findings: Findings) -> list[Gear]:
    """The gearboxes of a robot, with a warning for each that does not couple two hinges.

    Its child rotates -gearbox_ratio times as far as its parent, both about its axes and relative to
    its reference body.
    """
    hinges = {
        frozenset((frames.body(joint.parent), frames.body(joint.child))): joint
        for joint in tree.joints
        if joint.kind in ("revolute", "continuous")
    }
    found: list[Gear] = []
    for box in tree.gearboxes:
        first = _hinge(box, box.parent, box.axes[0], hinges, frames)
        second = _hinge(box, box.child, box.axes[1], hinges, frames)
        if first is None or second is None:
            message = (
                "this gearbox is left out; a model keeps one if a hinge along its axis connects"
                " its reference body with its parent, and another one with its child."
            )
            findings.warning(box.node.line, box.node.label, message)
            continue
        ratio = -box.ratio * first[1] * second[1]
        found.append(Gear(box.node.name, second[0], first[0], ratio))
    return found


def _hinge(
    box: JointPart,
    end: Node,
    axis: Axis,
    hinges: dict[frozenset[Node], JointPart],
    frames: Frames,
) -> tuple[str, int] | None:
    """The hinge from the reference body to one end, and the sign of its angle in the gearbox."""
    body = frames.body(box.reference or box.parent)
    hinge = hinges.get(frozenset((body, frames.body(end))))
    if hinge is None:
        return None
    a, b = (list(direction(x, hinge.node, frames)) for x in (axis, hinge.axes[0]))
    cosine = sum(x * y for x, y in zip(a, b, strict=True)) / (math.hypot(*a) * math.hypot(*b))
    if abs(cosine) < 1.0 - PARALLEL:
        return None
    forward = (cosine > 0) == (frames.body(hinge.parent) is body)
    return hinge.node.name, 1 if forward else -1
