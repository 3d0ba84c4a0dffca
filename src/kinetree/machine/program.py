"""Traces made ready for a machine: primitives lowered, long programs cut."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..scalar.array import Array
from ..scalar.expr import Expr, Scalar
from ..scalar.graph import Graph
from ..scalar.replay import Operand, Trace, run
from ..scalar.special import lowered_arc, lowered_stumpff

CUT: Final = 1000
"""Operations in one LLVM function: its register allocation and scheduling are superlinear."""

_LOWERED: Final[dict[str, Callable[[int, Scalar], Scalar]]] = {
    "stumpff": lowered_stumpff,
    "arc": lowered_arc,
}


def lower(trace: Trace) -> Trace:
    """The same trace without primitives that no machine has, and with its live nodes only."""
    graph = Graph()
    values: dict[int, Scalar] = {}
    for operand in trace.operands:
        for x in operand.entries:
            node = graph.node("input", (), trace.graph.data[x.index])
            values[x.index] = Expr(graph, node)
    for i in trace.nodes:
        op, args, data = trace.graph.ops[i], trace.graph.args[i], trace.graph.data[i]
        if op == "const":
            values[i] = data[1]
        elif op in _LOWERED:
            values[i] = _LOWERED[op](data, values[args[0]])
        elif op != "input":
            values[i] = run(op, [values[a] for a in args], data)
    return Trace(graph, _mapped(trace.operands, values), _mapped(trace.results, values))


def _mapped(arrays: tuple[Operand, ...], values: dict[int, Scalar]) -> tuple[Operand, ...]:
    def entry(x: Scalar) -> Scalar:
        return values[x.index] if type(x) is Expr else x

    return tuple(Operand(a.name, a.shape, tuple(entry(x) for x in a.entries)) for a in arrays)


@dataclass(frozen=True)
class Cuts:
    """A schedule cut into pieces, and the workspace slots of values that cross a cut."""

    pieces: list[list[int]]
    slots: dict[int, int]
    workspace: int


def cut(graph: Graph, schedule: Sequence[int], size: int) -> Cuts:
    """Pieces of about `size` operations; a slot is used again once its value has been read."""
    pieces = [list(schedule[k : k + size]) for k in range(0, len(schedule), size)]
    where = {i: k for k, piece in enumerate(pieces) for i in piece}
    last: dict[int, int] = {}
    for i in schedule:
        for a in graph.args[i]:
            if a in where:
                last[a] = where[i]
    slots: dict[int, int] = {}
    free: list[int] = []
    expiring: dict[int, list[int]] = {}
    workspace = 0
    for k, piece in enumerate(pieces):
        free += expiring.pop(k, [])
        for i in piece:
            if last.get(i, k) > k:
                if not free:
                    free, workspace = [workspace], workspace + 1
                slots[i] = free.pop()
                expiring.setdefault(last[i] + 1, []).append(slots[i])
    return Cuts(pieces, slots, workspace)


def sparsity(trace: Trace) -> list[Array]:
    """For each result, whether an entry is anything but a structural zero."""

    def filled(x: Any) -> bool:
        return not (type(x) is int and x == 0)

    return [Array.of([filled(x) for x in result.entries], result.shape) for result in trace.results]
