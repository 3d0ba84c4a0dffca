"""How accelerations and forces answer to changes of what they balance.

M a - J^T f = r1 and J a = r2 for many right-hand sides at once, by products with the inverses of
the factors of M and of G + mu, which keep their digits where those of M and G would lose them.
"""

from dataclasses import dataclass

from ...scalar.array import Array
from ...scalar.math import eye, stack
from ...scalar.products import product
from ...spatial.rotation import symmetric
from .held import Held
from .ldl import LDL


@dataclass(frozen=True)
class Sensitivity:
    """The inverse of [[M, -J^T], [J, 0]] in parts; velocities in reverse."""

    W: Array
    """L^-1 of M = L D L^T."""
    DW: Array
    """D^-1 L^-1."""
    K: Array
    """L^-1 of G + mu."""
    EK: Array
    """G^-1 = K^T E K with E of the proximal steps."""
    KN: Array
    """K J M^-1."""
    EKN: Array

    @classmethod
    def of(cls, held: Held) -> "Sensitivity":
        delassus, regularized = held.delassus, held.regularized
        W, K = _inverse(delassus.M), _inverse(regularized.factor)
        D = regularized.factor.inverse
        X = symmetric(product(K, K.T)) * D * regularized.mu
        E = term = eye(len(K))
        for _ in range(regularized.iterations - 1):
            term = product(term, X)
            E = E + term
        E = D[:, None] * E
        KN = product(K, product(delassus.V, W))
        return cls(W, delassus.M.inverse[:, None] * W, K, product(E, K), KN, product(E, KN))

    def answers(self, r1: Array, r2: Array) -> tuple[Array, Array]:
        """a and f for columns r1 (nv, k) and r2 (nrows, k)."""
        r1 = r1[::-1]
        t = product(self.EK, r2) - product(self.EKN, r1)
        a = product(self.W.T, product(self.DW, r1)) + product(self.KN.T, t)
        return a[::-1], product(self.K.T, t)

    @property
    def to_forces(self) -> tuple[Array, Array]:
        """a and f for each generalized force: the one symmetric, of rank nv less the rows."""
        a = symmetric(product(self.W.T, self.DW)) - symmetric(product(self.KN.T, self.EKN))
        return a[::-1, ::-1], -product(self.K.T, self.EKN)[:, ::-1]


def _inverse(factor: LDL) -> Array:
    """L^-1, zero where the tree leaves zeros."""
    return stack([factor.half_solved(e) for e in eye(len(factor.L))]).T
