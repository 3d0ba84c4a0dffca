"""Words of 32 bits: plain integers, and in graphs the bits of numbers.

In a graph a word is in the bits of a number: all of a float32, the lower half of a float64. It is
made of two integers below 2^16, which either format has, so that a trace holds for both. Only these
operations take it: nothing computes with its value as a number.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, Final


class Word(int):
    """A plain word; in a graph `word` of its halves, which are constants."""

    __slots__ = ()


def _word(function: Callable[[int, int], int]) -> Callable[[Any, Any], Word]:
    return lambda a, b: Word(function(int(a), int(b)) & 0xFFFF_FFFF)


WORDS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "word": _word(lambda high, low: high << 16 | low),
    "word_add": _word(lambda a, b: a + b),
    "word_xor": _word(lambda a, b: a ^ b),
    "word_mullo": _word(lambda a, b: a * b),
    "word_mulhi": _word(lambda a, b: a * b >> 32),
    "fraction": lambda a, b: math.ldexp((int(a) >> 5) << 26 | int(b) >> 6, -53),
}
"""Functions of plain words; `fraction` is a number in [0, 1), in float32 of the first 24 bits."""
