"""Functions of a few numbers in a graph, with implicit derivatives or a Jacobian of their own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from . import differentiate
from .array import Array
from .expr import Expr, Scalar, graph_of, number_of, scalar_of
from .graph import Graph
from .replay import Trace
from .spans import Row
from .takes import check_constant, row_of, table_node


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

    def of(self, x: Array, graph: Graph, node: int) -> Row:
        """F of x, with the other arguments of a node."""
        args = graph.args[node]
        captured = [scalar_of(graph, i) for i in args[self.size : self.end]]
        rows = captured, *(row_of(graph, i) for i in args[self.end :])
        return self.body(x, *(Array.of(row, (len(row),)) for row in rows))[0].flat


def parameters(graph: Graph, node: int) -> Sequence[int]:
    """The nodes of p."""
    data: Body = graph.data[node]
    return [graph.args[node][k] for k in data.reads]


def quantities(graph: Graph, node: int) -> Sequence[int]:
    """The nodes of p, and of the rows that F takes from."""
    return [*parameters(graph, node), *graph.args[node][graph.data[node].end :]]
