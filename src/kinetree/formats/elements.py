"""Read numbers, names, masses and shapes from XML elements."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Final, NoReturn, Self, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from ..model.description import GeometryKind
from ..model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from ..spatial import SE3, Inertia
from .description import Color
from .findings import Findings, Placed
from .origins import Matrix, Vector, rotated
from .source import Input
from .xml import Element

UNIT_TOLERANCE: Final = 1e-6
SHORTEST: Final = 1e-9
"""The length of an axis, or of a normal, that has a direction."""
TENSOR_TOLERANCE: Final = 1e-9
NEGLIGIBLE_MOMENT: Final = 1e-15  # kg m^2
EMPTY: Final = " is empty, taken as left out; remove it."
XACRO: Final = "this is xacro; expand the file first"
T = TypeVar("T")


class _LeftOut(Exception):
    """What is wrong with a visual or a collision, at a place."""

    def __init__(self, place: Placed, message: str) -> None:
        super().__init__(message)
        self.place = place


class Reader:
    """Reads elements; invalid content becomes a finding and is replaced by a default.

    The properties of an element are its attributes here; in SDF they are its children.
    """

    def __init__(self, source: Input, findings: Findings) -> None:
        self.source, self.findings = source, findings
        self.error, self.warning, self.remark = findings.error, findings.warning, findings.remark
        self._first_counts = False
        """Whether the first of several elements counts, where one is expected."""
        self._asked: dict[Element, set[str]] = {}
        """Names of attributes and children that were looked for, by the element."""

    def name(self, element: Element, attribute: str = "name") -> str:
        """A required name: not empty, and not a xacro expression."""
        name = self.text(element, attribute)
        if _is_xacro(name):
            self.error(element, f"{attribute}={name!r}: {XACRO}.")
        return name

    def text(self, element: Element, attribute: str) -> str:
        """A required attribute that is not empty."""
        written = Reader.written(self, element, attribute)
        text = "" if written is None else written[2]
        if not text.strip():
            self.error(element, f'no {attribute}; write <{element.tag} {attribute}="...">.')
        return text

    def child(self, element: Element, tag: str) -> Element | None:
        """The only child with this tag, or None."""
        self._ask(element, tag)
        children = element.all(tag)
        for extra in children[1:]:
            report = self.warning if self._first_counts else self.error
            report(extra, f"a second <{tag}> in {element.label}; keep one.")
        return children[0] if children else None

    def written(self, element: Element, name: str) -> tuple[Element, str, str] | None:
        """A property: the element that holds it, its beginning in messages, and its text."""
        self._ask(element, name)
        text = element.attributes.get(name)
        return None if text is None else (element, f"{name}=", text)

    def optional(self, element: Element, name: str) -> tuple[Element, str, str] | None:
        """A property that has a default; one that is empty is as if it were not there."""
        written = self.written(element, name)
        if written is None or written[2].strip():
            return written
        place, label, text = written
        self.warning(place, f"{label}{text!r}{EMPTY}" if label else f"it{EMPTY}")
        return None

    def _ask(self, element: Element, name: str) -> None:
        self._asked.setdefault(element, set()).add(name)

    def check_spelling(self) -> None:
        """Warn of names that were not looked for, near to one that was and is not there."""
        for element, asked in self._asked.items():
            tags = {child.tag: child for child in element.children}
            missing = asked - tags.keys() - element.attributes.keys()
            for name in (*tags, *element.attributes):
                if name in asked:
                    continue
                near = next(iter(get_close_matches(name.lower(), missing, 1, 0.75)), "")
                if near and name in tags:
                    self.warning(tags[name], f"not read; did you mean <{near}>?")
                elif near:
                    self.warning(element, f"{name} is not read; did you mean {near}?")

    def missing(self, element: Element, name: str, example: str) -> None:
        """Report that a property is missing."""
        self.error(element, f'no {name}; write <{element.tag} {name}="{example}" ...>.')

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
        errors, self.error, self._first_counts = self.error, _leave_out, True
        try:
            return read(element)
        except _LeftOut as error:
            self.warning(error.place, f"{error} The <{element.tag}> is left out.")
            return None
        finally:
            self.error, self._first_counts = errors, False

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

    # --- numbers

    def number(self, element: Element, name: str, default: float | None = None) -> float:
        """A finite number, required unless there is a default."""
        written = (self.written if default is None else self.optional)(element, name)
        if written is not None:
            place, label, text = written
            return self._finite(place, f"{label}{text!r}", text)
        if default is None:
            self.missing(element, name, "0.5")
        return default or 0.0

    def vector(self, element: Element, name: str, default: Vector | None = None) -> Vector:
        """Three finite numbers, required unless there is a default."""
        written = (self.written if default is None else self.optional)(element, name)
        if written is not None:
            x, y, z = self.numbers(*written, 3)
            return x, y, z
        if default is None:
            self.missing(element, name, "0.1 0.2 0.3")
        return default or (0.0, 0.0, 0.0)

    def numbers(
        self, element: Element, label: str, text: str, count: int | None = None
    ) -> list[float]:
        """`count` finite numbers, or at least one, in a text; `label` is before it in messages."""
        parts = text.split()
        if len(parts) != (count or max(1, len(parts))):
            self.error(
                element,
                f"{label}{text!r} has {len(parts)} numbers;"
                f" expected {count or 'at least one'}, separated by spaces.",
            )
            return [0.0] * (count or 1)
        return [self._finite(element, f"{label}{text!r}", part) for part in parts]

    def length(self, element: Element, name: str) -> float:
        """A size in m."""
        return self._not_negative(element, name, self.number(element, name))

    def lengths(self, element: Element, name: str) -> Vector:
        """Three sizes in m."""
        x, y, z = self.vector(element, name)
        first, second, third = (self._not_negative(element, name, edge) for edge in (x, y, z))
        return first, second, third

    def values(self, element: Element | None, **defaults: float) -> dict[str, float]:
        """Finite numbers by name; the defaults without an element."""
        if element is None:
            return defaults
        return {name: self.number(element, name, default) for name, default in defaults.items()}

    def limits(self, element: Element, lower: float, upper: float) -> tuple[float, float]:
        """The limits of a position; none if lower is above upper, as in Bullet."""
        if lower <= upper:
            return lower, upper
        message = f"lower {lower:g} is above upper {upper:g}, taken as no limits, as in Bullet"
        self.warning(element, f"{message}; swap them, or leave them out.")
        return -math.inf, math.inf

    def has_direction(self, element: Element, what: str, xyz: Vector) -> bool:
        """Whether a vector has a direction; reports one that has none."""
        length = math.hypot(*xyz)
        if not SHORTEST < length < math.inf:
            self.error(
                element, f"the {what} has length {length:g}; give it a direction, such as 0 0 1."
            )
        return SHORTEST < length < math.inf

    def _not_negative(self, element: Element, name: str, size: float) -> float:
        if size >= 0.0:
            return size
        self.error(element, f"{name} is {size:g} m; it cannot be negative.")
        return 0.0

    def _finite(self, element: Element, written: str, part: str) -> float:
        try:
            value = float(part)
        except ValueError:
            value = None
        if value is None or "_" in part or not part.isascii():
            hint = XACRO if _is_xacro(written) else "expected a number"
            what = written if written == repr(part) else f"{written}: {part!r}"
            self.error(element, f"{what} is not a number; {hint}.")
            return 0.0
        if not math.isfinite(value):
            self.error(element, f"{written} is not finite; write a finite number.")
            return 0.0
        return value

    # --- masses

    def mass(self, element: Element, name: str, default: float | None = None) -> float:
        """A mass in kg."""
        mass = self.number(element, name, default)
        if mass < 0.0:
            self.error(element, f"the mass is {mass:g} kg; it cannot be negative.")
        return mass

    def tensor(
        self, element: Element, moment: float | None = None, product: float | None = None
    ) -> Matrix:
        """The tensor of six numbers, which are required unless there are defaults."""
        xx, yy, zz = (self.number(element, name, moment) for name in ("ixx", "iyy", "izz"))
        xy, xz, yz = (self.number(element, name, product) for name in ("ixy", "ixz", "iyz"))
        return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))

    def inertia(self, element: Element, mass: float, origin: SE3, tensor: Matrix) -> Inertia:
        """The inertia in the axes of a link, from the tensor about and in the frame `origin`.

        Remarks one that no rigid body can have.
        """
        if self.findings.checking:
            self._check_tensor(element, mass, np.array(tensor))
        rotation = [list(row) for row in origin.rotation.map(float)]
        return Inertia(mass, origin.translation, rotated(rotation, tensor))

    def _check_tensor(self, element: Element, mass: float, tensor: NDArray[np.float64]) -> None:
        if mass == 0.0 and tensor.any():
            message = "no mass, yet a tensor that is not zero; give the mass, or zero the tensor."
            self.remark(element, message)
        with np.errstate(over="ignore", invalid="ignore"):
            smallest, middle, largest = np.linalg.eigvalsh(tensor).tolist()
        slack = NEGLIGIBLE_MOMENT + TENSOR_TOLERANCE * max(abs(smallest), abs(largest))
        moments = f"principal moments {smallest:.4g}, {middle:.4g}, {largest:.4g} kg m^2"
        if smallest < -slack:
            self.remark(element, f"{moments}: a moment cannot be negative; correct <inertia>.")
        elif largest > smallest + middle + slack:
            self.remark(
                element,
                f"{moments}: the largest is more than the sum of the others, which no body has"
                " (triangle inequality); correct <inertia>.",
            )


def _leave_out(place: Placed, message: str) -> NoReturn:
    raise _LeftOut(place, message)


def _is_xacro(text: str) -> bool:
    return "${" in text or "$(" in text


# --- shapes and colours


SHAPES: Final[Mapping[str, Callable[[Reader, Element], Shape]]] = {
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
