"""One time step on the configuration space: its problem, and the integrators.

An explicit integrator takes the state, with the velocities of `Flight`, the time h, and their rate
as a function of the state. Configurations are updated by `moved` alone, so that quaternions remain
of unit length.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from ..algorithms.aba import aba
from ..algorithms.configuration import integrate
from ..algorithms.discrete_momentum import discrete_momentum
from ..algorithms.rnea import rnea
from ..geometry.fields import Terrain
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import scan, where, zeros
from .flight import Flight


class State(NamedTuple):
    """A configuration and a velocity, (..., nq) and (..., nv)."""

    q: Array
    v: Array


@dataclass(frozen=True)
class Problem:
    """A robot under torques and forces that are constant over a time h."""

    model: Model
    tau: Array
    h: Scalar
    f_ext: Array | None
    friction: Array | None
    """The coefficients of the simulation's contacts."""
    terrain: Terrain | None = None
    """That of contacts on it."""
    control: Array | None = None
    """That of the model's actuators, which act if it is given."""
    activation: Array | None = None
    """The states of motors at the beginning; zeros without them."""


Acceleration = Callable[[Array, Array], Array]
Advance = Callable[[Flight, State, Scalar, Acceleration], State]


def explicit_euler(space: Flight, x: State, h: Scalar, a: Acceleration) -> State:
    """Order 1: position and velocity with the rates at the beginning."""
    return State(space.moved(x.q, h * x.v), x.v + h * a(x.q, x.v))


def semi_implicit_euler(space: Flight, x: State, h: Scalar, a: Acceleration) -> State:
    """Order 1, symplectic for separable energies: the position moves with the new velocity."""
    v = x.v + h * a(x.q, x.v)
    return State(space.moved(x.q, h * v), v)


def midpoint(space: Flight, x: State, h: Scalar, a: Acceleration) -> State:
    """Order 2 [Moreau1988]: the velocity changes at once, in the middle of the motion."""
    q = space.moved(x.q, 0.5 * h * x.v)
    v = x.v + h * a(q, x.v + 0.5 * h * a(q, x.v))
    return State(space.moved(q, 0.5 * h * v), v)


_STAGES: Final = ((0.5, 0.5, 0.0, 0.0), (0.5, 0.5, 0.0, 0.0), (1.0, 1.0, -0.5, 1.0), (0.0,) * 4)
"""What leads from a stage to the next: the part of h a in its velocity, those of h v and of h v1 in
its position, and whether that begins at the second stage."""


def commutator_free_4(space: Flight, x: State, h: Scalar, a: Acceleration) -> State:
    """Order 4 by products of exponentials [Celledoni2003]; the stages are a loop."""
    q, v1 = x
    q2 = space.moved(q, 0.5 * h * v1)

    def stage(x: State, row: Array) -> tuple[State, State]:
        of_a, of_v, of_v1, at_q2 = row
        rates = State(x.v, a(x.q, x.v))
        q_next = space.moved(where(at_q2 > 0, q2, q), h * (of_v * x.v + of_v1 * v1))
        return State(q_next, v1 + of_a * h * rates.v), rates

    _, ((v1, v2, v3, v4), (a1, a2, a3, a4)) = scan(stage, x, Array(_STAGES))
    h12 = h / 12
    half = space.moved(q, h12 * (3 * v1 + 2 * v2 + 2 * v3 - v4))
    end = space.moved(half, h12 * (-v1 + 2 * v2 + 2 * v3 + 3 * v4))
    return State(end, x.v + 2 * h12 * (a1 + 2 * a2 + 2 * a3 + a4))


def munthe_kaas_4(space: Flight, x: State, h: Scalar, a: Acceleration) -> State:
    """Order 4 by Runge-Kutta in the tangent space at the beginning [MuntheKaas1998]."""
    q, v1 = x

    a1 = a(q, v1)
    q2, v2 = space.moved(q, 0.5 * h * v1), v1 + 0.5 * h * a1
    k2, a2 = space.pulled_back(q, q2, v2), a(q2, v2)
    q3, v3 = space.moved(q, 0.5 * h * k2), v1 + 0.5 * h * a2
    k3, a3 = space.pulled_back(q, q3, v3), a(q3, v3)
    q4, v4 = space.moved(q, h * k3), v1 + h * a3
    k4, a4 = space.pulled_back(q, q4, v4), a(q4, v4)
    h6 = h / 6
    end = space.moved(q, h6 * (v1 + 2 * k2 + 2 * k3 + k4))
    return State(end, v1 + h6 * (a1 + 2 * a2 + 2 * a3 + a4))


_RULES = commutator_free_4, munthe_kaas_4, midpoint, semi_implicit_euler, explicit_euler
EXPLICIT: Final[dict[str, Advance]] = {rule.__name__: rule for rule in _RULES}

ITERATIONS: Final = 10
"""Steps of Newton's method; each multiplies the error by h |v|, or less."""

Kick = Callable[[Array, Array], Array]


def variational(space: Flight, x: State, h: Scalar, kick: Kick) -> State:
    """Order 2, symplectic: momenta of symmetries are conserved, energy does not drift.

    `kick` is the change of velocity by forces on a state at rest in half a step: at the beginning,
    and at the end. The motion between is free: the momentum after the first determines its end, by
    Newton's method with the inverse mass matrix at the beginning. Lone bodies only turn in it,
    their centres move along lines.
    """
    model, lone = space.model, space.lone
    rest = zeros(model.nv)
    weightless = model.replace(gravity=zeros(3))
    v = x.v + kick(x.q, x.v)
    along = lone.translation(lone.in_parent(x.q, v))
    v = lone.without_translation(v)
    momentum = rnea(weightless, x.q, rest, v)

    def improved(d: Array, _: None) -> tuple[Array, None]:
        error = discrete_momentum(model, x.q, d, h).begin - momentum
        return d - h * aba(weightless, x.q, rest, error), None

    guess = h * (v + 0.5 * h * aba(weightless, x.q, v, rest))
    d, _ = scan(improved, guess, length=ITERATIONS)
    q = lone.moved(integrate(model, x.q, d), h * along)
    v = aba(weightless, q, rest, discrete_momentum(model, x.q, d, h).end) + lone.in_body(q, along)
    return State(q, v + kick(q, v))
