"""The code of a partition, and of partitions that have the same operations, with a table.

A table has a row for each of these: how far its numbers are from those of the first, and constants.
"""

import struct
from collections.abc import Sequence

from ..scalar.expr import Scalar
from ..scalar.graph import BOOLEAN
from ..scalar.takes import row_of
from .copies import Location
from .ir_builder import FunctionBuilder
from .memory_map import MemoryMap
from .table_loads import Table


def likeness(memory: MemoryMap, k: int) -> str:
    """What partitions with one function have in common, beside their operations.

    The pointers by which they read operands and write, for which operations and arguments, and
    which of these are the same.
    """
    nodes, inputs, args = memory.partitions[k], memory.inputs, memory.graph.args
    read = [
        (j, k, inputs[a][0])
        for j, i in enumerate(nodes)
        for k, a in enumerate(args[i])
        if a in inputs
    ]
    written = [
        (j, [pointer for pointer, _ in memory.targets(i)])
        for j, i in enumerate(nodes)
        if i in memory.stores
    ]
    numbers: dict[int, int] = {}
    same = [
        numbers.setdefault(a, len(numbers))
        for i in nodes
        for a in args[i]
        if memory.graph.ops[a] != "const"
    ]
    return f"{read} {written} {same}"


class PartitionCode:
    """Lines of LLVM IR that compute partitions with the same operations, in an order of the first.

    `rows` are those of the table, of 64 bits each; %t is a pointer to one of them.
    """

    def __init__(
        self,
        code: FunctionBuilder,
        memory: MemoryMap,
        partitions: Sequence[Sequence[int]],
        order: Sequence[int],
        name: str = "",
    ) -> None:
        self._name = name
        self._code, self._memory, self._graph = code, memory, memory.graph
        self.rows: list[list[int]] = [[] for _ in partitions]
        self.tables: dict[str, str] = {}
        """Definitions of arrays of constants."""
        self._columns: dict[object, str] = {}
        self._operands: dict[int, str] = {}
        first, *others = partitions
        places = {i: k for k, i in enumerate(first)} if others else {}
        for i in order:
            self._append(i, [x[places[i]] for x in others])

    def _append(self, i: int, others: Sequence[int]) -> None:
        """Append an operation, the loads that it needs, and its stores."""
        memory, operands, args = self._memory, self._operands, self._graph.args
        is_take = self._graph.ops[i] == "take"
        values = [
            operands[a] if a in operands else self._operand(a, [args[x][k] for x in others])
            for k, a in enumerate(args[i][:1] if is_take else args[i])
        ]
        if is_take:
            self._load_element(i, values[0], uniform=args[i][0] in memory.uniform)
        else:
            self._code.operation(i, values)
        operands[i] = f"%v{i}"
        targets = memory.targets(i)
        if targets and self._graph.ops[i] in BOOLEAN:
            self._code.number_of(f"%k{i}", f"%v{i}")
        for k, target in enumerate(targets):
            place = self._location([target, *(memory.targets(x)[k] for x in others)])
            value = f"%k{i}" if self._graph.ops[i] in BOOLEAN else f"%v{i}"
            self._code.store(value, *place, f"s{i}.{k}")

    def _load_element(self, i: int, place: str, *, uniform: bool) -> None:
        """Append the load of an element of a row."""
        graph, n = self._graph, self._code.number
        (row,), (offset, stride, _) = graph.args[graph.args[i][1]], graph.data[i]
        if graph.ops[row] == "span":
            table = self._memory.table(row)
        else:
            table = Table(f"@{self._name}.{row}", 0, "constants")
            if table.pointer not in self.tables:
                numbers = [f"{n.scalar} {n.literal(x)}" for x in row_of(graph, row)]
                array = f"[{len(numbers)} x {n.scalar}] [{', '.join(numbers)}]"
                self.tables[table.pointer] = f"{table.pointer} = private constant {array}"
        load = table.append_load
        if uniform and n.width > 1 and table.kind != "sample":
            load = table.append_uniform_load
        load(self._code, f"%v{i}", place, offset, stride)

    def _operand(self, a: int, others: Sequence[int]) -> str:
        """The operand for a node that is not computed here: a constant, or one to be loaded."""
        graph, code, source = self._graph, self._code, self._memory.source
        if graph.ops[a] == "const":
            operand = self._constant([graph.data[x][1] for x in (a, *others)])
            if not others:
                self._operands[a] = operand
            return operand
        self._operands[a] = f"%v{a}"
        place = self._location([source(a), *map(source, others)])
        if graph.ops[a] in BOOLEAN:
            code.load(*place, f"%b{a}")
            code.condition(f"%v{a}", f"%b{a}")
        else:
            code.load(*place, f"%v{a}")
        return f"%v{a}"

    def _location(self, places: Sequence[Location]) -> Location:
        """The place of each partition, relative to the same pointer."""
        pointer, first = places[0]
        distances = tuple(offset - first for _, offset in places)
        if not any(distances):
            return places[0]
        key = pointer, distances
        if key not in self._columns:
            name = self._columns[key] = f"%p{len(self.rows[0])}"
            self._load_column(name, "i64", distances)
            row = self._code.number.row
            self._code.lines.append(f"{name} = getelementptr {row}, ptr {pointer}, i64 {name}.x")
        return self._columns[key], first

    def _constant(self, values: Sequence[Scalar]) -> str:
        """The operand that is the constant of each partition."""
        n = self._code.number
        literals = tuple(map(n.literal, values))
        if len({*literals}) == 1:
            return n.constant(values[0])
        if literals not in self._columns:
            name = self._columns[literals] = f"%c{len(self.rows[0])}"
            form = "<d" if n.bytes == 8 else "<f"
            bits = [int.from_bytes(struct.pack(form, x), "little") for x in values]
            self._load_column(name, n.scalar, bits)
            self._columns[literals] = self._code.broadcast(name, f"{name}.x")
        return self._columns[literals]

    def _load_column(self, name: str, kind: str, column: Sequence[int]) -> None:
        """Append a column to the table, and the load of the row's number."""
        k = len(self.rows[0])
        for row, x in zip(self.rows, column, strict=True):
            row.append(x)
        self._code.lines += [
            f"{name}.a = getelementptr i64, ptr %t, i64 {k}",
            f"{name}.x = load {kind}, ptr {name}.a",
        ]
