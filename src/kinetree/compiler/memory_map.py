"""Where the numbers of a routine live in memory; docs/guide/compiler.md is a page about it.

A number that crosses from one function to another has a location: a pointer (to an operand, a
result or the workspace) and an offset. `Workspace` gives locations to rows of numbers that matrix
products and loops read and write; `MemoryMap` to operands, results, and values between partitions.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import copysign

from ..scalar.expr import Expr, Scalar, is_zero
from ..scalar.graph import NO_OPERATIONS
from ..scalar.loops import LoopNode
from ..scalar.replay import Trace
from ..scalar.spans import Span, parts, roots, row_items
from .copies import Copy, Location, W, contiguous
from .dense import FEWEST, Dense
from .gather_scatter import Stream, Transfer, transfers
from .ir_builder import NumberType
from .repeats import find_repeats
from .schedule import PARTITION_SIZE, partition, shortened
from .table_loads import Table
from .uniform import Uniform, uniform_inputs, uniform_nodes
from .workspace import LoopBuffers, Workspace


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
        partition_size: int = PARTITION_SIZE,
        tables: Sequence[Table] = (),
        uniform: Uniform = (),
        known: "dict[object, MemoryMap] | None" = None,
    ) -> None:
        self.trace, self.graph, self.number, self.direct = trace, trace.graph, number, direct
        self.operands = [f"%a{k}" for k in range(len(trace.operands))]
        self.results = [f"%r{k}" for k in range(len(trace.results))]
        self.uniform = uniform_nodes(trace, uniform)
        """Nodes whose numbers are the same in every lane."""
        nodes = trace.nodes if direct else [*trace.nodes, *_copied_operands(trace)]
        slots_end = self._cut(nodes, partition_size)
        named = _pointers(trace, self.operands)
        inputs = ((i, *self.graph.data[i]) for i in nodes if self.graph.ops[i] == "input")
        self.inputs: dict[int, Location] = {i: (named[name], k) for i, name, k in inputs}
        """Locations of the live elements of operands."""
        self.workspace = Workspace(trace, nodes, slots_end, named)
        whole = tables or [Table(x, 0, "sample") for x in self.operands]
        self._tables = dict(zip(self.operands, whole, strict=True))
        """Operands as tables, by their pointers."""
        self._known = {} if known is None else known
        self.bodies: dict[int, tuple[MemoryMap, int]] = {}
        """The map of each loop's body, one of equal ones, and the offset of its workspace."""
        self.dense: dict[int, tuple[Dense, int]] = {}
        """The operation that a loop is, in place of its body, and the offset of its scratch."""
        for i, buffers in self.workspace.loops.items():
            dense = buffers.loop.dense
            if dense and Dense(dense).n >= FEWEST and self._side_by_side(i, buffers):
                scratch = self.workspace.allocate(Dense(dense).scratch)
                self.dense[i] = Dense(dense), scratch
                continue
            body = self._body(i, buffers, partition_size)
            self.bodies[i] = body, self.workspace.allocate(body.workspace.end)
        self._place_elements()
        self.streams = {i: self._streams(x) for i, x in self.workspace.loops.items()}
        """The arrays that each loop reads, and writes, step by step."""

    def _cut(self, nodes: Sequence[int], partition_size: int) -> int:
        """Cut the operations into partitions; returns where the slots of their values end."""
        trace, number = self.trace, self.number
        schedule = [i for i in nodes if self.graph.ops[i] not in NO_OPERATIONS]
        schedule = shortened(self.graph, schedule, roots(x.elements for x in trace.results))
        self.operations = len(schedule)
        repeats = [] if number.in_threads else find_repeats(self.graph, schedule)
        self.partitions, self.slots, end = partition(self.graph, schedule, partition_size, repeats)
        first = {nodes[0]: k for k, nodes in enumerate(self.partitions)}
        self.repeats = [[first[schedule[start]] for start in x.starts] for x in repeats]
        """Partitions that repeat the same operations."""
        return end

    def _place_elements(self) -> None:
        """Sort the elements of rows and results into copies, stores and constants."""
        self.stores: dict[int, list[Location]] = {}
        """Locations in rows and results to which the value of a node is stored."""
        self.row_copies: dict[int, list[Copy]] = {}
        """Copies to the rows that a product or a loop reads."""
        self.row_constants: list[Copy] = []
        self.copies: list[Copy] = []
        """Results that are operands, or elements of products and loops."""
        self.constants: list[Copy] = []
        """Results that are constants."""
        self.transfers: list[Transfer] = []
        """Transfers between samples and lanes."""
        self.areas: dict[str, int] = {}
        self.gathered: dict[str, list[Transfer]] = {}
        """Where operands that are not read in place are copied, and how."""
        self.scattered: list[tuple[str, int, list[int], list[Transfer]]] = []
        """Parts of results: the result, first element, offsets in the workspace, transfers."""
        for user, elements in self.workspace.gathered.items():
            row = (((W, offset), self._scalar(node)) for node, offset in elements)
            self.row_copies[user], constants = self._sorted(row)
            self.row_constants += constants
        self._in_place = {*self.workspace.in_place.values()}
        if self.direct:
            self._sort_results()
        else:
            self._allocate_lanes()

    def source(self, i: int) -> Location:
        """Where an operand is, or a value of an earlier partition."""
        if i in self.inputs:
            return self.inputs[i]
        if self.graph.ops[i] == "element":
            return W, self.workspace.element_offset(i)
        return W, self.slots[i]

    def table(self, row: int) -> Table:
        """The table of a row that is no row of constants."""
        pointer, start = self.workspace.location(Span.of(self.graph, row))
        return self._tables[pointer].moved(start) if pointer != W else Table(W, start, "workspace")

    def samples(self, nodes: Iterable[int]) -> list[str]:
        """The pointers of operands from whose samples nodes take elements."""
        names: list[str] = []
        for i in nodes:
            if self.graph.ops[i] == "take":
                (row,) = self.graph.args[self.graph.args[i][1]]
                table = self.table(row) if self.graph.ops[row] == "span" else None
                names += [table.pointer] if table and table.kind == "sample" else ()
            elif i in self.bodies:
                body = self.bodies[i][0]
                names += body.samples(chain(*body.partitions))
        return [*dict.fromkeys(names)]

    def _body(self, i: int, buffers: LoopBuffers, partition_size: int) -> "MemoryMap":
        """The map of a loop's body, whose tables are samples of operands, or pointed to."""
        count, rows = len(buffers.body.operands), self.graph.args[i][buffers.loop.scalars :]
        tables = [Table(f"%a{k}", 0, "workspace") for k in range(count)]
        for k in range(count - buffers.loop.tables, count):
            (row,) = self.graph.args[rows[k - 2]]
            table = self.table(row) if self.graph.ops[row] == "span" else tables[k]
            tables[k] = table if table.kind == "sample" else tables[k]
        uniform = uniform_inputs(self.graph, i, self.uniform)
        key = buffers.body, *tables, *map(frozenset, uniform)
        if key not in self._known:
            self._known[key] = MemoryMap(
                buffers.body,
                self.number,
                direct=True,
                partition_size=partition_size,
                tables=tables,
                uniform=uniform,
                known=self._known,
            )
        return self._known[key]

    def _side_by_side(self, i: int, buffers: LoopBuffers) -> bool:
        """Whether all that a loop reads and writes is in memory as one thread has it."""
        graph, places = self.graph, [*buffers.rows, *(x for x in buffers.outputs if x)]
        rows = [graph.args[x][0] for x in graph.args[i][len(graph.args[i]) - buffers.loop.tables :]]
        in_workspace = (
            graph.ops[x] == "row" or (graph.ops[x] == "span" and self.table(x).kind == "workspace")
            for x in rows
        )
        here = all(self.direct or pointer == W for pointer, _ in places)
        return here and not self.number.in_threads and all(in_workspace)

    def targets(self, i: int) -> list[Location]:
        """Where a value is stored that a later partition reads, or that is a result."""
        slot = [(W, self.slots[i])] if i in self.slots else []
        return [*slot, *self.stores.get(i, ())]

    def _scalar(self, node: int) -> Scalar:
        """A node, or a constant; zeros are structural."""
        if self.graph.ops[node] != "const":
            return Expr(self.graph, node)
        x = self.graph.data[node][1]
        return 0 if x == 0 and copysign(1, x) > 0 else x

    def _sorted(self, elements: Iterable[tuple[Location, Scalar]]) -> tuple[list[Copy], list[Copy]]:
        """Copies that write elements that are in memory, and constants; others are stored."""
        moves: list[tuple[Location, Location]] = []
        zeros: list[tuple[Location, None]] = []
        constants: list[Copy] = []
        for location, x in elements:
            if type(x) is not Expr and is_zero(x):
                zeros.append((location, None))
            elif type(x) is not Expr:
                constants.append(Copy(location, None, 1, x))
            elif x.index in self.inputs:
                moves.append((location, self.inputs[x.index]))
            elif self.graph.ops[x.index] == "element":
                moves.append((location, (W, self.workspace.element_offset(x.index))))
            else:
                self.stores.setdefault(x.index, []).append(location)
        return contiguous(moves), [*constants, *contiguous(zeros)]

    def _sort_results(self) -> None:
        """Sort the elements of results by how they are written."""
        elements: list[tuple[Location, Scalar]] = []
        for pointer, result in zip(self.results, self.trace.results, strict=True):
            for start, part in result.placed:
                if not isinstance(part, Span):
                    elements += (((pointer, k), x) for k, x in enumerate(part, start))
                elif (pointer, start) not in self._in_place:
                    source = self.workspace.location(part)
                    self.copies.append(Copy((pointer, start), source, part.length))
        copies, self.constants = self._sorted(elements)
        self.copies += copies

    def _allocate_lanes(self) -> None:
        """Allocate the operands and the distinct elements of results in the workspace."""
        side, offsets = self.number.lanes, dict[int | str, int]()
        read = {pointer for pointer, _ in self.inputs.values()}
        for x, pointer in zip(self.trace.operands, self.operands, strict=True):
            if pointer in read:
                self.areas[pointer] = self.workspace.allocate(len(x.elements))
                self.gathered[pointer] = transfers("gather", x.elements, side)
        for i, (pointer, j) in self.inputs.items():
            offsets[i] = self.areas[pointer] + j
        for pointer, result in zip(self.results, self.trace.results, strict=True):
            for start, part in result.placed:
                if (pointer, start) not in self._in_place:
                    table = [self._result_offset(x, offsets) for x in part]
                    self.scattered.append((pointer, start, table, transfers("scatter", part, side)))
        self.transfers += chain(*self.gathered.values(), *(x for *_, x in self.scattered))

    def _result_offset(self, x: Scalar, offsets: dict[int | str, int]) -> int:
        """Offset of an element of a result, which is stored if it is not in memory yet."""
        key = x.index if type(x) is Expr else self.number.literal(x)
        if key not in offsets:
            if type(x) is Expr and self.graph.ops[x.index] == "element":
                offsets[key] = self.workspace.element_offset(x.index)
                return offsets[key]
            offsets[key] = self.workspace.allocate(1)
            if type(x) is Expr:
                self.stores.setdefault(x.index, []).append((W, offsets[key]))
            else:
                self.constants.append(Copy((W, offsets[key]), None, 1, x))
        return offsets[key]

    def _streams(self, buffers: LoopBuffers) -> tuple[list[Stream], list[Stream]]:
        loop = buffers.loop
        rows = enumerate(zip(buffers.rows, loop.part_sizes, strict=True))
        results = enumerate(zip(buffers.outputs, loop.result_sizes, strict=True))
        read = [self._stream(f"%x{k}", place, n, loop) for k, (place, n) in rows]
        return read, [self._stream(f"%y{k}", x, n, loop) for k, (x, n) in results if x]

    def _stream(self, name: str, location: Location, width: int, loop: LoopNode) -> Stream:
        """An array that a loop reads or writes step by step, `width` numbers at a time."""
        pointer, start = location
        start += (loop.length - 1) * width if loop.backward else 0
        step = -width if loop.backward else width
        if self.direct or pointer == W or pointer in self.areas:
            return Stream(name, self.number, pointer, start, width, step)
        transfer = Transfer("gather" if pointer in self.operands else "scatter", 0, width)
        self.transfers.append(transfer)
        buffer = self.workspace.allocate(width)
        return Stream(name, self.number, pointer, start, width, step, buffer, transfer)


def _pointers(trace: Trace, pointers: Sequence[str]) -> dict[str, str]:
    """The pointers of operands by the names that their elements have in the graph."""
    named: dict[str, str] = {}
    for x, pointer in zip(trace.operands, pointers, strict=True):
        if isinstance(x.elements, Span):
            named[str(x.elements.source)] = pointer
        elif x.elements:
            named[trace.graph.data[x.elements[0].index][0]] = pointer
    return named


def _copied_operands(trace: Trace) -> Iterator[int]:
    """Nodes of the elements of operands that are copied into results as spans."""
    for result in trace.results:
        for part in parts(result.elements):
            if isinstance(part, Span) and isinstance(part.source, str):
                yield from row_items(trace.graph, part.node)
