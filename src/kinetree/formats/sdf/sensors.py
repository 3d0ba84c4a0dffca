"""Read the `<sensor>` elements of links and joints: IMUs and force-torque sensors."""

from collections.abc import Iterator
from typing import Final

from ...model import Sensor
from ...model.sensors import KINDS
from ...spatial import SE3
from ..description import SensorDescription
from ..origins import IDENTITY
from ..xml import Element
from .nodes import Frames, Node, Scope
from .reader import SdfReader

DIRECTIONS: Final = {"parent_to_child": 1.0, "child_to_parent": -1.0}


def read_sensors(scope: Scope, node: Node, frames: Frames) -> Iterator[SensorDescription]:
    """The quantities of the sensors of a link or a joint, named NODE::SENSOR::QUANTITY.

    A wrench has the axes of the child, or of the sensor; on the parent it acts the other way.
    """
    reader, link = scope.reader, frames.link(node)
    for element in node.element.all("sensor"):
        kind = element.attributes.get("type", "")
        rows = [x for x in KINDS.values() if x.sdf.startswith(f"{node.kind}/{kind}/")]
        if link is None or not rows:
            continue
        values = reader.child(element, kind) or Element(kind, {}, element.line, element)
        pose, base = scope.pose(element, node)
        placement, gain = frames.between(frames.body(node), base) @ pose, 1.0
        if node.kind == "joint":
            axes = reader.content(values, "frame") or "child"
            direction = reader.content(values, "measure_direction") or "child_to_parent"
            if axes not in ("child", "sensor") or direction not in DIRECTIONS:
                message = f"left out: axes of the {axes}, {direction}; expected child or sensor, "
                reader.warning(element, f"{message}{' or '.join(DIRECTIONS)}.")
                continue
            placement = SE3(IDENTITY, placement.translation) if axes == "child" else placement
            gain = DIRECTIONS[direction]
        for row in rows:
            tag = row.sdf.rpartition("/")[2]
            name = f"{node.name}::{reader.name(element)}::{tag}"
            noise = _noise(reader, reader.child(values, tag))
            sensor = Sensor(name, row.name, link, placement=placement, noise=noise, gain=gain)
            yield SensorDescription(name, element, sensor, node.name)


def _noise(reader: SdfReader, quantity: Element | None) -> float:
    """The largest standard deviation of the noise along the axes of a quantity."""
    axes = () if quantity is None else quantity.children
    noises = [x for axis in axes for x in axis.all("noise") if x.attributes.get("type") != "none"]
    return max((reader.number(x, "stddev", 0.0) for x in noises), default=0.0)
