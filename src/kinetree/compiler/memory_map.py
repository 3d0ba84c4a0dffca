"""Where a routine finds operands and values, and where it writes them: `MemoryMap`."""

from collections.abc import Sequence
from itertools import chain
from math import copysign

from ..scalar.expr import Expr, Scalar, is_zero
from ..scalar.graph import NO_OPERATIONS
from ..scalar.loops import Loop
from ..scalar.replay import Trace
from ..scalar.spans import Span
from .copies import Copy, contiguous
from .gather_scatter import Transfer, transfers
from .ir_builder import NumberType
from .passes import PARTITION_SIZE, partition
from .streams import SampleStream, Stream
from .workspace import Location, LoopBuffers, Workspace, copied_operands

Write = tuple[Copy, Scalar]
"""A copy, and the number to write if it has no source."""


class MemoryMap:
    """The partitions of a lowered trace, and the locations of all that they read and write.

    They read operands and write results in place (`direct`), or copies of them in the workspace.
    """

    def __init__(
        self,
        trace: Trace,
        number: NumberType,
        *,
        direct: bool,
        partition_size: int | None = None,
    ) -> None:
        self.trace, self.graph, self.number, self.direct = trace, trace.graph, number, direct
        nodes = trace.nodes if direct else [*trace.nodes, *copied_operands(trace)]
        schedule = [i for i in nodes if self.graph.ops[i] not in NO_OPERATIONS]
        self.operations = len(schedule)
        self.partitioning = partition(self.graph, schedule, partition_size or PARTITION_SIZE)
        self.workspace = Workspace(trace, nodes, self.partitioning.workspace)
        self.operands = [f"%a{k}" for k in range(len(trace.operands))]
        self.results = [f"%r{k}" for k in range(len(trace.results))]
        self.inputs, self._named = _inputs(trace, self.operands, nodes)
        self.bodies: dict[int, tuple[MemoryMap, int]] = {}
        """The map of each loop's body, and the offset of its workspace."""
        for i, buffers in self.workspace.loops.items():
            body = MemoryMap(buffers.body, number, direct=True, partition_size=partition_size)
            self.bodies[i] = body, self.workspace.allocate(body.workspace.end)
        self.stores: dict[int, list[Location]] = {}
        """Locations in results to which the value of a node is stored."""
        self.copies: list[Write] = []
        """Results that are operands, or elements of products and loops."""
        self.constants: list[Write] = []
        """Results that are constants."""
        self.operand_copies: dict[int, list[Write]] = {}
        """Copies to the rows that a product or a loop reads."""
        self.array_constants: list[Write] = []
        """Constants in the rows that products and loops read."""
        self.transfers: list[Transfer] = []
        """Transfers between samples and lanes."""
        if direct:
            self._sort_results()
        else:
            self._allocate_lanes()
        self._sort_gathered()
        self.streams = {i: _streams(self, x) for i, x in self.workspace.loops.items()}
        """The arrays that each loop reads, and writes, step by step."""

    def _sort_results(self) -> None:
        """Sort the elements of results by how they are written."""
        moves: list[tuple[Location, Location]] = []
        zeros: list[tuple[Location, None]] = []
        for pointer, result in zip(self.results, self.trace.results, strict=True):
            for at, part in result.placed:
                if isinstance(part, Span):
                    self._sort_span((pointer, at), part)
                    continue
                for j, x in enumerate(part, at):
                    location = (pointer, j)
                    if type(x) is not Expr:
                        if is_zero(x):
                            zeros.append((location, None))
                        else:
                            self.constants.append((Copy(location, None, 1), x))
                    elif x.index in self.inputs:
                        moves.append((location, self.inputs[x.index]))
                    elif self.graph.ops[x.index] == "element":
                        moves.append((location, ("%w", self.workspace.element_offset(x.index))))
                    else:
                        self.stores.setdefault(x.index, []).append(location)
        self.copies += [(copy, 0) for copy in contiguous(moves)]
        self.constants += [(copy, 0) for copy in contiguous(zeros)]

    def _sort_span(self, location: Location, span: Span) -> None:
        """Copy a span of an operand, or of a loop that does not write it in location."""
        if not isinstance(span.source, int):
            source = self._named[span.source], span.start
            self.copies.append((Copy(location, source, span.length), 0))
        elif location not in self.workspace.in_place.values():
            self.copies.append((Copy(location, self.workspace.span_location(span), span.length), 0))

    def _allocate_lanes(self) -> None:
        """Allocate the operands and the distinct elements of results in the workspace."""
        side, offsets = self.number.lanes, dict[int | str, int]()
        self.areas: dict[str, int] = {}
        read = {pointer for pointer, _ in self.inputs.values()}
        for x, pointer in zip(self.trace.operands, self.operands, strict=True):
            if pointer in read:
                self.areas[pointer] = self.workspace.allocate(len(x.elements))
        for i, (pointer, j) in self.inputs.items():
            offsets[i] = self.areas[pointer] + j
        self.gathered = {
            pointer: transfers("gather", x.elements, side)
            for x, pointer in zip(self.trace.operands, self.operands, strict=True)
            if pointer in read
        }
        self.scattered: list[tuple[str, int, list[int], list[Transfer]]] = []
        """Parts of results: the result, first element, offsets in the workspace, transfers."""
        for pointer, result in zip(self.results, self.trace.results, strict=True):
            for at, part in result.placed:
                if (pointer, at) in self.workspace.in_place.values() and isinstance(part, Span):
                    continue
                table = [self._result_offset(x, offsets) for x in part]
                self.scattered.append((pointer, at, table, transfers("scatter", part, side)))
        self.transfers += chain(*self.gathered.values(), *(x for *_, x in self.scattered))

    def _result_offset(self, x: Scalar, offsets: dict[int | str, int]) -> int:
        """Offset of an element of a result, which is stored if it is not in memory yet."""
        key = x.index if type(x) is Expr else self.number.literal(x)
        if key not in offsets:
            if type(x) is not Expr:
                offsets[key] = self.workspace.allocate(1)
                self.constants.append((Copy(("%w", offsets[key]), None, 1), x))
            elif self.graph.ops[x.index] == "element":
                offsets[key] = self.workspace.element_offset(x.index)
            else:
                offsets[key] = self.workspace.allocate(1)
                self.stores[x.index] = [("%w", offsets[key])]
        return offsets[key]

    def _sort_gathered(self) -> None:
        """Sort the elements of rows that no partition stores by how they are written."""
        graph, w = self.graph, "%w"
        for user, elements in self.workspace.gathered.items():
            moves: list[tuple[Location, Location]] = []
            zeros: list[tuple[Location, None]] = []
            for node, at in elements:
                if node in self.inputs:
                    moves.append(((w, at), self.inputs[node]))
                elif graph.ops[node] == "element":
                    moves.append(((w, at), (w, self.workspace.element_offset(node))))
                elif graph.ops[node] == "const":
                    x = graph.data[node][1]
                    if x == 0 and copysign(1, x) > 0:
                        zeros.append(((w, at), None))
                    else:
                        self.array_constants.append((Copy((w, at), None, 1), x))
            self.operand_copies[user] = [(copy, 0) for copy in contiguous(moves)]
            self.array_constants += [(copy, 0) for copy in contiguous(zeros)]

    def stream(self, name: str, at: Location | Span, width: int, loop: Loop) -> Stream:
        """An array that a loop reads or writes step by step, `width` numbers at a time."""
        if isinstance(at, Span):
            at = self._named[str(at.source)], at.start
        pointer, start = at
        start += (loop.length - 1) * width if loop.backward else 0
        step = -width if loop.backward else width
        if self.direct or pointer == "%w" or pointer in self.areas:
            return Stream(name, self.number, pointer, start, width, step)
        transfer = Transfer("gather" if pointer in self.operands else "scatter", 0, width)
        self.transfers.append(transfer)
        buffer = self.workspace.allocate(width)
        return SampleStream(name, self.number, pointer, start, width, step, buffer, transfer)


