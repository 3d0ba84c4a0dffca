"""Builder of LLVM IR functions as text, on one type of number."""

import re
import struct
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final

import numpy as np

from ..errors import TraceError
from ..scalar.expr import Scalar
from ..scalar.graph import Graph
from .operations import OPERATIONS
from .precision import PRECISIONS
from .target import Processor, host

WARP: Final = 32
"""Threads of a warp of a GPU, which execute the same instruction."""
BLOCK: Final = 128
"""Threads of a block of a GPU, whose warps share a memory."""


@dataclass(frozen=True)
class NumberType:
    """Type of the numbers in a module: float64 or float32, a scalar or a vector of lanes."""

    dtype: str
    lanes: int
    processor: Processor = field(default_factory=host)
    in_threads: bool = False
    """Whether the lanes are the threads of a warp, each with its own number."""

    @property
    def scalar(self) -> str:
        return "double" if self.dtype == "float64" else "float"

    @cached_property
    def type(self) -> str:
        return self._vector(self.scalar)

    @property
    def boolean(self) -> str:
        return self._vector("i1")

    @property
    def integer(self) -> str:
        return self._vector(f"i{8 * self.bytes}")

    @property
    def long(self) -> str:
        """Integers of 64 bits."""
        return self._vector("i64")

    @property
    def width(self) -> int:
        """The lanes of a value in registers: one of each thread."""
        return 1 if self.in_threads else self.lanes

    @cached_property
    def row(self) -> str:
        """The type in memory of the numbers of all lanes."""
        return f"[{self.lanes} x {self.scalar}]" if self.in_threads else self.type

    @property
    def suffix(self) -> str:
        """The type in the names of intrinsics: f64, v4f32."""
        return ("" if self.width == 1 else f"v{self.width}") + ("f64" if self.bytes == 8 else "f32")

    @property
    def bytes(self) -> int:
        return 8 if self.dtype == "float64" else 4

    @property
    def alignment(self) -> int:
        """Bytes to which every number of this type in memory is aligned."""
        return self.bytes * self.width

    @property
    def stack(self) -> str:
        """The attribute with which LLVM keeps vectors on the stack within lines of the cache."""
        return f" alignstack({self.alignment})" if self.width > 1 else ""

    @cached_property
    def vector(self) -> "NumberType":
        """Type of the vectors that fill a register."""
        return self if self.lanes > 1 else self.wide(self.processor.lanes(self.bytes))

    def wide(self, count: int) -> "NumberType":
        """Type of vectors of as many of these numbers."""
        return replace(self, lanes=self.lanes * count)

    def _vector(self, element: str) -> str:
        return element if self.width == 1 else f"<{self.width} x {element}>"

    def splat(self, element: str, value: str) -> str:
        """A constant, the same in every lane."""
        if self.width == 1:
            return value
        return "<" + ", ".join([f"{element} {value}"] * self.lanes) + ">"

    def constant(self, x: Scalar) -> str:
        """A number, the same in every lane."""
        return self.splat(self.scalar, self.literal(x))

    def literal(self, x: Scalar) -> str:
        """A scalar in LLVM's exact hexadecimal form."""
        if isinstance(x, complex):
            raise TraceError(f"the trace of a real kernel holds the complex constant {x}.")
        x = float(np.float32(x)) if self.dtype == "float32" else float(x)
        return f"0x{struct.pack('>d', x).hex().upper()}"


@lru_cache
def _instructions(n: NumberType) -> dict[str, tuple[list[str], str, str]]:
    """Of each operation the values before it, its instruction, and the intrinsic to be declared."""
    p, bits = PRECISIONS[n.dtype], 8 * n.bytes
    integers = {
        "shift": p.fraction_bits,
        "magic": p.bias + p.fraction_bits << p.fraction_bits,
        "mask": (1 << p.fraction_bits) - 1,
        "one": p.bias << p.fraction_bits,
    }
    named = {k: n.splat(f"i{bits}", str(x)) for k, x in integers.items()}
    named |= {"t": n.type, "bool": n.boolean, "true": n.splat("i1", "true"), "int": n.integer}
    named |= {"bias": n.constant(2.0**p.fraction_bits + p.bias), "suffix": n.suffix}
    named |= {"whole": n.constant(1 / p.epsilon), "long": n.long}
    named |= {"word_bits": n.splat("i64", "32")}
    named |= {"word": n.splat(f"i{bits}", "-1" if bits == 32 else "4294967295")}
    named |= {"v": "{v}", "a": "{0}", "b": "{1}", "c": "{2}"}
    instructions: dict[str, tuple[list[str], str, str]] = {}

    def constant(match: re.Match[str]) -> str:
        power, x = match.groups()
        return n.constant(2.0 ** int(x)) if power else n.splat(f"i{bits}", x)

    for op, operation in OPERATIONS.items():
        lines = re.sub(rf"^(?!{bits})\d\d\|.*\n?|^{bits}\|", "", operation.ir, flags=re.M)
        lines = re.sub(r"<(2\^)?(-?\d+)>", constant, lines).strip().format(**named)
        *before, instruction = lines.split("\n")
        types = instruction.format("", "", "", v="").replace(" ,", ",").replace(" )", ")")
        declared = types.replace("call", "declare") if types.startswith("call") else ""
        instructions[op] = before, instruction, declared
    return instructions


