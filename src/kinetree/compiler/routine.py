"""Functions of LLVM IR that compute a trace: its partitions, matrix products and loops, in order.

They read operands and write results through pointers (`direct`). In a vector variant they work on
copies of operands and results in the workspace. The body of a loop is a separate routine.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import copysign
from typing import Final

from ..scalar.expr import Expr, Scalar, is_zero
from ..scalar.graph import BOOLEAN, NO_OPERATIONS, Graph
from ..scalar.loops import Loop
from ..scalar.replay import Trace
from ..scalar.spans import Span
from .copies import Copy, CopyTables, Kind, contiguous, copy_function, is_short, table_copy_function
from .float32_functions import float64_functions
from .gather_scatter import Transfer, transfer_functions, transfers
from .ir_builder import FunctionBuilder, NumberType
from .matrix_products import Tiling
from .passes import PARTITION_SIZE, SCHEDULED_OPERATIONS, STANDALONE, list_schedule, partition
from .streams import SampleStream, Stream
from .workspace import Location, Workspace, copied_operands

MAX_STORES: Final = 400
"""Copies and stores of constants in one function."""

Functions = tuple[list[str], list[str], list[str]]
Write = tuple[Copy, Scalar]
"""A copy, and the number to write if it has no source."""


class Routine:
    """The functions of a lowered trace, on one type of number.

    `once` are called first, for all samples or steps; `steps` compute a sample, or a step of a
    loop. All take the workspace %w, of `size` numbers, and `pointers`.
    """

    def __init__(
        self, trace: Trace, number: NumberType, declared: set[str], name: str = "", *, direct: bool
    ) -> None:
        self.trace, self.graph, self.number, self.direct = trace, trace.graph, number, direct
        self.declarations, self.name = declared, name
        nodes = trace.nodes if direct else [*trace.nodes, *copied_operands(trace)]
        schedule = [i for i in nodes if self.graph.ops[i] not in NO_OPERATIONS]
        self.partitioning = partition(self.graph, schedule, PARTITION_SIZE)
        self._scheduled = number.lanes == 1 and len(schedule) <= SCHEDULED_OPERATIONS
        self.workspace = Workspace(trace, nodes, self.partitioning.workspace)
        self.operands = [f"%a{k}" for k in range(len(trace.operands))]
        self.results = [f"%r{k}" for k in range(len(trace.results))]
        self.inputs = self._inputs(nodes)
        self.bodies: dict[int, tuple[Routine, int]] = {}
        """The routine of each loop's body, and the offset of its workspace."""
        for i, buffers in self.workspace.loops.items():
            body = Routine(buffers.body, number, declared, f"{name}loop{i}.", direct=True)
            self.bodies[i] = body, self.workspace.allocate(body.size)
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
        self.table_kinds: set[tuple[Kind, int]] = set()
        """Kinds and lengths of the copies in tables."""
        self.transfers: list[Transfer] = []
        """Transfers between samples and lanes."""
        self.sample_arrays: dict[str, list[str]] = {}
        """Operands and results that a function reads or writes sample by sample."""
        self.streams: dict[int, tuple[list[Stream], list[Stream]]] = {}
        """The arrays that each loop reads, and writes, step by step."""
        self._functions: Functions | None = None
        if direct:
            self._sort_results()
        else:
            self._allocate_lanes()
        self._sort_gathered()
        self._make_streams()

    def _inputs(self, nodes: Sequence[int]) -> dict[int, Location]:
        """Locations of the live elements of operands."""
        found: dict[int, Location] = {}
        named: dict[str, str] = {}
        for x, pointer in zip(self.trace.operands, self.operands, strict=True):
            if isinstance(x.elements, Span):
                named[str(x.elements.source)] = pointer
                continue
            found |= {entry.index: (pointer, j) for j, entry in enumerate(x.elements)}
            for entry in x.elements[:1]:
                named[self.graph.data[entry.index][0]] = pointer
        for i in nodes:
            if self.graph.ops[i] == "input" and i not in found:
                name, j = self.graph.data[i]
                found[i] = named[name], j
        self._named = named
        return found

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

    @property
    def size(self) -> int:
        """Numbers in the workspace: values between partitions, then the arrays in memory."""
        return self.workspace.end

    @property
    def pointers(self) -> list[str]:
        """Pointers that every function takes; in a vector variant results are in the workspace."""
        return [*self.operands, *self.results] if self.direct else self.operands

    @property
    def functions(self) -> Functions:
        """Helper functions, functions that are called once, and those of a step."""
        # a cached_property of Python 3.11 holds a lock, which a forked child would find taken
        if self._functions is None:
            self._functions = self._write()
        return self._functions

    def _write(self) -> Functions:
        partitions = enumerate(self.partitioning.partitions)
        steps = [x for k, nodes in partitions for x in self._partition(k, nodes)]
        steps += self._write_functions("copies", self.copies)
        once = list(self._write_functions("fixed", self.array_constants))
        (steps if self.direct else once).extend(self._write_functions("constants", self.constants))
        called = [*float64_functions(self.trace, self.number, self.declarations)]
        called += [*self._tiles(), *self._helper_functions()]
        for body, _ in self.bodies.values():
            called += chain(*body.functions)
        return list(dict.fromkeys(called)), once, steps

    def code(self, graph: Graph | None = None, number: NumberType | None = None) -> FunctionBuilder:
        """A builder without instructions."""
        return FunctionBuilder(graph or self.graph, number or self.number, self.declarations)

    def calls(self, functions: Sequence[str], arguments: str) -> Iterator[str]:
        """Calls of functions with `arguments` and the arrays that they read sample by sample."""
        for function in functions:
            name = function.removeprefix("define hidden void ").partition("(")[0]
            more = [f"ptr {x}.i, i64 {x}.s" for x in self.sample_arrays.get(name, ())]
            yield f"call void {name}({', '.join([arguments, *more])})"

    def _tiles(self) -> Iterator[str]:
        """Functions of the tiles of matrix products."""
        products = [Tiling(x, self.number, self.name) for x in self.workspace.products.values()]
        for tile in dict.fromkeys(tile for x in products for _, _, tile in x.tiles()):
            yield tile.text(self.code(number=tile.vector))

    def _step(self, code: FunctionBuilder, name: str) -> str:
        """The definition of a function with the parameters that every function has."""
        arrays = self.sample_arrays.get(f"@{self.name}{name}", ())
        # noalias: nothing that is stored to is read through another pointer
        parameters = ", ".join(f"ptr noalias {x}" for x in ("%w", *self.pointers))
        parameters += "".join(f", ptr {x}.i, i64 {x}.s" for x in arrays)
        return code.function(f"define hidden void @{self.name}{name}({parameters}) noinline")

    def _partition(self, k: int, nodes: Sequence[int]) -> Iterator[str]:
        """The functions of a partition."""
        (first, *_) = nodes
        if self.graph.ops[first] in STANDALONE:
            yield from self._write_functions(f"operands{k}_", self.operand_copies.get(first, ()))
            write = self._product if first in self.workspace.products else self._loop
            yield write(f"partition{k}", first)
            return
        code = self.code()
        here, loaded = set(nodes), set[int]()
        for i in list_schedule(self.graph, nodes) if self._scheduled else nodes:
            for a in self.graph.args[i]:
                if a not in here and a not in loaded and self.graph.ops[a] != "const":
                    loaded.add(a)
                    self._load(code, a)
            code.operation(i)
            self._store(code, i)
        yield self._step(code, f"partition{k}")

    def _product(self, name: str, node: int) -> str:
        """The function of a matrix product, and its tables."""
        code = self.code()
        tiling = Tiling(self.workspace.products[node], self.number, self.name)
        code.lines += tiling.calls()
        return f"{self._step(code, name)}\n{tiling.tables()}"

    def _loop(self, name: str, node: int) -> str:
        """The function of a loop, which calls those of the body with the slices of each step."""
        buffers, (body, workspace) = self.workspace.loops[node], self.bodies[node]
        inputs, outputs = self.streams[node]
        code = self.code()
        offsets = workspace, buffers.first, buffers.captured, *buffers.areas
        names = "%work", "%first", "%captured", "%new.0", "%other.0"
        for pointer, offset in zip(names, offsets, strict=True):
            code.pointer(pointer, "%w", offset)
        for x in (*inputs, *outputs):
            x.begin(code)

        def arguments(now: str, new: str, read: Iterable[str], written: Iterable[str]) -> str:
            pointers = ("%work", now, "%captured", *read, new, *written)
            return ", ".join(f"ptr {x}" for x in pointers)

        _, once, steps = body.functions
        slices = [x.first_argument for x in inputs], [x.first_argument for x in outputs]
        code.lines += body.calls(once, arguments("%first", "%new.0", *slices))
        swapped = [("%now", "%first", "%new"), ("%new", "%new.0", "%other")]
        swapped += [("%other", "%other.0", "%new")]
        swapped += [(x.name, f"{x.name}.0", f"{x.name}.1") for x in (*inputs, *outputs)]
        variables = [(pointer, "ptr", first, after) for pointer, first, after in swapped]
        with code.loop(str(buffers.loop.length), *variables):
            for x in inputs:
                code.lines += x.before()
            slices = [x.argument for x in inputs], [x.argument for x in outputs]
            code.lines += body.calls(steps, arguments("%now", "%new", *slices))
            for x in (*inputs, *outputs):
                code.lines += x.after()
        tables = [x.table_text for x in outputs if isinstance(x, SampleStream)]
        return "\n".join([self._step(code, name), *tables])

    def _stream(self, name: str, at: Location | Span, width: int, loop: Loop) -> Stream:
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

    def _make_streams(self) -> None:
        """Make the streams of all loops."""
        number = {nodes[0]: k for k, nodes in enumerate(self.partitioning.partitions)}
        for i, buffers in self.workspace.loops.items():
            loop = buffers.loop
            inputs = [
                self._stream(f"%x{k}", at, size, loop)
                for k, (at, size) in enumerate(zip(buffers.rows, loop.part_sizes, strict=True))
            ]
            outputs = [
                self._stream(f"%y{k}", at, size, loop)
                for k, (at, size) in enumerate(zip(buffers.outputs, loop.result_sizes, strict=True))
                if at is not None
            ]
            self.streams[i] = inputs, outputs
            bases = [x.base for x in (*inputs, *outputs) if isinstance(x, SampleStream)]
            self.sample_arrays[f"@{self.name}partition{number[i]}"] = list(dict.fromkeys(bases))

    def _load(self, code: FunctionBuilder, i: int) -> None:
        """Append the load of an operand, or of a value of an earlier partition."""
        if i in self.inputs:
            code.load(*self.inputs[i], f"%v{i}")
        elif self.graph.ops[i] == "element":
            code.load("%w", self.workspace.element_offset(i), f"%v{i}")
        elif self.graph.ops[i] not in BOOLEAN:
            code.load("%w", self.partitioning.slots[i], f"%v{i}")
        else:
            code.load_condition("%w", self.partitioning.slots[i], i)

    def _store(self, code: FunctionBuilder, i: int) -> None:
        """Append the stores of a value that a later partition reads, or that is a result."""
        if i in self.partitioning.slots:
            value = code.as_number(i) if self.graph.ops[i] in BOOLEAN else f"%v{i}"
            code.store(value, "%w", self.partitioning.slots[i], f"w{i}")
        for offset in self.workspace.copies.get(i, ()):
            code.store(f"%v{i}", "%w", offset, f"p{offset}")
        for k, (pointer, j) in enumerate(self.stores.get(i, ())):
            code.store(f"%v{i}", pointer, j, f"s{i}.{k}")

    def _write_functions(self, name: str, writes: Sequence[Write]) -> Iterator[str]:
        """Functions that make copies, a limited number each: LLVM tries to join stores.

        Short copies that are too many for one function are listed in tables.
        """
        short = [(copy, x) for copy, x in writes if is_short(copy, self.number)]
        written = [(copy, x) for copy, x in writes if not is_short(copy, self.number)]
        listed = [copy for copy, x in short if is_zero(x)]
        if sum(copy.count for copy in listed) > MAX_STORES:
            short = [(copy, x) for copy, x in short if not is_zero(x)]
            code, tables = self.code(), CopyTables(f"{self.name}{name}_table", listed)
            code.lines += tables.calls()
            self.table_kinds |= {(copy.kind, copy.count) for copy in listed}
            yield f"{self._step(code, f'{name}_listed')}\n{tables.text}"
        written += [(single, x) for copy, x in short for single in copy.elements()]
        for start in range(0, len(written), MAX_STORES):
            code = self.code()
            for k, (copy, x) in enumerate(written[start : start + MAX_STORES]):
                if copy.count > 1:
                    code.lines += copy.calls(self.number)
                    continue
                value = self.number.constant(x)
                if copy.source is not None:
                    value = f"%v{k}"
                    code.load(*copy.source, value)
                code.store(value, *copy.target, f"s{k}")
            yield self._step(code, f"{name}{start}")

    def _helper_functions(self) -> Iterator[str]:
        """The functions for long copies, copies in tables, and transfers."""
        rows = self.operand_copies.values()
        writes = chain(self.copies, self.constants, self.array_constants, *rows)
        kinds: set[Kind] = {copy.kind for copy, _ in writes if not is_short(copy, self.number)}
        for kind in sorted(kinds):
            yield copy_function(self.code(), kind)
        for kind, length in sorted(self.table_kinds):
            yield table_copy_function(self.code(), kind, length)
        if self.number.lanes > 1:
            yield from transfer_functions(self.code(), self.transfers)
