"""LLVM IR of a trace, as text: one function a cut, and an entry that loops over the samples.

The entry is `void @kernel(i64 n, ptr pointers, ptr steps)`: the base address of each operand and
result, and the bytes from one sample to the next. The core of each is contiguous.
"""

import struct
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from ..scalar.expr import Expr
from ..scalar.graph import BOOLEAN, SOURCES
from ..scalar.replay import Trace
from .program import CUT, cut

_INSTRUCTIONS: Final = {  # t is the number type, a b c the arguments
    "add": "fadd {t} {a}, {b}",
    "sub": "fsub {t} {a}, {b}",
    "mul": "fmul {t} {a}, {b}",
    "div": "fdiv {t} {a}, {b}",
    "neg": "fneg {t} {a}",
    "lt": "fcmp olt {t} {a}, {b}",
    "le": "fcmp ole {t} {a}, {b}",
    "eq": "fcmp oeq {t} {a}, {b}",
    "and": "and i1 {a}, {b}",
    "or": "or i1 {a}, {b}",
    "not": "xor i1 {a}, true",
    "select": "select i1 {a}, {t} {b}, {t} {c}",
}
_INTRINSICS: Final = {
    "sqrt": "sqrt",
    "abs": "fabs",
    "minimum": "minimum",
    "maximum": "maximum",
    "sin": "sin",
    "cos": "cos",
    "exp": "exp",
    "log": "log",
}
_LIBRARY: Final = ("tan", "asin", "acos", "atan", "atan2", "tanh")
_TYPES: Final = {"float64": ("double", "f64", 8, ""), "float32": ("float", "f32", 4, "f")}


def emit(trace: Trace, dtype: str) -> str:
    """The module of a lowered trace."""
    return _Module(trace, dtype).text()


