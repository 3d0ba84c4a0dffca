"""Functions of LLVM IR that compute a trace: its partitions, matrix products and loops, in order.

They read and write where `MemoryMap` says. The body of a loop is a separate routine.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Final

from ..scalar.expr import is_zero
from ..scalar.loops import LoopNode
from .copies import Copy, Kind, copy_functions, copy_tables, is_short
from .gather_scatter import Stream, transfer_functions
from .ir_builder import FunctionBuilder, NumberType, constant_table
from .memory_map import MemoryMap
from .partition_code import PartitionCode, likeness
from .schedule import ISSUE_WIDTHS, SCHEDULED_OPERATIONS, STANDALONE, list_schedule
from .workspace import LoopBuffers

MAX_STORES: Final = 400
"""Copies and stores of constants in one function."""

Call = tuple[str, Sequence[str]]
"""The name of a function, and its arguments beyond those that every function has."""


class Routine:
    """The functions of a lowered trace.

    Those in `once` are called first, for all samples or steps; those in `steps` compute a sample,
    or a step of a loop. They take the workspace %w, of `size` numbers, and `pointers`. They call
    others in `functions`, and intrinsics, which are added to `declarations`.
    """

    def __init__(
        self,
        memory: MemoryMap,
        declarations: set[str],
        name: str = "",
        known: "dict[MemoryMap, Routine] | None" = None,
    ) -> None:
        self.memory, self.graph, self.number = memory, memory.graph, memory.number
        self.declarations, self.name = declarations, name
        # a GPU's assembler schedules; of 16 registers more would be spilled
        lanes, few = self.number.lanes > 1, self.number.processor.vector_registers < 32
        unordered = few or self.number.in_threads
        scheduled = memory.operations <= SCHEDULED_OPERATIONS[lanes] and not unordered
        self._issue_width = ISSUE_WIDTHS[lanes] if scheduled else 0
        known = {} if known is None else known
        self.bodies: dict[int, tuple[Routine, int]] = {}
        """The routine of each loop's body, one of equal ones, and the offset of its workspace."""
        for i, (body, offset) in memory.bodies.items():
            if body not in known:
                known[body] = Routine(body, declarations, f"{name}loop{i}.", known)
            self.bodies[i] = known[body], offset
        self.table_kinds: set[tuple[Kind, int]] = set()
        """Kinds and lengths of the copies in tables."""
        self._functions: list[str] = []
        constants = partial(self._write_functions, "constants", memory.constants)
        self.once = list(self._write_functions("fixed", memory.row_constants))
        self.once += () if memory.direct else constants()
        calls = self._calls_of_repeats()
        self.steps: list[Call] = []
        for k, nodes in enumerate(memory.partitions):
            self.steps += calls[k] if k in calls else self._partition(k, nodes)
        self.steps += self._write_functions("copies", memory.copies)
        self.steps += constants() if memory.direct else ()
        rows = memory.row_copies.values()
        copies = chain(memory.copies, memory.constants, memory.row_constants, *rows)
        products = memory.workspace.products.values()
        tiles = dict.fromkeys(x for *_, x in chain(*(x.tiles(self.number) for x in products)))
        called = [tile.text(self.code(tile.vector)) for tile in tiles]
        called += copy_functions(self.code, copies, self.table_kinds)
        if self.number.lanes > 1:
            called += transfer_functions(self.code, memory.transfers)
        for body, _ in self.bodies.values():
            called += body.functions
        for dense in dict.fromkeys(x for x, _ in memory.dense.values()):
            called += dense.functions(self.code(), self.code)
        self.functions = [*dict.fromkeys([*called, *self._functions])]

    @property
    def size(self) -> int:
        """Numbers in the workspace: values between partitions, then the arrays in memory."""
        return self.memory.workspace.end

    @property
    def pointers(self) -> list[str]:
        """Pointers that every function takes; in a vector variant results are in the workspace."""
        memory = self.memory
        return [*memory.operands, *memory.results] if memory.direct else memory.operands

    def code(self, number: NumberType | None = None) -> FunctionBuilder:
        """A builder without instructions."""
        return FunctionBuilder(self.graph, number or self.number, self.declarations)

    def calls(self, calls: Iterable[Call], arguments: str) -> Iterator[str]:
        """Calls of functions with `arguments` and their own."""
        for name, more in calls:
            yield f"call void {name}({', '.join([arguments, *more])})"

    def sample(self, arguments: str) -> Iterator[list[str]]:
        """Instructions for the lanes' next samples: of each gather, each step and each scatter."""
        n, memory = self.number, self.memory
        for name, transfers in memory.gathered.items():
            yield [*chain(*(x.calls(n, name, f"{name}.i", f"{name}.s") for x in transfers))]
        for call in self.steps:
            yield [*self.calls([call], arguments)]
        for k, (name, first, _, transfers) in enumerate(memory.scattered):
            row, table, step = f"%row{k}", f"@offsets{k}", f"{name}.s"
            pointer = f"{row} = getelementptr {n.scalar}, ptr {name}.i, i64 {first}"
            yield [pointer, *chain(*(x.calls(n, table, row, step) for x in transfers))]

    def offset_tables(self) -> Iterator[str]:
        """The tables of the offsets of results in the workspace, from which they are scattered."""
        for k, (_, _, offsets, _) in enumerate(self.memory.scattered):
            yield constant_table(f"@offsets{k}", offsets)

    def _define(
        self, code: FunctionBuilder, name: str, more: Sequence[str] = (), *tables: str
    ) -> Call:
        """Define a function with the parameters that every function has, and more; its call."""
        # noalias: nothing that is stored to is read through another pointer
        parameters = ", ".join([*(f"ptr noalias {x}" for x in ("%w", *self.pointers)), *more])
        head = f"define hidden void @{self.name}{name}({parameters}) noinline{self.number.stack}"
        self._functions.append("\n".join([code.function(head), *tables]))
        return f"@{self.name}{name}", more

    def _partition(self, k: int, nodes: Sequence[int]) -> Iterator[Call]:
        """Calls of the functions of a partition."""
        (first, *_) = nodes
        if self.graph.ops[first] in STANDALONE:
            yield from self._write_functions(f"operands{k}_", self.memory.row_copies.get(first, ()))
            write = self._product if first in self.memory.workspace.products else self._loop
            write = self._dense if first in self.memory.dense else write
            yield write(f"partition{k}", first)
            return
        code = self.code()
        width = self._issue_width
        order = list_schedule(self.graph, nodes, width) if width else nodes
        name = f"partition{k}"
        tables = PartitionCode(code, self.memory, [nodes], order, self.name + name).tables.values()
        samples = [f"ptr {x}.i, i64 {x}.s" for x in self.memory.samples(nodes)]
        yield self._define(code, name, samples, *tables)

    def _calls_of_repeats(self) -> dict[int, list[Call]]:
        """Calls of functions of partitions that repeat others; consecutive ones have one call."""
        calls: dict[int, list[Call]] = {}
        for repeat in self.memory.repeats:
            alike: dict[str, list[int]] = {}
            for k in repeat:
                alike.setdefault(likeness(self.memory, k), []).append(k)
            for ks in (x for x in alike.values() if len(x) > 1):
                name, width = self._loop_over_rows([self.memory.partitions[k] for k in ks])
                calls |= {k: [] for k in ks}
                starts = [j for j, k in enumerate(ks) if k - 1 not in ks[j - 1 : j]]
                for j, end in pairwise([*starts, len(ks)]):
                    calls[ks[j]] = [(name, [f"i64 {j * width}, i64 {end - j}"])]
        return calls

    def _loop_over_rows(self, repeated: Sequence[Sequence[int]]) -> tuple[str, int]:
        """Define the function of repeated partitions; its name, and the length of a row."""
        code, name = self.code(), f"repeat{repeated[0][0]}"
        table = f"@{self.name}{name}.table"
        code.lines.append(f"%t.0 = getelementptr i64, ptr {table}, i64 %first")
        with code.loop("%count", ("%t", "ptr", "%t.0", "%t.1")):
            rows = PartitionCode(code, self.memory, repeated, repeated[0]).rows
            code.lines.append(f"%t.1 = getelementptr i64, ptr %t, i64 {len(rows[0])}")
        cells = [f"i64 {x}" for row in rows for x in row]
        text = f"{table} = private constant [{len(cells)} x i64] [{', '.join(cells)}]"
        return self._define(code, name, ["i64 %first, i64 %count"], text)[0], len(rows[0])

    def _product(self, name: str, node: int) -> Call:
        """The call of the function of a matrix product."""
        code, product = self.code(), self.memory.workspace.products[node]
        code.lines += product.calls(self.number, self.name)
        return self._define(code, name, (), product.tables(self.name))

    def _dense(self, name: str, node: int) -> Call:
        """The call of the function of a dense operation."""
        code, buffers = self.code(), self.memory.workspace.loops[node]
        dense, scratch = self.memory.dense[node]
        dense.append_call(code, buffers, scratch)
        return self._define(code, name)

    def _loop(self, name: str, node: int) -> Call:
        """The call of the function of a loop, which calls the body's with slices in each step."""
        code, (inputs, outputs) = self.code(), self.memory.streams[node]
        _append_loop(code, self.memory.workspace.loops[node], *self.bodies[node], inputs, outputs)
        tables = chain(*(x.tables() for x in outputs))
        bases = [x.base for x in (*inputs, *outputs) if x.transfer]
        bases = dict.fromkeys([*bases, *self.memory.samples([node])])
        return self._define(code, name, [f"ptr {x}.i, i64 {x}.s" for x in bases], *tables)

    def _write_functions(self, name: str, copies: Sequence[Copy]) -> Iterator[Call]:
        """Calls of functions that make copies, a limited number each: LLVM tries to join stores.

        Short copies that are too many for one function are listed in tables.
        """
        written = [copy for copy in copies if not is_short(copy, self.number)]
        short = [copy for copy in copies if is_short(copy, self.number)]
        listed = [copy for copy in short if is_zero(copy.value)]
        if sum(copy.count for copy in listed) > MAX_STORES:
            short = [copy for copy in short if not is_zero(copy.value)]
            code = self.code()
            code.lines, tables = copy_tables(f"{self.name}{name}_table", listed)
            self.table_kinds |= {(copy.kind, copy.count) for copy in listed}
            yield self._define(code, f"{name}_listed", (), *tables)
        written += chain(*(copy.elements() for copy in short))
        for start in range(0, len(written), MAX_STORES):
            code = self.code()
            for k, copy in enumerate(written[start : start + MAX_STORES]):
                if copy.count > 1:
                    code.lines += copy.calls(self.number)
                    continue
                value = self.number.constant(copy.value)
                if copy.source is not None:
                    value = f"%v{k}"
                    code.load(*copy.source, value)
                code.store(value, *copy.target, f"s{k}")
            yield self._define(code, f"{name}{start}")


