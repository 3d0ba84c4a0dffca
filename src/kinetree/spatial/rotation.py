"""SO(3): rotation matrices, unit quaternions (x y z w, Hamilton, active), exp and log.

Functions of a quaternion are functions of its direction: its length never matters.
"""

from dataclasses import dataclass
from typing import Any, Final, TypeVar

from ..errors import ModelError, ShapeError
from ..scalar.array import Array, ArrayLike, Components, as_array, shown
from ..scalar.expr import Scalar, add, apply, div, mul, neg, sub
from ..scalar.math import arc, atan2, concatenate, cos, cross, dot, eye, sin, sqrt, stumpff, where

T = TypeVar("T", bound=Components)

TOLERANCE: Final = 1e-6
"""Largest error of an element of R^T R: files write six digits."""


def skew(x: Array) -> Array:
    """The matrix with skew(x) @ y = x cross y [KindrSheet, Operators]."""
    a, b, c = x.flat
    return Array.of([0, neg(c), b, c, 0, neg(a), neg(b), a, 0], (3, 3))


def congruence(R: Array, A: Array) -> Array:
    """R A R^T for symmetric A; the result is symmetric to the last bit."""
    return symmetric(R @ A @ R.T)


def symmetric(A: Array) -> Array:
    """The symmetric matrix with the upper triangle of A."""
    n = len(A)
    return Array.of([A[min(i, j), max(i, j)] for i in range(n) for j in range(n)], (n, n))


def axis_rotation(axis: Array, cosine: Scalar, sine: Scalar) -> Array:
    """The rotation about a unit axis, a a^T + cos (1 - a a^T) + sin skew(a).

    In this form of Rodrigues' formula an axis along x, y or z leaves its structural zeros and ones.
    """
    a = axis.flat
    aa = Array.of([mul(x, y) for x in a for y in a], (3, 3))
    return aa + cosine * (eye(3) - aa) + sine * skew(axis)


def rotation_along(z: Array) -> Array:
    """A rotation whose third column is a unit vector, without branches [Duff2017]."""
    x, y, z = z
    s = where(z < 0, -1, 1)
    a = div(-1, s + z)
    b = x * y * a
    return Array.of([1 + s * x * x * a, b, x, s * b, s + y * y * a, y, -s * x, -y, z], (3, 3))


def rpy_matrix(rpy: Array) -> Array:
    """Rz(yaw) Ry(pitch) Rx(roll) [KindrSheet, Euler Angles ZYX]."""
    x, y, z = (
        axis_rotation(axis, cos(angle), sin(angle)) for axis, angle in zip(eye(3), rpy, strict=True)
    )
    return z @ y @ x


def matrix_rpy(R: Array) -> Array:
    """Roll, pitch, yaw of a rotation, pitch in [-pi/2, pi/2] [KindrSheet, Euler Angles ZYX]."""
    yaw = atan2(R[1, 0], R[0, 0])
    c, s = cos(yaw), sin(yaw)
    pitch = atan2(-R[2, 0], c * R[0, 0] + s * R[1, 0])
    roll = atan2(s * R[0, 2] - c * R[1, 2], c * R[1, 1] - s * R[0, 1])
    return Array([roll, pitch, yaw])


def quaternion_matrix(q: Array) -> Array:
    """The rotation matrix of a quaternion of any length, s = 2 / (q . q).

    Source: [KindrSheet, Rotation Quaternion <-> Rotation Matrix].
    """
    x, y, z, w = q.flat
    s = div(2, dot(q, q))
    sx, sy, sz = (s * Array.of([x, y, z], (3,))).flat
    xx, yy, zz = mul(sx, x), mul(sy, y), mul(sz, z)
    xy, xz, yz = mul(sx, y), mul(sx, z), mul(sy, z)
    wx, wy, wz = mul(sx, w), mul(sy, w), mul(sz, w)
    return Array(
        [
            [sub(1, add(yy, zz)), sub(xy, wz), add(xz, wy)],
            [add(xy, wz), sub(1, add(xx, zz)), sub(yz, wx)],
            [sub(xz, wy), add(yz, wx), sub(1, add(xx, yy))],
        ]
    )


def quaternion_product(p: Array, q: Array) -> Array:
    """The Hamilton product, R(p q) = R(p) R(q) [KindrSheet, Rotation Quaternion]."""
    pv, pw, qv, qw = p[:3], p[3], q[:3], q[3]
    return concatenate([pw * qv + qw * pv + cross(pv, qv), [sub(mul(pw, qw), dot(pv, qv))]])


def quaternion_conjugate(q: Array) -> Array:
    """The inverse rotation."""
    return concatenate([-q[:3], q[3:]])


def quaternion_normalize(q: Array) -> Array:
    """The unit quaternion along q; nan where q is zero."""
    return q / sqrt(dot(q, q))


def quaternion_exp(w: Array) -> Array:
    """The unit quaternion of the rotation vector w."""
    x = dot(w, w) * 0.25
    return concatenate([(stumpff(1, x) * 0.5) * w, [stumpff(0, x)]])


def quaternion_log(q: Array) -> Array:
    """The rotation vector of a unit quaternion, of length at most pi.

    Source: [KindrSheet, Orientation/Rotation 6, 7].

    q and -q give the same vector; the sign of a half turn is that of q.
    """
    flipped = apply("lt", q[3], 0.0)
    scale = 2.0 * arc(0, where(flipped, -q[3], q[3]))
    return where(flipped, -scale, scale) * q[:3]


