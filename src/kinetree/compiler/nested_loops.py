"""Nested loops over numbers in memory, as LLVM IR; values are names, or texts of integers."""

from collections.abc import Callable, Sequence
from functools import reduce

from .ir_builder import FunctionBuilder

Values = Sequence[str]


def packed(n: int) -> int:
    """The numbers of a lower triangle of n rows, row by row."""
    return n * (n + 1) // 2


class NestedLoops:
    """Nested loops over numbers in memory, in a function of LLVM IR."""

    def __init__(self, code: FunctionBuilder) -> None:
        self.code, self.number = code, code.number
        self.block, self.count = "%0", 0

    def let(self, text: str) -> str:
        """A new value."""
        self.count += 1
        self.code.lines.append(f"%d{self.count} = {text}")
        return f"%d{self.count}"

    def do(self, op: str, *values: str) -> str:
        """The result of an operation on numbers."""
        return self.let(self.code.instruction(op, values))

    def sum(self, *terms: str | int) -> str:
        """A sum of integers."""
        constant = sum(x for x in terms if isinstance(x, int))
        values = [x for x in terms if isinstance(x, str)]
        values += [str(constant)] if constant or not values else []
        return reduce(lambda x, y: self.let(f"add i64 {x}, {y}"), values)

    def times(self, x: str, y: str | int) -> str:
        return self.let(f"mul i64 {x}, {y}")

    def at(self, pointer: str, k: str | int) -> str:
        return self.let(f"getelementptr {self.number.row}, ptr {pointer}, i64 {k}")

    def load(self, pointer: str, k: str | int) -> str:
        return self.let(f"load {self.number.type}, ptr {self.at(pointer, k)}")

    def store(self, value: str, pointer: str, k: str | int) -> None:
        self.code.lines.append(f"store {self.number.type} {value}, ptr {self.at(pointer, k)}")

    def loop(
        self,
        end: str | int,
        body: Callable[[str, Values], Values],
        sums: Values = (),
        kind: str = "",
        first: str | int = 0,
    ) -> Values:
        """The sums after `sums = body(i, sums)` for i from first to end - 1."""
        self.count += 1
        label, before, lines = f"l{self.count}", self.block, self.code.lines
        i, names = f"%{label}.i", [f"%{label}.s{k}" for k in range(len(sums))]
        lines += [f"br label %{label}.test", f"{label}.test:"]
        head = len(lines)
        lines += [
            f"%{label}.more = icmp slt i64 {i}, {end}",
            f"br i1 %{label}.more, label %{label}.body, label %{label}.end",
            f"{label}.body:",
        ]
        self.block = f"%{label}.body"
        after = body(i, names)
        lines += [f"%{label}.n = add i64 {i}, 1", f"br label %{label}.test", f"{label}.end:"]
        kind = kind or self.number.type
        phis = [(i, "i64", str(first), f"%{label}.n")]
        phis += [(x, kind, y, z) for x, y, z in zip(names, sums, after, strict=True)]
        lines[head:head] = [
            f"{x} = phi {t} [ {y}, {before} ], [ {z}, {self.block} ]" for x, t, y, z in phis
        ]
        self.block = f"%{label}.end"
        return names

    def where(
        self, condition: str, body: Callable[[], Values], otherwise: Values, kind: str
    ) -> Values:
        """The values of a body where a condition holds, or else others."""
        self.count += 1
        label, before = f"w{self.count}", self.block
        self.code.lines += [
            f"br i1 {condition}, label %{label}.body, label %{label}.end",
            f"{label}.body:",
        ]
        self.block = f"%{label}.body"
        values = body()
        self.code.lines += [f"br label %{label}.end", f"{label}.end:"]
        pairs = [
            f"phi {kind} [ {x}, {self.block} ], [ {y}, {before} ]"
            for x, y in zip(values, otherwise, strict=True)
        ]
        self.block = f"%{label}.end"
        return [self.let(x) for x in pairs]

    def chosen(self, order: str, x: str, y: str) -> str:
        """The integer x if it is greater or less than y, else y."""
        is_first = self.let(f"icmp {order} i64 {x}, {y}")
        return self.let(f"select i1 {is_first}, i64 {x}, i64 {y}")

    def triangle_row(self, pointer: str, i: str) -> str:
        """The pointer to row i of a lower triangle."""
        twice = self.times(i, self.sum(i, 1))
        return self.at(pointer, self.let(f"lshr i64 {twice}, 1"))

    def blocks(self, n: int, block: Callable[[str, int], None], size: int) -> None:
        """Code for all blocks of rows: of the first row, and of how many there are."""

        def of_block(k: str, _: Values) -> Values:
            block(self.times(k, size), size)
            return ()

        self.loop(n // size, of_block)
        if n % size:
            block(str(n - n % size), n % size)
