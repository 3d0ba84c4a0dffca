"""Functions of a few numbers in a graph, with implicit derivatives or a Jacobian of their own."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from . import differentiate
from .array import Array
from .expr import Expr, Scalar, graph_of, number_of, scalar_of
from .graph import Graph
from .loops import body_of
from .replay import Trace, Variables
from .systems import solved
from .takes import check_constant, row_of, table_node


class OnVariables:
    """A function run on variables in place of scalars x, until these are substituted."""

    def __init__(
        self, graph: Graph, x: Sequence[Scalar], function: Callable[[Array], Sequence[Scalar]]
    ) -> None:
        variables = Variables(graph)
        inner = variables.of(Array.of(x, (len(x),)))
        self.graph, self.substituted = graph, variables.substituted
        self.inputs = [e.index for e in inner.flat]
        self.outputs = function(inner)

    def jacobian(self, constant: Iterable[int]) -> Array:
        """The derivatives of the outputs by x, before the substitution."""
        seeds: dict[int, dict[int, Scalar]] = {i: {} for i in constant}
        seeds |= {i: {k: 1} for k, i in enumerate(self.inputs)}
        rows = differentiate.forward(self.graph, self.outputs, seeds)
        flat = [row.get(k, 0) for row in rows for k in range(len(self.inputs))]
        return Array.of(flat, (len(rows), len(self.inputs)))


@dataclass(frozen=True)
class Body:
    """The data of a node: a function of x and of the numbers p that it captures."""

    op: str
    body: Trace

    @property
    def size(self) -> int:
        return len(self.body.operands[0].elements)

    @cached_property
    def reads(self) -> list[int]:
        """The indices of the arguments that F depends on; factors of systems are not among them."""
        elements = enumerate(self.body.operands[1].elements, self.size)
        live = {*differentiate.needed(self.body.graph, self.body.outputs, ())}
        return [k for k, x in elements if x.index in live]

    @property
    def end(self) -> int:
        """The count of arguments that are numbers; after them come rows, which F takes from."""
        return self.size + len(self.body.operands[1].elements)

    def rebuilt(self, args: Sequence[Scalar]) -> Scalar:
        """The node with other arguments, if one of them is traced, else None."""
        graph = graph_of(args)
        if graph is None:
            return None
        nodes = [number_of(graph, x) for x in args[: self.end]]
        nodes += [table_node(graph, x) for x in args[self.end :]]
        return Expr(graph, graph.node(self.op, tuple(nodes), self))

    def check(self, graph: Graph, node: int, moves: Callable[[int], object]) -> None:
        """Raise TraceError where rows that F takes from move."""
        check_constant(graph, graph.args[node][self.end :], moves)

    def on_variables(self, graph: Graph, node: int, x: Sequence[Scalar]) -> OnVariables:
        """F of variables in place of x, with the other arguments of a node."""
        args = graph.args[node]
        captured = [scalar_of(graph, i) for i in args[self.size : self.end]]
        rows = captured, *(row_of(graph, i) for i in args[self.end :])
        others = [Array.of(row, (len(row),)) for row in rows]
        return OnVariables(graph, x, lambda inner: self.body(inner, *others)[0].flat)


def results_of(
    op: str, x: Sequence[Scalar], variables: Sequence[Expr], outputs: Sequence[Scalar], y: Array
) -> Array:
    """y as results of a node: a function of x, given by its outputs for variables."""
    graph = variables[0].graph
    body, *read = body_of(graph, [[v.index for v in variables]], [outputs])
    whole = Body(op, body).rebuilt([*x, *(Expr(graph, i) for i in chain(*read))])
    return Array.of([solved((e, whole), (k, 1)) for k, e in enumerate(y.flat)], y.shape)


def parameters(graph: Graph, node: int) -> Sequence[int]:
    """The nodes of p."""
    data: Body = graph.data[node]
    return [graph.args[node][k] for k in data.reads]


def quantities(graph: Graph, node: int) -> Sequence[int]:
    """The nodes of p, and of the rows that F takes from."""
    return [*parameters(graph, node), *graph.args[node][graph.data[node].end :]]
