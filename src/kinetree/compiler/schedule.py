"""Schedules of lowered traces: cut into partitions, and ordered within one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import inf
from typing import Final

from ..scalar.graph import Graph

PARTITION_SIZE: Final = 1000
"""Operations in one LLVM function, with the values that it loads.

LLVM's register allocation and scheduling take superlinear time; values that several partitions use
go through memory. A trace of less than two partitions is not divided.
"""

SCHEDULED_OPERATIONS: Final = 4000, 20_000
"""Operations of a scalar, and of a vector variant from which on an order gains nothing.

Scalar code of 4,000 fits the instruction cache, 32 kB on many processors, where latency costs time.
Longer code waits for instructions, about 17 bytes a cycle from the second-level cache, whatever
their order.
"""
ISSUE_WIDTHS: Final = 4, 2
"""Operations on numbers, and on vectors, that a processor issues per cycle, about."""
LATENCY_CYCLES: Final = 4
"""Latency of most operations in cycles, about."""
LONG_LATENCIES: Final = {"div": 13, "sqrt": 18}
"""Latencies of the slower operations in cycles."""

_FEW: Final = 14
"""Operations for each value that is alive at once from which a schedule stays as traced.

Dynamics of robots have 10 to 30, sums of hundreds of terms 2 to 9.
"""
_GAIN: Final = 0.25
"""Depth first is taken where it has fewer values alive than this share; at 0.8 no robot gains."""

STANDALONE: Final = frozenset({"matmul", "loop"})
"""Operations that are partitions of their own and read rows in memory."""


def shortened(graph: Graph, schedule: Sequence[int], results: Iterable[int]) -> Sequence[int]:
    """The order of a schedule in which fewer values are alive: as traced, or depth first.

    Depth first each result is computed with what it needs alone, as sums of sums are best; in a
    recursion along a tree, what several results need would stay alive. All distances of 40 points
    take a tenth less in a call, a sixth in a batch; no robot's dynamics change.
    """
    alive = _most_alive(graph, schedule)
    if _FEW * alive < len(schedule):
        return schedule
    here, seen, depth_first = {*schedule}, set[int](), list[int]()
    stack = [*reversed([*results, *schedule])]
    while stack:
        i = stack.pop()
        if i < 0:
            depth_first.append(~i)
        elif i not in seen:
            seen.add(i)
            stack += (~i,) if i in here else ()
            stack += reversed(graph.args[i])
    return depth_first if _most_alive(graph, depth_first) < _GAIN * alive else schedule


def _most_alive(graph: Graph, order: Sequence[int]) -> int:
    """The most values that are alive at once."""
    last = {a: i for i in order for a in graph.args[i]}
    alive = most = 0
    ends: dict[int, int] = {}
    for i in order:
        if i in last:
            ends[last[i]] = ends.get(last[i], 0) + 1
            alive += 1
            most = max(most, alive)
        alive -= ends.pop(i, 0)
    return most


@dataclass
class Repeat:
    """A sequence of operations that begins at several places of a schedule."""

    length: int
    starts: list[int]


def partition(
    graph: Graph, schedule: Sequence[int], size: int, repeats: Sequence[Repeat] = ()
) -> tuple[list[list[int]], dict[int, int], int]:
    """Partitions of `size` operations and loads, slots of values that later ones use, and the end.

    A slot of the workspace is reused after the last load. Each repeat is a partition, and where one
    has a slot, those like it have one.
    """
    lengths = {start: x.length for x in repeats for start in x.starts}
    limit = size if len(schedule) > 2 * size else inf
    partitions: list[list[int]] = []
    numbers: dict[int, int] = {}
    end = 0
    for start in sorted(lengths):
        partitions += _divide(graph, schedule[end:start], limit)
        end = start + lengths[start]
        numbers[start] = len(partitions)
        partitions.append([*schedule[start:end]])
    partitions += _divide(graph, schedule[end:], limit)
    last: dict[int, int] = {}
    for k, nodes in enumerate(partitions):
        if graph.ops[nodes[0]] not in STANDALONE:  # those read rows in memory
            last |= {a: k for i in nodes for a in graph.args[i]}
    for x in repeats:
        alike = [(k, partitions[k]) for k in (numbers[start] for start in x.starts)]
        kept = {j for k, nodes in alike for j, i in enumerate(nodes) if last.get(i, k) > k}
        last |= {nodes[j]: max(last.get(nodes[j], 0), k + 1) for k, nodes in alike for j in kept}
    slots: dict[int, int] = {}
    free: list[int] = []
    expiring: dict[int, list[int]] = {}
    workspace = 0
    for k, nodes in enumerate(partitions):
        free += expiring.pop(k, [])
        for i in nodes:
            if last.get(i, k) > k:
                if not free:
                    free, workspace = [workspace], workspace + 1
                slots[i] = free.pop()
                expiring.setdefault(last[i] + 1, []).append(slots[i])
    return partitions, slots, workspace


def _divide(graph: Graph, schedule: Sequence[int], size: float) -> list[list[int]]:
    """Consecutive nodes of the schedule, of `size` operations and loaded values."""
    partitions: list[list[int]] = []
    known: set[int] = set()
    weight = size
    for i in schedule:
        alone = graph.ops[i] in STANDALONE
        if weight >= size or alone:
            partitions.append([])
            known.clear()
            weight = 0
        if alone:
            partitions[-1].append(i)
            weight = size
            continue
        loads = {a for a in graph.args[i] if a not in known and graph.ops[a] != "const"}
        weight += 1 + len(loads)
        known |= {i, *loads}
        partitions[-1].append(i)
    return partitions


def list_schedule(graph: Graph, nodes: Sequence[int], width: int) -> list[int]:
    """Nodes in the order of list scheduling: those whose arguments are ready go first.

    A processor issues `width` a cycle, and reorders some hundred only. Of several that are ready
    the first in the given order goes first, so that few values are live. With 32 vector registers
    rnea and aba of Solo12 and Talos take 3 to 9 % less in batches. With 16 it is left out: calls of
    Panda and Solo12 took 2 to 14 % more with it, of UR5 0 to 7 % less; twice as much is spilled.
    """
    place = {i: k for k, i in enumerate(nodes)}
    users: dict[int, list[int]] = {}
    missing: dict[int, int] = {}
    for i in nodes:
        needed = {a for a in graph.args[i] if a in place}
        missing[i] = len(needed)
        for a in needed:
            users.setdefault(a, []).append(i)
    ready = [place[i] for i in nodes if not missing[i]]
    waiting: list[tuple[int, int]] = []
    earliest = dict.fromkeys(nodes, 0)
    order: list[int] = []
    cycle = 0
    while ready or waiting:
        while waiting and waiting[0][0] <= cycle:
            heappush(ready, heappop(waiting)[1])
        for i in [nodes[heappop(ready)] for _ in range(min(width, len(ready)))]:
            order.append(i)
            latency = LONG_LATENCIES.get(graph.ops[i], LATENCY_CYCLES)
            for user in users.get(i, ()):
                earliest[user] = max(earliest[user], cycle + latency)
                missing[user] -= 1
                if not missing[user]:
                    heappush(waiting, (earliest[user], place[user]))
        cycle = cycle + 1 if ready or not waiting else max(cycle + 1, waiting[0][0])
    return order
