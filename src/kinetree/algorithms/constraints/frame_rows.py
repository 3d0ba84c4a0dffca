"""Rows of two frames with their derivatives, and those of their forces. World axes.

A force is constant in the axes of its rows, at the origin of its contact's frame: those of the
world or, of a sliding loop, those of its rail. A quantity x expressed in the axes of the second
body changes there by R^T (dx + x x J_w), as J_w rotates them; forces that are constant in them
change by J_w x f.
"""

from collections.abc import Sequence
from functools import partial
from typing import final

from ...scalar.array import Array
from ...scalar.expr import Scalar
from ...scalar.math import concatenate, zeros
from ...spatial.rotation import exp3, exp3_jacobian_inverse, log3, skew
from ..frame_derivatives import (
    FrameAccelerationDerivatives,
    frame_acceleration_derivatives,
    frame_velocity_derivatives,
)
from ..frames import frame_acceleration, frame_jacobian, frame_velocity
from .frame_pair import FramePair, rotated, signed


@final
class FrameRows(FramePair):
    """The rows of two frames, with their derivatives with respect to q and v."""

    @property
    def axis_jacobian(self) -> Array:
        """J_w (3, nv) of the second frame, in whose axes the rows of a sliding loop are."""
        of_second = frame_jacobian(
            self.model, self.q, frame=self.second, reference="local_world_aligned"
        )
        return of_second[3:]

    def wrench_derivative(self, f: Array) -> Array:
        """Of a wrench (6) that is constant in the axes of the rows, (6, nv): else of the world."""
        if self.directions is None:
            return zeros(6, self.model.nv)
        return -_cross_columns(f, self.axis_jacobian)

    def torque_derivative(self, f: Array) -> Array:
        """d(J^T f)/dq less that of a force constant in the frames of the joints, (nv, nv).

        These rotate with their body by J_w, those constant in the world do not: f x J_w. Those of a
        rail rotate with it.
        """
        model, q = self.model, self.q
        total = zeros(model.nv, model.nv)
        J = [
            (sign, frame_jacobian(model, q, frame=frame, reference="local_world_aligned"))
            for sign, frame in self.frames
        ]
        for sign, J_f in J:
            total = total + signed(sign, J_f.T @ _cross_columns(f, J_f[3:]))
            if self.directions is not None:
                total = total + signed(sign, J_f.T @ -_cross_columns(f, self.axis_jacobian))
        if self.coincident:  # the point of the second body where the force acts moves
            (_, first), (_, second) = J
            total = total + second[3:].T @ (skew(f[:3]) @ (first - second)[:3])
        return total

    def acceleration_derivatives(self, v: Array, a: Array, Kd: Scalar) -> tuple[Array, Array]:
        """Those of J a + (dJ/dt) v + Kd J v with respect to q and v, (size, nv) each."""
        along_q, along_v = zeros(6, self.model.nv), zeros(6, self.model.nv)
        of_frames = [
            frame_acceleration_derivatives(
                self.model, self.q, v, a, frame=f, reference="local_world_aligned", classical=True
            )
            for _, f in self.frames
        ]
        for (sign, _), d in zip(self.frames, of_frames, strict=True):
            along_q = along_q + signed(sign, d.da_dq + Kd * d.dv_dq)
            along_v = along_v + signed(sign, d.da_dv + Kd * d.da_da)
        if self.coincident:
            slip_q, slip_v = self._slip_derivatives(v, a, of_frames, Kd)
            along_q, along_v = along_q + slip_q, along_v + slip_v
        if self.coincident and self.directions is not None:
            axes_q, axes_v = self._axis_rotation_derivatives(v, a, of_frames[1], Kd)
            along_q, along_v = along_q + axes_q, along_v + axes_v
        return self.rows(along_q), self.rows(along_v)

    def _slip_derivatives(
        self, v: Array, a: Array, of_frames: Sequence[FrameAccelerationDerivatives], Kd: Scalar
    ) -> tuple[Array, Array]:
        """The terms of the coincident point, which moves in the second body with u = J v.

        The acceleration lacks w x u and, as q changes, the point moves by J: the velocity changes
        by -w x J, the acceleration by -(dw/dt) x J - w x (w x J).
        """
        (_, first), (_, second) = self.frames
        velocity = partial(frame_velocity, self.model, self.q, v, reference="local_world_aligned")
        V1, V2 = velocity(frame=first), velocity(frame=second)
        A2 = frame_acceleration(
            self.model, self.q, v, a, frame=second, reference="local_world_aligned"
        )
        u, w, dw = skew(V1[:3] - V2[:3]), skew(V2[3:]), skew(A2[3:])
        J = (of_frames[0].da_da - of_frames[1].da_da)[:3]
        dV = (of_frames[0].dv_dq - of_frames[1].dv_dq)[:3]
        along_q = u @ of_frames[1].dv_dq[3:] - w @ dV - dw @ J - Kd * (w @ J)
        along_v = u @ of_frames[1].da_da[3:] - w @ J
        zero = zeros(3, self.model.nv)
        return concatenate([along_q, zero]), concatenate([along_v, zero])

    def _axis_rotation_derivatives(
        self, v: Array, a: Array, second: FrameAccelerationDerivatives, Kd: Scalar
    ) -> tuple[Array, Array]:
        """Terms of a rail's axes in the derivatives of a relative acceleration A + Kd V, (6, nv).

        With respect to q and v. `second` has the derivatives of the motion of the second frame. A
        lacks w x V, and both rotate.
        """
        dV, (_, frame) = self._relative_velocity_derivative(v), self.frames[1]
        V2 = frame_velocity(self.model, self.q, v, frame=frame, reference="local_world_aligned")
        w = skew(V2[3:])
        J, J_w = self.jacobian(), second.da_da[3:]
        V = J @ v
        A = self.acceleration(v, a) + Kd * V
        along_q = _cross_columns(V, second.dv_dq[3:]) - rotated(w, dV) + _cross_columns(A, J_w)
        return along_q, _cross_columns(V, J_w) - rotated(w, J)

    def velocity_derivative(self, v: Array) -> Array:
        """That of J v with respect to q, (size, nv)."""
        dV = self._relative_velocity_derivative(v)
        if self.directions is not None:
            dV = dV + _cross_columns(self.jacobian() @ v, self.axis_jacobian)
        return self.rows(dV)

    def _relative_velocity_derivative(self, v: Array) -> Array:
        """The derivative of the relative velocity with respect to q, (6, nv)."""
        model, q = self.model, self.q
        dV = zeros(6, model.nv)
        for sign, frame in self.frames:
            d = frame_velocity_derivatives(
                model, q, v, frame=frame, reference="local_world_aligned"
            )
            dV = dV + signed(sign, d.dv_dq)
        if self.coincident:  # the point moves in the second body
            (_, second), J = self.frames[1], self.jacobian()
            V = frame_velocity(model, q, v, frame=second, reference="local_world_aligned")
            dV = dV - concatenate([skew(V[3:]) @ J[:3], zeros(3, model.nv)])
        return dV

    def error_derivative(self) -> Array:
        """That of the error with respect to q, (size, nv) [KindrSheet, Derivatives]."""
        model, q = self.model, self.q
        de = zeros(6, model.nv)
        if self.placed:
            T1, T2 = self.placements
            rotation = log3(T1.rotation @ T2.rotation.T)
            for sign, frame in ((1, self.first), (-1, self.second)):
                J = frame_jacobian(model, q, frame=frame, reference="local_world_aligned")
                J_w = J[3:] if sign == 1 else exp3(rotation) @ J[3:]
                de_w = exp3_jacobian_inverse(rotation) @ J_w
                de = de + signed(sign, concatenate([J[:3], de_w]))
            if self.directions is not None:
                de = de + _cross_columns(self.displacement(), self.axis_jacobian)
        return self.rows(de)


def _cross_columns(x: Array, W: Array) -> Array:
    """The cross products of both halves of x (6) with the columns of W (3, n), (6, n)."""
    return concatenate([skew(x[:3]) @ W, skew(x[3:]) @ W])
