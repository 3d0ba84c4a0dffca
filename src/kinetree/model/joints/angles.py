"""Joints whose coordinates are angles and lengths, and their velocities the rates of these."""

from abc import ABC
from math import isfinite
from numbers import Real
from typing import final

from ...errors import ModelError
from ...scalar.array import Array, shown, structural, zeros
from ...scalar.math import cos, eye, sin
from ...spatial import SE3, Columns, Motion, motions
from ...spatial.rotation import axis_rotation
from .base import AxisLike, Joint, unit_axis


class Additive(Joint, ABC):
    """A joint with T(q + v) = T(q) T(v): q is angles and lengths that simply add."""

    def bias(self, q: Array, v: Array) -> Motion:
        return Motion.zero()

    def displacement(self, q: Array, v: Array) -> SE3:
        return self.placement(v)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(shown, vars(self).values()))})"


@final
class Fixed(Additive):
    """A rigid connection: the builder merges its body into the parent and keeps the frames."""

    nq = nv = 0

    def placement(self, q: Array) -> SE3:
        return SE3.identity()

    def subspace(self, q: Array) -> Columns[Motion]:
        return motions([])


@final
class Revolute(Additive):
    """Rotation about an axis ("x", "-x", "y", ... or a 3-vector) by the angle q.

    Source: [Featherstone2008, Table 4.1].
    """

    nq = nv = 1
    q_units, v_units, tau_units = ("rad",), ("rad/s",), ("N m",)

    def __init__(self, axis: AxisLike) -> None:
        self.axis = unit_axis(axis)

    def placement(self, q: Array) -> SE3:
        return SE3(axis_rotation(self.axis, cos(q[0]), sin(q[0])), zeros(3))

    def subspace(self, q: Array) -> Columns[Motion]:
        return motions([Motion(zeros(3), self.axis)])


@final
class Prismatic(Additive):
    """Translation along an axis ("x", "-x", "y", ... or a 3-vector) by the distance q.

    Source: [Featherstone2008, Table 4.1].
    """

    nq = nv = 1
    q_units, v_units, tau_units = ("m",), ("m/s",), ("N",)

    def __init__(self, axis: AxisLike) -> None:
        self.axis = unit_axis(axis)

    def placement(self, q: Array) -> SE3:
        return SE3(eye(3), q[0] * self.axis)

    def subspace(self, q: Array) -> Columns[Motion]:
        return motions([Motion(self.axis, zeros(3))])


@final
class Helical(Additive):
    """A screw: rotation about an axis by the angle q, translation along it by pitch * q.

    The pitch is in metres per radian, as in Pinocchio; one turn advances 2 pi times as far.
    """

    nq = nv = 1
    q_units, v_units, tau_units = ("rad",), ("rad/s",), ("N m",)

    def __init__(self, axis: AxisLike, pitch: float) -> None:
        self.axis = unit_axis(axis)
        if not (isinstance(pitch, Real) and isfinite(pitch)):
            raise ModelError(f"pitch {pitch!r}; expected a finite number, in metres per radian.")
        (self.pitch,) = structural([float(pitch)])

    def placement(self, q: Array) -> SE3:
        turn = axis_rotation(self.axis, cos(q[0]), sin(q[0]))
        return SE3(turn, (self.pitch * q[0]) * self.axis)

    def subspace(self, q: Array) -> Columns[Motion]:
        return motions([Motion(self.pitch * self.axis, self.axis)])


@final
class Translation(Additive):
    """Translation in space by q = (x y z), without rotation."""

    nq = nv = 3
    q_suffixes, v_suffixes = ("x", "y", "z"), ("vx", "vy", "vz")
    q_units, v_units, tau_units = ("m",) * 3, ("m/s",) * 3, ("N",) * 3

    def placement(self, q: Array) -> SE3:
        return SE3(eye(3), q)

    def subspace(self, q: Array) -> Columns[Motion]:
        return motions([Motion(e, zeros(3)) for e in eye(3)])


@final
class Universal(Joint):
    """R = exp(axis1 q0) exp(axis2 q1), v = q': its subspace depends on q."""

    nq = nv = 2
    q_suffixes = v_suffixes = ("1", "2")
    q_units, v_units, tau_units = ("rad",) * 2, ("rad/s",) * 2, ("N m",) * 2

    def __init__(self, axis1: AxisLike, axis2: AxisLike) -> None:
        self.axis1, self.axis2 = unit_axis(axis1), unit_axis(axis2)

    def placement(self, q: Array) -> SE3:
        first = axis_rotation(self.axis1, cos(q[0]), sin(q[0]))
        return SE3(first @ axis_rotation(self.axis2, cos(q[1]), sin(q[1])), zeros(3))

    def subspace(self, q: Array) -> Columns[Motion]:
        second = axis_rotation(self.axis2, cos(q[1]), sin(q[1]))
        return motions([Motion(zeros(3), second.T @ self.axis1), Motion(zeros(3), self.axis2)])

    def __repr__(self) -> str:
        return f"Universal({shown(self.axis1)}, {shown(self.axis2)})"


_Z, _Y, _X = Revolute("z"), Revolute("y"), Revolute("x")


@final
class SphericalZYX(Joint):
    """R = Rz(q0) Ry(q1) Rx(q2), v = q': yaw, pitch, roll; singular at q1 = +-pi/2.

    Source: [KindrSheet, Euler Angles ZYX].
    """

    nq = nv = 3
    q_suffixes = v_suffixes = ("z", "y", "x")
    q_units, v_units, tau_units = ("rad",) * 3, ("rad/s",) * 3, ("N m",) * 3

    def placement(self, q: Array) -> SE3:
        return _Z.placement(q[:1]) @ _Y.placement(q[1:2]) @ _X.placement(q[2:])

    def subspace(self, q: Array) -> Columns[Motion]:
        """The angular velocities of the three rates in the child frame [KindrSheet, Eq. 7]."""
        (s1, s2), (c1, c2) = sin(q[1:]), cos(q[1:])
        rates = ([-s1, c1 * s2, c1 * c2], [0, c2, -s2], [1, 0, 0])
        return motions([Motion(zeros(3), w) for w in rates])

    def bias(self, q: Array, v: Array) -> Motion:
        (s1, s2), (c1, c2) = sin(q[1:]), cos(q[1:])
        _, wy, wz = (self.subspace(q) @ v).angular
        k = v[0] * v[1]
        rotated = [-(c1 * k), v[2] * wz - s2 * (s1 * k), -(v[2] * wy + c2 * (s1 * k))]
        return Motion(zeros(3), rotated)
