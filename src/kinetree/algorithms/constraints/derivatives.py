"""Derivatives of the rows of contacts, and of their forces, with respect to the state. World axes.

A force is constant in the axes of its rows, at the origin of its contact's frame: those of the
world or, of a sliding loop, those of its rail. A quantity x expressed in the axes of the second
body changes there by R^T (dx + x x J_w), as J_w rotates them; forces that are constant in them
change by J_w x f.
"""

from collections.abc import Sequence
from functools import partial

from ...scalar.array import Array
from ...scalar.expr import Scalar
from ...scalar.math import concatenate, zeros
from ...spatial.rotation import exp3, exp3_jacobian_inverse, log3, skew
from ..forces import external_forces
from ..frame_derivatives import (
    FrameAccelerationDerivatives,
    frame_acceleration_derivatives,
    frame_velocity_derivatives,
)
from ..frames import frame_acceleration, frame_jacobian, frame_velocity
from .kinematics import ContactRows, FramePair, rotated, signed


def axis_jacobian(x: FramePair) -> Array:
    """J_w (3, nv) of the second frame, in whose axes the rows of a sliding loop are."""
    return frame_jacobian(x.model, x.q, frame=x.second, reference="local_world_aligned")[3:]


def cross_columns(x: Array, W: Array) -> Array:
    """The cross products of both halves of x (6) with the columns of W (3, n), (6, n)."""
    return concatenate([skew(x[:3]) @ W, skew(x[3:]) @ W])


def wrench_derivatives(rows: ContactRows, forces: Array) -> Array:
    """The derivative with respect to q of forces (ncontacts, 6) constant in the axes of their rows.

    (ncontacts, 6, nv): zeros where these are the axes of the world.
    """
    nv = rows.model.nv
    blocks = [
        zeros(6, nv) if x.directions is None else -cross_columns(f, axis_jacobian(x))
        for x, f in zip(rows.pairs, forces, strict=True)
    ]
    return concatenate([zeros(0, nv), *blocks]).reshape(len(blocks), 6, nv)


def force_at_joints(rows: ContactRows, forces: Array) -> Array:
    """`f_ext` of the contacts' forces (ncontacts, 6)."""
    wrenches = [
        (frame, signed(s, f))
        for x, f in zip(rows.pairs, forces, strict=True)
        for s, frame in x.frames
    ]
    frames, values = [frame for frame, _ in wrenches], zeros(0, 6)
    if wrenches:
        values = concatenate([f[None] for _, f in wrenches])
    return external_forces(
        rows.model, rows.q, values, frames=frames, reference="local_world_aligned"
    )


def torque_derivative(rows: ContactRows, forces: Array) -> Array:
    """d(J^T f)/dq less that of forces constant in the frames of the joints, (nv, nv).

    These rotate with their body by J_w, those constant in the world do not: f x J_w. Those of a
    rail rotate with it.
    """
    model, q = rows.model, rows.q
    total = zeros(model.nv, model.nv)
    for x, f in zip(rows.pairs, forces, strict=True):
        J = [
            (sign, frame_jacobian(model, q, frame=frame, reference="local_world_aligned"))
            for sign, frame in x.frames
        ]
        for sign, J_f in J:
            total = total + signed(sign, J_f.T @ cross_columns(f, J_f[3:]))
            if x.directions is not None:
                total = total + signed(sign, J_f.T @ -cross_columns(f, axis_jacobian(x)))
        if x.coincident:  # the point of the second body where the force acts moves
            (_, first), (_, second) = J
            total = total + second[3:].T @ (skew(f[:3]) @ (first - second)[:3])
    return total


def acceleration_derivatives(
    rows: ContactRows, v: Array, a: Array, Kd: Scalar
) -> tuple[Array, Array]:
    """The derivatives of J a + (dJ/dt) v + Kd J v with respect to q and v, (nrows, nv) each."""
    nv = rows.model.nv
    of_q, of_v = zeros(0, nv), zeros(0, nv)
    for x in rows.pairs:
        along_q, along_v = zeros(6, nv), zeros(6, nv)
        of_frames = [
            frame_acceleration_derivatives(
                x.model, x.q, v, a, frame=frame, reference="local_world_aligned", classical=True
            )
            for _, frame in x.frames
        ]
        for (sign, _), d in zip(x.frames, of_frames, strict=True):
            along_q = along_q + signed(sign, d.da_dq + Kd * d.dv_dq)
            along_v = along_v + signed(sign, d.da_dv + Kd * d.da_da)
        if x.coincident:
            slip_q, slip_v = _slip_derivatives(x, v, a, of_frames, Kd)
            along_q, along_v = along_q + slip_q, along_v + slip_v
        if x.coincident and x.directions is not None:
            axes_q, axes_v = _axis_rotation_derivatives(x, v, a, of_frames[1], Kd)
            along_q, along_v = along_q + axes_q, along_v + axes_v
        of_q = concatenate([of_q, x.rows(along_q)])
        of_v = concatenate([of_v, x.rows(along_v)])
    return of_q, of_v


