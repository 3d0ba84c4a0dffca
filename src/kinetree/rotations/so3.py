"""Rotations as plain arrays (..., 3, 3), with leading batch axes; R takes body to world.

Derivatives of a rotation are angular velocities in its axes, as in `kt.integrate`.
"""

from ..functions import function
from ..scalar.array import Array
from ..spatial import rotation

__all__ = [
    "adjoint",
    "exp",
    "exp_jacobian",
    "from_quaternion",
    "from_rpy",
    "inverse",
    "log",
    "log_jacobian",
    "to_quaternion",
    "to_rpy",
]


@function("(3)->(3,3)", name="so3.exp")
def exp(w: Array) -> Array:
    """The rotation by |w| about w.

    Shapes: w (..., 3), in rad; result (..., 3, 3). Source: [KindrSheet, Orientation/Rotation 6, 7].

    >>> import kinetree as kt
    >>> kt.so3.exp([0.0, 0.0, 0.0]).tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    return rotation.exp3(w)


@function("(3,3)->(3)", name="so3.log")
def log(R: Array) -> Array:
    """The rotation vector w with exp(w) = R, of length at most pi.

    Shapes: R (..., 3, 3); result (..., 3), in rad. Source: [KindrSheet, Orientation/Rotation 6, 7].

    >>> import kinetree as kt
    >>> kt.so3.log(kt.so3.exp([0.1, 0.2, 0.3])).round(12).tolist()
    [0.1, 0.2, 0.3]
    """
    return rotation.log3(R)


@function("(3,3)->(3,3)", name="so3.inverse")
def inverse(R: Array) -> Array:
    """The inverse rotation, R^T.

    Shapes: R (..., 3, 3); result (..., 3, 3). Source: [KindrSheet, Orientation/Rotation 4, 5].
    """
    return R.T


@function("(3,3)->(3,3)", name="so3.adjoint")
def adjoint(R: Array) -> Array:
    """The matrix that takes angular velocities from body to world: R itself.

    Shapes: R (..., 3, 3); result (..., 3, 3). Source: [KindrSheet, Angular Velocity].
    """
    return R


@function("(3)->(3,3)", name="so3.exp_jacobian")
def exp_jacobian(w: Array) -> Array:
    """The Jacobian J of exp: J dw is the angular velocity of exp(w) in its axes, Gamma(-w).

    Shapes: w (..., 3); result (..., 3, 3). Source: [KindrSheet, Derivatives].

    >>> import kinetree as kt
    >>> kt.so3.exp_jacobian([0.0, 0.0, 0.0]).diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    return rotation.exp3_jacobian(-w)


@function("(3,3)->(3,3)", name="so3.log_jacobian")
def log_jacobian(R: Array) -> Array:
    """d log(R exp(e)) / de at e = 0: the inverse of exp_jacobian(log(R)).

    Shapes: R (..., 3, 3); result (..., 3, 3). Source: [KindrSheet, Derivatives].
    """
    return rotation.exp3_jacobian_inverse(-rotation.log3(R))


@function("(4)->(3,3)", name="so3.from_quaternion")
def from_quaternion(quaternion: Array) -> Array:
    """The rotation of a quaternion (x, y, z, w) of any length but zero, which gives nan.

    Shapes: quaternion (..., 4); result (..., 3, 3).
    Source: [KindrSheet, Rotation Quaternion <-> Rotation Matrix].

    >>> import kinetree as kt
    >>> kt.so3.from_quaternion([0, 0, 0, 2]).diagonal().tolist()
    [1.0, 1.0, 1.0]
    """
    return rotation.quaternion_matrix(quaternion)


@function("(3,3)->(4)", name="so3.to_quaternion")
def to_quaternion(R: Array) -> Array:
    """The unit quaternion (x, y, z, w) of a rotation; its largest element is positive.

    Shapes: R (..., 3, 3); result (..., 4).
    Source: [KindrSheet, Rotation Quaternion <-> Rotation Matrix].

    >>> import kinetree as kt
    >>> kt.so3.to_quaternion([[1, 0, 0], [0, 1, 0], [0, 0, 1]]).tolist()
    [0.0, 0.0, 0.0, 1.0]
    """
    return rotation.matrix_quaternion(R)


@function("(3)->(3,3)", name="so3.from_rpy")
def from_rpy(rpy: Array) -> Array:
    """Rz(yaw) Ry(pitch) Rx(roll): roll, pitch, yaw about fixed axes, as in a URDF.

    Shapes: rpy (..., 3), in rad; result (..., 3, 3). Source: [KindrSheet, Euler Angles ZYX].
    """
    return rotation.rpy_matrix(rpy)


@function("(3,3)->(3)", name="so3.to_rpy")
def to_rpy(R: Array) -> Array:
    """Roll, pitch, yaw with from_rpy(to_rpy(R)) = R, pitch in [-pi/2, pi/2].

    This holds also at a pitch of a quarter turn, where only the sum of the two others counts.
    Shapes: R (..., 3, 3); result (..., 3), in rad. Source: [KindrSheet, Euler Angles ZYX].

    >>> import kinetree as kt
    >>> kt.so3.to_rpy(kt.so3.from_rpy([0.1, 0.2, 0.3])).round(12).tolist()
    [0.1, 0.2, 0.3]
    """
    return rotation.matrix_rpy(R)
