"""Numbers that are the same in every lane: of constants, and of counters of loops.

An element that is taken at such a place is loaded once, not by each lane.
"""

from collections.abc import Set
from typing import Final

from ..scalar.expr import Expr
from ..scalar.graph import NO_OPERATIONS
from ..scalar.loops import LoopNode
from ..scalar.replay import Trace

_OTHERS: Final = NO_OPERATIONS | {"loop", "matmul"}


def uniform_nodes(
    trace: Trace, carry: Set[int] = frozenset(), captured: Set[int] = frozenset()
) -> set[int]:
    """The nodes of a trace whose numbers are the same in every lane.

    Those of a loop's body, for the indices of its carry and captured numbers that are.
    """
    graph, nodes = trace.graph, set[int]()
    for operand, indices in zip(trace.operands, (carry, captured), strict=False):
        nodes |= {operand.elements[k].index for k in indices}
    for i in trace.nodes:
        op, args = graph.ops[i], graph.args[i]
        if op == "take":
            (row,) = graph.args[args[1]]
            if graph.ops[row] == "row" and args[0] in nodes:
                nodes.add(i)
        elif op == "const" or (op not in _OTHERS and nodes.issuperset(args)):
            nodes.add(i)
    return nodes


def uniform_inputs(
    loop: LoopNode, args: tuple[int, ...], nodes: Set[int]
) -> tuple[Set[int], Set[int]]:
    """The indices of a loop's carry, and of captured numbers, that are the same in every lane."""
    size = loop.carry_size
    captured = {k for k, i in enumerate(args[size : loop.scalars]) if i in nodes}
    carry, before = {k for k, i in enumerate(args[:size]) if i in nodes}, None
    results = loop.body.results[0].elements
    while carry != before:
        before, inside = carry, uniform_nodes(loop.body, carry, captured)
        ends = {k: results[k] for k in carry}
        carry = {k for k, x in ends.items() if type(x) is not Expr or x.index in inside}
    return carry, captured
