"""Two successive rotations about intersecting axes."""

from typing import final

from ...scalar.array import Array, shown, zeros
from ...scalar.math import cos, sin
from ...spatial import SE3, Columns, Motion, motions
from ...spatial.rotation import axis_rotation
from .base import AxisLike, Joint, unit_axis


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
