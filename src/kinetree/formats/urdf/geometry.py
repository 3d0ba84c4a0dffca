"""The `<visual>` and `<collision>` of links."""

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

from ...errors import unknown
from ...model.parts import GeometryKind
from ...model.shapes import Mesh, Shape
from ...spatial import SE3
from .. import elements
from ..description import Color, GeometryDescription
from ..elements import Reader, color_of
from ..xml import Element

KINDS: tuple[GeometryKind, ...] = get_args(GeometryKind)


class GeometryReader:
    """Reads geometries. Of materials with one name the first in the file counts, as in ROS."""

    def __init__(self, reader: Reader, robot: Element, folder: str) -> None:
        self._reader = reader
        self._folder = folder
        self._colors: dict[str, Color | None] = {}
        for material in robot.all("material"):
            self._color(material)

    def all(self, link: Element) -> tuple[GeometryDescription, ...]:
        """The geometries of a link, named as in Pinocchio: link_0, link_1, ... for each kind."""
        name = link.attributes.get("name", "")
        geometries: list[GeometryDescription] = []
        for kind in KINDS:
            for i, element in enumerate(link.all(kind)):
                origin, shape = self._reader.origin(element), self._shape(element)
                material = self._reader.child(element, "material")
                color = None if material is None else self._color(material)
                if shape is not None:
                    placement = SE3(origin.rotation, origin.translation)
                    place = f"{name}_{i}", element.line, element.label
                    geometries.append(GeometryDescription(*place, kind, placement, shape, color))
        return tuple(geometries)

    def _shape(self, element: Element) -> Shape | None:
        geometry = self._reader.child(element, "geometry")
        if geometry is None:
            self._reader.error(element, "no <geometry>; add one, with a shape in it.")
        elif len(geometry.children) != 1:
            there = ", ".join(f"<{shape.tag}>" for shape in geometry.children) or "nothing"
            message = f"it holds {there}; expected one of {', '.join(SHAPES)}."
            self._reader.error(geometry, message)
        else:
            (shape,) = geometry.children
            if shape.tag in SHAPES:
                read = SHAPES[shape.tag](self._reader, shape)
                return replace(read, folder=self._folder) if isinstance(read, Mesh) else read
            self._reader.error(geometry, unknown("shape", shape.tag, SHAPES))
        return None

    def _color(self, material: Element) -> Color | None:
        """The colour of a material, given in it or by an earlier one of its name."""
        name = material.attributes.get("name", "")
        if name in self._colors:
            return self._colors[name]
        color = self._rgba(material)
        if name and material.children:
            self._colors[name] = color
        elif name:
            message = f"it has no colour, and above it is {unknown('material', name, self._colors)}"
            self._reader.remark(material, message)
        return color

    def _rgba(self, material: Element) -> Color | None:
        """The colour in a material; an invalid one is only a warning."""
        for element in material.all("color"):
            text = element.attributes.get("rgba", "")
            color = color_of(text.split())
            if color is not None:
                return color
            message = f"rgba={text!r} is ignored; expected four numbers from 0 to 1."
            self._reader.remark(element, message)
        return None


def _mesh(reader: Reader, element: Element) -> Shape:
    uri = reader.text(element, "filename")
    return Mesh(uri, reader.vector(element, "scale", (1.0, 1.0, 1.0)))


SHAPES: dict[str, Callable[[Reader, Element], Shape]] = {**elements.SHAPES, "mesh": _mesh}
