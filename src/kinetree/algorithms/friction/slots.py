"""Rows of a problem; those of contacts in slots, of which a number is used, known at run time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...scalar.array import Array, Scalar
from ...scalar.math import array, concatenate, scan, zeros
from ...scalar.takes import element


@dataclass(frozen=True)
class Group:
    """Rows of a problem, one after the other contact's: of each some of its rows in slots."""

    start: int
    own: tuple[int, ...]


@dataclass(frozen=True)
class Slots:
    """Rows (n, size, nv) of n contacts, of which the first `count` are used: others are 0.

    They are those of `groups` of a problem with m rows.
    """

    memory: Array
    """(n, size, nv): as results of a loop, which are taken by an index."""
    count: Scalar
    groups: tuple[Group, ...] = (Group(0, (0, 1, 2)),)

    @property
    def own(self) -> list[int]:
        """The rows in slots of all groups."""
        return [i for group in self.groups for i in group.own]

    def spans(self) -> list[slice]:
        """The rows of the problem in each group."""
        n = len(self.memory)
        return [slice(x.start, x.start + n * len(x.own)) for x in self.groups]

    def others(self, m: int) -> list[int]:
        """The rows of a problem with m that are in no group."""
        inside = {k for span in self.spans() for k in range(span.start, span.stop)}
        return [k for k in range(m) if k not in inside]

    def gathered(self, x: Array) -> Array:
        """(n, rows of a contact) of a vector of all rows."""
        return concatenate([x[span].reshape(len(self.memory), -1) for span in self.spans()], axis=1)

    def whole(self, parts: Array, rest: Array) -> Array:
        """The vector of all rows, from the parts of contacts and from those of others."""
        numbers, first = dict[int, Scalar](), 0
        for span, group in zip(self.spans(), self.groups, strict=True):
            last = first + len(group.own)
            numbers |= zip(range(span.start, span.stop), parts[:, first:last].flat, strict=True)
            first = last
        m = len(numbers) + len(rest)
        numbers |= zip(self.others(m), rest, strict=True)
        return Array.of([numbers[k] for k in range(m)], (m,))

    def rows(self, k: Scalar, own: Sequence[int] | None = None) -> Array:
        """The rows of contact k, of all groups or some."""
        _, size, nv = self.memory.shape
        chosen, flat = self.own if own is None else own, self.memory.flat
        return array([[element(flat, k, size * nv, i * nv + j) for j in range(nv)] for i in chosen])

    def loop(self, step: Callable[..., Any], carry: Any, *xs: Array) -> tuple[Any, Any]:
        """A `scan` over used contacts: of the carry, the contact's number, and its parts of xs."""

        def counted(
            before: tuple[Scalar, Scalar, Any], x: tuple[Scalar, ...]
        ) -> tuple[object, Any]:
            k, count, carry = before
            after, y = step(carry, *x)
            return (k + 1, count, after), y

        parts = array([float(k) for k in range(len(self.memory))]), *xs
        start = 0.0, self.count, carry
        (*_, end), ys = scan(counted, start, parts, until=lambda x: x[0] >= x[1])
        return end, ys

    def times(self, v: Array) -> Array:
        """(n, rows of a contact): the products of rows with a vector."""

        def step(_: None, k: Scalar) -> tuple[None, Array]:
            return None, self.rows(k) @ v

        return self.loop(step, None)[1]

    def transposed(self, x: Array) -> Array:
        """The product of transposed rows with (n, rows of a contact)."""

        def step(sum: Array, k: Scalar, x: Array) -> tuple[Array, None]:
            return sum + self.rows(k).T @ x, None

        return self.loop(step, zeros(self.memory.shape[2]), x)[0]

    def weighted(self, weights: Array) -> Array:
        """J^T D J, for the diagonal (n, rows of a contact) of D."""
        nv = self.memory.shape[2]
        lower = [(i, j) for i in range(nv) for j in range(i + 1)]

        def step(sums: Array, k: Scalar, weights: Array) -> tuple[Array, None]:
            J = self.rows(k)
            weighted = weights[:, None] * J
            return sums + array([J[:, i] @ weighted[:, j] for i, j in lower]), None

        sums = self.loop(step, zeros(len(lower)), weights)[0]
        places = {x: k for k, x in enumerate(lower)}
        n = range(nv)
        return array([[sums[places[max(i, j), min(i, j)]] for j in n] for i in n])


@dataclass(frozen=True)
class Rows:
    """The rows (m, nv) of a problem, of which those of contacts may be in slots."""

    own: Array
    """Those in no slot, (k, nv)."""
    slots: Slots | None = None

    def __len__(self) -> int:
        spans = self.slots.spans() if self.slots else []
        return len(self.own) + sum(x.stop - x.start for x in spans)

    @property
    def outside(self) -> "Rows":
        """The same, none of them in slots: for equations of a root, which take no elements."""
        if self.slots is None:
            return self
        slots, rows = self.slots, dict[int, Array]()
        for span, group in zip(slots.spans(), slots.groups, strict=True):
            of_group = (x[i] for x in slots.memory for i in group.own)
            rows |= zip(range(span.start, span.stop), of_group, strict=True)
        rows |= zip(slots.others(len(self)), self.own, strict=True)
        return Rows(concatenate([rows[k][None] for k in range(len(self))]))

    def times(self, v: Array) -> Array:
        """The products of rows with a vector, (m,)."""
        own = self.own @ v
        return own if self.slots is None else self.slots.whole(self.slots.times(v), own)

    def transposed(self, x: Array) -> Array:
        """The product of transposed rows with (m,)."""
        if self.slots is None:
            return self.own.T @ x
        of_slots = self.slots.transposed(self.slots.gathered(x))
        return of_slots + self.own.T @ x[self.slots.others(len(x))]
