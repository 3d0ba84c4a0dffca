"""Linear dynamics in discrete time."""

from typing import Any, Final, NamedTuple

import numpy as np

from ..errors import ShapeError
from ..model.values import common_batch, numbers

__all__ = ["discretize"]


class Discretization(NamedTuple):
    """x' = A x + B u, arrays (..., n, n) and (..., n, m)."""

    A: Any
    B: Any


def discretize(A: Any, B: Any, dt: Any) -> Discretization:
    """The discretization of dx/dt = A x + B u over dt with constant u (zero-order hold).

    exp of [[A, B], [0, 0]] dt: exact for linear dynamics, for `kt.linearize` along a motion to the
    second order of dt.
    Shapes: A (..., n, n), B (..., n, m), dt (...), in s; results as A and B. Batch axes broadcast.
    Raises ShapeError. Source: the matrix exponential is that of [Higham2005].

    >>> import kinetree as kt
    >>> A, B = kt.discretize([[0, 1], [0, 0]], [[0], [1]], 0.1)  # a mass that is pushed
    >>> A.round(12).tolist(), B.round(12).tolist()
    ([[1.0, 0.1], [0.0, 1.0]], [[0.005], [0.1]])
    """
    A, B, dt = numbers("A", A), numbers("B", B), numbers("dt", dt)
    n = A.shape[-1] if A.ndim > 1 else -1
    if A.ndim < 2 or B.ndim < 2 or A.shape[-2] != n or B.shape[-2] != n:
        raise ShapeError(
            f"discretize: A has shape {A.shape} and B {B.shape}; expected (..., n, n) and "
            "(..., n, m)."
        )
    m = B.shape[-1]
    batch = common_batch({"A": A.shape[:-2], "B": B.shape[:-2], "dt": dt.shape})
    both = np.zeros((*batch, n + m, n + m))
    both[..., :n, :n] = A * dt[..., None, None]
    both[..., :n, n:] = B * dt[..., None, None]
    power = _exponential(both)
    return Discretization(power[..., :n, :n].copy(), power[..., :n, n:].copy())


_PADE: Final = (
    *(64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0),
    *(129060195264000.0, 10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0),
    *(40840800.0, 960960.0, 16380.0, 182.0, 1.0),
)
"""Coefficients of the Pade approximant [13/13] of exp, exact to norms of 5.4 in float64."""


def _exponential(X: Any) -> Any:
    """exp of matrices (..., n, n), by scaling and squaring [Higham2005], each by its norm."""
    size = np.abs(X).sum(-2).max(-1, initial=0)
    squarings = np.where(np.isfinite(size), np.frexp(size / 5.4)[1].clip(0), 0)
    X = np.ldexp(X, -squarings[..., None, None])
    eye, X2 = np.eye(X.shape[-1]), X @ X
    X4 = X2 @ X2
    X6 = X2 @ X4
    p = _PADE
    odd = X6 @ (p[13] * X6 + p[11] * X4 + p[9] * X2)
    odd = X @ (odd + p[7] * X6 + p[5] * X4 + p[3] * X2 + p[1] * eye)
    even = X6 @ (p[12] * X6 + p[10] * X4 + p[8] * X2)
    even = even + p[6] * X6 + p[4] * X4 + p[2] * X2 + p[0] * eye
    linalg: Any = np.linalg
    power = linalg.solve(even - odd, even + odd)
    for k in range(squarings.max(initial=0)):
        more = squarings > k
        power[more] = power[more] @ power[more]
    return power
