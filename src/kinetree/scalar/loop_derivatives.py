"""Derivatives of loops, as loops.

Forward: a loop whose carry holds the numbers and their derivatives. Reverse: a loop that records
the carry of every step, its tape, and a backward loop over the steps whose carry holds cotangents.
A loop with a long tape is split into a loop of shorter ones, which are recomputed in the backward
loop: only the carry at the beginning of each is recorded.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from math import isqrt
from typing import Any, Final

from . import differentiate
from .array import Array
from .expr import Expr, Scalar
from .graph import BOOLEAN, Graph
from .loops import Loop, Step, looped
from .products import arguments
from .replay import Trace, replay
from .spans import Row, Source, Span, joined, row_items

TAPE: Final = 1 << 14
"""The longest tape, in numbers, of a loop that is not split: it fits a core's cache, in vectors."""

Tangent = Callable[[int], Mapping[int, Scalar]]
Tapes = dict[Source, Span]
Stepped = tuple[Sequence[Scalar], Sequence[Sequence[Scalar]]]


class LoopTangents:
    """The derivatives of the elements of a loop along directions, by a second loop."""

    def __init__(self, graph: Graph, node: int, tangent: Tangent) -> None:
        at = _Arguments(graph, node)
        self.loop, body = at.loop, at.loop.body
        carry = [dict(tangent(i)) for i in at.carry]
        captured = {i: tangent(i) for i in at.captured}
        rows = [[tangent(i) for i in items] for items in at.rows]
        self._carry, parts, self._results = _active(at.loop, carry, captured, at.captured, rows)
        n = len(at.carry)

        def step(values: list[Scalar], x: list[list[Scalar]]) -> Stepped:
            given, moving = x[: len(parts)], x[len(parts) :]
            seeds: dict[int, dict[int, Scalar]] = {i: dict(t) for i, t in captured.items()}
            pairs = [(values[k], d, t) for (k, d), t in zip(self._carry, values[n:], strict=True)]
            for part, its, tangents in zip(given, parts, moving, strict=True):
                pairs += [(part[j], d, t) for (j, d), t in zip(its, tangents, strict=True)]
            for number, d, t in pairs:
                seeds.setdefault(number.index, {})[d] = t
            after, *ys = _run(body, values[:n], [Expr(graph, i) for i in at.captured], given)
            flat = [e for y in (after, *ys) for e in y.flat]
            found = iter(differentiate.forward(graph, flat, seeds))
            d_after, *d_ys = [[next(found) for _ in y.flat] for y in (after, *ys)]
            next_tangents = [d_after[k].get(d, 0) for k, d in self._carry]
            result_tangents = [
                [d_y[j].get(d, 0) for j, d in its]
                for d_y, its in zip(d_ys, self._results, strict=True)
            ]
            return [*after.flat, *next_tangents], result_tangents

        init = [*at.initial, *(carry[k].get(d, 0) for k, d in self._carry)]
        moving_rows = [
            tuple(items[t * w + j].get(d, 0) for t in range(at.loop.length) for j, d in its)
            for items, its, w in zip(rows, parts, at.loop.part_sizes, strict=True)
        ]
        widths = [*at.loop.part_sizes, *map(len, parts)]
        final, self._spans = looped(
            graph,
            step,
            init,
            [*at.whole_rows, *moving_rows],
            widths,
            at.loop.length,
            at.loop.backward,
        )
        self._final = final[n:]

    def of_entry(self, k: int) -> dict[int, Scalar]:
        """The derivatives of one element."""
        if k < self.loop.carry_size:
            pairs = zip(self._carry, self._final, strict=True)
            return {d: x for (at, d), x in pairs if at == k}
        leaf, step, j = self.loop.place(k)
        its, span = self._results[leaf], self._spans[leaf]
        start = step * len(its)
        return {d: span[start + p] for p, (at, d) in enumerate(its) if at == j}


