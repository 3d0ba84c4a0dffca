"""Factors of the mass matrix: M = L^T D L, from the leaves of the tree to its roots.

By one of two methods: of M itself, by columns, or joint by joint, by the articulated inertias of
bodies (`aba`). For a chain of n joints and m rows of contacts the first takes about
n^3 / 3 + m n^2 operations, the second a constant for each joint and for each row at each joint.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Final

from ...model import Model
from ...scalar.array import Array, total
from ...scalar.expr import Scalar, div, is_zero, mul, sub
from ...scalar.math import array, concatenate, maximum, zeros
from ...scalar.scan import shared
from ...spatial import Force, Motion
from ..cholesky import columns_before
from ..crba import crba
from ..inverse_mass_matrix import ArticulatedBodies


@dataclass(frozen=True)
class LDL:
    """A symmetric positive definite matrix as L D L^T, without square roots and without pivoting.

    L has a unit diagonal and is stored by rows below it; `inverse` are the reciprocals of D.
    Factored by columns, so that updates by one pivot are independent. Zeros without fill-in are
    structural.
    """

    L: list[list[Scalar]]
    inverse: Array
    step: int = 1
    """-1 where vectors are taken from their last element on: A = L^T D L."""

    @classmethod
    def of_mass_matrix(cls, model: Model, q: Array) -> "LDL":
        """M = L^T D L."""
        return replace(cls.of(crba(model, q)[::-1, ::-1]), step=-1)

    @classmethod
    def of(cls, A: Array, least: Sequence[Scalar] | None = None) -> "LDL":
        """nan or inf where A is not positive definite; `least` are lower bounds of the pivots."""
        n = len(A)
        L = [list(A[i, : i + 1].flat) for i in range(n)]
        inverse: list[Scalar] = []
        for k in range(n):
            pivot = 0.0 if is_zero(L[k][k]) else L[k][k]  # no mass: inf, and no structural zero
            inverse.append(div(1, pivot if least is None else maximum(pivot, least[k])))
            column = [row[k] for row in L[k + 1 :]]
            for i, row in enumerate(L[k + 1 :]):
                row[k] = mul(row[k], inverse[k])
                for j in range(i + 1) if not is_zero(row[k]) else ():
                    row[k + 1 + j] = sub(row[k + 1 + j], mul(row[k], column[j]))
        return cls(L, Array.of(inverse, (n,)))

    def forward_substitute(self, b: Array) -> Array:
        """y with L y = b, structural zeros included."""
        y = list(b[:: self.step].flat)
        for k, y_k in enumerate(y):
            for i in range(k + 1, len(y)) if not is_zero(y_k) else ():
                y[i] = sub(y[i], mul(self.L[i][k], y[k]))
        return Array.of(y, b.shape)

    @property
    def trace(self) -> Scalar:
        """The sum of D."""
        return total(row[-1] for row in self.L)

    def scaled(self, y: Array) -> Array:
        """D^-1 y."""
        return self.inverse * y

    def back_substitute(self, z: Array) -> Array:
        """x with L^T x = z: A x = b for z = D^-1 y."""
        x = list(z.flat)
        for k in reversed(range(len(x))):
            for j in range(k):
                x[j] = sub(x[j], mul(self.L[k][j], x[k]))
        return Array.of(x, z.shape)[:: self.step]

    def solve(self, b: Array) -> Array:
        """x with A x = b."""
        return self.back_substitute(self.scaled(self.forward_substitute(b)))


def lower_triangle(n: int) -> list[tuple[int, int]]:
    """The places of a matrix on and below its diagonal, by rows."""
    return [(i, j) for i in range(n) for j in range(i + 1)]


def of_lower_triangle(numbers: Array, n: int) -> Array:
    """The symmetric matrix (n, n) with these numbers in its `lower_triangle`."""
    places = {x: k for k, x in enumerate(lower_triangle(n))}
    rows = range(n)
    return array([[numbers[places[max(i, j), min(i, j)]] for j in rows] for i in rows])


@dataclass(frozen=True)
class DenseLDL:
    """L D L^T of a matrix without zeros, by loops over memory."""

    n: int
    factor: Array
    """L and D in a lower triangle, by rows, then the reciprocals of D."""

    @classmethod
    def of(cls, A: Array) -> "DenseLDL":
        n = len(A)

        def factor(lower: Array) -> Array:
            factor = LDL.of(of_lower_triangle(lower, n))
            return concatenate([*map(array, factor.L), factor.inverse])

        lower = array([A[i, j] for i, j in lower_triangle(n)])
        return cls(n, shared(factor, lower, dense=("factor", n)))

    def solve(self, b: Array) -> Array:
        """x (n,) with A x = b."""

        def substitution(factor: Array, b: Array) -> Array:
            ends = [*accumulate(range(1, self.n + 1), initial=0)]
            L = [list(factor[i:j].flat) for i, j in pairwise(ends)]
            return LDL(L, factor[ends[-1] :]).solve(b)

        return shared(substitution, self.factor, b, dense=("substitution", self.n))


class ArticulatedFactor(ArticulatedBodies):
    """The factor of M by joints: D of articulated inertias, in the frames of the root bodies."""

    @property
    def trace(self) -> Scalar:
        """The sum of the diagonals of D."""
        diagonals = ((self.S[j.index].T @ self.U[j.index]).diagonal() for j in self.model.joints)
        return total(x for D in diagonals for x in D.flat) + self.model.armature.sum()

    def forward_substitute(self, b: Array) -> Array:
        """y with L^T y = b: b less the articulated forces of the bodies beyond each joint."""
        P, y = {i: Force.zero() for i in range(self.model.njoints)}, zeros(len(b))
        for j in reversed(self.model.joints):
            i, p = j.index, j.parent
            y_i = b[j.v_slice] - self.S[i].T @ P[i]
            y = y.add(j.v_slice, y_i)
            if p:
                P[p] = P[p] + P[i] + self.U[i] @ (self.D_inverse[i] @ y_i)
        return y

    def scaled(self, y: Array) -> Array:
        """D^-1 y."""
        z = zeros(len(y))
        for j in self.model.joints:
            z = z.add(j.v_slice, self.D_inverse[j.index] @ y[j.v_slice])
        return z

    def back_substitute(self, z: Array) -> Array:
        """x with M x = b for z = D^-1 y."""
        A, x = {0: Motion.zero()}, zeros(len(z))
        for j in self.model.joints:
            i, p = j.index, j.parent
            x_i = z[j.v_slice] - self.D_inverse[i] @ (self.U[i].T @ A[p])
            A[i], x = A[p] + self.S[i] @ x_i, x.add(j.v_slice, x_i)
        return x


MassFactor = LDL | ArticulatedFactor


def mass_factor(model: Model, q: Array, J: Array) -> MassFactor:
    """The factor with fewer operations for the rows J and one generalized force."""
    depths = map(len, columns_before(model))
    solves = [2 + sum(not is_zero(x) for x in column.flat) for column in J.T]
    of_matrix = sum(
        n * n + _ELEMENT_COST * n + 2 * n * k for n, k in zip(depths, solves, strict=True)
    )
    of_bodies = _INERTIA_COST * len(model.joints) + _FORCE_COST * sum(solves)
    if model.coupled or of_matrix <= of_bodies:
        return LDL.of_mass_matrix(model, q)
    return ArticulatedFactor.of(model, q)


_ELEMENT_COST: Final = 17
"""Operations of an element of M, and of its column of L."""
_INERTIA_COST: Final = 230
"""Operations of an articulated inertia."""
_FORCE_COST: Final = 23
"""Operations of the transmission of a force across a joint."""
