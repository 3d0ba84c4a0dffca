"""Rotation about a fixed axis with proportional translation along it."""

from math import isfinite
from numbers import Real
from typing import final

from ...errors import ModelError
from ...scalar.array import Array, shown, structural
from ...scalar.math import cos, sin
from ...spatial import SE3, Columns, Motion, motions
from ...spatial.rotation import axis_rotation
from .base import AxisLike, unit_axis
from .group import Additive


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

    def __repr__(self) -> str:
        return f"Helical({shown(self.axis)}, {shown(self.pitch)})"
