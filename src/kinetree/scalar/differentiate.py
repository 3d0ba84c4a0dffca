"""Forward and reverse differentiation of graphs.

Forward: every node has its derivatives with respect to the seeds that it depends on. Reverse: every
node has the cotangents of the outputs that depend on it. A select differentiates as a select of
derivatives in both, so a branch that is not taken contributes nothing, not even a nan.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Final

from . import loop_derivatives, roots, systems
from .array import Array
from .expr import Expr, Scalar, add, apply, div, graph_of, mul, neg, sub
from .graph import BOOLEAN, ROWS, SOLUTIONS, Graph
from .products import arguments
from .replay import replay
from .spans import Span, row_items
from .special import arc, stumpff

Partials = Callable[[Scalar, Any, Scalar, Scalar], tuple[Scalar, ...]]
Guard = frozenset[tuple[int, bool]]
Adjoint = dict[int, dict[Guard, Scalar]]
"""The cotangents of nodes, by the conditions of the selects that they have passed."""

# d op(a, b) / d(a, b). `y` is the value of the operation itself, `k` its data.
PARTIALS: Final[dict[str, Partials]] = {
    "add": lambda y, k, a, b: (1, 1),
    "sub": lambda y, k, a, b: (1, -1),
    "mul": lambda y, k, a, b: (b, a),
    "div": lambda y, k, a, b: (div(1, b), neg(div(y, b))),
    "neg": lambda y, k, a, b: (-1,),
    "abs": lambda y, k, a, b: (apply("select", apply("lt", a, 0.0), -1.0, 1.0),),
    "sqrt": lambda y, k, a, b: (div(0.5, y),),
    "sin": lambda y, k, a, b: (apply("cos", a),),
    "cos": lambda y, k, a, b: (neg(apply("sin", a)),),
    "tan": lambda y, k, a, b: (add(1, mul(y, y)),),
    "asin": lambda y, k, a, b: (div(1, apply("sqrt", sub(1, mul(a, a)))),),
    "acos": lambda y, k, a, b: (neg(div(1, apply("sqrt", sub(1, mul(a, a))))),),
    "atan": lambda y, k, a, b: (div(1, add(1, mul(a, a))),),
    "exp": lambda y, k, a, b: (y,),
    "log": lambda y, k, a, b: (div(1, a),),
    "expm1": lambda y, k, a, b: (apply("exp", a),),
    "log1p": lambda y, k, a, b: (div(1, add(1, a)),),
    "tanh": lambda y, k, a, b: (sub(1, mul(y, y)),),
    "sinh": lambda y, k, a, b: (apply("cosh", a),),
    "cosh": lambda y, k, a, b: (apply("sinh", a),),
    "atan2": lambda y, k, a, b: _atan2_partials(a, b),
    "hypot": lambda y, k, a, b: _hypot_partials(y, a, b),
    "stumpff": lambda y, k, a, b: (mul(-0.5, sub(stumpff(k + 1, a), mul(k, stumpff(k + 2, a)))),),
    "arc": lambda y, k, a, b: (arc(k + 1, a),),
}


IMPLICIT: Final = {"solution": systems, "root": roots}
"""The modules that differentiate solutions of equations."""


def _atan2_partials(y: Scalar, x: Scalar) -> tuple[Scalar, Scalar]:
    square = add(mul(x, x), mul(y, y))
    return div(x, square), neg(div(y, square))


def _hypot_partials(length: Scalar, x: Scalar, y: Scalar) -> tuple[Scalar, Scalar]:
    """The direction of (x, y); 0 at the origin."""
    divisor = apply("select", apply("lt", 0.0, length), length, 1.0)
    return div(x, divisor), div(y, divisor)


def _choice(graph: Graph, i: int) -> tuple[Scalar, int, int] | None:
    """The condition and both arguments of a node that selects one of them; None for others."""
    op, args = graph.ops[i], graph.args[i]
    if op == "select":
        return Expr(graph, args[0]), args[1], args[2]
    if op in ("minimum", "maximum"):
        a, b = (_value(graph, k) for k in args)
        first = apply("le", a, b) if op == "minimum" else apply("le", b, a)
        return first, args[0], args[1]
    return None


def forward(
    graph: Graph, outputs: Sequence[Scalar], seeds: Mapping[int, Mapping[int, Scalar]]
) -> list[dict[int, Scalar]]:
    """The derivatives of `outputs`, each as {direction: derivative}; absent ones are zero.

    `seeds[node]` holds the derivatives of that input along each direction.
    """
    tangents: dict[int, dict[int, Scalar]] = {i: dict(seed) for i, seed in seeds.items()}
    loops: dict[int, loop_derivatives.LoopTangents] = {}
    unknowns: dict[int, dict[int, dict[int, Scalar]]] = {}

    def tangent(i: int) -> Mapping[int, Scalar]:
        if i not in tangents and graph.ops[i] == "element" and graph.args[i][0] in loops:
            tangents[i] = loops[graph.args[i][0]].of_entry(graph.data[i])
        return tangents.get(i, {})

    for i in needed(graph, outputs, seeds):
        if graph.ops[i] == "loop":
            loops[i] = loop_derivatives.LoopTangents(graph, i, tangent)
        elif graph.ops[i] in IMPLICIT:
            unknowns[i] = IMPLICIT[graph.ops[i]].tangents(graph, i, tangent)
        elif graph.ops[i] == "solved" and i not in tangents:
            (_, whole), (k, sign) = graph.args[i], graph.data[i]
            tangents[i] = {d: mul(sign, x) for d, x in unknowns[whole].get(k, {}).items()}
        elif (
            i not in tangents and not tangent(i) and graph.ops[i] not in BOOLEAN | ROWS | SOLUTIONS
        ):
            active = [a for a in arguments(graph, i) if tangents.get(a)]
            tangents[i] = _tangent(graph, i, tangents) if active else {}
    return [tangents.get(x.index, {}) if type(x) is Expr else {} for x in outputs]


def needed(graph: Graph, outputs: Sequence[Scalar], leaves: Container[int]) -> list[int]:
    """The nodes that the derivatives of `outputs` depend on, in order.

    For solutions of equations these are the given quantities, not the computation of the solution.
    """

    def given(i: int) -> Sequence[int]:
        if graph.ops[i] in IMPLICIT:
            return IMPLICIT[graph.ops[i]].given(graph, i)
        return graph.args[i][1:] if graph.ops[i] == "solved" else graph.args[i]

    return graph.live((x.index for x in outputs if type(x) is Expr), leaves, given)


def _tangent(graph: Graph, i: int, tangents: dict[int, dict[int, Scalar]]) -> dict[int, Scalar]:
    if (choice := _choice(graph, i)) is not None:
        first, x, y = choice[0], tangents[choice[1]], tangents[choice[2]]
        return {k: apply("select", first, x.get(k, 0), y.get(k, 0)) for k in {**x, **y}}
    result: dict[int, Scalar] = {}
    for a, partial in zip(arguments(graph, i), _partials(graph, i), strict=True):
        for k, tangent in tangents[a].items():
            result[k] = add(result.get(k, 0), mul(partial, tangent))
    return result


def _partials(graph: Graph, i: int) -> tuple[Scalar, ...]:
    args = [_value(graph, a) for a in arguments(graph, i)]
    if graph.ops[i] == "element":  # a . b, as [*a, *b]
        half = len(args) // 2
        return (*args[half:], *args[:half])
    a, b = [*args, None][:2]
    return PARTIALS[graph.ops[i]](Expr(graph, i), graph.data[i], a, b)


def _value(graph: Graph, i: int) -> Scalar:
    return graph.data[i][1] if graph.ops[i] == "const" else Expr(graph, i)


def reverse(
    graph: Graph, outputs: Sequence[Scalar], cotangents: Sequence[Scalar], inputs: Sequence[int]
) -> list[Scalar]:
    """The sum over outputs of cotangent times derivative with respect to each of `inputs`."""
    outputs, tapes = loop_derivatives.taped(graph, outputs, set(inputs))
    wanted = dependent(graph, outputs, inputs)
    # A cotangent that has passed a select is stored under its guard and selected only at an input:
    # 0 * inf on the way must not reach a branch that is not taken.
    adjoint: Adjoint = {i: {} for i in wanted}
    for x, cotangent in zip(outputs, cotangents, strict=True):
        if type(x) is Expr and x.index in wanted:
            _accumulate(adjoint[x.index], frozenset(), cotangent)
    unknowns: dict[int, list[int]] = {}
    for i in sorted(wanted.difference(inputs)):
        if graph.ops[i] == "solved":
            unknowns.setdefault(graph.args[i][1], []).append(i)
    for i in sorted(wanted.difference(inputs), reverse=True):
        if graph.ops[i] == "loop":
            _push_loop(graph, i, adjoint, tapes[i])
        elif graph.ops[i] in IMPLICIT:
            _push_solution(graph, i, adjoint, unknowns.get(i, ()))
        elif graph.ops[i] not in ROWS:
            _merge(graph, adjoint[i])
            _push(graph, i, adjoint)
    for i in inputs:
        _merge(graph, adjoint[i])
    return [_selected(graph, adjoint[i]) for i in inputs]


def dependent(graph: Graph, outputs: Sequence[Scalar], inputs: Sequence[int]) -> set[int]:
    """The nodes on paths from `inputs` to `outputs`, and the inputs."""
    found = set(inputs)
    for i in needed(graph, outputs, frozenset(inputs)):
        its = row_items(graph, i) if graph.ops[i] == "span" else arguments(graph, i)
        if graph.ops[i] not in BOOLEAN and not found.isdisjoint((*its, *graph.args[i])):
            found.add(i)
    return found


def _push_loop(graph: Graph, i: int, adjoint: Adjoint, tape: Span) -> None:
    """Propagate the cotangents of a loop's elements to its arguments, by a loop for each guard."""
    guarded: dict[Guard, dict[int, Scalar]] = {}
    for k, node in loop_derivatives.elements(graph, i, adjoint):
        _merge(graph, adjoint[node])
        for guard, cotangent in adjoint[node].items():
            guarded.setdefault(guard, {})[k] = cotangent
    for guard, cotangents in guarded.items():
        found = loop_derivatives.cotangents(graph, i, cotangents, tape, adjoint)
        for node, cotangent in found:
            _accumulate(adjoint.setdefault(node, {}), guard, cotangent)


