"""Functions whose Jacobian is formed first, and multiplied by the derivatives of their arguments.

The chain rule along each direction costs a function once for each: where x has dense derivatives,
as a velocity that comes out of a linear system, they spread over all of it. Its own Jacobian by x
is sparse, as that of inverse dynamics is along the tree [Griewank2008].
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from . import differentiate
from .array import Array, ArrayLike, as_array
from .expr import Expr, Scalar, add, graph_of, scalar_of
from .graph import Graph
from .loops import body_of
from .products import product
from .replay import Variables
from .rules import RULES, Rule, Sweep, Tangent, Tangents
from .subfunctions import Body, parameters, quantities
from .systems import solved


def linearized(function: Callable[[Array], ArrayLike], x: Array) -> Array:
    """function(x), (n,), differentiated by its Jacobian at x (m,) and the derivatives of x."""
    y, graph = as_array(function(x)), graph_of(x.flat)
    if graph is None:
        return y
    variables = [Expr(graph, graph.variable()) for _ in x.flat]
    outputs = as_array(function(Array.of(variables, x.shape)))
    body, *read = body_of(graph, [[v.index for v in variables]], [list(outputs.flat)])
    whole = Body("linearized", body).rebuilt([*x.flat, *(Expr(graph, i) for i in chain(*read))])
    return Array.of([solved((e, whole), (k, 1)) for k, e in enumerate(y.flat)], y.shape)


def _at_variables(graph: Graph, node: int) -> tuple[Variables, list[int], Sequence[Scalar]]:
    """Variables in place of x, their nodes, and the results for them."""
    data: Body = graph.data[node]
    x = [scalar_of(graph, i) for i in graph.args[node][: data.size]]
    variables = Variables(graph)
    inner = variables.of(Array.of(x, (data.size,)))
    return variables, [e.index for e in inner.flat], data.of(inner, graph, node)


def tangents(graph: Graph, node: int, tangent: Tangents) -> Tangents:
    """The derivatives of the results along directions: those by x are one product of matrices."""
    graph.data[node].check(graph, node, tangent)
    x, p = graph.args[node][: graph.data[node].size], parameters(graph, node)
    variables, inner, y = _at_variables(graph, node)
    directions = sorted({d for i in x for d in tangent(i)})
    fixed: dict[int, Tangent] = {i: {} for i in (*p, *inner)}
    along_p = differentiate.forward(graph, y, {**fixed, **{i: tangent(i) for i in p}})
    rows = differentiate.forward(graph, y, {**fixed, **{v: {k: 1} for k, v in enumerate(inner)}})
    along_x = product(
        Array([[row.get(k, 0) for k in range(len(x))] for row in rows]),
        Array([[tangent(i).get(d, 0) for d in directions] for i in x]),
    )
    totals: list[dict[int, Scalar]] = []
    for k, row in enumerate(along_p):
        along = dict(zip(directions, along_x[k].flat, strict=True))
        totals.append({d: add(row.get(d, 0), along.get(d, 0)) for d in sorted({*row, *along})})
    values = iter(variables.substituted([x for row in totals for x in row.values()]))
    elements = [{d: next(values) for d in row} for row in totals]
    return lambda k: elements[k]


def cotangents(graph: Graph, node: int, sweep: Sweep) -> Iterator[tuple[int, Scalar]]:
    """The cotangents of x and p, by reverse differentiation of the function."""
    graph.data[node].check(graph, node, sweep.wanted.__contains__)
    x, p = graph.args[node][: graph.data[node].size], parameters(graph, node)
    variables, inner, y = _at_variables(graph, node)
    weights = [sweep.of_elements.get(k, 0) for k in range(len(y))]
    gradient = differentiate.reverse(graph, y, weights, [*inner, *p])
    yield from zip((*x, *p), variables.substituted(gradient), strict=True)


RULES["linearized"] = Rule(
    tangents,
    cotangents,
    lambda graph, node: (*graph.args[node][: graph.data[node].size], *quantities(graph, node)),
)
