"""Words of 32 bits: plain integers, and in graphs the bits of numbers.

In a graph a word is in the bits of a number: all of a float32, the lower half of a float64. It is
made of two numbers of 16 bits, which either format has exactly, so that a trace holds for both.
Nothing computes with its value as a number: only these operations take it.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, Final


class Word(int):
    """A plain word; in a graph an operation on the two halves, which are constants."""

    __slots__ = ()

    @property
    def halves(self) -> tuple[int, int]:
        """The upper and the lower 16 bits."""
        return self >> 16, self & 0xFFFF


def _word(function: Callable[[int, int], int]) -> Callable[[Any, Any], Word]:
    """A function of two integers, of which the lower 32 bits are a word."""
    return lambda a, b: Word(function(int(a), int(b)) & 0xFFFF_FFFF)


def _fraction(a: Word, b: Word) -> float:
    return math.ldexp((a >> 5) << 26 | b >> 6, -53)


WORDS: Final[Mapping[str, Callable[..., Any]]] = {
    "word": _word(lambda high, low: high << 16 | low),
    "word_add": _word(lambda a, b: a + b),
    "word_xor": _word(lambda a, b: a ^ b),
    "word_mullo": _word(lambda a, b: a * b),
    "word_mulhi": _word(lambda a, b: a * b >> 32),
    "fraction": _fraction,
}
"""Functions of plain words. The last is a number in [0, 1), of 53 bits; in float32 of the first 24.

Two numbers below 2^16 become a word, sums and products are modulo 2^32.
"""
