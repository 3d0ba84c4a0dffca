"""The walk over lowered traces that computes or writes them, and their interpreter.

Partitions write LLVM IR (routine.py); `walk` is for targets that take a trace in one piece: NumPy,
whose results are the reference for the bits of kernels, and C (export/c_code.py).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ..scalar.expr import Expr, Scalar
from ..scalar.graph import Data
from ..scalar.loops import LoopNode, unrolled
from ..scalar.products import ProductShape, factors
from ..scalar.replay import Trace
from ..scalar.spans import Span, numbers_of, roots, row_items, source_of
from .operations import OPERATIONS, Numbers, fma
from .passes import lower

V = TypeVar("V")


class Visitor(ABC, Generic[V]):
    """What a lowered trace is computed with: arrays of samples, or expressions of a language."""

    @abstractmethod
    def constant(self, x: Scalar) -> V:
        """A constant."""

    @abstractmethod
    def operation(self, op: str, args: Sequence[V]) -> V:
        """The value of an operation."""

    @abstractmethod
    def take(self, place: V, row: Sequence[V], data: Data) -> V:
        """The element offset + stride place of a row, for `data` offset, stride and count."""

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
        elif op == "numbers":
            arrays[i] = [*map(visitor.constant, numbers_of(graph, i))]
        elif op == "span":
            span = Span.of(graph, i)
            if isinstance(span.source, int):
                arrays[i] = arrays[span.source][span.start : span.start + span.length]
            else:
                arrays[i] = [numbers[a] for a in row_items(graph, i)]
        elif op == "table":
            arrays[i] = arrays[args[0]]
        elif op == "take":
            numbers[i] = visitor.take(numbers[args[0]], arrays[args[1]], data)
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


def interpret(trace: Trace, *operands: ArrayLike, dtype: str = "float64") -> list[Numbers]:
    """Results of `trace` for arrays with leading batch axes, computed node by node."""
    return interpret_lowered(lower(trace, dtype), *operands, dtype=dtype)


def interpret_lowered(trace: Trace, *operands: ArrayLike, dtype: str) -> list[Numbers]:
    """Results of a trace that is lowered."""
    shapes: list[tuple[int, ...]] = []
    columns: list[list[Numbers]] = []
    for operand, value in zip(trace.operands, operands, strict=True):
        array = np.asarray(value, dtype=dtype)
        batch = array.shape[: array.ndim - len(operand.shape)]
        shapes.append(batch)
        columns.append(list(np.moveaxis(array.reshape((*batch, len(operand.elements))), -1, 0)))
    with np.errstate(all="ignore"):
        columns = walk(_Samples(dtype), trace, columns)
    batch = np.broadcast_shapes(*shapes)
    results: list[Numbers] = []
    for column, x in zip(columns, trace.results, strict=True):
        result = np.empty((*batch, len(column)), dtype)
        for j, element in enumerate(column):
            result[..., j] = element
        results.append(result.reshape((*batch, *x.shape)))
    return results


class _Samples(Visitor[Numbers]):
    """Arrays of samples of each number."""

    def __init__(self, dtype: str) -> None:
        self._number = np.dtype(dtype).type

    def constant(self, x: Scalar) -> Numbers:
        return self._number(x)

    def operation(self, op: str, args: Sequence[Numbers]) -> Numbers:
        return OPERATIONS[op].numpy(*args)

    def take(self, place: Numbers, row: Sequence[Numbers], data: Data) -> Numbers:
        offset, stride, _ = data
        places = list(map(float, np.unique(place)))
        choices: list[Numbers] = [row[offset + stride * int(k)] for k in places]
        return np.select([place == k for k in places], choices, choices[0])

    def product(self, args: Sequence[Numbers], shape: ProductShape) -> list[Numbers]:
        n, _, m, *_ = shape
        elements: list[Numbers] = []
        for k in range(n * m):
            row, column = factors(args, shape, k)
            total = row[0] * column[0]
            for a, b in zip(row[1:], column[1:], strict=True):
                total = fma(a, b, total)
            elements.append(total)
        return elements

    def loop(
        self, loop: LoopNode, args: Sequence[Numbers], rows: Sequence[Sequence[Numbers]]
    ) -> list[Numbers]:
        captured, count = args[loop.carry_size :], len(loop.part_sizes)

        def step(
            carry: Sequence[Numbers], parts: Sequence[Sequence[Numbers]]
        ) -> tuple[list[Numbers], list[list[Numbers]]]:
            first, *others = walk(self, loop.body, [carry, captured, *parts, *rows[count:]])
            return first, others

        carry = args[: loop.carry_size]
        order = loop.length, loop.backward, loop.widths
        final, outputs = unrolled(step, carry, rows[:count], *order)
        return [*final, *(x for row in outputs for x in row)]
