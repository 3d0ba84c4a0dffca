"""Translation along a fixed axis."""

from typing import final

from ...scalar.array import Array, shown, zeros
from ...scalar.math import eye
from ...spatial import SE3, Columns, Motion, motions
from .base import AxisLike, unit_axis
from .group import Additive


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

    def __repr__(self) -> str:
        return f"Prismatic({shown(self.axis)})"
