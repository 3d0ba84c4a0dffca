"""Motion in a plane."""

from collections.abc import Sequence
from typing import final

import numpy as np

from ...scalar.array import Array, zeros
from ...scalar.math import array, concatenate, eye, stumpff
from ...spatial import SE3, Columns, Motion, motions
from .base import Joint, Numbers
from .continuous import Continuous, complex_product
from .group import Group

_ROTATION = Continuous("z")


@final
class Planar(Group):
    """Motion in the plane of x and y: q = (x y cos sin), v = (vx vy wz) in the child frame."""

    nq, nv = 4, 3
    q_suffixes, v_suffixes = ("x", "y", *_ROTATION.q_suffixes), ("vx", "vy", "wz")
    q_units, v_units = ("m", "m", "1", "1"), ("m/s", "m/s", "rad/s")
    tau_units = ("N", "N", "N m")

    def placement(self, q: Array) -> SE3:
        return SE3(_ROTATION.placement(q[2:]).rotation, [q[0], q[1], 0])

    def subspace(self, q: Array) -> Columns[Motion]:
        x, y, z = eye(3)
        return motions([Motion(x, zeros(3)), Motion(y, zeros(3)), Motion(zeros(3), z)])

    def neutral(self) -> Sequence[float]:
        return [0.0, 0.0, *_ROTATION.neutral()]

    def normalize(self, q: Array) -> Array:
        return concatenate([q[:2], _ROTATION.normalize(q[2:])])

    def integrate(self, q: Array, v: Array) -> Array:
        """(R, p) exp(v) on SE(2), an arc of a circle [Sola2018, Eq. 156]."""
        w = v[2]
        along, aside = stumpff(1, w * w), w * stumpff(2, w * w)
        step = complex_product(array([along, aside]), v[:2])
        translation = q[:2] + complex_product(_ROTATION.normalize(q[2:]), step)
        return concatenate([translation, _ROTATION.integrate(q[2:], v[2:])])

    def difference(self, q0: Array, q1: Array) -> Array:
        """log(T_0^-1 T_1) on SE(2): the step over (sin w + i (1 - cos w)) / w.

        Source: [Sola2018, Eq. 157].
        """
        c, s = _ROTATION.normalize(q0[2:])
        step = complex_product(array([c, -s]), q1[:2] - q0[:2])
        (w,) = _ROTATION.difference(q0[2:], q1[2:])
        half, x = 0.5 * w, 0.25 * (w * w)
        chord = complex_product(array([stumpff(0, x) / stumpff(1, x), -half]), step)
        return concatenate([chord, [w]])

    def tangent_map(self, q: Array) -> Array:
        (c, s), (a, b) = _ROTATION.normalize(q[2:]), q[2:]
        return array([[c, -s, 0], [s, c, 0], [0, 0, -b], [0, 0, a]])

    def tangent_map_inverse(self, q: Array) -> Array:
        (c, s), ((a, b),) = _ROTATION.normalize(q[2:]), _ROTATION.tangent_map_inverse(q[2:])
        return array([[c, s, 0, 0], [-s, c, 0, 0], [0, 0, a, b]])

    def random(
        self, rng: np.random.Generator, size: tuple[int, ...], lower: Numbers, upper: Numbers
    ) -> Numbers:
        position = Joint.random(self, rng, size, lower, upper)[..., :2]
        return np.concatenate([position, _ROTATION.random(rng, size, lower, upper)], -1)

    def norm_error(self, q: Numbers) -> Numbers | None:
        return _ROTATION.norm_error(q[..., 2:])
