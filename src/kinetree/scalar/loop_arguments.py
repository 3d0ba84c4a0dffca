"""What the derivatives of a loop read of it: its arguments, and what its results depend on."""

from collections.abc import Sequence

from .array import Array
from .expr import Expr, Scalar, scalar_of
from .graph import BOOLEAN, Graph
from .loops import LoopNode
from .products import arguments
from .spans import Row, Span, row_items


class LoopArguments:
    """The arguments of a loop: its carry, captured numbers and rows."""

    def __init__(self, graph: Graph, node: int) -> None:
        self.loop: LoopNode = graph.data[node]
        args = graph.args[node]
        self.carry = args[: self.loop.carry_size]
        self.captured = args[self.loop.carry_size : self.loop.scalars]
        self.row_nodes = args[self.loop.scalars :]
        self.initial = [scalar_of(graph, i) for i in self.carry]
        self.whole_rows: list[Row] = [
            Span.of(graph, i)
            if graph.ops[i] == "span"
            else tuple(scalar_of(graph, k) for k in graph.args[i])
            for i in self.row_nodes
        ]
        self.graph = graph
        self.captured_scalars = [Expr(graph, i) for i in self.captured]

    @property
    def rows(self) -> list[list[int]]:
        """The nodes of the elements of each row."""
        return [row_items(self.graph, i) for i in self.row_nodes]

    def step(
        self, carry: Sequence[Scalar], parts: Sequence[Sequence[Scalar]]
    ) -> tuple[Row, list[Row]]:
        """One step of the loop: the next carry, and the parts of results."""
        operands = (carry, self.captured_scalars, *parts)
        after, *results = self.loop.body(*(Array.of(x, (len(x),)) for x in operands))
        return after.flat, [y.flat for y in results]


class Dependence:
    """The inputs that the results of a body depend on: a bit mask each, bits in input order."""

    def __init__(self, loop: LoopNode) -> None:
        graph, body = loop.body.graph, loop.body
        masks: dict[int, int] = {}
        bit = 1
        for operand in body.operands:
            for x in operand.elements:
                masks[x.index] = bit
                bit <<= 1
        for i in body.nodes:
            if i not in masks:
                masks[i] = 0
                items = row_items(graph, i) if graph.ops[i] == "span" else ()
                if graph.ops[i] not in BOOLEAN:
                    for a in (*arguments(graph, i), *graph.args[i], *items):
                        masks[i] |= masks.get(a, 0)
        self.results = [
            [masks.get(x.index, 0) if type(x) is Expr else 0 for x in y.elements]
            for y in body.results
        ]

    def reached(self, inputs: int) -> int:
        """Inputs, and the numbers of the carry that depend on them after any number of steps."""
        before = 0
        while inputs != before:
            before = inputs
            for k, mask in enumerate(self.results[0]):
                if mask & inputs:
                    inputs |= 1 << k
        return inputs

    def needed(self, cotangents: int, results: int) -> int:
        """Numbers of the carry that have a cotangent in some step.

        `cotangents` are those of the final carry; `results`, inputs of results with a cotangent.
        """
        before, numbers = -1, cotangents | results
        while numbers != before:
            before = numbers
            for k, mask in enumerate(self.results[0]):
                if numbers >> k & 1:
                    numbers |= mask
        return numbers
