"""Loops of a program: the node of a `scan`.

A node "loop" has a body, a separate trace. Its arguments are the initial carry, the numbers of the
surrounding program that the body reads, and rows of which each step takes one part. Nodes "element"
of it are its outputs: the final carry, then the parts of all steps of each result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, cast

import numpy as np

from .array import Array
from .expr import Expr, Scalar, graph_of, number_of, scalar_of
from .graph import BOOLEAN, ROWS, SOURCES, Graph
from .replay import NamedArray, Trace, replay
from .spans import Row, Span, row_items, row_node
from .takes import row_of, table_node

REFERENCES: Final = SOURCES | ROWS | {"element"}
"""What names a number, or several, that are computed elsewhere."""
Stepped = tuple[Sequence[Scalar], Sequence[Sequence[Scalar]]]
Step = Callable[[Sequence[Scalar], Sequence[Sequence[Scalar]]], Stepped]
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
    tables: int = 0
    """The count of rows from which steps take elements, the last arguments."""
    whole: bool = False
    """Whether all that a step computes stays in the body, as in a branch, in derivatives, too."""
    dense: tuple[int | str, ...] = ()
    """The operation of dense linear algebra that it is, and its sizes, see `dense_scan`."""

    @property
    def carry_size(self) -> int:
        """The count of numbers in the carry."""
        return len(self.body.operands[0].elements)

    @property
    def scalars(self) -> int:
        """The count of arguments of the node before its rows: carry, and what the body reads."""
        return self.carry_size + len(self.body.operands[1].elements)

    @property
    def part_sizes(self) -> list[int]:
        """The size of the part of each row that a step takes."""
        operands = self.body.operands
        return [len(x.elements) for x in operands[2 : len(operands) - self.tables]]

    @property
    def result_sizes(self) -> list[int]:
        """The size of the part of each result that a step gives."""
        return [len(x.elements) for x in self.body.results[1:]]

    @property
    def widths(self) -> list[int] | None:
        """Those of results if the carry can end, for `unrolled`."""
        return self.result_sizes if self.until else None

    @property
    def result_starts(self) -> list[int]:
        """The offset of each result among the elements, and their end."""
        return list(
            accumulate((self.length * w for w in self.result_sizes), initial=self.carry_size)
        )

    def place(self, k: int) -> tuple[int, int, int]:
        """The result of element k, which is beyond the carry, its step, and its index there."""
        starts = self.result_starts
        leaf = max(n for n, start in enumerate(starts[:-1]) if start <= k)
        return leaf, *divmod(k - starts[leaf], self.result_sizes[leaf])

    def step(self, captured: Sequence[Scalar], tables: Sequence[Row]) -> "Step":
        """A step where the body reads these numbers and rows of the surrounding program."""

        def step(carry: Sequence[Scalar], parts: Sequence[Sequence[Scalar]]) -> Stepped:
            after, *results = self.body(
                *(Array.of(x, (len(x),)) for x in (carry, captured, *parts, *tables))
            )
            return after.flat, [y.flat for y in results]

        return step

    def rebuilt(self, args: Sequence[Scalar]) -> Scalar:
        """The loop with other arguments: a node if one is traced, else the list of its elements."""
        scalars, rows = args[: self.scalars], args[self.scalars :]
        graph, count = graph_of(args), len(self.part_sizes)
        if graph is None:
            carry, captured = scalars[: self.carry_size], scalars[self.carry_size :]
            step, rows = self.step(captured, rows[count:]), rows[:count]
            final, results = unrolled(step, carry, rows, self.length, self.backward, self.widths)
            return [*final, *(x for result in results for x in result)]
        nodes = [x.index if type(x) is Expr else row_node(graph, tuple(x)) for x in rows[:count]]
        nodes += [table_node(graph, x) for x in rows[count:]]
        args = (*[number_of(graph, x) for x in scalars], *nodes)
        return Expr(graph, graph.node("loop", args, self))


class LoopArguments:
    """The arguments of a loop: its carry, captured numbers and rows."""

    def __init__(self, graph: Graph, node: int) -> None:
        self.graph, self.loop, args = graph, cast(LoopNode, graph.data[node]), graph.args[node]
        self.carry = args[: self.loop.carry_size]
        self.captured = args[self.loop.carry_size : self.loop.scalars]
        self.initial = [scalar_of(graph, i) for i in self.carry]
        rows = [row_of(graph, i) for i in args[self.loop.scalars :]]
        count = len(self.loop.part_sizes)
        self.step = self.loop.step([Expr(graph, i) for i in self.captured], rows[count:])
        self.row_nodes = args[self.loop.scalars :][:count]
        self.whole_rows = rows[:count]
        self.tables = args[self.loop.scalars + count :]

    @property
    def rows(self) -> list[list[int]]:
        """The nodes of the elements of each row."""
        return [row_items(self.graph, i) for i in self.row_nodes]

    @property
    def table_items(self) -> list[list[int]]:
        """The nodes of the elements of each row from which steps take some."""
        return [row_items(self.graph, i) for i in self.tables]


def unrolled(
    step: Step,
    carry: Sequence[Scalar],
    rows: Sequence[Sequence[Scalar]],
    length: int,
    backward: bool,
    widths: Sequence[int] | None,
) -> tuple[list[Scalar], list[Row]]:
    """Compute all steps in sequence; gives the final carry and each result.

    If the carry can end, `widths` are those of a step's results, zeros in steps that are left out.
    """
    outputs: list[Sequence[Sequence[Scalar]]] = []
    steps = range(length)
    for t in reversed(steps) if backward else steps:
        last: Scalar = None if widths is None else carry[-1]
        if isinstance(last, (float, np.ndarray)) and not np.any(cast(Scalar, last)):
            if widths:
                outputs += [[[0.0] * w for w in widths]] * (length - len(outputs))
            break
        x = [r[t * (w := len(r) // length) : t * w + w] for r in rows]
        carry, y = step(carry, x)
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
    length: int,
    backward: bool = False,
    until: bool = False,
    whole: bool = False,
    dense: tuple[int | str, ...] = (),
) -> tuple[list[Scalar], list[Span]]:
    """The loop as a node of a graph; `step` is run once, on new variables.

    Its body computes what depends on these, or the `whole` of the step.
    """
    sizes = (len(carry), *(len(r) // length for r in rows))
    begin = len(graph)
    variables = [[graph.variable() for _ in range(n)] for n in sizes]
    first, *others = [[Expr(graph, i) for i in part] for part in variables]
    after, outputs = step(first, others)
    results = [list(after), *map(list, outputs)]
    body, captured, tables = body_of(graph, variables, results, begin if whole else len(graph))
    if whole:
        graph.forget(begin)
    loop = LoopNode(body, length, backward, until, len(tables), whole, dense)
    whole_rows = [row_node(graph, r if len(r) else ()) for r in rows]
    nodes = [number_of(graph, x) for x in carry], whole_rows
    node = graph.node("loop", (*nodes[0], *captured, *nodes[1], *tables), loop)
    final = [Expr(graph, graph.node("element", (node,), k)) for k in range(len(carry))]
    counts = [length * w for w in loop.result_sizes]
    spans = [Span(graph, node, *x) for x in zip(loop.result_starts, counts, strict=False)]
    return cast(list[Scalar], final), spans


def body_of(
    graph: Graph,
    variables: Sequence[Sequence[int]],
    results: Sequence[Sequence[Scalar]],
    begin: int | None = None,
) -> tuple[Trace, list[int], list[int]]:
    """The trace of all that depends on the variables, and the outside nodes that it reads.

    These are numbers, and rows from which it takes elements. Nodes from `begin` on are inside, too.
    """
    outputs = [number_of(graph, x) for result in results for x in result if type(x) is Expr]
    begin = len(graph) if begin is None else begin
    inside = _inside(graph, outputs, {i for part in variables for i in part}, begin)
    read = {a for i in inside for a in _arguments(graph, i, inside)}.union(outputs) - inside
    constants = {i for i in read if graph.ops[i] == "const"}
    tables = [i for i in sorted(read) if graph.ops[i] == "table"]
    captured = sorted(read - constants - {*tables})
    new = Graph()
    carry, *parts = variables
    operands: list[NamedArray] = []
    values: dict[int, Scalar] = {}
    names = ["carry", "captured", *(f"x{k}" for k in range(len(parts)))]
    for name, nodes in zip(names, [carry, captured, *parts], strict=True):
        operands.append(NamedArray(name, (len(nodes),), Span(new, name, 0, len(nodes))))
        values |= zip(nodes, operands[-1].elements, strict=True)
    for k, i in enumerate(tables):
        span = Span(new, f"table{k}", 0, len(row_of(graph, i)))
        operands.append(NamedArray(f"table{k}", (len(span),), span))
        values[i] = Expr(new, span.node)
    for i in inside:
        if graph.ops[i] == "numbers":
            values[i] = Expr(new, new.node("numbers", (), graph.data[i]))
    flat = [x for result in results for x in result]
    flat = iter(replay(graph, flat, values, sorted(inside | constants)))
    names = ["carry", *(f"y{k}" for k in range(len(results) - 1))]
    outcomes = tuple(
        NamedArray(name, (len(result),), tuple([next(flat) for _ in result]))
        for name, result in zip(names, results, strict=True)
    )
    return Trace(new, tuple(operands), outcomes), captured, tables


def _inside(graph: Graph, outputs: Sequence[int], variables: set[int], begin: int) -> set[int]:
    """The nodes that a body computes: those that depend on its variables, and some others.

    These are nodes from `begin` on, but for references to what is outside; products that are summed
    there, so that they are fused into the sum as without a loop; conditions, which cannot be
    captured as numbers; and rows of captured numbers.
    """
    inside = set(variables)
    earlier = range(min([begin, *variables]))  # which depend on no variable
    for i in graph.live(outputs, earlier):
        read = row_items(graph, i) if graph.ops[i] == "span" else graph.args[i]
        own = i >= begin and graph.ops[i] not in REFERENCES
        if own or not inside.isdisjoint((*read, *graph.args[i])):
            inside.add(i)
    pending = list(inside)
    while pending:
        i = pending.pop()
        for a in graph.args[i]:
            fused = graph.ops[a] == "mul" and graph.ops[i] in ("add", "sub")
            outside = graph.ops[a] == "table" and graph.ops[graph.args[a][0]] == "span"
            if a not in inside and (fused or graph.ops[a] in BOOLEAN | ROWS) and not outside:
                inside.add(a)
                pending.append(a)
    return inside


def _arguments(graph: Graph, i: int, inside: set[int]) -> Sequence[int]:
    """The nodes that a node of a body reads; of a span from outside, each of its elements."""
    if graph.ops[i] == "span" and inside.isdisjoint(graph.args[i]):
        return row_items(graph, i)
    return graph.args[i]
