"""What becomes of each element and attribute of a format: the rows of `schema.txt`."""

from collections.abc import Container
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from typing import Final, Literal, cast

from ..system import packaged_text
from .findings import Findings
from .xml import Element

Fate = Literal["obeyed", "recorded", "no effect", "warned"]
ELEMENT: Final = "-"
"""The entry of a row that stands for the element itself."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: entries of elements, and what becomes of them.

    An element is the end of a path, as `joint/limit`, and may have a `*`, as an entry may, which is
    an attribute, or `-` for the element itself; `**` is about all that is in it, too. The condition
    says which values count: see `mjcf/left_out.py` for MJCF; in other formats they are the values
    that change nothing.
    """

    format: str
    elements: tuple[str, ...]
    entries: tuple[str, ...]
    fate: Fate
    note: str = ""
    condition: str = ""

    def matches(self, path: str, entry: str) -> bool:
        """Whether it is about an entry of the element at a path."""
        listed = any(fnmatchcase(entry, x) for x in self.entries)
        return listed and any(fnmatchcase(f"/{path}", f"*/{x}") for x in self.elements)

    def counts(self, text: str) -> bool:
        """Whether a value is none of those that change nothing."""
        return not any(_same(text.strip(), value) for value in self.condition.split())


@cache
def rows(format: str) -> tuple[Row, ...]:
    """The rows of a format, those without a `*` first."""
    table, section = list[Row](), ""
    for line in packaged_text("formats/schema.txt").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line.strip() and not line.startswith("#"):
            elements, entries, fate, *rest = (cell.strip() for cell in line.split("|"))
            names = tuple(elements.replace(",", " ").split()), tuple(entries.split())
            table.append(Row(section, *names, cast(Fate, fate), *rest))
    own = [row for row in table if row.format == format]
    return tuple(sorted(own, key=lambda row: any("*" in x for x in row.elements + row.entries)))


@lru_cache
def _rows_at(format: str, path: str) -> tuple[Row, ...]:
    """The rows about the element at a path."""
    return tuple(row for row in rows(format) if row.matches(path, row.entries[0]))


@lru_cache(maxsize=4096)  # files of strangers may have any names
def matching(format: str, path: str, entry: str) -> tuple[Row, ...]:
    """The rows about an entry, without those with a `*` if there are others."""
    table = _rows_at(format, path)
    every = tuple(row for row in table if any(fnmatchcase(entry, x) for x in row.entries))
    exact = tuple(row for row in every if not any("*" in x for x in row.elements + row.entries))
    return exact or every


def check_entries(
    format: str,
    element: Element,
    findings: Findings,
    above: str = "",
    misspelt: Container[tuple[Element, str]] = (),
) -> None:
    """Warn of what an element has that matters and is left out, and remark what nothing is read of.

    Elements in it are checked, too; `above` is the path of the element around it. Nothing is said
    of what is `misspelt`: see `Reader.check_spelling`, which has warned of it.
    """
    path = f"{above}/{element.tag}"
    whole = any("**" in row.entries for row in matching(format, path, ELEMENT))
    attributes = {} if whole else element.attributes
    for entry, text in [(ELEMENT, element.text), *attributes.items()]:
        what = f"<{element.tag}>" if entry == ELEMENT else entry
        matched = matching(format, path, entry)
        for row in matched:
            if row.fate == "warned" and row.counts(text):
                findings.warning(element, f"{what} is left out; {row.note}.")
            elif row.condition and row.counts(text):
                findings.remark(element, f"{what} is without effect on motion; {row.note}.")
        if not matched and (element, what) not in misspelt:
            findings.remark(element, f"{what} is nothing that kinetree knows; it is not read.")
        if not matched and entry == ELEMENT:
            return
    for child in () if whole else element.children:
        check_entries(format, child, findings, path, misspelt)


def _same(text: str, value: str) -> bool:
    try:
        return float(text) == float(value)
    except ValueError:
        return text.lower() == value
