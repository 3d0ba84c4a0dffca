"""Linear dynamics in discrete time."""

from math import factorial, perm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ShapeError
from ..model.joints.base import Numbers
from ..model.values import common_batch, numbers


class Discretization(NamedTuple):
    """x' = A x + B u, arrays (..., n, n) and (..., n, m)."""

    A: Numbers
    B: Numbers


def discretize(A: ArrayLike, B: ArrayLike, dt: ArrayLike) -> Discretization:
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
    a, b, h = numbers("A", A), numbers("B", B), numbers("dt", dt)
    if a.ndim < 2 or b.ndim < 2 or not a.shape[-1] == a.shape[-2] == b.shape[-2]:
        raise ShapeError(
            f"discretize: A has shape {a.shape} and B {b.shape}; expected (..., n, n) and "
            "(..., n, m)."
        )
    n, m = b.shape[-2:]
    batch = common_batch({"A": a.shape[:-2], "B": b.shape[:-2], "dt": h.shape})
    block = np.zeros((*batch, n + m, n + m))
    block[..., :n, :n] = a * h[..., None, None]
    block[..., :n, n:] = b * h[..., None, None]
    power = _exponential(block)
    return Discretization(power[..., :n, :n].copy(), power[..., :n, n:].copy())


_PADE: Final = [float(perm(26 - k, 13) // factorial(k)) for k in range(14)]
"""Coefficients of the Pade approximant [13/13] of exp, exact to norms of 5.4 in float64."""


def _exponential(X: Numbers) -> Numbers:
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
    power = np.linalg.solve(even - odd, even + odd).astype(float, copy=False)
    for k in range(squarings.max(initial=0)):
        more = squarings > k
        power[more] = power[more] @ power[more]
    return power
