"""Elements and attributes of a URDF that are spelt almost as known ones."""

import difflib
from collections.abc import Iterable
from typing import Final

from ..elements import Reader
from ..findings import Findings
from ..xml import Element

_CHILDREN: Final = {
    "link": "inertial visual collision",
    "joint": "origin parent child axis calibration dynamics limit mimic safety_controller",
    "inertial": "origin mass inertia",
    "visual": "origin geometry material",
    "collision": "origin geometry",
    "geometry": "box cylinder sphere capsule mesh",
}
_ATTRIBUTES: Final = {
    "link": "name",
    "joint": "name type",
    "origin": "xyz rpy quat_xyzw",
    "mass": "value",
    "inertia": "ixx ixy ixz iyy iyz izz",
    "parent": "link",
    "child": "link",
    "axis": "xyz",
    "dynamics": "damping friction",
    "limit": "lower upper effort velocity acceleration jerk",
    "mimic": "joint multiplier offset",
    "box": "size",
    "cylinder": "radius length",
    "sphere": "radius",
    "mesh": "filename scale",
}
"""Names that kinetree or others read, by the tag of the element that they are in."""


def check_spelling(root: Element, findings: Findings) -> None:
    """Add a warning for each name that is unknown, and near a known one that is not there."""
    reader = Reader(findings)
    for element in root.children:
        if element.tag in ("link", "joint"):
            _check(reader, element)


def _check(reader: Reader, element: Element) -> None:
    tags = [child.tag for child in element.children]
    for child, meant in zip(
        element.children, _meant(tags, _CHILDREN.get(element.tag)), strict=True
    ):
        if meant:
            reader.warning(child, f"not read; did you mean <{meant}>?")
        _check(reader, child)
    names = list(element.attributes)
    for name, meant in zip(names, _meant(names, _ATTRIBUTES.get(element.tag)), strict=True):
        if meant:
            reader.warning(element, f"{name} is not read; did you mean {meant}?")


def _meant(names: Iterable[str], known: str | None) -> list[str]:
    """For each name the known one that is probably meant, or ""."""
    given, expected = list(names), (known or "").split()
    free = [x for x in expected if x not in given]
    return [
        "" if x in expected else next(iter(difflib.get_close_matches(x.lower(), free, 1, 0.75)), "")
        for x in given
    ]
