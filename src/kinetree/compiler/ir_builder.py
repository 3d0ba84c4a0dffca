"""Functions of LLVM IR as text, on one type of number: an operation, a load, a store at a time."""

import struct
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np

from ..errors import TraceError
from ..scalar.graph import Graph

INSTRUCTIONS: Final = {  # t is the number type, a b c the arguments
    "add": "fadd {t} {a}, {b}",
    "sub": "fsub {t} {a}, {b}",
    "mul": "fmul {t} {a}, {b}",
    "div": "fdiv {t} {a}, {b}",
    "neg": "fneg {t} {a}",
    "lt": "fcmp olt {t} {a}, {b}",
    "le": "fcmp ole {t} {a}, {b}",
    "eq": "fcmp oeq {t} {a}, {b}",
    "and": "and {bool} {a}, {b}",
    "or": "or {bool} {a}, {b}",
    "not": "xor {bool} {a}, {true}",
    "select": "select {bool} {a}, {t} {b}, {t} {c}",
}
INTRINSICS: Final = {
    "sqrt": "sqrt",
    "abs": "fabs",
    "minimum": "minimum",
    "maximum": "maximum",
    "fma": "fma",
    "rint": "rint",
    "copysign": "copysign",
}
BITS: Final = {  # operations on the bits of a double; shift52 and the like are constants
    "pow2": (
        "{v}.t = fadd {t} {a}, {bias}",
        "{v}.b = bitcast {t} {v}.t to {int}",
        "{v}.s = shl {int} {v}.b, {shift}",
        "{v} = bitcast {int} {v}.s to {t}",
    ),
    "exponent": (
        "{v}.b = bitcast {t} {a} to {int}",
        "{v}.s = lshr {int} {v}.b, {shift}",
        "{v}.o = or {int} {v}.s, {magic}",
        "{v}.d = bitcast {int} {v}.o to {t}",
        "{v} = fsub {t} {v}.d, {bias}",
    ),
    "significand": (
        "{v}.b = bitcast {t} {a} to {int}",
        "{v}.m = and {int} {v}.b, {mask}",
        "{v}.o = or {int} {v}.m, {one}",
        "{v} = bitcast {int} {v}.o to {t}",
    ),
}
_BIAS: Final = 2.0**52 + 1023.0
_INTEGERS: Final = {
    "shift": 52,
    "magic": 0x433 << 52,
    "mask": (1 << 52) - 1,
    "one": 0x3FF << 52,
}


@dataclass(frozen=True)
class Number:
    """The type of a number in a module: float64 or float32, one or several lanes."""

    dtype: str
    lanes: int

    @property
    def scalar(self) -> str:
        return "double" if self.dtype == "float64" else "float"

    @cached_property
    def type(self) -> str:
        return self._vector(self.scalar)

    @property
    def truth(self) -> str:
        return self._vector("i1")

    @property
    def integer(self) -> str:
        return self._vector("i64")

    @property
    def suffix(self) -> str:
        """How intrinsics call it: f64, v4f32."""
        return ("" if self.lanes == 1 else f"v{self.lanes}") + ("f64" if self.bytes == 8 else "f32")

    @property
    def bytes(self) -> int:
        return 8 if self.dtype == "float64" else 4

    @property
    def alignment(self) -> int:
        """That of a number in memory that has no better one."""
        return self.bytes * self.lanes

    @property
    def wide(self) -> "Number":
        """The type in which transcendental functions are computed."""
        return Number("float64", self.lanes)

    def _vector(self, element: str) -> str:
        return element if self.lanes == 1 else f"<{self.lanes} x {element}>"

    def same(self, element: str, value: str) -> str:
        """A constant in every lane."""
        if self.lanes == 1:
            return value
        return "<" + ", ".join([f"{element} {value}"] * self.lanes) + ">"

    def constant(self, x: Any) -> str:
        return self.same(self.scalar, self.literal(x))

    def literal(self, x: Any) -> str:
        """One number, in LLVM's exact hexadecimal form."""
        if isinstance(x, complex):
            raise TraceError(f"a page for real numbers holds the complex constant {x}.")
        x = float(np.float32(x)) if self.dtype == "float32" else float(x)
        return f"0x{struct.pack('>d', x).hex().upper()}"


@lru_cache
def _instructions(n: Number) -> dict[str, str]:
    """The instructions on a type of number, but for their arguments."""
    words = {"t": n.type, "bool": n.truth, "true": n.same("i1", "true")}
    return {op: x.format(**words, a="%s", b="%s", c="%s") for op, x in INSTRUCTIONS.items()}


