"""The settings of a time step, and the problem that it solves."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..algorithms.friction.solve import Method
from ..model import Closure, Model
from ..scalar.array import Array
from ..scalar.expr import Scalar

Passive = Literal["none", "explicit", "implicit"]
Integrator = Literal[
    "commutator_free_4", "munthe_kaas_4", "semi_implicit_euler", "explicit_euler", "variational"
]


class State(NamedTuple):
    """A configuration and a velocity, (..., nq) and (..., nv)."""

    q: Array
    v: Array


@dataclass(frozen=True)
class Stepper:
    """The settings of a step, constants of its kernel, as `kt.simulation.step` explains them."""

    integrator: Literal[Integrator, None]
    passive: Passive
    contacts: tuple[Closure, ...]
    restitution: float
    limits: bool
    solver: Method
    iterations: int | None


@dataclass(frozen=True)
class Problem:
    """A robot under torques and forces that are constant over a time h."""

    model: Model
    tau: Array
    h: Scalar
    f_ext: Array | None
    friction: Array | None
    """The coefficients of the stepper's contacts."""
