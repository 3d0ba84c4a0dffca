"""Loops of a program: `scan`, and the node that it becomes.

A node "loop" has a body, a trace of its own, and takes the carry at first, the numbers of the
surrounding program that the body reads, and rows of which each step takes its part. Nodes "entry"
of it are the numbers that it gives: the carry at last, then all steps of each result that it keeps.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, cast

from .array import Array
from .expr import Expr, Scalar, graph_of, number_of
from .graph import BOOLEAN, ROWS, Graph
from .replay import Operand, Trace, row_again, run, span_again
from .spans import Row, Span, row_items, row_node

Step = Callable[
    [list[Scalar], list[list[Scalar]]], tuple[Sequence[Scalar], Sequence[Sequence[Scalar]]]
]
"""(carry, a part of each row) -> (carry, a part of each result), all as scalars in a row."""


@dataclass(frozen=True)
class Loop:
    """The data of a node "loop".

    The operands of the body: the carry, what it reads of the surrounding program, and a part of
    each row; its results: the carry, and a part of each result that is kept.
    """

    body: Trace
    length: int
    backward: bool
    """The order of the steps: from the last part of each row, and result, to the first."""

    @property
    def carried(self) -> int:
        """The count of numbers that a step hands to the next."""
        return len(self.body.operands[0].entries)

    @property
    def captured(self) -> int:
        """The count of numbers of the surrounding program that the body reads."""
        return len(self.body.operands[1].entries)

    @property
    def scalars(self) -> int:
        """The count of arguments of the node before its rows."""
        return self.carried + self.captured

    @property
    def widths(self) -> list[int]:
        """The size of the part of each row that a step takes."""
        return [len(x.entries) for x in self.body.operands[2:]]

    @property
    def kept(self) -> list[int]:
        """The size of the part of each result that a step gives."""
        return [len(x.entries) for x in self.body.results[1:]]

    @property
    def starts(self) -> list[int]:
        """The place of each result among the entries, and their end."""
        return list(accumulate((self.length * w for w in self.kept), initial=self.carried))

    @property
    def operation_count(self) -> int:
        return self.length * self.body.operation_count

    def place(self, k: int) -> tuple[int, int, int]:
        """The result that entry k beyond the carry belongs to, its step, and its place there."""
        starts = self.starts
        leaf = max(n for n, start in enumerate(starts[:-1]) if start <= k)
        return leaf, *divmod(k - starts[leaf], self.kept[leaf])

    def again(self, args: Sequence[Any]) -> Any:
        """The loop with other arguments: a node if one is traced, else the list of its entries."""
        scalars, rows = args[: self.scalars], args[self.scalars :]
        graph = graph_of(args)
        if graph is None:
            return self._computed(scalars, rows)
        nodes = [x.index if type(x) is Expr else row_node(graph, tuple(x)) for x in rows]
        return Expr(
            graph,
            graph.node("loop", (*[number_of(graph, x) for x in scalars], *nodes), self),
        )

    def _computed(self, scalars: Sequence[Scalar], rows: Sequence[Sequence[Scalar]]) -> list[Any]:
        carry, captured = scalars[: self.carried], scalars[self.carried :]

        def step(carry: list[Scalar], x: list[list[Scalar]]) -> Any:
            parts = [Array.of(part, (len(part),)) for part in (carry, captured, *x)]
            first, *others = self.body(*parts)
            return first.flat, [y.flat for y in others]

        final, kept = unrolled(step, carry, rows, self.widths, self.length, self.backward)
        return [*final, *(x for row in kept for x in row)]


def unrolled(
    step: Step,
    carry: Sequence[Scalar],
    rows: Sequence[Sequence[Scalar]],
    widths: Sequence[int],
    length: int,
    backward: bool = False,
) -> tuple[list[Scalar], list[Row]]:
    """All steps one after the other: the carry at last, and each result."""
    kept: list[Any] = []
    steps = range(length)
    for t in reversed(steps) if backward else steps:
        x = [list(r[t * w : t * w + w]) for r, w in zip(rows, widths, strict=True)]
        carry, y = step(list(carry), x)
        kept.append(y)
    if backward:
        kept.reverse()
    return list(carry), [
        tuple(x for part in parts for x in part) for parts in zip(*kept, strict=True)
    ]


def looped(
    graph: Graph,
    step: Step,
    carry: Sequence[Scalar],
    rows: Sequence[Row],
    widths: Sequence[int],
    length: int,
    backward: bool = False,
) -> tuple[list[Scalar], list[Span]]:
    """The same as a node of a graph; `step` is run once, on fresh variables."""
    variables = [[graph.variable() for _ in range(n)] for n in (len(carry), *widths)]
    first, *others = [[Expr(graph, i) for i in part] for part in variables]
    found, kept = step(first, others)
    body, captured = body_of(graph, variables, [list(found), *map(list, kept)])
    loop = Loop(body, length, backward)
    args = [*(number_of(graph, x) for x in carry), *captured, *(row_node(graph, r) for r in rows)]
    node = graph.node("loop", tuple(args), loop)
    final = [Expr(graph, graph.node("entry", (node,), k)) for k in range(len(carry))]
    counts = [length * w for w in loop.kept]
    spans = [Span(graph, node, *x) for x in zip(loop.starts, counts, strict=False)]
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
    given = [carry, captured, *parts]
    operands = [
        Operand(name, (len(nodes),), Span(new, name, 0, len(nodes)))
        for name, nodes in zip(names, given, strict=True)
    ]
    values: dict[int, Any] = {}
    for nodes, operand in zip(given, operands, strict=True):
        values |= zip(nodes, operand.entries, strict=True)

    def value(i: int) -> Any:
        return values[i] if i in values else graph.data[i][1]  # a constant

    for i in sorted(inside):
        if i in values:
            continue
        if graph.ops[i] == "span" and not inside.isdisjoint(graph.args[i]):
            values[i] = span_again(graph, i, values)
        elif graph.ops[i] == "span":
            values[i] = row_again([value(a) for a in row_items(graph, i)])
        else:
            values[i] = run(graph.ops[i], [value(a) for a in graph.args[i]], graph.data[i])
    made = tuple(
        Operand(
            "carry" if not k else f"y{k - 1}",
            (len(result),),
            tuple([value(x.index) if type(x) is Expr else x for x in result]),
        )
        for k, result in enumerate(results)
    )
    return Trace(new, tuple(operands), made), captured


def _inside(graph: Graph, outputs: Sequence[int], variables: set[int]) -> set[int]:
    """The nodes that a body computes: those that depend on its variables, and a few that must.

    A product that is summed there, so that it is fused into the sum as it would be by itself;
    conditions, which are no numbers; and rows of numbers from outside.
    """
    inside = set(variables)
    for i in graph.live(outputs):
        read = row_items(graph, i) if graph.ops[i] == "span" else graph.args[i]
        if not inside.isdisjoint((*read, *graph.args[i])):
            inside.add(i)
    work = list(inside)
    while work:
        i = work.pop()
        for a in graph.args[i]:
            fused = graph.ops[a] == "mul" and graph.ops[i] in ("add", "sub")
            if a not in inside and (fused or graph.ops[a] in BOOLEAN | ROWS):
                inside.add(a)
                work.append(a)
    return inside


def _arguments(graph: Graph, i: int, inside: set[int]) -> Sequence[int]:
    """The nodes that one of a body reads; of a span from outside, each of its numbers."""
    if graph.ops[i] == "span" and inside.isdisjoint(graph.args[i]):
        return row_items(graph, i)
    return graph.args[i]
