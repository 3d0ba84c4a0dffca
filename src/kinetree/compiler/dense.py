"""Dense linear algebra as loops over memory, in place of the code of a loop's body.

A loop that computes a factor, a substitution or products of many rows says so (`LoopNode.dense`).
Its body lists every operation, 10,000 of a humanoid, which are code that a processor fetches more
slowly than it computes. Here they are done by short loops, each number by the same operations in
the same order: with the same bits.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from .copies import W
from .elimination import Elimination
from .ir_builder import FunctionBuilder, constant_table
from .matrix_products import MatrixProduct
from .nested_loops import packed
from .row_products import RowProducts
from .workspace import LoopBuffers

MEMORY: Final = {
    "factor": ("row0", "result", "scratch"),
    "substitution": ("row0", "row1", "result"),
    "products": ("table", "row1", "carry", "end", "scratch"),
    "times": ("table", "carry", "result"),
    "transposed": ("table", "row1", "carry", "end"),
}
"""The memory that each operation reads or writes: rows and a result of a loop, a table, its carry
at first and in the end, and scratch."""

FEWEST: Final = 16
"""Rows from which on short loops are faster: of 10 a batch takes 1.2 times as long, of 24 0.8."""


@dataclass(frozen=True)
class Dense:
    """The code of a dense operation; `kind` are its name and its sizes, as in `LoopNode.dense`."""

    kind: tuple[int | str, ...]

    @property
    def operation(self) -> str:
        """Its name."""
        return str(self.kind[0])

    @property
    def n(self) -> int:
        """The rows of its matrices."""
        return int(self.kind[1])

    @property
    def sizes(self) -> list[int]:
        """The most contacts, the numbers of each, and where its rows begin there."""
        return [int(x) for x in self.kind[2:]]

    @property
    def scratch(self) -> int:
        """The numbers of memory that it takes beside its operands and its result."""
        if self.operation == "factor":
            return packed(self.n)
        if self.operation == "products":
            most, _, *rows = self.sizes
            return self.n * self.n + most * len(rows) * (self.n + 2)
        return 0

    @property
    def product(self) -> MatrixProduct:
        """That of transposed rows with weighted ones, of which the lower triangle is used."""
        n = self.n
        live = frozenset(i * n + j for i in range(n) for j in range(i + 1))
        return MatrixProduct(0, (n, 0, n), [], [], 0, live)

    @property
    def name(self) -> str:
        return "@" + "_".join(map(str, self.kind))

    def append_call(self, code: FunctionBuilder, buffers: LoopBuffers, scratch: int) -> None:
        """Append the call of its function, for memory of a loop and scratch at an offset."""
        places = {f"row{k}": x for k, x in enumerate(buffers.rows)}
        places |= zip(("table",), buffers.tables, strict=False)
        places |= zip(("result",), filter(None, buffers.outputs), strict=False)
        end = buffers.areas[(buffers.loop.length - 1) % 2]
        places |= {"carry": (W, buffers.first), "end": (W, end), "scratch": (W, scratch)}
        names = MEMORY[self.operation]
        for name in names:
            code.pointer(f"%p{name}", *places[name])
        pointers = ", ".join(f"ptr %p{name}" for name in names)
        code.lines.append(f"call void {self.name}({pointers})")

    def functions(
        self, code: FunctionBuilder, empty: Callable[..., FunctionBuilder]
    ) -> Iterator[str]:
        """Its function, built with `code`, and those that this calls, with `empty` builders."""
        number, tables = code.number, list[str]()
        match self.operation:
            case "factor":
                Elimination(code).factor(self.n)
            case "substitution":
                Elimination(code).substitution(self.n)
            case "times":
                self._row_products(code).by_vector()
            case "transposed":
                self._row_products(code).transposed()
            case _:
                tiles, columns = [*self.product.tiles(number)], f"{self.name}.columns"
                yield from dict.fromkeys(x.text(empty(x.vector)) for *_, x in tiles)
                self._row_products(code).products(columns, tiles)
                tables.append(constant_table(columns, range(self.n)))
        parameters = ", ".join(f"ptr noalias %{x}" for x in MEMORY[self.operation])
        head = f"define hidden void {self.name}({parameters}) noinline{number.stack}"
        yield "\n".join([code.function(head), *tables])

    def _row_products(self, code: FunctionBuilder) -> RowProducts:
        most, stride, *rows = self.sizes
        return RowProducts(code, self.n, most, stride, rows)
