"""The mass matrix as L^T L: branches of the tree are zeros of the factor."""

from collections.abc import Sequence

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar, div
from ..scalar.math import concatenate, outer, sqrt, zeros
from .crba import crba


@algorithm("(nq)->(nv,nv)")
def mass_matrix_cholesky(model: Model, q: Array) -> Array:
    """The lower triangular L with L^T L = M(q).

    From the last row up there is no fill-in: L is zero where neither joint is an ancestor of the
    other.
    nan where M is not positive definite. `mass_matrix_cholesky_solve` uses it.
    Shapes: q (..., nq); result (..., nv, nv). Armature is in M.
    Source: [Featherstone2008, Table 6.3].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> L = kt.mass_matrix_cholesky(arm, kt.neutral(arm))
    >>> bool(abs(L.T @ L - kt.crba(arm, kt.neutral(arm))).max() < 1e-12)
    True
    """
    return factor(crba(model, q))


def factor(M: Array) -> Array:
    """L with L^T L = M, of any positive definite matrix."""
    n = len(M)
    L = zeros(n, n)
    for k in reversed(range(n)):
        inverse = div(1, sqrt(M[k, k]))
        row = M[k, :k] * inverse
        L = L.add(k, concatenate([row, [M[k, k] * inverse], zeros(n - k - 1)]))
        M = M[:k, :k] - outer(row, row)
    return L


def inverse_factor(L: Array) -> Array:
    """W = L^-1, lower triangular and zero where L is; M^-1 = W W^T."""
    n = len(L)
    W = zeros(n, n)
    for k in range(n):
        inverse = div(1, L[k, k])
        row = -((L[k, :k] @ W[:k, :k]) * inverse)
        W = W.add(k, concatenate([row, [inverse], zeros(n - k - 1)]))
    return W


@algorithm("(nv,nv),(nv)->(nv)")
def mass_matrix_cholesky_solve(model: Model, L: Array, b: Array) -> Array:
    """x with M x = b, from the factor L of `mass_matrix_cholesky`.

    Elements of L that are zero by the robot's tree are not read.
    Shapes: L (..., nv, nv), b (..., nv); result (..., nv). Source: [Featherstone2008, Table 6.5].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> L = kt.mass_matrix_cholesky(arm, kt.neutral(arm))
    >>> kt.mass_matrix_cholesky_solve(arm, L, [1.0] * 7).shape
    (7,)
    """
    before = columns_before(model)
    inverse = [div(1, L[k, k]) for k in range(len(L))]
    y: list[Scalar] = list(b)
    for k in reversed(range(len(L))):
        y[k] = y[k] * inverse[k]
        for i in before[k]:
            y[i] = y[i] - L[k, i] * y[k]
    x: list[Scalar] = []
    for k in range(len(L)):
        rest = y[k]
        for i in before[k]:
            rest = rest - L[k, i] * x[i]
        x.append(rest * inverse[k])
    return concatenate([zeros(0), x])


def columns_before(model: Model) -> list[Sequence[int]]:
    """The columns of each row of L left of the diagonal: velocities before it on its path.

    All for coupled joints, whose factor fills in.
    """
    if model.coupled:
        return [range(k) for k in range(model.nv)]
    before: list[Sequence[int]] = []
    for j in model.joints:
        path = [i for k in model.path(j.index) for i in range(k.v_slice.start, k.v_slice.stop)]
        before += [path[: path.index(k)] for k in range(j.v_slice.start, j.v_slice.stop)]
    return before


def factor_operations(model: Model) -> int:
    """About how many operations factor M, beside those of M itself."""
    return sum(len(x) ** 2 for x in columns_before(model))
