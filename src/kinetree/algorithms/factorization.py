"""Factorizations V x* Y V = B(V, Y) V of a body, with B + B^T = dY/dt [Echeandia2021, Eq. 11].

[Echeandia2021]         here                shape
I-dot, I v              rate, momentum      6 x 6, 6
B(v, I)                 Christoffel         6 x 6, never formed: `times` is (B S, B^T S)
B(v, I)                 NewtonEuler.matrix  6 x 6
"""

from dataclasses import dataclass
from typing import Any, Literal

from ..scalar.array import Array
from ..scalar.math import eye
from ..spatial import Columns, Force, Inertia, Motion, motions

Factorization = Literal["christoffel", "newton_euler"]


def factor(Y: Inertia, V: Motion, factorization: Factorization) -> Any:
    """B of a body with inertia Y that moves with V; those of several bodies add."""
    if factorization == "christoffel":
        return Christoffel(Y.rate(V), Y @ V)
    units = motions([Motion.from_vector(e) for e in eye(6)])
    return NewtonEuler(V.cross(Y @ units).matrix)


@dataclass(frozen=True)
class Christoffel:
    """B = (dY/dt + fbar(h)) / 2 with the momentum h and fbar(h) v = v x* h.

    Source: [Echeandia2021, Eq. 10].
    """

    rate: Inertia
    momentum: Force

    def __add__(self, other: "Christoffel") -> "Christoffel":
        return Christoffel(self.rate + other.rate, self.momentum + other.momentum)

    def times(self, S: Columns[Motion]) -> tuple[Columns[Force], Columns[Force]]:
        """B S and B^T S: fbar(h) is skew."""
        first, second = self.twice(S)
        return 0.5 * first, 0.5 * second

    def twice(self, S: Columns[Motion]) -> tuple[Columns[Force], Columns[Force]]:
        """2 B S and 2 B^T S: this is B of [Singh2022, Eq. 28]."""
        symmetric, skew = self.rate @ S, S.cross(self.momentum)
        return symmetric + skew, symmetric - skew


@dataclass(frozen=True)
class NewtonEuler:
    """B = V x* Y [Echeandia2021, Eq. 9]."""

    matrix: Array

    def __add__(self, other: "NewtonEuler") -> "NewtonEuler":
        return NewtonEuler(self.matrix + other.matrix)

    def times(self, S: Columns[Motion]) -> tuple[Columns[Force], Columns[Force]]:
        """B S and B^T S."""
        both = (self.matrix @ S.matrix, self.matrix.T @ S.matrix)
        first, second = (Columns(Force, map(Force.from_vector, x.T)) for x in both)
        return first, second
