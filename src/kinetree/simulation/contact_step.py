"""A time step with impulses of contacts, joint limits and dry friction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from ..algorithms.configuration import difference, integrate
from ..algorithms.constraints.impact import checked_restitution
from ..algorithms.constraints.kinematics import ContactRows
from ..algorithms.constraints.kkt import LEAST_DAMPING
from ..algorithms.crba import crba
from ..algorithms.friction.laws import Laws
from ..algorithms.friction.solve import Method, implicit, iterated
from ..algorithms.rnea import rnea
from ..errors import ModelError
from ..functions import algorithm
from ..model import Closure, Model
from ..scalar.array import Array, as_array, structural
from ..scalar.expr import Scalar, div, is_zero
from ..scalar.math import (
    concatenate,
    epsilon,
    eye,
    maximum,
    minimum,
    solve_spd,
    stack,
    where,
    zeros,
)
from .checks import STEP_CHECKS, check_step
from .integrators import Passive, Problem, State, Stepper

RECOVERY: Final = 0.2
"""The part of a penetration that a step corrects."""
COMPLIANCE: Final = 1e-8
"""Added to G, relative to the inverse of the mean diagonal of M: shares of redundant contacts.

For derivatives it is not lost in rounding, also in float32.
"""


class ContactStep(NamedTuple):
    """A step with contacts.

    The state after it, q (..., nq) and v (..., nv); the `impulses` (..., ncontacts, 3) of contacts
    in N s, world axes; the `residuals` (..., 3) of `kt.friction.solve`: cone, velocity and
    complementarity, in m/s or rad/s.
    """

    q: Array
    v: Array
    impulses: Array
    residuals: Array


@algorithm(
    "(nq),(nv),(nv),(),(njoints,6),(ncontacts)->(nq),(nv),(ncontacts,3),(3)",
    check=check_step,
    checks=STEP_CHECKS,
    model_parameters=("damping", "stiffness"),
)
def contact_step(
    model: Model,
    q: Array,
    v: Array,
    tau: Array,
    dt: Array,
    f_ext: Array | None = None,
    friction: Array | None = None,
    *,
    contacts: tuple[Closure, ...] = (),
    restitution: float = 0.0,
    limits: bool = False,
    passive: Passive = "none",
    solver: Method = "pgs",
    iterations: int | None = None,
) -> ContactStep:
    """The state after the time dt of a robot in contact with the plane z = 0, and impulses.

    M (v+ - v) = dt (tau - h) + J^T impulses with M, h and J at q, then q+ = integrate(q, dt v+):
    semi-implicit Euler, of order 1, in which impacts take no time. `contacts` are points, the
    origins of frames: kt.Contact(frame). A point at height z does not penetrate the plane within
    the step, dz/dt >= -z / dt, is pushed and not pulled, and sticks or slides with the coefficient
    `friction` (without it, slides freely). A penetration is reduced by a fifth of its depth a step;
    an impact has the coefficient `restitution`. Loops of the robot are not constrained: see
    `kt.constraints`.

    - `limits` keeps joints with one coordinate between their position limits, without
      restitution; limits of mimics and of joints with several coordinates are ignored.
    - `passive` "explicit" or "implicit" adds springs and damping as `step` does, and dry friction
      as impulses on joints, up to their friction times dt.
    - `solver` and `iterations` as of `kt.friction.solve`: all rows are one problem.

    Derivatives are those of the solution, in the mode of each contact: separate, sticking, sliding.
    Where forces of redundant contacts are not unique, as of four corners of a box, iterations find
    one solution: if the motion depends on it, as of a box that slides and turns, derivatives are
    those of contacts with a relative compliance of 1e-8 (in float32 1e-3), not of the iterations.
    Shapes: q (..., nq), v and tau (..., nv), dt (...), in s, f_ext (..., njoints, 6) as for
    `kt.rnea`, friction (..., ncontacts); results q (..., nq), v (..., nv), impulses
    (..., ncontacts, 3) on the robot, in N s and world axes, residuals (..., 3). Raises ShapeError
    for a dt that is not positive and a friction that is negative or not finite, ModelError for
    contacts that are no points on the plane.
    Source: [Stewart1996]; [LeLidec2024] for derivatives.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> feet = [kt.Contact(name) for name in robot.frame_names if name.endswith("foot")]
    >>> q, rest = kt.neutral(robot), [0.0] * robot.nv
    >>> q[2] -= kt.frame_placement(robot, q, frame="front_left_foot")[2, 3]  # its feet on z = 0
    >>> step = kt.simulation.contact_step(
    ...     robot, q, rest, rest, 1e-3, friction=[0.8] * 4, contacts=feet
    ... )
    >>> step.impulses.shape, bool(step.residuals.max() < 1e-6)
    ((4, 3), True)
    """
    stepper = Stepper(None, passive, contacts, restitution, limits, solver, iterations)
    return stepped(stepper, Problem(model, tau, dt.flat[0], f_ext, friction), State(q, v))


def stepped(stepper: Stepper, problem: Problem, x: State) -> ContactStep:
    """A step with the impulses of contacts, limits, and dry friction where forces are passive."""
    _check(stepper.contacts, stepper.restitution)
    model, h, (q, v) = problem.model, problem.h, x
    M, force = _free_dynamics(stepper.passive, problem, x)
    constraints = _Constraints.of(stepper, problem, x)
    J, laws, m = constraints.J, constraints.laws, constraints.laws.size
    trace = M.trace()
    scale = div(0.0 if is_zero(trace) else trace, model.nv) if m else 1.0  # no mass: nan
    compliance = maximum(COMPLIANCE, LEAST_DAMPING * epsilon(q))

    def after(impulses: Array) -> Array:
        return v + solve_spd(M, h * force + J.T @ impulses)

    def velocities(impulses: Array, compliance: Scalar = COMPLIANCE) -> Array:
        return J @ after(impulses) + constraints.bias + div(compliance, scale) * impulses

    G = (J @ solve_spd(M, J.T)).add((range(m), range(m)), div(COMPLIANCE, scale))
    free = J @ after(zeros(m)) + constraints.bias
    iterate = iterated(laws, G, free, stepper.solver, stepper.iterations)
    impulses = implicit(laws, iterate, lambda x: velocities(x, compliance), scale)
    v_after = after(impulses)
    residuals = laws.residuals(stack([div(1, scale)] * m), impulses, velocities(impulses))
    n = len(stepper.contacts)
    of_contacts = impulses[: 3 * n].reshape(n, 3)
    return ContactStep(integrate(model, q, h * v_after), v_after, of_contacts, stack([*residuals]))


def _free_dynamics(passive: Passive, problem: Problem, x: State) -> tuple[Array, Array]:
    """M and the force without contacts; springs and damping at the end of the step if implicit."""
    model, h, (q, v) = problem.model, problem.h, x
    M, force = crba(model, q), problem.tau - rnea(model, q, v, zeros(model.nv), problem.f_ext)
    if passive == "none":
        return M, force
    K, D = structural(model.stiffness), structural(model.damping)
    deflection = difference(model, structural(model.spring_reference), q)
    if passive == "implicit":
        i = range(model.nv)
        M, deflection = M.add((i, i), h * (D + h * K)), deflection + h * v
    return M, force - D * v - K * deflection


@dataclass(frozen=True)
class _Constraints:
    """The constraint rows, their laws, and the bias of their velocities: J v+ + bias >= 0."""

    J: Array
    laws: Laws
    bias: Array

    @classmethod
    def of(cls, stepper: Stepper, problem: Problem, x: State) -> "_Constraints":
        model, h, (q, v) = problem.model, problem.h, x
        rows = ContactRows.of(model, q, stepper.contacts)
        J, bias = rows.jacobian(), zeros(0)
        for i, pair in enumerate(rows.pairs):
            height = pair.placements[0].translation[2]
            normal = _approach(height, h)
            if stepper.restitution:
                speed = J[3 * i + 2] @ v
                rebound = minimum(normal, stepper.restitution * speed)
                normal = where(height + h * speed < 0, rebound, normal)
            bias = concatenate([bias, [0, 0, normal]])
        gaps = _gaps(model, q) if stepper.limits else []
        dry = structural(model.friction) if stepper.passive != "none" else zeros(model.nv)
        frictional = [k for k, x in enumerate(dry) if not is_zero(x)]
        units = [(k, sign) for k, sign, _ in gaps] + [(k, 1) for k in frictional]
        J = concatenate([J, *(sign * eye(model.nv)[k : k + 1] for k, sign in units)])
        bias = concatenate([bias, [_approach(x, h) for *_, x in gaps], zeros(len(frictional))])
        mu = zeros(len(rows.pairs)) if problem.friction is None else problem.friction
        bounds = Array.of([h * dry[k] for k in frictional], (len(frictional),))
        return cls(J, Laws(mu, len(gaps), bounds), bias)


def _approach(gap: Scalar, h: Scalar) -> Scalar:
    """The largest speed at which a gap may close within a step, or a penetration has to open."""
    return where(gap > 0, gap / h, RECOVERY * gap / h)


def _gaps(model: Model, q: Array) -> list[tuple[int, int, Scalar]]:
    """The limits of joints with one coordinate: index of the velocity, sign, and distance."""
    gaps: list[tuple[int, int, Scalar]] = []
    sides = ((1, model.lower_position_limits), (-1, model.upper_position_limits))
    for j in model.joints:
        if j.type.nq == j.type.nv == 1 and j.q_slice.stop > j.q_slice.start:
            k, i = j.v_slice.start, j.q_slice.start
            for sign, limits in sides:
                if np.isfinite(float(as_array(limits)[i])):
                    gaps.append((k, sign, sign * (q[i] - as_array(limits)[i])))
    return gaps


def _check(contacts: Sequence[Closure], restitution: float) -> None:
    owner = "kt.simulation"
    checked_restitution(owner, restitution)
    for c in contacts:
        if c.kind != "point" or c.second.joint or c.place is not None:
            raise ModelError(
                f"{owner}: {c.label} is no point on the plane z = 0; expected kt.Contact(frame), "
                'of kind "point", without other= and placement=.'
            )
