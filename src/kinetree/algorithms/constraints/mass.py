"""Factors of the mass matrix: M = L^T D L, from the leaves of the tree to its roots.

Two ways to the same: of M itself, column by column, or joint by joint, by the articulated inertias
of bodies (`aba`). For n joints in a row and m rows of contacts the one takes about n^3 / 3 + m n^2
operations, the other a number of each joint and of each row at each joint.
"""

from dataclasses import dataclass
from typing import Final

from ...model import Model
from ...scalar.array import Array
from ...scalar.expr import Scalar, is_zero
from ...scalar.math import zeros
from ...spatial import Force, Motion
from ..crba import crba
from ..inverse_mass_matrix import Articulated
from .ldl import LDL


@dataclass(frozen=True)
class OfMatrix:
    """The factor of M by its columns. Half-solved vectors are in reverse."""

    factor: LDL

    @classmethod
    def of(cls, model: Model, q: Array) -> "OfMatrix":
        return cls(LDL.of(crba(model, q)[::-1, ::-1]))

    @property
    def trace(self) -> Scalar:
        """The sum of D."""
        return sum((row[-1] for row in self.factor.L), 0)

    def half_solved(self, b: Array) -> Array:
        """y with L^T y = b, zero where b and the tree leave zeros."""
        return self.factor.half_solved(b[::-1])

    def scaled(self, y: Array) -> Array:
        """D^-1 y."""
        return self.factor.inverse * y

    def rest_solved(self, z: Array) -> Array:
        """x with L x = z: M x = b for z = D^-1 y."""
        return self.factor.rest_solved(z)[::-1]


@dataclass(frozen=True)
class OfBodies:
    """The factor of M by joints: D of articulated inertias, in the frames of the root bodies."""

    model: Model
    at: Articulated

    @classmethod
    def of(cls, model: Model, q: Array) -> "OfBodies":
        return cls(model, Articulated.of(model, q))

    @property
    def trace(self) -> Scalar:
        """The sum of the diagonals of D."""
        diagonals = (self.at.S[j.index].T @ self.at.U[j.index] for j in self.model.joints)
        bodies = sum((D[k, k] for D in diagonals for k in range(len(D))), 0)
        return bodies + self.model.armature.sum()

    def half_solved(self, b: Array) -> Array:
        """The rest of b at each joint, less the forces of the bodies that it carries."""
        P, y = {i: Force.zero() for i in range(self.model.njoints)}, zeros(len(b))
        for j in reversed(self.model.joints):
            i, p = j.index, j.parent
            own = b[j.v_slice] - self.at.S[i].T @ P[i]
            y = y.add(j.v_slice, own)
            if p:
                P[p] = P[p] + P[i] + self.at.U[i] @ (self.at.D_inverse[i] @ own)
        return y

    def scaled(self, y: Array) -> Array:
        """D^-1 y."""
        z = zeros(len(y))
        for j in self.model.joints:
            z = z.add(j.v_slice, self.at.D_inverse[j.index] @ y[j.v_slice])
        return z

    def rest_solved(self, z: Array) -> Array:
        """x with M x = b for z = D^-1 y."""
        A, x = {0: Motion.zero()}, zeros(len(z))
        for j in self.model.joints:
            i, p = j.index, j.parent
            own = z[j.v_slice] - self.at.D_inverse[i] @ (self.at.U[i].T @ A[p])
            A[i], x = A[p] + self.at.S[i] @ own, x.add(j.v_slice, own)
        return x


MassFactor = OfMatrix | OfBodies


def mass_factor(model: Model, q: Array, J: Array) -> MassFactor:
    """The factor that takes fewer operations for the rows J and one generalized force."""
    before = _before(model)
    solves = [2 + sum(not is_zero(x) for x in column.flat) for column in J.T]
    of_matrix = sum(n * n + _COMPOSED * n + 2 * n * k for n, k in zip(before, solves, strict=True))
    of_bodies = _ARTICULATED * len(model.joints) + _PUSHED * sum(solves)
    if model.coupled or of_matrix <= of_bodies:
        return OfMatrix.of(model, q)
    return OfBodies.of(model, q)


def _before(model: Model) -> list[int]:
    """The number of velocities that carry each one, its own joint's before it included."""
    count: list[int] = []
    for j in model.joints:
        carried = sum(k.type.nv for k in model.path(j.parent)) if j.parent else 0
        count += [carried + k for k in range(j.type.nv)]
    return count


_COMPOSED: Final = 17
"""Operations of an entry of M, and of its column of L."""
_ARTICULATED: Final = 230
"""Operations of an articulated inertia."""
_PUSHED: Final = 23
"""Operations of a force that passes a joint."""
