"""Loops that record the carry of every step, their tape, for derivatives in reverse.

A loop with a long tape is split into a loop of shorter ones, which are recomputed in the backward
loop: only the carry at the beginning of each is recorded.
"""

from collections.abc import Collection, Sequence
from math import isqrt
from typing import Final

from .expr import Expr, Scalar
from .graph import Graph
from .loops import LoopArguments, Step, Stepped, looped
from .replay import replay
from .rules import Tapes
from .spans import Row, Span, SpanSource, joined

TAPE: Final = 1 << 14
"""The longest tape, in numbers, of a loop that is not split: it fits a core's cache, in vectors."""


def taped(
    graph: Graph, outputs: Sequence[Scalar], inputs: Collection[int]
) -> tuple[list[Scalar], Tapes]:
    """`outputs` by loops that record a tape, and the tapes by the nodes of their loops.

    Loops that only the `inputs` depend on are unchanged.
    """
    tapes: dict[SpanSource, Span] = {}
    replaced: dict[int, Scalar] = {i: Expr(graph, i) for i in inputs}
    for i in graph.live((x.index for x in outputs if type(x) is Expr), inputs):
        if graph.ops[i] == "loop":
            args = replay(graph, [Expr(graph, a) for a in graph.args[i]], replaced)
            again = graph.data[i].rebuilt(args).index
            replaced[i] = _with_tape(LoopArguments(graph, again), tapes)
    return (replay(graph, outputs, replaced) if tapes else list(outputs)), tapes


def _with_tape(arguments: LoopArguments, tapes: dict[SpanSource, Span]) -> Row:
    """The elements of a loop that records the carry of every step, or of every few steps."""
    graph, loop = arguments.graph, arguments.loop
    size = isqrt(loop.length) if loop.length * loop.carry_size > TAPE else 1
    count = loop.length // size
    rest = loop.length - count * size

    def steps(carry: Sequence[Scalar], x: Sequence[Sequence[Scalar]]) -> Stepped:
        rows = [tuple(part) for part in x]
        return looped(graph, arguments.step, carry, rows, size, loop.backward, whole=loop.whole)

    def run(
        part: Step, carry: Sequence[Scalar], begin: int, n: int, length: int
    ) -> tuple[list[Scalar], list[Span]]:
        """`length` times `n` steps, from step `begin` of the rows on."""
        rows = [
            r[begin * w : begin * w + length * n * w]
            for r, w in zip(arguments.whole_rows, loop.part_sizes, strict=True)
        ]

        def recording(carry: Sequence[Scalar], x: Sequence[Sequence[Scalar]]) -> Stepped:
            after, ys = part(carry, x)
            return after, [*ys, carry]

        final, spans = looped(
            graph, recording, carry, rows, length, loop.backward, whole=loop.whole
        )
        tapes[spans[-1].source] = spans[-1]
        return final, spans[:-1]

    shift = rest if loop.backward else 0
    final, spans = run(
        arguments.step if size == 1 else steps, arguments.initial, shift, size, count
    )
    if rest:
        final, others = run(arguments.step, final, 0 if loop.backward else count * size, 1, rest)
        first, last = (others, spans) if loop.backward else (spans, others)
        return joined([tuple(final), *map(joined, zip(first, last, strict=True))])
    return joined([tuple(final), *spans])
