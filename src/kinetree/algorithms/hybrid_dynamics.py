"""Hybrid dynamics: some joints by their accelerations, the others by their torques.

P are the velocities whose accelerations are given, F the others; a matrix is zero outside of its
rows and columns, so that N = M_FF^-1 has those of all velocities.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ..functions import OptionalArray, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import diag, eye, outer, where, zeros
from ..scalar.products import product
from .aba import by_articulated_bodies
from .cholesky import factor, inverse_factor
from .crba import crba
from .rnea import rnea
from .rnea_derivatives import rnea_derivatives


class HybridDynamics(NamedTuple):
    """The accelerations and torques of all joints, (..., nv) each."""

    a: Array
    tau: Array


class HybridDynamicsDerivatives(NamedTuple):
    """Derivatives of both results of `hybrid_dynamics` by q, v, a and tau, (..., nv, nv) each."""

    da_dq: Array
    da_dv: Array
    da_da: Array
    da_dtau: Array
    dtau_dq: Array
    dtau_dv: Array
    dtau_da: Array
    dtau_dtau: Array


@algorithm("(nq),(nv),(nv),(nv),(njoints,6),(nv)->(nv),(nv)")
def hybrid_dynamics(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    tau: Array,
    f_ext: OptionalArray = None,
    prescribed: OptionalArray = None,
    *,
    joints: str | Sequence[str] = (),
) -> HybridDynamics:
    """The accelerations and torques of all joints, of which each has one of the two given.

    Of the `joints` named it is a, of all others tau: motors that follow a trajectory, locked
    joints (a = 0 at rest), a space robot (all but its base). Elements that are not given are not
    read. `prescribed` selects velocities beside those: booleans, or numbers of which only zero
    means that tau is given; it is an operand, so that one kernel serves all choices. Without
    either this is `kt.aba`, with all joints `kt.rnea`.
    Shapes: q (..., nq), v, a, tau and prescribed (..., nv), f_ext (..., njoints, 6) as for `aba`;
    results (..., nv), (..., nv). nan or inf where the mass matrix of the others is singular.
    Raises ModelError for an unknown joint.
    Source: [Featherstone2008, Sec. 9.1]. Cost: about that of `aba` and `rnea`.

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(2)
    >>> q, v, a, tau = [0.1, 0.2], [0.0, 0.0], [0.0, 3.0], [0.0, 0.0]
    >>> result = kt.hybrid_dynamics(pendulum, q, v, a, tau, joints=pendulum.joint_names[2])
    >>> result.a[1].item(), result.tau[0].item()
    (3.0, 0.0)
    """
    held = _held(model, prescribed, joints)
    a = where(held, a, 0)
    if model.coupled:
        residual = where(held, 0, tau - rnea(model, q, v, a, f_ext))
        a = a + product(_inverse(crba(model, q), held), residual[:, None])[:, 0]
    else:
        a = by_articulated_bodies(model, q, v, tau, f_ext, a, where(held, 1, 0))
    return HybridDynamics(a, where(held, rnea(model, q, v, a, f_ext), tau))


@hybrid_dynamics.differentiated_by("q", "v", "a", "tau", statics=("joints",))
@algorithm("(nq),(nv),(nv),(nv),(njoints,6),(nv)->" + ",".join(["(nv,nv)"] * 8))
def hybrid_dynamics_derivatives(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    tau: Array,
    f_ext: OptionalArray = None,
    prescribed: OptionalArray = None,
    *,
    joints: str | Sequence[str] = (),
) -> HybridDynamicsDerivatives:
    """The derivatives of `hybrid_dynamics`: da_dq, da_dv, da_da, da_dtau, and so of tau.

    Shapes: as those of `hybrid_dynamics`; results (..., nv, nv).
    Derived here: [Singh2022, Eq. 5] for the joints whose torques are given, and of the others the
    derivative of rnea along the accelerations.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> x = [0.1] * 7
    >>> kt.hybrid_dynamics_derivatives(arm, x, x, x, x, joints=("joint1",)).dtau_dq.shape
    (7, 7)
    """
    held, M = _held(model, prescribed, joints), crba(model, q)
    a = hybrid_dynamics(model, q, v, a, tau, f_ext, prescribed, joints=joints).a
    of_rnea, N = rnea_derivatives(model, q, v, a, f_ext), _inverse(M, held)
    P, nothing = diag(where(held, 1, 0)), zeros(model.nv, model.nv)
    a_by = [-product(N, of_rnea.dtau_dq), -product(N, of_rnea.dtau_dv), P - product(N, M @ P), N]
    tau_by = [of_rnea.dtau_dq, of_rnea.dtau_dv, nothing, nothing]
    tau_by = [P @ own + product(P @ M, x) for own, x in zip(tau_by, a_by, strict=True)]
    tau_by[3] = tau_by[3] + eye(model.nv) - P
    return HybridDynamicsDerivatives(*a_by, *tau_by)


def _held(model: Model, prescribed: Array, joints: str | Sequence[str]) -> Array:
    """Whether the acceleration of each velocity is given."""
    named = {*model.v_index(joints).tolist()}
    return Array([1 if k in named else x for k, x in enumerate(prescribed)]) != 0


def _inverse(M: Array, held: Array) -> Array:
    """N, zero in rows and columns of velocities that are held."""
    free, P = where(held, 0, 1), diag(where(held, 1, 0))
    W = inverse_factor(factor(outer(free, free) * M + P))
    return product(W, W.T) - P
