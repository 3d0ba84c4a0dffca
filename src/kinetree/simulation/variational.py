"""A variational step: it makes the discrete action stationary."""

from collections.abc import Callable
from typing import Final

from ..algorithms.aba import aba
from ..algorithms.configuration import integrate
from ..algorithms.discrete_momentum import discrete_momentum
from ..algorithms.rnea import rnea
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import scan, zeros
from .stepper import State

ITERATIONS: Final = 10
"""Steps of Newton's method; each multiplies the error by h |v|, or less."""

Kick = Callable[[Array, Array], Array]


def variational(
    model: Model, x: State, h: Scalar, kick: Kick, iterations: int = ITERATIONS
) -> State:
    """Order 2, symplectic: momenta of symmetries are conserved, energy does not drift.

    `kick` is the change of velocity by forces on a state at rest in half a step: at the beginning,
    and at the end. The motion between is free: the momentum after the first determines its end, by
    Newton's method with the inverse mass matrix at the beginning.
    """
    rest = zeros(model.nv)
    weightless = model.replace(gravity=zeros(3))
    v = x.v + kick(x.q, x.v)
    momentum = rnea(weightless, x.q, rest, v)

    def improved(d: Array, _: None) -> tuple[Array, None]:
        error = discrete_momentum(model, x.q, d, h).begin - momentum
        return d - h * aba(weightless, x.q, rest, error), None

    guess = h * (v + 0.5 * h * aba(weightless, x.q, v, rest))
    d, _ = scan(improved, guess, length=iterations)
    q = integrate(model, x.q, d)
    v = aba(weightless, q, rest, discrete_momentum(model, x.q, d, h).end)
    return State(q, v + kick(q, v))
