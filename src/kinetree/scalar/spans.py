"""Rows (sequences) of scalars that are created lazily, element by element.

A trajectory of ten thousand states is one node of a graph, not a node for each of its numbers, as
long as it is only passed on: from an operand to a loop, from a loop to a result.
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias, cast, overload

from .expr import Expr, Scalar, number_of
from .graph import Graph

Part: TypeAlias = "Span | tuple[Scalar, ...]"
Row: TypeAlias = "Part | Chain"
"""The scalars of an array in row-major order, or any other sequence of them."""
Source: TypeAlias = str | int
"""The name of an operand, or the node of a loop."""


class _Lazy(Sequence[Scalar], ABC):
    """A sequence whose elements are created on access."""

    __slots__ = ()

    @abstractmethod
    def part(self, start: int, stop: int) -> Row:
        """The scalars from `start` to `stop`."""

    @abstractmethod
    def at(self, i: int) -> Scalar:
        """One scalar."""

    @overload
    def __getitem__(self, index: int) -> Scalar: ...
    @overload
    def __getitem__(self, index: slice) -> Row: ...
    def __getitem__(self, index: int | slice) -> Scalar:
        if isinstance(index, int):
            return self.at(range(len(self))[index])
        start, stop, step = index.indices(len(self))
        if step == 1:
            return self.part(start, max(start, stop))
        return tuple(self.at(i) for i in range(start, stop, step))


class Span(_Lazy):
    """`length` consecutive numbers of a source, from `start` on."""

    __slots__ = ("graph", "length", "source", "start")

    def __init__(self, graph: Graph, source: Source, start: int, length: int) -> None:
        self.graph, self.source, self.start, self.length = graph, source, start, length

    def __len__(self) -> int:
        return self.length

    def part(self, start: int, stop: int) -> "Span":
        return Span(self.graph, self.source, self.start + start, stop - start)

    def at(self, i: int) -> Expr:
        return Expr(self.graph, item(self.graph, self.source, self.start + i))

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


class Chain(_Lazy):
    """The concatenation of parts."""

    __slots__ = ("_starts", "parts")

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = [part for part in parts if len(part)]
        self._starts = [0, *accumulate(len(part) for part in self.parts)]

    def __len__(self) -> int:
        return self._starts[-1]

    def part(self, start: int, stop: int) -> Row:
        overlaps: list[Part] = []
        for first, part in zip(self._starts, self.parts, strict=False):
            a, b = max(start - first, 0), min(stop - first, len(part))
            if a < b:
                overlaps.append(cast(Part, part[a:b]))
        return overlaps[0] if len(overlaps) == 1 else Chain(overlaps)

    def at(self, i: int) -> Scalar:
        k = bisect_right(self._starts, i) - 1
        return self.parts[k][i - self._starts[k]]


def row(flat: Sequence[Scalar]) -> Row:
    """Scalars as an array stores them."""
    return flat if isinstance(flat, (Span, Chain, tuple)) else tuple(flat)


def joined(rows: Sequence[Row]) -> Row:
    """The concatenation of rows."""
    if all(isinstance(x, tuple) for x in rows):
        return tuple([element for x in rows for element in x])
    if len(rows) == 1:
        return rows[0]
    return Chain(part for x in rows for part in parts(x))


def parts(x: Row) -> Iterator[Part]:
    """The parts of a row."""
    if isinstance(x, Chain):
        yield from x.parts
    else:
        yield x


def explicit(x: Row) -> Iterator[Scalar]:
    """The scalars of a row that are stored one by one, without those of spans."""
    for part in parts(x):
        if isinstance(part, tuple):
            yield from part


def roots(rows: Iterable[Row]) -> Iterator[int]:
    """The nodes that the scalars of rows are computed from."""
    for x in rows:
        for part in parts(x):
            if isinstance(part, tuple):
                yield from (element.index for element in part if type(element) is Expr)
            elif isinstance(part.source, int):
                yield part.source


def item(graph: Graph, source: Source, k: int) -> int:
    """The node of element k of an operand or a loop."""
    if isinstance(source, int):
        return graph.node("element", (source,), k)
    return graph.node("input", (), (source, k))


def source_of(graph: Graph, i: int) -> tuple[Source, int] | None:
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
    if graph.ops[node] == "row":
        return list(graph.args[node])
    span = Span.of(graph, node)
    return [item(graph, span.source, span.start + k) for k in range(span.length)]
