"""LLVM IR of a trace, as text: one function a cut, and an entry that loops over the samples.

The same pieces serve one sample and lanes; only the type of a number differs, `double` or
`<4 x double>`. The entry for one sample hands the pieces the caller's memory. The entry for lanes
brings as many samples as there are lanes into a workspace by in-register transposes, runs the
pieces on it, and takes the results back; samples that do not fill the last lanes are computed
together with the ones before them, so that there is no second kind of result.
"""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ..scalar.expr import Expr
from ..scalar.graph import BOOLEAN, SOURCES, Graph
from ..scalar.replay import Trace
from .program import CUT, Cuts, cut, function_trace

_INSTRUCTIONS: Final = {  # t is the number type, a b c the arguments
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
_INTRINSICS: Final = {
    "sqrt": "sqrt",
    "abs": "fabs",
    "minimum": "minimum",
    "maximum": "maximum",
    "fma": "fma",
    "rint": "rint",
    "copysign": "copysign",
}
_BITS: Final = {  # operations on the bits of a double; shift52 and the like are constants
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

    @property
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
        x = float(np.float32(x)) if self.dtype == "float32" else float(x)
        return f"0x{struct.pack('>d', x).hex().upper()}"


def emit(trace: Trace, dtype: str, lanes: int) -> str:
    """The module of a lowered trace; its entry is `kernel`.

    One lane: `void kernel(i64 n, ptr pointers, ptr steps)`, the base address of each operand and
    result and the bytes from one sample to the next; the core of each is contiguous. Several lanes:
    n >= lanes, and a last argument, `workspace_bytes(trace, dtype, lanes)` of memory.
    """
    return _Module(trace, Number(dtype, lanes)).text()


def workspace_bytes(trace: Trace, dtype: str, lanes: int) -> int:
    """The memory that the entry for lanes works in."""
    module = _Module(trace, Number(dtype, lanes))
    return module.areas[-1] * lanes * module.number.bytes


class _Code:
    """Lines of a function on one type of number, and what they declare."""

    def __init__(self, graph: Graph, number: Number, declarations: set[str]) -> None:
        self.graph, self.number, self.declarations = graph, number, declarations
        self.lines: list[str] = []

    def operation(self, i: int) -> None:
        """The operation of node i, from `%v` names of its arguments."""
        op, n = self.graph.ops[i], self.number
        args = [self.value(a) for a in self.graph.args[i]]
        named = dict(zip("abc", args, strict=False))
        if op in _INSTRUCTIONS:
            true = n.same("i1", "true")
            line = _INSTRUCTIONS[op].format(t=n.type, bool=n.truth, true=true, **named)
            self.lines.append(f"%v{i} = {line}")
        elif op in _BITS:
            integers = {k: n.same("i64", str(x)) for k, x in _INTEGERS.items()}
            bias = n.constant(_BIAS)
            self.lines += [
                line.format(v=f"%v{i}", t=n.type, int=n.integer, bias=bias, **integers, **named)
                for line in _BITS[op]
            ]
        elif op in _INTRINSICS:
            name = f"llvm.{_INTRINSICS[op]}.{n.suffix}"
            self.lines.append(f"%v{i} = {self._call(name, n.type, args)}")
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

    def _call(self, name: str, t: str, args: list[str]) -> str:
        self.declarations.add(f"declare {t} @{name}({', '.join([t] * len(args))})")
        return f"call {t} @{name}({', '.join(f'{t} {a}' for a in args)})"

    def value(self, i: int) -> str:
        if self.graph.ops[i] == "const":
            return self.number.constant(self.graph.data[i][1])
        return f"%v{i}"

    def load(self, pointer: str, offset: int, name: str) -> None:
        t = self.number.type
        self.lines.append(f"{name}.p = getelementptr {t}, ptr {pointer}, i64 {offset}")
        self.lines.append(f"{name} = load {t}, ptr {name}.p")

    def store(self, value: str, pointer: str, offset: int, label: str) -> None:
        t = self.number.type
        self.lines.append(f"%{label} = getelementptr {t}, ptr {pointer}, i64 {offset}")
        self.lines.append(f"store {t} {value}, ptr %{label}")

    def function(self, head: str) -> str:
        body = "\n  ".join(self.lines)
        return f"{head} {{\n  {body}\n  ret void\n}}"


class _Module:
    """The text of one module while it is being written."""

    def __init__(self, trace: Trace, number: Number) -> None:
        self.trace, self.graph, self.number = trace, trace.graph, number
        self.declarations: set[str] = set()
        schedule = [i for i in trace.nodes if self.graph.ops[i] not in SOURCES]
        self.cuts: Cuts = cut(self.graph, schedule, CUT)
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
        self.names = [f"%a{k}" for k in range(len(trace.operands))]
        self.names += [f"%r{k}" for k in range(len(trace.results))]
        self.sizes = [len(x.entries) for x in (*trace.operands, *trace.results)]
        # The workspace: values that cross a cut, then each operand, then each result.
        self.areas = [self.cuts.workspace]
        for size in self.sizes:
            self.areas.append(self.areas[-1] + size)

    @property
    def parameters(self) -> str:
        return ", ".join(f"ptr {name}" for name in ("%w", *self.names))

    def text(self) -> str:
        pieces = [self._piece(k, piece) for k, piece in enumerate(self.cuts.pieces)]
        entry = self._entry() if self.number.lanes == 1 else self._lanes_entry()
        functions = self._functions()
        body = [*functions, *pieces, self._copies(), self._constants(), entry]
        return "\n".join([*sorted(self.declarations), *body])

    def _code(self, graph: Graph | None = None, number: Number | None = None) -> _Code:
        return _Code(graph or self.graph, number or self.number, self.declarations)

    def _functions(self) -> list[str]:
        """The transcendental functions that a float32 module calls."""
        if self.number.dtype == "float64":
            return []
        known = {*_INSTRUCTIONS, *_INTRINSICS, *_BITS, *SOURCES}
        used = sorted({self.graph.ops[i] for i in self.trace.nodes} - known)
        return [self._function(op) for op in used]

    def _function(self, op: str) -> str:
        trace, t = function_trace(op), self.number.wide.type
        code = self._code(trace.graph, self.number.wide)
        for i in trace.nodes:
            if trace.graph.ops[i] not in SOURCES:
                code.operation(i)
        parameters = ", ".join(f"{t} %v{x.index}" for x in trace.operands[0].entries)
        code.lines.append(f"ret {t} %v{trace.results[0].entries[0].index}")
        body = "\n  ".join(code.lines)
        return f"define internal {t} @{op}({parameters}) noinline {{\n  {body}\n}}"

    def _piece(self, k: int, piece: Sequence[int]) -> str:
        code = self._code()
        here, loaded = set(piece), set[int]()
        for i in piece:
            for a in self.graph.args[i]:
                if a not in here and a not in loaded and self.graph.ops[a] != "const":
                    loaded.add(a)
                    self._fetch(code, a)
            code.operation(i)
            self._keep(code, i)
        return code.function(f"define internal void @piece{k}({self.parameters}) noinline")

    def _fetch(self, code: _Code, i: int) -> None:
        """Load an operand, or a value from an earlier piece."""
        if i in self.inputs:
            code.load(*self.inputs[i], f"%v{i}")
        elif self.graph.ops[i] not in BOOLEAN:
            code.load("%w", self.cuts.slots[i], f"%v{i}")
        else:
            code.load("%w", self.cuts.slots[i], f"%b{i}")
            zero = self.number.constant(0.0)
            code.lines.append(f"%v{i} = fcmp une {self.number.type} %b{i}, {zero}")

    def _keep(self, code: _Code, i: int) -> None:
        """Store a value that a later piece reads, and results."""
        if i in self.cuts.slots:
            value, n = f"%v{i}", self.number
            if self.graph.ops[i] in BOOLEAN:
                one, zero = n.constant(1.0), n.constant(0.0)
                value = f"%k{i}"
                code.lines.append(
                    f"{value} = select {n.truth} %v{i}, {n.type} {one}, {n.type} {zero}"
                )
            code.store(value, "%w", self.cuts.slots[i], f"w{i}")
        for k, (pointer, j) in enumerate(self.stores.get(i, ())):
            code.store(f"%v{i}", pointer, j, f"s{i}.{k}")

    def _copies(self) -> str:
        """Results that are bare operands."""
        code = self._code()
        for i, (pointer, offset) in self.inputs.items():
            for k, (result, j) in enumerate(self.stores.get(i, ())):
                code.load(pointer, offset, f"%v{i}.{k}")
                code.store(f"%v{i}.{k}", result, j, f"s{i}.{k}")
        return code.function(f"define internal void @copies({self.parameters})")

    def _constants(self) -> str:
        """Results that are plain numbers."""
        code = self._code()
        for k, result in enumerate(self.trace.results):
            for j, x in enumerate(result.entries):
                if type(x) is not Expr:
                    code.store(self.number.constant(x), f"%r{k}", j, f"c{k}.{j}")
        return code.function(f"define internal void @constants({self.parameters})")

    def _pointers(self) -> Iterator[str]:
        for k, name in enumerate(self.names):
            yield f"%sp{k} = getelementptr i64, ptr %steps, i64 {k}"
            yield f"%s{k} = load i64, ptr %sp{k}"
            yield f"%bp{k} = getelementptr ptr, ptr %pointers, i64 {k}"
            yield f"{name}.0 = load ptr, ptr %bp{k}"

    def _calls(self, arguments: str) -> Iterator[str]:
        for k in range(len(self.cuts.pieces)):
            yield f"call void @piece{k}({arguments})"
        yield f"call void @copies({arguments})"

    def _entry(self) -> str:
        lines = [f"%w = alloca [{max(self.cuts.workspace, 1)} x {self.number.type}], align 64"]
        lines += self._pointers()
        lines += ["br label %loop", "loop:", "%i = phi i64 [ 0, %0 ], [ %next, %loop ]"]
        lines += [f"{x} = phi ptr [ {x}.0, %0 ], [ {x}.1, %loop ]" for x in self.names]
        arguments = ", ".join(f"ptr {name}" for name in ("%w", *self.names))
        lines += [*self._calls(arguments), f"call void @constants({arguments})"]
        lines += [
            f"{name}.1 = getelementptr i8, ptr {name}, i64 %s{k}"
            for k, name in enumerate(self.names)
        ]
        lines += ["%next = add i64 %i, 1", "%more = icmp slt i64 %next, %n"]
        lines += ["br i1 %more, label %loop, label %done", "done:", "ret void"]
        return _definition("define void @kernel(i64 %n, ptr %pointers, ptr %steps)", lines)

    def _lanes_entry(self) -> str:
        n, t = self.number, self.number.type
        lines = [
            f"{name} = getelementptr {t}, ptr %w, i64 {area}"
            for name, area in zip(self.names, self.areas, strict=False)
        ]
        arguments = ", ".join(f"ptr {name}" for name in ("%w", *self.names))
        lines += [*self._pointers(), f"call void @constants({arguments})"]
        lines += [f"%last = sub i64 %n, {n.lanes}", "br label %loop", "loop:"]
        lines += ["%i = phi i64 [ 0, %0 ], [ %step, %more ]"]
        outer = [
            (name, f"{name}.i", f"%s{k}", size)
            for k, (name, size) in enumerate(zip(self.names, self.sizes, strict=True))
        ]
        for _, moved, step, _ in outer:
            base = moved.removesuffix(".i")
            lines += [f"{moved}.o = mul i64 %i, {step}"]
            lines += [f"{moved} = getelementptr i8, ptr {base}.0, i64 {moved}.o"]
        count = len(self.trace.operands)
        for name, moved, step, size in outer[:count]:
            lines.append(f"call void @gather{size}(ptr {name}, ptr {moved}, i64 {step})")
        lines += self._calls(arguments)
        for k, (name, moved, step, _) in enumerate(outer[count:]):
            lines.append(f"call void @scatter{k}(ptr {name}, ptr {moved}, i64 {step})")
        lines += [
            f"%next = add i64 %i, {n.lanes}",
            "%done = icmp sge i64 %next, %n",
            "br i1 %done, label %end, label %more",
            "more:",
            "%over = icmp sgt i64 %next, %last",
            "%step = select i1 %over, i64 %last, i64 %next",
            "br label %loop",
            "end:",
            "ret void",
        ]
        head = "define void @kernel(i64 %n, ptr %pointers, ptr %steps, ptr %w)"
        moves = [self._gather(size) for size in sorted(set(self.sizes[:count]))]
        moves += [
            self._scatter(k, [type(x) is Expr for x in result.entries], result.entries)
            for k, result in enumerate(self.trace.results)
        ]
        return "\n".join([*moves, _definition(head, lines)])

    def _lane_pointers(self, code: _Code) -> list[str]:
        code.lines.append("%l0 = getelementptr i8, ptr %x, i64 0")
        for k in range(1, self.number.lanes):
            code.lines.append(f"%l{k} = getelementptr i8, ptr %l{k - 1}, i64 %s")
        return [f"%l{k}" for k in range(self.number.lanes)]

    def _gather(self, size: int) -> str:
        """From one row a sample to one vector an entry."""
        code, n = self._code(), self.number
        lanes = self._lane_pointers(code)
        for j in range(0, size - n.lanes + 1, n.lanes):
            rows = [self._row(code, pointer, j, f"%g{j}.{k}") for k, pointer in enumerate(lanes)]
            for k, column in enumerate(_transposed(code, rows, f"%t{j}")):
                code.store(column, "%w", j + k, f"o{j + k}")
        for j in range(size - size % n.lanes, size):
            vector = "poison"
            for k, pointer in enumerate(lanes):
                code.lines += [
                    f"%e{j}.{k}.p = getelementptr {n.scalar}, ptr {pointer}, i64 {j}",
                    f"%e{j}.{k} = load {n.scalar}, ptr %e{j}.{k}.p",
                    f"%i{j}.{k} = insertelement {n.type} {vector}, {n.scalar} %e{j}.{k}, i64 {k}",
                ]
                vector = f"%i{j}.{k}"
            code.store(vector, "%w", j, f"o{j}")
        return code.function(f"define internal void @gather{size}(ptr %w, ptr %x, i64 %s) noinline")

    def _row(self, code: _Code, pointer: str, j: int, name: str) -> str:
        n = self.number
        code.lines += [
            f"{name}.p = getelementptr {n.scalar}, ptr {pointer}, i64 {j}",
            f"{name} = load {n.type}, ptr {name}.p, align {n.bytes}",
        ]
        return name

    def _scatter(self, index: int, computed: list[bool], entries: Sequence[Any]) -> str:
        """From one vector an entry to one row a sample; constants are not moved through lanes."""
        code, n = self._code(), self.number
        lanes, size = self._lane_pointers(code), len(computed)
        for j in range(0, size - n.lanes + 1, n.lanes):
            group = range(j, j + n.lanes)
            if any(computed[k] for k in group):
                for k in group:
                    code.load("%w", k, f"%c{k}")
                rows = _transposed(code, [f"%c{k}" for k in group], f"%t{j}")
            else:
                values = ", ".join(f"{n.scalar} {n.literal(entries[k])}" for k in group)
                rows = [f"<{values}>"] * n.lanes
            for k, (pointer, row) in enumerate(zip(lanes, rows, strict=True)):
                code.lines += [
                    f"%q{j}.{k} = getelementptr {n.scalar}, ptr {pointer}, i64 {j}",
                    f"store {n.type} {row}, ptr %q{j}.{k}, align {n.bytes}",
                ]
        for j in range(size - size % n.lanes, size):
            code.load("%w", j, f"%c{j}")
            for k, pointer in enumerate(lanes):
                code.lines += [
                    f"%e{j}.{k} = extractelement {n.type} %c{j}, i64 {k}",
                    f"%q{j}.{k} = getelementptr {n.scalar}, ptr {pointer}, i64 {j}",
                    f"store {n.scalar} %e{j}.{k}, ptr %q{j}.{k}",
                ]
        head = f"define internal void @scatter{index}(ptr %w, ptr %x, i64 %s) noinline"
        return code.function(head)


def _transposed(code: _Code, rows: Sequence[str], label: str) -> list[str]:
    """The rows of a square of numbers as its columns, by exchanging ever smaller blocks."""
    n, rows = code.number, list(rows)
    size = len(rows)
    d = size // 2
    while d:
        for i in (i for i in range(size) if not i & d):
            a, b = rows[i], rows[i + d]
            low = [k if not k & d else size + k - d for k in range(size)]
            high = [k + d if not k & d else size + k for k in range(size)]
            for row, mask in ((i, low), (i + d, high)):
                name = f"{label}.{d}.{row}"
                indices = ", ".join(f"i32 {m}" for m in mask)
                code.lines.append(
                    f"{name} = shufflevector {n.type} {a}, {n.type} {b}, <{size} x i32> <{indices}>"
                )
                rows[row] = name
        d //= 2
    return rows


def _definition(head: str, lines: Sequence[str]) -> str:
    return f"{head} {{\n  " + "\n  ".join(lines) + "\n}"
