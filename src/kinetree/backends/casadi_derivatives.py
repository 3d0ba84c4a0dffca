"""A kernel and its derivatives as functions of matrices, as CasADi calls them.

For second derivatives CasADi gets the product of the Jacobian with cotangents, and the derivative
of that along tangents; all are compiled when it asks for them.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..compiler.batch import Spec
from ..compiler.kernel import Kernel
from ..functions.primitive import Primitive, kernel_of_trace
from ..scalar import differentiate
from ..scalar.array import Array
from ..scalar.expr import is_zero
from ..scalar.graph import Graph
from ..scalar.replay import NamedArray, Trace, Variables
from ..scalar.spans import Span

Pattern = Any
"""The elements of a matrix that are not structurally zero: an array of booleans."""


@dataclass(frozen=True)
class Matrix:
    """An operand or a result, and which operand of the trace it is; None for one not read."""

    name: str
    pattern: Pattern
    number: int | None = None

    @property
    def size(self) -> int:
        return int(self.pattern.sum())


@dataclass(frozen=True)
class MatrixFunction:
    """A kernel on the non-zero elements of matrices in column-major order."""

    base: Kernel
    make_trace: Callable[[], Trace]
    operands: Sequence[Matrix]
    results: Sequence[Matrix]

    @cached_property
    def kernel(self) -> Kernel:
        """The kernel, of which the operands that are bound come last."""
        trace, first = self.make_trace(), len(self.base.operands)
        operands = [
            NamedArray(f"unread{k}", (x.size,), Span(trace.graph, f"unread{k}", 0, x.size))
            if x.number is None
            else trace.operands[x.number]
            for k, x in enumerate(self.operands)
        ]
        operands += trace.operands[first : first + len(self.base.bound)]
        whole = Trace(trace.graph, tuple(operands), trace.results)
        specs = _specs(whole.operands), _specs(whole.results)
        code = kernel_of_trace(whole, *specs, "float64", self.base.name)
        return code.with_bound(*(np.asarray(x).ravel(order="F") for x in self.base.bound))


def functions_of(kernel: Kernel) -> dict[str, MatrixFunction]:
    """The function and its derivatives, by what CasADi writes before its name."""
    x = [Matrix(spec.name, _matrix(np.ones(spec.shape, bool))) for spec in kernel.operands]
    patterns = [_matrix(pattern).astype(bool) for pattern in kernel.sparsity]
    y = [Matrix(z.name, pattern) for z, pattern in zip(kernel.results, patterns, strict=True)]
    value, (jacobian, blocks) = _value(kernel, y), _jacobian(kernel)
    specs = _specs(value.operands), _specs(value.results)
    primitive = Primitive(kernel.name, lambda: value, specs, lambda _: kernel)
    n, m, last = len(x), len(y), len(value.operands)
    adjoint = primitive.pullback((*range(n),))  # of x, what is bound, and the cotangents of y
    wrt = *range(n), *range(last, last + m)
    tangent = adjoint.pushforward(wrt)  # and of tangents of x and of the cotangents

    def read(prefix: str, matrices: list[Matrix], start: int) -> list[Matrix]:
        return [Matrix(prefix + z.name, z.pattern, k) for k, z in enumerate(matrices, start)]

    def unread(prefix: str, matrices: list[Matrix]) -> list[Matrix]:
        return [Matrix(prefix + z.name, z.pattern) for z in matrices]

    first = [*read("", x, 0), *unread("out_", y)]
    second = [*first, *read("adj_", y, last)]
    third = [*second, *unread("out_adj_", x), *read("fwd_", x, last + m), *unread("fwd_out_", y)]
    third += read("fwd_adj_", y, last + m + n)
    return {
        "": MatrixFunction(kernel, lambda: value, first[:n], y),
        "jac_": MatrixFunction(kernel, lambda: jacobian, first, blocks),
        "adj1_": MatrixFunction(kernel, lambda: adjoint.trace, second, unread("adj_", x)),
        "fwd1_adj1_": MatrixFunction(kernel, lambda: tangent.trace, third, unread("fwd_adj_", x)),
    }


def _value(kernel: Kernel, y: Sequence[Matrix]) -> Trace:
    """The function itself, of results the elements in their patterns."""
    trace, graph, values = _columns(kernel)
    results = zip(trace(*values), y, strict=True)
    parts = (itertools.compress(result.T.flat, z.pattern.T.flat) for result, z in results)
    return _traced(graph, values, [list(part) for part in parts])


def _jacobian(kernel: Kernel) -> tuple[Trace, list[Matrix]]:
    """The derivatives of every result by every operand."""
    trace, graph, values = _columns(kernel)
    substitution, count = Variables(graph), len(kernel.operands)
    variables = [substitution.of(x) for x in values[:count]]
    outputs = [x for array in trace(*variables, *values[count:]) for x in array.T.flat]
    nodes = [element.index for x in variables for element in x.T.flat]
    starts = np.cumsum([0, *(x.size for x in variables)])
    seeds = {node: {column: 1} for column, node in enumerate(nodes)}
    rows = iter(differentiate.forward(graph, outputs, seeds))
    elements: list[list[Any]] = []
    patterns: list[Pattern] = []
    for spec in kernel.results:
        columns = list(itertools.islice(rows, math.prod(spec.shape)))
        for first, end in itertools.pairwise(starts):
            block = [[row.get(c, 0) for row in columns] for c in range(first, end)]
            filled = np.array([[not is_zero(x) for x in column] for column in block], bool)
            patterns.append(filled.reshape(end - first, len(columns)).T)
            elements.append([x for column in block for x in column if not is_zero(x)])
    flat = iter(substitution.substituted(list(itertools.chain(*elements))))
    elements = [list(itertools.islice(flat, len(block))) for block in elements]
    names = [f"jac_{y.name}_{x.name}" for y in kernel.results for x in kernel.operands]
    blocks = [Matrix(name, pattern) for name, pattern in zip(names, patterns, strict=True)]
    return _traced(graph, values, elements), blocks


def _columns(kernel: Kernel) -> tuple[Trace, Graph, list[Array]]:
    """The trace, and operands in a new graph whose numbers are in column-major order."""
    trace, graph = kernel.compiled.make_trace(), Graph()
    shapes = [x.shape[::-1] for x in trace.operands]
    spans = [Span(graph, f"x{k}", 0, math.prod(x)) for k, x in enumerate(shapes)]
    return trace, graph, [Array.of(x, shape).T for x, shape in zip(spans, shapes, strict=True)]


def _matrix(x: Any) -> Any:
    """An array as CasADi has it: a scalar and a vector are columns."""
    return x.reshape(-1, 1) if x.ndim < 2 else x


def _traced(graph: Graph, values: Sequence[Array], elements: Sequence[list[Any]]) -> Trace:
    operands = (
        NamedArray(f"x{k}", (x.size,), Span(graph, f"x{k}", 0, x.size))
        for k, x in enumerate(values)
    )
    results = (NamedArray(f"y{k}", (len(x),), tuple(x)) for k, x in enumerate(elements))
    return Trace(graph, tuple(operands), tuple(results))


def _specs(arrays: Sequence[NamedArray]) -> list[Spec]:
    return [Spec(x.name, x.shape, ("",)) for x in arrays]
