"""A variational step: what leaves the discrete action stationary."""

from collections.abc import Callable
from typing import Any, Final

from ..algorithms import aba, integrate, rnea, static_torque
from ..algorithms.discrete_momentum import discrete_momentum
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import scan, zeros
from .integrators import State

ITERATIONS: Final = 10
"""Steps of Newton's method; each leaves an error h |v| times as large, or less."""

Force = Callable[[Array, Array], Array]


def variational(
    model: Model, x: State, h: Scalar, force: Force, f_ext: Any, iterations: int = ITERATIONS
) -> State:
    """Order 2, symplectic: momenta of symmetries are conserved, energy does not drift.

    `force` is that of the joints as a function of the state. The momentum at the beginning, half of
    the impulse added, determines the end by Newton's method with the inverse mass matrix at the
    beginning; the momentum there, the other half added, the velocity.
    """
    rest = zeros(model.nv)
    still = model.replace(gravity=zeros(3))

    def half_impulse(q: Array, v: Array) -> Array:
        return 0.5 * h * (force(q, v) - static_torque(model, q, f_ext))

    def improved(q: Array, _: Any) -> tuple[Array, None]:
        error = discrete_momentum(model, x.q, q, h).begin - momentum
        return integrate(model, q, -h * aba(still, x.q, rest, error)), None

    momentum = rnea(still, x.q, rest, x.v) + half_impulse(x.q, x.v)
    a = aba(model, x.q, x.v, force(x.q, x.v), f_ext)
    q, _ = scan(improved, integrate(model, x.q, h * (x.v + 0.5 * h * a)), length=iterations)
    momentum = discrete_momentum(model, x.q, q, h).end
    before = aba(still, q, rest, momentum)
    return State(q, before + aba(still, q, rest, half_impulse(q, before)))
