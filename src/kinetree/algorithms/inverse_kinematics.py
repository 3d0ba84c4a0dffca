"""One step of inverse kinematics: damped least squares within the limits. World axes."""

from collections.abc import Sequence
from functools import partial, reduce
from typing import Final, NamedTuple

from ..functions import ResolvedFrame, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import concatenate, dot, eye, maximum, minimum, norm, solve, where, zeros
from ..spatial import SE3
from .configuration import integrate
from .jacobians import frame_jacobian
from .reference import world_frame

LEAST_DAMPING: Final = 0.02
MOST_DAMPING: Final = 1e4
FLOOR: Final = 1e-10
"""Least addition to the diagonal of J J^T, relative to 1 + its trace."""
GAIN: Final = 0.999
"""Progress is a residual below this part of the least one so far."""


class InverseKinematicsState(NamedTuple):
    """The iterate of a search, its damping, the best q so far, the residual there, and the wait.

    The wait is the number of steps since the residual last fell by more than 0.1 %.
    """

    q: Array
    damping: Scalar
    best: Array
    residual: Scalar
    wait: Scalar


@algorithm("(nq),(),(nq),(),(),(k,4,4),(nq),(nq)->(nq),(),(nq),(),()")
def inverse_kinematics_step(
    model: Model,
    q: Array,
    damping: Array,
    best: Array,
    residual: Array,
    wait: Array,
    targets: Array,
    lower: Array,
    upper: Array,
    *,
    frames: Sequence[ResolvedFrame],
    position_only: bool,
) -> InverseKinematicsState:
    """One step of frames towards their targets, q exp(J^T (J J^T + m 1)^-1 e), within the limits.

    e is log6(T_frame^-1 target) of every frame in the axes of the world, or with `position_only`
    the vector from its origin to the target's; the residual is the largest of their lengths. m is
    e.e times the damping, which is halved where q is the best one so far, else multiplied by 4. A
    joint at a limit that J^T e would move further out is locked, so that others compensate.
    Shapes: q, best, `lower` and `upper` (..., nq), targets (..., k, 4, 4), the others (...). Where
    limits restrict rotations, q is not normalized.
    Source: [PinocchioSheet, Motion Application]; [Sola2018, Eqs. 173, 179].
    """
    errors, rows = zip(*map(partial(_task, model, q, position_only), targets, frames), strict=True)
    now = reduce(maximum, map(norm, errors))
    least, factor = residual.flat[0], damping.flat[0]
    closer = now < least
    factor = minimum(maximum(factor * where(closer, 0.5, 4.0), LEAST_DAMPING), MOST_DAMPING)
    e, J = concatenate(errors), concatenate(rows)
    J = J * _unlocked(model, q, J.T @ e, lower, upper)
    A = J @ J.T
    trace = sum(A[i, i] for i in range(len(e)))
    dq = J.T @ solve(A + (factor * dot(e, e) + FLOOR * (1 + trace)) * eye(len(e)), e)
    return InverseKinematicsState(
        minimum(maximum(integrate(model, q, dq), lower), upper),
        factor,
        where(closer, q, best),
        minimum(now, least),
        where(now <= GAIN * least, 0.0, wait.flat[0] + 1.0),
    )


def _task(
    model: Model, q: Array, position_only: bool, target: Array, frame: ResolvedFrame
) -> tuple[Array, Array]:
    """The error of a frame, and its Jacobian."""
    T = world_frame(model, q, frame, zeros(3))
    J = frame_jacobian(model, q, frame=frame, reference="local_world_aligned")
    if position_only:
        return target[:3, 3] - T.translation, J[:3]
    twist = T.act_inverse(SE3.from_matrix(target)).log()
    return concatenate([T.rotation @ twist.linear, T.rotation @ twist.angular]), J


def _unlocked(model: Model, q: Array, along: Array, lower: Array, upper: Array) -> Array:
    """0 for each velocity whose coordinate is at a limit that `along` would violate, else 1.

    Only coordinates with dq/dt = v have limits: their row of the tangent map is one of the
    identity.
    """
    free: list[Scalar] = [1] * model.nv
    for i, row in enumerate(model.tangent_map(q)):
        structural = all(isinstance(x, int) for x in row.flat)
        if structural and sorted(row.flat) == [0] * (model.nv - 1) + [1]:
            k = row.flat.index(1)
            room = where(along[k] < 0, q[i] - lower[i], upper[i] - q[i])
            free[k] = where(room > 0, 1, 0)
    return Array(free)
