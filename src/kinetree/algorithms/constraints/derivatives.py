"""Derivatives of the rows of contacts, and of their forces, with respect to the state. World axes.

A force is constant in the axes of its rows, at the origin of its contact's frame: those of the
world or, of a sliding loop, those of its rail (`axis_derivatives`).
"""

from collections.abc import Sequence

from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate, zeros
from ...scalar.types import Scalar
from ...spatial.rotation import exp3, exp3_jacobian_inverse, log3, skew
from ..forces import external_forces
from ..frame_derivatives import (
    FrameAccelerationDerivatives,
    frame_acceleration_derivatives,
    frame_velocity_derivatives,
)
from ..frames import frame_acceleration, frame_velocity
from ..jacobians import frame_jacobian
from .axis_derivatives import (
    axis_jacobian,
    axis_rotation_derivatives,
    cross_columns,
    wrench_derivative,
)
from .frame_pairs import FramePair, signed
from .rows import displacement, relative_jacobian


def force_at_joints(model: Model, q: Array, pairs: Sequence[FramePair], forces: Array) -> Array:
    """`f_ext` of the contacts' forces (ncontacts, 6)."""
    wrenches = [
        (frame, signed(s, f))
        for x, f in zip(pairs, forces, strict=True)
        for s, frame in x.signed_frames(model, q)
    ]
    frames, values = [frame for frame, _ in wrenches], zeros(0, 6)
    if wrenches:
        values = concatenate([f[None] for _, f in wrenches])
    return external_forces(model, q, values, frames=frames, reference="local_world_aligned")


def torque_derivative(model: Model, q: Array, pairs: Sequence[FramePair], forces: Array) -> Array:
    """d(J^T f)/dq less that of forces constant in the frames of the joints, (nv, nv).

    These rotate with their body by J_w, those constant in the world do not: f x J_w. Those of a
    rail rotate with it.
    """
    total = zeros(model.nv, model.nv)
    for x, f in zip(pairs, forces, strict=True):
        J = [
            (sign, frame_jacobian(model, q, frame=frame, reference="local_world_aligned"))
            for sign, frame in x.signed_frames(model, q)
        ]
        for sign, J_f in J:
            total = total + signed(sign, J_f.T @ cross_columns(f, J_f[3:]))
            if x.directions is not None:
                total = total + signed(sign, J_f.T @ wrench_derivative(model, q, x, f))
        if x.coincident:  # the point of the second body where the force acts moves
            (_, first), (_, second) = J
            total = total + second[3:].T @ (skew(f[:3]) @ (first - second)[:3])
    return total


def acceleration_derivatives(
    model: Model, q: Array, v: Array, a: Array, pairs: Sequence[FramePair], Kd: Scalar
) -> tuple[Array, Array]:
    """The derivatives of J a + (dJ/dt) v + Kd J v with respect to q and v, (nrows, nv) each."""
    of_q, of_v = zeros(0, model.nv), zeros(0, model.nv)
    for x in pairs:
        along_q, along_v = zeros(6, model.nv), zeros(6, model.nv)
        of_frames = [
            frame_acceleration_derivatives(
                model, q, v, a, frame=frame, reference="local_world_aligned", classical=True
            )
            for _, frame in x.signed_frames(model, q)
        ]
        for (sign, _), d in zip(x.signed_frames(model, q), of_frames, strict=True):
            along_q = along_q + signed(sign, d.da_dq + Kd * d.dv_dq)
            along_v = along_v + signed(sign, d.da_dv + Kd * d.da_da)
        if x.coincident:
            slip_q, slip_v = _slip_derivatives(model, q, v, a, x, of_frames, Kd)
            along_q, along_v = along_q + slip_q, along_v + slip_v
        if x.coincident and x.directions is not None:
            dV = _relative_velocity_derivative(model, q, v, x)
            axes_q, axes_v = axis_rotation_derivatives(model, q, v, a, x, dV, of_frames[1], Kd)
            along_q, along_v = along_q + axes_q, along_v + axes_v
        of_q = concatenate([of_q, x.rows(model, q, along_q)])
        of_v = concatenate([of_v, x.rows(model, q, along_v)])
    return of_q, of_v


