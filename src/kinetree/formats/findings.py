"""Findings: problems of a model, each with its file, line and element."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, NamedTuple, NoReturn, Protocol

from ..errors import ModelError, printable, warn

Severity = Literal["error", "warning"]

MOST_SHOWN = 10
MOST_ERRORS = 100
LONGEST = 800  # characters of a message, or of the name of an element


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem of a model, its place, and what to do about it.

    An `"error"` keeps the model from loading, a `"warning"` does not. `element` names the place
    in the file, as in `<joint name='elbow'> <limit>`; `tests/formats/fuzz.py` lists the forms.
    """

    severity: Severity
    file: str
    line: int
    element: str
    message: str

    def __str__(self) -> str:
        return printable(f"{self.file}:{self.line}: {self.element}: {self.message}")


class Placed(Protocol):
    """Anything that has a place in a file: its line, and its element in messages."""

    @property
    def line(self) -> int: ...
    @property
    def label(self) -> str: ...


class Place(NamedTuple):
    """A place in a file."""

    line: int
    label: str


class Findings:
    """The findings of one file, in the order in which they were made.

    Reading stops at the hundredth error, and long messages are shortened, however large the file.
    `checking` is whether they are for `check`, which also lists what loads without a warning.
    """

    def __init__(self, file: str = "", *, checking: bool = False) -> None:
        self.file = file
        self.checking = checking
        self.all: list[Finding] = []

    def error(self, place: Placed, message: str) -> None:
        """Record an error, which keeps the model from loading; raises ModelError at the 100th."""
        self._add("error", place, message)
        if len(self.errors()) >= MOST_ERRORS:
            raise ModelError(self._report())

    def warning(self, place: Placed, message: str) -> None:
        """Record a warning: the model loads, but is suspect."""
        self._add("warning", place, message)

    def remark(self, place: Placed, message: str) -> None:
        """Record a warning that only `check` lists."""
        if self.checking:
            self._add("warning", place, message)

    def fail(self, place: Placed, message: str) -> NoReturn:
        """Record an error after which nothing more can be read; raises ModelError."""
        self.error(place, message)
        raise ModelError(self._report())

    @contextmanager
    def at(self, place: Placed) -> Generator[None]:
        """Record a ModelError that is raised inside as an error at this place."""
        try:
            yield
        except ModelError as error:
            self.fail(place, str(error))

    def issue(self) -> None:
        """Issue the warnings, by line, as Python's: one for all that say the same."""
        same: dict[str, list[Finding]] = {}
        for finding in self.sorted():
            same.setdefault(finding.message, []).append(finding)
        for first, *others in same.values():
            lines = list(dict.fromkeys(str(other.line) for other in others))
            more = f" {len(others)} more like it: line {listed(lines)}." if others else ""
            warn(f"{first}{more}")

    def raise_errors(self) -> None:
        """Raise ModelError with the errors found so far, if there are any."""
        if self.errors():
            raise ModelError(self._report())

    def sorted(self) -> list[Finding]:
        """All findings by line; those of one line in the order in which they were made."""
        return sorted(self.all, key=lambda finding: finding.line)

    def _add(self, severity: Severity, place: Placed, message: str) -> None:
        label = _shown(place.label)
        self.all.append(Finding(severity, self.file, place.line, label, _shown(message)))

    def errors(self) -> list[Finding]:
        """The errors, by line."""
        return [finding for finding in self.sorted() if finding.severity == "error"]

    def _report(self) -> str:
        errors = self.errors()
        lines = [str(finding) for finding in errors[:MOST_SHOWN]]
        if len(errors) > MOST_SHOWN:
            least = "at least " if len(errors) >= MOST_ERRORS else ""
            lines.append(f"... and {least}{len(errors) - MOST_SHOWN} more errors.")
        return "\n".join(lines)


def listed(names: Sequence[str]) -> str:
    """Names in a message, the first ten of many."""
    more = f" and {len(names) - MOST_SHOWN} more" if names[MOST_SHOWN:] else ""
    return ", ".join(names[:MOST_SHOWN]) + more


def _shown(text: str) -> str:
    """A text on one line, shortened if long, with control characters escaped."""
    half = LONGEST // 2
    text = text if len(text) <= LONGEST else f"{text[:half]} ... {text[-half:]}"
    return printable(text).replace("\n", "\\n")
