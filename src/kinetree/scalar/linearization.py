"""Functions whose Jacobian is formed first, and multiplied by the derivatives of their arguments.

The chain rule along each direction costs a function once for each: where x has dense derivatives,
as a velocity that comes out of a linear system, they spread over all of it. Its own Jacobian by x
is sparse, as that of inverse dynamics is along the tree [Griewank2008].
"""

from collections.abc import Callable, Iterator, Sequence

from . import differentiate
from .array import Array, ArrayLike, as_array
from .expr import Expr, Scalar, add, graph_of, scalar_of
from .graph import Graph
from .products import product
from .rules import RULES, Rule, Sweep, Tangent, Tangents
from .subfunctions import Body, OnVariables, parameters, quantities, results_of


def linearized(function: Callable[[Array], ArrayLike], x: Array) -> Array:
    """function(x), (n,), differentiated by its Jacobian at x (m,) and the derivatives of x."""
    y, graph = as_array(function(x)), graph_of(x.flat)
    if graph is None:
        return y
    variables = [Expr(graph, graph.variable()) for _ in x.flat]
    outputs = as_array(function(Array.of(variables, x.shape)))
    return results_of("linearized", x.flat, variables, outputs.flat, y)


def _function(graph: Graph, node: int) -> tuple[OnVariables, Sequence[int], Sequence[int]]:
    """The function on variables in place of x, and the nodes of x and p."""
    data: Body = graph.data[node]
    x = graph.args[node][: data.size]
    F = data.on_variables(graph, node, [scalar_of(graph, i) for i in x])
    return F, x, parameters(graph, node)


def tangents(graph: Graph, node: int, tangent: Tangents) -> Tangents:
    """The derivatives of the results along directions: those by x are one product of matrices."""
    graph.data[node].check(graph, node, tangent)
    F, x, p = _function(graph, node)
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


def cotangents(graph: Graph, node: int, sweep: Sweep) -> Iterator[tuple[int, Scalar]]:
    """The cotangents of x and p, by reverse differentiation of the function."""
    graph.data[node].check(graph, node, sweep.wanted.__contains__)
    F, x, p = _function(graph, node)
    weights = [sweep.of_elements.get(k, 0) for k in range(len(F.outputs))]
    gradient = differentiate.reverse(graph, F.outputs, weights, [*F.inputs, *p])
    yield from zip((*x, *p), F.substituted(gradient), strict=True)


RULES["linearized"] = Rule(
    tangents,
    cotangents,
    lambda graph, node: (*graph.args[node][: graph.data[node].size], *quantities(graph, node)),
)
