"""One step of a simulation."""

from dataclasses import replace
from functools import reduce
from typing import Final, Literal

from ..algorithms.actuators import transmission
from ..algorithms.configuration import difference
from ..algorithms.constraints.own import own_acceleration, projected
from ..algorithms.forces import passive_forces
from ..errors import ShapeError
from ..functions import algorithm
from ..geometry.fields import Terrain
from ..model import Model
from ..scalar.array import Array, structural
from ..scalar.expr import Scalar, is_zero
from ..scalar.math import concatenate, maximum, zeros
from .checks import STEP
from .contact_step import stepped
from .flight import Flight
from .integrators import EXPLICIT, Problem, State, variational
from .motors import Drive, activation_after
from .results import with_activation
from .settings import Passive, Simulation

SLOW: Final = 1e-6
"""The speed, in rad/s or m/s, below which dry friction acts as damping."""

TURN: Final = 0.5
"""The turn of a variational step, in rad, above which Newton's method may not converge."""


@algorithm(
    "(nq),(nv),(nv),(),(njoints,6),(ncontacts),(nx,ny),(4),(nu),(na)->(nq),(nv),(na)",
    **STEP,
)
def step(
    model: Model,
    q: Array,
    v: Array,
    tau: Array,
    dt: Array,
    f_ext: Array | None = None,
    friction: Array | None = None,
    terrain: Terrain | None = None,
    control: Array | None = None,
    activation: Array | None = None,
    *,
    simulation: Simulation = Simulation(),  # noqa: B008
) -> State:
    """The state (q, v) after the time dt under constant torques and forces.

    `simulation` says how, see `kt.Simulation`; left out, the model's springs, damping and dry
    friction do not act, with a warning. With contacts or limits, the step is that of
    `kt.simulation.contact_step`, to which `friction` and `terrain` belong.

    `control` lets `model.actuators` act beside tau, with the forces of `kt.actuator_forces` at the
    state at the end of the step, as implicit springs and damping do, so that stiff servos are
    stable for any dt, of order 1. A motor whose force is beyond its range, and would be at the
    end, exerts the greatest one. Where motors have states (`model.na`), those at the beginning are
    `activation`, zeros without it, and the result is (q, v, activation).

    The robot's loops and couplings hold: accelerations are those of
    `kt.constraints.forward_dynamics`, and the state is projected on them at the end of the step, in
    the metric of the mass matrix. A state that is off them comes to them, by at most
    0.4 m or rad in a step.

    Shapes: q (..., nq), v and tau (..., nv), dt (...), in s, f_ext (..., njoints, 6) as for
    `kt.rnea`, friction (..., ncontacts), control (..., nu), activation (..., na);
    in place of the model's `damping` and `stiffness` (..., nv), `actuator_gains` (..., nu, ngains);
    results q (..., nq) and v (..., nv). Raises ShapeError for a dt that is not positive, a
    friction that is negative, not finite or without contacts, and loops with
    integrator="variational", ModelError for a control of a robot without actuators. A compiled
    kernel does not check these.
    Source: [PinocchioSheet, Joint].

    >>> import kinetree as kt
    >>> robot = kt.robots.humanoid()
    >>> q, v = kt.neutral(robot), [0.1] * robot.nv
    >>> q, v = kt.simulation.step(robot, q, v, [0.0] * robot.nv, 1e-3)
    >>> q.shape, v.shape
    ((36,), (35,))
    """
    tau, h = simulation.clipped(model, tau), dt.flat[0]
    problem = Problem(model, tau, h, f_ext, friction, terrain, control, activation)
    x = advanced(simulation, problem, State(q, v))[0]
    return with_activation(x, activation_after(problem, x))


