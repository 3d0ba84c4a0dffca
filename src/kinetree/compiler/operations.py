"""The machine operations, and the walk over lowered traces that computes or writes them.

`OPERATIONS` has a row for each operation, and a column for each language: LLVM IR, C, NumPy. The IR
is written by partitions (routine.py); `walk` is for targets that take a trace in one piece: NumPy
(interpreter.py) and C (interop/c_code.py).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..scalar.expr import Expr, Scalar
from ..scalar.graph import Graph
from ..scalar.loops import LoopNode
from ..scalar.products import ProductShape
from ..scalar.replay import Trace
from ..scalar.spans import Span, roots, row_items, source_of
from .fused import Numbers, fma
from .precision import PRECISIONS, Precision

V = TypeVar("V")


def _format(x: Numbers) -> Precision:
    return PRECISIONS[x.dtype.name]


def _bits(x: Numbers) -> NDArray[np.uint64]:
    """The bits of numbers, as integers of their size."""
    return np.asarray(x).view(f"u{x.dtype.itemsize}")


def _pow2(n: Numbers) -> Numbers:
    p = _format(n)
    moved = n + n.dtype.type(2.0**p.fraction_bits + p.bias)
    return (_bits(moved) << p.fraction_bits).view(n.dtype)


def _exponent(x: Numbers) -> Numbers:
    p = _format(x)
    return (_bits(x) >> p.fraction_bits).astype(x.dtype) - x.dtype.type(p.bias)


def _significand(x: Numbers) -> Numbers:
    p = _format(x)
    fraction = _bits(x) & ((1 << p.fraction_bits) - 1)
    return (fraction | p.bias << p.fraction_bits).view(x.dtype)


def _minimum(x: Numbers, y: Numbers) -> Numbers:
    """The smaller one, and -0.0 of two zeros, of which NumPy returns either."""
    return np.where(np.equal(x, y), np.where(np.signbit(x), x, y), np.minimum(x, y))


def _maximum(x: Numbers, y: Numbers) -> Numbers:
    return np.where(np.equal(x, y), np.where(np.signbit(x), y, x), np.maximum(x, y))


@dataclass(frozen=True)
class Operation:
    """An operation on numbers a, b, c in the languages that kinetree writes."""

    ir: str
    """Lines of LLVM IR: values of v, then the instruction for v itself; t is the type."""
    c: str
    """An expression of C; f is the end of the names of functions on floats."""
    numpy: Callable[..., Numbers]


def _intrinsic(name: str, count: int) -> str:
    return (
        f"call {{t}} @llvm.{name}.{{suffix}}({', '.join(f'{{t}} {{{x}}}' for x in 'abc'[:count])})"
    )


OPERATIONS: Final = {
    "add": Operation("fadd {t} {a}, {b}", "{a} + {b}", np.add),
    "sub": Operation("fsub {t} {a}, {b}", "{a} - {b}", np.subtract),
    "mul": Operation("fmul {t} {a}, {b}", "{a} * {b}", np.multiply),
    "div": Operation("fdiv {t} {a}, {b}", "{a} / {b}", np.divide),
    "neg": Operation("fneg {t} {a}", "-{a}", np.negative),
    "lt": Operation("fcmp olt {t} {a}, {b}", "{a} < {b}", np.less),
    "le": Operation("fcmp ole {t} {a}, {b}", "{a} <= {b}", np.less_equal),
    "eq": Operation("fcmp oeq {t} {a}, {b}", "{a} == {b}", np.equal),
    "and": Operation("and {bool} {a}, {b}", "{a} & {b}", np.logical_and),
    "or": Operation("or {bool} {a}, {b}", "{a} | {b}", np.logical_or),
    "not": Operation("xor {bool} {a}, {true}", "!{a}", np.logical_not),
    "select": Operation("select {bool} {a}, {t} {b}, {t} {c}", "{a} ? {b} : {c}", np.where),
    "sqrt": Operation(_intrinsic("sqrt", 1), "sqrt{f}({a})", np.sqrt),
    "abs": Operation(_intrinsic("fabs", 1), "fabs{f}({a})", np.abs),
    "minimum": Operation(_intrinsic("minimum", 2), "kt_minimum({a}, {b})", _minimum),
    "maximum": Operation(_intrinsic("maximum", 2), "kt_maximum({a}, {b})", _maximum),
    "fma": Operation(_intrinsic("fma", 3), "fma{f}({a}, {b}, {c})", fma),
    "rint": Operation(_intrinsic("rint", 1), "rint{f}({a})", np.rint),
    "copysign": Operation(_intrinsic("copysign", 2), "copysign{f}({a}, {b})", np.copysign),
    # on the bits of a number, with the constants of its format
    "pow2": Operation(
        "{v}.t = fadd {t} {a}, {bias}\n"
        "{v}.b = bitcast {t} {v}.t to {int}\n"
        "{v}.s = shl {int} {v}.b, {shift}\n"
        "bitcast {int} {v}.s to {t}",
        "kt_pow2({a})",
        _pow2,
    ),
    "exponent": Operation(
        "{v}.b = bitcast {t} {a} to {int}\n"
        "{v}.s = lshr {int} {v}.b, {shift}\n"
        "{v}.o = or {int} {v}.s, {magic}\n"
        "{v}.d = bitcast {int} {v}.o to {t}\n"
        "fsub {t} {v}.d, {bias}",
        "kt_exponent({a})",
        _exponent,
    ),
    "significand": Operation(
        "{v}.b = bitcast {t} {a} to {int}\n"
        "{v}.m = and {int} {v}.b, {mask}\n"
        "{v}.o = or {int} {v}.m, {one}\n"
        "bitcast {int} {v}.o to {t}",
        "kt_significand({a})",
        _significand,
    ),
}


class Visitor(ABC, Generic[V]):
    """What a lowered trace is computed with: arrays of samples, or expressions of a language."""

    @abstractmethod
    def constant(self, x: Scalar) -> V:
        """A constant."""

    @abstractmethod
    def operation(self, op: str, args: Sequence[V]) -> V:
        """The value of an operation."""

    @abstractmethod
    def product(self, args: Sequence[V], shape: ProductShape) -> Sequence[V]:
        """The elements of a matrix product, each summed from left to right."""

    @abstractmethod
    def loop(self, loop: LoopNode, args: Sequence[V], rows: Sequence[Sequence[V]]) -> Sequence[V]:
        """The last carry of a loop, and the elements of all of its results."""


def walk(visitor: Visitor[V], trace: Trace, columns: Sequence[Sequence[V]]) -> list[list[V]]:
    """The elements of all results of a lowered trace for those of all operands."""
    graph, nodes = trace.graph, trace.nodes
    numbers: dict[int, V] = {}
    arrays: dict[int, Sequence[V]] = {}
    for operand, column in zip(trace.operands, columns, strict=True):
        numbers |= {x.index: y for x, y in zip(operand.elements, column, strict=True)}
    last = {a: i for i in nodes for a in graph.args[i]}
    kept = {*numbers, *roots(result.elements for result in trace.results)}
    for i in nodes:
        op, args, data = graph.ops[i], graph.args[i], graph.data[i]
        if op == "const":
            numbers[i] = visitor.constant(data[1])
        elif op == "element":
            numbers[i] = arrays[args[0]][data]
        elif op == "row":
            arrays[i] = [numbers[a] for a in args]
        elif op == "span":
            arrays[i] = _span(graph, i, numbers, arrays)
        elif op == "matmul":
            arrays[i] = visitor.product([numbers[a] for a in args], data)
        elif op == "loop":
            scalars, rows = args[: data.scalars], args[data.scalars :]
            arrays[i] = visitor.loop(data, [numbers[a] for a in scalars], [arrays[a] for a in rows])
        elif op != "input":
            numbers[i] = visitor.operation(op, [numbers[a] for a in args])
            for a in args:
                if last[a] == i and a not in kept:
                    numbers.pop(a, None)

    def element(x: Scalar) -> V:
        if type(x) is not Expr:
            return visitor.constant(x)
        source = source_of(graph, x.index)
        if source is not None and isinstance(source[0], int):
            return arrays[source[0]][source[1]]
        return numbers[x.index]

    return [[element(x) for x in result.elements] for result in trace.results]


def _span(
    graph: Graph, i: int, numbers: dict[int, V], arrays: dict[int, Sequence[V]]
) -> Sequence[V]:
    span = Span.of(graph, i)
    if isinstance(span.source, int):
        return arrays[span.source][span.start : span.start + span.length]
    return [numbers[a] for a in row_items(graph, i)]
