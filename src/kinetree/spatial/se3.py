"""SE(3): rigid placements."""

import math
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias

import numpy.typing as npt

from ..errors import ModelError, ShapeError
from ..scalar.array import Array, ArrayLike, Components, as_array, shown, zeros
from ..scalar.math import cross, dot, eye, hstack, outer, stack, stumpff, vstack
from .rotation import (
    check_rotation,
    exp3,
    exp3_jacobian,
    exp3_jacobian_inverse,
    log3,
    rpy_matrix,
    skew,
    unchecked,
)
from .vectors import Motion


@dataclass(frozen=True, slots=True, init=False, eq=False)
class SE3(Components):
    """The placement of a frame in another: p_A = R p_B + p for T_AB = (R, p), (4, 4) as an array.

    `T_AB @ x` expresses x, given in B, in A: a placement, a motion, a force, an inertia, a point.
    `T_AB.act_inverse(x)` expresses x, given in A, in B, at the same cost.

    >>> T = SE3([[0, -1, 0], [1, 0, 0], [0, 0, 1]], [1, 0, 0])
    >>> T @ [1, 0, 0]
    Array([1, 1, 0])
    """

    rotation: Array
    translation: Array

    def __init__(self, rotation: ArrayLike, translation: "ArrayLike | None" = None) -> None:
        if translation is None:
            raise ShapeError("SE3: no translation; SE3.from_matrix takes a 4 x 4 matrix.")
        rotation = getattr(rotation, "matrix", rotation)  # an SO3 is its matrix
        object.__setattr__(self, "rotation", as_array(rotation))
        object.__setattr__(self, "translation", as_array(translation))
        if self.rotation.shape != (3, 3) or self.translation.shape != (3,):
            raise ShapeError(
                f"SE3: rotation and translation have shapes {self.rotation.shape} and "
                f"{self.translation.shape}; expected (3, 3) and (3,)."
            )
        check_rotation("SE3: the rotation", self.rotation)

    @classmethod
    def identity(cls) -> "SE3":
        """The identity, of structural zeros and ones."""
        return _IDENTITY

    @classmethod
    def from_matrix(cls, matrix: ArrayLike) -> "SE3":
        """From a homogeneous 4 x 4 matrix."""
        matrix = as_array(matrix)
        if matrix.shape != (4, 4):
            raise ShapeError(f"SE3.from_matrix: matrix has shape {matrix.shape}; expected (4, 4).")
        check_last_row("SE3.from_matrix: the matrix", matrix)
        return cls(matrix[:3, :3], matrix[:3, 3])

    @classmethod
    def from_xyz_rpy(cls, xyz: ArrayLike, rpy: ArrayLike) -> "SE3":
        """From a position and roll, pitch, yaw in rad about fixed axes: the <origin> of a URDF.

        Source: [KindrSheet, Euler Angles ZYX].

        >>> SE3.from_xyz_rpy([0, 0, 0.1], [0, 0, 0])
        SE3([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0.1])
        """
        angles = as_array(rpy)
        if angles.shape != (3,):
            raise ShapeError(f"SE3.from_xyz_rpy: rpy has shape {angles.shape}; expected (3,).")
        return cls(rpy_matrix(angles), xyz)

    def __repr__(self) -> str:
        return f"SE3({shown(self.rotation)}, {shown(self.translation)})"

    @property
    def array(self) -> Array:
        """The homogeneous matrix [[R, p], [0, 1]] [PinocchioSheet, Rigid transformation]."""
        R, p = self.rotation.flat, self.translation.flat
        rows = [x for i in range(3) for x in (*R[3 * i : 3 * i + 3], p[i])]
        return Array.of([*rows, 0, 0, 0, 1], (4, 4))

    matrix = array

    @classmethod
    def exp(cls, motion: ArrayLike) -> "SE3":
        """The placement after moving with a constant body twist, (6,) as an array, for unit time.

        Source: [Sola2018, Eq. 172].
        """
        motion = motion if isinstance(motion, Motion) else Motion.from_vector(motion)
        w = motion.angular
        return cls(exp3(w), exp3_jacobian(w) @ motion.linear)

    def log(self) -> Motion:
        """The twist with exp(twist) = self, its angle at most pi [Sola2018, Eq. 173]."""
        w = log3(self.rotation)
        return Motion(exp3_jacobian_inverse(w) @ self.translation, w)

    def inverse(self) -> "SE3":
        """[R^T, -R^T p] [PinocchioSheet, Rigid transformation]."""
        if self is _IDENTITY:
            return self
        return unchecked(SE3, self.rotation.T, -(self.rotation.T @ self.translation))

    def __matmul__(self, other: Any) -> Any:
        if self is _IDENTITY and (isinstance(other, SE3) or hasattr(other, "moved")):
            return other
        if other is _IDENTITY:
            return self
        if isinstance(other, SE3):  # [PinocchioSheet, Composition]
            translation = self.translation + self.rotation @ other.translation
            return unchecked(SE3, self.rotation @ other.rotation, translation)
        if hasattr(other, "moved"):
            return other.moved(self)
        x = as_array(other)
        if x.shape == (4, 4):
            return self @ rigid("SE3 @ x: x", x)
        return self.rotation @ _point(x) + self.translation

    def __mul__(self, _: object) -> NoReturn:
        raise ModelError("SE3 * x: SE3 has no *; use T @ x.")

    def act_inverse(self, other: Any) -> Any:
        """`inverse() @ other`, cheaper [PinocchioSheet, Nota]."""
        if isinstance(other, SE3):
            translation = self.rotation.T @ (other.translation - self.translation)
            return unchecked(SE3, self.rotation.T @ other.rotation, translation)
        if hasattr(other, "moved_back"):
            return other.moved_back(self)
        return self.rotation.T @ (_point(other) - self.translation)

    def compose_inverse(self, other: "SE3") -> "SE3":
        """`self @ other.inverse()`, cheaper: T_AC of T_AB and T_CB."""
        rotation = self.rotation @ other.rotation.T
        return unchecked(SE3, rotation, self.translation - rotation @ other.translation)

    @property
    def action(self) -> Array:
        """The 6 x 6 matrix X on motions [PinocchioSheet, Motion Application]."""
        return stack([(self @ Motion.from_vector(row)).vector for row in eye(6)]).T


