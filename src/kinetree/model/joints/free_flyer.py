"""Free motion in space."""

from collections.abc import Sequence
from typing import final

import numpy as np

from ...scalar.array import Array
from ...scalar.math import concatenate, eye
from ...spatial import SE3, Columns, Motion, motions
from ...spatial.rotation import exp3_jacobian, exp3_jacobian_inverse, quaternion_matrix
from .base import Joint, Numbers, block_diagonal
from .group import Group
from .spherical import Spherical

_ROTATION = Spherical()


@final
class FreeFlyer(Group):
    """Free motion: q = (x y z qx qy qz qw), v = the body twist [linear; angular]."""

    nq, nv = 7, 6
    q_suffixes = ("x", "y", "z", *Spherical.q_suffixes)
    v_suffixes = ("vx", "vy", "vz", *Spherical.v_suffixes)
    q_units = ("m",) * 3 + ("1",) * 4
    v_units = ("m/s",) * 3 + ("rad/s",) * 3
    tau_units = ("N",) * 3 + ("N m",) * 3

    def placement(self, q: Array) -> SE3:
        return SE3(quaternion_matrix(q[3:]), q[:3])

    def subspace(self, q: Array) -> Columns[Motion]:
        return motions([Motion.from_vector(e) for e in eye(6)])

    def neutral(self) -> Sequence[float]:
        return [0.0, 0.0, 0.0, *_ROTATION.neutral()]

    def normalize(self, q: Array) -> Array:
        return concatenate([q[:3], _ROTATION.normalize(q[3:])])

    def integrate(self, q: Array, v: Array) -> Array:
        """(R, p) exp6(v) [Sola2018, Eq. 172]."""
        step = exp3_jacobian(v[3:]) @ v[:3]
        translation = q[:3] + quaternion_matrix(q[3:]) @ step
        return concatenate([translation, _ROTATION.integrate(q[3:], v[3:])])

    def difference(self, q0: Array, q1: Array) -> Array:
        """log6(T_0^-1 T_1) [Sola2018, Eq. 173]."""
        w = _ROTATION.difference(q0[3:], q1[3:])
        step = quaternion_matrix(q0[3:]).T @ (q1[:3] - q0[:3])
        return concatenate([exp3_jacobian_inverse(w) @ step, w])

    def tangent_map(self, q: Array) -> Array:
        return block_diagonal([quaternion_matrix(q[3:]), _ROTATION.tangent_map(q[3:])])

    def tangent_map_inverse(self, q: Array) -> Array:
        R = quaternion_matrix(q[3:])
        return block_diagonal([R.T, _ROTATION.tangent_map_inverse(q[3:])])

    def random(
        self, rng: np.random.Generator, size: tuple[int, ...], lower: Numbers, upper: Numbers
    ) -> Numbers:
        position = Joint.random(self, rng, size, lower, upper)[..., :3]
        return np.concatenate([position, _ROTATION.random(rng, size, lower, upper)], -1)

    def norm_error(self, q: Numbers) -> Numbers | None:
        return _ROTATION.norm_error(q[..., 3:])
