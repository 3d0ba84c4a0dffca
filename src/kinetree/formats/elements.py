"""Read numbers, names, masses and shapes from XML elements."""

import math
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..spatial import SE3, Inertia
from ..spatial.inertia import NEGLIGIBLE, TOLERANCE
from .findings import Findings
from .origins import Matrix, Vector, rotated
from .source import Input
from .xml import Element

NO_LIMIT: Final = 1e16
"""What stands for an infinite limit in files, as in SDF."""
UNIT_TOLERANCE: Final = 1e-6
SHORTEST: Final = 1e-9
"""The length of an axis, or of a normal, that has a direction."""
EMPTY: Final = " is empty, taken as left out; remove it."
XACRO: Final = "this is xacro; expand the file first, or load it with expand=True"


class Reader:
    """Reads elements; invalid content becomes a finding and is replaced by a default.

    The properties of an element are its attributes here; in SDF they are its children.
    """

    def __init__(self, source: Input, findings: Findings) -> None:
        self.source, self.findings = source, findings
        self.error, self.warning, self.remark = findings.error, findings.warning, findings.remark
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
        self._ask(element, attribute)
        text = element.attributes.get(attribute, "")
        if not text.strip():
            self.error(element, f'no {attribute}; write <{element.tag} {attribute}="...">.')
        return text

    def child(self, element: Element, tag: str) -> Element | None:
        """The first child with this tag, or None, as urdfdom and libsdformat take it."""
        self._ask(element, tag)
        children = element.all(tag)
        for extra in children[1:]:
            self.warning(extra, f"a second <{tag}> in {element.label}; the first counts: keep one.")
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

    def check_spelling(self) -> set[tuple[Element, str]]:
        """Warn of names that were not looked for, near to one that was and is not there: these."""
        misspelt = set[tuple[Element, str]]()
        for element, asked in self._asked.items():
            tags = {child.tag: child for child in element.children}
            missing = asked - tags.keys() - element.attributes.keys()
            for name in (*tags, *element.attributes):
                if name in asked:
                    continue
                near = next(iter(get_close_matches(name.lower(), missing, 1, 0.75)), "")
                if near and name in tags:
                    self.warning(tags[name], f"not read; did you mean <{near}>?")
                    misspelt.add((tags[name], f"<{name}>"))
                elif near:
                    self.warning(element, f"{name} is not read; did you mean {near}?")
                    misspelt.add((element, name))
        return misspelt

    def missing(self, element: Element, name: str, example: str) -> None:
        """Report that a property is missing."""
        self.error(element, f'no {name}; write <{element.tag} {name}="{example}" ...>.')

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

    def direction(self, what: str, written: tuple[Element, str, str], default: Vector) -> Vector:
        """The vector in a property; `default` for one without a direction, which is reported."""
        before = len(self.findings.all)
        x, y, z = self.numbers(*written, 3)
        if len(self.findings.all) == before:
            length = math.hypot(x, y, z)
            if SHORTEST < length < math.inf:
                return x, y, z
            message = f"the {what} has length {length:g}; give it a direction, such as 0 0 1."
            self.error(written[0], message)
        return default

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

    def check_rpy(self, place: Element, angles: Sequence[float]) -> None:
        """Remark angles of more than a turn."""
        if max(map(abs, angles)) > 1.01 * math.tau:
            shown = " ".join(f"{x:g}" for x in angles)
            message = f"roll, pitch, yaw of {shown} rad are more than a turn; are these degrees?"
            self.remark(place, message)

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
        slack = NEGLIGIBLE + TOLERANCE * max(abs(smallest), abs(largest))
        moments = f"principal moments {smallest:.4g}, {middle:.4g}, {largest:.4g} kg m^2"
        if smallest < -slack:
            self.remark(element, f"{moments}: a moment cannot be negative; correct <inertia>.")
        elif largest > smallest + middle + slack:
            self.remark(
                element,
                f"{moments}: the largest is more than the sum of the others, which no body has"
                " (triangle inequality); correct <inertia>.",
            )


def _is_xacro(text: str) -> bool:
    return "${" in text or "$(" in text