def _append_loop(
    code: FunctionBuilder,
    buffers: LoopBuffers,
    body: Routine,
    workspace: int,
    inputs: Sequence[Stream],
    outputs: Sequence[Stream],
) -> None:
    """Append the steps of a loop, whose body has its workspace at an offset in that of the code."""
    offsets = workspace, buffers.first, buffers.captured, *buffers.areas
    names = "%work", "%first", "%captured", "%new.0", "%other.0"
    for pointer, offset in zip(names, offsets, strict=True):
        code.pointer(pointer, "%w", offset)
    for x in (*inputs, *outputs):
        x.begin(code)
    tables = [f"%table{k}" for k in range(len(buffers.tables))]
    for name, location in zip(tables, buffers.tables, strict=True):
        code.pointer(name, *location)

    def arguments(now: str, new: str, read: Iterable[str], written: Iterable[str]) -> str:
        pointers = ("%work", now, "%captured", *read, *tables, new, *written)
        return ", ".join(f"ptr {x}" for x in pointers)

    slices = [x.first_argument for x in inputs], [x.first_argument for x in outputs]
    code.lines += body.calls(body.once, arguments("%first", "%new.0", *slices))
    swapped = [("%now", "%first", "%new"), ("%new", "%new.0", "%other")]
    swapped += [("%other", "%other.0", "%new")]
    swapped += [(x.name, f"{x.name}.0", f"{x.name}.1") for x in (*inputs, *outputs)]
    variables = [(pointer, "ptr", first, after) for pointer, first, after in swapped]
    loop = buffers.loop
    if loop.until:
        _append_condition(code, loop, "%first", "%any")
        code.lines += ["br i1 %any, label %begin, label %done", "begin:"]
    before, again = ("%begin", "%again") if loop.until else ("%0", "")
    with code.loop(str(loop.length), *variables, again=again, before=before):
        for x in inputs:
            code.lines += x.before()
        slices = [x.argument for x in inputs], [x.argument for x in outputs]
        code.lines += body.calls(body.steps, arguments("%now", "%new", *slices))
        for x in (*inputs, *outputs):
            code.lines += x.after()
        if loop.until:
            _append_condition(code, loop, "%new", "%again")
    if loop.until:
        _append_end(code, buffers)


