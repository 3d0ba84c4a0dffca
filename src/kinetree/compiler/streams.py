"""Slices of arrays that a loop reads and writes step by step."""

from collections.abc import Iterator
from dataclasses import dataclass

from .gather_scatter import Transfer
from .ir_builder import FunctionBuilder, NumberType, constant_table


@dataclass(frozen=True)
class Stream:
    """An array in memory: the pointer to its slice moves by `step` numbers with each step."""

    name: str
    number: NumberType
    base: str
    start: int
    width: int
    step: int

    @property
    def argument(self) -> str:
        """The pointer that is passed to the body of the loop."""
        return self.name

    @property
    def first_argument(self) -> str:
        """The pointer that is passed to the body before the first step."""
        return f"{self.name}.0"

    def begin(self, code: FunctionBuilder) -> None:
        """Append the pointer to the first slice."""
        code.pointer(f"{self.name}.0", self.base, self.start)

    def before(self) -> Iterator[str]:
        """Instructions before the body."""
        yield from ()

    def after(self) -> Iterator[str]:
        """Instructions after the body."""
        yield f"{self.name}.1 = getelementptr {self.unit}, ptr {self.name}, i64 {self.step}"

    @property
    def unit(self) -> str:
        """Type of the numbers of the array."""
        return self.number.row


@dataclass(frozen=True)
class SampleStream(Stream):
    """An array of each sample, whose slices are gathered into lanes, or scattered, by a buffer."""

    buffer: int
    transfer: Transfer

    @property
    def argument(self) -> str:
        return f"{self.name}.b"

    @property
    def first_argument(self) -> str:
        return self.argument

    @property
    def unit(self) -> str:
        return self.number.scalar

    def begin(self, code: FunctionBuilder) -> None:
        code.lines.append(
            f"{self.name}.0 = getelementptr {self.unit}, ptr {self.base}.i, i64 {self.start}"
        )
        code.pointer(self.argument, "%w", self.buffer)

    def before(self) -> Iterator[str]:
        if self.transfer.kind == "gather":
            yield from self.transfer.calls(self.number, self.argument, self.name, f"{self.base}.s")

    def after(self) -> Iterator[str]:
        if self.transfer.kind == "scatter":
            yield from self.transfer.calls(self.number, self.table, self.name, f"{self.base}.s")
        yield from super().after()

    @property
    def table(self) -> str:
        """Name of the table of offsets to scatter from."""
        return f"@offsets.{self.buffer}"

    @property
    def table_text(self) -> str:
        """The table of offsets to scatter from."""
        return constant_table(self.table, range(self.buffer, self.buffer + self.width))
