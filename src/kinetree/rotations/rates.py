"""The matrices between the rate of a parameterisation and the angular velocity.

E gives the angular velocity, w = E dx/dt, F the rate, dx/dt = F w. Each is a function of x and of a
side: 1 for the angular velocity in world axes, -1 for that in body axes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..scalar.array import Array
from ..scalar.expr import Scalar, apply
from ..scalar.math import (
    array,
    concatenate,
    cos,
    dot,
    epsilon,
    eye,
    norm,
    outer,
    sin,
    stack,
    stumpff,
)
from ..spatial.rotation import exp3_jacobian, exp3_jacobian_inverse, skew, symmetric
from .parameterisations import scalar_first, scalar_last

Side: TypeAlias = int
RateMatrix: TypeAlias = Callable[[Array, Side], Array]

MARGIN: Final = 4
"""Roundings within which a representation is singular."""


@dataclass(frozen=True)
class Rates:
    """E (3, *shape) and F (*shape, 3) of a parameterisation."""

    velocity: RateMatrix
    rate: RateMatrix
    regular: tuple[Callable[[Array], Scalar], str] | None = None
    """The condition that F exists, and for messages where it does not."""


def _matrix_velocity(R: Array, side: Side) -> Array:
    """w^ = dR/dt R^T in world, R^T dR/dt in body axes; the skew part counts.

    Source: [KindrSheet, Time Derivative of Rotation Matrix].
    """
    if side > 0:
        return stack([0.5 * skew(column) for column in R.T], 2)
    return stack([-0.5 * skew(row) for row in R], 1)


def _matrix_rate(R: Array, side: Side) -> Array:
    """dR/dt = w^ R in world, R w^ in body axes [KindrSheet, Time Derivative of Rotation Matrix]."""
    if side > 0:
        return stack([-skew(column) for column in R.T], 1)
    return stack([skew(row) for row in R])


def _quaternion_velocity(q: Array, side: Side) -> Array:
    """2 H(q) for a quaternion (x, y, z, w) of any length.

    Source: [KindrSheet, Time Derivative of Rotation Quaternion].
    """
    return (2.0 / dot(q, q)) * _H(q, side)


def _quaternion_rate(q: Array, side: Side) -> Array:
    """H(q)^T / 2, at constant length [KindrSheet, Time Derivative of Rotation Quaternion]."""
    return 0.5 * _H(q, side).T


def _H(q: Array, side: Side) -> Array:
    vector, w = q[:3], q[3]
    return concatenate([(w * eye(3) + side * skew(vector)).T, [-vector]]).T


def _angle_axis_velocity(x: Array, side: Side) -> Array:
    """w = n dtheta + sin(theta) dn +- (1 - cos(theta)) n x dn, n = axis / |axis|.

    Source: [KindrSheet, Time Derivative of Angle-Axis].
    """
    theta, length = x[0], norm(x[1:])
    n = x[1:] / length
    half = sin(0.5 * theta)
    across = (eye(3) - outer(n, n)) / length
    along_axis = sin(theta) * eye(3) + (side * 2.0 * half * half) * skew(n)
    return concatenate([[n], (along_axis @ across).T]).T


def _angle_axis_rate(x: Array, side: Side) -> Array:
    """dtheta = n . w, dn = -(cot(theta / 2) n^2 +- n^) w / 2; at constant length."""
    length = norm(x[1:])
    n, half = x[1:] / length, 0.5 * x[0]
    N = skew(n)
    axis_rate = (cos(half) / sin(half)) * symmetric(N @ N) + side * N
    return concatenate([[n], (-0.5 * length) * axis_rate])


def _has_axis(x: Array) -> Scalar:
    half = 0.5 * x[0]
    return apply("lt", MARGIN * epsilon(x) * apply("abs", half), apply("abs", sin(half)))


def is_no_full_turn(v: Array) -> Scalar:
    """Whether Gamma(v) has an inverse: |v| is no multiple of 2 pi but 0."""
    return apply("lt", MARGIN * epsilon(v), apply("abs", stumpff(1, 0.25 * dot(v, v))))


def _zyx_velocity(angles: Array, side: Side) -> Array:
    """The axes of the three rotations as columns: e_z, Rz e_y, Rz Ry e_x.

    Source: [KindrSheet, Time Derivative of Euler Angles ZYX].
    """
    (sz, sy, sx), (cz, cy, cx) = sin(angles), cos(angles)
    if side > 0:
        return array([[0, -sz, cy * cz], [0, cz, cy * sz], [1, 0, -sy]])
    return array([[-sy, 0, 1], [cy * sx, cx, 0], [cx * cy, -sx, 0]])


def _zyx_rate(angles: Array, side: Side) -> Array:
    (sz, sy, sx), (cz, cy, cx) = sin(angles), cos(angles)
    if side > 0:
        c, s = cz / cy, sz / cy
        return array([[c * sy, s * sy, 1], [-sz, cz, 0], [c, s, 0]])
    c, s = cx / cy, sx / cy
    return array([[0, s, c], [0, cx, -sx], [1, s * sy, c * sy]])


def _is_not_locked(angles: Array) -> Scalar:
    return apply("lt", MARGIN * epsilon(angles), apply("abs", cos(angles[1])))


_EULER: Final = (
    _is_not_locked,
    "at gimbal lock (a cosine of the second angle below 2^-50, in float32 2^-21) not every "
    "angular velocity has rates of Euler angles",
)
_AXIS: Final = "without rotation (an angle that is a multiple of 2 pi) the axis has no rate"
_VECTOR: Final = (
    "after full turns (a length that is a multiple of 2 pi) not every angular velocity has a rate "
    "of the rotation vector"
)

RATES: Final = {
    "matrix": Rates(_matrix_velocity, _matrix_rate),
    "quaternion": Rates(_quaternion_velocity, _quaternion_rate),
    "quaternion_wxyz": Rates(
        lambda q, side: scalar_first(_quaternion_velocity(scalar_last(q), side).T).T,
        lambda q, side: scalar_first(_quaternion_rate(scalar_last(q), side)),
    ),
    "angle_axis": Rates(_angle_axis_velocity, _angle_axis_rate, (_has_axis, _AXIS)),
    "rotation_vector": Rates(  # Gamma(+-v) [KindrSheet, Time Derivative of Rotation Vector]
        lambda v, side: exp3_jacobian(side * v),
        lambda v, side: exp3_jacobian_inverse(side * v),
        (is_no_full_turn, _VECTOR),
    ),
    "euler_zyx": Rates(_zyx_velocity, _zyx_rate, _EULER),
    "euler_xyz": Rates(  # mirrored in x and z, which changes the signs of angles
        lambda angles, side: _zyx_velocity(-angles, side)[::-1],
        lambda angles, side: _zyx_rate(-angles, side).T[::-1].T,
        _EULER,
    ),
}