def _append_condition(code: FunctionBuilder, loop: LoopNode, carry: str, name: str) -> None:
    """Append the condition that a loop whose carry can end goes on, in some lane."""
    n = code.number
    code.load(carry, loop.carry_size - 1, f"{name}.running")
    condition = f"fcmp une {n.type} {name}.running, {n.constant(0.0)}"
    if n.width == 1:
        code.lines.append(f"{name} = {condition}")
        return
    code.lines += [
        f"{name}.lanes = {condition}",
        f"{name}.bits = bitcast {n.boolean} {name}.lanes to i{n.lanes}",
        f"{name} = icmp ne i{n.lanes} {name}.bits, 0",
    ]


def _append_end(code: FunctionBuilder, buffers: LoopBuffers) -> None:
    """Append what follows a loop that can end before its last step, or its first.

    The carry is copied to where that of the last step would be, and the rows of results of the
    steps that are left out are zeros.
    """
    loop = buffers.loop
    code.lines += [
        "%last = phi ptr [ %first, %0 ], [ %new, %loop ]",
        "%steps = phi i64 [ 0, %0 ], [ %next, %loop ]",
        f"%left = sub i64 {loop.length}, %steps",
    ]
    code.pointer("%final", "%w", buffers.areas[(loop.length - 1) % 2])
    code.lines.append("%there = icmp eq ptr %last, %final")
    code.lines.append(f"%moved = select i1 %there, i64 0, i64 {loop.carry_size}")
    block = _append_moves(code, "carry", "%done", "%final", "%moved", "%last")
    for k, (place, width) in enumerate(zip(buffers.outputs, loop.result_sizes, strict=True)):
        if place is not None:
            name = f"rest{k}"
            code.pointer(f"%{name}.first", *place)
            code.lines += [
                f"%{name}.count = mul i64 %left, {width}",
                f"%{name}.begin = mul i64 {'0' if loop.backward else '%steps'}, {width}",
                f"%{name}.to = getelementptr {code.number.row}, ptr %{name}.first, "
                f"i64 %{name}.begin",
            ]
            block = _append_moves(code, name, block, f"%{name}.to", f"%{name}.count")


def _append_moves(
    code: FunctionBuilder, name: str, before: str, to: str, count: str, source: str = ""
) -> str:
    """Append a loop that copies numbers from a source, or zeros; the block after it."""
    n, i, value = code.number, f"%{name}.i", code.number.constant(0.0)
    code.lines += [
        f"br label %{name}.test",
        f"{name}.test:",
        f"{i} = phi i64 [ 0, {before} ], [ {i}.next, %{name}.body ]",
        f"{i}.more = icmp slt i64 {i}, {count}",
        f"br i1 {i}.more, label %{name}.body, label %{name}.end",
        f"{name}.body:",
    ]
    if source:
        value = f"{i}.value"
        code.lines += [
            f"{i}.source = getelementptr {n.row}, ptr {source}, i64 {i}",
            f"{value} = load {n.type}, ptr {i}.source",
        ]
    code.lines += [
        f"{i}.target = getelementptr {n.row}, ptr {to}, i64 {i}",
        f"store {n.type} {value}, ptr {i}.target",
        f"{i}.next = add i64 {i}, 1",
        f"br label %{name}.test",
        f"{name}.end:",
    ]
    return f"%{name}.end"
