"""Read visuals and collisions of URDF and SDF. No motion depends on them: slips are warnings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NoReturn, Self, TypeVar, get_args

from ..model.description import GeometryKind
from ..model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from .description import Color
from .elements import Reader
from .findings import Placed
from .origins import Vector
from .xml import Element

T = TypeVar("T")


class _LeftOut(Exception):
    """What is wrong with a visual or a collision, at a place."""

    def __init__(self, place: Placed, message: str) -> None:
        super().__init__(message)
        self.place = place


class ShapeReader(Reader):
    """Reads visuals and collisions, too."""

    def geometries(
        self, link: Element, read: Callable[[Element], T | None]
    ) -> Iterator[tuple[GeometryKind, int, Element, T]]:
        """The visuals and collisions of a link, as read, each with its number among its kind.

        No motion depends on them: what cannot be read is left out, with a warning.
        """
        for kind in get_args(GeometryKind):
            self._ask(link, kind)
            for i, element in enumerate(link.all(kind)):
                part = self._tolerated(element, read)
                if part is not None:
                    yield kind, i, element, part

    def _tolerated(self, element: Element, read: Callable[[Element], T | None]) -> T | None:
        """What is read of an element, None with a warning if there is an error in it."""
        report, self.error = self.error, _leave_out
        try:
            return read(element)
        except _LeftOut as error:
            self.warning(error.place, f"{error} The <{element.tag}> is left out.")
            return None
        finally:
            self.error = report

    def shape(
        self, element: Element, shapes: Mapping[str, Callable[[Self, Element], Shape]]
    ) -> tuple[Element, Shape] | None:
        """The first shape of a visual or collision, and its element."""
        geometry = self.child(element, "geometry")
        if geometry is None:
            self.error(element, "no <geometry>; add one, with a shape in it.")
            return None
        known = [child for child in geometry.children if child.tag in shapes]
        if len(known) == len(geometry.children) == 1:
            return known[0], shapes[known[0].tag](self, known[0])
        there = ", ".join(f"<{child.tag}>" for child in geometry.children) or "nothing"
        message = f"it holds {there}; expected one of {', '.join(shapes)}."
        if not known:
            self.error(geometry, message)
            return None
        self.warning(geometry, f"{message} The <{known[0].tag}> counts.")
        return known[0], shapes[known[0].tag](self, known[0])

    def mesh(self, element: Element, uri: str) -> Mesh:
        """A mesh, with its `scale`; as in Bullet, one number is for all axes, a fourth is none."""
        place, label, text = self.written(element, "scale") or (element, "", "1 1 1")
        parts = text.split()
        if len(parts) in (1, 4):
            parts = (parts * 3)[:3]
            self.warning(place, f"{label}{text!r} is no vector; taken as {' '.join(parts)!r}.")
        x, y, z = self.numbers(place, label, " ".join(parts), 3)
        return Mesh(uri, (x, y, z), self.source.folder, self.source.package_dirs)

    def length(self, element: Element, name: str) -> float:
        """A size in m."""
        return self._not_negative(element, name, self.number(element, name))

    def lengths(self, element: Element, name: str) -> Vector:
        """Three sizes in m."""
        x, y, z = self.vector(element, name)
        first, second, third = (self._not_negative(element, name, edge) for edge in (x, y, z))
        return first, second, third

    def _not_negative(self, element: Element, name: str, size: float) -> float:
        if size >= 0.0:
            return size
        self.error(element, f"{name} is {size:g} m; it cannot be negative.")
        return 0.0


def _leave_out(place: Placed, message: str) -> NoReturn:
    raise _LeftOut(place, message)


SHAPES: Final[Mapping[str, Callable[[ShapeReader, Element], Shape]]] = {
    "box": lambda reader, x: Box(reader.lengths(x, "size")),
    "cylinder": lambda reader, x: Cylinder(reader.length(x, "radius"), reader.length(x, "length")),
    "sphere": lambda reader, x: Sphere(reader.length(x, "radius")),
    "capsule": lambda reader, x: Capsule(reader.length(x, "radius"), reader.length(x, "length")),
}
"""Shapes that URDF and SDF have in common, by their tags."""


def color_of(texts: Sequence[str]) -> Color | None:
    """Red, green, blue, alpha; None unless they are four numbers from 0 to 1."""
    try:
        red, green, blue, alpha = map(float, texts)
    except ValueError:
        return None
    rgba = red, green, blue, alpha
    return rgba if all(0.0 <= x <= 1.0 for x in rgba) else None
