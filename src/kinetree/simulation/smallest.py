"""The smallest of very many numbers, one after the other, of which few are finite."""

from math import inf
from typing import Final, NamedTuple

from ..collision.placed import least_of
from ..scalar.array import Array, Scalar
from ..scalar.linked import Linked
from ..scalar.math import concatenate, where
from ..scalar.scan import scan
from ..scalar.takes import element

BLOCK: Final = 8
"""Numbers that are compared in one step of a loop."""


class Smallest(NamedTuple):
    """Finite numbers among infinite ones, in order: of equal ones the first one comes first."""

    blocks: Array
    """(k, 8) in memory: the numbers; infinite ones fill the last block."""
    finite: Linked
    """The blocks with finite numbers."""

    @classmethod
    def of(cls, numbers: Array) -> "Smallest":
        """Those of an array (n,)."""

        def step(carry: tuple[Scalar, Scalar], block: Array) -> tuple[object, tuple[Array, Scalar]]:
            k, last = carry
            return (k + 1, where(least_of(block.flat)[0] < inf, k, last)), (block, last)

        blocks = concatenate([numbers, [inf] * (-len(numbers) % BLOCK)]).reshape(-1, BLOCK)
        (_, last), (blocks, before) = scan(step, (0.0, -1.0), blocks)
        return cls(blocks, Linked(last, before))

    def number(self, i: Scalar) -> Scalar:
        """Number i."""
        return element(self.blocks.flat, i)

    def first(self, most: int) -> tuple[Array, Scalar, tuple[Scalar, Scalar]]:
        """The indices of the smallest (most,), how many of these are finite, and what comes next.

        That is a number, infinite if there is none, and its index.
        """

        def step(carry: tuple[Scalar, Scalar, Scalar], _: None) -> tuple[object, Scalar]:
            number, index, count = carry
            return (*self.after(number, index), count + 1), index

        start = (*self.after(-inf, -1.0), 0.0)
        carry, indices = scan(step, start, length=most, until=lambda x: x[0] == inf)
        return indices, carry[2], carry[:2]

    def after(self, number: Scalar, index: Scalar) -> tuple[Scalar, Scalar]:
        """The one after a number with an index, and its index."""

        def step(least: tuple[Scalar, Scalar], block: Scalar) -> tuple[Scalar, Scalar]:
            start = BLOCK * block
            numbers = (element(self.blocks.flat, block, BLOCK, i) for i in range(BLOCK))
            later = [
                where((x > number) | ((x == number) & (start + i > index)), x, inf)
                for i, x in enumerate(numbers)
            ]
            smallest, i = least_of(later)
            comes_first = (smallest <= least[0]) & (smallest < inf)
            return where(comes_first, smallest, least[0]), where(comes_first, start + i, least[1])

        return self.finite.loop(step, (inf, -1.0))