def exp6_jacobian(motion: Motion) -> Array:
    """The right Jacobian of exp, from d motion to the body twist, 6 x 6: [[G, Q], [0, G]].

    G is Gamma(-w); Q = R^T d(Gamma(w) l) / dw, with c_k' = -(c_{k+1} - k c_{k+2}) / 2
    and so free of cancellation. Source: [Sola2018, Eqs. 179, 180], in Stumpff functions.
    """
    linear, w = motion.linear, motion.angular
    x, W = dot(w, w), skew(w)
    once, twice = cross(w, linear), cross(w, cross(w, linear))
    c2, c3, c4, c5 = (stumpff(k, x) for k in range(2, 6))
    slope = -((c3 - 2 * c4) * once + (c4 - 3 * c5) * twice)
    spread = -c2 * skew(linear) - c3 * (skew(once) + W @ skew(linear))
    Q = exp3(w).T @ (spread + outer(slope, w))
    return _upper_triangular(exp3_jacobian(-w), Q)


def exp6_jacobian_inverse(motion: Motion) -> Array:
    """The inverse of `exp6_jacobian`, the derivative of log: [[H, -H Q H], [0, H]]."""
    H = exp3_jacobian_inverse(-motion.angular)
    return _upper_triangular(H, -(H @ exp6_jacobian(motion)[:3, 3:] @ H))


def _upper_triangular(A: Array, B: Array) -> Array:
    return vstack([hstack([A, B]), hstack([zeros(3, 3), A])])


PlacementLike: TypeAlias = SE3 | Array | npt.ArrayLike
"""A placement as users give it: an `SE3` or a (4, 4) matrix."""


def rigid(what: str, placement: PlacementLike) -> SE3:
    """An `SE3` or a (4, 4) matrix as SE3; `what` is its name in errors.

    Raises ShapeError for another shape, ModelError if its elements are plain numbers and it is not
    rigid.
    """
    matrix = placement.matrix if isinstance(placement, SE3) else as_array(placement)
    if matrix.shape != (4, 4):
        raise ShapeError(f"{what} has shape {matrix.shape}; expected (4, 4), or a kt.SE3.")
    if all(isinstance(x, (int, float)) for x in matrix.flat):
        if not all(map(math.isfinite, matrix.flat)):
            raise ModelError(f"{what} holds {list(matrix.flat)}; expected finite numbers.")
        check_rotation(what, matrix[:3, :3])
    check_last_row(what, matrix)
    return placement if isinstance(placement, SE3) else SE3.from_matrix(matrix)


def check_last_row(what: str, matrix: Array) -> None:
    """Raise ModelError if the last row of a 4 x 4 matrix of plain numbers is not 0 0 0 1."""
    row = matrix[3].flat
    plain = all(isinstance(x, (int, float)) for x in row)
    if plain and not all(abs(x - y) <= 1e-6 for x, y in zip(row, (0, 0, 0, 1), strict=True)):
        raise ModelError(
            f"{what} has the last row {list(row)}; expected [0, 0, 0, 1]. Is it transposed?"
        )


def _point(x: ArrayLike) -> Array:
    point = as_array(x)
    if point.shape != (3,):
        raise ShapeError(
            f"SE3: a point of shape {point.shape}; expected (3,), one point at a time, or a "
            "placement, motion, force or inertia. T.matrix @ x multiplies matrices of any number."
        )
    return point


_IDENTITY = SE3(eye(3), zeros(3))
