"""Some of many places in a linked list: a loop over it takes as many steps as these are."""

from collections.abc import Callable
from typing import Any, NamedTuple

from .array import Array, Scalar
from .math import maximum
from .scan import scan
from .takes import element


class Linked(NamedTuple):
    """The last of the places, and of each the one before it; -1 is none."""

    last: Scalar
    before: Array
    """(n,) in memory; of all places."""

    def scan(self, step: Callable[[Any, Scalar], tuple[Any, Any]], carry: Any) -> tuple[Any, Any]:
        """As `loop` for `carry, y = step(carry, place)`, and all y, (n, ...), with zeros behind."""

        def of_place(now: tuple[Scalar, Any], _: None) -> tuple[tuple[Scalar, Any], Any]:
            place, carry = now
            place = maximum(0.0, place)  # of samples that have ended, beside others
            after, y = step(carry, place)
            return (element(self.before.flat, place), after), y

        length = len(self.before)
        (_, end), ys = scan(of_place, (self.last, carry), length=length, until=lambda x: x[0] < 0)
        return end, ys

    def loop(self, step: Callable[[Any, Scalar], Any], carry: Any) -> Any:
        """The carry after `carry = step(carry, place)` from the last place to the first."""
        return self.scan(lambda carry, place: (step(carry, place), None), carry)[0]
