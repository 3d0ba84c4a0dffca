"""Symmetric positive definite matrices as L D L^T, without square roots and without pivoting."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...scalar.array import Array
from ...scalar.expr import Scalar, div, is_zero, mul, sub
from ...scalar.math import maximum


@dataclass(frozen=True)
class LDL:
    """L with a unit diagonal, by rows below it, and the reciprocals of D.

    Factored by columns, so that updates by one pivot are independent. Zeros without fill-in are
    structural.
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

    def forward_substitute(self, b: Array) -> Array:
        """y with L y = b, structural zeros included."""
        y = list(b.flat)
        for k, y_k in enumerate(y):
            for i in range(k + 1, len(y)) if not is_zero(y_k) else ():
                y[i] = sub(y[i], mul(self.L[i][k], y[k]))
        return Array.of(y, b.shape)

    def back_substitute(self, z: Array) -> Array:
        """x with L^T x = z, for z = D^-1 y."""
        x = list(z.flat)
        for k in reversed(range(len(x))):
            for j in range(k):
                x[j] = sub(x[j], mul(self.L[k][j], x[k]))
        return Array.of(x, z.shape)

    def solve(self, b: Array) -> Array:
        """x with A x = b."""
        return self.back_substitute(self.inverse * self.forward_substitute(b))