def _slip_derivatives(
    x: FramePair, v: Array, a: Array, of_frames: Sequence[FrameAccelerationDerivatives], Kd: Scalar
) -> tuple[Array, Array]:
    """The terms of the coincident point, which moves in the second body with u = J v.

    The acceleration lacks w x u and, as q changes, the point moves by J: the velocity changes by
    -w x J, the acceleration by -(dw/dt) x J - w x (w x J).
    """
    (_, first), (_, second) = x.frames
    velocity = partial(frame_velocity, x.model, x.q, v, reference="local_world_aligned")
    V1, V2 = velocity(frame=first), velocity(frame=second)
    A2 = frame_acceleration(x.model, x.q, v, a, frame=second, reference="local_world_aligned")
    u, w, dw = skew(V1[:3] - V2[:3]), skew(V2[3:]), skew(A2[3:])
    J = (of_frames[0].da_da - of_frames[1].da_da)[:3]
    dV = (of_frames[0].dv_dq - of_frames[1].dv_dq)[:3]
    along_q = u @ of_frames[1].dv_dq[3:] - w @ dV - dw @ J - Kd * (w @ J)
    along_v = u @ of_frames[1].da_da[3:] - w @ J
    zero = zeros(3, x.model.nv)
    return concatenate([along_q, zero]), concatenate([along_v, zero])


def _axis_rotation_derivatives(
    x: FramePair, v: Array, a: Array, second: FrameAccelerationDerivatives, Kd: Scalar
) -> tuple[Array, Array]:
    """Terms of a rail's axes in the derivatives of a relative acceleration A + Kd V, (6, nv) each.

    With respect to q and v. `second` has the derivatives of the motion of the second frame. A lacks
    w x V, and both rotate.
    """
    dV, (_, frame) = _relative_velocity_derivative(x, v), x.frames[1]
    w = skew(frame_velocity(x.model, x.q, v, frame=frame, reference="local_world_aligned")[3:])
    J, J_w = x.jacobian(), second.da_da[3:]
    V = J @ v
    A = x.acceleration(v, a) + Kd * V
    along_q = cross_columns(V, second.dv_dq[3:]) - rotated(w, dV) + cross_columns(A, J_w)
    return along_q, cross_columns(V, J_w) - rotated(w, J)


def velocity_derivative(rows: ContactRows, v: Array) -> Array:
    """The derivative of J v with respect to q, (nrows, nv)."""
    of_q = zeros(0, rows.model.nv)
    for x in rows.pairs:
        dV = _relative_velocity_derivative(x, v)
        if x.directions is not None:
            dV = dV + cross_columns(x.jacobian() @ v, axis_jacobian(x))
        of_q = concatenate([of_q, x.rows(dV)])
    return of_q


def _relative_velocity_derivative(x: FramePair, v: Array) -> Array:
    """The derivative of the relative velocity of a pair with respect to q, (6, nv)."""
    model, q = x.model, x.q
    dV = zeros(6, model.nv)
    for sign, frame in x.frames:
        d = frame_velocity_derivatives(model, q, v, frame=frame, reference="local_world_aligned")
        dV = dV + signed(sign, d.dv_dq)
    if x.coincident:  # the point moves in the second body
        (_, second), J = x.frames[1], x.jacobian()
        V = frame_velocity(model, q, v, frame=second, reference="local_world_aligned")
        dV = dV - concatenate([skew(V[3:]) @ J[:3], zeros(3, model.nv)])
    return dV


def error_derivatives(rows: ContactRows) -> Array:
    """The derivatives of the errors of contacts, (nrows, nv) [KindrSheet, Derivatives]."""
    model, q = rows.model, rows.q
    blocks = zeros(0, model.nv)
    for x in rows.pairs:
        de = zeros(6, model.nv)
        if x.placed:
            T1, T2 = x.placements
            rotation = log3(T1.rotation @ T2.rotation.T)
            for sign, frame in ((1, x.first), (-1, x.second)):
                J = frame_jacobian(model, q, frame=frame, reference="local_world_aligned")
                J_w = J[3:] if sign == 1 else exp3(rotation) @ J[3:]
                de_w = exp3_jacobian_inverse(rotation) @ J_w
                de = de + signed(sign, concatenate([J[:3], de_w]))
            if x.directions is not None:
                de = de + cross_columns(x.displacement(), axis_jacobian(x))
        blocks = concatenate([blocks, x.rows(de)])
    return blocks
