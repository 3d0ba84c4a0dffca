"""Products of matrices as loops over memory: tiles of entries that are summed in registers.

A and B lie row by row in the workspace of a kernel, and so does the product. In the code for one
sample vectors run along the rows of B; in the code for lanes every entry is a vector already. The
last tile of a row or a column ends where the matrix does, and computes some entries a second time:
there is one kind of result. Tiles that nothing asks for are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..scalar.graph import Graph
from .target import host_lanes
from .writer import FunctionText, Number

ROWS = 4
"""Rows of a tile; it has two columns, of vectors."""


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
    """The code for `rows` times `vectors` entries, on one type of vector."""

    block: Block
    number: Number
    rows: int
    vectors: int
    vector: Number
    unit: int
    """Entries in a vector."""

    @classmethod
    def of(cls, block: Block, number: Number) -> "Tile":
        unit, most = 1, 4
        if number.lanes == 1:
            unit, most = host_lanes(number.bytes), 2
            while unit > block.columns:
                unit //= 2
        vector = Number(number.dtype, unit) if number.lanes == 1 else number
        vectors = _even(block.columns // unit, most)
        return cls(block, number, _even(block.rows, ROWS), vectors, vector, unit)

    @property
    def name(self) -> str:
        """That of the function: blocks of one width, meeting in the same ones, share it."""
        _, width, _, *met = self.block.shape
        gaps = [k for k in range(width) if k not in met]
        return "_".join(map(str, ("@tile", self.rows, self.vectors, self.unit, width, *gaps)))

    def calls(self) -> Iterator[str]:
        """Lines that compute the product in the workspace %w, where it is asked for."""
        block, t, step = self.block, self.number.type, self.vectors * self.unit
        n, _, m, *_ = block.shape
        for i in _starts(n, self.rows):
            for j in _starts(m, step):
                entries = (r * m + k for r in range(i, i + self.rows) for k in range(j, j + step))
                if block.live.isdisjoint(entries):
                    continue
                yield f"%b.{i}.{j} = getelementptr {t}, ptr %w, i64 {j}"
                yield f"%c.{i}.{j} = getelementptr {t}, ptr %w, i64 {block.c + i * m + j}"
                yield f"%t.{i}.{j} = getelementptr i64, ptr @a{block.node}, i64 {i}"
                yield (
                    f"call void {self.name}(ptr %w, ptr %b.{i}.{j}, ptr %c.{i}.{j}, "
                    f"ptr %t.{i}.{j}, ptr @b{block.node}, i64 {m})"
                )

    def tables(self) -> str:
        """Where the rows of A and B begin."""
        return "\n".join(
            f"@{name}{self.block.node} = private constant [{len(rows)} x i64] "
            f"[{', '.join(f'i64 {x}' for x in rows)}]"
            for name, rows in (("a", self.block.a), ("b", self.block.b))
        )

    def text(self, code: FunctionText) -> str:
        """The function that `calls` calls, written with an empty `code` of vectors."""
        _, _, _, *met = self.block.shape
        v, t = self.vector, self.number.type
        total: dict[tuple[int, int], str] = {}
        for r in range(self.rows):
            self._find(code, f"%a{r}", "%w", "%at", r)
        for k, column in enumerate(met):
            self._find(code, f"%b{k}", "%wb", "%bt", k)
            for c in range(self.vectors):
                self._load(code, f"%b{k}.{c}", f"%b{k}", c * self.unit)
            for r in range(self.rows):
                self._spread(code, f"%a{k}.{r}", f"%a{r}", column)
                for c in range(self.vectors):
                    name, factors = f"%s{k}.{r}.{c}", (f"%a{k}.{r}", f"%b{k}.{c}")
                    if k:
                        value = code.intrinsic("fma", (*factors, total[r, c]))
                    else:
                        value = f"fmul {v.type} {', '.join(factors)}"
                    code.lines.append(f"{name} = {value}")
                    total[r, c] = name
        for r in range(self.rows):
            if r:
                code.lines.append(f"%c{r} = getelementptr {t}, ptr %c{r - 1}, i64 %cs")
            for c in range(self.vectors):
                code.lines += [
                    f"%c{r}.{c} = getelementptr {t}, ptr %c{r}, i64 {c * self.unit}",
                    f"store {v.type} {total[r, c]}, ptr %c{r}.{c}, align {self.number.alignment}",
                ]
        parameters = "ptr %w, ptr %wb, ptr noalias %c0, ptr %at, ptr %bt, i64 %cs"
        return code.function(f"define hidden void {self.name}({parameters}) noinline")

    def _find(self, code: FunctionText, name: str, base: str, table: str, k: int) -> None:
        """The pointer to a row."""
        code.lines += [
            f"{name}.t = getelementptr i64, ptr {table}, i64 {k}",
            f"{name}.o = load i64, ptr {name}.t",
            f"{name} = getelementptr {self.number.type}, ptr {base}, i64 {name}.o",
        ]

    def _load(self, code: FunctionText, name: str, base: str, at: int) -> None:
        code.lines += [
            f"{name}.p = getelementptr {self.number.type}, ptr {base}, i64 {at}",
            f"{name} = load {self.vector.type}, ptr {name}.p, align {self.number.alignment}",
        ]

    def _spread(self, code: FunctionText, name: str, row: str, at: int) -> None:
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


def _even(length: int, most: int) -> int:
    """The least size of as few tiles as `most` rows or columns in one allow."""
    return -(-length // -(-length // most))


def _starts(length: int, size: int) -> list[int]:
    """Where tiles of a size begin; the last ends with the matrix."""
    return [*range(0, length - size, size), length - size]
