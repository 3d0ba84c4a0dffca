"""The unique form of a rotation, from a quaternion of any length but zero.

Of q and -q, which are the same rotation, the one whose last element is positive; at half a turn,
where that is zero, the one whose first nonzero element is positive.
"""

from ..scalar.array import Array
from ..scalar.expr import Scalar, apply
from ..scalar.math import arc, array, atan2, concatenate, norm, where
from ..spatial.rotation import quaternion_normalize


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
