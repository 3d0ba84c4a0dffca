"""The Delassus operator G = J M^-1 J^T, the velocities of rows by impulses along them.

A matrix (m, m) or, where rows are many and velocities few, as of many contacts of one body, J
(m, nv) times W = M^-1 J^T: Gauss-Seidel then keeps W x, which each impulse changes, and a sweep
costs 2 m nv multiplications, fewer where J has zeros, in place of m^2; the first impulses come from
a system of nv velocities, by Woodbury's identity.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from ...scalar.array import Array, ArrayLike
from ...scalar.math import zeros
from ..constraints.mass_factor import LDL
from ..constraints.own import OwnMass

PASSES: Final = 3
"""Solutions for the velocities that softness, and its rounding, leave; one more is no better."""


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

    def held(self, mask: Array, softness: Array, g: Array) -> Array:
        """The impulses, soft, that stop the velocities g of the rows where the mask is 1."""
        masked = DelassusMatrix(mask[:, None] * self.matrix * mask[None, :])
        solve = LDL.of(masked.plus((1 - mask) * self.diagonal() + softness).matrix).solve
        x = -solve(mask * g)
        return x - solve(masked @ x + mask * g)

    def __matmul__(self, x: Array) -> Array:
        return self.matrix @ x

    def motion(self, x: Array) -> Array:
        """What velocities are computed from, beside x."""
        return zeros(0)

    def moved(self, motion: Array, rows: slice, change: Array) -> Array:
        """The motion after a change of the impulses of rows."""
        return motion

    def velocities(self, rows: slice, x: Array, motion: Array) -> Array:
        """G[rows] @ x."""
        return self.matrix[rows] @ x


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

    def held(self, mask: Array, softness: Array, g: Array) -> Array:
        """As that of a matrix, by the motion of a mass M + J^T E^-1 J, E all that is diagonal.

        Softness, the mean, shares the forces of redundant contacts as their compliance does.
        """
        weights = mask / (self.added + softness.sum() / max(1, len(softness)))
        x = zeros(len(g))
        mass = replace(self.mass, M=self.mass.M + self.J.T @ (weights[:, None] * self.J))
        for _ in range(PASSES):
            push = weights * (self @ x + g)
            x = x - push + weights * (self.J @ mass.solve(self.J.T @ push))
        return x

    def __matmul__(self, x: Array) -> Array:
        return self.J @ self.motion(x) + self.added * x

    def motion(self, x: Array) -> Array:
        return self.mass.solve(self.J.T @ x)

    def moved(self, motion: Array, rows: slice, change: Array) -> Array:
        return motion + self.W[:, rows] @ change

    def velocities(self, rows: slice, x: Array, motion: Array) -> Array:
        return self.J[rows] @ motion + self.added[rows] * x[rows]


Delassus: TypeAlias = DelassusMatrix | DelassusProduct


def delassus(mass: OwnMass, J: Array) -> Delassus:
    """The operator of rows J, of the kind with fewer operations."""
    if len(J) <= len(mass.M):
        return DelassusMatrix(mass.delassus(J))
    return DelassusProduct(mass, J, mass.solve(J.T), zeros(len(J)))
