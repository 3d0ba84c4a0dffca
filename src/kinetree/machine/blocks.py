"""Products of matrices as loops over memory: tiles of entries that are summed in registers.

A and B lie row by row in the workspace of a kernel, and so does the product. In the code for one
sample vectors run along the rows of B, and the last one ends where the row does: some entries are
computed a second time, so that there is one kind of result. In the code for lanes every entry is a
vector already. Tiles that nothing asks for are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ..scalar.graph import Graph
from .target import host_lanes, vector_registers
from .writer import FunctionText, Number, table

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


class Blocks:
    """All products of a trace, in the workspace from `start` on.

    A row that is part of another one, or of a product, is not stored again.
    """

    def __init__(self, graph: Graph, nodes: Sequence[int], start: int) -> None:
        self.graph, self.end = graph, start
        self.places: dict[int, list[int]] = {}
        """Where a value is to be stored for the products that it is in."""
        self.all: dict[int, Block] = {}
        self.brought: dict[int, list[tuple[int, int]]] = {}
        """Of the first product that needs them: nodes and their places."""
        self._rows: dict[int, list[tuple[Sequence[int], int, int]]] = {}
        """By a node in them: stored rows, its position in them, and where they begin."""
        live: dict[int, set[int]] = {}
        for i in nodes:
            if graph.ops[i] == "entry":
                live.setdefault(graph.args[i][0], set()).add(graph.data[i])
        for i in nodes:
            if graph.ops[i] == "block":
                n, width, m, *met = graph.data[i]
                args = graph.args[i]
                a = [self._row(i, args[r * width : (r + 1) * width]) for r in range(n)]
                starts = [n * width + k * m for k in met]
                b = [self._row(i, args[at : at + m]) for at in starts]
                self.all[i] = Block(i, graph.data[i], a, b, self.end, frozenset(live[i]))
                self.end += n * m

    def _row(self, block: int, nodes: Sequence[int]) -> int:
        """Where a row of a matrix begins; it is stored for `block` if it lies nowhere."""
        found = self._in_a_product(nodes)
        if found is not None:
            return found
        rare = min(range(len(nodes)), key=lambda k: len(self._rows.get(nodes[k], ())))
        for row, position, start in self._rows.get(nodes[rare], ()):
            at = position - rare
            if at >= 0 and row[at : at + len(nodes)] == nodes:
                return start + at
        start = self.end
        self.end += len(nodes)
        for k, node in enumerate(nodes):
            self.places.setdefault(node, []).append(start + k)
            self._rows.setdefault(node, []).append((nodes, k, start))
        self.brought.setdefault(block, []).extend((x, start + k) for k, x in enumerate(nodes))
        return start

    def _in_a_product(self, nodes: Sequence[int]) -> int | None:
        """Where these nodes are neighbours in a row of a product."""
        graph = self.graph
        if any(graph.ops[node] != "entry" for node in nodes):
            return None
        places = [self.entry(node) for node in nodes]
        return places[0] if places == [*range(places[0], places[0] + len(nodes))] else None

    def entry(self, i: int) -> int:
        """Where an entry of a product lies."""
        (whole,) = self.graph.args[i]
        return self.all[whole].c + self.graph.data[i]


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
        for i, j, tile in self.tiles():
            label = f"{i}.{j}"
            yield f"%r.{label} = getelementptr i32, ptr @a{block.node}, i64 {i}"
            yield f"%b.{label} = getelementptr {t}, ptr %w, i64 {j}"
            yield f"%c.{label} = getelementptr {t}, ptr %w, i64 {block.c + i * block.columns + j}"
            yield (
                f"call void {tile.name}(ptr %w, ptr %r.{label}, ptr %b.{label}, "
                f"ptr @b{block.node}, i64 {len(block.b)}, ptr %c.{label}, i64 {block.columns})"
            )

    def tables(self) -> str:
        """Where rows of A begin; which columns of A meet which rows of B."""
        block = self.block
        met = [x for pair in zip(block.shape[3:], block.b, strict=True) for x in pair]
        return f"{table(f'@a{block.node}', block.a)}\n{table(f'@b{block.node}', met)}"


def _spans(length: int, most: int) -> list[tuple[int, int]]:
    """As few as `most` in one allows, of much the same size: where they begin, and their sizes."""
    count = -(-length // most)
    ends = [length * k // count for k in range(count + 1)]
    return [(start, end - start) for start, end in pairwise(ends)]
