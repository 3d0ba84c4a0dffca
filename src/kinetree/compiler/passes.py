"""Traces made ready for a machine: primitives lowered, long programs cut."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from heapq import heappop, heappush
from math import inf
from typing import Any, Final

import numpy as np

from ..scalar.array import Array
from ..scalar.expr import Expr, Scalar, add, apply, is_zero, neg, sub
from ..scalar.graph import BOOLEAN, SOURCES, Graph
from ..scalar.loops import Loop
from ..scalar.replay import Operand, Trace, run, span_again
from ..scalar.spans import Part, Row, Span, joined, parts, roots
from ..scalar.special import lowered_arc, lowered_stumpff
from .transcendental import FUNCTIONS

CUT: Final = 1000
"""Operations in one LLVM function, and values that it loads.

Register allocation and scheduling are superlinear; values that cross a cut go through memory. A
program of less than two such functions is not cut.
"""

IN_CACHE: Final = 4000
"""Operations of one sample whose code fits the instruction cache, 32 kB on many processors.

There, what waits for a result costs time, and its order pays: 10 to 15 % in aba of a Panda. Longer
code waits for its own bytes, about 17 a cycle from the second cache, whatever their order.
"""
AT_ONCE: Final = 4
"""Operations that a processor begins in a cycle, about; and cycles from one to its result."""
LATENCY: Final = {"div": 13, "sqrt": 18}
"""The cycles of those that take more."""

APART: Final = frozenset({"block", "loop"})
"""Operations that are pieces by themselves, and read what is in memory."""

Rules = Mapping[str, Callable[..., Any]]

SPECIAL: Final[Rules] = {"stumpff": lowered_stumpff, "arc": lowered_arc}


def lower(trace: Trace, dtype: str = "float64") -> Trace:
    """The same trace in operations that the machine has, products fused, live nodes only.

    In float32 the transcendental functions stay: they are computed in float64 and rounded once.
    """
    if _holds(trace.graph, SPECIAL.keys()):
        trace = rewrite(trace, SPECIAL)
    return rewrite(trace, {**FUSED, **_ARITHMETIC} if dtype == "float64" else FUSED)


def settled(trace: Trace) -> Trace:
    """A trace that is not to be differentiated: solutions are the numbers that were found."""
    graph, given = Graph(), trace.graph
    if not _holds(given, {"solved"}):
        return trace

    def needed(i: int) -> Sequence[int]:
        return given.args[i][:1] if given.ops[i] == "solved" else given.args[i]

    values: dict[int, Any] = {}
    for operand in trace.operands:
        for x in operand.entries if isinstance(operand.entries, tuple) else ():
            values[x.index] = Expr(graph, graph.node("input", (), given.data[x.index]))
    for i in given.live(roots(x.entries for x in trace.results), (), needed):
        args, data = tuple(values[a].index for a in needed(i)), given.data[i]
        if given.ops[i] == "loop":
            data = replace(data, body=settled(data.body))
        node = args[0] if given.ops[i] == "solved" else graph.node(given.ops[i], args, data)
        values[i] = Expr(graph, node)
    operands, results = (_mapped(graph, x, values) for x in (trace.operands, trace.results))
    return Trace(graph, operands, results)


def _holds(graph: Graph, ops: Set[str]) -> bool:
    """Whether a graph, or the body of one of its loops, has one of these operations."""
    return not ops.isdisjoint(graph.ops) or any(
        op == "loop" and _holds(data.body.graph, ops)
        for op, data in zip(graph.ops, graph.data, strict=True)
    )


def rewrite(trace: Trace, rules: Rules) -> Trace:
    """The trace with some of its operations replaced by what the rules make of their arguments."""
    graph = Graph()
    values: dict[int, Scalar] = {}
    for operand in trace.operands:
        for x in operand.entries if isinstance(operand.entries, tuple) else ():
            values[x.index] = Expr(graph, graph.node("input", (), trace.graph.data[x.index]))
    for i in trace.nodes:
        op, args, data = trace.graph.ops[i], trace.graph.args[i], trace.graph.data[i]
        if op == "const":
            values[i] = data[1]
        elif op in SOURCES or (op == "span" and not args):
            values[i] = Expr(graph, graph.node(op, (), data))
        elif op == "span":
            values[i] = span_again(trace.graph, i, values)
        elif op == "loop":
            body = Loop(rewrite(data.body, rules), data.length, data.backward)
            values[i] = body.again([values[a] for a in args])
        elif op in rules:
            given = [values[a] for a in args]
            values[i] = rules[op](*given) if data is None else rules[op](data, *given)
        else:
            values[i] = run(op, [values[a] for a in args], data)
    operands, results = (_mapped(graph, x, values) for x in (trace.operands, trace.results))
    return Trace(graph, operands, results)


def _product(x: Scalar) -> tuple[Scalar, Scalar] | None:
    """The factors of a traced product."""
    if type(x) is not Expr or x.graph.ops[x.index] != "mul":
        return None
    a, b = (_scalar(x.graph, i) for i in x.graph.args[x.index])
    return a, b


def _scalar(graph: Graph, i: int) -> Scalar:
    return graph.data[i][1] if graph.ops[i] == "const" else Expr(graph, i)


def _fused_add(x: Scalar, y: Scalar) -> Scalar:
    """a b + y, or x + a b: the first product in source order, whatever else uses it."""
    if (factors := _product(x)) is not None:
        return apply("fma", *factors, y)
    if (factors := _product(y)) is not None:
        return apply("fma", *factors, x)
    return add(x, y)


def _fused_sub(x: Scalar, y: Scalar) -> Scalar:
    """a b - y, or x - a b."""
    if (factors := _product(x)) is not None:
        return apply("fma", *factors, neg(y))
    if (factors := _product(y)) is not None:
        return apply("fma", neg(factors[0]), factors[1], x)
    return sub(x, y)


FUSED: Final[Rules] = {"add": _fused_add, "sub": _fused_sub}


@lru_cache
def function_trace(op: str) -> Trace:
    """A transcendental function by itself, as arithmetic: what a float32 kernel calls."""
    count = 2 if op == "atan2" else 1
    graph = Graph()
    entries = tuple(Expr(graph, graph.node("input", (), ("x", j))) for j in range(count))
    y = Operand("y", (), (FUNCTIONS[op](*entries),))
    return rewrite(Trace(graph, (Operand("x", (count,), entries),), (y,)), FUSED)


def _function(op: str, *args: Scalar) -> Scalar:
    """The value of a transcendental function as arithmetic."""
    (y,) = function_trace(op)(Array.of(args, (len(args),)))
    return y.flat[0]


_ARITHMETIC: Final[Rules] = {op: partial(_function, op) for op in FUNCTIONS}


def _mapped(
    graph: Graph, arrays: tuple[Operand, ...], values: dict[int, Scalar]
) -> tuple[Operand, ...]:
    def entry(x: Scalar) -> Scalar:
        value = values[x.index] if type(x) is Expr else x
        if type(value) is Expr and value.graph.ops[value.index] in BOOLEAN:
            return apply("select", value, 1.0, 0.0)
        return value

    def moved(part: Part) -> Row:
        if isinstance(part, tuple):
            return tuple([entry(x) for x in part])
        source = values[part.source].index if isinstance(part.source, int) else part.source
        return Span(graph, source, part.start, part.length)

    return tuple(
        Operand(a.name, a.shape, joined([moved(part) for part in parts(a.entries)])) for a in arrays
    )


@dataclass(frozen=True)
class Cuts:
    """A schedule cut into pieces, and the workspace slots of values that cross a cut."""

    pieces: list[list[int]]
    slots: dict[int, int]
    workspace: int


def cut(graph: Graph, schedule: Sequence[int], size: int) -> Cuts:
    """Pieces of `size` operations and loads; a slot is used again once its value has been read."""
    pieces = _pieces(graph, schedule, size if len(schedule) > 2 * size else inf)
    where = {i: k for k, piece in enumerate(pieces) for i in piece}
    last: dict[int, int] = {}
    for i in schedule:
        for a in graph.args[i] if graph.ops[i] not in APART else ():  # those have their own memory
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


def _pieces(graph: Graph, schedule: Sequence[int], size: float) -> list[list[int]]:
    """Neighbours in the schedule; an operation weighs 1, and so does a value that it loads."""
    pieces: list[list[int]] = []
    known: set[int] = set()
    weight = size
    for i in schedule:
        alone = graph.ops[i] in APART
        if weight >= size or alone:
            pieces.append([])
            known.clear()
            weight = 0
        if alone:
            pieces[-1].append(i)
            weight = size
            continue
        loads = {a for a in graph.args[i] if a not in known and graph.ops[a] != "const"}
        weight += 1 + len(loads)
        known |= {i, *loads}
        pieces[-1].append(i)
    return pieces


def overlapped(graph: Graph, piece: Sequence[int]) -> list[int]:
    """A piece in another order: while an operation's arguments are computed, later ones go first.

    A processor looks ahead by some hundred operations only. The earliest that is ready goes first,
    so that few values are alive.
    """
    users: dict[int, list[int]] = {}
    missing: dict[int, int] = {}
    here = set(piece)
    for i in piece:
        needed = here.intersection(graph.args[i])
        missing[i] = len(needed)
        for a in needed:
            users.setdefault(a, []).append(i)
    ready = [i for i in piece if not missing[i]]
    waiting: list[tuple[int, int]] = []
    earliest = dict.fromkeys(piece, 0)
    found: list[int] = []
    cycle = 0
    while ready or waiting:
        while waiting and waiting[0][0] <= cycle:
            heappush(ready, heappop(waiting)[1])
        for i in [heappop(ready) for _ in range(min(AT_ONCE, len(ready)))]:
            found.append(i)
            for user in users.get(i, ()):
                earliest[user] = max(earliest[user], cycle + LATENCY.get(graph.ops[i], AT_ONCE))
                missing[user] -= 1
                if not missing[user]:
                    heappush(waiting, (earliest[user], user))
        cycle = cycle + 1 if ready or not waiting else max(cycle + 1, waiting[0][0])
    return found


def sparsity(trace: Trace) -> list[Any]:
    """For each result, whether an entry is anything but a structural zero."""

    def filled(part: Part) -> Any:
        if isinstance(part, tuple):
            return np.array([not is_zero(x) for x in part], bool)
        return np.ones(len(part), bool)

    return [
        np.concatenate([np.ones(0, bool), *map(filled, parts(result.entries))])
        for result in trace.results
    ]
