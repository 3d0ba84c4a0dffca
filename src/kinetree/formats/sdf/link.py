"""Read `<link>` elements: inertias and shapes."""

import math
from collections.abc import Callable, Iterator
from typing import get_args

from ...model.parts import GeometryKind
from ...model.shapes import Ellipsoid, Mesh, Plane, Shape
from .. import elements
from ..description import Color, InertialDescription
from ..elements import color_of
from ..origins import IDENTITY, Matrix, Origin
from ..xml import Element
from .elements import SHORTEST, SdfReader

KINDS: tuple[GeometryKind, ...] = get_args(GeometryKind)


def read_inertial(reader: SdfReader, link: Element) -> InertialDescription:
    """The `<inertial>` of a link; missing values are 1 (kg, kg m^2), by the specification."""
    element = reader.child(link, "inertial")
    if element is None:
        reader.warning(link, f"no <inertial>; {_ONE}")
        return InertialDescription(link.line, link.label, 1.0, Origin(), IDENTITY)
    if reader.versioned(element, "auto", (1, 11)).lower() in ("true", "1"):
        message = (
            'auto="true": simulators compute it from the collision shapes, kinetree does not; write'
            " <mass>, <pose> and <inertia>."
        )
        reader.error(element, message)
    mass = reader.value(element, "mass", 1.0)
    if mass < 0.0:
        reader.error(element, f"the mass is {mass:g} kg; it cannot be negative.")
    origin, base = reader.pose(element)
    if base not in ("", link.attributes.get("name")):
        reader.error(element, f"its pose is one in the link; it cannot be relative to {base!r}.")
    if element.all("fluid_added_mass"):
        reader.warning(element, "<fluid_added_mass> is left out: the robot is dry.")
    tensor = _tensor(reader, element)
    return InertialDescription(element.line, element.label, mass, origin, tensor)


_ONE = "by the specification it is 1 (kg, kg m^2): write it."


def _tensor(reader: SdfReader, inertial: Element) -> Matrix:
    element = reader.child(inertial, "inertia")
    moments = element or inertial
    lacking = [tag for tag in ("ixx", "iyy", "izz") if not moments.all(tag)]
    if element is None:
        lacking = ["inertia"]
    if not inertial.all("mass"):
        lacking.insert(0, "mass")
    if lacking:
        reader.warning(inertial, f"no {', '.join(f'<{tag}>' for tag in lacking)}; {_ONE}")
    if element is None:
        return IDENTITY
    xx, yy, zz = (reader.value(element, tag, 1.0) for tag in ("ixx", "iyy", "izz"))
    xy, xz, yz = (reader.value(element, tag, 0.0) for tag in ("ixy", "ixz", "iyz"))
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


def geometries(link: Element) -> Iterator[tuple[GeometryKind, int, Element]]:
    """The visuals and collisions of a link, each with its number among its kind."""
    for kind in KINDS:
        for i, element in enumerate(link.all(kind)):
            yield kind, i, element


def read_shape(reader: SdfReader, element: Element) -> tuple[Shape, Matrix] | None:
    """The shape of a visual or collision, and its rotation; None if it is left out."""
    geometry = reader.child(element, "geometry")
    if geometry is None:
        reader.error(element, "no <geometry>; add one, with a shape in it.")
        return None
    known = [shape for shape in geometry.children if shape.tag in SHAPES]
    if len(known) > 1:
        reader.error(geometry, f"it holds {len(known)} shapes; expected one.")
    if known:
        shape = SHAPES[known[0].tag](reader, known[0])
        return shape, _tilt(reader, known[0]) if isinstance(shape, Plane) else IDENTITY
    for shape in geometry.children:
        if shape.tag != "empty":
            left = f"kinetree has no such shape; there are: {', '.join(SHAPES)}."
            reader.warning(shape, f"left out: {left}")
    return None


def read_color(reader: SdfReader, element: Element) -> Color | None:
    """The diffuse colour of a visual, or the ambient one; None if it cannot be read."""
    material = reader.child(element, "material")
    if material is None:
        return None
    color_element = reader.child(material, "diffuse") or reader.child(material, "ambient")
    if color_element is None:
        return None
    text = reader.content(color_element)
    color = color_of([*text.split(), "1"][:4])
    if color is None:
        reader.warning(
            color_element, f"{text!r} is left out; expected three or four numbers from 0 to 1."
        )
    return color


def _ellipsoid(reader: SdfReader, element: Element) -> Shape:
    return Ellipsoid(reader.lengths(element, "radii"))


def _plane(reader: SdfReader, element: Element) -> Shape:
    return Plane()


def _mesh(reader: SdfReader, element: Element) -> Shape:
    uri = reader.child_text(element, "uri")
    if not uri:
        reader.error(element, "no <uri>; write <uri>model://NAME/meshes/part.dae</uri>.")
    scale = reader.child(element, "scale")
    return Mesh(uri, (1.0, 1.0, 1.0) if scale is None else reader.triple(scale), reader.file.folder)


def _tilt(reader: SdfReader, plane: Element) -> Matrix:
    """A rotation that takes z to the normal of a plane."""
    element = reader.child(plane, "normal")
    if element is None:
        return IDENTITY
    x, y, z = reader.triple(element)
    length = math.hypot(x, y, z)
    if not SHORTEST < length < math.inf:
        reader.error(element, f"the normal has length {length:g}; give it a direction, as 0 0 1.")
        return IDENTITY
    x, y, z = x / length, y / length, z / length
    if z < 0.0:  # half a turn about x first: no division by zero below
        (a, b, _), (c, d, _), (e, f, _) = _tilted(-x, -y, -z)
        return ((a, -b, x), (c, -d, y), (e, -f, z))
    return _tilted(x, y, z)


def _tilted(x: float, y: float, z: float) -> Matrix:
    """The shortest rotation that takes z to this unit vector, of z >= 0."""
    k = 1.0 / (1.0 + z)
    return ((1.0 - k * x * x, -k * x * y, x), (-k * x * y, 1.0 - k * y * y, y), (-x, -y, z))


SHAPES: dict[str, Callable[[SdfReader, Element], Shape]] = {
    **elements.SHAPES,
    "ellipsoid": _ellipsoid,
    "plane": _plane,
    "mesh": _mesh,
}
