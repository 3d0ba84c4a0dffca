"""Rows of a problem; those of contacts in slots, of which a number is used, known at run time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...scalar.array import Array, Scalar
from ...scalar.expr import is_zero
from ...scalar.math import array, concatenate, zeros
from ...scalar.scan import dense_scan
from ...scalar.takes import element
from ..constraints.mass_factor import DenseLDL, lower_triangle, of_lower_triangle
from ..constraints.own import DenseMass, OwnMass


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
    """(n or more, size, nv): as results of a loop, which are taken by an index."""
    count: Scalar
    n: int
    """The most contacts that are used."""
    groups: tuple[Group, ...] = (Group(0, (0, 1, 2)),)

    @property
    def own(self) -> list[int]:
        """The rows in slots of all groups."""
        return [i for group in self.groups for i in group.own]

    def spans(self) -> list[slice]:
        """The rows of the problem in each group."""
        n = self.n
        return [slice(x.start, x.start + n * len(x.own)) for x in self.groups]

    def others(self, m: int) -> list[int]:
        """The rows of a problem with m that are in no group."""
        inside = {k for span in self.spans() for k in range(span.start, span.stop)}
        return [k for k in range(m) if k not in inside]

    def gathered(self, x: Array) -> Array:
        """(n, rows of a contact) of a vector of all rows."""
        return concatenate([x[span].reshape(self.n, -1) for span in self.spans()], axis=1)

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
        return self.dense_loop((), step, carry, *xs)

    def dense_loop(
        self, dense: tuple[int | str, ...], step: Callable[..., Any], carry: Any, *xs: Array
    ) -> tuple[Any, Any]:
        """A `loop` that is an operation of dense linear algebra, see `dense_scan`."""

        def counted(
            before: tuple[Scalar, Scalar, Any], x: tuple[Scalar, ...]
        ) -> tuple[object, Any]:
            k, count, carry = before
            after, y = step(carry, *x)
            return (k + 1, count, after), y

        parts = array([float(k) for k in range(self.n)]), *xs
        start = 0.0, self.count, carry
        (*_, end), ys = dense_scan(dense, counted, start, parts, until=lambda x: x[0] >= x[1])
        return end, ys

    def times(self, v: Array, own: Sequence[int] | None = None) -> Array:
        """(n, rows of a contact): the products of rows with a vector, of all groups or some."""

        def step(v: Array, k: Scalar) -> tuple[Array, Array]:
            return v, self.rows(k, own) @ v

        return self.dense_loop(self._dense("times", own), step, v)[1]

    def transposed(self, x: Array, own: Sequence[int] | None = None) -> Array:
        """The product of transposed rows with (n, rows of a contact), of all groups or some."""

        def step(sum: Array, k: Scalar, x: Array) -> tuple[Array, None]:
            for row, y in zip(self.rows(k, own), x, strict=True):
                sum = sum + y * row
            return sum, None

        dense = self._dense("transposed", own)
        return self.dense_loop(dense, step, zeros(self.memory.shape[2]), x)[0]

    def products(self, weights: Array) -> Array:
        """J^T D J, for D of blocks (n, rows, rows of a contact)."""
        nv = self.memory.shape[2]
        lower = lower_triangle(nv)

        def step(sums: Array, k: Scalar, weights: Array) -> tuple[Array, None]:
            J = self.rows(k)
            weighted = weights @ J
            for row, product in zip(J, weighted, strict=True):
                sums = sums + array([row[i] * product[j] for i, j in lower])
            return sums, None

        sums, _ = self.dense_loop(self._dense("products"), step, zeros(len(lower)), weights)
        return of_lower_triangle(sums, nv)

    def _dense(self, name: str, own: Sequence[int] | None = None) -> tuple[int | str, ...]:
        """An operation on rows of all groups, or some."""
        _, size, nv = self.memory.shape
        chosen = self.own if own is None else own
        return name, nv, self.n, size * nv, *(nv * i for i in chosen)

    def factored(self, mass: OwnMass, M: Array) -> OwnMass:
        """Another mass than one without these contacts."""
        return DenseMass(M, mass.J, mass.rounding, DenseLDL.of(M))


class Listed(Slots):
    """Rows of contacts that are all used, each with code of its own, in which zeros fold."""

    def rows(self, k: Scalar, own: Sequence[int] | None = None) -> Array:
        return self.memory[k][self.own if own is None else list(own)]

    def factored(self, mass: OwnMass, M: Array) -> OwnMass:
        return replace(mass, M=M)

    def dense_loop(
        self, dense: tuple[int | str, ...], step: Callable[..., Any], carry: Any, *xs: Array
    ) -> tuple[Any, Any]:
        ys = list[Any]()
        for k in range(self.n):
            carry, y = step(carry, k, *(x[k] for x in xs))
            ys.append(y)
        if all(isinstance(y, tuple) for y in ys):
            return carry, tuple(map(array, zip(*ys, strict=True)))
        return carry, None if any(y is None for y in ys) else array(ys)


@dataclass(frozen=True)
class Rows:
    """The rows (m, nv) of a problem, of which those of contacts may be in slots."""

    units: Array
    """(k, nv): the rows in no slot, up to their signs, each once."""
    own: tuple[tuple[int, Scalar], ...]
    """The number of a unit and the sign, 1 or -1, of each row in no slot."""
    slots: Slots | None = None

    @classmethod
    def of(cls, J: Array) -> "Rows":
        """Those of a matrix."""
        return cls(J, tuple((k, 1) for k in range(len(J))))

    def __len__(self) -> int:
        spans = self.slots.spans() if self.slots else []
        return len(self.own) + sum(x.stop - x.start for x in spans)

    @property
    def outside(self) -> "Rows":
        """The same rows, none in slots: for equations of a root, which take no elements."""
        if self.slots is None:
            return self
        slots, rows = self.slots, dict[int, Array]()
        for span, group in zip(slots.spans(), slots.groups, strict=True):
            of_group = (x[i] for x in slots.memory[: slots.n] for i in group.own)
            rows |= zip(range(span.start, span.stop), of_group, strict=True)
        own = (sign * self.units[k] for k, sign in self.own)
        rows |= zip(slots.others(len(self)), own, strict=True)
        return Rows.of(concatenate([rows[k][None] for k in range(len(self))]))

    def times(self, v: Array) -> Array:
        """The products of rows with a vector, (m,)."""
        own = self.own_times(v)
        return own if self.slots is None else self.slots.whole(self.slots.times(v), own)

    def transposed(self, x: Array) -> Array:
        """The product of transposed rows with (m,)."""
        if self.slots is None:
            return self.own_transposed(x)
        of_slots = self.slots.transposed(self.slots.gathered(x))
        return of_slots + self.own_transposed(x[self.slots.others(len(x))])

    def own_times(self, v: Array, rows: slice = slice(None)) -> Array:
        """The products with a vector of the rows in no slot, or of some of these."""
        own = self.own[rows]
        return Array.of([sign * (self.units[k] @ v) for k, sign in own], (len(own),))

    def own_transposed(self, x: Array, rows: slice = slice(None)) -> Array:
        """The transposed product with the rows in no slot, or with some of these."""
        signed = [sign * y for (_, sign), y in zip(self.own[rows], x, strict=True)]
        return self.units.T @ self.summed(signed, rows)

    def summed(self, x: Iterable[Scalar], rows: slice = slice(None)) -> Array:
        """The sums, for each unit, of a number of each row in no slot, or of some of these."""
        sums = list[Scalar]([0] * len(self.units))
        for (k, _), y in zip(self.own[rows], x, strict=True):
            sums[k] = y if is_zero(sums[k]) else sums[k] + y
        return Array.of(sums, (len(sums),))
