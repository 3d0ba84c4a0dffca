"""What is wrong with a model, finding by finding, each with its file, line and element."""

from dataclasses import dataclass
from typing import Literal, NoReturn

from ..errors import ModelError

Severity = Literal["error", "warning"]

MOST_SHOWN = 10


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a model, where, and what to do about it.

    An `"error"` keeps the model from loading, a `"warning"` does not. `element` names the place
    in the file, as in `<joint name='elbow'> <limit>`.
    """

    severity: Severity
    file: str
    line: int
    element: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.element}: {self.message}"


class Findings:
    """The findings of one file, in the order in which they were made."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.all: list[Finding] = []

    def error(self, line: int, element: str, message: str) -> None:
        """Record what keeps the model from loading."""
        self.all.append(Finding("error", self.file, line, element, message))

    def warning(self, line: int, element: str, message: str) -> None:
        """Record what is suspect, though the model loads."""
        self.all.append(Finding("warning", self.file, line, element, message))

    def fail(self, line: int, element: str, message: str) -> NoReturn:
        """Record an error after which nothing more can be read; raises ModelError."""
        self.error(line, element, message)
        raise ModelError(self._report())

    def raise_errors(self) -> None:
        """Raise ModelError with the errors found so far, if there are any."""
        if any(finding.severity == "error" for finding in self.all):
            raise ModelError(self._report())

    def sorted(self) -> list[Finding]:
        """All findings by line; those of one line in the order in which they were made."""
        return sorted(self.all, key=lambda finding: finding.line)

    def _report(self) -> str:
        errors = [finding for finding in self.sorted() if finding.severity == "error"]
        lines = [str(finding) for finding in errors[:MOST_SHOWN]]
        if len(errors) > MOST_SHOWN:
            lines.append(f"... and {len(errors) - MOST_SHOWN} more errors.")
        return "\n".join(lines)