class _Arguments:
    """The arguments of a loop: its carry, captured numbers and rows."""

    def __init__(self, graph: Graph, node: int) -> None:
        self.loop: Loop = graph.data[node]
        args = graph.args[node]
        self.carry = args[: self.loop.carry_size]
        self.captured = args[self.loop.carry_size : self.loop.scalars]
        self.row_nodes = args[self.loop.scalars :]
        self.initial = [_scalar(graph, i) for i in self.carry]
        self.whole_rows: list[Row] = [
            Span.of(graph, i)
            if graph.ops[i] == "span"
            else tuple(_scalar(graph, k) for k in graph.args[i])
            for i in self.row_nodes
        ]
        self.graph = graph

    @property
    def rows(self) -> list[list[int]]:
        """The nodes of the elements of each row."""
        return [row_items(self.graph, i) for i in self.row_nodes]


def _scalar(graph: Graph, i: int) -> Scalar:
    return graph.data[i][1] if graph.ops[i] == "const" else Expr(graph, i)


def _run(
    body: Trace,
    carry: Sequence[Scalar],
    captured: Sequence[Scalar],
    parts: Sequence[Sequence[Scalar]],
) -> list[Array]:
    """The results of a body."""
    return body(*(Array.of(x, (len(x),)) for x in (carry, captured, *parts)))


Pairs = list[tuple[int, int]]
"""(index, direction) of numbers with derivatives that can be other than zero."""


def _active(
    loop: Loop,
    carry: Sequence[Mapping[int, Scalar]],
    captured: Mapping[int, Mapping[int, Scalar]],
    captured_nodes: Sequence[int],
    rows: Sequence[Sequence[Mapping[int, Scalar]]],
) -> tuple[Pairs, list[Pairs], list[Pairs]]:
    """The numbers of carry, rows and results with nonzero derivatives, and the directions."""
    read = _Dependence(loop)
    first: list[set[int]] = [set(x) for x in carry]
    first += [set(captured.get(i, ())) for i in captured_nodes]
    for items, w in zip(rows, loop.part_sizes, strict=True):
        first += [{d for x in items[j::w] for d in x} for j in range(w)]
    directions = sorted({d for x in first for d in x})
    reached = [read.reached(sum(1 << i for i, x in enumerate(first) if d in x)) for d in directions]

    def pairs(masks: Sequence[int]) -> Pairs:
        """The pairs of numbers, given by masks of the inputs that they depend on."""
        return [
            (k, d)
            for k, mask in enumerate(masks)
            for d, bits in zip(directions, reached, strict=True)
            if bits & mask
        ]

    inputs = [1 << i for i in range(len(first))]
    starts = accumulate(loop.part_sizes, initial=loop.scalars)
    parts = [pairs(inputs[at : at + w]) for at, w in zip(starts, loop.part_sizes, strict=False)]
    return pairs(inputs[: loop.carry_size]), parts, [pairs(masks) for masks in read.results[1:]]


class _Dependence:
    """The inputs that the results of a body depend on: a bit mask each, bits in input order."""

    def __init__(self, loop: Loop) -> None:
        graph, body = loop.body.graph, loop.body
        masks: dict[int, int] = {}
        bit = 1
        for operand in body.operands:
            for x in operand.elements:
                masks[x.index] = bit
                bit <<= 1
        for i in body.nodes:
            if i not in masks:
                masks[i] = 0
                its = row_items(graph, i) if graph.ops[i] == "span" else ()
                if graph.ops[i] not in BOOLEAN:
                    for a in (*arguments(graph, i), *graph.args[i], *its):
                        masks[i] |= masks.get(a, 0)
        self.results = [
            [masks.get(x.index, 0) if type(x) is Expr else 0 for x in y.elements]
            for y in body.results
        ]

    def reached(self, inputs: int) -> int:
        """Inputs, and the numbers of the carry that depend on them after any number of steps."""
        before = 0
        while inputs != before:
            before = inputs
            for k, mask in enumerate(self.results[0]):
                if mask & inputs:
                    inputs |= 1 << k
        return inputs

    def needed(self, cotangents: int, results: int) -> int:
        """Numbers of the carry that have a cotangent in some step.

        `cotangents` are those of the final carry; `results`, inputs of results with a cotangent.
        """
        before, found = -1, cotangents | results
        while found != before:
            before = found
            for k, mask in enumerate(self.results[0]):
                if found >> k & 1:
                    found |= mask
        return found


