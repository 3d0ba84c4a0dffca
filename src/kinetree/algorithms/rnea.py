"""Inverse dynamics by the recursive Newton-Euler algorithm. Body frames."""

from ..functions import Algorithm, OptionalArray, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import zeros
from ..spatial import SE3, Columns, Force, Motion


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv)", base_parameters=True)
def rnea(model: Model, q: Array, v: Array, a: Array, f_ext: OptionalArray = None) -> Array:
    """The joint torques tau = M(q) a + C(q, v) v + g(q) - sum_i J_i^T f_ext_i.

    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6); result (..., nv), in N m or N.
    `f_ext[i]` is the force on body i, [linear; angular] in the frame of joint i; row 0 is ignored.
    Armature adds `armature * a`; damping and friction are not applied.
    Source: [PinocchioSheet, RNEA], [Featherstone2008, Table 5.1]; departs from both in that f_ext
    is given in the joint's frame.
    Cost: about 180 operations a revolute joint.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.rnea(arm, kt.neutral(arm), [0] * 7, [0] * 7).shape
    (7,)
    """
    V, A, F = {0: Motion.zero()}, {0: -model.gravity_motion}, {0: Force.zero()}
    T: dict[int, SE3] = {}
    S: dict[int, Columns[Motion]] = {}
    tau = model.armature * a
    for j in model.joints:
        i, p = j.index, j.parent
        T[i], S[i], Y = j.placement(q), j.subspace(q), j.inertia
        vJ = S[i] @ v[j.v_slice]
        V[i] = T[i].act_inverse(V[p]) + vJ
        A[i] = T[i].act_inverse(A[p]) + S[i] @ a[j.v_slice] + j.bias(q, v) + V[i].cross(vJ)
        F[i] = Y @ A[i] + V[i].cross(Y @ V[i]) - Force.from_vector(f_ext[i])
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        tau = tau.add(j.v_slice, S[i].T @ F[i])
        F[p] = F[p] + T[i] @ F[i]
    return tau


@rnea.differentiated_by("q", "v", "a")
def _rnea_derivatives() -> Algorithm:
    from .. import rnea_derivatives  # as users do: a fork waits for such imports

    return rnea_derivatives


@algorithm("(nq),(nv)->(nv)")
def nonlinear_effects(model: Model, q: Array, v: Array) -> Array:
    """The torques of velocity and gravity, C(q, v) v + g(q) = rnea(q, v, 0).

    Shapes: q (..., nq), v (..., nv); result (..., nv).
    Source: [PinocchioSheet, RNEA] at zero acceleration.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.nonlinear_effects(arm, kt.neutral(arm), [0] * 7).shape
    (7,)
    """
    return rnea(model, q, v, zeros(model.nv))


@algorithm("(nq),(njoints,6)->(nv)")
def static_torque(model: Model, q: Array, f_ext: Array) -> Array:
    """The torques that hold the robot still under forces, g(q) - sum_i J_i^T f_ext_i.

    Shapes: q (..., nq), f_ext (..., njoints, 6) as for `rnea`; result (..., nv).
    Source: [PinocchioSheet, RNEA] at rest.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q = kt.neutral(arm)
    >>> f_ext = kt.external_forces(arm, q, {"tool": [0, 0, -10, 0, 0, 0]}, reference="world")
    >>> kt.static_torque(arm, q, f_ext).shape
    (7,)
    """
    return rnea(model, q, zeros(model.nv), zeros(model.nv), f_ext)


@algorithm("(nq)->(nv)")
def generalized_gravity(model: Model, q: Array) -> Array:
    """The torques that hold the robot still, g(q) = rnea(q, 0, 0).

    Shapes: q (..., nq); result (..., nv). Source: [PinocchioSheet, RNEA] at rest.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.generalized_gravity(arm, kt.neutral(arm)).shape
    (7,)
    """
    return rnea(model, q, zeros(model.nv), zeros(model.nv))


@generalized_gravity.differentiated_by("q")
def _gravity_derivatives() -> Algorithm:
    from .. import generalized_gravity_derivatives

    return generalized_gravity_derivatives
