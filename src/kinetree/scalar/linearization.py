"""Functions whose Jacobian is formed first, and multiplied by the derivatives of their arguments.

The chain rule along each direction costs a function once for each: where x has dense derivatives,
as a velocity that comes out of a linear system, they spread over all of it. Its own Jacobian by x
is sparse, as that of inverse dynamics is along the tree [Griewank2008].
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from . import differentiate
from .array import Array, ArrayLike, as_array
from .expr import Expr, Scalar, add, graph_of, node_of, scalar_of
from .graph import Graph
from .loops import body_of
from .products import product
from .replay import Trace, Variables
from .rules import RULES, Rule, Tangent, Tangents, Tapes
from .systems import solved


@dataclass(frozen=True)
class Linearization:
    """The data of a node "linearized": the function, of x and of the numbers p that it captures."""

    body: Trace

    @property
    def size(self) -> int:
        return len(self.body.operands[0].elements)

    def rebuilt(self, args: Sequence[Scalar]) -> Scalar:
        """The function of other arguments: a node if one is traced, else None."""
        return node_of("linearized", args, self)

    def at(self, graph: Graph, node: int) -> "tuple[Variables, list[int], Sequence[Scalar]]":
        """The results of variables in place of x, with these."""
        args = [scalar_of(graph, i) for i in graph.args[node]]
        variables, others = Variables(graph), args[self.size :]
        x = variables.of(Array.of(args[: self.size], (self.size,)))
        y = self.body(x, Array.of(others, (len(others),)))[0]
        return variables, [e.index for e in x.flat], y.flat


def linearized(function: Callable[[Array], ArrayLike], x: Array) -> Array:
    """function(x), (n,), differentiated by its Jacobian at x (m,) and the derivatives of x."""
    y, graph = as_array(function(x)), graph_of(x.flat)
    if graph is None:
        return y
    variables = [Expr(graph, graph.variable()) for _ in x.flat]
    outputs = as_array(function(Array.of(variables, x.shape)))
    body, captured = body_of(graph, [[v.index for v in variables]], [list(outputs.flat)])
    whole = Linearization(body).rebuilt([*x.flat, *(Expr(graph, i) for i in captured)])
    return Array.of([solved((e, whole), (k, 1)) for k, e in enumerate(y.flat)], y.shape)


def tangents(graph: Graph, node: int, tangent: Tangents) -> Tangents:
    """The derivatives of the results along directions: those by x are one product of matrices."""
    data: Linearization = graph.data[node]
    x, p = graph.args[node][: data.size], graph.args[node][data.size :]
    variables, inner, y = data.at(graph, node)
    directions = sorted({d for i in x for d in tangent(i)})
    fixed: dict[int, Tangent] = {i: {} for i in (*p, *inner)}
    along_p = differentiate.forward(graph, y, {**fixed, **{i: tangent(i) for i in p}})
    seeds = {v: {k: 1} for k, v in enumerate(inner)}
    rows = differentiate.forward(graph, y, {**fixed, **seeds})
    along_x = product(
        Array([[row.get(k, 0) for k in range(len(x))] for row in rows]),
        Array([[tangent(i).get(d, 0) for d in directions] for i in x]),
    )
    keys = [sorted({*row, *directions}) for row in along_p]
    flat = [
        add(row.get(d, 0), along_x[k, directions.index(d)] if d in directions else 0)
        for k, (row, along) in enumerate(zip(along_p, keys, strict=True))
        for d in along
    ]
    values = iter(variables.substituted(flat))
    elements = [{d: next(values) for d in along} for along in keys]
    return lambda k: elements[k]


def cotangents(
    graph: Graph,
    node: int,
    of_elements: Mapping[int, Scalar],
    wanted: Collection[int],
    tapes: Tapes,
) -> Iterator[tuple[int, Scalar]]:
    """The cotangents of x and p, by reverse differentiation of the function."""
    data: Linearization = graph.data[node]
    variables, inner, y = data.at(graph, node)
    weights = [of_elements.get(k, 0) for k in range(len(y))]
    places = [*graph.args[node][: data.size], *graph.args[node][data.size :]]
    gradient = differentiate.reverse(graph, y, weights, [*inner, *places[data.size :]])
    yield from zip(places, variables.substituted(gradient), strict=True)


RULES["linearized"] = Rule(tangents, cotangents, lambda graph, node: graph.args[node])
