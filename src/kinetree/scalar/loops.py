"""Loops of a program: the node of a `scan`.

A node "loop" has a body, a separate trace. Its arguments are the initial carry, the numbers of the
surrounding program that the body reads, and rows of which each step takes one part. Nodes "element"
of it are its outputs: the final carry, then the parts of all steps of each result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import cast

import numpy as np

from .array import Array
from .expr import Expr, Scalar, graph_of, number_of
from .graph import BOOLEAN, ROWS, Graph
from .replay import Operand, Trace, replayed_row, replayed_span, run
from .spans import Row, Span, row_items, row_node

Stepped = tuple[Sequence[Scalar], Sequence[Sequence[Scalar]]]
Step = Callable[[list[Scalar], list[list[Scalar]]], Stepped]
"""(carry, a part of each row) -> (carry, a part of each result), all as sequences of scalars."""


@dataclass(frozen=True)
class LoopNode:
    """The data of a node "loop".

    The operands of the body: the carry, the numbers that it reads of the surrounding program, and a
    part of each row; its results: the carry, and a part of each result.
    """

    body: Trace
    length: int
    backward: bool
    """The order of the steps: from the last part of each row, and result, to the first."""
    until: bool = False
    """Whether steps change nothing where the last number of the carry is 0, and may be left out."""

    @property
    def carry_size(self) -> int:
        """The count of numbers in the carry."""
        return len(self.body.operands[0].elements)

    @property
    def captured_size(self) -> int:
        """The count of numbers of the surrounding program that the body reads."""
        return len(self.body.operands[1].elements)

    @property
    def scalars(self) -> int:
        """The count of arguments of the node before its rows."""
        return self.carry_size + self.captured_size

    @property
    def part_sizes(self) -> list[int]:
        """The size of the part of each row that a step takes."""
        return [len(x.elements) for x in self.body.operands[2:]]

    @property
    def result_sizes(self) -> list[int]:
        """The size of the part of each result that a step gives."""
        return [len(x.elements) for x in self.body.results[1:]]

    @property
    def result_starts(self) -> list[int]:
        """The offset of each result among the elements, and their end."""
        return list(
            accumulate((self.length * w for w in self.result_sizes), initial=self.carry_size)
        )

    @property
    def operation_count(self) -> int:
        return self.length * self.body.operation_count

    def place(self, k: int) -> tuple[int, int, int]:
        """The result of element k, which is beyond the carry, its step, and its index there."""
        starts = self.result_starts
        leaf = max(n for n, start in enumerate(starts[:-1]) if start <= k)
        return leaf, *divmod(k - starts[leaf], self.result_sizes[leaf])

    def rebuilt(self, args: Sequence[Scalar]) -> Scalar:
        """The loop with other arguments: a node if one is traced, else the list of its elements."""
        scalars, rows = args[: self.scalars], args[self.scalars :]
        graph = graph_of(args)
        if graph is None:
            return self._computed(scalars, rows)
        nodes = [x.index if type(x) is Expr else row_node(graph, tuple(x)) for x in rows]
        return Expr(
            graph,
            graph.node("loop", (*[number_of(graph, x) for x in scalars], *nodes), self),
        )

    def _computed(
        self, scalars: Sequence[Scalar], rows: Sequence[Sequence[Scalar]]
    ) -> list[Scalar]:
        carry, captured = scalars[: self.carry_size], scalars[self.carry_size :]

        def step(carry: list[Scalar], x: list[list[Scalar]]) -> Stepped:
            parts = [Array.of(part, (len(part),)) for part in (carry, captured, *x)]
            first, *others = self.body(*parts)
            return first.flat, [y.flat for y in others]

        final, outputs = unrolled(
            step, carry, rows, self.part_sizes, self.length, self.backward, self.until
        )
        return [*final, *(x for row in outputs for x in row)]


def unrolled(
    step: Step,
    carry: Sequence[Scalar],
    rows: Sequence[Sequence[Scalar]],
    widths: Sequence[int],
    length: int,
    backward: bool = False,
    until: bool = False,
) -> tuple[list[Scalar], list[Row]]:
    """Compute all steps in sequence; gives the final carry and each result."""
    outputs: list[Sequence[Sequence[Scalar]]] = []
    steps = range(length)
    for t in reversed(steps) if backward else steps:
        last: Scalar = carry[-1] if until else None
        if isinstance(last, (float, np.ndarray)) and not np.any(cast(Scalar, last)):
            break
        x = [list(r[t * w : t * w + w]) for r, w in zip(rows, widths, strict=True)]
        carry, y = step(list(carry), x)
        outputs.append(y)
    if backward:
        outputs.reverse()
    return list(carry), [
        tuple(x for part in parts for x in part) for parts in zip(*outputs, strict=True)
    ]


def looped(
    graph: Graph,
    step: Step,
    carry: Sequence[Scalar],
    rows: Sequence[Row],
    widths: Sequence[int],
    length: int,
    backward: bool = False,
    until: bool = False,
) -> tuple[list[Scalar], list[Span]]:
    """The loop as a node of a graph; `step` is run once, on new variables."""
    variables = [[graph.variable() for _ in range(n)] for n in (len(carry), *widths)]
    first, *others = [[Expr(graph, i) for i in part] for part in variables]
    after, outputs = step(first, others)
    body, captured = body_of(graph, variables, [list(after), *map(list, outputs)])
    loop = LoopNode(body, length, backward, until)
    args = [*(number_of(graph, x) for x in carry), *captured, *(row_node(graph, r) for r in rows)]
    node = graph.node("loop", tuple(args), loop)
    final = [Expr(graph, graph.node("element", (node,), k)) for k in range(len(carry))]
    counts = [length * w for w in loop.result_sizes]
    spans = [Span(graph, node, *x) for x in zip(loop.result_starts, counts, strict=False)]
    return cast(list[Scalar], final), spans


def body_of(
    graph: Graph, variables: Sequence[Sequence[int]], results: Sequence[Sequence[Scalar]]
) -> tuple[Trace, list[int]]:
    """The trace of all that depends on the variables, and the outside nodes that it reads."""
    outputs = [number_of(graph, x) for result in results for x in result if type(x) is Expr]
    inside = _inside(graph, outputs, {i for part in variables for i in part})
    captured = sorted(
        {a for i in inside for a in _arguments(graph, i, inside) if a not in inside}.union(
            i for i in outputs if i not in inside
        )
    )
    captured = [i for i in captured if graph.ops[i] != "const"]
    new = Graph()
    carry, *parts = variables
    names = ["carry", "captured", *(f"x{k}" for k in range(len(parts)))]
    inputs = [carry, captured, *parts]
    operands = [
        Operand(name, (len(nodes),), Span(new, name, 0, len(nodes)))
        for name, nodes in zip(names, inputs, strict=True)
    ]
    values: dict[int, Scalar] = {}
    for nodes, operand in zip(inputs, operands, strict=True):
        values |= zip(nodes, operand.elements, strict=True)

    def value(i: int) -> Scalar:
        return values[i] if i in values else graph.data[i][1]  # a constant

    for i in sorted(inside):
        if i in values:
            continue
        if graph.ops[i] == "span" and not inside.isdisjoint(graph.args[i]):
            values[i] = replayed_span(graph, i, values)
        elif graph.ops[i] == "span":
            values[i] = replayed_row([value(a) for a in row_items(graph, i)])
        else:
            values[i] = run(graph.ops[i], [value(a) for a in graph.args[i]], graph.data[i])
    outputs_of_body = tuple(
        Operand(
            "carry" if not k else f"y{k - 1}",
            (len(result),),
            tuple([value(x.index) if type(x) is Expr else x for x in result]),
        )
        for k, result in enumerate(results)
    )
    return Trace(new, tuple(operands), outputs_of_body), captured


def _inside(graph: Graph, outputs: Sequence[int], variables: set[int]) -> set[int]:
    """The nodes that a body computes: those that depend on its variables, and some others.

    These are products that are summed there, so that they are fused into the sum as without a loop;
    conditions, which cannot be captured as numbers; and rows of captured numbers.
    """
    inside = set(variables)
    for i in graph.live(outputs):
        read = row_items(graph, i) if graph.ops[i] == "span" else graph.args[i]
        if not inside.isdisjoint((*read, *graph.args[i])):
            inside.add(i)
    pending = list(inside)
    while pending:
        i = pending.pop()
        for a in graph.args[i]:
            fused = graph.ops[a] == "mul" and graph.ops[i] in ("add", "sub")
            if a not in inside and (fused or graph.ops[a] in BOOLEAN | ROWS):
                inside.add(a)
                pending.append(a)
    return inside


def _arguments(graph: Graph, i: int, inside: set[int]) -> Sequence[int]:
    """The nodes that a node of a body reads; of a span from outside, each of its elements."""
    if graph.ops[i] == "span" and inside.isdisjoint(graph.args[i]):
        return row_items(graph, i)
    return graph.args[i]
