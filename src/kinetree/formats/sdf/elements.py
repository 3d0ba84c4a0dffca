"""Read numbers, flags and poses of SDF elements."""

import math
from dataclasses import dataclass
from pathlib import Path

from ..elements import Reader
from ..findings import Findings
from ..origins import Origin, Vector, rotation_of_quaternion, rotation_of_rpy
from ..xml import Element

Version = tuple[int, int]

NO_LIMIT = 1e16
LOOSE_UNIT = 1e-2
SHORTEST = 1e-9  # axis or normal
_FLAGS = {"true": True, "1": True, "false": False, "0": False}


@dataclass(frozen=True, slots=True)
class SdfFile:
    """The robot's file, or one that it includes; `above` are the files that include it."""

    name: str
    folder: str
    version: Version
    above: tuple[Path, ...] = ()


class SdfReader(Reader):
    """Reads the elements of one file."""

    def __init__(self, findings: Findings, file: SdfFile) -> None:
        super().__init__(findings)
        self.file = file

    def content(self, element: Element | None) -> str:
        """The text in an element, "" without one."""
        return "" if element is None else element.text

    def child_text(self, parent: Element, tag: str) -> str:
        """The text in a child, "" without one."""
        return self.content(self.child(parent, tag))

    def floats(self, element: Element, count: int) -> list[float]:
        """`count` finite numbers, the text in an element."""
        text = self.content(element)
        parts = text.split()
        if len(parts) != count:
            self.error(element, f"{text!r} holds {len(parts)} numbers; expected {count}.")
            return [0.0] * count
        return [self._finite(element, "text", text, part) for part in parts]

    def length(self, element: Element, name: str) -> float:
        """The size in a child, in m."""
        return self._not_negative(element, name, self.value(element, name))

    def lengths(self, element: Element, name: str) -> Vector:
        """The three sizes in a child, in m."""
        child = self.child(element, name)
        if child is None:
            self.error(element, f"no <{name}>; write <{name}>0.1 0.2 0.3</{name}>.")
            return 0.0, 0.0, 0.0
        x, y, z = (self._not_negative(child, name, x) for x in self.floats(child, 3))
        return x, y, z

    def triple(self, element: Element) -> Vector:
        x, y, z = self.floats(element, 3)
        return x, y, z

    def value(self, parent: Element, tag: str, default: float | None = None) -> float:
        """The finite number in a child, which is required unless there is a default."""
        element = self.child(parent, tag)
        if element is not None:
            return self.floats(element, 1)[0]
        if default is None:
            self.error(parent, f"no <{tag}>; write <{tag}>0.5</{tag}>.")
        return default or 0.0

    def limit(self, parent: Element | None, tag: str, none: float) -> float:
        """The limit in a child; `none`, an infinity, without one or beyond 1e16."""
        element = None if parent is None else self.child(parent, tag)
        if element is None or _is(self.content(element), none):
            return none
        value = self.floats(element, 1)[0]
        return none if abs(value) >= NO_LIMIT else value

    def flag(self, parent: Element, tag: str) -> bool:
        """The boolean in a child; False without one."""
        element = self.child(parent, tag)
        text = self.content(element).lower()
        if element is not None and text not in _FLAGS:
            self.error(element, f"{text!r} is neither true nor false.")
        return _FLAGS.get(text, False)

    def versioned(
        self, element: Element, attribute: str, first: Version, last: Version | None = None
    ) -> str:
        """An attribute allowed in versions from `first` to `last` only."""
        text = element.attributes.get(attribute, "").strip()
        version = self.file.version
        if not text or first <= version <= (last or version):
            return text
        since = f"up to {shown(last)}" if last and last < version else f"from {shown(first)} on"
        self.error(
            element,
            f"{attribute}={text!r} means nothing in SDF {shown(version)}, only in versions {since};"
            " remove it, or correct <sdf version='...'>.",
        )
        return ""

    def pose(self, parent: Element) -> tuple[Origin, str]:
        """The `<pose>` of an element, the identity without one, and the frame it names, or ""."""
        element = self.child(parent, "pose")
        if element is None:
            return Origin(), ""
        old = self.versioned(element, "frame", (1, 5), (1, 6))
        base = self.versioned(element, "relative_to", (1, 7)) or old
        form = self.versioned(element, "rotation_format", (1, 9)) or "euler_rpy"
        degrees = self.versioned(element, "degrees", (1, 9)).lower() in ("true", "1")
        if form not in ("euler_rpy", "quat_xyzw"):
            message = f"rotation_format={form!r}; expected 'euler_rpy' or 'quat_xyzw'."
            self.error(element, message)
        if not self.content(element):
            return Origin(), base
        if form == "quat_xyzw":
            return self._quaternion_pose(element, degrees), base
        x, y, z, *angles = self.floats(element, 6)
        if degrees:
            angles = map(math.radians, angles)
        return Origin((x, y, z), rotation_of_rpy(*angles)), base

    def _quaternion_pose(self, element: Element, degrees: bool) -> Origin:
        if degrees:
            self.error(element, "a quaternion is not in degrees; remove the attribute.")
        x, y, z, *q = self.floats(element, 7)
        if abs(math.hypot(*q) - 1.0) > LOOSE_UNIT:
            self.error(element, f"the quaternion {q} is not of length 1; divide it by its norm.")
        return Origin((x, y, z), rotation_of_quaternion(*q))


def shown(version: Version) -> str:
    return f"{version[0]}.{version[1]}"


def _is(text: str, infinity: float) -> bool:
    try:
        return float(text) == infinity
    except ValueError:
        return False
