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

    def loop(self, step: Callable[[Any, Scalar], Any], carry: Any) -> Any:
        """The carry after `carry = step(carry, place)` from the last place to the first."""

        def of_place(now: tuple[Scalar, Any], _: None) -> tuple[tuple[Scalar, Any], None]:
            place, carry = now
            place = maximum(0.0, place)  # of samples that have ended, beside others
            return (element(self.before.flat, place), step(carry, place)), None

        length = len(self.before)
        return scan(of_place, (self.last, carry), length=length, until=lambda x: x[0] < 0)[0][1]
