"""Joints whose coordinates are angles and lengths, and their velocities the rates of these."""

from abc import ABC
from collections.abc import Iterator
from itertools import product
from math import inf, isfinite
from numbers import Real
from typing import Final, final

from ...errors import ModelError
from ...scalar.array import Array, shown, structural, zeros
from ...scalar.math import cos, cross, eye, sin
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
        return SE3(axis_rotation(self.axis, cos(q[0]), sin(q[0])), (self.pitch * q[0]) * self.axis)

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


class Gimbal(Joint, ABC):
    """R = exp(axes[0] q0) exp(axes[1] q1) ...: turns about axes in series, and v = q'."""

    axes: tuple[Array, ...]

    def _turns(self, q: Array) -> Iterator[tuple[Array, Array]]:
        for axis, angle in zip(self.axes, q, strict=True):
            yield axis, axis_rotation(axis, cos(angle), sin(angle))

    def placement(self, q: Array) -> SE3:
        R = eye(3)
        for _, turn in self._turns(q):
            R = R @ turn
        return SE3(R, zeros(3))

    def subspace(self, q: Array) -> Columns[Motion]:
        """The axes in the child frame; for z, y, x [KindrSheet, Eq. 7]."""
        columns: list[Array] = []
        for axis, turn in self._turns(q):
            columns = [*(turn.T @ w for w in columns), axis]
        return motions([Motion(zeros(3), w) for w in columns])

    def bias(self, q: Array, v: Array) -> Motion:
        """The rate of w = S v, turn by turn: each turns w before it by its own rate."""
        columns, dw = list[Array](), zeros(3)
        for (axis, turn), rate in zip(self._turns(q), v, strict=True):
            columns = [turn.T @ w for w in columns]
            w = sum((c * x for c, x in zip(columns, v, strict=False)), zeros(3))
            dw = turn.T @ dw + cross(w, rate * axis)
            columns.append(axis)
        return Motion(zeros(3), dw)


@final
class Universal(Gimbal):
    """R = exp(axis1 q0) exp(axis2 q1), v = q': its subspace depends on q."""

    nq = nv = 2
    q_suffixes = v_suffixes = ("1", "2")
    q_units, v_units, tau_units = ("rad",) * 2, ("rad/s",) * 2, ("N m",) * 2

    def __init__(self, axis1: AxisLike, axis2: AxisLike) -> None:
        self.axes = self.axis1, self.axis2 = unit_axis(axis1), unit_axis(axis2)

    def __repr__(self) -> str:
        return f"Universal({shown(self.axis1)}, {shown(self.axis2)})"


@final
class SphericalEuler(Gimbal):
    """Three angles about the axes of a moving frame in an order: R = Rx(q0) Ry(q1) Rz(q2) of "xyz".

    The order is three of the letters x, y and z, none twice in a row. SciPy calls the same angles
    "XYZ". v = q'; singular at q1 = +-pi/2 for three different letters, at q1 = 0 and pi for others.
    """

    nq = nv = 3
    q_units, v_units, tau_units = ("rad",) * 3, ("rad/s",) * 3, ("N m",) * 3

    def __init__(self, order: str) -> None:
        if order not in EULER_ORDERS:
            raise ModelError(f"order {order!r}; expected one of {', '.join(EULER_ORDERS)}.")
        self.order, self.axes = order, tuple(map(unit_axis, order))
        distinct = len(set(order)) == 3
        self.q_suffixes = self.v_suffixes = tuple(order) if distinct else ("1", "2", "3")

    def __repr__(self) -> str:
        return f"SphericalEuler({self.order!r})"


@final
class Ellipsoid(Joint):
    """A body that glides and turns on an ellipsoid: R = Rx(q0) Ry(q1) Rz(q2), v = q'.

    Its origin is at (radius_x nx, radius_y ny, radius_z nz) for its z axis n, as in Pinocchio,
    which is not normal to the ellipsoid but to a sphere. Singular at q1 = +-pi/2.
    """

    nq = nv = 3
    q_suffixes = v_suffixes = ("x", "y", "z")
    q_units, v_units, tau_units = ("rad",) * 3, ("rad/s",) * 3, ("N m",) * 3

    def __init__(self, radius_x: float, radius_y: float, radius_z: float) -> None:
        radii = radius_x, radius_y, radius_z
        if not all(isinstance(r, Real) and 0 <= r < inf for r in radii):
            raise ModelError(f"radii {radii!r}; expected three numbers >= 0, in metres.")
        self.radii = structural(list(map(float, radii)))
        self.radius_x, self.radius_y, self.radius_z = self.radii

    def placement(self, q: Array) -> SE3:
        R = SphericalEuler("xyz").placement(q).rotation
        return SE3(R, self.radii * R[:, 2])

    def __repr__(self) -> str:
        return f"Ellipsoid({', '.join(map(shown, self.radii))})"


def SphericalZYX() -> SphericalEuler:
    """`SphericalEuler("zyx")`: yaw, pitch, roll, R = Rz(q0) Ry(q1) Rx(q2), as in Pinocchio.

    Source: [KindrSheet, Euler Angles ZYX].
    """
    return SphericalEuler("zyx")


EULER_ORDERS: Final = tuple(
    "".join(order) for order in product("xyz", repeat=3) if order[1] not in order[::2]
)
