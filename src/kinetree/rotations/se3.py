"""Placements as plain arrays (..., 4, 4), with leading batch axes; twists are [linear; angular].

Derivatives of a placement are twists in its axes, as in `kt.integrate`.
"""

from ..functions import function
from ..scalar.array import Array
from ..scalar.math import concatenate
from ..spatial import SE3, Motion
from ..spatial.rotation import matrix_quaternion, matrix_rpy, quaternion_matrix, rpy_matrix
from ..spatial.se3 import exp6_jacobian, exp6_jacobian_inverse

__all__ = [
    "adjoint",
    "exp",
    "exp_jacobian",
    "from_xyz_quaternion",
    "from_xyz_rpy",
    "inverse",
    "log",
    "log_jacobian",
    "to_xyz_quaternion",
    "to_xyz_rpy",
]


@function("(6)->(4,4)", name="se3.exp")
def exp(twist: Array) -> SE3:
    """The placement after moving with a constant body twist for unit time.

    Shapes: twist (..., 6); result (..., 4, 4). Source: [Sola2018, Eq. 172].

    >>> import kinetree as kt
    >>> kt.se3.exp([1.0, 2.0, 3.0, 0.0, 0.0, 0.0])[:3, 3].tolist()
    [1.0, 2.0, 3.0]
    """
    return SE3.exp(Motion.from_vector(twist))


@function("(4,4)->(6)", name="se3.log")
def log(T: Array) -> Motion:
    """The twist with exp(twist) = T, its angle at most pi.

    Shapes: T (..., 4, 4); result (..., 6). Source: [Sola2018, Eq. 173].

    >>> import kinetree as kt
    >>> kt.se3.log(kt.se3.exp([1, 2, 3, 0.1, 0.2, 0.3])).round(12).tolist()
    [1.0, 2.0, 3.0, 0.1, 0.2, 0.3]
    """
    return SE3.from_matrix(T).log()


@function("(4,4)->(4,4)", name="se3.inverse")
def inverse(T: Array) -> SE3:
    """The inverse placement, [R^T, -R^T p].

    Shapes: T (..., 4, 4); result (..., 4, 4). Source: [PinocchioSheet, Rigid transformation].
    """
    return SE3.from_matrix(T).inverse()


@function("(4,4)->(6,6)", name="se3.adjoint")
def adjoint(T: Array) -> Array:
    """The matrix that takes twists from T's inner to its outer frame, [[R, p^ R], [0, R]].

    Its inverse, transposed, takes wrenches.
    Shapes: T (..., 4, 4); result (..., 6, 6). Source: [PinocchioSheet, Motion Application].
    """
    return SE3.from_matrix(T).action


@function("(6)->(6,6)", name="se3.exp_jacobian")
def exp_jacobian(twist: Array) -> Array:
    """The Jacobian J of exp: J dtwist is the twist of exp(twist) in its axes.

    Shapes: twist (..., 6); result (..., 6, 6). Source: [Sola2018, Eqs. 179, 180].

    >>> import kinetree as kt
    >>> kt.se3.exp_jacobian([0.0] * 6).diagonal().tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    return exp6_jacobian(Motion.from_vector(twist))


@function("(4,4)->(6,6)", name="se3.log_jacobian")
def log_jacobian(T: Array) -> Array:
    """d log(T exp(e)) / de at e = 0: the inverse of exp_jacobian(log(T)).

    Shapes: T (..., 4, 4); result (..., 6, 6). Source: [Sola2018, Eq. 179].
    """
    return exp6_jacobian_inverse(SE3.from_matrix(T).log())


@function("(7)->(4,4)", name="se3.from_xyz_quaternion")
def from_xyz_quaternion(xyz_quaternion: Array) -> SE3:
    """The placement at (x, y, z), rotated by a quaternion (x, y, z, w): q of a free-flyer.

    Shapes: xyz_quaternion (..., 7); result (..., 4, 4).
    Source: [KindrSheet, Rotation Quaternion <-> Rotation Matrix].

    >>> import kinetree as kt
    >>> kt.se3.from_xyz_quaternion([1, 2, 3, 0, 0, 0, 1])[:3, 3].tolist()
    [1.0, 2.0, 3.0]
    """
    return SE3(quaternion_matrix(xyz_quaternion[3:]), xyz_quaternion[:3])


@function("(4,4)->(7)", name="se3.to_xyz_quaternion")
def to_xyz_quaternion(T: Array) -> Array:
    """(x, y, z) and the unit quaternion (x, y, z, w), its largest element positive.

    Shapes: T (..., 4, 4); result (..., 7).
    Source: [KindrSheet, Rotation Quaternion <-> Rotation Matrix].
    """
    return concatenate([T[:3, 3], matrix_quaternion(T[:3, :3])])


@function("(6)->(4,4)", name="se3.from_xyz_rpy")
def from_xyz_rpy(xyz_rpy: Array) -> SE3:
    """The placement at (x, y, z), rotated by roll, pitch, yaw: the <origin> of a URDF.

    Shapes: xyz_rpy (..., 6); result (..., 4, 4). Source: [KindrSheet, Euler Angles ZYX].
    """
    return SE3(rpy_matrix(xyz_rpy[3:]), xyz_rpy[:3])


@function("(4,4)->(6)", name="se3.to_xyz_rpy")
def to_xyz_rpy(T: Array) -> Array:
    """(x, y, z) and roll, pitch, yaw as of `so3.to_rpy`.

    Shapes: T (..., 4, 4); result (..., 6). Source: [KindrSheet, Euler Angles ZYX].
    """
    return concatenate([T[:3, 3], matrix_rpy(T[:3, :3])])
