"""Rotation about a fixed axis, by an angle."""

from typing import final

from ...scalar.array import Array, shown, zeros
from ...scalar.math import cos, sin
from ...spatial import SE3, Columns, Motion, motions
from ...spatial.rotation import axis_rotation
from .base import AxisLike, unit_axis
from .group import Additive


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

    def __repr__(self) -> str:
        return f"Revolute({shown(self.axis)})"
