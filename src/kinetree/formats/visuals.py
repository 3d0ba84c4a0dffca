"""Read visuals and collisions of URDF and SDF. No motion depends on them: slips are warnings."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NoReturn, Self, get_args

from ..errors import ModelError
from ..model import Geometry
from ..model.parts import FRICTION, GeometryKind
from ..model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from ..spatial import SE3
from .description import Color
from .elements import Reader
from .findings import Placed
from .xml import Element


class _LeftOut(Exception):
    """What is wrong with a visual or a collision, at a place."""

    def __init__(self, place: Placed, message: str) -> None:
        super().__init__(message)
        self.place = place


class ShapeReader(Reader):
    """Reads visuals and collisions, too."""

    def geometries(
        self,
        link: Element,
        name: str,
        read: Callable[[Element], tuple[Shape, SE3, Color | None] | None],
        sliding: Callable[[Element], float],
    ) -> tuple[tuple[Placed, Geometry], ...]:
        """The visuals and collisions of a link, named as in Pinocchio: link_0, ... for each kind.

        No motion depends on them: what cannot be read is left out, with a warning. `sliding` is
        the friction of a collision.
        """
        parts = list[tuple[Placed, Geometry]]()
        report, self.error = self.error, _leave_out
        for kind in get_args(GeometryKind):
            self._ask(link, kind)
            for i, element in enumerate(link.all(kind)):
                try:
                    part = read(element)
                except _LeftOut as error:
                    self.warning(error.place, f"{error} The <{element.tag}> is left out.")
                    continue
                if part is not None:
                    shape, place, color = part
                    geometry = Geometry(f"{name}_{i}", kind, name, 0, place, shape, color)
                    if kind == "collision":
                        geometry = replace(geometry, friction=(sliding(element), *FRICTION[1:]))
                    parts.append((element, geometry))
        self.error = report
        return tuple(parts)

    def friction_in(self, parts: Sequence[Element], first: str, second: str) -> float:
        """The last valid coefficient in some parts, else MJCF's; warns if the second differs."""
        written, others = ([y for x in parts for y in x.all(tag)] for tag in (first, second))
        value = self._last(written, FRICTION[0])
        if (other := self._last(others, value)) != value:
            message = (
                f"{other} in a second direction is left out; a shape has one coefficient, here "
                f"{value}. kt.contacts(friction=(mu1, mu2)) and kt.PairSurface have two."
            )
            self.warning(others[-1], message)
        return value

    def _last(self, written: Sequence[Element], value: float) -> float:
        """The last coefficient that is valid, or the value."""
        for element in written:
            text = element.attributes.get("value", element.text)
            try:
                number = float(text)
            except ValueError:
                number = math.nan
            if 0 <= number < math.inf:
                value = number
            else:
                self.warning(element, f"{text!r} is left out; expected a number >= 0.")
        return value

    def shape(
        self, element: Element, shapes: Mapping[str, Callable[[Self, Element], Shape]]
    ) -> tuple[Element, Shape]:
        """The first shape of a visual or collision, and its element."""
        geometry = self.child(element, "geometry")
        if geometry is None:
            _leave_out(element, "no <geometry>; add one, with a shape in it.")
        known = [child for child in geometry.children if child.tag in shapes]
        if not len(known) == len(geometry.children) == 1:
            there = ", ".join(f"<{child.tag}>" for child in geometry.children) or "nothing"
            message = f"it holds {there}; expected one of {', '.join(shapes)}."
            if not known:
                _leave_out(geometry, message)
            self.warning(geometry, f"{message} The <{known[0].tag}> counts.")
        try:
            return known[0], shapes[known[0].tag](self, known[0])
        except ModelError as error:
            _leave_out(known[0], str(error))

    def mesh(self, element: Element, uri: str) -> Mesh:
        """A mesh, with its `scale`; as in Bullet, one number is for all axes, a fourth is none."""
        place, label, text = self.written(element, "scale") or (element, "", "1 1 1")
        parts = text.split()
        if len(parts) in (1, 4):
            parts = (parts * 3)[:3]
            self.warning(place, f"{label}{text!r} is no vector; taken as {' '.join(parts)!r}.")
        x, y, z = self.numbers(place, label, " ".join(parts), 3)
        return Mesh(uri, (x, y, z), self.source.folder, self.source.package_dirs)


def _leave_out(place: Placed, message: str) -> NoReturn:
    raise _LeftOut(place, message)


SHAPES: Final[Mapping[str, Callable[[ShapeReader, Element], Shape]]] = {
    "box": lambda reader, x: Box(reader.vector(x, "size")),
    "cylinder": lambda reader, x: Cylinder(reader.number(x, "radius"), reader.number(x, "length")),
    "sphere": lambda reader, x: Sphere(reader.number(x, "radius")),
    "capsule": lambda reader, x: Capsule(reader.number(x, "radius"), reader.number(x, "length")),
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