def _push_solution(graph: Graph, i: int, adjoint: Adjoint, unknowns: Iterable[int]) -> None:
    """Propagate the cotangents of unknowns to the given quantities, by one system for all guards.

    A single guard is passed on; with several, the result counts where one of them holds.
    """
    places: dict[int, dict[Guard, Scalar]] = {}
    for node in unknowns:
        k, sign = graph.data[node]
        for guard, cotangent in adjoint[node].items():
            _accumulate(places.setdefault(k, {}), guard, mul(sign, cotangent))
    for its in places.values():
        _merge(graph, its)
    guards = {guard: None for its in places.values() for guard in its}
    if not guards:
        return
    alone = next(iter(guards)) if len(guards) == 1 else frozenset[tuple[int, bool]]()
    counts: Scalar = True
    if len(guards) == 1:
        of_elements = {k: its[alone] for k, its in places.items()}
    else:
        counts = _taken(graph, guards)
        of_elements = {k: _selected(graph, its) for k, its in places.items()}
    for node, cotangent in IMPLICIT[graph.ops[i]].cotangents(graph, i, of_elements):
        if node in adjoint:
            _accumulate(adjoint[node], alone, apply("select", counts, cotangent, 0))


def _taken(graph: Graph, guards: Iterable[Guard]) -> Scalar:
    """Whether one of the guards holds."""
    found: Scalar = False
    for guard in guards:
        all_taken: Scalar = True
        for condition, taken in sorted(guard):
            chosen = Expr(graph, condition)
            all_taken = apply("and", all_taken, chosen if taken else apply("not", chosen))
        found = apply("or", found, all_taken)
    return found


