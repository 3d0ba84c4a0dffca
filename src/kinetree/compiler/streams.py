"""Arrays that a loop reads or writes one slice per step."""

from collections.abc import Iterator
from dataclasses import dataclass

from .gather_scatter import Transfer
from .ir_builder import FunctionBuilder, NumberType, constant_table


@dataclass(frozen=True)
class Stream:
    """An array in memory: the pointer to its slice moves by `step` numbers with each step.

    With a transfer, it is an array of each sample, whose slices are gathered into lanes, or
    scattered from them, in a buffer of the workspace.
    """

    name: str
    number: NumberType
    base: str
    start: int
    width: int
    step: int
    buffer: int = 0
    transfer: Transfer | None = None

    @property
    def argument(self) -> str:
        """The pointer that is passed to the body of the loop."""
        return f"{self.name}.b" if self.transfer else self.name

    @property
    def first_argument(self) -> str:
        """The pointer that is passed to the body before the first step."""
        return f"{self.name}.b" if self.transfer else f"{self.name}.0"

    def begin(self, code: FunctionBuilder) -> None:
        """Append the pointer to the first slice."""
        if self.transfer is None:
            code.pointer(f"{self.name}.0", self.base, self.start)
            return
        t, base = self.number.scalar, f"{self.base}.i"
        code.lines.append(f"{self.name}.0 = getelementptr {t}, ptr {base}, i64 {self.start}")
        code.pointer(self.argument, "%w", self.buffer)

    def before(self) -> Iterator[str]:
        """Instructions before the body."""
        if self.transfer and self.transfer.kind == "gather":
            yield from self.transfer.calls(self.number, self.argument, self.name, f"{self.base}.s")

    def after(self) -> Iterator[str]:
        """Instructions after the body."""
        if self.transfer and self.transfer.kind == "scatter":
            yield from self.transfer.calls(self.number, self._table, self.name, f"{self.base}.s")
        t = self.number.scalar if self.transfer else self.number.row
        yield f"{self.name}.1 = getelementptr {t}, ptr {self.name}, i64 {self.step}"

    @property
    def _table(self) -> str:
        return f"@offsets.{self.buffer}"

    def tables(self) -> Iterator[str]:
        """The table of offsets to scatter from."""
        if self.transfer and self.transfer.kind == "scatter":
            yield constant_table(self._table, range(self.buffer, self.buffer + self.width))