def _inputs(
    trace: Trace, pointers: Sequence[str], nodes: Sequence[int]
) -> tuple[dict[int, Location], dict[str, str]]:
    """Locations of the live elements of operands, and the pointers of operands by name."""
    graph = trace.graph
    found: dict[int, Location] = {}
    named: dict[str, str] = {}
    for x, pointer in zip(trace.operands, pointers, strict=True):
        if isinstance(x.elements, Span):
            named[str(x.elements.source)] = pointer
            continue
        found |= {entry.index: (pointer, j) for j, entry in enumerate(x.elements)}
        for entry in x.elements[:1]:
            named[graph.data[entry.index][0]] = pointer
    for i in nodes:
        if graph.ops[i] == "input" and i not in found:
            name, j = graph.data[i]
            found[i] = named[name], j
    return found, named


def _streams(memory: MemoryMap, buffers: LoopBuffers) -> tuple[list[Stream], list[Stream]]:
    loop = buffers.loop
    inputs = [
        memory.stream(f"%x{k}", at, size, loop)
        for k, (at, size) in enumerate(zip(buffers.rows, loop.part_sizes, strict=True))
    ]
    outputs = [
        memory.stream(f"%y{k}", at, size, loop)
        for k, (at, size) in enumerate(zip(buffers.outputs, loop.result_sizes, strict=True))
        if at is not None
    ]
    return inputs, outputs
