"""How accelerations and forces answer to changes of what they balance.

M a - J^T f = r1 and J a = r2 for many right-hand sides at once, by products of matrices made of the
inverses of the factors of M and of G + mu.
"""

from dataclasses import dataclass
from typing import Final

from ...scalar.array import Array
from ...scalar.math import concatenate, eye, stack, zeros
from ...scalar.products import product
from ...spatial.rotation import symmetric
from .held import Held


@dataclass(frozen=True)
class Sensitivity:
    """The inverse of [[M, -J^T], [J, 0]] = [[a_r1, -f_r1^T], [f_r1, K^T E K]]."""

    a_r1: Array
    """(nv, nv): M^-1 less what the rows take, symmetric."""
    f_r1: Array
    """(nrows, nv): -G^-1 J M^-1."""
    K: Array
    """L^-1 of G + mu."""
    EK: Array
    """G^-1 = K^T E K with E of the proximal steps."""

    @classmethod
    def of(cls, held: Held) -> "Sensitivity":
        M, regularized = held.delassus.M, held.regularized
        units = [M.half_solved(e) for e in eye(held.delassus.V.shape[1])]
        W, DW = stack(units).T, stack([M.scaled(y) for y in units]).T  # M^-1 = W^T D^-1 W
        K = stack([regularized.factor.half_solved(e) for e in eye(len(regularized.factor.L))]).T
        E = regularized.steps(K)
        KN = product(K, product(held.delassus.V, W))  # N = J M^-1
        EKN = product(E, KN)
        a_r1 = _symmetric_product(W.T, DW) - _symmetric_product(KN.T, EKN)
        return cls(a_r1, -product(K.T, EKN), K, product(E, K))

    def answers(self, r1: Array, s2: Array) -> tuple[Array, Array]:
        """a and f for columns r1 (nv, k) and r2 = -s2 (nrows, k)."""
        a = product(concatenate([self.a_r1, self.f_r1]).T, concatenate([r1, s2]))
        f = product(self.f_r1, r1) - product(self.K.T, product(self.EK, s2))
        return a, f


def _symmetric_product(A: Array, B: Array) -> Array:
    """A B, which is symmetric, from strips of its rows on and right of the diagonal."""
    n = len(A)
    whole = zeros(n, n)
    for k in range(0, n, _STRIP):
        strip = slice(k, min(k + _STRIP, n))
        whole = whole.add((strip, slice(k, n)), product(A[strip], B[:, k:]))
    return symmetric(whole)


_STRIP: Final = 8
"""Rows of a strip: as many as numbers in the longest vectors of processors."""
