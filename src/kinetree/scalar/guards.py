"""Cotangents under guards: the selects that they have passed, and the branches taken there.

A cotangent that has passed a select counts where its branch is taken. It is 0 elsewhere from where
it meets others, or an input: 0 * inf on the way must not reach a branch that is not taken.
"""

from collections.abc import Collection, Iterator
from functools import partial, reduce
from itertools import takewhile

from .expr import Expr, Scalar, add, apply


class Guard:
    """A branch of a select within another guard; without both, what always counts."""

    __slots__ = ("_branches", "_holds", "chosen", "depth", "is_taken", "outer")

    def __init__(
        self, outer: "Guard | None" = None, chosen: Scalar = True, is_taken: bool = True
    ) -> None:
        self.outer = outer or self
        self.depth: int = 0 if outer is None else outer.depth + 1
        self.chosen, self.is_taken = chosen, is_taken
        self._branches: dict[tuple[int, bool] | None, Guard] = {}
        self._holds: Scalar = None if self.depth else True

    @property
    def path(self) -> Iterator["Guard"]:
        """This guard, and those that it is within, but for what always counts."""
        guard = self
        while guard.depth:
            yield guard
            guard = guard.outer

    def branch(self, chosen: Expr, is_taken: bool) -> "Guard | None":
        """The guard of a branch within this one; None for the one that is not taken here."""
        for guard in self.path:
            if guard.chosen.index == chosen.index:
                return self if guard.is_taken == is_taken else None
        key = chosen.index, is_taken
        if key not in self._branches:
            self._branches[key] = Guard(self, chosen, is_taken)
        return self._branches[key]

    def where_nonzero(self, x: Scalar) -> "Guard | None":
        """The guard of a number that may be 0 because what it is of does not count."""
        return self.branch(apply("eq", x, 0.0), False) if type(x) is Expr else self

    @property
    def other(self) -> "Guard | None":
        """The guard of the other branch, if it has been passed."""
        key = (self.chosen.index, not self.is_taken) if self.depth else None
        return self.outer._branches.get(key)

    @property
    def holds(self) -> Scalar:
        """The condition of all selects passed."""
        for guard in reversed([*takewhile(lambda guard: guard._holds is None, self.path)]):
            own = guard.chosen if guard.is_taken else apply("not", guard.chosen)
            guard._holds = apply("and", guard.outer._holds, own)
        return self._holds

    def excludes(self, other: "Guard") -> bool:
        """Whether it takes a branch where another guard takes the other one."""
        taken = {guard.chosen.index: guard.is_taken for guard in self.path}
        return any(taken.get(x.chosen.index, x.is_taken) != x.is_taken for x in other.path)

    def selected(self, x: Scalar, otherwise: Scalar = 0) -> Scalar:
        """x where it counts."""
        if self.depth == 1 and not self.is_taken:
            return apply("select", self.chosen, otherwise, x)
        return apply("select", self.holds, x, otherwise) if self.depth else x


Cotangents = dict[Guard, Scalar]
Adjoint = dict[int, Cotangents]
"""The cotangents of nodes, by their guards."""


def accumulate(cotangents: Cotangents, guard: Guard | None, x: Scalar) -> None:
    """Add a cotangent under a guard."""
    if guard is not None:
        cotangents[guard] = add(cotangents.get(guard, 0), x)


def merge(cotangents: Cotangents) -> None:
    """Merge cotangents of both branches of a select: the node counts in either."""
    guards = list(cotangents)
    while guards:
        guard = guards.pop()
        other = guard.other
        if guard in cotangents and other in cotangents:
            x, y = cotangents.pop(guard), cotangents.pop(other)
            joined = apply("select", guard.chosen, *((x, y) if guard.is_taken else (y, x)))
            accumulate(cotangents, guard.outer, joined)
            guards.append(guard.outer)


def total(cotangents: Cotangents, within: Guard | None = None) -> Scalar:
    """The sum of those that count, in what is computed within a guard."""
    if len(cotangents) == 2 and within not in cotangents:
        (first, x), (second, y) = cotangents.items()
        if first.excludes(second):
            return first.selected(x, second.selected(y))
    return reduce(add, [x if g is within else g.selected(x) for g, x in cotangents.items()], 0)


def common(guards: Collection[Guard], always: Guard) -> Guard:
    """The guard that holds where one of several does."""
    widest = min(guards, key=lambda guard: guard.depth)
    if not widest.depth or all(widest in guard.path for guard in guards):
        return widest
    one_holds = reduce(partial(apply, "or"), [guard.holds for guard in guards])
    return always.branch(one_holds, True) or always
