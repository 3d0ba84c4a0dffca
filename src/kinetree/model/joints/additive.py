"""Joints whose coordinates, angles and lengths, simply add."""

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
