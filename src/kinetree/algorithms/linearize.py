"""The dynamics linearised about a motion. Tangent spaces."""

from typing import NamedTuple

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import concatenate, eye, zeros
from .aba_derivatives import aba_derivatives


class Linearization(NamedTuple):
    """dx/dt = A x + B u of x = [e; dv], (..., 2 nv, 2 nv) and (..., 2 nv, nv)."""

    A: Array
    B: Array


@algorithm("(nq),(nv),(nv)->(2*nv,2*nv),(2*nv,nv)")
def linearize(model: Model, q: Array, v: Array, tau: Array) -> Linearization:
    """The error dynamics dx/dt = A x + B u about a motion: (A, B).

    x = [e; dv] is the error of a motion next to that of q, v and tau: its configuration is
    integrate(q, e), its velocity v + dv, its torques tau + u. e is in the tangent space that moves
    with q, so that de/dt = dv for coordinates, and dv - v x e for spherical, planar and free-flyer
    joints. The dynamics are those of `kt.aba`, without damping and springs, and u are the torques
    of all joints, actuated or not: B[:, model.actuated] is that of the actuated ones.
    Shapes: q (..., nq), v and tau (..., nv); results (..., 2 nv, 2 nv) and (..., 2 nv, nv).
    Derived here: [Singh2022, Eq. 5], and the rate of e in the moving tangent space.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q, v = kt.neutral(robot), [0.1] * robot.nv
    >>> A, B = kt.linearize(robot, q, v, v)
    >>> A.shape, B.shape
    ((36, 36), (36, 18))
    """
    n, of_aba = model.nv, aba_derivatives(model, q, v, tau)
    drift = zeros(n, n)
    for j in model.free_joints:
        D = j.type.error_rate(q[j.q_slice], v[j.v_slice])
        drift = drift.add((j.v_slice, j.v_slice), D)
    e = concatenate([drift, of_aba.ddq_dq])
    dv = concatenate([eye(n), of_aba.ddq_dv])
    return Linearization(concatenate([e.T, dv.T]).T, concatenate([zeros(n, n), of_aba.ddq_dtau]))
