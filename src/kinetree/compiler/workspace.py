"""The workspace of a program: what products of matrices and loops read and leave in memory."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..scalar.graph import NO_OPERATIONS
from ..scalar.loops import Loop
from ..scalar.replay import Operand, Trace
from ..scalar.spans import Span, parts, row_items
from .matrix_products import Block

Place = tuple[str, int]
"""A pointer, and how many numbers after it."""


@dataclass(frozen=True)
class LoopMemory:
    """A loop, and where what it takes and gives lies."""

    loop: Loop
    first: int
    """The carry at first, in the workspace; a step reads one area, and writes another."""
    captured: int
    areas: tuple[int, int]
    rows: list[Place | Span]
    """The beginning of each row: in the workspace, or a span of an operand."""
    kept: list[Place | None]
    """The place of each result; None where nothing asks for it."""

    @property
    def final(self) -> int:
        """The area of the carry at last."""
        return self.areas[(self.loop.length - 1) % 2]

    @property
    def body(self) -> Trace:
        """The body of the loop without the results that nothing asks for."""
        body = self.loop.body
        carry, *others = body.results
        asked = [y for y, place in zip(others, self.kept, strict=True) if place is not None]
        return Trace(body.graph, body.operands, (carry, *asked))


class Memory:
    """Places in the workspace, from `start` on.

    A row that is part of another one, or of what a product or a loop gives, is not stored again.
    """

    def __init__(self, trace: Trace, nodes: Sequence[int], start: int) -> None:
        self.graph, self.end = trace.graph, start
        self.places: dict[int, list[int]] = {}
        """The places to store a value in for the products and loops that it is in."""
        self.blocks: dict[int, Block] = {}
        self.loops: dict[int, LoopMemory] = {}
        self.brought: dict[int, list[tuple[int, int]]] = {}
        """Nodes and their places, by the first product or loop that needs them."""
        self.direct: dict[tuple[int, int], Place] = {}
        """Results of a loop that are a whole part of a result, by their loop and number."""
        self._rows: dict[int, list[tuple[Sequence[int], int, int]]] = {}
        """By a node in them: stored rows, its position in them, and where they begin."""
        self._read = self._read_later(nodes)
        for k, result in enumerate(trace.results):
            self._find_direct(f"%r{k}", result)
        live: dict[int, set[int]] = {}
        for i in nodes:
            if self.graph.ops[i] == "entry":
                live.setdefault(self.graph.args[i][0], set()).add(self.graph.data[i])
        for i in nodes:
            if self.graph.ops[i] == "block":
                self._add_block(i, frozenset(live[i]))
            elif self.graph.ops[i] == "loop":
                self._add_loop(i)

    def _read_later(self, nodes: Sequence[int]) -> set[tuple[int, int]]:
        """Loops and the numbers of their results that the program itself reads."""
        graph, found = self.graph, set[tuple[int, int]]()
        for i in nodes:
            if graph.ops[i] in ("entry", "span") and graph.args[i]:
                (whole,) = graph.args[i]
                if graph.ops[whole] == "loop":
                    k = graph.data[i] if graph.ops[i] == "entry" else graph.data[i][1]
                    if k >= graph.data[whole].carried:
                        found.add((whole, graph.data[whole].place(k)[0]))
        return found

    def _find_direct(self, pointer: str, result: Operand) -> None:
        """Which results of loops go straight into a result; what goes elsewhere, too, does not."""
        for at, part in result.placed:
            if isinstance(part, Span) and isinstance(part.source, int):
                loop: Loop = self.graph.data[part.source]
                key = part.source, loop.place(part.start)[0]
                whole = part.start in loop.starts and part.length == loop.length * loop.kept[key[1]]
                if whole and key not in self._read and key not in self.direct:
                    self.direct[key] = pointer, at
                else:
                    self._read.add(key)

    def _add_block(self, i: int, live: frozenset[int]) -> None:
        n, width, m, *met = self.graph.data[i]
        args = self.graph.args[i]
        a = [self._row(i, args[r * width : (r + 1) * width]) for r in range(n)]
        starts = [n * width + k * m for k in met]
        b = [self._row(i, args[at : at + m]) for at in starts]
        self.blocks[i] = Block(i, self.graph.data[i], a, b, self.area(n * m), live)

    def _add_loop(self, i: int) -> None:
        graph, loop = self.graph, self.graph.data[i]
        args = graph.args[i]
        first = self._row(i, args[: loop.carried])
        captured = self._row(i, args[loop.carried : loop.scalars])
        rows = [self._source(i, node) for node in args[loop.scalars :]]
        areas = self.area(loop.carried), self.area(loop.carried)
        kept: list[Place | None] = []
        for leaf, width in enumerate(loop.kept):
            if (i, leaf) in self._read:
                self.direct.pop((i, leaf), None)
                kept.append(("%w", self.area(loop.length * width)))
            else:
                kept.append(self.direct.get((i, leaf)))
        self.loops[i] = LoopMemory(loop, first, captured, areas, rows, kept)

    def _source(self, loop: int, node: int) -> Place | Span:
        """The place of a row of a loop."""
        if self.graph.ops[node] == "row":
            return "%w", self._row(loop, self.graph.args[node])
        span = Span.of(self.graph, node)
        return self.span(span) if isinstance(span.source, int) else span

    def span(self, span: Span) -> Place:
        """The beginning of numbers of a loop in the workspace."""
        assert isinstance(span.source, int)
        return "%w", self._entry(span.source, span.start)

    def area(self, size: int) -> int:
        """So much new memory."""
        self.end += size
        return self.end - size

    def _row(self, user: int, nodes: Sequence[int]) -> int:
        """The beginning of a row of numbers, which is stored for `user` if it lies nowhere."""
        if not nodes:
            return 0
        found = self._in_a_whole(nodes)
        if found is not None:
            return found
        rare = min(range(len(nodes)), key=lambda k: len(self._rows.get(nodes[k], ())))
        for row, position, start in self._rows.get(nodes[rare], ()):
            at = position - rare
            if at >= 0 and row[at : at + len(nodes)] == nodes:
                return start + at
        start = self.area(len(nodes))
        for k, node in enumerate(nodes):
            if self.graph.ops[node] not in NO_OPERATIONS:
                self.places.setdefault(node, []).append(start + k)
            self._rows.setdefault(node, []).append((nodes, k, start))
        self.brought.setdefault(user, []).extend((x, start + k) for k, x in enumerate(nodes))
        return start

    def _in_a_whole(self, nodes: Sequence[int]) -> int | None:
        """The beginning of nodes that are neighbours in a product, or in a loop."""
        graph = self.graph
        if any(graph.ops[node] != "entry" for node in nodes):
            return None
        places = [self.entry(node) for node in nodes]
        return places[0] if places == [*range(places[0], places[0] + len(nodes))] else None

    def entry(self, i: int) -> int:
        """The place of an entry of a product or a loop."""
        (whole,) = self.graph.args[i]
        return self._entry(whole, self.graph.data[i])

    def _entry(self, whole: int, k: int) -> int:
        if whole in self.blocks:
            return self.blocks[whole].c + k
        memory = self.loops[whole]
        if k < memory.loop.carried:
            return memory.final + k
        leaf, *_ = memory.loop.place(k)
        place = memory.kept[leaf]
        assert place is not None
        return place[1] + k - memory.loop.starts[leaf]


def bare_operands(trace: Trace) -> Iterator[int]:
    """The nodes of entries of operands that are results as they are, in spans."""
    for result in trace.results:
        for part in parts(result.entries):
            if isinstance(part, Span) and isinstance(part.source, str):
                yield from row_items(trace.graph, part.node)
