"""Derivatives of loops, as loops.

Forward: a loop whose carry holds the numbers and their derivatives. Reverse: a loop that records
the carry of every step, its tape, and a backward loop over the steps whose carry holds cotangents.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count

from . import differentiate
from .expr import Expr, Scalar
from .graph import FLAT, Graph
from .loops import LoopArguments, LoopNode, Stepped, looped
from .products import arguments as arguments_of
from .rules import RULES, Rule, Sweep, Tangent, Tangents
from .spans import Row, row_items, row_node

Pairs = list[tuple[int, int]]
"""(index, direction) of numbers with derivatives that can be other than zero."""


def tangents(graph: Graph, node: int, tangent: Tangents) -> Tangents:
    """The derivatives of the elements of a loop along directions, by a second loop."""
    arguments = LoopArguments(graph, node)
    loop, n = arguments.loop, len(arguments.carry)
    carry = [tangent(i) for i in arguments.carry]
    captured = {i: tangent(i) for i in arguments.captured}
    rows = [[tangent(i) for i in items] for items in arguments.rows]
    tables = [{i: tangent(i) for i in items} for items in arguments.table_items]
    active, parts, results = _active(arguments, carry, captured, rows, tables)

    def step(values: Sequence[Scalar], x: Sequence[Sequence[Scalar]]) -> Stepped:
        numbers, rates = x[: len(parts)], x[len(parts) :]
        outside = chain(captured.items(), *(x.items() for x in tables))
        seeds: dict[int, dict[int, Scalar]] = {i: dict(t) for i, t in outside}
        seeded = [(values[k], d, t) for (k, d), t in zip(active, values[n:], strict=True)]
        for part, pairs, part_rates in zip(numbers, parts, rates, strict=True):
            seeded += [(part[j], d, t) for (j, d), t in zip(pairs, part_rates, strict=True)]
        for number, d, t in seeded:
            seeds.setdefault(number.index, {})[d] = t
        after, ys = arguments.step(values[:n], numbers)
        derivatives = iter(
            differentiate.forward(graph, [e for y in (after, *ys) for e in y], seeds)
        )
        d_after, *d_ys = [[next(derivatives) for _ in y] for y in (after, *ys)]
        result_rates = [
            [d_y[j].get(d, 0) for j, d in pairs] for d_y, pairs in zip(d_ys, results, strict=True)
        ]
        return [*after, *(d_after[k].get(d, 0) for k, d in active)], result_rates

    init = [*arguments.initial, *(carry[k].get(d, 0) for k, d in active)]
    rate_rows = [
        tuple(items[t * w + j].get(d, 0) for t in range(loop.length) for j, d in pairs)
        for items, pairs, w in zip(rows, parts, loop.part_sizes, strict=True)
    ]
    all_rows = [*arguments.whole_rows, *rate_rows]
    how = loop.length, loop.backward
    final, spans = looped(graph, step, init, all_rows, *how, whole=loop.whole)

    def of_element(k: int) -> Tangent:
        if k < loop.carry_size:
            rates = zip(active, final[n:], strict=True)
            return {d: x for (index, d), x in rates if index == k}
        leaf, t, j = loop.place(k)
        pairs, span = results[leaf], spans[leaf]
        start = t * len(pairs)
        return {d: span[start + p] for p, (index, d) in enumerate(pairs) if index == j}

    return of_element


def _active(
    arguments: LoopArguments,
    carry: Sequence[Tangent],
    captured: Mapping[int, Tangent],
    rows: Sequence[Sequence[Tangent]],
    tables: Sequence[Mapping[int, Tangent]],
) -> tuple[Pairs, list[Pairs], list[Pairs]]:
    """The numbers of carry, rows and results with nonzero derivatives, and the directions."""
    loop = arguments.loop
    dependence = Dependence(loop)
    first: list[set[int]] = [set(x) for x in carry]
    first += [set(captured.get(i, ())) for i in arguments.captured]
    for items, w in zip(rows, loop.part_sizes, strict=True):
        first += [{d for x in items[j::w] for d in x} for j in range(w)]
    first += [{d for x in items.values() for d in x} for items in tables]
    directions = sorted({d for x in first for d in x})
    reached = [
        dependence.reached(sum(1 << i for i, x in enumerate(first) if d in x)) for d in directions
    ]

    def pairs(masks: Sequence[int]) -> Pairs:
        """The pairs of numbers, by masks of the inputs that they depend on."""
        return [
            (k, d)
            for k, mask in enumerate(masks)
            for d, bits in zip(directions, reached, strict=True)
            if bits & mask
        ]

    parts = [pairs(masks) for masks in dependence.operands[2 : 2 + len(rows)]]
    return pairs(dependence.operands[0]), parts, [pairs(masks) for masks in dependence.results[1:]]


def cotangents(graph: Graph, node: int, sweep: Sweep) -> Iterator[tuple[int, Scalar]]:
    """Yield the cotangents of the wanted arguments of a loop, and of elements of other loops."""
    arguments, of_elements = LoopArguments(graph, node), sweep.of_elements
    back = _Backward(graph, arguments, of_elements, set(sweep.wanted))
    loop, n = arguments.loop, len(back.carry)

    def step(carry: Sequence[Scalar], x: Sequence[Sequence[Scalar]]) -> Stepped:
        before, parts = x[0], x[1 : 1 + len(loop.part_sizes)]
        weights = [*carry[:n], *(c for part in x[1 + len(loop.part_sizes) :] for c in part)]
        after, ys = arguments.step(before, parts)
        outputs = [after[k] for k in back.carry]
        outputs += [y[j] for y, indices in zip(ys, back.results, strict=False) for j in indices]
        inputs = [before[k] for k in back.carry] + [Expr(graph, i) for i in back.captured]
        inputs += [
            part[j] for part, indices in zip(parts, back.parts, strict=True) for j in indices
        ]
        along = [x.index for x in inputs]
        swept = outputs, weights, along, sweep.guarded, arguments.tables
        gradients = iter(differentiate.reverse(graph, *swept))
        of_carry = [next(gradients) for _ in back.carry]
        totals = [total + next(gradients) for total in carry[n:]]
        return [*of_carry, *totals], [[next(gradients) for _ in part] for part in back.parts]

    init = [*(of_elements.get(k, 0) for k in back.carry), *([0] * len(back.captured))]
    rows: list[Row] = [sweep.tapes[node], *arguments.whole_rows, *back.rows]
    how = loop.length, not loop.backward
    final, spans = looped(graph, step, init, rows, *how, whole=loop.whole)
    yield from zip([*(arguments.carry[k] for k in back.carry), *back.captured], final, strict=True)
    parts = zip(arguments.rows, back.parts, loop.part_sizes, spans, strict=True)
    for items, indices, w, span in parts:
        places = [items[t * w + j] for t in range(loop.length) for j in indices]
        yield from zip(places, span, strict=True)


class _Backward:
    """The parts of a loop that have cotangents in reverse mode."""

    def __init__(
        self,
        graph: Graph,
        arguments: LoopArguments,
        of_elements: Mapping[int, Scalar],
        wanted: set[int],
    ) -> None:
        loop, dependence = arguments.loop, Dependence(arguments.loop)
        wanted = wanted | {
            i
            for items in (*arguments.rows, *arguments.table_items)
            for i in items
            if graph.ops[i] == "element" and graph.args[i][0] in wanted
        }
        scalars = (*arguments.carry, *arguments.captured)
        mask = sum(1 << k for k, i in enumerate(scalars) if i in wanted)
        self.parts: list[list[int]] = []
        for items, bits in zip(arguments.rows, dependence.operands[2:], strict=False):
            w = len(bits)
            self.parts.append([j for j in range(w) if not wanted.isdisjoint(items[j::w])])
            mask |= sum(bits[j] for j in self.parts[-1])
        tables = [
            (bits, [i for i in items if i in wanted])
            for items, bits in zip(arguments.table_items, dependence.tables, strict=True)
        ]
        mask |= sum(bits for bits, items in tables if items)
        reached = dependence.reached(mask)
        places = [loop.place(k) for k in of_elements if k >= loop.carry_size]
        self.results = [
            sorted({j for leaf, _, j in places if leaf == n}) for n in range(len(loop.result_sizes))
        ]
        used = 0
        for indices, masks in zip(self.results, dependence.results[1:], strict=True):
            for j in indices:
                used |= masks[j]
        at_last = sum(1 << k for k in of_elements if k < loop.carry_size)
        needed = dependence.needed(at_last, used)
        self.carry = [k for k in range(loop.carry_size) if reached & needed & 1 << k]
        captured = [k for k in range(loop.carry_size, loop.scalars) if mask & needed & 1 << k]
        items = [i for bits, items in tables if needed & bits for i in items]
        self.captured = [*dict.fromkeys([*(scalars[k] for k in captured), *items])]
        """With elements of the rows from which steps take some."""
        leaves = zip(loop.result_starts, loop.result_sizes, self.results, strict=False)
        self.rows: list[Row] = [
            tuple(of_elements.get(begin + t * w + j, 0) for t in range(loop.length) for j in part)
            for begin, w, part in leaves
        ]


class Dependence:
    """The inputs that the results of a body depend on: a bit mask each, bits in input order.

    `operands` are the masks of the inputs themselves, `tables` those of rows from which steps take
    elements, a bit for all of one.
    """

    def __init__(self, loop: LoopNode) -> None:
        graph, body, bits = loop.body.graph, loop.body, count()
        masks: dict[int, int] = {}
        count_rows = 2 + len(loop.part_sizes)
        operands, tables = body.operands[:count_rows], body.operands[count_rows:]
        for operand in operands:
            masks |= {x.index: 1 << next(bits) for x in operand.elements}
        self.operands = [[masks[x.index] for x in operand.elements] for operand in operands]
        self.tables = [1 << next(bits) for _ in tables]
        masks |= zip((row_node(graph, x.elements) for x in tables), self.tables, strict=True)
        for i in body.nodes:
            if i not in masks:
                masks[i] = 0
                items = row_items(graph, i) if graph.ops[i] == "span" else ()
                arguments = arguments_of(graph, i) if graph.ops[i] != "take" else ()
                if graph.ops[i] not in FLAT:
                    for a in (*arguments, *graph.args[i], *items):
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
        before, numbers = -1, cotangents | results
        while numbers != before:
            before = numbers
            for k, mask in enumerate(self.results[0]):
                if numbers >> k & 1:
                    numbers |= mask
        return numbers


RULES["loop"] = Rule(tangents, cotangents, lambda graph, node: graph.args[node])
