"""Numbers that are the same in every lane: constants, counters of loops, and functions of them.

An element that is taken at such a place is loaded once, not by each lane.
"""

from collections.abc import Sequence, Set
from typing import Final

from ..scalar.expr import Expr
from ..scalar.graph import NO_OPERATIONS, Graph
from ..scalar.loops import LoopNode
from ..scalar.replay import Trace

_OTHERS: Final = NO_OPERATIONS | {"loop", "matmul"}
Uniform = Sequence[Set[int]]
"""Of each operand the indices of the elements that are the same in every lane."""


def uniform_nodes(trace: Trace, operands: Uniform) -> set[int]:
    """The nodes of a trace whose numbers are the same in every lane."""
    graph, nodes = trace.graph, set[int]()
    for operand, indices in zip(trace.operands, operands, strict=False):
        nodes |= {operand.elements[k].index for k in indices}
    for i in trace.nodes:
        op, args = graph.ops[i], graph.args[i]
        if op == "take":
            (row,) = graph.args[args[1]]
            if graph.ops[row] in ("row", "numbers") and args[0] in nodes:
                nodes.add(i)
        elif op == "const" or (op not in _OTHERS and nodes.issuperset(args)):
            nodes.add(i)
    return nodes


def uniform_inputs(graph: Graph, i: int, nodes: set[int]) -> Uniform:
    """Those of the body of a loop: of its carry, captured numbers, and parts of rows."""
    loop: LoopNode = graph.data[i]
    args, size = graph.args[i], loop.carry_size
    captured = {k for k, a in enumerate(args[size : loop.scalars]) if a in nodes}
    rows = args[loop.scalars : loop.scalars + len(loop.part_sizes)]
    parts = [
        {*range(n)} if graph.ops[row] == "row" and nodes.issuperset(graph.args[row]) else set[int]()
        for row, n in zip(rows, loop.part_sizes, strict=True)
    ]
    carry, before = {k for k, a in enumerate(args[:size]) if a in nodes}, None
    results = loop.body.results[0].elements
    while carry != before:
        before, inside = carry, uniform_nodes(loop.body, [carry, captured, *parts])
        ends = {k: results[k] for k in carry}
        carry = {k for k, x in ends.items() if type(x) is not Expr or x.index in inside}
    return [carry, captured, *parts]
