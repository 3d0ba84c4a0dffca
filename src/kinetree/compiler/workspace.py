"""Rows of numbers in the workspace of a routine, which matrix products and loops read and write."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..scalar.loops import LoopNode
from ..scalar.replay import Trace
from ..scalar.spans import Span
from .copies import Location, W
from .matrix_products import MatrixProduct


@dataclass(frozen=True)
class LoopBuffers:
    """The locations of the arrays that a loop reads and writes."""

    loop: LoopNode
    first: int
    """Offset of the initial carry."""
    captured: int
    areas: tuple[int, int]
    """Offsets of two buffers for the carry: a step reads one and writes the other."""
    rows: list[Location]
    """Location of each array that is read step by step."""
    tables: list[Location]
    """Location of each row from which steps take elements."""
    outputs: list[Location | None]
    """Location of each result; None if it is not used."""

    @property
    def body(self) -> Trace:
        """The body of the loop without unused results."""
        body = self.loop.body
        carry, *others = body.results
        used = [y for y, x in zip(others, self.outputs, strict=True) if x is not None]
        return Trace(body.graph, body.operands, (carry, *used))

    def offset(self, k: int) -> int:
        """Offset in the workspace of element k of the loop."""
        if k < self.loop.carry_size:
            return self.areas[(self.loop.length - 1) % 2] + k
        result, *_ = self.loop.place(k)
        location = self.outputs[result]
        assert location is not None
        return location[1] + k - self.loop.result_starts[result]


class Workspace:
    """Offsets of rows in the workspace, from `end` on.

    A row that is part of another row, or of a result of a product or a loop, is not stored again.
    """

    def __init__(
        self, trace: Trace, nodes: Sequence[int], end: int, operands: dict[str, str]
    ) -> None:
        self.graph, self.end, self._operands = trace.graph, end, operands
        self.products: dict[int, MatrixProduct] = {}
        self.loops: dict[int, LoopBuffers] = {}
        self.gathered: dict[int, list[tuple[int, int]]] = {}
        """Nodes and their offsets by the first product or loop that reads them."""
        self._stored: dict[int, list[tuple[Sequence[int], int, int]]] = {}
        """The stored rows that contain a node, its position in them, and their offset."""
        self._read, self.in_place = _results_of_loops(trace, nodes)
        live: dict[int, set[int]] = {}
        for i in nodes:
            if self.graph.ops[i] == "element":
                live.setdefault(self.graph.args[i][0], set()).add(self.graph.data[i])
        for i in nodes:
            if self.graph.ops[i] == "matmul":
                self._add_product(i, frozenset(live[i]))
            elif self.graph.ops[i] == "loop":
                self._add_loop(i)

    def allocate(self, size: int) -> int:
        """Offset of `size` new numbers."""
        self.end += size
        return self.end - size

    def offset(self, whole: int, k: int) -> int:
        """Offset of element k of a product or a loop."""
        product = self.products.get(whole)
        return self.loops[whole].offset(k) if product is None else product.c + k

    def element_offset(self, i: int) -> int:
        """Offset of a node that is an element of a product or a loop."""
        return self.offset(self.graph.args[i][0], self.graph.data[i])

    def location(self, span: Span) -> Location:
        """Location of a span of an operand, or of the results of a loop in the workspace."""
        if isinstance(span.source, int):
            return W, self.offset(span.source, span.start)
        return self._operands[span.source], span.start

    def _add_product(self, i: int, live: frozenset[int]) -> None:
        n, inner, m, *terms = self.graph.data[i]
        args = self.graph.args[i]
        a = [self._row_offset(i, args[r * inner : (r + 1) * inner]) for r in range(n)]
        starts = [n * inner + k * m for k in terms]
        b = [self._row_offset(i, args[start : start + m]) for start in starts]
        self.products[i] = MatrixProduct(i, self.graph.data[i], a, b, self.allocate(n * m), live)

    def _add_loop(self, i: int) -> None:
        graph, loop = self.graph, self.graph.data[i]
        args = graph.args[i]
        first = self._row_offset(i, args[: loop.carry_size])
        captured = self._row_offset(i, args[loop.carry_size : loop.scalars])
        whole = [graph.args[i][0] if graph.ops[i] == "table" else i for i in args[loop.scalars :]]
        rows = [
            (W, self._row_offset(i, graph.args[node]))
            if graph.ops[node] == "row"
            else self.location(Span.of(graph, node))
            for node in whole
        ]
        count = len(loop.part_sizes)
        areas = self.allocate(loop.carry_size), self.allocate(loop.carry_size)
        outputs = [
            (W, self.allocate(loop.length * width))
            if (i, k) in self._read
            else self.in_place.get((i, k))
            for k, width in enumerate(loop.result_sizes)
        ]
        self.loops[i] = LoopBuffers(
            loop, first, captured, areas, rows[:count], rows[count:], outputs
        )

    def _row_offset(self, user: int, nodes: Sequence[int]) -> int:
        """Offset of a row of numbers, which is stored for `user` if it is not there yet."""
        if not nodes:
            return 0
        if all(self.graph.ops[node] == "element" for node in nodes):
            offsets = [self.element_offset(node) for node in nodes]
            if offsets == [*range(offsets[0], offsets[0] + len(nodes))]:
                return offsets[0]
        rare = min(range(len(nodes)), key=lambda k: len(self._stored.get(nodes[k], ())))
        for row, position, start in self._stored.get(nodes[rare], ()):
            first = position - rare
            if first >= 0 and row[first : first + len(nodes)] == nodes:
                return start + first
        start = self.allocate(len(nodes))
        for k, node in enumerate(nodes):
            self._stored.setdefault(node, []).append((nodes, k, start))
        self.gathered.setdefault(user, []).extend((x, start + k) for k, x in enumerate(nodes))
        return start


def _results_of_loops(
    trace: Trace, nodes: Sequence[int]
) -> tuple[set[tuple[int, int]], dict[tuple[int, int], Location]]:
    """Results of loops, each a loop and an index, that are read, and places to write others to.

    One that is used only as a whole part of a result of the trace is written there, but for those
    of loops that can end before their last step.
    """
    graph, read = trace.graph, set[tuple[int, int]]()
    in_place: dict[tuple[int, int], Location] = {}
    for i in nodes:
        if graph.ops[i] in ("element", "span") and graph.args[i]:
            (whole,) = graph.args[i]
            k = graph.data[i] if graph.ops[i] == "element" else graph.data[i][1]
            if graph.ops[whole] == "loop" and k >= graph.data[whole].carry_size:
                read.add((whole, graph.data[whole].place(k)[0]))
    for number, result in enumerate(trace.results):
        for start, part in result.placed:
            if isinstance(part, Span) and isinstance(part.source, int):
                loop: LoopNode = graph.data[part.source]
                k = loop.place(part.start)[0]
                whole = (loop.result_starts[k], loop.length * loop.result_sizes[k])
                is_whole = (part.start, part.length) == whole and not loop.until
                if is_whole and (part.source, k) not in in_place:
                    in_place[part.source, k] = f"%r{number}", start
                else:
                    read.add((part.source, k))
    return read, {key: place for key, place in in_place.items() if key not in read}
