"""Integrators of one time step on the configuration space.

Each takes the state, the time h, and the acceleration as a function of the state. Configurations
are updated by `integrate` alone, so that quaternions remain of unit length.
"""

from collections.abc import Callable
from typing import Final

from ..algorithms.configuration import difference_derivatives, integrate
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from .stepper import State

Acceleration = Callable[[Array, Array], Array]
Advance = Callable[[Model, State, Scalar, Acceleration], State]


def explicit_euler(model: Model, x: State, h: Scalar, a: Acceleration) -> State:
    """Order 1: position and velocity with the rates at the beginning."""
    return State(integrate(model, x.q, h * x.v), x.v + h * a(x.q, x.v))


def semi_implicit_euler(model: Model, x: State, h: Scalar, a: Acceleration) -> State:
    """Order 1, symplectic for separable energies: the position moves with the new velocity."""
    v = x.v + h * a(x.q, x.v)
    return State(integrate(model, x.q, h * v), v)


def commutator_free_4(model: Model, x: State, h: Scalar, a: Acceleration) -> State:
    """Order 4 by products of exponentials [Celledoni2003]."""
    q, v1 = x
    a1 = a(q, v1)
    q2, v2 = integrate(model, q, 0.5 * h * v1), v1 + 0.5 * h * a1
    a2 = a(q2, v2)
    q3, v3 = integrate(model, q, 0.5 * h * v2), v1 + 0.5 * h * a2
    a3 = a(q3, v3)
    q4, v4 = integrate(model, q2, h * (v3 - 0.5 * v1)), v1 + h * a3
    a4 = a(q4, v4)
    h12 = h / 12
    half = integrate(model, q, h12 * (3 * v1 + 2 * v2 + 2 * v3 - v4))
    end = integrate(model, half, h12 * (-v1 + 2 * v2 + 2 * v3 + 3 * v4))
    return State(end, v1 + 2 * h12 * (a1 + 2 * a2 + 2 * a3 + a4))


def munthe_kaas_4(model: Model, x: State, h: Scalar, a: Acceleration) -> State:
    """Order 4 by Runge-Kutta in the tangent space at the beginning [MuntheKaas1998]."""
    q, v1 = x

    def pull_back(q_stage: Array, v: Array) -> Array:
        """The rate of the tangent vector from q that leads to the stage."""
        return difference_derivatives(model, q, q_stage).dq1 @ v

    a1 = a(q, v1)
    q2, v2 = integrate(model, q, 0.5 * h * v1), v1 + 0.5 * h * a1
    k2, a2 = pull_back(q2, v2), a(q2, v2)
    q3, v3 = integrate(model, q, 0.5 * h * k2), v1 + 0.5 * h * a2
    k3, a3 = pull_back(q3, v3), a(q3, v3)
    q4, v4 = integrate(model, q, h * k3), v1 + h * a3
    k4, a4 = pull_back(q4, v4), a(q4, v4)
    h6 = h / 6
    end = integrate(model, q, h6 * (v1 + 2 * k2 + 2 * k3 + k4))
    return State(end, v1 + h6 * (a1 + 2 * a2 + 2 * a3 + a4))


EXPLICIT: Final[dict[str, Advance]] = {
    "commutator_free_4": commutator_free_4,
    "munthe_kaas_4": munthe_kaas_4,
    "semi_implicit_euler": semi_implicit_euler,
    "explicit_euler": explicit_euler,
}
