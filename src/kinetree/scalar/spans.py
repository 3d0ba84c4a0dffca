"""Rows (sequences) of scalars that are created lazily, element by element.

A trajectory of ten thousand states is one node of a graph, not a node for each of its numbers, as
long as it is only passed on: from an operand to a loop, from a loop to a result.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from typing import TypeAlias

from .expr import Expr, Scalar, graph_of, number_of
from .graph import Graph

Part: TypeAlias = "Span | tuple[Scalar, ...]"
Row: TypeAlias = "Part | Chain"
"""The scalars of an array in row-major order, or any other sequence of them."""
SpanSource: TypeAlias = str | int
"""The name of an operand, or the node of a loop."""


class Span(Sequence[Scalar]):
    """`length` consecutive numbers of a source, from `start` on."""

    __slots__ = ("graph", "length", "source", "start")

    def __init__(self, graph: Graph, source: SpanSource, start: int, length: int) -> None:
        self.graph, self.source, self.start, self.length = graph, source, start, length

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, index: int | slice) -> Scalar:
        k = range(self.start, self.start + self.length)[index]
        if isinstance(k, int):
            return self._element(k)
        if k.step == 1:
            return Span(self.graph, self.source, k.start, len(k))
        return tuple(map(self._element, k))

    def _element(self, k: int) -> Expr:
        if isinstance(self.source, int):
            return Expr(self.graph, self.graph.node("element", (self.source,), k))
        return Expr(self.graph, self.graph.node("input", (), (self.source, k)))

    @property
    def node(self) -> int:
        """The span as one node, a reference without a value."""
        if isinstance(self.source, int):
            return self.graph.node("span", (self.source,), ("", self.start, self.length))
        return self.graph.node("span", (), (self.source, self.start, self.length))

    @classmethod
    def of(cls, graph: Graph, node: int) -> "Span":
        """The span of a node."""
        name, start, length = graph.data[node]
        return cls(graph, graph.args[node][0] if graph.args[node] else name, start, length)


class Chain(Sequence[Scalar]):
    """The concatenation of parts."""

    __slots__ = ("_starts", "parts")

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = parts
        self._starts = [0, *accumulate(len(part) for part in parts)]

    def __len__(self) -> int:
        return self._starts[-1]

    def __getitem__(self, index: int | slice) -> Scalar:
        k = range(len(self))[index]
        if isinstance(k, int):
            place = bisect_right(self._starts, k) - 1
            return self.parts[place][k - self._starts[place]]
        if k.step != 1:
            return tuple([self[i] for i in k])
        starts = zip(self._starts, self.parts, strict=False)
        return joined([part[max(k.start - n, 0) : max(k.stop - n, 0)] for n, part in starts])


def joined(rows: Iterable[Row]) -> Row:
    """The concatenation of rows."""
    whole = [part for x in rows for part in parts(x)]
    whole = [part for part in whole if len(part)] or whole[:1]
    if all(isinstance(part, tuple) for part in whole):
        return tuple(chain.from_iterable(whole))
    return whole[0] if len(whole) == 1 else Chain(whole)


def parts(x: Row) -> Sequence[Part]:
    """The parts of a row."""
    return x.parts if isinstance(x, Chain) else (x,)


def explicit(x: Row) -> Iterator[Scalar]:
    """The scalars of a row that are stored one by one, without those of spans."""
    for part in parts(x):
        if isinstance(part, tuple):
            yield from part


def graph_of_rows(rows: Iterable[Row]) -> Graph | None:
    """The graph that the scalars of rows belong to, if some are traced."""
    for part in chain.from_iterable(map(parts, rows)):
        graph = part.graph if isinstance(part, Span) else graph_of(part)
        if graph is not None:
            return graph
    return None


def roots(rows: Iterable[Row]) -> Iterator[int]:
    """The nodes that the scalars of rows are computed from."""
    for x in rows:
        for part in parts(x):
            if isinstance(part, tuple):
                yield from (element.index for element in part if type(element) is Expr)
            elif isinstance(part.source, int):
                yield part.source


def source_of(graph: Graph, i: int) -> tuple[SpanSource, int] | None:
    """The operand or the loop that a node is an element of, and its index there."""
    if graph.ops[i] == "input":
        return graph.data[i]
    if graph.ops[i] == "element" and graph.ops[graph.args[i][0]] == "loop":
        return graph.args[i][0], graph.data[i]
    return None


def row_node(graph: Graph, x: Row) -> int:
    """A row as one node: a span of consecutive numbers of one source, or a list of nodes."""
    if isinstance(x, Span):
        return x.node
    nodes = [number_of(graph, element) for element in x]
    place = source_of(graph, nodes[0]) if nodes else None
    if place is not None:
        source, start = place
        places = [source_of(graph, i) for i in nodes]
        if places == [(source, start + k) for k in range(len(nodes))]:
            return Span(graph, source, start, len(nodes)).node
    return graph.node("row", tuple(nodes))


def row_items(graph: Graph, node: int) -> list[int]:
    """The nodes of the elements of a row."""
    if graph.ops[node] == "table":
        return row_items(graph, *graph.args[node])
    if graph.ops[node] == "row":
        return list(graph.args[node])
    if graph.ops[node] == "numbers":
        return [graph.constant(x) for x in numbers_of(graph, node)]
    return [x.index for x in Span.of(graph, node)]


def numbers_of(graph: Graph, node: int) -> tuple[float, ...]:
    """The constants of a node "numbers"."""
    return tuple(memoryview(graph.data[node]).cast("d"))