def _push(graph: Graph, i: int, adjoint: Adjoint) -> None:
    """Propagate the cotangents of a node to its arguments."""
    if not adjoint[i] or graph.ops[i] == "solved" or graph.ops[graph.args[i][0]] == "loop":
        return
    if (choice := _choice(graph, i)) is not None:
        condition, x, y = choice
        for taken, a in ((True, x), (False, y)):
            for guard, cotangent in adjoint[i].items():
                if a in adjoint:
                    _accumulate(adjoint[a], guard | {(condition.index, taken)}, cotangent)
        return
    for a, partial in zip(arguments(graph, i), _partials(graph, i), strict=True):
        for guard, cotangent in adjoint[i].items():
            if a in adjoint:
                _accumulate(adjoint[a], guard, mul(cotangent, partial))


def _merge(graph: Graph, adjoint: dict[Guard, Scalar]) -> None:
    """Merge cotangents from both branches of one select: the node contributes in either."""
    found = True
    while found:
        found = False
        for guard in list(adjoint):
            for condition, taken in guard:
                rest = guard - {(condition, taken)}
                other = rest | {(condition, not taken)}
                if guard in adjoint and other in adjoint:
                    x, y = adjoint.pop(guard), adjoint.pop(other)
                    chosen = Expr(graph, condition)
                    joined = apply("select", chosen, *((x, y) if taken else (y, x)))
                    _accumulate(adjoint, rest, joined)
                    found = True


def _accumulate(adjoint: dict[Guard, Scalar], guard: Guard, x: Scalar) -> None:
    adjoint[guard] = add(adjoint.get(guard, 0), x)


def _selected(graph: Graph, adjoint: dict[Guard, Scalar]) -> Scalar:
    total: Scalar = 0
    for guard, x in adjoint.items():
        for condition, taken in sorted(guard):
            chosen = Expr(graph, condition)
            x = apply("select", chosen, x, 0) if taken else apply("select", chosen, 0, x)
        total = add(total, x)
    return total


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
    variables = [Expr(graph, graph.variable()) for _ in x.flat]
    y = function(Array.of(variables, x.shape))
    seeds = {variable.index: {k: 1} for k, variable in enumerate(variables)}
    rows = forward(graph, y.flat, seeds)
    columns = [row.get(k, 0) for k in range(x.size) for row in rows]
    substitution = {v.index: value for v, value in zip(variables, x.flat, strict=True)}
    flat = replay(graph, [*y.flat, *columns], substitution)
    n = y.size
    parts = [Array.of(flat[k * n : k * n + n], y.shape) for k in range(x.size + 1)]
    return parts[0], parts[1:]