class FunctionText:
    """Lines of a function on one type of number, and what they declare."""

    def __init__(self, graph: Graph, number: Number, declarations: set[str]) -> None:
        self.graph, self.number, self.declarations = graph, number, declarations
        self.lines: list[str] = []
        self._instructions = _instructions(number)
        self._intrinsics: dict[str, str] = {}

    def operation(self, i: int) -> None:
        """The operation of node i, from `%v` names of its arguments."""
        op, n = self.graph.ops[i], self.number
        args = [self.value(a) for a in self.graph.args[i]]
        if op in INTRINSICS:
            self.lines.append(f"%v{i} = {self.intrinsic(op, args)}")
        elif op in INSTRUCTIONS:
            self.lines.append(f"%v{i} = {self._instructions[op] % (*args,)}")
        elif op in BITS:
            integers = {k: n.same("i64", str(x)) for k, x in _INTEGERS.items()}
            named = {"a": args[0], "bias": n.constant(_BIAS), **integers}
            self.lines += [
                line.format(v=f"%v{i}", t=n.type, int=n.integer, **named) for line in BITS[op]
            ]
        else:
            self._wide(i, op, args)

    def _wide(self, i: int, op: str, args: list[str]) -> None:
        """A transcendental function in float64, rounded."""
        n, wide = self.number, self.number.wide
        for k, a in enumerate(args):
            self.lines.append(f"%v{i}.{k} = fpext {n.type} {a} to {wide.type}")
        passed = ", ".join(f"{wide.type} %v{i}.{k}" for k in range(len(args)))
        self.lines.append(f"%v{i}.w = call {wide.type} @{op}({passed})")
        self.lines.append(f"%v{i} = fptrunc {wide.type} %v{i}.w to {n.type}")

    def intrinsic(self, op: str, args: Sequence[str]) -> str:
        """The value of an operation that LLVM has as a function."""
        t = self.number.type
        if op not in self._intrinsics:
            name = f"{t} @llvm.{INTRINSICS[op]}.{self.number.suffix}"
            self.declarations.add(f"declare {name}({', '.join([t] * len(args))})")
            self._intrinsics[op] = f"call {name}"
        return f"{self._intrinsics[op]}({', '.join([f'{t} {a}' for a in args])})"

    def value(self, i: int) -> str:
        if self.graph.ops[i] == "const":
            return self.number.constant(self.graph.data[i][1])
        return f"%v{i}"

    def point(self, name: str, pointer: str, offset: int) -> None:
        """A pointer to the number `offset` after another."""
        self.lines.append(f"{name} = getelementptr {self.number.type}, ptr {pointer}, i64 {offset}")

    def load(self, pointer: str, offset: int, name: str) -> None:
        t = self.number.type
        self.lines.append(f"{name}.p = getelementptr {t}, ptr {pointer}, i64 {offset}")
        self.lines.append(f"{name} = load {t}, ptr {name}.p")

    def load_condition(self, pointer: str, offset: int, i: int) -> None:
        """Condition %v of node i, from a number in memory that is not 0 where it holds."""
        n = self.number
        self.load(pointer, offset, f"%b{i}")
        self.lines.append(f"%v{i} = fcmp une {n.type} %b{i}, {n.constant(0.0)}")

    def as_number(self, i: int) -> str:
        """Condition %v of node i as 1 or 0."""
        n = self.number
        one, zero = n.constant(1.0), n.constant(0.0)
        self.lines.append(f"%k{i} = select {n.truth} %v{i}, {n.type} {one}, {n.type} {zero}")
        return f"%k{i}"

    def store(self, value: str, pointer: str, offset: int, label: str) -> None:
        t = self.number.type
        self.lines.append(f"%{label} = getelementptr {t}, ptr {pointer}, i64 {offset}")
        self.lines.append(f"store {t} {value}, ptr %{label}")

    def listed(self, name: str, table: str, k: int) -> str:
        """Number k of a table of i32."""
        self.lines += [
            f"{name}.t = getelementptr i32, ptr {table}, i64 {k}",
            f"{name}.i = load i32, ptr {name}.t",
            f"{name}.o = zext i32 {name}.i to i64",
        ]
        return f"{name}.o"

    @contextmanager
    def repeated(self, count: str, *carried: tuple[str, str, str, str]) -> Generator[None]:
        """What is written inside is done `count` times, the first time with 0 for %i.

        What it carries: a name and its type, what that is at first, and what it is the next time.
        """
        self.lines += ["br label %loop", "loop:", "%i = phi i64 [ 0, %0 ], [ %next, %loop ]"]
        for name, kind, first, after in carried:
            self.lines.append(f"{name} = phi {kind} [ {first}, %0 ], [ {after}, %loop ]")
        yield
        self.lines += [
            "%next = add i64 %i, 1",
            f"%more = icmp slt i64 %next, {count}",
            "br i1 %more, label %loop, label %done",
            "done:",
        ]

    def function(self, head: str) -> str:
        return definition(head, [*self.lines, "ret void"])


def definition(head: str, lines: Sequence[str]) -> str:
    return f"{head} {{\n  " + "\n  ".join(lines) + "\n}"


def table(name: str, values: Sequence[int]) -> str:
    """Integers, i32, as constant memory."""
    listed = ", ".join(f"i32 {x}" for x in values)
    return f"{name} = private constant [{len(values)} x i32] [{listed}]"
