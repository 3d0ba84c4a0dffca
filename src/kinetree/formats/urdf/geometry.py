"""The `<visual>` and `<collision>` of links, and the `<origin>` of anything."""

import math
from collections.abc import Callable
from typing import Final

from ...errors import unknown
from ...model.shapes import Shape
from ...spatial import SE3
from .. import visuals
from ..description import Color
from ..elements import UNIT_TOLERANCE
from ..findings import Findings
from ..origins import rotation_of_quaternion, rotation_of_rpy
from ..source import Input
from ..units import check_rpy
from ..visuals import ShapeReader, color_of
from ..xml import Element


class GeometryReader(ShapeReader):
    """Reads geometries. Of materials with one name the first in the file counts, as in ROS."""

    def __init__(self, source: Input, findings: Findings) -> None:
        super().__init__(source, findings)
        self._colors: dict[str, Color | None] = {}

    def origin(self, element: Element) -> SE3:
        """The `<origin>` of an element; the identity without one."""
        origin = self.child(element, "origin")
        if origin is None:
            return SE3.identity()
        translation = self.vector(origin, "xyz", (0.0, 0.0, 0.0))
        quaternion = self.written(origin, "quat_xyzw")
        if quaternion is None:
            rpy = self.vector(origin, "rpy", (0, 0, 0))
            check_rpy(origin, rpy, self.findings)
            return SE3(rotation_of_rpy(*rpy), translation)
        if "rpy" in origin.attributes:
            self.error(origin, "both rpy and quat_xyzw; keep one.")
        x, y, z, w = self.numbers(*quaternion, 4)
        if abs(math.hypot(x, y, z, w) - 1.0) > UNIT_TOLERANCE:
            self.error(origin, "quat_xyzw is not of length 1; divide it by its norm.")
        return SE3(rotation_of_quaternion(x, y, z, w), translation)

    def geometry(self, element: Element) -> tuple[Shape, SE3, Color | None]:
        """The shape of a visual or collision, its placement and its colour."""
        (_, shape), material = self.shape(element, SHAPES), self.child(element, "material")
        color = None if material is None else self.color(material)
        return shape, self.origin(element), color

    def color(self, material: Element) -> Color | None:
        """The colour of a material, given in it or by an earlier one of its name."""
        name = material.attributes.get("name", "")
        if name in self._colors:
            return self._colors[name]
        color = next(filter(None, map(self.rgba, material.all("color"))), None)
        if name and material.children:
            self._colors[name] = color
        elif name:
            message = f"it has no colour, and above it is {unknown('material', name, self._colors)}"
            self.remark(material, message)
        return color

    def rgba(self, element: Element) -> Color | None:
        """The colour of an element; an invalid one is only a warning."""
        text = element.attributes.get("rgba", "")
        color = color_of(text.split())
        if color is None:
            message = f"rgba={text!r} is ignored; expected four numbers from 0 to 1."
            self.remark(element, message)
        return color


SHAPES: Final[dict[str, Callable[[ShapeReader, Element], Shape]]] = {
    **visuals.SHAPES,
    "mesh": lambda reader, x: reader.mesh(x, reader.text(x, "filename")),
}
