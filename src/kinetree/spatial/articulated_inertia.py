"""The articulated inertia of a subtree: what its base feels of it."""

from typing import Any, cast

from ..scalar.array import Array, Components, zeros
from ..scalar.math import hstack, vstack
from .rotation import congruence, skew, symmetric
from .se3 import SE3
from .vectors import Columns, Force, Motion


class ArticulatedInertia(Components):
    """A symmetric map from motions to forces, 6 x 6, [[A, B], [B^T, C]]."""

    __slots__ = ("matrix",)

    def __init__(self, matrix: Array) -> None:
        self.matrix = symmetric(matrix)

    @property
    def array(self) -> Array:
        """The 6 x 6 matrix."""
        return self.matrix

    @classmethod
    def zero(cls) -> "ArticulatedInertia":
        return cls(zeros(6, 6))

    def __matmul__(self, v: Any) -> Any:
        if isinstance(v, Columns):
            return Columns(Force, [self @ column for column in cast(Columns[Motion], v).columns])
        return Force.from_vector(self.matrix @ v.vector)

    def __add__(self, other: "ArticulatedInertia") -> "ArticulatedInertia":
        return ArticulatedInertia(self.matrix + other.matrix)

    def __sub__(self, other: Array) -> "ArticulatedInertia":
        return ArticulatedInertia(self.matrix - other)

    def moved(self, T: SE3) -> "ArticulatedInertia":
        """X* self X^-1, rotated first and then shifted."""
        R, P = T.rotation, skew(T.translation)
        A = congruence(R, self.matrix[:3, :3])
        B = R @ self.matrix[:3, 3:] @ R.T
        C = congruence(R, self.matrix[3:, 3:])
        shifted = B - A @ P
        C = C + P @ B - shifted.T @ P
        return ArticulatedInertia(vstack([hstack([A, shifted]), hstack([zeros(3, 3), C])]))
