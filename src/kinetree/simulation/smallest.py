"""The smallest of very many numbers, one after the other, by a tree of blocks."""

from functools import partial
from math import inf
from typing import Any, Final, NamedTuple

from ..collision.placed import least_of
from ..scalar.array import Array, Scalar
from ..scalar.math import concatenate, where
from ..scalar.scan import computed_where, scan
from ..scalar.takes import element

BLOCK: Final = 8
"""Numbers that are compared in one step of a loop."""


class Smallest(NamedTuple):
    """Finite numbers among infinite ones, in order: of equal ones the first one comes first."""

    levels: list[Array]
    """(k, 8) in memory: the numbers in blocks, the smallest of each block in blocks, and so on up
    to one block; infinite ones fill the last block of a level."""

    @classmethod
    def of(cls, numbers: Array) -> "Smallest":
        """Those of an array (n,)."""
        levels = list[Array]()
        while not levels or len(numbers) > 1:
            blocks = concatenate([numbers, [inf] * (-len(numbers) % BLOCK)]).reshape(-1, BLOCK)
            _, (blocks, numbers) = scan(lambda _, x: (None, (x, least_of(x)[0])), None, blocks)
            levels.append(blocks)
        return cls(levels)

    def number(self, i: Scalar) -> Scalar:
        """Number i."""
        return element(self.levels[0].flat, i)

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
        return self._inside(len(self.levels) - 1, 0.0, (inf, -1.0), (number, index))

    def _inside(
        self, level: int, block: Scalar, least: tuple[Scalar, Scalar], after: tuple[Scalar, Scalar]
    ) -> tuple[Scalar, Scalar]:
        """The smaller one of `least` and those after another one in a block of a level.

        A block is looked into where its smallest one is less than those before it.
        """
        flat, start = self.levels[level].flat, BLOCK * block
        if level:

            def step(carry: tuple[Any, Scalar], _: None) -> tuple[object, None]:
                least, k = carry
                inside = partial(self._inside, level - 1, k, least, after)
                return (computed_where(element(flat, k) < least[0], inside, least), k + 1), None

            return scan(step, (least, start), length=BLOCK)[0][0]
        number, index = after
        later = [
            where((x > number) | ((x == number) & (start + i > index)), x, inf)
            for i, x in enumerate(element(flat, block, BLOCK, i) for i in range(BLOCK))
        ]
        smallest, i = least_of(later)
        smaller = smallest < least[0]
        return where(smaller, smallest, least[0]), where(smaller, start + i, least[1])
