"""Forward and reverse differentiation of graphs.

Forward: every node has its derivatives with respect to the seeds that it depends on. Reverse: every
node has the cotangents of the outputs that depend on it. A select differentiates as a select of
derivatives in both, so a branch that is not taken contributes nothing, not even a nan.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from .array import Array
from .expr import Expr, Scalar, add, apply, div, graph_of, mul, scalar_of
from .graph import FLAT, ROWS, SOLUTIONS, Graph
from .guards import Adjoint, Cotangents, Guard, accumulate, common, merge, total
from .products import arguments
from .replay import Variables
from .rules import PARTIALS, QUOTIENTS, RULES, Sweep, Tangent, Tangents, Tapes
from .spans import row_items
from .takes import chosen, tangent_of_take
from .tapes import taped


def _choice(graph: Graph, i: int) -> tuple[Scalar, int, int] | None:
    """The condition and both arguments of a node that selects one of them; None for others."""
    op, args = graph.ops[i], graph.args[i]
    if op == "select":
        return Expr(graph, args[0]), args[1], args[2]
    if op in ("minimum", "maximum"):
        a, b = (scalar_of(graph, k) for k in args)
        first = apply("le", a, b) if op == "minimum" else apply("le", b, a)
        return first, args[0], args[1]
    return None


def forward(
    graph: Graph, outputs: Sequence[Scalar], seeds: Mapping[int, Mapping[int, Scalar]]
) -> list[dict[int, Scalar]]:
    """The derivatives of `outputs`, each as {direction: derivative}; absent ones are zero.

    `seeds[node]` holds the derivatives of that input along each direction.
    """
    tangents: dict[int, Tangent] = dict(seeds)
    elements: dict[int, Tangents] = {}

    def tangent(i: int) -> Tangent:
        if i not in tangents and graph.ops[i] == "element" and graph.args[i][0] in elements:
            tangents[i] = elements[graph.args[i][0]](graph.data[i])
        return tangents.get(i, {})

    for i in needed(graph, outputs, seeds):
        op = graph.ops[i]
        if op in RULES:
            elements[i] = RULES[op].tangents(graph, i, tangent)
        elif op == "solved" and i not in tangents:
            (_, whole), (k, sign) = graph.args[i], graph.data[i]
            tangents[i] = {d: mul(sign, x) for d, x in elements[whole](k).items()}
        elif op == "take" and i not in tangents:
            tangents[i] = tangent_of_take(graph, i, tangent)
        elif i not in tangents and not tangent(i) and op not in FLAT | ROWS | SOLUTIONS:
            active = [a for a in arguments(graph, i) if tangents.get(a)]
            tangents[i] = _tangent(graph, i, tangents) if active else {}
    return [dict(tangents.get(x.index, {})) if type(x) is Expr else {} for x in outputs]


def needed(graph: Graph, outputs: Sequence[Scalar], leaves: Container[int]) -> list[int]:
    """The nodes that the derivatives of `outputs` depend on, in order.

    For solutions of equations these are their coefficients, not the computation of the solution.
    """

    def quantities(i: int) -> Sequence[int]:
        if graph.ops[i] in RULES:
            return RULES[graph.ops[i]].quantities(graph, i)
        return graph.args[i][1:] if graph.ops[i] == "solved" else graph.args[i]

    return graph.live((x.index for x in outputs if type(x) is Expr), leaves, quantities)


def _tangent(graph: Graph, i: int, tangents: Mapping[int, Tangent]) -> dict[int, Scalar]:
    if (choice := _choice(graph, i)) is not None:
        first, x, y = choice[0], tangents.get(choice[1], {}), tangents.get(choice[2], {})
        return {k: apply("select", first, x.get(k, 0), y.get(k, 0)) for k in {**x, **y}}
    result: dict[int, Scalar] = {}
    divisor, *partials = _quotients(graph, i)
    if divisor is not None:
        partials = [div(x, divisor) for x in partials]
    for a, partial in zip(arguments(graph, i), partials, strict=True):
        for k, tangent in tangents.get(a, {}).items():
            result[k] = add(result.get(k, 0), mul(partial, tangent))
    return result


def _quotients(graph: Graph, i: int) -> tuple[Scalar, ...]:
    """The common divisor of the partial derivatives of a node, or None, and their numerators."""
    op, args = graph.ops[i], [scalar_of(graph, a) for a in arguments(graph, i)]
    if op == "element":  # a . b, as [*a, *b]
        half = len(args) // 2
        return (None, *args[half:], *args[:half])
    y, (a, b) = Expr(graph, i), [*args, None][:2]
    if op in QUOTIENTS:
        return QUOTIENTS[op](y, a, b)
    return (None, *PARTIALS[op](y, graph.data[i], a, b))


def reverse(
    graph: Graph,
    outputs: Sequence[Scalar],
    cotangents: Sequence[Scalar],
    inputs: Sequence[int],
    nonzero: bool = False,
    tables: Iterable[int] = (),
) -> list[Scalar]:
    """The sum over outputs of cotangent times derivative with respect to each of `inputs`.

    With `nonzero`, cotangents that are 0 contribute nothing, not even a nan. `tables` are of inputs
    or of what does not move: what they are computed from is not followed.
    """
    leaves = frozenset([*inputs, *tables])
    outputs, tapes = taped(graph, outputs, leaves)
    wanted = set(inputs)  # and the nodes on paths from them to the outputs
    for i in needed(graph, outputs, leaves):
        items = row_items(graph, i) if graph.ops[i] == "span" else arguments(graph, i)
        if graph.ops[i] not in FLAT and not wanted.isdisjoint((*items, *graph.args[i])):
            wanted.add(i)
    always, adjoint = Guard(), {i: Cotangents() for i in wanted}
    for x, cotangent in zip(outputs, cotangents, strict=True):
        if type(x) is Expr and x.index in wanted:
            guard = always.where_nonzero(cotangent) if nonzero else always
            accumulate(adjoint[x.index], guard, cotangent)
    nodes = sorted(wanted.difference(inputs))
    unknowns = [i for i in nodes if graph.ops[i] == "solved"]
    for i in reversed(nodes):
        if graph.ops[i] == "loop":
            elements = [k for k in sorted(adjoint) if graph.ops[k] == "element"]
            of_loop = [k for k in elements if graph.args[k][0] == i]
            _push_results(graph, i, adjoint, of_loop, tapes, always)
        elif graph.ops[i] in RULES:
            of_system = [k for k in unknowns if graph.args[k][1] == i]
            _push_results(graph, i, adjoint, of_system, {}, always)
        elif graph.ops[i] not in ROWS:
            _push(graph, i, adjoint, always)
    for i in inputs:
        merge(adjoint[i])
    return [total(adjoint[i]) for i in inputs]


def _push_results(
    graph: Graph, i: int, adjoint: Adjoint, nodes: Iterable[int], tapes: Tapes, always: Guard
) -> None:
    """Propagate the cotangents of the results of a node, all at once and under one guard."""
    of_results: dict[int, Cotangents] = {}
    for node in nodes:
        k, sign = graph.data[node] if graph.ops[node] == "solved" else (graph.data[node], 1)
        for guard, cotangent in adjoint[node].items():
            accumulate(of_results.setdefault(k, {}), guard, mul(sign, cotangent))
    for cotangents in of_results.values():
        merge(cotangents)
    guards = dict.fromkeys(guard for cotangents in of_results.values() for guard in cotangents)
    if not guards:
        return
    one, op, several = common(guards, always), graph.ops[i], len(guards) > 1
    of_elements = {k: total(cotangents, one) for k, cotangents in of_results.items()}
    pushed = RULES[op].cotangents(graph, i, Sweep(of_elements, adjoint, tapes, several))
    for node, cotangent in pushed:
        if node in adjoint or op == "loop":
            guard = one.where_nonzero(cotangent) if several else one
            accumulate(adjoint.setdefault(node, {}), guard, cotangent)


def _push(graph: Graph, i: int, adjoint: Adjoint, always: Guard) -> None:
    """Propagate the cotangent of a node to its arguments."""
    if not adjoint[i] or graph.ops[i] == "solved" or graph.ops[graph.args[i][0]] == "loop":
        return
    merge(adjoint[i])
    guard = common(adjoint[i], always)
    cotangent = total(adjoint[i], guard)
    if (choice := _choice(graph, i)) is not None:
        condition, x, y = choice
        for is_taken, a in ((True, x), (False, y)):
            if a in adjoint:
                accumulate(adjoint[a], guard.branch(condition, is_taken), cotangent)
        return
    if graph.ops[i] == "take":
        place = scalar_of(graph, graph.args[i][0])
        for k, a in enumerate(arguments(graph, i)):
            of_loop = graph.ops[a] == "element" and graph.args[a][0] in adjoint
            if a in adjoint or of_loop:
                taken = chosen(place, {k: cotangent})
                accumulate(adjoint.setdefault(a, Cotangents()), guard, taken)
        return
    divisor, *partials = _quotients(graph, i)
    if divisor is not None:
        cotangent = div(cotangent, divisor)
    for a, partial in zip(arguments(graph, i), partials, strict=True):
        if a in adjoint:
            accumulate(adjoint[a], guard, mul(cotangent, partial))


def jacobian(
    graph: Graph, outputs: Sequence[Scalar], seeds: Mapping[int, Mapping[int, Scalar]], width: int
) -> list[list[Scalar]]:
    """d outputs / d directions, one row an output: forward or reverse, whichever has fewer sweeps.

    `seeds[node][k]` is the derivative of an input along direction k < width.
    """
    if width <= len(outputs):
        return [[row.get(k, 0) for k in range(width)] for row in forward(graph, outputs, seeds)]
    inputs = list(seeds)
    rows: list[list[Scalar]] = []
    for x in outputs:
        row: list[Scalar] = [0] * width
        for i, gradient in zip(inputs, reverse(graph, [x], [1], inputs), strict=True):
            for k, seed in seeds[i].items():
                row[k] = add(row[k], mul(gradient, seed))
        rows.append(row)
    return rows


def derivative(
    function: Callable[[Array], Array], x: Array, *others: Array
) -> tuple[Array, list[Array]]:
    """`function(x)` and its derivatives along each element of the vector `x`, on generic scalars.

    `others` are arrays that the function captures.
    """
    graph = graph_of([element for operand in (x, *others) for element in operand.flat]) or Graph()
    variables = Variables(graph)
    variable = variables.of(x)
    y = function(variable)
    seeds = {element.index: {k: 1} for k, element in enumerate(variable.flat)}
    rows = forward(graph, y.flat, seeds)
    flat = variables.substituted([*y.flat, *(row.get(k, 0) for k in range(x.size) for row in rows)])
    n = y.size
    parts = [Array.of(flat[k * n : k * n + n], y.shape) for k in range(x.size + 1)]
    return parts[0], parts[1:]
