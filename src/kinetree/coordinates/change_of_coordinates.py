"""The equations of motion in other coordinates or quasi-velocities."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ShapeError
from ..model.joints.base import Numbers


class Dynamics(NamedTuple):
    """M a + C v + g = tau: arrays (..., n, n), (..., n, n), (..., n), (..., n)."""

    M: Numbers
    C: Numbers
    g: Numbers
    tau: Numbers


def change_of_coordinates(
    M: ArrayLike, C: ArrayLike, g: ArrayLike, tau: ArrayLike, A: ArrayLike, dA: ArrayLike
) -> Dynamics:
    """M a + C v + g = tau in quasi-velocities w with v = A w.

    That is (A^T M A, A^T C A + A^T M dA/dt, A^T g, A^T tau).
    A is dq/dq' of coordinates q(q'), or the map from quasi-velocities: as many as velocities or
    fewer, the others then being zero. dM/dt = C + C^T is preserved; where C is the matrix of the
    Christoffel symbols of q, the result is that of q'.
    Shapes: M and C (..., n, n), g and tau (..., n), A and dA, its rate, (..., n, m); results
    (..., m, m), (..., m, m), (..., m), (..., m). Batch axes broadcast. Raises ShapeError.
    Source: [Echeandia2021, Eqs. 22-27] and [Echeandia2021, Remark 5];
    [KindrSheet, Transformation of Equations of Motion].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v = kt.neutral(arm), [0.1] * 7
    >>> M, C, g = kt.crba(arm, q), kt.coriolis_matrix(arm, q, v), kt.generalized_gravity(arm, q)
    >>> A, dA = 2 * np.eye(7), np.zeros((7, 7))  # w is half of v
    >>> bool((kt.change_of_coordinates(M, C, g, g, A, dA).M == 4 * M).all())
    True
    """
    M, C, g, tau, A, dA = map(np.asarray, (M, C, g, tau, A, dA))
    n = A.shape[-2] if A.ndim > 1 else -1
    for name, x, core in (
        ("M", M, (n, n)),
        ("C", C, (n, n)),
        ("g", g, (n,)),
        ("tau", tau, (n,)),
        ("dA", dA, A.shape[-2:]),
    ):
        if A.ndim < 2 or x.shape[x.ndim - len(core) :] != core:
            raise ShapeError(
                f"change_of_coordinates: {name} has shape {x.shape}, A {A.shape}; expected M and C "
                "(..., n, n), g and tau (..., n), A and dA (..., n, m)."
            )
    At, MA = np.swapaxes(A, -1, -2), M @ A
    return Dynamics(
        At @ MA, At @ (C @ A + M @ dA), (At @ g[..., None])[..., 0], (At @ tau[..., None])[..., 0]
    )
