"""Interpreter of lowered traces on NumPy arrays: the reference for the bits of kernels."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from ..scalar.expr import Scalar
from ..scalar.loops import LoopNode, unrolled
from ..scalar.products import ProductShape, factors
from ..scalar.replay import Trace
from .fused import Numbers, fma
from .operations import OPERATIONS, Visitor, walk
from .passes import lower


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
        captured = args[loop.carry_size :]

        def step(
            carry: Sequence[Numbers], parts: Sequence[Sequence[Numbers]]
        ) -> tuple[list[Numbers], list[list[Numbers]]]:
            first, *others = walk(self, loop.body, [carry, captured, *parts])
            return first, others

        carry = args[: loop.carry_size]
        final, outputs = unrolled(
            step, carry, rows, loop.part_sizes, loop.length, loop.backward, loop.until
        )
        return [*final, *(x for row in outputs for x in row)]
