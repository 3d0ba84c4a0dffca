"""One step of a simulation."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import numpy as np

from ..algorithms import aba, difference, passive_forces
from ..door import algorithm
from ..errors import ShapeError
from ..model import Model
from ..scalar.array import Array, structural
from ..scalar.expr import Scalar
from ..scalar.math import maximum, zeros
from .integrators import EXPLICIT, State
from .variational import variational

Integrator = Literal[
    "commutator_free_4", "munthe_kaas_4", "semi_implicit_euler", "explicit_euler", "variational"
]
Passive = Literal["none", "explicit", "implicit"]

SLOW: Final = 1e-6
"""The speed, in rad/s or m/s, below which dry friction acts as damping."""


def check_dt(owner: str, operands: Mapping[str, Any]) -> None:
    """Refuse a time step that is not a positive number."""
    try:
        dt = np.asarray(operands["dt"], float)
    except (TypeError, ValueError):
        return  # the call says what is no number
    wrong = ~((dt > 0) & (dt < np.inf))
    if wrong.any():
        raise ShapeError(
            f"{owner}: dt is {dt[wrong].flat[0]:g} s; expected a positive time, as 1e-3."
        )


@algorithm("(nq),(nv),(nv),(),(njoints,6)->(nq),(nv)", check=check_dt)
def step(
    model: Model,
    q: Array,
    v: Array,
    tau: Array,
    dt: Array,
    f_ext: Any = None,
    *,
    integrator: Integrator = "commutator_free_4",
    passive: Passive = "none",
) -> State:
    """The state (q, v) after the time dt under constant torques and forces.

    The integrators, all of which move configurations by `kt.integrate`:

    - "commutator_free_4": order 4, by 4 accelerations (Celledoni, Marthinsen and Owren, 2003);
    - "munthe_kaas_4": order 4, by 4 accelerations, in the tangent space (Munthe-Kaas, 1998);
    - "semi_implicit_euler": order 1, by one; the position moves with the new velocity;
    - "explicit_euler": order 1, by one;
    - "variational": order 2, symplectic: energy does not drift, momenta of symmetries are constant
      (Lee, Liu, Park and Srinivasa, arXiv 1609.02898). Newton's method, 10 steps in linear time,
      converges where the motion of a step is less than about half a radian. Armature that differs
      from axis to axis of a ball, or stands on a free-flyer, has no Lagrangian: it takes momentum.

    `passive` adds springs, damping and dry friction of the joints: "explicit" as
    `kt.passive_forces` at the states where accelerations are computed, for moderate ones;
    "implicit" at the end of the step, stable for any dt: within the step of the methods of Euler,
    and by half a step of them before and after that of others, to order 1. Friction then holds a
    joint: below 1e-6 rad/s or m/s it is a strong damping.
    Shapes: q (..., nq), v and tau (..., nv), dt (...), in s, f_ext (..., njoints, 6) as for
    `kt.rnea`; results q (..., nq) and v (..., nv). Raises ShapeError for a dt that is not positive.
    A kernel of `kt.simulation.step.compile(model)` leaves this check out. Source: [P, Eq. P10].

    >>> import kinetree as kt
    >>> robot = kt.robots.humanoid()
    >>> q, v = kt.neutral(robot), [0.1] * robot.nv
    >>> q, v = kt.simulation.step(robot, q, v, [0.0] * robot.nv, 1e-3)
    >>> q.shape, v.shape
    ((36,), (35,))
    """
    h: Scalar = dt.flat[0]

    def force(q: Array, v: Array) -> Array:
        return tau + passive_forces(model, q, v) if passive == "explicit" else tau

    def acceleration(q: Array, v: Array) -> Array:
        return aba(model, q, v, force(q, v), f_ext)

    x = State(q, v)
    if passive == "implicit" and integrator in ("explicit_euler", "semi_implicit_euler"):
        return EXPLICIT[integrator](
            model, x, h, lambda q, v: _damped(model, State(q, v), v, tau, f_ext, h)
        )
    if passive == "implicit":
        x = _relaxed(model, x, 0.5 * h)
    if integrator == "variational":
        x = variational(model, x, h, force, f_ext)
    else:
        x = EXPLICIT[integrator](model, x, h, acceleration)
    return _relaxed(model, x, 0.5 * h) if passive == "implicit" else x


def _damped(model: Model, x: State, moving: Array, tau: Array, f_ext: Any, h: Scalar) -> Array:
    """The acceleration under passive forces as they are after a time h with it.

    (M + h D + h^2 K) a = tau - h(q, moving) - D v - K (bent + h v): an armature of h D + h^2 K.
    """
    K = structural(model.stiffness)
    friction = structural(model.friction) * (1 / maximum(abs(x.v), SLOW))
    D = structural(model.damping) + friction
    bent = difference(model, structural(model.spring_reference), x.q) + h * x.v
    stiff = model.replace(armature=model.armature + h * D + h * h * K)
    return aba(stiff, x.q, moving, tau - D * x.v - K * bent, f_ext)


def _relaxed(model: Model, x: State, h: Scalar) -> State:
    """The state after a time h of passive forces alone: other velocities."""
    still, rest = model.replace(gravity=zeros(3)), zeros(model.nv)
    return State(x.q, x.v + h * _damped(still, x, rest, rest, None, h))
