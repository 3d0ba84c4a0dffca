"""Functions of angles with fewer operations: expanded, with sin^2 + cos^2 = 1.

Differentiation leaves such squares, spread over sums of products: the rate of a rotation about an
axis comes out times (cos^2 + sin^2). They add up exactly for any angle: this is algebra on the
expression, not on numbers. sin^2 never becomes 1 - cos^2, nor is a sum without angles expanded:
both would lose digits.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Final, TypeAlias

from .array import Array, Shape, structural
from .expr import Expr, Scalar, add, mul
from .graph import SOURCES, Graph
from .replay import NamedArray, Trace, traced

Monomial: TypeAlias = tuple[int, ...]
"""The nodes of a product, sorted; powers are repeated."""
Polynomial: TypeAlias = dict[Monomial, float]

MOST_TERMS: Final = 200


def cheapest(function: Callable[..., tuple[list[Array], Array]], *shapes: Shape) -> Trace:
    """The trace of an array in the cheapest of the forms of it that `function` of arrays gives.

    Chosen element by element by operation count, among the forms as they are and expanded.
    `function` also gives what is computed in any case: shared operations count once.
    """

    def flat(*x: Array) -> list[Array]:
        forms, known = function(*x)
        return [known, *forms]

    whole = traced(flat, *shapes)
    graph, (known, *forms) = whole.graph, [result.elements for result in whole.results]
    forms += [_expanded(graph, form) for form in forms]
    best = _cheapest(graph, forms, known)
    return Trace(graph, whole.operands, (NamedArray("", whole.results[1].shape, tuple(best)),))


def _cheapest(
    graph: Graph, choices: Sequence[Sequence[Scalar]], known: Sequence[Scalar]
) -> list[Scalar]:
    def cost(flat: Sequence[Scalar]) -> int:
        live = graph.live(x.index for x in (*known, *flat) if type(x) is Expr)
        return sum(graph.ops[i] not in SOURCES for i in live)

    best = list(min(choices, key=cost))
    for choice in choices:
        for k, x in enumerate(choice):
            trial = [*best[:k], x, *best[k + 1 :]]
            if cost(trial) < cost(best):
                best = trial
    return best


def _expanded(graph: Graph, flat: Sequence[Scalar]) -> tuple[Scalar, ...]:
    live = graph.live(x.index for x in flat if type(x) is Expr)
    sines = {graph.args[i]: i for i in live if graph.ops[i] == "sin"}
    pairs = {i: sines.get(graph.args[i], -1) for i in live if graph.ops[i] == "cos"}
    of_angles = {*pairs, *sines.values()}
    polynomials: dict[int, Polynomial] = {}
    for i in live:
        if graph.ops[i] in ("add", "sub", "mul", "neg") and not of_angles.isdisjoint(graph.args[i]):
            of_angles.add(i)
        p = _polynomial(graph, i, [polynomials[a] for a in graph.args[i]], i in of_angles)
        polynomials[i] = {(i,): 1} if p is None else _without_unit_squares(p, pairs)
    return tuple(_summed(graph, polynomials[x.index]) if type(x) is Expr else x for x in flat)


def _polynomial(
    graph: Graph, i: int, args: Sequence[Polynomial], of_angles: bool
) -> Polynomial | None:
    """A node as a polynomial of others; None for a node that is not to be expanded."""
    match graph.ops[i], args:
        case "const", _ if isinstance(graph.data[i][1], float):
            return {(): graph.data[i][1]}
        case "neg", [p]:
            return {m: -k for m, k in p.items()}
        case "mul", [p, q] if len(p) * len(q) <= MOST_TERMS:
            return _product(p, q)
        case "add" | "sub", [p, q] if of_angles:
            total = dict(p)
            for m, k in q.items():
                _count(total, m, k if graph.ops[i] == "add" else -k)
            return total if len(total) <= MOST_TERMS else None
        case _:
            return None


def _product(p: Polynomial, q: Polynomial) -> Polynomial:
    total: Polynomial = {}
    for m, k in p.items():
        for n, j in q.items():
            _count(total, tuple(sorted(m + n)), k * j)
    return total


def _count(p: Polynomial, m: Monomial, k: float) -> None:
    p[m] = p.get(m, 0) + k
    if p[m] == 0:
        del p[m]


def _without_unit_squares(p: Polynomial, pairs: Mapping[int, int]) -> Polynomial:
    """Replace k m cos^2 + k m sin^2 by k m."""
    is_reduced = False
    while not is_reduced:
        is_reduced = True
        for m, k in list(p.items()):
            for cosine in {i for i in m if i in pairs and m.count(i) > 1}:
                rest = _divided(_divided(m, cosine), cosine)
                other = tuple(sorted((*rest, pairs[cosine], pairs[cosine])))
                if p.get(m) == k == p.get(other):
                    del p[m], p[other]
                    _count(p, rest, k)
                    is_reduced = False
    return p


def _divided(m: Monomial, node: int) -> Monomial:
    k = m.index(node)
    return m[:k] + m[k + 1 :]


def _summed(graph: Graph, p: Polynomial) -> Scalar:
    """A polynomial as a scalar, its most frequent factor taken out, recursively."""
    uses = Counter(i for m in p for i in set(m))
    node, most = max(uses.items(), key=lambda use: (use[1], -use[0]), default=(0, 0))
    if most > 1:
        inside = {_divided(m, node): k for m, k in p.items() if node in m}
        outside = {m: k for m, k in p.items() if node not in m}
        return add(mul(Expr(graph, node), _summed(graph, inside)), _summed(graph, outside))
    total: Scalar = 0
    for m, k in p.items():
        (term,) = structural([k])
        total = add(total, reduce(mul, (Expr(graph, i) for i in m), term))
    return total
