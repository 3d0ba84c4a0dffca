"""Shapes and colours that URDF and SDF have in common."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ..model.shapes import Box, Capsule, Cylinder, Shape, Sphere
from .description import Color
from .elements import Reader
from .xml import Element


def _box(reader: Reader, element: Element) -> Shape:
    return Box(reader.lengths(element, "size"))


def _cylinder(reader: Reader, element: Element) -> Shape:
    return Cylinder(reader.length(element, "radius"), reader.length(element, "length"))


def _sphere(reader: Reader, element: Element) -> Shape:
    return Sphere(reader.length(element, "radius"))


def _capsule(reader: Reader, element: Element) -> Shape:
    return Capsule(reader.length(element, "radius"), reader.length(element, "length"))


SHAPES: Final[Mapping[str, Callable[[Any, Element], Shape]]] = {
    "box": _box,
    "cylinder": _cylinder,
    "sphere": _sphere,
    "capsule": _capsule,
}


def color_of(texts: Sequence[str]) -> Color | None:
    """Red, green, blue, alpha; None unless they are four numbers from 0 to 1."""
    try:
        red, green, blue, alpha = map(float, texts)
    except ValueError:
        return None
    rgba = red, green, blue, alpha
    return rgba if all(0.0 <= x <= 1.0 for x in rgba) else None
