"""Joints whose motions form a group of several velocities; their subspaces are constant."""

from abc import ABC
from collections.abc import Sequence
from typing import ClassVar, final

import numpy as np

from ...scalar.array import Array, zeros
from ...scalar.math import array, concatenate, dot, eye, stumpff
from ...spatial import SE3, Columns, Motion, motions
from ...spatial.rotation import (
    exp3_jacobian,
    exp3_jacobian_inverse,
    quaternion_conjugate,
    quaternion_exp,
    quaternion_log,
    quaternion_matrix,
    quaternion_normalize,
    quaternion_product,
)
from ...spatial.se3 import exp6_jacobian, exp6_jacobian_inverse
from .base import Joint, Numbers, block_diagonal
from .continuous import Continuous, complex_product


class Group(Joint, ABC):
    """A joint with T(integrate(q, v)) = T(q) exp(S v), where S holds constant unit twists."""

    def bias(self, q: Array, v: Array) -> Motion:
        return Motion.zero()

    def displacement(self, q: Array, v: Array) -> SE3:
        return SE3.exp(self.subspace(q) @ v)

    def error_rate(self, q: Array, v: Array) -> Array:
        """-v x: the relative twist of two frames that both move with v."""
        S = self.subspace(q)
        return S.matrix.T @ -(S @ v).cross(S).matrix

    def integrate_derivatives(self, q: Array, v: Array) -> tuple[Array, Array]:
        S = self.subspace(q)
        step = S @ v
        return _within(S, SE3.exp(step).inverse().action), _within(S, exp6_jacobian(step))

    def difference_derivatives(self, q0: Array, q1: Array) -> tuple[Array, Array]:
        S = self.subspace(q0)
        step = S @ self.difference(q0, q1)
        first, second = exp6_jacobian_inverse(-step), exp6_jacobian_inverse(step)
        return -_within(S, first), _within(S, second)


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
        return 0.5 * Array([quaternion_product(q, concatenate([e, [0]])) for e in eye(3)]).T

    def tangent_map_inverse(self, q: Array) -> Array:
        columns = [quaternion_product(quaternion_conjugate(q), e)[:3] for e in eye(4)]
        return (2 / dot(q, q)) * Array(columns).T

    def random(
        self, rng: np.random.Generator, size: tuple[int, ...], lower: Numbers, upper: Numbers
    ) -> Numbers:
        q = rng.standard_normal((*size, 4))
        return q / np.linalg.norm(q, axis=-1, keepdims=True)

    @np.errstate(over="ignore")  # the norm of huge numbers is inf, which is off, too
    def norm_error(self, q: Numbers) -> Numbers | None:
        return np.abs(np.linalg.norm(q, axis=-1) - 1)


class Rigid(Group, ABC):
    """A group of rigid motions: q is a position, then the coordinates of a rotation."""

    _rotation: ClassVar[Joint]

    @property
    def lengths(self) -> int:
        """The number of coordinates of the position."""
        return self.nq - self._rotation.nq

    def neutral(self) -> Sequence[float]:
        return [0.0] * self.lengths + [*self._rotation.neutral()]

    def normalize(self, q: Array) -> Array:
        n = self.lengths
        return concatenate([q[:n], self._rotation.normalize(q[n:])])

    def placement(self, q: Array) -> SE3:
        n = self.lengths
        return SE3(self._turn(q), concatenate([q[:n], zeros(3 - n)]))

    def _turn(self, q: Array) -> Array:
        """R of the placement, which also turns velocities of the position."""
        return self._rotation.placement(q[self.lengths :]).rotation

    def tangent_map(self, q: Array) -> Array:
        n = self.lengths
        return block_diagonal([self._turn(q)[:n, :n], self._rotation.tangent_map(q[n:])])

    def tangent_map_inverse(self, q: Array) -> Array:
        n = self.lengths
        return block_diagonal([self._turn(q)[:n, :n].T, self._rotation.tangent_map_inverse(q[n:])])

    def random(
        self, rng: np.random.Generator, size: tuple[int, ...], lower: Numbers, upper: Numbers
    ) -> Numbers:
        position = Joint.random(self, rng, size, lower, upper)[..., : self.lengths]
        return np.concatenate([position, self._rotation.random(rng, size, lower, upper)], -1)

    def norm_error(self, q: Numbers) -> Numbers | None:
        return self._rotation.norm_error(q[..., self.lengths :])


