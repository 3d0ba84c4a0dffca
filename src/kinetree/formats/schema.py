"""What becomes of each element and attribute of a format: the rows of `schema.txt`."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final, Literal, cast, get_args

Fate = Literal["obeyed", "recorded", "no effect", "warned"]
FATES: Final = get_args(Fate)
ELEMENT: Final = "-"
"""The entry of a row that stands for the element itself."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: entries of elements, and what becomes of them.

    An element is the end of a path, as `joint/limit`, and may have a `*`, as an entry may, which is
    an attribute, or `-` for the element itself. The condition, where there is one, says which
    values count: see `mjcf/left_out.py` for MJCF; in other formats it is the value that changes
    nothing.
    """

    format: str
    elements: tuple[str, ...]
    entries: tuple[str, ...]
    fate: Fate
    note: str = ""
    condition: str = ""

    def matches(self, path: str, entry: str) -> bool:
        """Whether it is about an entry of the element at a path."""
        return any(x in (entry, "*") for x in self.entries) and any(
            fnmatchcase(f"/{path}", f"*/{element}") for element in self.elements
        )


@cache
def rows(format: str) -> tuple[Row, ...]:
    """The rows of a format, those without a `*` first."""
    table, section = list[Row](), ""
    for line in Path(__file__).with_name("schema.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line.strip() and not line.startswith("#"):
            elements, entries, fate, *rest = (cell.strip() for cell in line.split("|"))
            names = tuple(elements.replace(",", " ").split()), tuple(entries.split())
            table.append(Row(section, *names, cast(Fate, fate), *rest))
    own = [row for row in table if row.format == format]
    return tuple(sorted(own, key=lambda row: any("*" in x for x in row.elements + row.entries)))


def matching(format: str, path: str, entry: str) -> list[Row]:
    """The rows about an entry, without those with a `*` if there are others."""
    every = [row for row in rows(format) if row.matches(path, entry)]
    exact = [row for row in every if not any("*" in x for x in row.elements + row.entries)]
    return exact or every
