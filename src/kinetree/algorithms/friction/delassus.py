"""The Delassus operator G = J M^-1 J^T, the velocities of rows by impulses along them.

A matrix (m, m) or, where rows are many and velocities few, as of many contacts of one body, J
(m, nv) times W = M^-1 J^T: Gauss-Seidel then keeps W x, which each impulse changes, and a sweep
costs 2 m nv multiplications, fewer where J has zeros, in place of m^2; the first impulses come from
a system of nv velocities, by Woodbury's identity. Rows in `Slots`, of which a number is used that
is known at run time, are visited by loops that end there.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ...scalar.array import Array, ArrayLike
from ...scalar.expr import Scalar
from ...scalar.math import array, concatenate, zeros
from ...scalar.scan import in_memory
from ...scalar.takes import element
from ..constraints.mass_factor import LDL
from ..constraints.own import OwnMass
from .slots import Group, Slots

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
    """G = J W + diag(added)."""

    mass: OwnMass
    J: Array
    W: Array
    added: Array

    @property
    def matrix(self) -> Array:
        return DelassusMatrix(self.J @ self.W).plus(self.added).matrix

    def diagonal(self) -> Array:
        products = (row @ column for row, column in zip(self.J, self.W.T, strict=True))
        return Array.of(list(products), self.added.shape) + self.added

    def block(self, rows: slice) -> Array:
        return DelassusMatrix(self.J[rows] @ self.W[:, rows]).plus(self.added[rows]).matrix

    def plus(self, diagonal: ArrayLike) -> "DelassusProduct":
        return replace(self, added=self.added + diagonal)

    def part(self, rows: Sequence[int]) -> "DelassusProduct":
        return replace(self, J=self.J[rows], W=self.W[:, rows], added=self.added[rows])

    def held(self, mask: Array, softness: Array, g: Array) -> Array:
        """As that of a matrix, by the motion of a mass M + J^T E^-1 J, E all that is diagonal.

        Softness, the mean, shares the forces of redundant contacts as their compliance does.
        """
        weights = mask / (self.added + softness.sum() / max(1, len(softness)))
        x = zeros(len(g))
        mass = replace(self.mass, M=self.mass.M + self.weighted(weights))
        for _ in range(PASSES):
            push = weights * (self @ x + g)
            x = x - push + weights * self.times(mass.solve(self.transposed(push)))
        return x

    def weighted(self, weights: Array) -> Array:
        """J^T D J, for the diagonal of D."""
        return self.J.T @ (weights[:, None] * self.J)

    def times(self, velocity: Array) -> Array:
        """J v."""
        return self.J @ velocity

    def transposed(self, x: Array) -> Array:
        """J^T x."""
        return self.J.T @ x

    def __matmul__(self, x: Array) -> Array:
        return self.times(self.motion(x)) + self.added * x

    def motion(self, x: Array) -> Array:
        return self.mass.solve(self.transposed(x))

    def moved(self, motion: Array, rows: slice, change: Array) -> Array:
        return motion + self.W[:, rows] @ change

    def velocities(self, rows: slice, x: Array, motion: Array) -> Array:
        return self.J[rows] @ motion + self.added[rows] * x[rows]


@dataclass(frozen=True)
class DelassusSlots(DelassusProduct):
    """G = J W + diag(added) of rows in slots and of others, to which J and W belong."""

    slots: Slots
    moving: Array
    """(n, size, nv): W^T of the slots, in memory."""
    blocks: Array
    """(n, size, size): of each contact J W, in memory."""

    @classmethod
    def of(cls, mass: OwnMass, slots: Slots, J: Array) -> "DelassusSlots":
        """That of rows J."""
        size = range(slots.memory.shape[1])

        def step(_: None, k: Scalar) -> tuple[None, tuple[Array, Array]]:
            rows = slots.rows(k, size)
            W = mass.solve(rows.T)
            return None, (W.T, rows @ W)

        _, (moving, blocks) = slots.loop(step, None)
        others = J[slots.others(len(J))]
        numbers = mass, others, mass.solve(others.T), zeros(len(J))
        return cls(*numbers, slots, in_memory(moving), in_memory(blocks))

    @property
    def _others(self) -> DelassusProduct:
        rows = self.slots.others(len(self.added))
        return DelassusProduct(self.mass, self.J, self.W, self.added[rows])

    @property
    def matrix(self) -> Array:
        m = range(len(self.added))
        return array([self @ array([float(i == k) for i in m]) for k in m])

    def diagonal(self) -> Array:
        parts = array([[x[i, i] for i in self.slots.own] for x in self.blocks])
        rest = DelassusProduct(self.mass, self.J, self.W, zeros(len(self.J))).diagonal()
        return self.slots.whole(parts, rest) + self.added

    def block(self, rows: slice) -> Array:
        return self._others.block(self._among_others(rows))

    def part(self, rows: Sequence[int]) -> "DelassusSlots":
        """Of the normals of contacts, one after the other, and of others."""
        first, n = self.slots.groups[0], len(self.slots.memory)
        size = len(first.own)
        assert list(rows[:n]) == [first.start + k * size + 2 for k in range(n)]
        return self._with(replace(self.slots, groups=(Group(0, (2,)),)), rows)

    def few(self, contacts: int) -> tuple[int, Scalar]:
        return min(contacts, FEW), self.slots.count <= FEW if contacts > FEW else True

    def first(self, contacts: int, rows: Sequence[int]) -> "DelassusSlots":
        places = dict(zip(rows, range(len(rows)), strict=True))
        groups = [Group(places[x.start], x.own) for x in self.slots.groups]
        memory = self.slots.memory[:contacts]
        return self._with(replace(self.slots, memory=memory, groups=tuple(groups)), rows)

    def _with(self, slots: Slots, rows: Sequence[int]) -> "DelassusSlots":
        """That of some rows alone, of which those in no group are others here, too."""
        places = {k: i for i, k in enumerate(self.slots.others(len(self.added)))}
        others = [places[k] for k in rows if k in places]
        own = self.J[others], self.W[:, others], self.added[list(rows)]
        blocks = self.blocks[: len(slots.memory)]
        return DelassusSlots(self.mass, *own, slots, self.moving, blocks)

    def weighted(self, weights: Array) -> Array:
        rest = self._others.weighted(weights[self.slots.others(len(weights))])
        return self.slots.weighted(self.slots.gathered(weights)) + rest

    def times(self, velocity: Array) -> Array:
        return self.slots.whole(self.slots.times(velocity), self.J @ velocity)

    def transposed(self, x: Array) -> Array:
        rest = self.J.T @ x[self.slots.others(len(x))]
        return self.slots.transposed(self.slots.gathered(x)) + rest

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
        group, n, flat = groups[blocks[0].start], len(self.slots.memory), self.blocks.flat
        size, moving = self.blocks.shape[1], replace(self.slots, memory=self.moving)
        chosen = group.own

        def step(motion: Array, k: Scalar, *own: Array) -> tuple[Array, tuple[Array, Any]]:
            x, g, added, *more = own
            J, W = self.slots.rows(k, chosen), moving.rows(k, chosen)
            G = [[element(flat, k, size * size, size * i + j) for j in chosen] for i in chosen]
            block = DelassusMatrix(array(G)).plus(added).matrix
            part, result = visit(x, block, J @ motion + added * x + g, *more)
            return motion + W.T @ (part - x), (part, result)

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


def delassus(mass: OwnMass, J: Array, slots: Slots | None = None) -> Delassus:
    """The operator of rows J, of the kind with fewer operations; some of them may be in slots."""
    if slots is not None:
        return DelassusSlots.of(mass, slots, J)
    if len(J) <= len(mass.M):
        return DelassusMatrix(mass.delassus(J))
    return DelassusProduct(mass, J, mass.solve(J.T), zeros(len(J)))
