"""Sequences of operations that a schedule repeats: steps of a chain's joints, draws of numbers.

Each is compiled once, as a function that loops over rows of a table: where the numbers are that it
reads and writes, and constants that differ (partition_code.py). As in compression, the hash of the
next operations tells where they occurred before.

With it first calls of chains of 40 joints and more take a third to three fifths of the CPU time, of
an environment with noise four fifths, of its reset three fifths. Later calls take as long, but 1.2
times for planar pendulums; of chains of 500 joints and of resets batches are faster.
"""

import itertools
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..scalar.graph import Graph
from .schedule import PARTITION_SIZE, STANDALONE, Repeat

REPEATED_OPERATIONS: Final = 4_000
"""Operations from which repeats are looked for: shorter code fits the instruction cache."""
_DISTINCT: Final = 0.2
"""The share of distinct sequences above which there are few repeats: humanoids have a third.

Their repeats are short, and the numbers that they exchange take as much code as they save.
"""
_LENGTH: Final = 32
"""Operations that are hashed together: repeats have as many at least."""
_NEAR: Final = 8
"""The distance up to which an operation is hashed with the distance of its arguments."""


def find_repeats(graph: Graph, schedule: Sequence[int]) -> list[Repeat]:
    """Sequences that occur at least twice, without overlaps; none if they would be few.

    Repeats have equal operations. Arguments inside are at the same distance; those outside are
    different where they are different in the first.
    """
    if len(schedule) < REPEATED_OPERATIONS:
        return []
    search = _Search(graph, schedule)
    hashes = _hashes(search.tokens)
    if len({*hashes}) < _DISTINCT * len(hashes):
        search.run(hashes)
    return [x for x in search.repeats if x.starts]


