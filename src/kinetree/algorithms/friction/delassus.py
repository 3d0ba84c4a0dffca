"""The Delassus operator G = J M^-1 J^T, the velocities of rows by impulses along them.

A matrix (m, m) or, where rows are many and velocities few, as of many contacts of one body, J
(m, nv) times W = M^-1 J^T: Gauss-Seidel then keeps W x, which each impulse changes, and a sweep
costs 3 m nv multiplications in place of m^2; systems of all rows are of nv by Woodbury's identity.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from ...scalar.array import Array, ArrayLike
from ...scalar.math import zeros
from ..constraints.mass_factor import LDL
from ..constraints.own import OwnMass

MANY: Final = 3
"""How many rows are many, for each velocity."""


@dataclass(frozen=True)
class DelassusMatrix:
    """G as a matrix."""

    matrix: Array
    """(m, m)."""

    def diagonal(self) -> Array:
        return self.matrix.diagonal()

    def block(self, rows: slice) -> Array:
        """G[rows, rows]."""
        return self.matrix[rows, rows]

    def plus(self, diagonal: ArrayLike) -> "DelassusMatrix":
        """G with numbers added to its diagonal."""
        m = range(len(self.matrix))
        return DelassusMatrix(self.matrix.add((m, m), diagonal))

    def part(self, rows: Sequence[int]) -> "DelassusMatrix":
        """That of some rows alone."""
        return DelassusMatrix(self.matrix[rows][:, rows])

    def masked(self, mask: Array) -> "DelassusMatrix":
        """G where the mask of rows is 1; elsewhere its diagonal alone."""
        masked = DelassusMatrix(mask[:, None] * self.matrix * mask[None, :])
        return masked.plus((1 - mask) * self.diagonal())

    def __matmul__(self, x: Array) -> Array:
        return self.matrix @ x

    def motion(self, x: Array) -> Array:
        """What velocities are computed from, beside x."""
        return x

    def moved(self, motion: Array, rows: slice, change: Array) -> Array:
        """The motion after a change of the impulses of rows."""
        return motion

    def velocities(self, rows: slice, x: Array, motion: Array) -> Array:
        """G[rows] @ x."""
        return self.matrix[rows] @ x

    def solver(self, diagonal: Array) -> Callable[[Array], Array]:
        """x by b, with (G + E) x = b: E has these numbers on its diagonal, or their mean."""
        return LDL.of(self.plus(diagonal).matrix).solve


@dataclass(frozen=True)
class DelassusProduct:
    """G = J W + diag(added)."""

    mass: OwnMass
    J: Array
    W: Array
    added: Array

    @property
    def matrix(self) -> Array:
        """(m, m)."""
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

    def masked(self, mask: Array) -> "DelassusProduct":
        added = mask * self.added + (1 - mask) * self.diagonal()
        return replace(self, J=mask[:, None] * self.J, W=self.W * mask, added=added)

    def __matmul__(self, x: Array) -> Array:
        return self.J @ (self.W @ x) + self.added * x

    def motion(self, x: Array) -> Array:
        return self.W @ x

    def moved(self, motion: Array, rows: slice, change: Array) -> Array:
        return motion + self.W[:, rows] @ change

    def velocities(self, rows: slice, x: Array, motion: Array) -> Array:
        return self.J[rows] @ motion + self.added[rows] * x[rows]

    def solver(self, diagonal: Array) -> Callable[[Array], Array]:
        """By the motion y of a mass M + J^T E^-1 J: x = E^-1 (b - J y), E all that is diagonal.

        The mean of what is added shares the forces of redundant contacts as their compliance does.
        """
        whole = self.plus(diagonal.sum() / len(diagonal))
        inverse = 1 / whole.added
        weighted = inverse[:, None] * self.J
        mass = replace(self.mass, M=self.mass.M + self.J.T @ weighted)

        def solved(b: Array) -> Array:
            return inverse * (b - self.J @ mass.solve(weighted.T @ b))

        def refined(b: Array) -> Array:
            x = solved(b)
            return x + solved(b - whole @ x)

        return refined


Delassus: TypeAlias = DelassusMatrix | DelassusProduct


def delassus(mass: OwnMass, J: Array) -> Delassus:
    """The operator of rows J, of the kind with fewer operations."""
    if len(J) <= MANY * len(mass.M):
        return DelassusMatrix(mass.delassus(J))
    return DelassusProduct(mass, J, mass.solve(J.T), zeros(len(J)))