class FunctionBuilder:
    """Lines of one function; the intrinsics that it calls are added to `declarations`."""

    def __init__(self, graph: Graph, number: NumberType, declarations: set[str]) -> None:
        self.graph, self.number, self.declarations = graph, number, declarations
        self.lines: list[str] = []
        self._instructions = _instructions(number)
        self._type, self._row = number.type, number.row

    def operation(self, i: int, args: Sequence[str]) -> None:
        """Append the operation of node i on values."""
        value, op = f"%v{i}", self.graph.ops[i]
        for line in self._instructions[op][0]:
            self.lines.append(line.format(*args, v=value))
        self.lines.append(f"{value} = {self.instruction(op, args, value)}")

    def instruction(self, op: str, args: Sequence[str], value: str = "") -> str:
        """The instruction of an operation; its intrinsic is declared."""
        _, instruction, declared = self._instructions[op]
        if declared:
            self.declarations.add(declared)
        return instruction.format(*args, v=value)

    def pointer(self, name: str, pointer: str, offset: int) -> None:
        """Append a pointer to number `offset` after another pointer."""
        self.lines.append(f"{name} = getelementptr {self._row}, ptr {pointer}, i64 {offset}")

    def load(self, pointer: str, offset: int, name: str) -> None:
        """Append the load of number `offset` after a pointer."""
        self.pointer(f"{name}.p", pointer, offset)
        self.lines.append(f"{name} = load {self._type}, ptr {name}.p")

    def store(self, value: str, pointer: str, offset: int, label: str) -> None:
        """Append the store of a value as number `offset` after a pointer."""
        self.pointer(f"%{label}", pointer, offset)
        self.lines.append(f"store {self._type} {value}, ptr %{label}")

    def condition(self, name: str, value: str) -> None:
        """Append the condition that a number is not 0: so conditions are stored."""
        n = self.number
        self.lines.append(f"{name} = fcmp une {n.type} {value}, {n.constant(0.0)}")

    def number_of(self, name: str, condition: str) -> None:
        """Append the number 1 for a condition, or 0."""
        n = self.number
        choices = f"{n.type} {n.constant(1.0)}, {n.type} {n.constant(0.0)}"
        self.lines.append(f"{name} = select {n.boolean} {condition}, {choices}")

    def broadcast(self, name: str, value: str) -> str:
        """Append a vector of the same number in every lane; its name."""
        n = self.number
        if n.width == 1:
            return value
        self.lines += [
            f"{name}.0 = insertelement {n.type} poison, {n.scalar} {value}, i64 0",
            f"{name} = shufflevector {n.type} {name}.0, {n.type} poison, "
            f"<{n.width} x i32> zeroinitializer",
        ]
        return name

    def load_index(self, name: str, table: str, k: int) -> str:
        """Append the load of index k from a table of i32; its name as i64."""
        self.lines += [
            f"{name}.t = getelementptr i32, ptr {table}, i64 {k}",
            f"{name}.i = load i32, ptr {name}.t",
            f"{name}.o = zext i32 {name}.i to i64",
        ]
        return f"{name}.o"

    def load_listed(self, k: int) -> str:
        """Append the load of the number after %all whose offset is that of index k of table %w."""
        name, offset = f"%c{k}", self.load_index(f"%c{k}", "%w", k)
        self.lines.append(f"{name}.p = getelementptr {self._row}, ptr %all, i64 {offset}")
        self.lines.append(f"{name} = load {self._type}, ptr {name}.p")
        return name

    @contextmanager
    def loop(
        self, count: str, *variables: tuple[str, str, str, str], again: str = "", before: str = "%0"
    ) -> Generator[None]:
        """Make what is appended inside the body of a loop over %i = 0 .. count - 1.

        Each loop-carried variable: its name, its type, its first value and its next value. It comes
        after the block `before`, and ends where the condition `again` of the body does not hold.
        """
        self.lines += ["br label %loop", "loop:", f"%i = phi i64 [ 0, {before} ], [ %next, %loop ]"]
        for name, kind, first, after in variables:
            self.lines.append(f"{name} = phi {kind} [ {first}, {before} ], [ {after}, %loop ]")
        yield
        self.lines += [
            "%next = add i64 %i, 1",
            f"%{'within' if again else 'more'} = icmp slt i64 %next, {count}",
            *([f"%more = and i1 %within, {again}"] if again else []),
            "br i1 %more, label %loop, label %done",
            "done:",
        ]

    def function(self, head: str) -> str:
        """The definition of the function, with its lines as the body."""
        return definition(head, [*self.lines, "ret void"])


def definition(head: str, lines: Sequence[str]) -> str:
    """The definition of a function in LLVM IR."""
    return f"{head} {{\n  " + "\n  ".join(lines) + "\n}"


def constant_table(name: str, values: Sequence[int]) -> str:
    """A constant array of i32."""
    elements = ", ".join(f"i32 {x}" for x in values)
    return f"{name} = private constant [{len(values)} x i32] [{elements}]"
