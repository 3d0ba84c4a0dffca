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
class Matrix:
    """Numbers in the workspace, `step` from one row to the next."""

    start: int
    step: int


@dataclass(frozen=True)
class Block:
    """A product and where it lies."""

    node: int
    shape: tuple[int, ...]
    a: Matrix
    b: Matrix
    c: Matrix
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

    A matrix that is a part of another one, or of a product, is not stored again.
    """

    def __init__(self, graph: Graph, nodes: Sequence[int], start: int) -> None:
        self.graph, self.end = graph, start
        self.places: dict[int, list[int]] = {}
        """Where a value is to be stored for the products that it is in."""
        self.all: dict[int, Block] = {}
        self.brought: dict[int, list[tuple[int, int]]] = {}
        """Of the first product that needs them: nodes and their places."""
        self._stored: dict[int, list[tuple[int, Sequence[int], Matrix]]] = {}
        """By a node in it: its position, and the matrix with all its nodes."""
        live: dict[int, set[int]] = {}
        for i in nodes:
            if graph.ops[i] == "entry":
                live.setdefault(graph.args[i][0], set()).add(graph.data[i])
        for i in nodes:
            if graph.ops[i] == "block":
                n, width, m, *picked = graph.data[i]
                args = graph.args[i]
                a = self._matrix(i, args[: n * width], n, width)
                b = self._matrix(i, args[n * width :], len(picked), m)
                c = self._area(n, m)
                self.all[i] = Block(i, graph.data[i], a, b, c, frozenset(live[i]))

    def _area(self, rows: int, columns: int) -> Matrix:
        found = Matrix(self.end, columns)
        self.end += rows * columns
        return found

    def _matrix(self, block: int, args: Sequence[int], rows: int, columns: int) -> Matrix:
        """Where the matrix of these nodes lies; it is stored for `block` if it lies nowhere."""
        found = self._in_a_product(args, columns) or self._in_a_matrix(args, rows, columns)
        if found is not None:
            return found
        area = self._area(rows, columns)
        for k, node in enumerate(args):
            self.places.setdefault(node, []).append(area.start + k)
            self._stored.setdefault(node, []).append((k, args, area))
        self.brought.setdefault(block, []).extend(
            (node, area.start + k) for k, node in enumerate(args)
        )
        return area

    def _in_a_product(self, args: Sequence[int], columns: int) -> Matrix | None:
        graph, first = self.graph, args[0]
        if graph.ops[first] != "entry":
            return None
        (whole,), base = graph.args[first], graph.data[first]
        c = self.all[whole].c
        for k, node in enumerate(args):
            at = base + k // columns * c.step + k % columns
            if graph.ops[node] != "entry" or (*graph.args[node], graph.data[node]) != (whole, at):
                return None
        return Matrix(c.start + base, c.step)

    def _in_a_matrix(self, args: Sequence[int], rows: int, columns: int) -> Matrix | None:
        rare = min(range(len(args)), key=lambda k: len(self._stored.get(args[k], ())))
        for position, nodes, area in self._stored.get(args[rare], ()):
            base = position - rare // columns * area.step - rare % columns
            if base < 0 or base % area.step + columns > area.step:
                continue
            starts = [base + r * area.step for r in range(rows)]
            if all(
                args[r * columns : (r + 1) * columns] == nodes[at : at + columns]
                for r, at in enumerate(starts)
            ):
                return Matrix(area.start + base, area.step)
        return None

    def entry(self, i: int) -> int:
        """Where an entry of a product lies."""
        (whole,) = self.graph.args[i]
        return self.all[whole].c.start + self.graph.data[i]


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
        vectors = min(most, block.columns // unit)
        return cls(block, number, min(ROWS, block.rows), vectors, vector, unit)

    @property
    def name(self) -> str:
        """That of the function: blocks of one width, with the same columns of A, share it."""
        _, width, _, *picked = self.block.shape
        gaps = [k for k in range(width) if k not in picked]
        return "_".join(map(str, ("@tile", self.rows, self.vectors, self.unit, width, *gaps)))

    def calls(self, memory: str) -> Iterator[str]:
        """Lines that compute the product in the workspace `memory`, where it is asked for."""
        block, t, step = self.block, self.number.type, self.vectors * self.unit
        (n, _, m, *_), a, b, c = block.shape, block.a, block.b, block.c
        for i in _starts(n, self.rows):
            for j in _starts(m, step):
                entries = (r * m + k for r in range(i, i + self.rows) for k in range(j, j + step))
                if block.live.isdisjoint(entries):
                    continue
                at = {"a": a.start + i * a.step, "b": b.start + j, "c": c.start + i * m + j}
                for x, k in at.items():
                    yield f"%{x}.{i}.{j} = getelementptr {t}, ptr {memory}, i64 {k}"
                passed = ", ".join(f"ptr %{x}.{i}.{j}" for x in at)
                steps = ", ".join(f"i64 {x.step}" for x in (a, b, c))
                yield f"call void {self.name}({passed}, {steps})"

    def text(self, code: FunctionText) -> str:
        """The function that `calls` calls, written with an empty `code` of vectors."""
        _, _, _, *picked = self.block.shape
        v, t = self.vector, self.number.type
        total: dict[tuple[int, int], str] = {}
        for r in range(1, self.rows):
            code.lines.append(f"%a{r} = getelementptr {t}, ptr %a{r - 1}, i64 %as")
        for k, column in enumerate(picked):
            if k:
                code.lines.append(f"%b{k} = getelementptr {t}, ptr %b{k - 1}, i64 %bs")
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
        parameters = "ptr %a0, ptr %b0, ptr noalias %c0, i64 %as, i64 %bs, i64 %cs"
        return code.function(f"define hidden void {self.name}({parameters}) noinline")

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


def _starts(length: int, size: int) -> list[int]:
    """Where tiles of a size begin; the last ends with the matrix."""
    return [*range(0, length - size, size), length - size]
