"""Products of matrices as loops over memory: tiles of entries that are summed in registers.

A and B lie row by row in the workspace of a kernel, where they are made; a matrix that several
blocks share lies there once. So does the product. In the code for one sample vectors run along the
rows of B; in the code for lanes every entry is a vector already. The last tile of a row or a column
ends where the matrix does, and computes some entries a second time: there is one kind of result.
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
    """A product and where it lies in the workspace, in numbers from its start."""

    node: int
    shape: tuple[int, ...]
    a: int
    b: int
    c: int

    @property
    def rows(self) -> int:
        return self.shape[0]

    @property
    def columns(self) -> int:
        return self.shape[2]


class Blocks:
    """All products of a trace, in the workspace from `start` on."""

    def __init__(self, graph: Graph, nodes: Sequence[int], start: int) -> None:
        self.graph = graph
        self.places: dict[int, list[int]] = {}
        """Where a value is to be stored for the products that it is in."""
        self.all: dict[int, Block] = {}
        left: dict[tuple[int, ...], int] = {}
        for i in nodes:
            if graph.ops[i] != "block":
                continue
            args, shape = graph.args[i], graph.data[i]
            size = shape[0] * shape[1]
            if args[:size] not in left:
                left[args[:size]] = start
                start = self._placed(args[:size], start)
            b = start
            c = self._placed(args[size:], b)
            self.all[i] = Block(i, shape, left[args[:size]], b, c)
            start = c + shape[0] * shape[2]
        self.end = start

    def _placed(self, args: Sequence[int], start: int) -> int:
        for k, a in enumerate(args):
            self.places.setdefault(a, []).append(start + k)
        return start + len(args)

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
        vectors = min(most, block.columns // unit)
        return cls(block, number, min(ROWS, block.rows), vectors, vector, unit)

    @property
    def name(self) -> str:
        return f"@tile{self.block.node}"

    def calls(self, memory: str) -> Iterator[str]:
        """Lines that compute the product in the workspace `memory`."""
        n, width, m, *_ = self.block.shape
        t = self.number.type
        for i in _starts(n, self.rows):
            for j in _starts(m, self.vectors * self.unit):
                at = {
                    "a": self.block.a + i * width,
                    "b": self.block.b + j,
                    "c": self.block.c + i * m + j,
                }
                for x, k in at.items():
                    yield f"%{x}.{i}.{j} = getelementptr {t}, ptr {memory}, i64 {k}"
                passed = ", ".join(f"ptr %{x}.{i}.{j}" for x in at)
                yield f"call void {self.name}({passed})"

    def text(self, code: FunctionText) -> str:
        """The function that `calls` calls, written with an empty `code` of vectors."""
        _, width, m, *picked = self.block.shape
        v = self.vector
        total: dict[tuple[int, int], str] = {}
        for k, column in enumerate(picked):
            for c in range(self.vectors):
                self._load(code, f"%b{k}.{c}", "%b", k * m + c * self.unit)
            for r in range(self.rows):
                self._spread(code, f"%a{k}.{r}", r * width + column)
                for c in range(self.vectors):
                    name, factors = f"%s{k}.{r}.{c}", (f"%a{k}.{r}", f"%b{k}.{c}")
                    if k:
                        value = code.intrinsic("fma", (*factors, total[r, c]))
                    else:
                        value = f"fmul {v.type} {', '.join(factors)}"
                    code.lines.append(f"{name} = {value}")
                    total[r, c] = name
        for (r, c), value in total.items():
            pointer = f"%c{r}.{c}"
            at = r * m + c * self.unit
            code.lines += [
                f"{pointer} = getelementptr {self.number.type}, ptr %c, i64 {at}",
                f"store {v.type} {value}, ptr {pointer}, align {self.number.alignment}",
            ]
        parameters = ", ".join(f"ptr noalias %{x}" for x in "abc")
        return code.function(f"define hidden void {self.name}({parameters}) noinline")

    def _load(self, code: FunctionText, name: str, base: str, at: int) -> None:
        code.lines += [
            f"{name}.p = getelementptr {self.number.type}, ptr {base}, i64 {at}",
            f"{name} = load {self.vector.type}, ptr {name}.p, align {self.number.alignment}",
        ]

    def _spread(self, code: FunctionText, name: str, at: int) -> None:
        """A number of A in every entry of a vector."""
        v, t = self.vector, self.number.type
        if v == self.number:
            self._load(code, name, "%a", at)
            return
        code.lines += [
            f"{name}.p = getelementptr {t}, ptr %a, i64 {at}",
            f"{name}.x = load {t}, ptr {name}.p",
            f"{name}.i = insertelement {v.type} poison, {t} {name}.x, i64 0",
            f"{name} = shufflevector {v.type} {name}.i, {v.type} poison, "
            f"<{v.lanes} x i32> zeroinitializer",
        ]


def _starts(length: int, size: int) -> list[int]:
    """Where tiles of a size begin; the last ends with the matrix."""
    return [*range(0, length - size, size), length - size]
