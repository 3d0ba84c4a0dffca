"""Rotation about a point, by three angles."""

from typing import final

from ...scalar.array import Array, zeros
from ...scalar.math import cos, sin
from ...spatial import SE3, Columns, Motion, motions
from .base import Joint
from .revolute import Revolute

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
