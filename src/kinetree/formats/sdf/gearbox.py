"""Gearboxes as couplings of the joints between their links."""

import math
from collections.abc import Mapping

from ...model import Coupling
from ..findings import Findings
from ..tree import Tree
from .content import JointPart, Node, SdfDescription
from .frames import Frames

PARALLEL = 1e-3


def gears(tree: Tree, robot: SdfDescription, frames: Frames, findings: Findings) -> list[Coupling]:
    """The gearboxes of a robot, with a warning for each that does not couple two hinges.

    Its child rotates -gearbox_ratio times as far as its parent, both about its axes and relative to
    its reference body.
    """
    in_tree = {joint.name for joint in tree.joints}
    hinges = {
        frozenset((frames.body(joint.parent), frames.body(joint.child))): joint
        for joint in robot.joints
        if joint.kind in ("revolute", "continuous") and joint.node.name in in_tree
    }
    couplings: list[Coupling] = []
    for box in robot.joints:
        if box.kind != "gearbox":
            continue
        first = _hinge(box, box.parent, 0, hinges, frames)
        second = _hinge(box, box.child, 1, hinges, frames)
        if first is None or second is None:
            findings.warning(
                box.node,
                "this gearbox is left out; a model keeps one if a hinge along its axis connects"
                " its reference body with its parent, and another one with its child.",
            )
            continue
        ratio = -box.ratio * first[1] * second[1]
        couplings.append(Coupling(box.node.name, second[0], first[0], (0.0, ratio)))
    return couplings


def _hinge(
    box: JointPart,
    end: Node,
    number: int,
    hinges: Mapping[frozenset[Node], JointPart],
    frames: Frames,
) -> tuple[str, int] | None:
    """The hinge from the reference body to one end, and the sign of its angle in the gearbox.

    `number` is that of the gearbox's axis for this end.
    """
    body = frames.body(box.reference or box.parent)
    hinge = hinges.get(frozenset((body, frames.body(end))))
    if hinge is None:
        return None
    a = frames.direction(box.axes[number].xyz, box.frames[number], hinge.node)
    b = frames.direction(hinge.axes[0].xyz, hinge.frames[0], hinge.node)
    cosine = sum(x * y for x, y in zip(a, b, strict=True)) / (math.hypot(*a) * math.hypot(*b))
    if abs(cosine) < 1.0 - PARALLEL:
        return None
    forward = (cosine > 0) == (frames.body(hinge.parent) is body)
    return hinge.node.name, 1 if forward else -1
