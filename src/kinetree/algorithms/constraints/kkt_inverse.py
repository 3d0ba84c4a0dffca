"""The inverse of the KKT matrix [[M, J^T], [J, 0]]: derivatives of accelerations and forces.

It is symmetric. With M^-1 = W^T D^-1 W, N = J M^-1, and the proximal
steps in E of G^-1 = K^T E K, it is

    [ M^-1 - N^T G^-1 N   N^T G^-1 ]   [ W    0 ]T [ D^-1 W    0  ]
    [ G^-1 N              -G^-1    ] = [ K N -K ]  [ -E K N   E K ]
"""

from typing import Final

from ...scalar.array import Array
from ...scalar.math import concatenate, eye, stack, zeros
from ...scalar.products import product
from ...spatial.rotation import symmetric
from .kkt import KKT


def kkt_inverse(kkt: KKT) -> Array:
    """The inverse of [[M, J^T], [J, 0]], (nv + nrows, nv + nrows).

    M a - J^T f = r1 and J a = r2 is [a; -f] = its product with [r1; r2].
    """
    M, V, G = kkt.delassus.M, kkt.delassus.V, kkt.regularized
    rows, n = V.shape
    halves = [M.forward_substitute(e) for e in eye(n)]
    W, DW = stack(halves).T, stack([M.scaled(y) for y in halves]).T
    if not rows:
        return _symmetric_product(W.T, DW)
    K = stack([G.factor.forward_substitute(e) for e in eye(rows)]).T
    low = _beside(product(K, product(V, W)), -K)
    left = concatenate([_beside(W, zeros(n, rows)), low])
    right = concatenate([_beside(DW, zeros(n, rows)), product(-G.steps(K), low)])
    return _symmetric_product(left.T, right)


def _beside(A: Array, B: Array) -> Array:
    return concatenate([A.T, B.T]).T


def _symmetric_product(A: Array, B: Array) -> Array:
    """A B, which is symmetric, from strips of its rows on and to the right of the diagonal."""
    n = len(A)
    upper = zeros(n, n)
    for k in range(0, n, _STRIP):
        strip = slice(k, min(k + _STRIP, n))
        upper = upper.add((strip, slice(k, n)), product(A[strip], B[:, k:]))
    return symmetric(upper)


_STRIP: Final = 8
"""Rows of a strip: the elements of the longest SIMD vectors."""