def _slip_derivatives(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    x: FramePair,
    of_frames: Sequence[FrameAccelerationDerivatives],
    Kd: Scalar,
) -> tuple[Array, Array]:
    """The terms of the coincident point, which moves in the second body with u = J v.

    The acceleration lacks w x u and, as q changes, the point moves by J: the velocity changes by
    -w x J, the acceleration by -(dw/dt) x J - w x (w x J).
    """
    (_, first), (_, second) = x.signed_frames(model, q)
    V1, V2 = (
        frame_velocity(model, q, v, frame=f, reference="local_world_aligned")
        for f in (first, second)
    )
    A2 = frame_acceleration(model, q, v, a, frame=second, reference="local_world_aligned")
    u, w, dw = skew(V1[:3] - V2[:3]), skew(V2[3:]), skew(A2[3:])
    J = (of_frames[0].da_da - of_frames[1].da_da)[:3]
    dV = (of_frames[0].dv_dq - of_frames[1].dv_dq)[:3]
    along_q = u @ of_frames[1].dv_dq[3:] - w @ dV - dw @ J - Kd * (w @ J)
    along_v = u @ of_frames[1].da_da[3:] - w @ J
    zero = zeros(3, model.nv)
    return concatenate([along_q, zero]), concatenate([along_v, zero])


def velocity_derivative(model: Model, q: Array, v: Array, pairs: Sequence[FramePair]) -> Array:
    """The derivative of J v with respect to q, (nrows, nv)."""
    of_q = zeros(0, model.nv)
    for x in pairs:
        dV = _relative_velocity_derivative(model, q, v, x)
        if x.directions is not None:
            V = relative_jacobian(model, q, x) @ v
            dV = dV + cross_columns(V, axis_jacobian(model, q, x))
        of_q = concatenate([of_q, x.rows(model, q, dV)])
    return of_q


def _relative_velocity_derivative(model: Model, q: Array, v: Array, x: FramePair) -> Array:
    """The derivative of `relative_jacobian` v with respect to q, (6, nv)."""
    dV = zeros(6, model.nv)
    for sign, frame in x.signed_frames(model, q):
        d = frame_velocity_derivatives(model, q, v, frame=frame, reference="local_world_aligned")
        dV = dV + signed(sign, d.dv_dq)
    if x.coincident:  # the point moves in the second body
        second = x.signed_frames(model, q)[1][1]
        V = frame_velocity(model, q, v, frame=second, reference="local_world_aligned")
        J = relative_jacobian(model, q, x)[:3]
        dV = dV - concatenate([skew(V[3:]) @ J, zeros(3, model.nv)])
    return dV


def error_derivatives(model: Model, q: Array, pairs: Sequence[FramePair]) -> Array:
    """The derivatives of the errors of contacts, (nrows, nv) [KindrSheet, Derivatives]."""
    blocks = zeros(0, model.nv)
    for x in pairs:
        de = zeros(6, model.nv)
        if x.placed:
            T1, T2 = x.placements(model, q)
            rotation = log3(T1.rotation @ T2.rotation.T)
            for sign, frame in ((1, x.first), (-1, x.second)):
                J = frame_jacobian(model, q, frame=frame, reference="local_world_aligned")
                J_w = J[3:] if sign == 1 else exp3(rotation) @ J[3:]
                de_w = exp3_jacobian_inverse(rotation) @ J_w
                de = de + signed(sign, concatenate([J[:3], de_w]))
            if x.directions is not None:
                de = de + cross_columns(displacement(model, q, x), axis_jacobian(model, q, x))
        blocks = concatenate([blocks, x.rows(model, q, de)])
    return blocks
