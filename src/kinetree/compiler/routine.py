"""Functions of LLVM IR that compute a trace: its partitions, matrix products and loops, in order.

They read and write where `MemoryMap` says. The body of a loop is a separate routine.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from ..scalar.expr import is_zero
from ..scalar.loops import LoopNode
from .copies import Copy, Kind, copy_functions, copy_tables, is_short
from .gather_scatter import Stream, transfer_functions
from .ir_builder import FunctionBuilder, NumberType, constant_table
from .memory_map import MemoryMap
from .schedule import SCHEDULED_OPERATIONS, STANDALONE, list_schedule
from .workspace import LoopBuffers

MAX_STORES: Final = 400
"""Copies and stores of constants in one function."""


class Routine:
    """The functions of a lowered trace.

    `once` are called first, for all samples or steps; `steps` compute a sample, or a step of a
    loop. All take the workspace %w, of `size` numbers, and `pointers`. They call those in `called`,
    and intrinsics, which are added to `declarations`.
    """

    def __init__(self, memory: MemoryMap, declarations: set[str], name: str = "") -> None:
        self.memory, self.graph, self.number = memory, memory.graph, memory.number
        self.declarations, self.name = declarations, name
        self._scheduled = self.number.lanes == 1 and memory.operations <= SCHEDULED_OPERATIONS
        self.bodies = {
            i: (Routine(body, declarations, f"{name}loop{i}."), offset)
            for i, (body, offset) in memory.bodies.items()
        }
        """The routine of each loop's body, and the offset of its workspace."""
        self.table_kinds: set[tuple[Kind, int]] = set()
        """Kinds and lengths of the copies in tables."""
        self.sample_arrays: dict[str, list[str]] = {}
        """Operands and results that a function reads or writes sample by sample."""
        partition_of = {nodes[0]: k for k, nodes in enumerate(memory.partitions)}
        for i, streams in memory.streams.items():
            bases = [x.base for x in chain(*streams) if x.transfer]
            self.sample_arrays[f"@{name}partition{partition_of[i]}"] = list(dict.fromkeys(bases))
        partitions = enumerate(memory.partitions)
        self.steps = [x for k, nodes in partitions for x in self._partition(k, nodes)]
        self.steps += self._write_functions("copies", memory.copies)
        self.once = list(self._write_functions("fixed", memory.row_constants))
        constants = self._write_functions("constants", memory.constants)
        (self.steps if memory.direct else self.once).extend(constants)
        rows = memory.row_copies.values()
        copies = chain(memory.copies, memory.constants, memory.row_constants, *rows)
        called = [*self._tiles(), *copy_functions(self.code, copies, self.table_kinds)]
        if self.number.lanes > 1:
            called += transfer_functions(self.code, memory.transfers)
        for body, _ in self.bodies.values():
            called += [*body.called, *body.once, *body.steps]
        self.called = list(dict.fromkeys(called))

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

    def calls(self, functions: Sequence[str], arguments: str) -> Iterator[str]:
        """Calls of functions with `arguments` and the arrays that they read sample by sample."""
        for function in functions:
            name = function.removeprefix("define hidden void ").partition("(")[0]
            more = [f"ptr {x}.i, i64 {x}.s" for x in self.sample_arrays.get(name, ())]
            yield f"call void {name}({', '.join([arguments, *more])})"

    def sample(self, arguments: str) -> Iterator[list[str]]:
        """Instructions for the lanes' next samples: of each gather, each step and each scatter."""
        n, memory = self.number, self.memory
        for name, transfers in memory.gathered.items():
            yield [*chain(*(x.calls(n, name, f"{name}.i", f"{name}.s") for x in transfers))]
        for function in self.steps:
            yield [*self.calls([function], arguments)]
        for k, (name, first, _, transfers) in enumerate(memory.scattered):
            row, table, step = f"%row{k}", f"@offsets{k}", f"{name}.s"
            pointer = f"{row} = getelementptr {n.scalar}, ptr {name}.i, i64 {first}"
            yield [pointer, *chain(*(x.calls(n, table, row, step) for x in transfers))]

    def offset_tables(self) -> Iterator[str]:
        """The tables of the offsets of results in the workspace, from which they are scattered."""
        for k, (_, _, offsets, _) in enumerate(self.memory.scattered):
            yield constant_table(f"@offsets{k}", offsets)

    def _tiles(self) -> Iterator[str]:
        """Functions of the tiles of matrix products."""
        products = self.memory.workspace.products.values()
        tiles = chain(*(x.tiles(self.number) for x in products))
        for tile in dict.fromkeys(tile for _, _, tile in tiles):
            yield tile.text(self.code(tile.vector))

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
            copies = self.memory.row_copies.get(first, ())
            yield from self._write_functions(f"operands{k}_", copies)
            write = self._product if first in self.memory.workspace.products else self._loop
            yield write(f"partition{k}", first)
            return
        code = self.code()
        here, loaded = set(nodes), set[int]()
        for i in list_schedule(self.graph, nodes) if self._scheduled else nodes:
            for a in self.graph.args[i]:
                if a not in here and a not in loaded and self.graph.ops[a] != "const":
                    loaded.add(a)
                    self.memory.load(code, a)
            code.operation(i)
            self.memory.store(code, i)
        yield self._step(code, f"partition{k}")

    def _product(self, name: str, node: int) -> str:
        """The function of a matrix product, and its tables."""
        code, product = self.code(), self.memory.workspace.products[node]
        code.lines += product.calls(self.number, self.name)
        return f"{self._step(code, name)}\n{product.tables(self.name)}"

    def _loop(self, name: str, node: int) -> str:
        """The function of a loop, which calls those of the body with the slices of each step."""
        code, (inputs, outputs) = self.code(), self.memory.streams[node]
        _append_loop(code, self.memory.workspace.loops[node], *self.bodies[node], inputs, outputs)
        tables = chain(*(x.tables() for x in outputs))
        return "\n".join([self._step(code, name), *tables])

    def _write_functions(self, name: str, copies: Sequence[Copy]) -> Iterator[str]:
        """Functions that make copies, a limited number each: LLVM tries to join stores.

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
            yield "\n".join([self._step(code, f"{name}_listed"), *tables])
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
            yield self._step(code, f"{name}{start}")


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

    def arguments(now: str, new: str, read: Iterable[str], written: Iterable[str]) -> str:
        pointers = ("%work", now, "%captured", *read, new, *written)
        return ", ".join(f"ptr {x}" for x in pointers)

    slices = [x.first_argument for x in inputs], [x.first_argument for x in outputs]
    code.lines += body.calls(body.once, arguments("%first", "%new.0", *slices))
    swapped = [("%now", "%first", "%new"), ("%new", "%new.0", "%other")]
    swapped += [("%other", "%other.0", "%new")]
    swapped += [(x.name, f"{x.name}.0", f"{x.name}.1") for x in (*inputs, *outputs)]
    variables = [(pointer, "ptr", first, after) for pointer, first, after in swapped]
    loop = buffers.loop
    with code.loop(str(loop.length), *variables, again="%again" if loop.until else ""):
        for x in inputs:
            code.lines += x.before()
        slices = [x.argument for x in inputs], [x.argument for x in outputs]
        code.lines += body.calls(body.steps, arguments("%now", "%new", *slices))
        for x in (*inputs, *outputs):
            code.lines += x.after()
        if loop.until:
            _append_again(code, loop)


def _append_again(code: FunctionBuilder, loop: LoopNode) -> None:
    """Append the condition on which a loop goes on that its carry can end.

    It goes on, too, where the carry is not yet in the buffer of the last step.
    """
    n = code.number
    code.load("%new", loop.carry_size - 1, "%running")
    code.lines.append(f"%any = fcmp une {n.type} %running, {n.constant(0.0)}")
    if n.width > 1:
        code.lines[-1] = code.lines[-1].replace("%any", "%lanes", 1)
        code.lines += [
            f"%bits = bitcast {n.boolean} %lanes to i{n.lanes}",
            f"%any = icmp ne i{n.lanes} %bits, 0",
        ]
    code.lines += [
        "%odd = and i64 %i, 1",
        f"%swapped = icmp ne i64 %odd, {(loop.length - 1) % 2}",
        "%again = or i1 %any, %swapped",
    ]