class _Module:
    """The text of one module while it is being written."""

    def __init__(self, trace: Trace, dtype: str) -> None:
        self.trace, self.graph = trace, trace.graph
        self.type, self.suffix, self.bytes, self.letter = _TYPES[dtype]
        self.single = dtype == "float32"
        self.declarations: set[str] = set()
        schedule = [i for i in trace.nodes if self.graph.ops[i] not in SOURCES]
        self.cuts = cut(self.graph, schedule, CUT)
        self.inputs = {
            x.index: (f"%a{k}", j)
            for k, operand in enumerate(trace.operands)
            for j, x in enumerate(operand.entries)
        }
        self.stores: dict[int, list[tuple[str, int]]] = {}
        for k, result in enumerate(trace.results):
            for j, x in enumerate(result.entries):
                if type(x) is Expr:
                    self.stores.setdefault(x.index, []).append((f"%r{k}", j))
        arguments = [f"%a{k}" for k in range(len(trace.operands))]
        results = [f"%r{k}" for k in range(len(trace.results))]
        self.pointers = [*arguments, *results]
        self.parameters = ", ".join(
            ["ptr noalias %w", *(f"ptr %a{k}" for k in range(len(arguments)))]
            + [f"ptr noalias %r{k}" for k in range(len(results))]
        )

    def text(self) -> str:
        pieces = [self._piece(k, piece) for k, piece in enumerate(self.cuts.pieces)]
        body = "\n".join([*pieces, self._constants(), self._entry()])
        return "\n".join([*sorted(self.declarations), body])

    def _constants(self) -> str:
        """Results that are plain numbers or bare operands."""
        lines: list[str] = []
        for k, result in enumerate(self.trace.results):
            for j, x in enumerate(result.entries):
                if type(x) is not Expr:
                    lines += self._store(self._number(x), f"%r{k}", j, f"c{k}_{j}")
                elif self.graph.ops[x.index] == "input":
                    lines += self._load(*self.inputs[x.index], f"%v{k}_{j}")
                    lines += self._store(f"%v{k}_{j}", f"%r{k}", j, f"c{k}_{j}")
        return f"define internal void @rest({self.parameters}) {{\n{_lines(lines)}\n  ret void\n}}"

    def _piece(self, k: int, piece: list[int]) -> str:
        lines: list[str] = []
        loaded: set[int] = set()
        here = set(piece)
        for i in piece:
            for a in self.graph.args[i]:
                if a not in here and a not in loaded and self.graph.ops[a] != "const":
                    loaded.add(a)
                    lines += self._fetch(a)
            lines.append(self._operation(i))
            lines += self._keep(i)
        name = f"define internal void @piece{k}({self.parameters}) noinline"
        return f"{name} {{\n{_lines(lines)}\n  ret void\n}}"

    def _fetch(self, i: int) -> list[str]:
        """Load an operand, or a value from an earlier piece."""
        if i in self.inputs:
            return self._load(*self.inputs[i], f"%v{i}")
        if self.graph.ops[i] not in BOOLEAN:
            return self._load("%w", self.cuts.slots[i], f"%v{i}")
        zero = self._number(0.0)
        return [
            *self._load("%w", self.cuts.slots[i], f"%b{i}"),
            f"%v{i} = fcmp une {self.type} %b{i}, {zero}",
        ]

    def _keep(self, i: int) -> list[str]:
        """Store a value that a later piece reads, and results."""
        lines: list[str] = []
        if i in self.cuts.slots:
            value = f"%v{i}"
            if self.graph.ops[i] in BOOLEAN:
                one, zero = self._number(1.0), self._number(0.0)
                value = f"%k{i}"
                lines.append(f"{value} = select i1 %v{i}, {self.type} {one}, {self.type} {zero}")
            lines += self._store(value, "%w", self.cuts.slots[i], f"w{i}")
        for k, (pointer, j) in enumerate(self.stores.get(i, ())):
            lines += self._store(f"%v{i}", pointer, j, f"s{i}_{k}")
        return lines

    def _operation(self, i: int) -> str:
        op, t = self.graph.ops[i], self.type
        args = [self._value(a) for a in self.graph.args[i]]
        if op in _INSTRUCTIONS:
            return f"%v{i} = " + _INSTRUCTIONS[op].format(
                t=t, **dict(zip("abc", args, strict=False))
            )
        typed = ", ".join(f"{t} {a}" for a in args)
        return f"%v{i} = call {t} @{self._function(op, len(args))}({typed})"

    def _function(self, op: str, count: int) -> str:
        name = f"{op}{self.letter}" if op in _LIBRARY else f"llvm.{_INTRINSICS[op]}.{self.suffix}"
        self.declarations.add(f"declare {self.type} @{name}({', '.join([self.type] * count)})")
        return name

    def _value(self, i: int) -> str:
        return self._number(self.graph.data[i][1]) if self.graph.ops[i] == "const" else f"%v{i}"

    def _number(self, x: Any) -> str:
        x = float(np.float32(x)) if self.single else float(x)
        return f"0x{struct.pack('>d', x).hex().upper()}"

    def _load(self, pointer: str, offset: int, name: str) -> list[str]:
        address = f"%p{name[1:]}"
        return [
            f"{address} = getelementptr {self.type}, ptr {pointer}, i64 {offset}",
            f"{name} = load {self.type}, ptr {address}",
        ]

    def _store(self, value: str, pointer: str, offset: int, label: str) -> list[str]:
        return [
            f"%{label} = getelementptr {self.type}, ptr {pointer}, i64 {offset}",
            f"store {self.type} {value}, ptr %{label}",
        ]

    def _entry(self) -> str:
        return (
            f"define void @kernel(i64 %n, ptr %pointers, ptr %steps) {{\n{_lines(self._loop())}\n}}"
        )

    def _loop(self) -> Iterator[str]:
        yield f"%w = alloca [{max(self.cuts.workspace, 1)} x {self.type}], align 64"
        for k, name in enumerate(self.pointers):
            yield f"%sp{k} = getelementptr i64, ptr %steps, i64 {k}"
            yield f"%s{k} = load i64, ptr %sp{k}"
            yield f"%bp{k} = getelementptr ptr, ptr %pointers, i64 {k}"
            yield f"{name}.0 = load ptr, ptr %bp{k}"
        yield "%some = icmp sgt i64 %n, 0"
        yield "br i1 %some, label %loop, label %done"
        yield "loop:"
        yield "%i = phi i64 [ 0, %0 ], [ %next, %loop ]"
        for name in self.pointers:
            yield f"{name} = phi ptr [ {name}.0, %0 ], [ {name}.1, %loop ]"
        passed = ", ".join(["ptr %w", *(f"ptr {name}" for name in self.pointers)])
        for k in range(len(self.cuts.pieces)):
            yield f"call void @piece{k}({passed})"
        yield f"call void @rest({passed})"
        for k, name in enumerate(self.pointers):
            yield f"{name}.1 = getelementptr i8, ptr {name}, i64 %s{k}"
        yield "%next = add i64 %i, 1"
        yield "%more = icmp slt i64 %next, %n"
        yield "br i1 %more, label %loop, label %done"
        yield "done:"
        yield "ret void"


def _lines(lines: Any) -> str:
    return "\n".join(lines)
