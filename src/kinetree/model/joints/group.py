"""Base classes of joints whose motions form a group; their subspaces are constant."""

from abc import ABC

from ...scalar.array import Array
from ...spatial import SE3, Columns, Motion
from ...spatial.se3 import exp6_jacobian, exp6_jacobian_inverse
from .base import Joint


class Additive(Joint, ABC):
    """A joint with T(q + v) = T(q) T(v): q is angles and lengths that simply add."""

    def bias(self, q: Array, v: Array) -> Motion:
        return Motion.zero()

    def displacement(self, q: Array, v: Array) -> SE3:
        return self.placement(v)


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


def _within(S: Columns[Motion], X: Array) -> Array:
    """A map of motions restricted to the joint's velocities."""
    return S.matrix.T @ X @ S.matrix
