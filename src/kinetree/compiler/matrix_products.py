"""Matrix products as loops over memory: tiles of elements that are summed in registers.

A, B and the product are stored row by row in the workspace. In the scalar variant vectors run along
the rows of B, and the last one ends where the row ends: some elements are computed twice, with the
same bits. In the vector variant every element is a vector of samples. Tiles of which no element is
used are left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from .ir_builder import FunctionBuilder, NumberType, constant_table

MAX_TILE: Final = {32: (6, 4), 16: (4, 2)}
"""Rows and vectors of a tile by the number of vector registers, which hold sums and factors."""


@dataclass(frozen=True)
class Tile:
    """Code that computes `rows` times `vectors` vectors of the product, on one type of number."""

    number: NumberType
    rows: int
    vectors: int
    unit: int
    """Elements in a vector."""

    @property
    def name(self) -> str:
        """Name of the function; a table says which columns and rows it multiplies."""
        return f"@tile_{self.rows}_{self.vectors}_{self.unit}"

    @property
    def vector(self) -> NumberType:
        return self.number.wide(self.unit) if self.number.lanes == 1 else self.number

    def text(self, code: FunctionBuilder) -> str:
        """The function, built with an empty `code` of vectors: one term of all sums per iteration.

        Sums begin with -0, which does not change the first term.
        """
        row, v = self.number.row, self.vector
        elements = [(r, c) for r in range(self.rows) for c in range(self.vectors)]
        for r in range(self.rows):
            self._row_pointer(code, f"%a{r}", "%w", "%rows", r)
        sums = [(f"%s{r}.{c}", v.type, v.constant(-0.0), f"%t{r}.{c}") for r, c in elements]
        with code.loop("%count", *sums):
            code.lines.append("%terms.i = getelementptr [2 x i32], ptr %terms, i64 %i")
            column = code.load_index("%column", "%terms.i", 0)
            self._row_pointer(code, "%b", "%wb", "%terms.i", 1)
            for c in range(self.vectors):
                self._load(code, f"%b{c}", "%b", str(c * self.unit))
            for r in range(self.rows):
                self._broadcast(code, f"%x{r}", f"%a{r}", column)
                for c in range(self.vectors):
                    total = code.instruction("fma", (f"%x{r}", f"%b{c}", f"%s{r}.{c}"))
                    code.lines.append(f"%t{r}.{c} = {total}")
        for r, c in elements:
            if r and not c:
                code.lines.append(f"%c{r} = getelementptr {row}, ptr %c{r - 1}, i64 %width")
            code.lines += [
                f"%c{r}.{c} = getelementptr {row}, ptr %c{r}, i64 {c * self.unit}",
                f"store {v.type} %t{r}.{c}, ptr %c{r}.{c}, align {self.number.alignment}",
            ]
        matrices = "ptr %w, ptr %rows, ptr %wb, ptr %terms, i64 %count"
        head = f"define hidden void {self.name}({matrices}, ptr noalias %c0, i64 %width) noinline"
        return code.function(head)

    def _row_pointer(self, code: FunctionBuilder, name: str, base: str, table: str, k: int) -> None:
        """Append the pointer to the row at offset k of a table."""
        offset = code.load_index(name, table, k)
        code.lines.append(f"{name} = getelementptr {self.number.row}, ptr {base}, i64 {offset}")

    def _load(self, code: FunctionBuilder, name: str, base: str, offset: str) -> None:
        code.lines += [
            f"{name}.p = getelementptr {self.number.row}, ptr {base}, i64 {offset}",
            f"{name} = load {self.vector.type}, ptr {name}.p, align {self.number.alignment}",
        ]

    def _broadcast(self, code: FunctionBuilder, name: str, row: str, offset: str) -> None:
        """Append the load of an element of A into every element of a vector."""
        t = self.number.type
        if self.vector == self.number:
            self._load(code, name, row, offset)
            return
        code.lines += [
            f"{name}.p = getelementptr {t}, ptr {row}, i64 {offset}",
            f"{name}.x = load {t}, ptr {name}.p",
        ]
        code.broadcast(name, f"{name}.x")


@dataclass(frozen=True)
class MatrixProduct:
    """A matrix product, with the offsets of the matrices' rows in the workspace."""

    node: int
    shape: tuple[int, ...]
    a: list[int]
    """Offsets of the rows of A."""
    b: list[int]
    """Offsets of the rows of B that are multiplied by columns of A."""
    c: int
    """Offset of the product."""
    live: frozenset[int]
    """Elements of the product that are used."""

    @property
    def rows(self) -> int:
        return self.shape[0]

    @property
    def columns(self) -> int:
        return self.shape[2]

    def tiles(self, number: NumberType) -> Iterator[tuple[int, int, Tile]]:
        """First row, first column and code of each tile of which an element is used."""
        unit = number.processor.lanes(number.bytes) if number.lanes == 1 else 1
        while unit > self.columns:
            unit //= 2
        most_rows, most_vectors = MAX_TILE[number.processor.vector_registers]
        across = [(unit * k, size) for k, size in _divide(self.columns // unit, most_vectors)]
        if self.columns % unit:
            across.append((self.columns - unit, 1))
        for i, rows in _divide(self.rows, most_rows):
            for j, vectors in across:
                columns = range(j, j + vectors * unit)
                elements = (r * self.columns + c for r in range(i, i + rows) for c in columns)
                if not self.live.isdisjoint(elements):
                    yield i, j, Tile(number, rows, vectors, unit)

    def calls(self, number: NumberType, prefix: str) -> Iterator[str]:
        """Instructions that compute the used tiles of the product in the workspace %w.

        `prefix` begins the names of its tables.
        """
        a, b = self._names(prefix)
        for i, j, tile in self.tiles(number):
            label = f"{i}.{j}"
            yield f"%r.{label} = getelementptr i32, ptr {a}, i64 {i}"
            yield f"%b.{label} = getelementptr {number.row}, ptr %w, i64 {j}"
            start = self.c + i * self.columns + j
            yield f"%c.{label} = getelementptr {number.row}, ptr %w, i64 {start}"
            yield (
                f"call void {tile.name}(ptr %w, ptr %r.{label}, ptr %b.{label}, "
                f"ptr {b}, i64 {len(self.b)}, ptr %c.{label}, i64 {self.columns})"
            )

    def tables(self, prefix: str) -> str:
        """Tables of the offsets of A's rows, and of columns of A with the offsets of B's rows."""
        terms = [x for pair in zip(self.shape[3:], self.b, strict=True) for x in pair]
        a, b = self._names(prefix)
        return f"{constant_table(a, self.a)}\n{constant_table(b, terms)}"

    def _names(self, prefix: str) -> tuple[str, str]:
        return f"@{prefix}a{self.node}", f"@{prefix}b{self.node}"


def _divide(length: int, most: int) -> list[tuple[int, int]]:
    """Starts and sizes of as few intervals of about equal size as `most` in one allows."""
    count = -(-length // most)
    ends = [length * k // count for k in range(count + 1)]
    return [(start, end - start) for start, end in pairwise(ends)]
