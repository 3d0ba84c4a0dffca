"""Steps from one rotation to another: box plus and minus, distance, slerp, discrete integration.

`frame` is the side: with "inertial", as in [KindrSheet, Orientation/Rotation 8], angular velocities
and rotation vectors are in world axes, exp(v) R; with "body" in the axes of the body, R exp(v), as
of `kt.integrate`.
"""

from ..scalar.array import Array
from ..scalar.expr import Scalar, apply
from ..scalar.math import atan2, norm
from ..spatial.rotation import quaternion_conjugate, quaternion_exp, quaternion_product
from .checked import of_kinds
from .quaternions import rotation_vector


def plus(x: Array, v: Array, frame: str) -> Array:
    """exp(v) R for "inertial", R exp(v) for "body"."""
    step = quaternion_exp(v)
    return quaternion_product(step, x) if frame == "inertial" else quaternion_product(x, step)


def minus(x1: Array, x2: Array, frame: str) -> Array:
    """log(R1 R2^T) for "inertial", log(R2^T R1) for "body"."""
    back = quaternion_conjugate(x2)
    q = quaternion_product(x1, back) if frame == "inertial" else quaternion_product(back, x1)
    return rotation_vector(q)


@of_kinds("(x),(3)->(x)")
def box_plus(x: Array, v: Array, *, frame: str) -> Array:
    """x moved by a rotation vector: exp(v) R in the frame "inertial", R exp(v) in "body".

    Shapes: x and result as `kind` says, v (..., 3), in rad.
    Source: [KindrSheet, Orientation/Rotation 8, 9].

    >>> import kinetree as kt
    >>> x, v = [0.0, 0.0, 0.1], [0.0, 0.0, 0.2]
    >>> kt.rotations.box_plus(x, v, kind="rotation_vector", frame="body").round(12).tolist()
    [0.0, 0.0, 0.3]
    """
    return plus(x, v, frame)


@of_kinds("(x),(x)->(3)")
def box_minus(x1: Array, x2: Array, *, frame: str) -> Array:
    """The vector v with box_plus(x2, v) = x1: log(R1 R2^T) for "inertial", log(R2^T R1) for "body".

    Shapes: x1 and x2 as `kind` says; result (..., 3), in rad, of length at most pi.
    Source: [KindrSheet, Orientation/Rotation 8, 9].

    >>> import kinetree as kt
    >>> x1, x2 = [0.0, 0.0, 0.3], [0.0, 0.0, 0.1]
    >>> kt.rotations.box_minus(x1, x2, kind="euler_xyz", frame="body").round(12).tolist()
    [0.0, 0.0, 0.2]
    """
    return minus(x1, x2, frame)


@of_kinds("(x),(x)->()")
def distance(x1: Array, x2: Array) -> Scalar:
    """The angle in [0, pi] of the rotation from one to the other, |box_minus(x1, x2)|.

    Shapes: x1 and x2 as `kind` says; result (...), in rad.
    Source: [KindrSheet, Orientation/Rotation 8, 9].

    >>> import kinetree as kt
    >>> kt.rotations.distance([0, 0, 0.3], [0, 0, 0.1], kind="rotation_vector").round(12).item()
    0.2
    """
    q = quaternion_product(quaternion_conjugate(x2), x1)
    return 2.0 * atan2(norm(q[:3]), apply("abs", q[3]))


@of_kinds("(x),(x),()->(x)")
def slerp(x0: Array, x1: Array, t: Scalar) -> Array:
    """The rotation at t on the shorter way from x0 (t = 0) to x1 (t = 1), at a constant rate.

    Shapes: x0, x1 and result as `kind` says, t (...).
    Source: [KindrSheet, Orientation/Rotation 12].

    >>> import kinetree as kt
    >>> kt.rotations.slerp([0, 0, 0.1], [0, 0, 0.3], 0.5, kind="euler_zyx").round(12).tolist()
    [0.0, 0.0, 0.2]
    """
    return plus(x0, minus(x1, x0, "inertial") * t, "inertial")


@of_kinds("(x),(3),()->(x)")
def integrate(x: Array, w: Array, dt: Scalar, *, frame: str) -> Array:
    """The rotation after a time dt at the angular velocity w, which is constant in `frame`.

    Shapes: x and result as `kind` says, w (..., 3), in rad/s, dt (...), in s.
    Source: [KindrSheet, Orientation/Rotation 10, 11].

    >>> import kinetree as kt
    >>> x, w = [0.0, 0.0, 0.1], [0.0, 0.0, 2.0]
    >>> kt.rotations.integrate(x, w, 0.1, kind="rotation_vector", frame="body").round(12).tolist()
    [0.0, 0.0, 0.3]
    """
    return plus(x, w * dt, frame)


@of_kinds("(x),(x),()->(3)")
def differentiate(x0: Array, x1: Array, dt: Scalar, *, frame: str) -> Array:
    """The constant angular velocity in `frame` that takes x0 to x1 in a time dt.

    Shapes: x0 and x1 as `kind` says, dt (...), in s; result (..., 3), in rad/s.
    Source: [KindrSheet, Orientation/Rotation 10, 11].

    >>> import kinetree as kt
    >>> x0, x1 = [0.0, 0.0, 0.1], [0.0, 0.0, 0.3]
    >>> w = kt.rotations.differentiate(x0, x1, 0.1, kind="rotation_vector", frame="inertial")
    >>> w.round(12).tolist()
    [0.0, 0.0, 2.0]
    """
    return minus(x1, x0, frame) / dt