@final
class FreeFlyer(Rigid):
    """Free motion: q = (x y z qx qy qz qw), v = the body twist [linear; angular]."""

    nq, nv = 7, 6
    _rotation = Spherical()
    q_suffixes = ("x", "y", "z", *Spherical.q_suffixes)
    v_suffixes = ("vx", "vy", "vz", *Spherical.v_suffixes)
    q_units = ("m",) * 3 + ("1",) * 4
    v_units = ("m/s",) * 3 + ("rad/s",) * 3
    tau_units = ("N",) * 3 + ("N m",) * 3

    def subspace(self, q: Array) -> Columns[Motion]:
        return motions([Motion.from_vector(e) for e in eye(6)])

    def integrate(self, q: Array, v: Array) -> Array:
        """(R, p) exp6(v) [Sola2018, Eq. 172]."""
        step = exp3_jacobian(v[3:]) @ v[:3]
        translation = q[:3] + quaternion_matrix(q[3:]) @ step
        return concatenate([translation, self._rotation.integrate(q[3:], v[3:])])

    def difference(self, q0: Array, q1: Array) -> Array:
        """log6(T_0^-1 T_1) [Sola2018, Eq. 173]."""
        w = self._rotation.difference(q0[3:], q1[3:])
        step = quaternion_matrix(q0[3:]).T @ (q1[:3] - q0[:3])
        return concatenate([exp3_jacobian_inverse(w) @ step, w])


@final
class Planar(Rigid):
    """Motion in the plane of x and y: q = (x y cos sin), v = (vx vy wz) in the child frame."""

    nq, nv = 4, 3
    _rotation = Continuous("z")
    q_suffixes, v_suffixes = ("x", "y", *_rotation.q_suffixes), ("vx", "vy", "wz")
    q_units, v_units = ("m", "m", "1", "1"), ("m/s", "m/s", "rad/s")
    tau_units = ("N", "N", "N m")

    def subspace(self, q: Array) -> Columns[Motion]:
        x, y, z = eye(3)
        return motions([Motion(x, zeros(3)), Motion(y, zeros(3)), Motion(zeros(3), z)])

    def integrate(self, q: Array, v: Array) -> Array:
        """(R, p) exp(v) on SE(2), an arc of a circle [Sola2018, Eq. 156]."""
        w = v[2]
        along, aside = stumpff(1, w * w), w * stumpff(2, w * w)
        step = complex_product(array([along, aside]), v[:2])
        translation = q[:2] + complex_product(self._rotation.normalize(q[2:]), step)
        return concatenate([translation, self._rotation.integrate(q[2:], v[2:])])

    def difference(self, q0: Array, q1: Array) -> Array:
        """log(T_0^-1 T_1) on SE(2): the step over (sin w + i (1 - cos w)) / w.

        Source: [Sola2018, Eq. 157].
        """
        c, s = self._rotation.normalize(q0[2:])
        step = complex_product(array([c, -s]), q1[:2] - q0[:2])
        (w,) = self._rotation.difference(q0[2:], q1[2:])
        half, x = 0.5 * w, 0.25 * (w * w)
        chord = complex_product(array([stumpff(0, x) / stumpff(1, x), -half]), step)
        return concatenate([chord, [w]])


def _within(S: Columns[Motion], X: Array) -> Array:
    """A map of motions restricted to the joint's velocities."""
    return S.matrix.T @ X @ S.matrix
