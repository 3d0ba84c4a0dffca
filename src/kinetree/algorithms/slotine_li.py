"""Inverse dynamics of reference velocities, and its regressor: Slotine and Li's. Body frames."""

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import eye, zeros
from ..spatial import Columns, Force, Inertia
from .coriolis import Factorization, factor_times, reference_motions
from .regressors import with_body


@algorithm("(nq),(nv),(nv),(nv)->(nv)", base_parameters={"factorization": "christoffel"})
def slotine_li_inverse_dynamics(
    model: Model,
    q: Array,
    v: Array,
    v_r: Array,
    a_r: Array,
    *,
    factorization: Factorization = "christoffel",
) -> Array:
    """The torques M(q) a_r + C(q, v) v_r + g(q) of reference velocities v_r and rates a_r.

    The feedforward of Slotine and Li's passivity-based control: with s = v - v_r and tau this minus
    K s, M ds/dt + C s = -K s, and s . M s decreases because dM/dt - 2 C is skew. It is
    rnea(q, v, a) where v_r = v and a_r = a, and linear in the bodies: `slotine_li_regressor`.
    Shapes: q (..., nq), v, v_r and a_r (..., nv); result (..., nv), in N m or N.
    Armature adds `armature * a_r`; damping and friction are not applied.
    Source: [Slotine1987] the use, [Echeandia2021, Remark 2] C v_r, and C as of `coriolis_matrix`;
    derived here: M a_r + g in the same recursion.
    Cost: linear in the number of joints, about 1.9 times that of `rnea`.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.slotine_li_inverse_dynamics(arm, kt.neutral(arm), [0.1] * 7, [0.2] * 7, [0] * 7).shape
    (7,)
    """
    F, tau = {0: Force.zero()}, model.armature * a_r
    for j, V, W, dW, _ in reference_motions(model, q, v, v_r, a_r, -model.gravity_motion):
        F[j.index] = j.inertia @ dW + factor_times(j.inertia, V, W, factorization)[0]
    for j in reversed(model.joints):
        tau = tau.add(j.v_slice, j.subspace(q).T @ F[j.index])
        F[j.parent] = F[j.parent] + j.placement(q) @ F[j.index]
    return tau


@algorithm("(nq),(nv),(nv),(nv)->(nv,10*njoints-10)")
def slotine_li_regressor(
    model: Model,
    q: Array,
    v: Array,
    v_r: Array,
    a_r: Array,
    *,
    factorization: Factorization = "christoffel",
) -> Array:
    """The regressor Y of slotine_li_inverse_dynamics = Y @ inertias[1:].ravel() + armature * a_r.

    Adaptive control moves its estimate of the parameters along -Y^T (v - v_r).
    Shapes: q (..., nq), v, v_r and a_r (..., nv); result (..., nv, 10 (njoints - 1)), its columns
    in the order of `model.parameter_names`.
    Source: [Slotine1987] the use, [Echeandia2021, Remark 2; Eqs. 9, 10], with B linear in each Y.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.slotine_li_regressor(arm, kt.neutral(arm), [0.1] * 7, [0.2] * 7, [0] * 7).shape
    (7, 70)
    """
    regressor = zeros(model.nv, 10 * (model.njoints - 1))
    units = [Inertia.from_parameters(e) for e in eye(10)]
    for j, V, W, dW, _ in reference_motions(model, q, v, v_r, a_r, -model.gravity_motion):
        forces = (Y @ dW + factor_times(Y, V, W, factorization)[0] for Y in units)
        regressor = with_body(regressor, model, q, j.index, Columns(Force, [*forces]))
    return regressor
