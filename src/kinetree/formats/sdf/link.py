"""Read `<link>` elements: inertias and shapes; and the `<sensor>` elements of links and joints."""

import math
from collections.abc import Callable, Iterator
from typing import Final

from ...model import Sensor
from ...model.sensors import KINDS
from ...model.shapes import Ellipsoid, Plane, Shape
from ...spatial import SE3, Inertia
from .. import visuals
from ..description import Color, LinkDescription, SensorDescription
from ..origins import IDENTITY, Matrix, rotation_of_quaternion
from ..visuals import color_of
from ..xml import Element
from .nodes import Frames, Node, Scope
from .reader import SdfReader

_ONE: Final = "by the specification it is 1 (kg, kg m^2): write it."
DIRECTIONS: Final = {"parent_to_child": 1.0, "child_to_parent": -1.0}


def read_link(scope: Scope, node: Node, frames: Frames, position: int) -> LinkDescription:
    """The link of a node, at a place in the order of siblings."""
    reader, element = scope.reader, node.element
    inertia = None if scope.static else _inertia(reader, element)

    def geometry(part: Element) -> tuple[Shape, SE3, Color | None] | None:
        if [x.tag for y in part.all("geometry") for x in y.children] == ["empty"]:
            return None
        place, shape = reader.shape(part, SHAPES)
        pose, base = scope.pose(part, node)
        pose = frames.between(node, base) @ pose
        if isinstance(shape, Plane):
            pose @= SE3(_tilt(reader, place), (0.0, 0.0, 0.0))
        return shape, pose, _color(reader, part)

    def sliding(part: Element) -> float:
        parts = [part]
        for tag in ("surface", "friction", "ode"):
            parts = [child for x in parts for child in x.all(tag)]
        return reader.friction_in(parts, "mu", "mu2")

    geometries = reader.geometries(element, node.name, geometry, sliding)
    origin, static = frames.between(frames.world, node), scope.static
    return LinkDescription(node.name, element, inertia, geometries, static, origin, position)


def _inertia(reader: SdfReader, link: Element) -> Inertia:
    """The `<inertial>` of a link; missing values are 1 (kg, kg m^2), by the specification."""
    element = reader.child(link, "inertial")
    if element is None:
        reader.warning(link, f"no <inertial>; {_ONE}")
        return Inertia(1.0, (0.0, 0.0, 0.0), IDENTITY)
    if reader.is_set(element, "auto", (1, 11)):
        message = (
            'auto="true": simulators compute it from the collision shapes, kinetree does not; write'
            " <mass>, <pose> and <inertia>."
        )
        reader.error(element, message)
    mass = reader.mass(element, "mass", 1.0)
    origin, base = reader.pose(element)
    if base not in ("", link.attributes.get("name")):
        reader.error(element, f"its pose is one in the link; it cannot be relative to {base!r}.")
    moments = reader.child(element, "inertia")
    tags = dict.fromkeys(("mass", "inertia"), element)
    tags |= dict.fromkeys(("ixx", "iyy", "izz"), moments) if moments is not None else {}
    lacking = [tag for tag, parent in tags.items() if not parent.all(tag)]
    if lacking:
        reader.warning(element, f"no {', '.join(f'<{tag}>' for tag in lacking)}; {_ONE}")
    tensor = IDENTITY if moments is None else reader.tensor(moments, 1.0, 0.0)
    return reader.inertia(element, mass, origin, tensor)


def _color(reader: SdfReader, element: Element) -> Color | None:
    """The diffuse colour of a visual, or the ambient one; None if it cannot be read."""
    material = reader.child(element, "material")
    if material is None:
        return None
    written = reader.child(material, "diffuse") or reader.child(material, "ambient")
    if written is None:
        return None
    color = color_of([*written.text.split(), "1"][:4])
    if color is None:
        message = f"{written.text!r} is left out; expected three or four numbers from 0 to 1."
        reader.warning(written, message)
    return color


def _mesh(reader: SdfReader, element: Element) -> Shape:
    uri = reader.content(element, "uri")
    if not uri:
        reader.error(element, "no <uri>; write <uri>model://NAME/meshes/part.dae</uri>.")
    return reader.mesh(element, uri)


SHAPES: Final[dict[str, Callable[[SdfReader, Element], Shape]]] = {
    **visuals.SHAPES,
    "ellipsoid": lambda reader, element: Ellipsoid(reader.vector(element, "radii")),
    "plane": lambda reader, element: Plane(),
    "mesh": _mesh,
}


def _tilt(reader: SdfReader, plane: Element) -> Matrix:
    """A rotation that takes z to the normal of a plane, by the smallest angle if it points up."""
    written = reader.optional(plane, "normal")
    if written is None:
        return IDENTITY
    x, y, z = reader.direction("normal", written, (0.0, 0.0, 1.0))
    length = math.hypot(x, y, z)
    x, y, z = x / length, y / length, z / length
    if z < 0.0:  # half a turn about x first: no cancellation
        return rotation_of_quaternion(1.0 - z, 0.0, x, -y)
    return rotation_of_quaternion(-y, x, 0.0, 1.0 + z)


# --- sensors


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
