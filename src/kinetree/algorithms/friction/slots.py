"""Rows of a problem; those of contacts in slots, of which a number is used, known at run time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...scalar.array import Array, Scalar
from ...scalar.expr import is_zero
from ...scalar.linked import Linked
from ...scalar.math import array, concatenate, where, zeros
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

    def chosen(self, condition: Callable[..., Scalar], *xs: Array) -> "Slots":
        """Those for whose parts of xs a condition holds, for loops over them alone."""

        def step(last: Scalar, k: Scalar, *x: Array) -> tuple[Scalar, Scalar]:
            return where(condition(*x), k, last), last

        last, before = self.loop(step, -1.0, *xs)
        own = self.memory, self.count, self.n, self.groups
        return Chosen(*own, places=Linked(last, before))

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

    def products(self, weights: Array) -> Array:
        """J^T D J, for D of blocks (n, rows, rows of a contact)."""
        _, size, nv = self.memory.shape
        lower = lower_triangle(nv)

        def step(sums: Array, k: Scalar, weights: Array) -> tuple[Array, None]:
            J = self.rows(k)
            weighted = weights @ J
            for row, product in zip(J, weighted, strict=True):
                sums = sums + array([row[i] * product[j] for i, j in lower])
            return sums, None

        starts = (nv * i for i in self.own)
        dense = "products", nv, self.n, size * nv, *starts
        return of_lower_triangle(self.dense_loop(dense, step, zeros(len(lower)), weights)[0], nv)

    def factored(self, mass: OwnMass, M: Array) -> OwnMass:
        """Another mass than one without these contacts."""
        return DenseMass(M, mass.J, mass.rounding, DenseLDL.of(M))


@dataclass(frozen=True, kw_only=True)
class Chosen(Slots):
    """Some of the contacts of slots."""

    places: Linked

    def loop(self, step: Callable[..., Any], carry: Any, *xs: Array) -> tuple[Any, None]:
        """As of all, but from the last one to the first; xs are in memory, and it gives no ys."""

        def of_place(carry: Any, k: Scalar) -> Any:
            parts = (
                array([element(x.flat, k, len(x[0]), j) for j in range(len(x[0]))]) for x in xs
            )
            return step(carry, k, *parts)[0]

        return self.places.loop(of_place, carry), None


class Listed(Slots):
    """Rows of contacts that are all used, each with code of its own, in which zeros fold."""

    def chosen(self, condition: Callable[..., Scalar], *xs: Array) -> Slots:
        return self

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
        return carry, None if None in ys else tuple(map(array, zip(*ys, strict=True)))


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