def advanced(simulation: Simulation, problem: Problem, x: State) -> tuple[State, Scalar, Array]:
    """The state after a step, the largest residual of its rows, and the impulses of contacts."""
    model, h, passive = problem.model, problem.h, simulation.passive
    implicit = passive == "implicit" or problem.control is not None
    if simulation.has_impulses:
        after = stepped(simulation, problem, x)
        return State(after.q, after.v), reduce(maximum, after.residuals), after.impulses

    def acceleration(q: Array, v: Array, v_bias: Array, t: Scalar) -> Array:
        """The acceleration at a state, with nonlinear effects at v_bias; t as for `_damped`."""
        force = problem.tau
        force = force + passive_forces(model, q, v) if passive == "explicit" else force
        if implicit:
            return _damped(replace(problem, tau=force), passive, State(q, v), v_bias, t)
        return own_acceleration(model, q, v_bias, force, problem.f_ext)

    def kick(q: Array, v: Array) -> Array:
        rest = zeros(model.nv)
        a = acceleration(q, v, rest, 0.5 * h)
        if passive == "explicit":  # order 2 in v
            a = acceleration(q, v + 0.25 * h * a, rest, 0.5 * h)
        return 0.5 * h * a

    flight = Flight.of(model)
    if simulation.integrator == "variational":
        if model.constraints:
            raise ShapeError(
                f"kt.simulation.step: integrator='variational' does not hold the loops and "
                f"couplings of {model.name}; expected another one, as the default."
            )
        return _spun(simulation, problem, x, variational(flight, x, h, kick)), 0.0, zeros(0, 3)
    advance = EXPLICIT[simulation.integrator or "commutator_free_4"]
    # "midpoint" varies the velocity of nonlinear effects alone under implicit forces
    fixed = simulation.integrator == "midpoint" and implicit
    start = State(x.q, flight.in_parent(x.q, x.v))

    def rate(q: Array, u: Array) -> Array:
        v = flight.in_body(q, u)
        v_bias = flight.in_body(q, start.v) if fixed else v
        return flight.rate(q, v_bias, acceleration(q, v_bias, v, h))

    q, u = advance(flight, start, h, rate)
    after = _spun(simulation, problem, x, State(q, flight.in_body(q, u)))
    return State(*projected(model, *after)), 0.0, zeros(0, 3)


def _spun(simulation: Simulation, problem: Problem, x: State, after: State) -> State:
    """A state after x, in which bodies spin with the energy that torques can give or take.

    But for a variational step that turns little: it keeps momentum, its energy does not drift.
    """
    model, h, damped = problem.model, problem.h, set[int]()
    impulses, B = h * problem.tau, structural(model.stiffness)[:, None]
    if problem.f_ext is not None:
        for j in model.joints:
            impulses = impulses.add(
                j.v_slice, h * (j.subspace(x.q).matrix.T @ problem.f_ext[j.index])
            )
    if problem.control is not None:
        B = concatenate([B, transmission(model, x.q).B], 1)
    driven = {k for k, row in enumerate(B) if not all(map(is_zero, row))}
    if simulation.has_passive_forces:
        losses = structural(model.damping), structural(model.friction)
        damped = {k for k in range(model.nv) for loss in losses if not is_zero(loss[k])}
    slow = TURN / h if simulation.integrator == "variational" else 0
    return after._replace(v=Flight.of(model).limited(x.v, after.v, impulses, driven, damped, slow))


def _damped(
    problem: Problem, passive: Literal[Passive, None], x: State, v_bias: Array, t: Scalar
) -> Array:
    """The acceleration a under motors and implicit passive forces at v + t a, a time h ahead.

    (M + t D + t h K) a = tau - h(q, v_bias) - D v - K (deflection + h v): an armature t D + t h K.
    """
    model, h, force = problem.model, problem.h, problem.tau
    drive, armature = Drive.of(problem, x), model.armature
    if passive == "implicit":
        K = structural(model.stiffness)
        friction = structural(model.friction) * (1 / maximum(abs(x.v), SLOW))
        D = structural(model.damping) + friction
        deflection = difference(model, structural(model.spring_reference), x.q) + h * x.v
        armature = armature + t * (D + h * K)
        force = force - D * x.v - K * deflection
    stiff = replace(problem, model=model.replace(armature=armature + t * drive.diagonal))
    a = own_acceleration(stiff.model, x.q, v_bias, force + drive.torque, problem.f_ext)
    return drive.slowed(stiff, x.q, a, t)