def taped(
    graph: Graph, outputs: Sequence[Scalar], inputs: Collection[int]
) -> tuple[list[Scalar], Tapes]:
    """`outputs` by loops that record a tape, and the tapes by the nodes of their loops.

    Loops that only the `inputs` depend on are unchanged.
    """
    tapes: Tapes = {}
    replaced: dict[int, Any] = {i: Expr(graph, i) for i in inputs}
    for i in graph.live((x.index for x in outputs if type(x) is Expr), inputs):
        if graph.ops[i] == "loop":
            args = replay(graph, [Expr(graph, a) for a in graph.args[i]], replaced)
            again = graph.data[i].rebuilt(args).index
            replaced[i] = _with_tape(_Arguments(graph, again), tapes)
    return (replay(graph, outputs, replaced) if tapes else list(outputs)), tapes


def _with_tape(at: "_Arguments", tapes: Tapes) -> Row:
    """The elements of a loop that records the carry of every step, or of every few steps."""
    graph, loop = at.graph, at.loop
    size = isqrt(loop.length) if loop.length * loop.carry_size > TAPE else 1
    count = loop.length // size
    rest = loop.length - count * size
    captured = [Expr(graph, i) for i in at.captured]

    def step(carry: list[Scalar], x: list[list[Scalar]]) -> Stepped:
        after, *ys = _run(loop.body, carry, captured, x)
        return after.flat, [y.flat for y in ys]

    def steps(carry: list[Scalar], x: list[list[Scalar]]) -> Stepped:
        rows = [tuple(part) for part in x]
        final, spans = looped(graph, step, carry, rows, loop.part_sizes, size, loop.backward)
        return final, list(spans)

    def run(part: Step, carry: list[Scalar], begin: int, n: int, length: int) -> Any:
        """`length` times `n` steps, from step `begin` of the rows on."""
        widths = [n * w for w in loop.part_sizes]
        rows = [
            r[begin * w : begin * w + length * n * w]
            for r, w in zip(at.whole_rows, loop.part_sizes, strict=True)
        ]

        def recording(carry: list[Scalar], x: list[list[Scalar]]) -> Stepped:
            after, ys = part(carry, x)
            return after, [*ys, carry]

        final, spans = looped(graph, recording, carry, rows, widths, length, loop.backward)
        tapes[spans[-1].source] = spans[-1]
        return final, spans[:-1]

    shift = rest if loop.backward else 0
    final, spans = run(step if size == 1 else steps, at.initial, shift, size, count)
    if rest:
        final, others = run(step, final, 0 if loop.backward else count * size, 1, rest)
        pairs = (
            zip(others, spans, strict=True) if loop.backward else zip(spans, others, strict=True)
        )
        spans = [joined(pair) for pair in pairs]
    return joined([tuple(final), *spans])


