"""How rows of contacts, and what their forces do, change with the state. World axes.

A force is held constant in the axes of the world, at the origin of its contact's frame.
"""

from collections.abc import Sequence
from typing import Any

from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate, zeros
from ...spatial.rotation import exp3, exp3_jacobian_inverse, log3, skew
from ..forces import external_forces
from ..frame_derivatives import frame_acceleration_derivatives, frame_velocity_derivatives
from ..jacobians import frame_jacobian
from .rows import Ends, signed


def force_at_joints(model: Model, q: Array, at: Sequence[Ends], forces: Array) -> Any:
    """`f_ext` of the contacts' forces (ncontacts, 6)."""
    pushed = [
        (frame, signed(s, f)) for x, f in zip(at, forces, strict=True) for s, frame in x.moving
    ]
    frames, wrenches = [frame for frame, _ in pushed], zeros(0, 6)
    if pushed:
        wrenches = concatenate([f[None] for _, f in pushed])
    return external_forces(model, q, wrenches, frames=frames, reference="local_world_aligned")


def turned(model: Model, q: Array, at: Sequence[Ends], forces: Array) -> Array:
    """d(J^T f)/dq less that of forces held in the frames of the joints, (nv, nv).

    These turn with their body by J_w, by which those of the world fall behind: f x J_w.
    """
    total = zeros(model.nv, model.nv)
    for x, f in zip(at, forces, strict=True):
        for sign, frame in x.moving:
            J = frame_jacobian(model, q, frame=frame, reference="local_world_aligned")
            behind = concatenate([skew(f[:3]) @ J[3:], skew(f[3:]) @ J[3:]])
            total = total + signed(sign, J.T @ behind)
    return total


def acceleration_slopes(
    model: Model, q: Array, v: Array, a: Array, at: Sequence[Ends], Kd: Any
) -> tuple[Array, Array]:
    """The derivatives of J a + (dJ/dt) v + Kd J v with respect to q and v, (nrows, nv) each."""
    of_q, of_v = zeros(0, model.nv), zeros(0, model.nv)
    for x in at:
        along_q, along_v = zeros(6, model.nv), zeros(6, model.nv)
        for sign, frame in x.moving:
            d = frame_acceleration_derivatives(
                model, q, v, a, frame=frame, reference="local_world_aligned", classical=True
            )
            along_q = along_q + signed(sign, d.da_dq + Kd * d.dv_dq)
            along_v = along_v + signed(sign, d.da_dv + Kd * d.da_da)
        of_q = concatenate([of_q, along_q[: x.size]])
        of_v = concatenate([of_v, along_v[: x.size]])
    return of_q, of_v


def velocity_slopes(model: Model, q: Array, v: Array, at: Sequence[Ends]) -> Array:
    """The derivative of J v with respect to q, (nrows, nv)."""
    of_q = zeros(0, model.nv)
    for x in at:
        own = zeros(6, model.nv)
        for sign, frame in x.moving:
            d = frame_velocity_derivatives(
                model, q, v, frame=frame, reference="local_world_aligned"
            )
            own = own + signed(sign, d.dv_dq)
        of_q = concatenate([of_q, own[: x.size]])
    return of_q


def error_slopes(model: Model, q: Array, at: Sequence[Ends]) -> Array:
    """The derivative of the errors of contacts, (nrows, nv) [K, Eq. K19]."""
    found = zeros(0, model.nv)
    for x in at:
        own = zeros(6, model.nv)
        if x.placed:
            T1, T2 = x.placements(model, q)
            turn = log3(T1.rotation @ T2.rotation.T)
            for sign, frame in x.moving:
                J = frame_jacobian(model, q, frame=frame, reference="local_world_aligned")
                spin = J[3:] if sign == 1 else exp3(turn) @ J[3:]
                own = own + signed(sign, concatenate([J[:3], exp3_jacobian_inverse(turn) @ spin]))
        found = concatenate([found, own[: x.size]])
    return found
