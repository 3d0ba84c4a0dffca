"""Allocation of a routine's workspace: the arrays that matrix products and loops read and write."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..scalar.graph import NO_OPERATIONS
from ..scalar.loops import Loop
from ..scalar.replay import Operand, Trace
from ..scalar.spans import Span, parts, row_items
from .matrix_products import MatrixProduct

Location = tuple[str, int]
"""A pointer, and an offset from it in numbers."""


@dataclass(frozen=True)
class LoopBuffers:
    """The locations of the arrays that a loop reads and writes."""

    loop: Loop
    first: int
    """Offset of the initial carry."""
    captured: int
    areas: tuple[int, int]
    """Offsets of two buffers for the carry: a step reads one and writes the other."""
    rows: list[Location | Span]
    """Location of each array that is read step by step, or a span of an operand."""
    outputs: list[Location | None]
    """Location of each result; None if it is not used."""

    @property
    def final(self) -> int:
        """Offset of the final carry."""
        return self.areas[(self.loop.length - 1) % 2]

    @property
    def body(self) -> Trace:
        """The body of the loop without unused results."""
        body = self.loop.body
        carry, *others = body.results
        used = [y for y, x in zip(others, self.outputs, strict=True) if x is not None]
        return Trace(body.graph, body.operands, (carry, *used))


class Workspace:
    """Offsets in the workspace, from `start` on.

    A row that is part of another row, or of a result of a product or a loop, is not stored again.
    """

    def __init__(self, trace: Trace, nodes: Sequence[int], start: int) -> None:
        self.graph, self.end = trace.graph, start
        self.copies: dict[int, list[int]] = {}
        """Offsets at which a value is stored for the products and loops that read it."""
        self.products: dict[int, MatrixProduct] = {}
        self.loops: dict[int, LoopBuffers] = {}
        self.gathered: dict[int, list[tuple[int, int]]] = {}
        """Nodes and their offsets by the first product or loop that reads them."""
        self.in_place: dict[tuple[int, int], Location] = {}
        """Locations in results to which loops write, by loop and index of its result."""
        self._stored: dict[int, list[tuple[Sequence[int], int, int]]] = {}
        """The stored rows that contain a node, its position in them, and their offset."""
        self._read_results = self._find_read_results(nodes)
        for k, result in enumerate(trace.results):
            self._find_in_place(f"%r{k}", result)
        live: dict[int, set[int]] = {}
        for i in nodes:
            if self.graph.ops[i] == "element":
                live.setdefault(self.graph.args[i][0], set()).add(self.graph.data[i])
        for i in nodes:
            if self.graph.ops[i] == "matmul":
                self._add_product(i, frozenset(live[i]))
            elif self.graph.ops[i] == "loop":
                self._add_loop(i)

    def _find_read_results(self, nodes: Sequence[int]) -> set[tuple[int, int]]:
        """Results of loops that the trace itself reads: loop and index of the result."""
        graph, found = self.graph, set[tuple[int, int]]()
        for i in nodes:
            if graph.ops[i] in ("element", "span") and graph.args[i]:
                (whole,) = graph.args[i]
                if graph.ops[whole] == "loop":
                    k = graph.data[i] if graph.ops[i] == "element" else graph.data[i][1]
                    if k >= graph.data[whole].carry_size:
                        found.add((whole, graph.data[whole].place(k)[0]))
        return found

    def _find_in_place(self, pointer: str, result: Operand) -> None:
        """Find results of loops that are used only as a whole part of this result."""
        for at, part in result.placed:
            if isinstance(part, Span) and isinstance(part.source, int):
                loop: Loop = self.graph.data[part.source]
                key = part.source, loop.place(part.start)[0]
                whole = (
                    part.start in loop.result_starts
                    and part.length == loop.length * loop.result_sizes[key[1]]
                )
                if whole and key not in self._read_results and key not in self.in_place:
                    self.in_place[key] = pointer, at
                else:
                    self._read_results.add(key)

    def _add_product(self, i: int, live: frozenset[int]) -> None:
        n, inner, m, *terms = self.graph.data[i]
        args = self.graph.args[i]
        a = [self._row_offset(i, args[r * inner : (r + 1) * inner]) for r in range(n)]
        starts = [n * inner + k * m for k in terms]
        b = [self._row_offset(i, args[at : at + m]) for at in starts]
        self.products[i] = MatrixProduct(i, self.graph.data[i], a, b, self.allocate(n * m), live)

    def _add_loop(self, i: int) -> None:
        graph, loop = self.graph, self.graph.data[i]
        args = graph.args[i]
        first = self._row_offset(i, args[: loop.carry_size])
        captured = self._row_offset(i, args[loop.carry_size : loop.scalars])
        rows = [self._row_location(i, node) for node in args[loop.scalars :]]
        areas = self.allocate(loop.carry_size), self.allocate(loop.carry_size)
        outputs: list[Location | None] = []
        for leaf, width in enumerate(loop.result_sizes):
            if (i, leaf) in self._read_results:
                self.in_place.pop((i, leaf), None)
                outputs.append(("%w", self.allocate(loop.length * width)))
            else:
                outputs.append(self.in_place.get((i, leaf)))
        self.loops[i] = LoopBuffers(loop, first, captured, areas, rows, outputs)

    def _row_location(self, loop: int, node: int) -> Location | Span:
        """Location of an array that a loop reads step by step."""
        if self.graph.ops[node] == "row":
            return "%w", self._row_offset(loop, self.graph.args[node])
        span = Span.of(self.graph, node)
        return self.span_location(span) if isinstance(span.source, int) else span

    def span_location(self, span: Span) -> Location:
        """Location of a span of a loop's results in the workspace."""
        assert isinstance(span.source, int)
        return "%w", self._offset(span.source, span.start)

    def allocate(self, size: int) -> int:
        """Offset of `size` new numbers."""
        self.end += size
        return self.end - size

    def _row_offset(self, user: int, nodes: Sequence[int]) -> int:
        """Offset of a row of numbers, which is stored for `user` if it is not there yet."""
        if not nodes:
            return 0
        found = self._contiguous_elements(nodes)
        if found is not None:
            return found
        rare = min(range(len(nodes)), key=lambda k: len(self._stored.get(nodes[k], ())))
        for row, position, start in self._stored.get(nodes[rare], ()):
            at = position - rare
            if at >= 0 and row[at : at + len(nodes)] == nodes:
                return start + at
        start = self.allocate(len(nodes))
        for k, node in enumerate(nodes):
            if self.graph.ops[node] not in NO_OPERATIONS:
                self.copies.setdefault(node, []).append(start + k)
            self._stored.setdefault(node, []).append((nodes, k, start))
        self.gathered.setdefault(user, []).extend((x, start + k) for k, x in enumerate(nodes))
        return start

    def _contiguous_elements(self, nodes: Sequence[int]) -> int | None:
        """Offset of nodes that are contiguous results of a product or a loop."""
        graph = self.graph
        if any(graph.ops[node] != "element" for node in nodes):
            return None
        offsets = [self.element_offset(node) for node in nodes]
        start = offsets[0]
        return start if offsets == [*range(start, start + len(nodes))] else None

    def element_offset(self, i: int) -> int:
        """Offset of an element of a product or a loop."""
        (whole,) = self.graph.args[i]
        return self._offset(whole, self.graph.data[i])

    def _offset(self, whole: int, k: int) -> int:
        if whole in self.products:
            return self.products[whole].c + k
        buffers = self.loops[whole]
        if k < buffers.loop.carry_size:
            return buffers.final + k
        leaf, *_ = buffers.loop.place(k)
        location = buffers.outputs[leaf]
        assert location is not None
        return location[1] + k - buffers.loop.result_starts[leaf]


def copied_operands(trace: Trace) -> Iterator[int]:
    """Nodes of the elements of operands that are copied into results as spans."""
    for result in trace.results:
        for part in parts(result.elements):
            if isinstance(part, Span) and isinstance(part.source, str):
                yield from row_items(trace.graph, part.node)
