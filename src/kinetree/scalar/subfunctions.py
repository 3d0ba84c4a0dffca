"""Functions of a few numbers in a graph: those with implicit derivatives, and `linearized` ones.

Of these the Jacobian is formed first, and multiplied by the derivatives of their arguments. The
chain rule along each direction costs a function once for each: where x has dense derivatives, as a
velocity that comes out of a linear system, they spread over all of it. Its own Jacobian by x is
sparse, as that of inverse dynamics is along the tree [Griewank2008].
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from . import differentiate
from .array import Array, ArrayLike, as_array
from .expr import Expr, Scalar, add, graph_of, number_of, scalar_of
from .graph import Graph
from .loops import body_of
from .products import product
from .replay import Trace, Variables
from .rules import RULES, Rule, Sweep, Tangent, Tangents
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
        n = len(self.inputs)
        return Array(differentiate.jacobian(self.graph, self.outputs, seeds, n)).reshape(-1, n)


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

    def on_variables(
        self, graph: Graph, node: int, x: Sequence[Scalar], moves: Callable[[int], object]
    ) -> OnVariables:
        """F of variables in place of x, with the other arguments of a node.

        Raises TraceError where rows that F takes from move.
        """
        args = graph.args[node]
        check_constant(graph, args[self.end :], moves)
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


def linearized(function: Callable[[Array], ArrayLike], x: Array) -> Array:
    """function(x), (n,), differentiated by its Jacobian at x (m,) and the derivatives of x."""
    y, graph = as_array(function(x)), graph_of(x.flat)
    if graph is None:
        return y
    variables = [Expr(graph, graph.variable()) for _ in x.flat]
    outputs = as_array(function(Array.of(variables, x.shape)))
    return results_of("linearized", x.flat, variables, outputs.flat, y)


def _function(
    graph: Graph, node: int, moves: Callable[[int], object]
) -> tuple[OnVariables, Sequence[int], Sequence[int]]:
    """The function on variables in place of x, and the nodes of x and p."""
    data: Body = graph.data[node]
    x = graph.args[node][: data.size]
    F = data.on_variables(graph, node, [scalar_of(graph, i) for i in x], moves)
    return F, x, parameters(graph, node)


def _tangents(graph: Graph, node: int, tangent: Tangents) -> Tangents:
    """The derivatives of the results along directions: those by x are one product of matrices."""
    F, x, p = _function(graph, node, tangent)
    directions = sorted({d for i in x for d in tangent(i)})
    seeds: dict[int, Tangent] = {**{i: {} for i in F.inputs}, **{i: tangent(i) for i in p}}
    along_p = differentiate.forward(graph, F.outputs, seeds)
    dx = Array([[tangent(i).get(d, 0) for d in directions] for i in x])
    along_x = product(F.jacobian(p), dx)
    totals: list[dict[int, Scalar]] = []
    for k, row in enumerate(along_p):
        along = dict(zip(directions, along_x[k].flat, strict=True))
        totals.append({d: add(row.get(d, 0), along.get(d, 0)) for d in sorted({*row, *along})})
    values = iter(F.substituted([x for row in totals for x in row.values()]))
    elements = [{d: next(values) for d in row} for row in totals]
    return lambda k: elements[k]


def _cotangents(graph: Graph, node: int, sweep: Sweep) -> Iterator[tuple[int, Scalar]]:
    """The cotangents of x and p, by reverse differentiation of the function."""
    F, x, p = _function(graph, node, sweep.wanted.__contains__)
    weights = [sweep.of_elements.get(k, 0) for k in range(len(F.outputs))]
    gradient = differentiate.reverse(graph, F.outputs, weights, [*F.inputs, *p])
    yield from zip((*x, *p), F.substituted(gradient), strict=True)


RULES["linearized"] = Rule(
    _tangents,
    _cotangents,
    lambda graph, node: (*graph.args[node][: graph.data[node].size], *quantities(graph, node)),
)
