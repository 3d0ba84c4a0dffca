"""Products of matrices as loops over memory: tiles of entries that are summed in registers.

A and B lie row by row in the workspace, and so does the product. In the code for one
sample vectors run along the rows of B, and the last one ends where the row does: some entries are
computed a second time, so that there is one kind of result. In the code for lanes every entry is a
vector already. Tiles that nothing asks for are left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from .ir_builder import FunctionText, Number, table
from .target import host_lanes, vector_registers

LARGEST: Final = {32: (6, 4), 16: (4, 2)}
"""Rows and vectors of a tile by vector registers, which hold its sums and what it multiplies."""


@dataclass(frozen=True)
class Block:
    """A product, and where in the workspace it and the rows of its matrices begin."""

    node: int
    shape: tuple[int, ...]
    a: list[int]
    b: list[int]
    """Of the rows of B that meet columns of A."""
    c: int
    live: frozenset[int]
    """The entries of the product that something asks for."""

    @property
    def rows(self) -> int:
        return self.shape[0]

    @property
    def columns(self) -> int:
        return self.shape[2]


@dataclass(frozen=True)
class Tile:
    """The code for `rows` times `vectors` entries, on one type of number."""

    number: Number
    rows: int
    vectors: int
    unit: int
    """Entries in a vector."""

    @property
    def name(self) -> str:
        """That of the function; what meets in its sums is told by a table."""
        return f"@tile_{self.rows}_{self.vectors}_{self.unit}"

    @property
    def vector(self) -> Number:
        return Number(self.number.dtype, self.unit) if self.number.lanes == 1 else self.number

    def text(self, code: FunctionText) -> str:
        """The function, written with an empty `code` of vectors: a term of all sums at a time.

        Sums begin with -0, which changes no first term.
        """
        t, v = self.number.type, self.vector
        entries = [(r, c) for r in range(self.rows) for c in range(self.vectors)]
        for r in range(self.rows):
            self._find(code, f"%a{r}", "%w", "%rows", r)
        sums = [(f"%s{r}.{c}", v.type, v.constant(-0.0), f"%t{r}.{c}") for r, c in entries]
        with code.repeated("%count", *sums):
            code.lines.append("%met.i = getelementptr [2 x i32], ptr %met, i64 %i")
            column = code.listed("%column", "%met.i", 0)
            self._find(code, "%b", "%wb", "%met.i", 1)
            for c in range(self.vectors):
                self._load(code, f"%b{c}", "%b", str(c * self.unit))
            for r in range(self.rows):
                self._spread(code, f"%x{r}", f"%a{r}", column)
                for c in range(self.vectors):
                    total = code.intrinsic("fma", (f"%x{r}", f"%b{c}", f"%s{r}.{c}"))
                    code.lines.append(f"%t{r}.{c} = {total}")
        for r, c in entries:
            if r and not c:
                code.lines.append(f"%c{r} = getelementptr {t}, ptr %c{r - 1}, i64 %width")
            code.lines += [
                f"%c{r}.{c} = getelementptr {t}, ptr %c{r}, i64 {c * self.unit}",
                f"store {v.type} %t{r}.{c}, ptr %c{r}.{c}, align {self.number.alignment}",
            ]
        matrices = "ptr %w, ptr %rows, ptr %wb, ptr %met, i64 %count"
        head = f"define hidden void {self.name}({matrices}, ptr noalias %c0, i64 %width) noinline"
        return code.function(head)

    def _find(self, code: FunctionText, name: str, base: str, places: str, k: int) -> None:
        """The pointer to a row."""
        place = code.listed(name, places, k)
        code.lines.append(f"{name} = getelementptr {self.number.type}, ptr {base}, i64 {place}")

    def _load(self, code: FunctionText, name: str, base: str, at: str) -> None:
        code.lines += [
            f"{name}.p = getelementptr {self.number.type}, ptr {base}, i64 {at}",
            f"{name} = load {self.vector.type}, ptr {name}.p, align {self.number.alignment}",
        ]

    def _spread(self, code: FunctionText, name: str, row: str, at: str) -> None:
        """A number of A in every entry of a vector."""
        v, t = self.vector, self.number.type
        if v == self.number:
            self._load(code, name, row, at)
            return
        code.lines += [
            f"{name}.p = getelementptr {t}, ptr {row}, i64 {at}",
            f"{name}.x = load {t}, ptr {name}.p",
            f"{name}.i = insertelement {v.type} poison, {t} {name}.x, i64 0",
            f"{name} = shufflevector {v.type} {name}.i, {v.type} poison, "
            f"<{v.lanes} x i32> zeroinitializer",
        ]


@dataclass(frozen=True)
class Tiling:
    """A product in tiles."""

    block: Block
    number: Number
    prefix: str
    """The beginning of its tables' names."""

    @property
    def unit(self) -> int:
        """Entries in a vector: no more than the product has columns."""
        unit = host_lanes(self.number.bytes) if self.number.lanes == 1 else 1
        while unit > self.block.columns:
            unit //= 2
        return unit

    def tiles(self) -> Iterator[tuple[int, int, Tile]]:
        """Where tiles begin that hold what is asked for."""
        block, unit = self.block, self.unit
        most_rows, most_vectors = LARGEST[vector_registers()]
        across = [(unit * k, size) for k, size in _spans(block.columns // unit, most_vectors)]
        if block.columns % unit:
            across.append((block.columns - unit, 1))
        for i, rows in _spans(block.rows, most_rows):
            for j, vectors in across:
                columns = range(j, j + vectors * unit)
                entries = (r * block.columns + c for r in range(i, i + rows) for c in columns)
                if not block.live.isdisjoint(entries):
                    yield i, j, Tile(self.number, rows, vectors, unit)

    def calls(self) -> Iterator[str]:
        """Lines that compute the product in the workspace %w, where it is asked for."""
        block, t = self.block, self.number.type
        a, b = self._names
        for i, j, tile in self.tiles():
            label = f"{i}.{j}"
            yield f"%r.{label} = getelementptr i32, ptr {a}, i64 {i}"
            yield f"%b.{label} = getelementptr {t}, ptr %w, i64 {j}"
            yield f"%c.{label} = getelementptr {t}, ptr %w, i64 {block.c + i * block.columns + j}"
            yield (
                f"call void {tile.name}(ptr %w, ptr %r.{label}, ptr %b.{label}, "
                f"ptr {b}, i64 {len(block.b)}, ptr %c.{label}, i64 {block.columns})"
            )

    def tables(self) -> str:
        """Where rows of A begin; which columns of A meet which rows of B."""
        block = self.block
        met = [x for pair in zip(block.shape[3:], block.b, strict=True) for x in pair]
        a, b = self._names
        return f"{table(a, block.a)}\n{table(b, met)}"

    @property
    def _names(self) -> tuple[str, str]:
        return f"@{self.prefix}a{self.block.node}", f"@{self.prefix}b{self.block.node}"


def _spans(length: int, most: int) -> list[tuple[int, int]]:
    """As few as `most` in one allows, of much the same size: where they begin, and their sizes."""
    count = -(-length // most)
    ends = [length * k // count for k in range(count + 1)]
    return [(start, end - start) for start, end in pairwise(ends)]
