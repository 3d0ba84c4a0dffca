"""The unique forms of a rotation, from a quaternion of any length but zero; Euler angles to one.

Of q and -q, which are the same rotation, the one whose last element is positive; at half a turn,
where that is zero, the one whose first nonzero element is positive.

Euler angles ZYX and XYZ are about successive axes of the rotated body [KindrSheet, Euler Angles
ZYX; Euler Angles XYZ]. Of ZYX the quaternion gives sums and differences of half angles, none of
which is ill-conditioned where the other is:

    (w + y, z - x) = (cos y/2 + sin y/2) (cos, sin)((z - x)/2),
    (w - y, z + x) = (cos y/2 - sin y/2) (cos, sin)((z + x)/2).

At y = pi/2 or -pi/2 (gimbal lock) one of the pairs is zero, and only the sum or the difference of
the two others is determined. There the last angle is 0, within 2^-49 rad of the lock, in float32
2^-20.
XYZ is ZYX in a mirror that exchanges the axes x and z, where all angles change their signs.
"""

from math import pi
from typing import Final

from ..scalar.array import Array
from ..scalar.expr import Scalar, apply
from ..scalar.math import arc, array, atan2, concatenate, cos, epsilon, norm, sin, where
from ..spatial.rotation import quaternion_normalize, quaternion_product

LOCK: Final = 4
"""Roundings within which a pair is zero."""


def _first_half(q: Array) -> Array:
    """q or -q: the one of a rotation by at most half a turn."""
    leading: Scalar = 0.0
    for x in (q[2], q[1], q[0], q[3]):
        some = apply("or", apply("lt", x, 0.0), apply("lt", 0.0, x))
        leading = where(some, x, leading)
    return where(apply("lt", leading, 0.0), -q, q)


def unit_quaternion(q: Array) -> Array:
    """The quaternion of unit length [KindrSheet, Rotation Quaternion]."""
    return quaternion_normalize(_first_half(q))


def rotation_vector(q: Array) -> Array:
    """The rotation vector, of length at most pi [KindrSheet, Orientation/Rotation 6, 7]."""
    unit = unit_quaternion(q)
    return (2.0 * arc(0, unit[3])) * unit[:3]


def angle_axis(q: Array) -> Array:
    """The angle in [0, pi] and the unit axis; (0, 1, 0, 0) without rotation.

    Source: [KindrSheet, Rotation Quaternion <-> Rotation Angle-Axis].

    The vector is divided by its largest element, so that its square does not underflow.
    """
    first = _first_half(q)
    vector, w = first[:3], first[3]
    largest: Scalar = 0.0
    for x in vector:
        size = apply("abs", x)
        largest = where(apply("lt", largest, size), size, largest)
    rotates = apply("lt", 0.0, largest)
    scaled = where(rotates, vector / largest, array([1.0, 0.0, 0.0]))
    length = norm(scaled)
    return concatenate([[2.0 * atan2(largest * length, w)], scaled / length])


def angle_axis_quaternion(x: Array) -> Array:
    """The quaternion, as long as the axis.

    Source: [KindrSheet, Rotation Quaternion <-> Rotation Angle-Axis].
    """
    half, axis = 0.5 * x[0], x[1:]
    return concatenate([sin(half) * axis, [cos(half) * norm(axis)]])


def euler_zyx(q: Array) -> Array:
    """z, y, x with R = Rz(z) Ry(y) Rx(x)."""
    return _wrapped(_zyx(q))


def _zyx(q: Array) -> Array:
    x, y, z, w = q.flat
    plus, minus = norm(array([w + y, z - x])), norm(array([w - y, z + x]))
    difference, total = atan2(z - x, w + y), atan2(z + x, w - y)
    pitch = atan2(2.0 * (w * y - x * z), plus * minus)
    zero = LOCK * epsilon(q)
    total, difference = (
        where(apply("lt", minus, zero * plus), difference, total),
        where(apply("lt", plus, zero * minus), total, difference),
    )
    return array([total + difference, pitch, total - difference])


def euler_zyx_quaternion(angles: Array) -> Array:
    """The unit quaternion of z, y, x."""
    (sz, sy, sx), (cz, cy, cx) = sin(0.5 * angles), cos(0.5 * angles)
    q = quaternion_product(array([0, 0, sz, cz]), array([0, sy, 0, cy]))
    return quaternion_product(q, array([sx, 0, 0, cx]))


def euler_xyz(q: Array) -> Array:
    """x, y, z with R = Rx(x) Ry(y) Rz(z)."""
    return _wrapped(-_zyx(_mirrored(q)))


def euler_xyz_quaternion(angles: Array) -> Array:
    """The unit quaternion of x, y, z."""
    return _mirrored(euler_zyx_quaternion(-angles))


def _mirrored(q: Array) -> Array:
    return concatenate([-q[2::-1], q[3:]])


def _wrapped(angles: Array) -> Array:
    """Angles in [-2 pi, 2 pi] as those in (-pi, pi]."""
    above = angles.map(lambda x: apply("lt", pi, x))
    below = angles.map(lambda x: apply("le", x, -pi))
    return where(above, angles - 2 * pi, where(below, angles + 2 * pi, angles))
