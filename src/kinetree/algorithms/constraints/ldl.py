"""Symmetric positive definite matrices as L D L^T, without square roots and without pivoting."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...scalar.array import Array
from ...scalar.expr import Scalar, div, is_zero, mul, sub
from ...scalar.math import maximum


@dataclass(frozen=True)
class LDL:
    """L, whose diagonal is one, below it row by row, and the reciprocals of D.

    Column by column, so that what one pivot changes does not wait for the next. Zeros of the matrix
    that no pivot fills are structural.
    """

    L: list[list[Scalar]]
    inverse: Array

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

    def half_solved(self, b: Array) -> Array:
        """y with L y = b, zero where b and L leave zeros."""
        y = list(b.flat)
        for k, known in enumerate(y):
            for i in range(k + 1, len(y)) if not is_zero(known) else ():
                y[i] = sub(y[i], mul(self.L[i][k], y[k]))
        return Array.of(y, b.shape)

    def rest_solved(self, z: Array) -> Array:
        """x with L^T x = z, for z = D^-1 y."""
        x = list(z.flat)
        for k in reversed(range(len(x))):
            for j in range(k):
                x[j] = sub(x[j], mul(self.L[k][j], x[k]))
        return Array.of(x, z.shape)

    def solved(self, b: Array) -> Array:
        """x with A x = b."""
        return self.rest_solved(self.inverse * self.half_solved(b))
