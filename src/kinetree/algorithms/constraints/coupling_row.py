"""The row of a coupling: q of one joint less a polynomial p in that of another, e = y - p(x).

Its Jacobian is J = J_y - p' J_x, with the rates of both joints as rows J_y and J_x that do not
depend on q. Its force acts along y; as a "wrench" (6) it is the first number.
"""

from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Final

from ...functions import ResolvedFrame
from ...model import CoupledJoints, Model
from ...scalar.array import Array, as_array, structural
from ...scalar.expr import Scalar
from ...scalar.math import concatenate, zeros


@dataclass(frozen=True)
class CouplingRow:
    """A coupling at a configuration, with the derivatives of its row with respect to q and v."""

    model: Model
    q: Array
    joints: CoupledJoints
    size: Final = 1
    placed: Final = True
    frames: Final[tuple[tuple[int, ResolvedFrame], ...]] = ()

    def rows(self, x: Array) -> Array:
        return x

    def wrench(self, f: Array) -> Array:
        return concatenate([f, zeros(5, *f.shape[1:])])

    def displacement(self) -> Array:
        """y - p(x), (1); of a joint with (cos, sin) in [-pi, pi]."""
        joint = self.model.joint(self.joints.first)
        return as_array([joint.type.coordinate(self.q[joint.q_slice], self._polynomial(0))])

    def jacobian(self) -> Array:
        first, second = self._rates
        return first - self._polynomial(1) * second

    def acceleration(self, v: Array, a: Array) -> Array:
        """J a - p'' (dx/dt)^2, (1)."""
        speed = self._rates[1] @ v
        return self.jacobian() @ a - self._polynomial(2) * speed * speed

    def wrench_derivative(self, f: Array) -> Array:
        return zeros(6, self.model.nv)

    def torque_derivative(self, f: Array) -> Array:
        """d(J^T f)/dq, (nv, nv)."""
        _, second = self._rates
        return second.T @ (-self._polynomial(2) * f[0] * second)

    def acceleration_derivatives(self, v: Array, a: Array, Kd: Scalar) -> tuple[Array, Array]:
        """Those of J a + (dJ/dt) v + Kd J v with respect to q and v, (1, nv) each."""
        _, second = self._rates
        (speed,), (change,) = second @ v, second @ a
        curvature = self._polynomial(2)
        bend = curvature * (change + Kd * speed) + self._polynomial(3) * speed * speed
        return -bend * second, Kd * self.jacobian() - 2 * curvature * speed * second

    def velocity_derivative(self, v: Array) -> Array:
        _, second = self._rates
        return -self._polynomial(2) * (second @ v)[0] * second

    def error_derivative(self) -> Array:
        return self.jacobian()

    @cached_property
    def _rates(self) -> tuple[Array, Array]:
        """dy/dt and dx/dt as rows, (1, nv)."""
        nv = self.model.nv
        ends = (self.model.joint(i) for i in (self.joints.first, self.joints.second))
        first, second = (
            zeros(1, nv).add((0, j.v_slice.start), j.type.coordinate_rate()) for j in ends
        )
        return first, second

    def _polynomial(self, order: int) -> Scalar:
        """A derivative of p at x."""
        joint = self.model.joint(self.joints.second)
        x = joint.type.coordinate(self.q[joint.q_slice], 0)
        terms = list(structural(self.joints.coefficients).flat)
        for _ in range(order):
            terms = [k * c for k, c in enumerate(terms)][1:]
        return reduce(lambda value, c: value * x + c, reversed(terms), 0)
