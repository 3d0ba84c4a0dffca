"""The Delassus operator G = J M^-1 J^T, the velocities of rows by impulses along them.

A matrix (m, m) or, where that takes more multiplications, as of many contacts of one body, Z Z^T
with Z (m, nv) = J L^-1 of M = L^T L: Gauss-Seidel then keeps Z^T x, which each impulse changes, and
a sweep costs two multiplications for each number of Z, which is 0 beyond the joints that carry a
row, in place of m^2; the first impulses come from a system of nv velocities, by Woodbury's
identity. Rows in `Slots`, of which a number is used that is known at run time, are visited by loops
that end there.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from ...scalar.array import Array, ArrayLike
from ...scalar.expr import Scalar, is_zero
from ...scalar.math import array, concatenate, eye, scan, solve_spd, zeros
from ...scalar.scan import in_memory
from ...scalar.takes import element
from ..constraints.mass_factor import LDL, DenseLDL
from ..constraints.own import OwnMass
from .slots import Group, Rows, Slots

PASSES: Final = 3
"""Solutions for the velocities that softness, and its rounding, leave; one more is no better."""
FEW: Final = 8
"""Contacts in slots that are solved for first."""
Visit = Callable[..., tuple[Array, Any]]
"""Of the impulses of a block of rows, G of these, their velocities and numbers of the block: other
impulses, and a result."""


class Delassus(ABC):
    """G, as a matrix or by products."""

    @abstractmethod
    def diagonal(self) -> Array: ...

    @abstractmethod
    def block(self, rows: slice) -> Array:
        """G[rows, rows]."""

    @abstractmethod
    def plus(self, diagonal: ArrayLike) -> "Delassus":
        """G with numbers added to its diagonal."""

    @abstractmethod
    def part(self, rows: Sequence[int]) -> "Delassus":
        """That of some rows alone."""

    def few(self, contacts: int) -> tuple[int, Scalar]:
        """How many first ones of so many contacts to solve for first, and whether these are all."""
        return contacts, True

    def first(self, contacts: int, rows: Sequence[int]) -> "Delassus":
        """That of some rows alone, of which those of contacts are those of so many first ones."""
        return self.part(rows)

    @abstractmethod
    def held(self, mask: Array, softness: Array, g: Array) -> Array:
        """The impulses, soft, that stop the velocities g of the rows where the mask is 1."""

    @abstractmethod
    def __matmul__(self, x: Array) -> Array: ...

    @abstractmethod
    def motion(self, x: Array) -> Array:
        """What velocities are computed from, beside x."""

    @abstractmethod
    def moved(self, motion: Array, rows: slice, change: Array) -> Array:
        """The motion after a change of the impulses of rows."""

    @abstractmethod
    def velocities(self, rows: slice, x: Array, motion: Array) -> Array:
        """G[rows] @ x."""

    def visited(
        self,
        blocks: Sequence[slice],
        visit: Visit,
        x: Array,
        motion: Array,
        g: Array,
        *numbers: Array,
    ) -> tuple[Array, Array, list[Any]]:
        """x and the motion after visits of blocks of rows in turn, and their results.

        `numbers` are arrays with one number of each block.
        """
        results = list[Any]()
        for k, rows in enumerate(blocks):
            velocity = self.velocities(rows, x, motion) + g[rows]
            own = (y[k] for y in numbers)
            part, result = visit(x[rows], self.block(rows), velocity, *own)
            change = part - x[rows]
            x = concatenate([x[: rows.start], part, x[rows.stop :]])
            motion = self.moved(motion, rows, change)
            results.append(result)
        return x, motion, results


@dataclass(frozen=True)
class DelassusMatrix(Delassus):
    """G as a matrix."""

    matrix: Array
    """(m, m)."""

    def diagonal(self) -> Array:
        return self.matrix.diagonal()

    def block(self, rows: slice) -> Array:
        return self.matrix[rows, rows]

    def plus(self, diagonal: ArrayLike) -> "DelassusMatrix":
        m = range(len(self.matrix))
        return DelassusMatrix(self.matrix.add((m, m), diagonal))

    def part(self, rows: Sequence[int]) -> "DelassusMatrix":
        return DelassusMatrix(self.matrix[rows][:, rows])

    def held(self, mask: Array, softness: Array, g: Array) -> Array:
        masked = DelassusMatrix(mask[:, None] * self.matrix * mask[None, :])
        solve = LDL.of(masked.plus((1 - mask) * self.diagonal() + softness).matrix).solve
        x = -solve(mask * g)
        return x - solve(masked @ x + mask * g)

    def __matmul__(self, x: Array) -> Array:
        return self.matrix @ x

    def motion(self, x: Array) -> Array:
        return zeros(0)

    def moved(self, motion: Array, rows: slice, change: Array) -> Array:
        return motion

    def velocities(self, rows: slice, x: Array, motion: Array) -> Array:
        return self.matrix[rows] @ x


@dataclass(frozen=True)
class DelassusProduct(Delassus):
    """G = Z Z^T + diag(added)."""

    rows: Rows
    """Z, (m, nv)."""
    added: Array

    def diagonal(self) -> Array:
        return self._own_diagonal() + self.added

    def _own_diagonal(self) -> Array:
        Z = self.rows
        return Array.of([Z.units[k] @ Z.units[k] for k, _ in Z.own], (len(Z.own),))

    def block(self, rows: slice) -> Array:
        own, Z = self.rows.own[rows], self.rows.units
        G = [[(1 if i is j else i[1] * j[1]) * (Z[i[0]] @ Z[j[0]]) for j in own] for i in own]
        return DelassusMatrix(array(G)).plus(self.added[rows]).matrix

    def plus(self, diagonal: ArrayLike) -> "DelassusProduct":
        return replace(self, added=self.added + diagonal)

    def part(self, rows: Sequence[int]) -> "DelassusProduct":
        own = tuple(self.rows.own[k] for k in rows)
        return replace(self, rows=replace(self.rows, own=own), added=self.added[rows])

    def held(self, mask: Array, softness: Array, g: Array) -> Array:
        """As that of a matrix, by a system (1 + Z^T E^-1 Z) y = b, E all that is diagonal.

        Softness, the mean, shares the forces of redundant contacts as their compliance does.
        """
        weights = mask / (self.added + softness.sum() / max(1, len(softness)))
        solve, n = self._solver(weights), self.rows.units.shape[1]

        def step(before: tuple[Array, Array, Array], _: None) -> tuple[Any, None]:
            x, motion, velocities = before
            motion = motion - solve(self.motion(weights * velocities)[::-1])[::-1]
            along = self.rows.times(motion)
            x = x - weights * (along + self.added * x + g)
            return (x, motion, along + self.added * x + g), None

        return scan(step, (zeros(len(g)), zeros(n), g), length=PASSES)[0][0]

    def _solver(self, weights: Array) -> Callable[[Array], Array]:
        """The solution of the system, from the leaves of the tree, so that zeros stay."""
        Z = self.rows.units
        A = Z.T @ (self.rows.summed(weights)[:, None] * Z) + eye(Z.shape[1])
        return partial(solve_spd, A[::-1, ::-1])

    def __matmul__(self, x: Array) -> Array:
        return self.rows.times(self.motion(x)) + self.added * x

    def motion(self, x: Array) -> Array:
        return self.rows.transposed(x)

    def moved(self, motion: Array, rows: slice, change: Array) -> Array:
        return motion + self.rows.own_transposed(change, rows)

    def velocities(self, rows: slice, x: Array, motion: Array) -> Array:
        return self.rows.own_times(motion, rows) + self.added[rows] * x[rows]


@dataclass(frozen=True)
class DelassusSlots(DelassusProduct):
    """G = Z Z^T + diag(added), where the rows of contacts are in slots."""

    blocks: Array
    """(n, size, size): of each contact Z Z^T, in memory."""

    @classmethod
    def of(cls, mass: OwnMass, J: Rows, slots: Slots) -> "DelassusSlots":
        """That of rows J with these slots."""
        size = range(slots.memory.shape[1])

        def step(_: None, k: Scalar) -> tuple[None, tuple[Array, Array]]:
            Z = mass.whitened(slots.rows(k, size))
            return None, (Z, Z @ Z.T)

        _, (memory, blocks) = slots.loop(step, None)
        slots = replace(slots, memory=in_memory(memory))
        rows = replace(J, units=mass.whitened(J.units), slots=slots)
        return cls(rows, zeros(len(rows)), in_memory(blocks))

    @property
    def slots(self) -> Slots:
        assert self.rows.slots is not None
        return self.rows.slots

    @property
    def _others(self) -> DelassusProduct:
        added = self.added[self.slots.others(len(self.added))]
        return DelassusProduct(replace(self.rows, slots=None), added)

    def diagonal(self) -> Array:
        blocks = self.blocks[: self.slots.n]
        parts = array([[x[i, i] for i in self.slots.own] for x in blocks])
        return self.slots.whole(parts, self._own_diagonal()) + self.added

    def block(self, rows: slice) -> Array:
        return self._others.block(self._among_others(rows))

    def part(self, rows: Sequence[int]) -> "DelassusSlots":
        """Of the normals of contacts, one after the other, and of others."""
        first, n = self.slots.groups[0], self.slots.n
        size = len(first.own)
        assert list(rows[:n]) == [first.start + k * size + 2 for k in range(n)]
        return self._with(replace(self.slots, groups=(Group(0, (2,)),)), rows)

    def few(self, contacts: int) -> tuple[int, Scalar]:
        return min(contacts, FEW), self.slots.count <= FEW if contacts > FEW else True

    def first(self, contacts: int, rows: Sequence[int]) -> "DelassusSlots":
        places = dict(zip(rows, range(len(rows)), strict=True))
        groups = [Group(places[x.start], x.own) for x in self.slots.groups]
        return self._with(replace(self.slots, n=contacts, groups=tuple(groups)), rows)

    def _with(self, slots: Slots, rows: Sequence[int]) -> "DelassusSlots":
        """That of some rows alone, of which those in no group are others here, too."""
        places = {k: i for i, k in enumerate(self.slots.others(len(self.added)))}
        own = tuple(self.rows.own[places[k]] for k in rows if k in places)
        return DelassusSlots(Rows(self.rows.units, own, slots), self.added[list(rows)], self.blocks)

    def _solver(self, weights: Array) -> Callable[[Array], Array]:
        Z, n = self.rows.units, self.rows.units.shape[1]

        def of_contact(_: None, k: Scalar, weights: Array) -> tuple[None, Array]:
            return None, weights[:, None] * eye(len(weights))

        _, blocks = self.slots.loop(of_contact, None, self.slots.gathered(weights))
        sums = self.rows.summed(weights[self.slots.others(len(weights))])
        A = self.slots.products(blocks) + Z.T @ (sums[:, None] * Z) + eye(n)
        return DenseLDL.of(A[::-1, ::-1]).solve

    def moved(self, motion: Array, rows: slice, change: Array) -> Array:
        return self._others.moved(motion, self._among_others(rows), change)

    def velocities(self, rows: slice, x: Array, motion: Array) -> Array:
        others = x[self.slots.others(len(x))]
        return self._others.velocities(self._among_others(rows), others, motion)

    def visited(
        self,
        blocks: Sequence[slice],
        visit: Visit,
        x: Array,
        motion: Array,
        g: Array,
        *numbers: Array,
    ) -> tuple[Array, Array, list[Any]]:
        groups = dict(zip([x.start for x in self.slots.spans()], self.slots.groups, strict=True))
        if not blocks or blocks[0].start not in groups:
            return super().visited(blocks, visit, x, motion, g, *numbers)
        group, n, flat = groups[blocks[0].start], self.slots.n, self.blocks.flat
        size, chosen = self.blocks.shape[1], group.own

        def step(motion: Array, k: Scalar, *own: Array) -> tuple[Array, tuple[Array, Any]]:
            x, g, added, *more = own
            Z = self.slots.rows(k, chosen)
            G = [[element(flat, k, size * size, size * i + j) for j in chosen] for i in chosen]
            block = DelassusMatrix(array(G)).plus(added).matrix
            part, result = visit(x, block, Z @ motion + added * x + g, *more)
            return motion + Z.T @ (part - x), (part, result)

        rows = slice(group.start, group.start + n * len(chosen))
        own = [y[rows].reshape(n, -1) for y in (x, g, self.added)]
        motion, (parts, results) = self.slots.loop(step, motion, *own, *(y[:n] for y in numbers))
        x = concatenate([x[: rows.start], parts.reshape(-1), x[rows.stop :]])
        rest = (y[n:] for y in numbers)
        x, motion, others = super().visited(blocks[n:], visit, x, motion, g, *rest)
        return x, motion, [*(() if results is None else results), *others]

    def _among_others(self, rows: slice) -> slice:
        """Rows that are in no group, counted among such."""
        before = sum(
            span.stop - span.start for span in self.slots.spans() if span.start < rows.start
        )
        return slice(rows.start - before, rows.stop - before)


def delassus(mass: OwnMass, J: Rows) -> Delassus:
    """The operator of rows J, of the kind with fewer operations."""
    if J.slots is not None:
        return DelassusSlots.of(mass, J, J.slots)
    Z = mass.whitened(J.units)
    if len(Z) ** 2 <= 2 * sum(not is_zero(x) for x in Z.flat):
        return DelassusMatrix(Z @ Z.T)
    return DelassusProduct(Rows.of(Z), zeros(len(Z)))
