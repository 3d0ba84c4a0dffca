"""Traces, and their replay: on other numbers, on other traced numbers, in other graphs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Final, cast

from .array import Array, Shape
from .expr import Expr, Scalar, apply, binary, graph_of, neg
from .folds import LEFT
from .graph import Data, Graph
from .products import element, matmul_node, operations
from .spans import Part, Row, Span, graph_of_rows, numbers_of, parts, roots, row_items, row_node
from .special import arc, stumpff
from .systems import rebuilt as rebuilt_solution
from .systems import solved
from .takes import take_node


@dataclass(frozen=True)
class NamedArray:
    """A named array of a trace."""

    name: str
    shape: Shape
    elements: Row

    @property
    def placed(self) -> Iterator[tuple[int, Part]]:
        """The parts of its elements, with their offsets."""
        offset = 0
        for part in parts(self.elements):
            yield offset, part
            offset += len(part)


@dataclass(frozen=True, eq=False)
class Trace:
    """The record of a function run on traced numbers: its graph, operands and results.

    `operation_count` counts every arithmetic operation and function once. Two are equal if they
    have the same operations in the same order.
    """

    graph: Graph
    operands: tuple[NamedArray, ...]
    results: tuple[NamedArray, ...]

    @property
    def outputs(self) -> list[Scalar]:
        """The elements of all results, concatenated."""
        return [x for result in self.results for x in result.elements]

    @cached_property
    def nodes(self) -> Sequence[int]:
        """The nodes that the results depend on, in order."""
        return self.graph.live(roots(result.elements for result in self.results))

    @property
    def operation_count(self) -> int:
        return sum(operations(self.graph, i) for i in self.nodes)

    @property
    def product_operations(self) -> int:
        """The operations of matrix products among them, which loops over vectors compute."""
        products = (i for i in self.nodes if self.graph.ops[i] == "matmul")
        return sum(operations(self.graph, i) for i in products)

    def __call__(self, *values: Array) -> list[Array]:
        """The results for other operands, of generic scalars."""
        substitution: dict[int, Scalar] = {}
        rows: dict[str, Row] = {}
        for x, value in zip(self.operands, values, strict=True):
            if isinstance(x.elements, Span) and isinstance(x.elements.source, str):
                rows[x.elements.source] = value.flat
            else:
                pairs = zip(x.elements, value.flat, strict=True)
                substitution |= {element.index: y for element, y in pairs}
        flat = iter(replay(self.graph, self.outputs, substitution, rows=rows))
        return [
            Array.of([next(flat) for _ in result.elements], result.shape) for result in self.results
        ]

    @cached_property
    def _content(self) -> tuple[object, ...]:
        graph = self.graph
        shapes = [[x.shape for x in arrays] for arrays in (self.operands, self.results)]
        outputs = [_row_key(result.elements) for result in self.results]
        return str(shapes), str(outputs), tuple(graph.ops), tuple(graph.args), tuple(graph.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trace) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    def __repr__(self) -> str:
        operands = ", ".join(f"{x.name}{list(x.shape)}" for x in self.operands)
        results = ", ".join(f"{x.name}{list(x.shape)}" for x in self.results)
        return f"<Trace ({operands}) -> ({results}), {self.operation_count} operations>"


def _row_key(x: Row) -> list[object]:
    """A record of a row: nodes, numbers, spans."""
    items: list[object] = []
    for part in parts(x):
        if isinstance(part, Span):
            items.append((part.source, part.start, part.length))
        else:
            items += [e.index if type(e) is Expr else repr(e) for e in part]
    return items


def traced(function: Callable[..., Sequence[Array]], *shapes: Shape) -> Trace:
    """The trace of a function of arrays."""
    graph = Graph()
    x = [Array.of([*Span(graph, f"x{k}", 0, prod(s))], s) for k, s in enumerate(shapes)]
    operands = tuple(NamedArray(f"x{k}", y.shape, y.flat) for k, y in enumerate(x))
    return Trace(graph, operands, tuple([NamedArray("", y.shape, y.flat) for y in function(*x)]))


def replay(
    graph: Graph,
    outputs: Sequence[Scalar],
    substitution: Mapping[int, Scalar],
    nodes: Iterable[int] | None = None,
    rows: Mapping[str, Row] | None = None,
) -> list[Scalar]:
    """`outputs` recomputed with other scalars in place of some nodes, and of inputs by name.

    `nodes` are recomputed, in order, by default all that the outputs depend on; those that do not
    depend on a replaced one are unchanged.
    """
    values, rows = dict(substitution), rows or {}
    within = graph_of_rows([tuple(substitution.values()), *rows.values()]) is graph
    replaced = {graph.data[i][0] for i in substitution if graph.ops[i] == "input"} | rows.keys()
    if nodes is None:
        fresh = within and replaced <= {"variable"}  # which no earlier node can depend on
        before = range(min(substitution, default=0)) if fresh else ()
        nodes = graph.live((x.index for x in outputs if type(x) is Expr), before)
    for i in nodes:
        if i in values:
            continue
        op, args = graph.ops[i], graph.args[i]
        if op == "input" and graph.data[i][0] in rows:
            values[i] = rows[graph.data[i][0]][graph.data[i][1]]
        elif op == "span" and (args or graph.data[i][0] in replaced):
            values[i] = replayed_span(graph, i, values, rows)
        elif within and values.keys().isdisjoint(args):
            continue
        elif op in ("input", "span"):
            values[i] = Expr(graph, i)
        elif op == "const":
            values[i] = graph.data[i][1]
        elif op == "numbers":
            values[i] = numbers_of(graph, i)
        else:
            arguments = [values[a] if a in values else Expr(graph, a) for a in args]
            values[i] = run(op, arguments, graph.data[i])
    return [values.get(x.index, x) if type(x) is Expr else x for x in outputs]


class Variables:
    """Variables of a graph in place of the elements of arrays, until these are substituted."""

    def __init__(self, graph: Graph) -> None:
        self.graph, self._first = graph, len(graph)
        self._rows: dict[str, Row] = {}

    def of(self, x: Array) -> Array:
        """An array of new variables."""
        name = f"variable {self.graph.variable()}"
        self._rows[name] = x.flat
        return Array.of(Span(self.graph, name, 0, len(x.flat)), x.shape)

    def substituted(self, flat: Sequence[Scalar]) -> list[Scalar]:
        """Scalars with the elements themselves in place of the variables."""
        nodes = self.graph.live((x.index for x in flat if type(x) is Expr), range(self._first))
        return replay(self.graph, flat, {}, nodes, self._rows)


def replayed_span(
    graph: Graph, i: int, values: Mapping[int, Scalar], rows: Mapping[str, Row] | None = None
) -> Scalar:
    """The span of a replaced loop, or of one or an operand whose elements are replaced."""
    span = Span.of(graph, i)
    if rows and span.source in rows:
        part = rows[cast(str, span.source)][span.start : span.start + span.length]
        return Expr(part.graph, part.node) if isinstance(part, Span) else _replayed_row(part)
    if span.source not in values:
        return _replayed_row([values.get(k, Expr(graph, k)) for k in row_items(graph, i)])
    whole = values[cast(int, span.source)]
    if type(whole) is Expr:
        return Expr(whole.graph, Span(whole.graph, whole.index, span.start, span.length).node)
    return tuple(whole[span.start : span.start + span.length])


def _replayed_row(elements: Sequence[Scalar]) -> Scalar:
    """A row of scalars: a node if one of them is traced, else a tuple."""
    graph = graph_of(elements)
    return tuple(elements) if graph is None else Expr(graph, row_node(graph, tuple(elements)))


def run(op: str, args: Sequence[Scalar], data: Data) -> Scalar:
    """One operation of a graph, with the same folds as in tracing."""
    if op in LEFT:  # sums, products, quotients
        return binary(op, *args)
    return _OTHERS[op](args, data) if op in _OTHERS else apply(op, *args, data=data)


_OTHERS: Final[dict[str, Callable[[Sequence[Scalar], Data], Scalar]]] = {
    "neg": lambda args, data: neg(*args),
    "stumpff": lambda args, k: stumpff(k, args[0]),
    "arc": lambda args, k: arc(k, args[0]),
    "matmul": matmul_node,
    "element": lambda args, k: element(args[0], k),
    "row": lambda args, data: _replayed_row(args),
    "table": lambda args, data: args[0],
    "take": take_node,
    "solution": rebuilt_solution,
    "solved": solved,
    **dict.fromkeys(("root", "linearized", "ruled", "loop"), lambda args, x: x.rebuilt(args)),
}
