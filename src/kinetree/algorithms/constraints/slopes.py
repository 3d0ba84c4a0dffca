"""How rows of contacts, and what their forces do, change with the state. World axes.

A force is held constant in the axes of its rows, at the origin of its contact's frame: those of the
world or, of a slide, those of its rail (`turning`).
"""

from collections.abc import Sequence
from typing import Any

from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate, zeros
from ...spatial.rotation import exp3, exp3_jacobian_inverse, log3, skew
from ..forces import external_forces
from ..frame_derivatives import frame_acceleration_derivatives, frame_velocity_derivatives
from ..frames import frame_acceleration, frame_velocity
from ..jacobians import frame_jacobian
from .ends import Ends, signed
from .rows import displacement, relative_jacobian
from .turning import around, axis_jacobian, turning_slopes, wrench_slope


def force_at_joints(model: Model, q: Array, at: Sequence[Ends], forces: Array) -> Any:
    """`f_ext` of the contacts' forces (ncontacts, 6)."""
    pushed = [
        (frame, signed(s, f))
        for x, f in zip(at, forces, strict=True)
        for s, frame in x.moving(model, q)
    ]
    frames, wrenches = [frame for frame, _ in pushed], zeros(0, 6)
    if pushed:
        wrenches = concatenate([f[None] for _, f in pushed])
    return external_forces(model, q, wrenches, frames=frames, reference="local_world_aligned")


def turned(model: Model, q: Array, at: Sequence[Ends], forces: Array) -> Array:
    """d(J^T f)/dq less that of forces held in the frames of the joints, (nv, nv).

    These turn with their body by J_w, by which those of the world fall behind: f x J_w. Those of a
    rail turn with it.
    """
    total = zeros(model.nv, model.nv)
    for x, f in zip(at, forces, strict=True):
        J = [
            (sign, frame_jacobian(model, q, frame=frame, reference="local_world_aligned"))
            for sign, frame in x.moving(model, q)
        ]
        for sign, own in J:
            total = total + signed(sign, own.T @ around(f, own[3:]))
            if x.held is not None:
                total = total + signed(sign, own.T @ wrench_slope(model, q, x, f))
        if x.meeting:  # the point of the second body where the force acts
            (_, first), (_, second) = J
            total = total + second[3:].T @ (skew(f[:3]) @ (first - second)[:3])
    return total


def acceleration_slopes(
    model: Model, q: Array, v: Array, a: Array, at: Sequence[Ends], Kd: Any
) -> tuple[Array, Array]:
    """The derivatives of J a + (dJ/dt) v + Kd J v with respect to q and v, (nrows, nv) each."""
    of_q, of_v = zeros(0, model.nv), zeros(0, model.nv)
    for x in at:
        along_q, along_v = zeros(6, model.nv), zeros(6, model.nv)
        slopes = [
            frame_acceleration_derivatives(
                model, q, v, a, frame=frame, reference="local_world_aligned", classical=True
            )
            for _, frame in x.moving(model, q)
        ]
        for (sign, _), d in zip(x.moving(model, q), slopes, strict=True):
            along_q = along_q + signed(sign, d.da_dq + Kd * d.dv_dq)
            along_v = along_v + signed(sign, d.da_dv + Kd * d.da_da)
        if x.meeting:
            slip_q, slip_v = _slips(model, q, v, a, x, slopes, Kd)
            along_q, along_v = along_q + slip_q, along_v + slip_v
        if x.meeting and x.held is not None:
            dV = _relative_velocity_slope(model, q, v, x)
            turn_q, turn_v = turning_slopes(model, q, v, a, x, dV, slopes[1], Kd)
            along_q, along_v = along_q + turn_q, along_v + turn_v
        of_q = concatenate([of_q, x.rows(model, q, along_q)])
        of_v = concatenate([of_v, x.rows(model, q, along_v)])
    return of_q, of_v


def _slips(
    model: Model, q: Array, v: Array, a: Array, x: Ends, slopes: Any, Kd: Any
) -> tuple[Array, Array]:
    """The part of the point of the second body that meets the first.

    It moves in that body with u = J v.

    The acceleration lacks w x u and, as q changes, the point moves by J: the velocity changes by
    -w x J, the acceleration by -(dw/dt) x J - w x (w x J).
    """
    (_, first), (_, second) = x.moving(model, q)
    how: Any = {"reference": "local_world_aligned"}
    V1, V2 = (frame_velocity(model, q, v, frame=f, **how) for f in (first, second))
    A2 = frame_acceleration(model, q, v, a, frame=second, **how)
    u, w, turn = skew(V1[:3] - V2[:3]), skew(V2[3:]), skew(A2[3:])
    J = (slopes[0].da_da - slopes[1].da_da)[:3]
    dV = (slopes[0].dv_dq - slopes[1].dv_dq)[:3]
    along_q = u @ slopes[1].dv_dq[3:] - w @ dV - turn @ J - Kd * (w @ J)
    along_v = u @ slopes[1].da_da[3:] - w @ J
    none = zeros(3, model.nv)
    return concatenate([along_q, none]), concatenate([along_v, none])


def velocity_slopes(model: Model, q: Array, v: Array, at: Sequence[Ends]) -> Array:
    """The derivative of J v with respect to q, (nrows, nv)."""
    of_q = zeros(0, model.nv)
    for x in at:
        own = _relative_velocity_slope(model, q, v, x)
        if x.held is not None:
            V = relative_jacobian(model, q, x) @ v
            own = own + around(V, axis_jacobian(model, q, x))
        of_q = concatenate([of_q, x.rows(model, q, own)])
    return of_q


def _relative_velocity_slope(model: Model, q: Array, v: Array, x: Ends) -> Array:
    """The derivative of `relative_jacobian` v with respect to q, (6, nv)."""
    own = zeros(6, model.nv)
    for sign, frame in x.moving(model, q):
        d = frame_velocity_derivatives(model, q, v, frame=frame, reference="local_world_aligned")
        own = own + signed(sign, d.dv_dq)
    if x.meeting:  # the point of the second body moves in it
        second = x.moving(model, q)[1][1]
        V = frame_velocity(model, q, v, frame=second, reference="local_world_aligned")
        J = relative_jacobian(model, q, x)[:3]
        own = own - concatenate([skew(V[3:]) @ J, zeros(3, model.nv)])
    return own


def error_slopes(model: Model, q: Array, at: Sequence[Ends]) -> Array:
    """The derivative of the errors of contacts, (nrows, nv) [KindrSheet, Derivatives]."""
    found = zeros(0, model.nv)
    for x in at:
        own = zeros(6, model.nv)
        if x.placed:
            T1, T2 = x.placements(model, q)
            turn = log3(T1.rotation @ T2.rotation.T)
            for sign, frame in ((1, x.first), (-1, x.second)):
                J = frame_jacobian(model, q, frame=frame, reference="local_world_aligned")
                spin = J[3:] if sign == 1 else exp3(turn) @ J[3:]
                own = own + signed(sign, concatenate([J[:3], exp3_jacobian_inverse(turn) @ spin]))
            if x.held is not None:
                own = own + around(displacement(model, q, x), axis_jacobian(model, q, x))
        found = concatenate([found, x.rows(model, q, own)])
    return found
