"""Rotation about a point, by a quaternion."""

from collections.abc import Sequence
from typing import final

import numpy as np

from ...scalar.array import Array, zeros
from ...scalar.math import concatenate, dot, eye
from ...spatial import SE3, Columns, Motion, motions
from ...spatial.rotation import (
    quaternion_conjugate,
    quaternion_exp,
    quaternion_log,
    quaternion_matrix,
    quaternion_normalize,
    quaternion_product,
)
from .base import Numbers
from .group import Group


@final
class Spherical(Group):
    """Rotation about a point: q = (qx qy qz qw), v = angular velocity in the child frame."""

    nq, nv = 4, 3
    q_suffixes, v_suffixes = ("qx", "qy", "qz", "qw"), ("wx", "wy", "wz")
    q_units, v_units, tau_units = ("1",) * 4, ("rad/s",) * 3, ("N m",) * 3

    def placement(self, q: Array) -> SE3:
        return SE3(quaternion_matrix(q), zeros(3))

    def subspace(self, q: Array) -> Columns[Motion]:
        return motions([Motion(zeros(3), e) for e in eye(3)])

    def neutral(self) -> Sequence[float]:
        return [0.0, 0.0, 0.0, 1.0]

    def normalize(self, q: Array) -> Array:
        return quaternion_normalize(q)

    def integrate(self, q: Array, v: Array) -> Array:
        return quaternion_product(quaternion_normalize(q), quaternion_exp(v))

    def difference(self, q0: Array, q1: Array) -> Array:
        return quaternion_log(
            quaternion_normalize(quaternion_product(quaternion_conjugate(q0), q1))
        )

    def tangent_map(self, q: Array) -> Array:
        """Half of q times each unit vector, as a product of quaternions.

        Source: [KindrSheet, Time Derivative of Rotation Quaternion].
        """
        rows = [quaternion_product(q, concatenate([e, [0]])) for e in eye(3)]
        return 0.5 * Array(rows).T

    def tangent_map_inverse(self, q: Array) -> Array:
        columns = [quaternion_product(quaternion_conjugate(q), e)[:3] for e in eye(4)]
        return (2 / dot(q, q)) * Array(columns).T

    def random(
        self, rng: np.random.Generator, size: tuple[int, ...], lower: Numbers, upper: Numbers
    ) -> Numbers:
        q = rng.standard_normal((*size, 4))
        return q / np.linalg.norm(q, axis=-1, keepdims=True)

    def norm_error(self, q: Numbers) -> Numbers | None:
        return np.abs(np.linalg.norm(q, axis=-1) - 1)
