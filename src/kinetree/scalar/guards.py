"""Cotangents under guards: the conditions of the selects that they have passed.

A cotangent that has passed a select is stored under its guard and selected only at an input:
0 * inf on the way must not reach a branch that is not taken.
"""

from collections.abc import Iterable

from .expr import Expr, Scalar, add, apply
from .graph import Graph

Guard = frozenset[tuple[int, bool]]
Adjoint = dict[int, dict[Guard, Scalar]]
"""The cotangents of nodes, by the conditions of the selects that they have passed."""


def merge(graph: Graph, adjoint: dict[Guard, Scalar]) -> None:
    """Merge cotangents from both branches of one select: the node contributes in either."""
    is_merged = False
    while not is_merged:
        is_merged = True
        for guard in list(adjoint):
            for condition, is_taken in guard:
                rest = guard - {(condition, is_taken)}
                other = rest | {(condition, not is_taken)}
                if guard in adjoint and other in adjoint:
                    x, y = adjoint.pop(guard), adjoint.pop(other)
                    chosen = Expr(graph, condition)
                    joined = apply("select", chosen, *((x, y) if is_taken else (y, x)))
                    accumulate(adjoint, rest, joined)
                    is_merged = False


def accumulate(adjoint: dict[Guard, Scalar], guard: Guard, x: Scalar) -> None:
    """Add a cotangent under a guard."""
    adjoint[guard] = add(adjoint.get(guard, 0), x)


def selected(graph: Graph, adjoint: dict[Guard, Scalar]) -> Scalar:
    """The sum of the cotangents whose guards hold."""
    total: Scalar = 0
    for guard, x in adjoint.items():
        for condition, is_taken in sorted(guard):
            chosen = Expr(graph, condition)
            x = apply("select", chosen, x, 0) if is_taken else apply("select", chosen, 0, x)
        total = add(total, x)
    return total


def taken(graph: Graph, guards: Iterable[Guard]) -> Scalar:
    """Whether one of the guards holds."""
    any_holds: Scalar = False
    for guard in guards:
        all_hold: Scalar = True
        for condition, is_taken in sorted(guard):
            chosen = Expr(graph, condition)
            all_hold = apply("and", all_hold, chosen if is_taken else apply("not", chosen))
        any_holds = apply("or", any_holds, all_hold)
    return any_holds