class _Search:
    def __init__(self, graph: Graph, schedule: Sequence[int]) -> None:
        self.args = _arguments(graph, schedule)
        place = np.full(len(graph.ops) + 1, -1)
        place[schedule] = np.arange(len(schedule))
        self.places = place[self.args]
        """The place of each argument in the schedule; -1 outside, and of constants."""
        self.previous = _previous(self.args)
        self.tokens = self._tokens(graph, schedule)
        self.repeats: list[Repeat] = []
        self.owners: list[Repeat | None] = [None] * len(schedule)
        """The repeat to which each operation belongs."""

    def run(self, hashes: Sequence[int]) -> None:
        """Find the repeats, from the first operation to the last, and join them."""
        first: dict[int, int] = {}
        p = 0
        while p < len(hashes):
            q = first.setdefault(hashes[p], p)
            p += self._match(q, p) or 1 if q < p else 1
        while self._join():
            pass

    def _match(self, q: int, p: int) -> int:
        """Make operations from p on a repeat of those from q on; return how many."""
        repeat = self.owners[q]
        if repeat is None:
            limit = 0
            while limit < min(p - q, PARTITION_SIZE) and self.owners[q + limit] is None:
                limit += 1
            length = self._common(q, p, limit)
            if length < _LENGTH:
                return 0
            self._add(Repeat(length, [q, p]))
            return length
        before = q - repeat.starts[0]
        length = self._common(q, p, repeat.length - before)
        after = repeat.length - before - length
        lost = sum(x for x in (before, after) if x < _LENGTH)
        if length < _LENGTH or lost * len(repeat.starts) >= length:
            return 0
        if before:
            repeat = self._cut(repeat, before)
        if after:
            self._cut(repeat, length)
        repeat.starts.append(p)
        self._mark(p, length, repeat)
        return length

    def _join(self) -> bool:
        """Join repeats of which one mostly follows the other; return whether there were any."""
        starts = sorted((start, k) for k, x in enumerate(self.repeats) for start in x.starts)
        followers: dict[int, Counter[tuple[int, int]]] = {}
        for (start, k), (after, other) in pairwise(starts):
            gap = after - start - self.repeats[k].length
            followers.setdefault(k, Counter())[other, gap] += 1
        most = [(k, *counter.most_common(1)[0][0]) for k, counter in followers.items()]
        return any(self._join_pair(self.repeats[k], self.repeats[j], gap) for k, j, gap in most)

    def _join_pair(self, x: Repeat, y: Repeat, gap: int) -> bool:
        """Join two repeats and what is between them, if that is mostly the same; whether it is.

        If a repeat mostly follows itself, what is between is joined to the one before.
        """
        before, after = x.length + gap, {*y.starts}
        length = before + (0 if y is x else y.length)
        ends = ((start, start + x.length, start + before) for start in x.starts)
        starts = [start for start, a, b in ends if b in after and not any(self.owners[a:b])]
        starts = [start for start in starts if self._common(starts[0], start, length) == length]
        most = max(len(x.starts), len(y.starts))
        if not x.length < length <= PARTITION_SIZE or len(starts) < max(2, most / 3):
            return False
        for repeat, shift in ((x, 0), (y, before))[: 1 if y is x else 2]:
            joined = {start + shift for start in starts}
            rest = [start for start in repeat.starts if start not in joined]
            like = [x for x in rest if self._common(rest[0], x, repeat.length) == repeat.length]
            for start in {*rest}.difference(like):  # like the first one, which has gone, alone
                self._mark(start, repeat.length, None)
            repeat.starts = like
            if len(like) < 2:
                self._drop(repeat)
        self._add(Repeat(length, starts))
        return True

    def _common(self, q: int, p: int, limit: int) -> int:
        """How many operations from p on repeat those from q on."""
        limit = min(limit, len(self.owners) - p)
        if limit <= 0:
            return 0
        one, other = slice(q, q + limit), slice(p, p + limit)
        inside, there = self.places[one] - q, self.places[other] - p
        differ = (inside != there) & ((inside >= 0) | (there >= 0))
        differ[:, 0] |= self.tokens[one] != self.tokens[other]
        args, previous = self.args[other].ravel(), self.previous[one].ravel() - 3 * q
        again = np.flatnonzero((previous >= 0) & (inside.ravel() < 0))
        differ.ravel()[again] |= args[previous[again]] != args[again]
        return int(differ.argmax()) // 3 if differ.any() else limit

    def _cut(self, repeat: Repeat, length: int) -> Repeat:
        """Cut a repeat in two; return the second. Short ones are no more repeats."""
        rest = Repeat(repeat.length - length, [x + length for x in repeat.starts])
        repeat.length = length
        self._add(rest)
        for x in (repeat, rest):
            if x.length < _LENGTH:
                self._drop(x)
        return rest

    def _add(self, repeat: Repeat) -> None:
        self.repeats.append(repeat)
        for start in repeat.starts:
            self._mark(start, repeat.length, repeat)

    def _drop(self, repeat: Repeat) -> None:
        for start in repeat.starts:
            self._mark(start, repeat.length, None)
        repeat.length, repeat.starts = 0, []

    def _mark(self, start: int, length: int, repeat: Repeat | None) -> None:
        self.owners[start : start + length] = [repeat] * length

    def _tokens(self, graph: Graph, schedule: Sequence[int]) -> NDArray[np.int64]:
        """A number for each operation: of its kind, and of what its arguments are."""
        kinds = {op: k for k, op in enumerate(dict.fromkeys(graph.ops))}
        unlike = itertools.count(len(kinds))
        ops = (graph.ops[i] for i in schedule)
        alone = STANDALONE | {"take"}
        tokens = np.array([next(unlike) if op in alone else kinds[op] for op in ops])
        distances = np.arange(len(schedule))[:, None] - self.places
        distances[(self.places < 0) | (distances > _NEAR)] = 0
        distances[self.args < 0] = _NEAR + 1
        for column in distances.T:
            tokens = tokens * (_NEAR + 2) + column
        return tokens


def _arguments(graph: Graph, schedule: Sequence[int]) -> NDArray[np.int64]:
    """Three arguments of each operation; -1 is a constant, or none."""
    args = np.array([(*graph.args[i][:3], -1, -1, -1)[:3] for i in schedule], np.int64)
    args[np.array([*map("const".__eq__, graph.ops), False])[args]] = -1
    return args


def _previous(args: NDArray[np.int64]) -> NDArray[np.int64]:
    """The index, in order, of the previous argument that is the same; -1 if there is none."""
    flat = args.ravel()
    order = np.argsort(flat, kind="stable")
    previous = np.full(flat.size, -1)
    same = (flat[order[1:]] == flat[order[:-1]]) & (flat[order[1:]] >= 0)
    previous[order[1:][same]] = order[:-1][same]
    return previous.reshape(args.shape)


def _hashes(tokens: NDArray[np.int64]) -> list[int]:
    """The hash of each sequence of as many tokens as are hashed together."""
    hashes = tokens.astype(np.uint64) * np.uint64(0xD1B54A32D192ED03)
    factor = np.array([0x9E3779B97F4A7C15], np.uint64)
    width = 1
    while width < _LENGTH:
        hashes = hashes[:-width] * factor + hashes[width:]
        factor, width = factor * factor, 2 * width
    return hashes.tolist()