def matrix_quaternion(R: Array) -> Array:
    """The unit quaternion of a rotation matrix, from its largest component.

    Source: [KindrSheet, Rotation Quaternion <-> Rotation Matrix].
    """
    (a, b, c), (d, e, f), (g, h, i) = R[0], R[1], R[2]
    candidates = (
        (1 + a + e + i, [h - f, c - g, d - b, 1 + a + e + i]),
        (1 + a - e - i, [1 + a - e - i, b + d, c + g, h - f]),
        (1 - a + e - i, [b + d, 1 - a + e - i, f + h, c - g]),
        (1 - a - e + i, [c + g, f + h, 1 - a - e + i, d - b]),
    )
    size, q = candidates[0][0], Array(candidates[0][1])
    for other, elements in candidates[1:]:
        larger = apply("lt", size, other)
        q = where(larger, Array(elements), q)
        size = where(larger, other, size)
    return quaternion_normalize(q)


def exp3(w: Array) -> Array:
    """The rotation matrix of the rotation vector w, 1 + c_1 w^ + c_2 w^^2.

    Source: [KindrSheet, Orientation/Rotation 6].
    """
    x, W = dot(w, w), skew(w)
    return eye(3) + stumpff(1, x) * W + stumpff(2, x) * symmetric(W @ W)


def log3(R: Array) -> Array:
    """The rotation vector of a rotation matrix, of length at most pi."""
    return quaternion_log(matrix_quaternion(R))


def exp3_jacobian(w: Array) -> Array:
    """Gamma(w), the left Jacobian of exp3: 1 + c_2 w^ + c_3 w^^2 [KindrSheet, Derivatives]."""
    x, W = dot(w, w), skew(w)
    return eye(3) + stumpff(2, x) * W + stumpff(3, x) * symmetric(W @ W)


def exp3_jacobian_inverse(w: Array) -> Array:
    """The inverse of Gamma(w) for |w| < 2 pi [KindrSheet, Derivatives].

    The coefficient of w^^2 is (1 - c_1 / (2 c_2)) / |w|^2 = (c_3 - 2 c_4) / (2 c_2); the second
    form does not cancel.
    """
    x, W = dot(w, w), skew(w)
    k = (stumpff(3, x) - 2.0 * stumpff(4, x)) / (2.0 * stumpff(2, x))
    return eye(3) - 0.5 * W + k * symmetric(W @ W)


def check_rotation(what: str, R: Array) -> None:
    """Raise ModelError for plain numbers without R^T R = 1 and det R > 0; nan and others pass."""
    if not all(type(x) is float or type(x) is int for x in R.flat):
        return
    a, b, c, d, e, f, g, h, i = R.flat
    lengths = a * a + b * b + c * c, d * d + e * e + f * f, g * g + h * h + i * i
    dots = a * d + b * e + c * f, d * g + e * h + f * i, a * g + b * h + c * i
    error = max(*(abs(x - 1) for x in lengths), *map(abs, dots))
    determinant = a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)
    if error >= TOLERANCE or determinant <= 0:
        raise ModelError(f"{what} is not rigid; R^T R must be 1 and det R = +1.")


def unchecked(kind: type[T], *fields: Array) -> T:
    """A product or inverse of rotations or placements, in which their errors add up."""
    x = object.__new__(kind)
    for name, value in zip(kind.__slots__, fields, strict=True):
        object.__setattr__(x, name, value)
    return x


@dataclass(frozen=True, slots=True, init=False, eq=False)
class SO3(Components):
    """A rotation, (3, 3) as an array.

    >>> SO3.exp([0, 0, 0.5]).log()
    Array([0, 0, 0.5])
    """

    matrix: Array

    def __init__(self, matrix: ArrayLike) -> None:
        object.__setattr__(self, "matrix", as_array(matrix))
        if self.matrix.shape != (3, 3):
            raise ShapeError(f"SO3: matrix has shape {self.matrix.shape}; expected (3, 3).")
        check_rotation("SO3: the matrix", self.matrix)

    @property
    def array(self) -> Array:
        """The rotation matrix."""
        return self.matrix

    def __repr__(self) -> str:
        return f"SO3({shown(self.matrix)})"

    @classmethod
    def exp(cls, rotation_vector: ArrayLike) -> "SO3":
        """The rotation about the direction of a vector by the angle of its length."""
        return cls(exp3(as_array(rotation_vector)))

    @classmethod
    def from_quaternion(cls, q: ArrayLike) -> "SO3":
        """From (x, y, z, w) of any length."""
        return cls(quaternion_matrix(as_array(q)))

    def log(self) -> Array:
        """The rotation vector, of length at most pi."""
        return log3(self.matrix)

    def quaternion(self) -> Array:
        """(x, y, z, w) of unit length."""
        return matrix_quaternion(self.matrix)

    def inverse(self) -> "SO3":
        """The inverse rotation."""
        return unchecked(SO3, self.matrix.T)

    def __matmul__(self, other: Any) -> Any:
        if isinstance(other, SO3):
            return unchecked(SO3, self.matrix @ other.matrix)
        return self.matrix @ as_array(other)
