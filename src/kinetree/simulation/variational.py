"""A variational step: what leaves the discrete action stationary."""

from collections.abc import Callable
from typing import Any, Final

from ..algorithms import aba, integrate, rnea
from ..algorithms.discrete_momentum import discrete_momentum
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import scan, zeros
from .integrators import State

ITERATIONS: Final = 10
"""Steps of Newton's method; each leaves an error h |v| times as large, or less."""

Kick = Callable[[Array, Array], Array]


def variational(
    model: Model, x: State, h: Scalar, kick: Kick, iterations: int = ITERATIONS
) -> State:
    """Order 2, symplectic: momenta of symmetries are conserved, energy does not drift.

    `kick` is how forces change the velocity of a state at rest in half a step: at the beginning,
    and at the end. The motion between is free: the momentum that the first leaves determines where
    it ends, by Newton's method with the inverse mass matrix at the beginning.
    """
    rest = zeros(model.nv)
    still = model.replace(gravity=zeros(3))
    v = x.v + kick(x.q, x.v)
    momentum = rnea(still, x.q, rest, v)

    def improved(d: Array, _: Any) -> tuple[Array, None]:
        error = discrete_momentum(model, x.q, d, h).begin - momentum
        return d - h * aba(still, x.q, rest, error), None

    guess = h * (v + 0.5 * h * aba(still, x.q, v, rest))
    d, _ = scan(improved, guess, length=iterations)
    q = integrate(model, x.q, d)
    v = aba(still, q, rest, discrete_momentum(model, x.q, d, h).end)
    return State(q, v + kick(q, v))
