"""Derivatives of the velocity and the acceleration of frames, expressed in `reference`.

[Singh2022]                         here            shape       equation
S_j                                 J[j]            6 x n_j
v_j, v_lambda(j), v_i               V[i], V[p], V_f 6           of the joints, of the frame
Psi-dot_j                           Psi             6 x n_j     31
dv_i/dq_j, dv_i/dq-dot_j            dv_dq, da_da    6 x nv      J2, J8
d(gamma_i + xi_i)/dq_j, /dq-dot_j   da_dq, da_dv    6 x nv      J6 and J7, J9

In the frame of body k, which moves with it, V_k changes with q_k by Psi_k = V_p x J_k + dS/dq v,
p being its parent, as all velocities after it do; the motion relative to the reference is added.
"""

from typing import NamedTuple

from ..functions import OptionalArray, ResolvedFrame, algorithm
from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..scalar.math import cross, zeros
from ..spatial import Columns, Motion, motions
from .kinematics import Reference, joints_in_reference, split_motion
from .relative import relative


class FrameVelocityDerivatives(NamedTuple):
    """Derivatives of `frame_velocity`, (..., 6, nv) each."""

    dv_dq: Array
    dv_dv: Array


class FrameAccelerationDerivatives(NamedTuple):
    """Derivatives of `frame_velocity` and `frame_acceleration`, (..., 6, nv) each."""

    dv_dq: Array
    da_dq: Array
    da_dv: Array
    da_da: Array


@algorithm("(nq),(nv),(k,3)->(6,nv),(6,nv)")
@relative
def frame_velocity_derivatives(
    model: Model,
    q: Array,
    v: Array,
    offset: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    reference: Reference,
) -> FrameVelocityDerivatives:
    """The derivatives of `frame_velocity` with respect to q and v: (dv_dq, dv_dv).

    Derivatives of the components in `reference`, for all three; Pinocchio's in
    LOCAL_WORLD_ALIGNED are something else. dv_dv is the Jacobian.
    Shapes: q (..., nq), v (..., nv); results (..., 6, nv), or (..., k, 6, nv) for k frames.
    Source: [Singh2022, Eqs. J2, J8].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v = kt.neutral(arm), [0.1] * 7
    >>> kt.frame_velocity_derivatives(arm, q, v, frame="tool", reference="local").dv_dq.shape
    (6, 7)
    """
    derivatives = _derivatives(model, q, v, zeros(model.nv), offset, frame, reference)
    return FrameVelocityDerivatives(derivatives[0], derivatives[3])


@algorithm("(nq),(nv),(nv),(k,3)->(6,nv),(6,nv),(6,nv),(6,nv)")
@relative
def frame_acceleration_derivatives(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    offset: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    reference: Reference,
    classical: bool = False,
) -> FrameAccelerationDerivatives:
    """The derivatives of `frame_velocity` and `frame_acceleration`: (dv_dq, da_dq, da_dv, da_da).

    Derivatives of the components that `reference` and `classical` select. da_da is the Jacobian.
    Shapes: q (..., nq), v and a (..., nv); results (..., 6, nv), or (..., k, 6, nv) for k frames.
    Source: [Singh2022, Eqs. J6, J7, J8, J9]; derived here: subspaces that depend on q.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v, a = kt.neutral(arm), [0.1] * 7, [0.2] * 7
    >>> d = kt.frame_acceleration_derivatives(arm, q, v, a, frame="tool", reference="world")
    >>> d.da_dq.shape
    (6, 7)
    """
    dv_dq, da_dq, da_dv, da_da, V_f = _derivatives(model, q, v, a, offset, frame, reference)
    if classical:
        da_dq = da_dq + _point_acceleration(V_f, dv_dq)
        da_dv = da_dv + _point_acceleration(V_f, da_da)
    return FrameAccelerationDerivatives(dv_dq, da_dq, da_dv, da_da)


def _derivatives(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    offset: OptionalArray,
    frame: ResolvedFrame,
    reference: Reference,
) -> tuple[Array, Array, Array, Array, Motion]:
    """dv_dq, da_dq, da_dv, da_da of the spatial acceleration, and the velocity of the frame."""
    T_rk = joints_in_reference(model, q, frame, offset, reference)
    V, A = {0: Motion.zero()}, {0: Motion.zero()}
    J: dict[int, Columns[Motion]] = {}
    for j in model.path(frame.joint):
        i, p = j.index, j.parent
        J[i] = T_rk[i] @ j.subspace(q)
        vJ = J[i] @ v[j.v_slice]
        V[i] = V[p] + vJ
        A[i] = A[p] + J[i] @ a[j.v_slice] + T_rk[i] @ j.bias(q, v) + V[i].cross(vJ)
    V_f, A_f = V[frame.joint], A[frame.joint]
    dv_dq, da_dq, da_dv, da_da = (zeros(6, model.nv) for _ in range(4))
    for j in model.path(frame.joint):
        i, p = j.index, j.parent
        E, F, G = (T_rk[i] @ derivative for derivative in joint_derivatives(j, q, v, a))
        relative = motions([split_motion(reference, J_d)[0] for J_d in J[i].columns])
        Psi = V[p].cross(J[i]) + E
        block = (slice(6), j.v_slice)
        dv_dq = dv_dq.add(block, (Psi - V_f.cross(relative)).matrix)  # J2
        dA = A[p].cross(J[i]) + F + V[i].cross(E) - (V_f - V[p]).cross(Psi) - A_f.cross(relative)
        da_dq = da_dq.add(block, dA.matrix)  # J6 + J7
        da_dv = da_dv.add(block, ((V[p] + V[i] - V_f).cross(J[i]) + G).matrix)  # J9
        da_da = da_da.add(block, J[i].matrix)  # J8
    return dv_dq, da_dq, da_dv, da_da, V_f


def joint_derivatives(j: TreeJoint, q: Array, v: Array, a: Array) -> list[Columns[Motion]]:
    """Joint-local derivatives d(S v)/dq, d(S a + c)/dq and dc/dv, in the frame of the joint."""
    dS, dc = j.subspace_derivatives(q), j.bias_derivative(q, v)
    E = motions([dS_k @ v[j.v_slice] for dS_k in dS])
    return [E, motions([dS_k @ a[j.v_slice] for dS_k in dS]) + dc, j.subspace_rate(q, v) + E]


def _point_acceleration(V: Motion, dV: Array) -> Array:
    """d(w x v) by the columns dV of the derivative of V, as linear parts over zeros."""
    columns = [Motion.from_vector(column) for column in dV.T]
    linear = [cross(c.angular, V.linear) + cross(V.angular, c.linear) for c in columns]
    return motions([Motion(x, zeros(3)) for x in linear]).matrix
