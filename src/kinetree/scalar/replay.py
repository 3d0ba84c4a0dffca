"""Graphs run again: on other numbers, on other traced numbers, in other graphs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from .array import Array, Shape
from .expr import ARITHMETIC, Expr, Scalar, apply, graph_of
from .graph import Graph
from .products import block, entry, operations
from .special import arc, stumpff


@dataclass(frozen=True)
class Operand:
    """A named array of a trace."""

    name: str
    shape: Shape
    entries: tuple[Scalar, ...]


@dataclass(frozen=True, eq=False)
class Trace:
    """A page that has been run on traced numbers: its graph, operands and results.

    `operation_count` counts every arithmetic operation and function once. Two are equal if the same
    operations were asked for in the same order.
    """

    graph: Graph
    operands: tuple[Operand, ...]
    results: tuple[Operand, ...]

    @property
    def outputs(self) -> list[Scalar]:
        """The entries of all results in a row."""
        return [x for result in self.results for x in result.entries]

    @property
    def nodes(self) -> list[int]:
        """The nodes that the results need, in order."""
        return self.graph.live(x.index for x in self.outputs if type(x) is Expr)

    @property
    def operation_count(self) -> int:
        return sum(operations(self.graph, i) for i in self.nodes)

    def __call__(self, *values: Array) -> list[Array]:
        """The results for other operands, generic scalars all."""
        substitution = {
            x.index: y
            for operand, value in zip(self.operands, values, strict=True)
            for x, y in zip(operand.entries, value.flat, strict=True)
        }
        flat = iter(replay(self.graph, self.outputs, substitution))
        return [
            Array.of([next(flat) for _ in result.entries], result.shape) for result in self.results
        ]

    @cached_property
    def _content(self) -> Any:
        graph = self.graph
        shapes = [[x.shape for x in arrays] for arrays in (self.operands, self.results)]
        outputs = [x.index if type(x) is Expr else repr(x) for x in self.outputs]
        return str(shapes), tuple(outputs), tuple(graph.ops), tuple(graph.args), tuple(graph.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trace) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    def __repr__(self) -> str:
        operands = ", ".join(f"{x.name}{list(x.shape)}" for x in self.operands)
        results = ", ".join(f"{x.name}{list(x.shape)}" for x in self.results)
        return f"<Trace ({operands}) -> ({results}), {self.operation_count} operations>"


def traced(function: Callable[..., Sequence[Array]], *shapes: Shape) -> Trace:
    """What a function of arrays does."""
    graph = Graph()
    x = [Array.of([Expr(graph, graph.variable()) for _ in range(prod(s))], s) for s in shapes]
    results = [Operand("", y.shape, y.flat) for y in function(*x)]
    return Trace(graph, tuple(Operand("", y.shape, y.flat) for y in x), tuple(results))


def replay(
    graph: Graph, outputs: Sequence[Scalar], substitution: Mapping[int, Scalar]
) -> list[Scalar]:
    """`outputs` again, with other scalars in place of some nodes.

    What does not depend on a replaced node stays as it is.
    """
    values = dict(substitution)
    target = graph_of(substitution.values())
    for i in graph.live(x.index for x in outputs if type(x) is Expr):
        if i in values:
            continue
        op, args = graph.ops[i], graph.args[i]
        if op == "input" or (target is graph and all(_stays(graph, values[a], a) for a in args)):
            values[i] = Expr(graph, i)
        elif op == "const":
            values[i] = graph.data[i][1]
        else:
            values[i] = run(op, [values[a] for a in args], graph.data[i])
    return [values[x.index] if type(x) is Expr else x for x in outputs]


def _stays(graph: Graph, value: Any, index: int) -> bool:
    return type(value) is Expr and value.graph is graph and value.index == index


def run(op: str, args: Sequence[Scalar], data: Any) -> Scalar:
    """One operation of a graph, through the same folds that a page goes through."""
    if op in ARITHMETIC:
        return ARITHMETIC[op](*args)
    if op == "stumpff":
        return stumpff(data, args[0])
    if op == "arc":
        return arc(data, args[0])
    if op == "block":
        return block(args, data)
    if op == "entry":
        return entry(args[0], data)
    return apply(op, *args, data=data)
