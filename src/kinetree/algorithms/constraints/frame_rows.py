"""The rows of two frames that a contact constrains, their derivatives and forces. World axes.

A point constrains two origins; a surface of two bodies and a sliding loop constrain the points of
both that coincide with the first frame, so that the bodies move as one, or one along the rail of
the other, also where the frames are apart.
A force is constant in the axes of its rows, at the origin of its contact's frame: those of the
world or, of a sliding loop, those of its rail. A quantity x expressed in the axes of the second
body changes there by R^T (dx + x x J_w), as J_w rotates them; forces that are constant in them
change by J_w x f.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...functions import ResolvedFrame
from ...model import Model
from ...scalar.array import Array
from ...scalar.expr import Scalar
from ...scalar.math import concatenate, cross, zeros
from ...spatial import SE3, Motion
from ...spatial.rotation import exp3, exp3_jacobian_inverse, log3, skew
from ..frame_derivatives import (
    FrameAccelerationDerivatives,
    frame_acceleration_derivatives,
    frame_velocity_derivatives,
)
from ..frames import frame_acceleration, frame_jacobian, frame_velocity
from ..kinematics import at_offset, body_motions, world_frame, world_placements


@dataclass(frozen=True)
class FrameRows:
    """The rows of two frames; the placement of the second may be an operand."""

    model: Model
    q: Array
    size: int
    placed: bool
    """Whether there is a place for the first frame; else it is held where it is."""
    first: ResolvedFrame
    second: ResolvedFrame
    directions: Array | None
    """The constrained directions, (size, 6), in the axes of the second; None: the first `size`."""

    @property
    def coincident(self) -> bool:
        """Whether the first frame is constrained to the coincident point of the second body.

        So bodies move as one, or along a rail, and forces between them conserve their momentum.
        """
        both = self.first.joint > 0 and self.size == 6
        return self.second.joint > 0 and (both or self.directions is not None)

    @cached_property
    def frames(self) -> list[tuple[int, ResolvedFrame]]:
        """The frames whose motions are constrained, each with its sign in the rows."""
        second = self.second
        if self.coincident:
            T = world_placements(self.model, self.q, self.model.path(second.joint))
            point = T[second.joint].act_inverse(self.placements[0].translation)
            rotation = SE3.from_matrix(second.placement).rotation
            return [(1, self.first), (-1, ResolvedFrame(second.joint, SE3(rotation, point).matrix))]
        return [(s, frame) for s, frame in ((1, self.first), (-1, second)) if frame.joint]

    @cached_property
    def placements(self) -> list[SE3]:
        """The placements of both frames in the world."""
        return [world_frame(self.model, self.q, f, zeros(3)) for f in (self.first, self.second)]

    def rows(self, x: Array) -> Array:
        """The constrained part (size, ...) of motions x (6, ...) in the axes of the world."""
        if self.directions is None:
            return x[: self.size]
        R = self.placements[1].rotation
        return self.directions @ _rotated(R.T, x)

    def wrench(self, f: Array) -> Array:
        """Forces of rows (size, ...) as wrenches (6, ...) in the axes of the world."""
        if self.directions is None:
            return concatenate([f, zeros(6 - self.size, *f.shape[1:])])
        return _rotated(self.placements[1].rotation, self.directions.T @ f)

    def jacobian(self) -> Array:
        """The velocity of the first frame less that of the second, in the world's axes, (6, nv)."""
        return self._difference(self._of_frames(frame_jacobian))

    def acceleration(self, v: Array, a: Array) -> Array:
        """The rate of the relative velocity in the axes of its rows, as of the world, (6).

        Accelerations of bodies are less gravity, as in `rnea`, so that both share them.
        """
        model, total, velocities = self.model, zeros(6), list[Motion]()
        for sign, frame in self.frames:
            both = body_motions(model, self.q, v, a, -model.gravity_motion, model.path(frame.joint))
            T_joint_frame = at_offset(frame, zeros(3))
            rotation = SE3(world_frame(model, self.q, frame, zeros(3)).rotation, zeros(3))
            V, A = (rotation @ T_joint_frame.act_inverse(m[frame.joint]) for m in both)
            total = total + signed(sign, (A + Motion(cross(V.angular, V.linear), zeros(3))).vector)
            velocities.append(V)
        if len(velocities) == 1:
            gravity = model.gravity_motion if self.first.joint else -model.gravity_motion
            total = total + gravity.vector
        if self.coincident:  # the point moves in the second body
            first, second = velocities
            slip = cross(second.angular, first.linear - second.linear)
            total = total - Motion(slip, zeros(3)).vector
            if self.directions is not None:  # and the axes of the rail rotate
                total = total - Motion(slip, cross(second.angular, first.angular)).vector
        return total

    def displacement(self) -> Array:
        """The position of the first frame from the second, and its rotation vector, (6)."""
        T1, T2 = self.placements
        return concatenate([T1.translation - T2.translation, log3(T1.rotation @ T2.rotation.T)])

    def wrench_derivative(self, f: Array) -> Array:
        """Of a wrench (6) that is constant in the axes of the rows, with respect to q, (6, nv)."""
        return -self._turned(f)

    def torque_derivative(self, f: Array) -> Array:
        """d(J^T f)/dq less that of a force constant in the frames of the joints, (nv, nv).

        These rotate with their body by J_w, those constant in the world do not: f x J_w. Those of a
        rail rotate with it.
        """
        total, J = zeros(self.model.nv, self.model.nv), self._of_frames(frame_jacobian)
        for (sign, _), J_f in zip(self.frames, J, strict=True):
            total = total + signed(sign, J_f.T @ _cross_columns(f, J_f[3:]))
            total = total + signed(sign, J_f.T @ -self._turned(f))
        if self.coincident:  # the point of the second body where the force acts moves
            first, second = J
            total = total + second[3:].T @ (skew(f[:3]) @ (first - second)[:3])
        return total

    def acceleration_derivatives(self, v: Array, a: Array, Kd: Scalar) -> tuple[Array, Array]:
        """Those of J a + (dJ/dt) v + Kd J v with respect to q and v, (size, nv) each."""
        parts = self._of_frames(frame_acceleration_derivatives, v, a, classical=True)
        along_q = self._difference(d.da_dq + Kd * d.dv_dq for d in parts)
        along_v = self._difference(d.da_dv + Kd * d.da_da for d in parts)
        if self.coincident:
            slip_q, slip_v = self._slip_derivatives(v, a, parts, Kd)
            along_q, along_v = along_q + slip_q, along_v + slip_v
            if self.directions is not None:
                axes_q, axes_v = self._axis_rotation_derivatives(v, a, parts[1], Kd)
                along_q, along_v = along_q + axes_q, along_v + axes_v
        return self.rows(along_q), self.rows(along_v)

    def _slip_derivatives(
        self, v: Array, a: Array, parts: Sequence[FrameAccelerationDerivatives], Kd: Scalar
    ) -> tuple[Array, Array]:
        """The terms of the coincident point, which moves in the second body with u = J v.

        The acceleration lacks w x u and, as q changes, the point moves by J: the velocity changes
        by -w x J, the acceleration by -(dw/dt) x J - w x (w x J).
        """
        (V1, V2), first, second = self._of_frames(frame_velocity, v), *parts
        _, A2 = self._of_frames(frame_acceleration, v, a)
        u, w, dw = skew(V1[:3] - V2[:3]), skew(V2[3:]), skew(A2[3:])
        J, dV = (first.da_da - second.da_da)[:3], (first.dv_dq - second.dv_dq)[:3]
        along_q = u @ second.dv_dq[3:] - w @ dV - dw @ J - Kd * (w @ J)
        zero = zeros(3, self.model.nv)
        return concatenate([along_q, zero]), concatenate([u @ second.da_da[3:] - w @ J, zero])

    def _axis_rotation_derivatives(
        self, v: Array, a: Array, second: FrameAccelerationDerivatives, Kd: Scalar
    ) -> tuple[Array, Array]:
        """Terms of a rail's axes in the derivatives of a relative acceleration A + Kd V, (6, nv).

        With respect to q and v. A lacks w x V, and both rotate.
        """
        _, V2 = self._of_frames(frame_velocity, v)
        w, J, J_w = skew(V2[3:]), self.jacobian(), second.da_da[3:]
        V, dV = J @ v, self._relative_velocity_derivative(v)
        A = self.acceleration(v, a) + Kd * V
        along_q = _cross_columns(V, second.dv_dq[3:]) - _rotated(w, dV) + _cross_columns(A, J_w)
        return along_q, _cross_columns(V, J_w) - _rotated(w, J)

    def velocity_derivative(self, v: Array) -> Array:
        """That of J v with respect to q, (size, nv)."""
        turned = self._turned(self.jacobian() @ v)
        return self.rows(self._relative_velocity_derivative(v) + turned)

    def _relative_velocity_derivative(self, v: Array) -> Array:
        """The derivative of the relative velocity with respect to q, (6, nv)."""
        dV = self._difference(d.dv_dq for d in self._of_frames(frame_velocity_derivatives, v))
        if self.coincident:  # the point moves in the second body
            _, V2 = self._of_frames(frame_velocity, v)
            dV = dV - concatenate([skew(V2[3:]) @ self.jacobian()[:3], zeros(3, self.model.nv)])
        return dV

    def error_derivative(self) -> Array:
        """That of the error with respect to q, (size, nv) [KindrSheet, Derivatives]."""
        if not self.placed:
            return zeros(self.size, self.model.nv)
        e = self.displacement()
        J1, J2 = (self._frame(frame_jacobian, f) for f in (self.first, self.second))
        linear, E = J1[:3] - J2[:3], exp3_jacobian_inverse(e[3:])
        de = concatenate([linear, E @ J1[3:] - E @ (exp3(e[3:]) @ J2[3:])])
        return self.rows(de + self._turned(e))

    def _turned(self, x: Array) -> Array:
        """x x J_w of x (6) as the second body turns the axes of the rows; of the world's, 0."""
        if self.directions is None:
            return zeros(6, self.model.nv)
        return _cross_columns(x, self._frame(frame_jacobian, self.second)[3:])

    def _of_frames(self, function: Callable[..., Any], *of: Array, **how: bool) -> list[Any]:
        """The values of a function of frames, in the axes of the world."""
        return [self._frame(function, frame, *of, **how) for _, frame in self.frames]

    def _frame(
        self, function: Callable[..., Any], frame: ResolvedFrame, *of: Array, **how: bool
    ) -> Any:
        return function(
            self.model, self.q, *of, frame=frame, reference="local_world_aligned", **how
        )

    def _difference(self, parts: Iterable[Array]) -> Array:
        """The sum of a matrix (6, nv) for each frame, with the frames' signs."""
        return sum(map(signed, (sign for sign, _ in self.frames), parts), zeros(6, self.model.nv))


def signed(sign: int, x: Array) -> Array:
    """x or -x, without a product by 1."""
    return x if sign == 1 else -x


def _rotated(R: Array, x: Array) -> Array:
    """R times both halves of x (6, ...)."""
    return concatenate([R @ x[:3], R @ x[3:]])


def _cross_columns(x: Array, W: Array) -> Array:
    """The cross products of both halves of x (6) with the columns of W (3, n), (6, n)."""
    return concatenate([skew(x[:3]) @ W, skew(x[3:]) @ W])