def elements(graph: Graph, node: int, known: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield the elements of a loop that are among `known` nodes: indices and nodes."""
    for i in sorted(known):
        if graph.ops[i] == "element" and graph.args[i][0] == node:
            yield graph.data[i], i


def cotangents(
    graph: Graph,
    node: int,
    given: Mapping[int, Scalar],
    tape: Span,
    wanted: Collection[int],
) -> Iterator[tuple[int, Scalar]]:
    """Yield the cotangents of the arguments of a loop, given those of its elements.

    Only of arguments that are `wanted`, and of elements of other loops.
    """
    at = _Arguments(graph, node)
    back = _Backward(graph, at, given, set(wanted))
    loop, n = at.loop, len(back.carry)

    def step(carry: list[Scalar], x: list[list[Scalar]]) -> Stepped:
        before, parts = x[0], x[1 : 1 + len(loop.part_sizes)]
        its_cotangents = [*carry[:n], *(c for part in x[1 + len(loop.part_sizes) :] for c in part)]
        results = _run(loop.body, before, [Expr(graph, i) for i in at.captured], parts)
        outputs = [results[0].flat[k] for k in back.carry]
        outputs += [
            y.flat[j] for y, its in zip(results[1:], back.results, strict=False) for j in its
        ]
        inputs = [before[k] for k in back.carry] + [Expr(graph, i) for i in back.captured]
        inputs += [part[j] for part, its in zip(parts, back.parts, strict=True) for j in its]
        found = iter(
            differentiate.reverse(graph, outputs, its_cotangents, [x.index for x in inputs])
        )
        after = [next(found) for _ in back.carry]
        totals = [total + next(found) for total in carry[n:]]
        return [*after, *totals], [[next(found) for _ in its] for its in back.parts]

    init = [*(given.get(k, 0) for k in back.carry), *([0] * len(back.captured))]
    rows: list[Row] = [tape, *at.whole_rows, *back.rows]
    widths = [loop.carry_size, *loop.part_sizes, *map(len, back.results)]
    final, spans = looped(graph, step, init, rows, widths, loop.length, not loop.backward)
    nodes = [*(at.carry[k] for k in back.carry), *back.captured]
    yield from zip(nodes, final, strict=True)
    for items, its, w, span in zip(at.rows, back.parts, loop.part_sizes, spans, strict=True):
        places = [items[t * w + j] for t in range(loop.length) for j in its]
        yield from zip(places, span, strict=True)


class _Backward:
    """The parts of a loop that have cotangents in reverse mode."""

    def __init__(
        self, graph: Graph, at: _Arguments, given: Mapping[int, Scalar], wanted: set[int]
    ) -> None:
        loop, read = at.loop, _Dependence(at.loop)
        wanted = wanted | {
            i
            for items in at.rows
            for i in items
            if graph.ops[i] == "element" and graph.args[i][0] in wanted
        }
        places = [(k, i) for k, i in enumerate((*at.carry, *at.captured)) if i in wanted]
        start, self.parts = loop.scalars, list[list[int]]()
        mask = sum(1 << k for k, _ in places)
        for items, w in zip(at.rows, loop.part_sizes, strict=True):
            its = [j for j in range(w) if not wanted.isdisjoint(items[j::w])]
            self.parts.append(its)
            mask |= sum(1 << start + j for j in its)
            start += w
        reached = read.reached(mask)
        self.results = self._result_indices(loop, given)
        used = 0
        for its, masks in zip(self.results, read.results[1:], strict=True):
            for j in its:
                used |= masks[j]
        at_last = sum(1 << k for k in given if k < loop.carry_size)
        needed = read.needed(at_last, used)
        self.carry = [k for k in range(loop.carry_size) if reached & needed & 1 << k]
        captured = [k for k in range(loop.carry_size, loop.scalars) if mask & needed & 1 << k]
        self.captured = [at.captured[k - loop.carry_size] for k in captured]
        self.rows: list[Row] = [
            tuple(given.get(begin + t * w + j, 0) for t in range(loop.length) for j in its)
            for begin, w, its in zip(
                loop.result_starts, loop.result_sizes, self.results, strict=False
            )
        ]

    @staticmethod
    def _result_indices(loop: Loop, given: Mapping[int, Scalar]) -> list[list[int]]:
        """The indices in each result that have cotangents in some step."""
        found: list[set[int]] = [set() for _ in loop.result_sizes]
        for k in given:
            if k >= loop.carry_size:
                leaf, _, j = loop.place(k)
                found[leaf].add(j)
        return [sorted(its) for its in found]
