"""Rotation about a fixed axis without limits, by cosine and sine."""

from collections.abc import Sequence
from typing import final

import numpy as np

from ...scalar.array import Array, shown, zeros
from ...scalar.expr import add, mul, sub
from ...scalar.math import atan2, cos, dot, sin, sqrt
from ...spatial import SE3, Columns, Motion, motions
from ...spatial.rotation import axis_rotation
from .base import AxisLike, Joint, Numbers, unit_axis


@final
class Continuous(Joint):
    """Rotation about an axis, q = (cos, sin) of the angle: no limits, no winding."""

    nq, nv = 2, 1
    q_suffixes = ("cos", "sin")
    q_units, v_units, tau_units = ("1", "1"), ("rad/s",), ("N m",)

    def __init__(self, axis: AxisLike) -> None:
        self.axis = unit_axis(axis)

    def placement(self, q: Array) -> SE3:
        c, s = self.normalize(q)
        return SE3(axis_rotation(self.axis, c, s), zeros(3))

    def subspace(self, q: Array) -> Columns[Motion]:
        return motions([Motion(zeros(3), self.axis)])

    def bias(self, q: Array, v: Array) -> Motion:
        return Motion.zero()

    def neutral(self) -> Sequence[float]:
        return [1.0, 0.0]

    def normalize(self, q: Array) -> Array:
        return q / sqrt(dot(q, q))

    def integrate(self, q: Array, v: Array) -> Array:
        return complex_product(self.normalize(q), Array([cos(v[0]), sin(v[0])]))

    def displacement(self, q: Array, v: Array) -> SE3:
        return SE3(axis_rotation(self.axis, cos(v[0]), sin(v[0])), zeros(3))

    def difference(self, q0: Array, q1: Array) -> Array:
        c0, s0 = self.normalize(q0)
        c, s = complex_product(Array([c0, -s0]), self.normalize(q1))
        return Array([atan2(s, c)])

    def tangent_map(self, q: Array) -> Array:
        return Array([[-q[1]], [q[0]]])

    def tangent_map_inverse(self, q: Array) -> Array:
        return Array([[-q[1], q[0]]]) / dot(q, q)

    def random(
        self, rng: np.random.Generator, size: tuple[int, ...], lower: Numbers, upper: Numbers
    ) -> Numbers:
        angle = rng.uniform(-np.pi, np.pi, size)
        return np.stack([np.cos(angle), np.sin(angle)], -1)

    @np.errstate(over="ignore")  # the norm of huge numbers is inf, which is off, too
    def norm_error(self, q: Numbers) -> Numbers | None:
        return np.abs(np.linalg.norm(q, axis=-1) - 1)

    def __repr__(self) -> str:
        return f"Continuous({shown(self.axis)})"


def complex_product(x: Array, y: Array) -> Array:
    """The rotation by both angles, of (cos, sin) pairs."""
    (a, b), (c, d) = x, y
    return Array([sub(mul(a, c), mul(b, d)), add(mul(a, d), mul(b, c))])
