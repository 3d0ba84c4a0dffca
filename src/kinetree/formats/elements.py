"""Read numbers, names and children of XML elements."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from ..model.shapes import Box, Capsule, Cylinder, Shape, Sphere
from .description import Color
from .findings import Findings
from .origins import Origin, Vector, rotation_of_quaternion, rotation_of_rpy
from .xml import Element

UNIT_TOLERANCE = 1e-6
XACRO = "this is xacro; expand the file first"


class Reader:
    """Reads elements; invalid content becomes a finding and is replaced by a default."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings

    def error(self, element: Element, message: str) -> None:
        self.findings.error(element, message)

    def warning(self, element: Element, message: str) -> None:
        self.findings.warning(element, message)

    def remark(self, element: Element, message: str) -> None:
        self.findings.remark(element, message)

    def name(self, element: Element, attribute: str = "name") -> str:
        """A required name: not empty, and not a xacro expression."""
        name = self.text(element, attribute)
        if _is_xacro(name):
            self.error(element, f"{attribute}={name!r}: {XACRO}.")
        return name

    def text(self, element: Element, attribute: str) -> str:
        """A required attribute that is not empty."""
        text = element.attributes.get(attribute, "")
        if not text.strip():
            self.error(element, f'no {attribute}; write <{element.tag} {attribute}="...">.')
        return text

    def number(self, element: Element, attribute: str, default: float | None = None) -> float:
        """A finite number, required unless there is a default."""
        text = element.attributes.get(attribute)
        if text is not None:
            return self._finite(element, attribute, text, text)
        if default is None:
            self.error(element, f'no {attribute}; write <{element.tag} {attribute}="0.5" ...>.')
        return default or 0.0

    def numbers(self, element: Element, attribute: str, count: int | None = None) -> list[float]:
        """`count` finite numbers, or at least one, separated by spaces."""
        text = element.attributes[attribute]
        parts = text.split()
        if len(parts) != (count or max(1, len(parts))):
            self.error(
                element,
                f"{attribute}={text!r} has {len(parts)} numbers;"
                f" expected {count or 'at least one'}, separated by spaces.",
            )
            return [0.0] * (count or 1)
        return [self._finite(element, attribute, text, part) for part in parts]

    def vector(self, element: Element, attribute: str, default: Vector) -> Vector:
        """Three finite numbers."""
        if attribute not in element.attributes:
            return default
        x, y, z = self.numbers(element, attribute, 3)
        return x, y, z

    def length(self, element: Element, name: str) -> float:
        """A size in m."""
        return self._not_negative(element, name, self.number(element, name))

    def lengths(self, element: Element, name: str) -> Vector:
        """Three sizes in m."""
        if name not in element.attributes:
            self.error(element, f'no {name}; write <{element.tag} {name}="0.1 0.2 0.3"/>.')
        x, y, z = self.vector(element, name, (0.0, 0.0, 0.0))
        first, second, third = (self._not_negative(element, name, edge) for edge in (x, y, z))
        return first, second, third

    def _not_negative(self, element: Element, name: str, size: float) -> float:
        if size >= 0.0:
            return size
        self.error(element, f"{name} is {size:g} m; it cannot be negative.")
        return 0.0

    def _finite(self, element: Element, attribute: str, text: str, part: str) -> float:
        try:
            value = float(part)
        except ValueError:
            value = None
        if value is None or "_" in part or not part.isascii():
            hint = XACRO if _is_xacro(text) else "expected a number"
            self.error(element, f"{attribute}={text!r}: {part!r} is not a number; {hint}.")
            return 0.0
        if not math.isfinite(value):
            self.error(element, f"{attribute}={text!r} is not finite; write a finite number.")
            return 0.0
        return value

    def child(self, element: Element, tag: str) -> Element | None:
        """The only child with this tag, or None."""
        children = element.all(tag)
        for extra in children[1:]:
            self.error(extra, f"a second <{tag}> in {element.label}; keep one.")
        return children[0] if children else None

    def origin(self, element: Element) -> Origin:
        """The `<origin>` of an element; the identity without one."""
        origin = self.child(element, "origin")
        if origin is None:
            return Origin()
        translation = self.vector(origin, "xyz", (0.0, 0.0, 0.0))
        if "quat_xyzw" not in origin.attributes:
            return Origin(translation, rotation_of_rpy(*self.vector(origin, "rpy", (0, 0, 0))))
        if "rpy" in origin.attributes:
            self.error(origin, "both rpy and quat_xyzw; keep one.")
        x, y, z, w = self.numbers(origin, "quat_xyzw", 4)
        if abs(math.hypot(x, y, z, w) - 1.0) > UNIT_TOLERANCE:
            self.error(origin, "quat_xyzw is not of length 1; divide it by its norm.")
        return Origin(translation, rotation_of_quaternion(x, y, z, w))


def _is_xacro(text: str) -> bool:
    return "${" in text or "$(" in text


# --- shapes and colours that URDF and SDF have in common


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
