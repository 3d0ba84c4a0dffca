"""Joints of several rotations in turn, each by an angle."""

from typing import final

from ...scalar.array import Array, shown, zeros
from ...scalar.math import cos, sin
from ...spatial import SE3, Columns, Motion, motions
from ...spatial.rotation import axis_rotation
from .additive import Revolute
from .base import AxisLike, Joint, unit_axis

_Z, _Y, _X = Revolute("z"), Revolute("y"), Revolute("x")


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
