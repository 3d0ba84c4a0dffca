"""Graphs run again: on other numbers, on other traced numbers, in other graphs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, Final

from .array import Array, Shape
from .expr import ARITHMETIC, Expr, Scalar, apply, graph_of
from .graph import Graph
from .products import block, entry, operations
from .spans import Part, Row, Span, parts, roots, row_items, row_node
from .special import arc, stumpff
from .systems import again as solution_again
from .systems import solved


@dataclass(frozen=True)
class Operand:
    """A named array of a trace."""

    name: str
    shape: Shape
    entries: Row

    @property
    def placed(self) -> Iterator[tuple[int, Part]]:
        """The parts of its entries, and where they begin."""
        at = 0
        for part in parts(self.entries):
            yield at, part
            at += len(part)


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
        return self.graph.live(roots(result.entries for result in self.results))

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
        outputs = [described(result.entries, {}) for result in self.results]
        return str(shapes), str(outputs), tuple(graph.ops), tuple(graph.args), tuple(graph.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trace) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    def __repr__(self) -> str:
        operands = ", ".join(f"{x.name}{list(x.shape)}" for x in self.operands)
        results = ", ".join(f"{x.name}{list(x.shape)}" for x in self.results)
        return f"<Trace ({operands}) -> ({results}), {self.operation_count} operations>"


def described(x: Row, names: Mapping[Any, Any]) -> list[Any]:
    """A row in words: nodes, numbers, spans; `names` are other names of their sources."""
    words: list[Any] = []
    for part in parts(x):
        if isinstance(part, Span):
            words.append((names.get(part.source, part.source), part.start, part.length))
        else:
            words += [e.index if type(e) is Expr else repr(e) for e in part]
    return words


def traced(function: Callable[..., Sequence[Array]], *shapes: Shape) -> Trace:
    """What a function of arrays does."""
    graph = Graph()
    x = [Array.of([*Span(graph, f"x{k}", 0, prod(s))], s) for k, s in enumerate(shapes)]
    operands = tuple(Operand(f"x{k}", y.shape, y.flat) for k, y in enumerate(x))
    results = [Operand("", y.shape, y.flat) for y in function(*x)]
    return Trace(graph, operands, tuple(results))


def replay(
    graph: Graph, outputs: Sequence[Scalar], substitution: Mapping[int, Scalar]
) -> list[Scalar]:
    """`outputs` again, with other scalars in place of some nodes.

    What does not depend on a replaced node stays as it is.
    """
    values = dict(substitution)
    target = graph_of(substitution.values())
    replaced = {graph.data[i][0] for i in substitution if graph.ops[i] == "input"}
    for i in graph.live(x.index for x in outputs if type(x) is Expr):
        if i in values:
            continue
        op, args = graph.ops[i], graph.args[i]
        if op == "span" and (args or graph.data[i][0] in replaced):
            values[i] = span_again(graph, i, values)
        elif op in ("input", "span") or (
            target is graph and all(_stays(graph, values[a], a) for a in args)
        ):
            values[i] = Expr(graph, i)
        elif op == "const":
            values[i] = graph.data[i][1]
        else:
            values[i] = run(op, [values[a] for a in args], graph.data[i])
    return [values[x.index] if type(x) is Expr else x for x in outputs]


def span_again(graph: Graph, i: int, values: Mapping[int, Any]) -> Any:
    """A span of another loop, or of an operand that has been replaced."""
    span = Span.of(graph, i)
    if not isinstance(span.source, int):
        return row_again([values.get(k, Expr(graph, k)) for k in row_items(graph, i)])
    whole = values[span.source]
    if type(whole) is Expr:
        moved = Span(whole.graph, whole.index, span.start, span.length)
        return Expr(whole.graph, moved.node)
    return tuple(whole[span.start : span.start + span.length])


def row_again(entries: Sequence[Scalar]) -> Any:
    """Scalars that a loop takes one after the other: a node if one of them is traced."""
    graph = graph_of(entries)
    return tuple(entries) if graph is None else Expr(graph, row_node(graph, tuple(entries)))


def _stays(graph: Graph, value: Any, index: int) -> bool:
    return type(value) is Expr and value.graph is graph and value.index == index


def run(op: str, args: Sequence[Scalar], data: Any) -> Scalar:
    """One operation of a graph, through the same folds that a page goes through."""
    if op in ARITHMETIC:
        return ARITHMETIC[op](*args)
    if op in _OTHERS:
        return _OTHERS[op](args, data)
    return apply(op, *args, data=data)


_OTHERS: Final[dict[str, Callable[[Sequence[Any], Any], Any]]] = {
    "stumpff": lambda args, k: stumpff(k, args[0]),
    "arc": lambda args, k: arc(k, args[0]),
    "block": block,
    "entry": lambda args, k: entry(args[0], k),
    "row": lambda args, data: row_again(args),
    "solution": solution_again,
    "root": lambda args, root: root.again(args),
    "solved": solved,
    "loop": lambda args, loop: loop.again(args),
}
