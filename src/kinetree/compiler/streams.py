"""Parts of rows that the steps of a loop take and give, one after the other."""

from collections.abc import Iterator
from dataclasses import dataclass

from .gather_scatter import Run
from .ir_builder import FunctionText, Number, table


@dataclass(frozen=True)
class Stream:
    """A row in memory: the pointer to the part of a step moves by `step` numbers."""

    name: str
    number: Number
    base: str
    start: int
    width: int
    step: int

    @property
    def passed(self) -> str:
        """The pointer that the body of the loop is given."""
        return self.name

    @property
    def first(self) -> str:
        """The pointer that the body is given before the first step."""
        return f"{self.name}.0"

    def begin(self, code: FunctionText) -> None:
        """The pointer to the first part."""
        code.point(f"{self.name}.0", self.base, self.start)

    def before(self) -> Iterator[str]:
        """Lines before the body's."""
        yield from ()

    def after(self) -> Iterator[str]:
        """Lines after the body's."""
        yield f"{self.name}.1 = getelementptr {self.unit}, ptr {self.name}, i64 {self.step}"

    @property
    def unit(self) -> str:
        """The type of the numbers of the row."""
        return self.number.type


@dataclass(frozen=True)
class SampleStream(Stream):
    """A row of each sample, whose parts are brought into lanes, or back, by way of a buffer."""

    buffer: int
    run: Run

    @property
    def passed(self) -> str:
        return f"{self.name}.b"

    @property
    def first(self) -> str:
        return self.passed

    @property
    def unit(self) -> str:
        return self.number.scalar

    def begin(self, code: FunctionText) -> None:
        code.lines.append(
            f"{self.name}.0 = getelementptr {self.unit}, ptr {self.base}.i, i64 {self.start}"
        )
        code.point(self.passed, "%w", self.buffer)

    def before(self) -> Iterator[str]:
        if self.run.verb == "gather":
            yield from self.run.calls(self.number, self.passed, self.name, f"{self.base}.s")

    def after(self) -> Iterator[str]:
        if self.run.verb == "scatter":
            yield from self.run.calls(self.number, self.places, self.name, f"{self.base}.s")
        yield from super().after()

    @property
    def places(self) -> str:
        """The table of what is brought back."""
        return f"@places.{self.buffer}"

    @property
    def places_table(self) -> str:
        """The table as text."""
        return table(self.places, range(self.buffer, self.buffer + self.width))
