"""A time step with impulses of contacts, joint limits and dry friction."""

from collections.abc import Callable
from functools import cache
from itertools import accumulate, pairwise
from typing import Final

from ..algorithms.configuration import difference
from ..algorithms.constraints.kkt import LEAST_DAMPING
from ..algorithms.constraints.own import OwnMass, projected
from ..algorithms.crba import crba
from ..algorithms.energy import kinetic_energy, potential_energy
from ..algorithms.friction.delassus import delassus
from ..algorithms.friction.newton import Soft
from ..algorithms.friction.slots import Rows
from ..algorithms.friction.solve import implicit, iterated_from_few, without_gain
from ..algorithms.rnea import generalized_gravity, rnea
from ..errors import ShapeError
from ..functions import algorithm
from ..geometry.fields import Terrain
from ..model import Model, ShapeContact
from ..scalar.array import Array, structural
from ..scalar.expr import Scalar, div, is_zero
from ..scalar.math import concatenate, epsilon, maximum, minimum, stack, where, zeros
from ..scalar.scan import computed_where
from ..scalar.subfunctions import linearized
from .checks import STEP
from .flight import Flight, root_of_ratio
from .integrators import Problem, State
from .motors import Drive, activation_after
from .results import ContactStep, with_activation
from .settings import Simulation
from .step_rows import StepRows

COMPLIANCE: Final = 1e-8
"""Added to G, relative to the inverse of the mean diagonal of M: shares of redundant contacts.

For derivatives it is not lost in rounding, also in float32.
"""


GAIN, SHARE, ROUNDINGS = 5e-4, 0.05, 16
"""What counts as no gain of energy: a part of it, a part of what forces give to a robot at rest in
a step, and roundings of the potential energy."""
QUICK: Final = 0.05
"""The length of the motion of all joints in a step, in rad and m, up to which gains are not looked
for: without contacts they are at most 4e-4 there, of chains of 2 to 20 joints."""


@algorithm(
    "(nq),(nv),(nv),(),(njoints,6),(ncontacts),(nx,ny),(4),(nu),(na)"
    "->(nq),(nv),(ncontacts,3),(3),(na)",
    **STEP,
)
def contact_step(
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
) -> ContactStep:
    """The state after the time dt of a robot in contact, and the impulses.

    Moreau's midpoint rule: at q_m = integrate(q, dt v / 2) the velocity turns half a step by its
    own forces C v, jumps by M^-1 (dt (tau - g) + J^T impulses), and turns half a step to v+; then
    q+ = integrate(q_m, dt (v+ / 2 + w)). Of order 2; free bodies fly along lines and keep the
    energy of their spin, at any, as in `step`; robots that turn by radians in a step gain no
    energy. Impacts take no time. The `simulation` has the contacts, the limits and
    what else acts, see `kt.Simulation`; loops, `control` and `activation` are as in `step`. What is
    apart does not overlap after the step, is pushed and not pulled, and sticks or slides with the
    coefficient `friction`, one of all contacts or of each; left out, it is that of the shapes. Soft
    contacts and joints of an MJCF creep where they stick, as in MuJoCo. w,
    the velocity that reduces a penetration by a fifth of its depth, is forgotten after the step:
    what was pushed out does not fly.

    Derivatives are those of the solution, in the mode of each contact: separate, sticking, sliding.
    Where forces of redundant contacts are not unique, as of four corners of a box, iterations find
    one solution: if the motion depends on it, as of a box that slides and turns, derivatives are
    those of contacts with a relative compliance of 1e-8 (in float32 1e-3), not of the iterations.
    Shapes: operands as of `step`; results q (..., nq), v (..., nv), impulses (..., ncontacts, 3) on
    the first body, in N s and world axes, without the moments of torsional and rolling friction,
    residuals (..., 3), and activation (..., na) of motors with states. Raises ShapeError as `step`,
    for a friction that is missing, and for a terrain that no contact reads.
    Source: [Moreau1988], with velocities as in [Stewart1996] where gaps close; [LeLidec2024] for
    derivatives.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> feet = [kt.Contact(name) for name in robot.frame_names if name.endswith("foot")]
    >>> q, rest = kt.neutral(robot), [0.0] * robot.nv
    >>> q[2] -= kt.frame_placement(robot, q, frame="front_left_foot")[2, 3]  # its feet on z = 0
    >>> step = kt.simulation.contact_step(
    ...     robot, q, rest, rest, 1e-3, friction=0.8, simulation=kt.Simulation(contacts=feet)
    ... )
    >>> step.impulses.shape, bool(step.residuals.max() < 1e-6)
    ((4, 3), True)
    """
    tau, h = simulation.clipped(model, tau), dt.flat[0]
    problem = Problem(model, tau, h, f_ext, friction, terrain, control, activation)
    x = stepped(simulation, problem, State(q, v))
    return with_activation(x, activation_after(problem, State(x.q, x.v)))


def stepped(simulation: Simulation, problem: Problem, x: State) -> ContactStep:
    """A step with the impulses of contacts, limits, and dry friction where forces are passive."""
    on_frames = any(not isinstance(x, ShapeContact) for x in simulation.contacts)
    if problem.friction is None and on_frames:
        raise ShapeError(
            "kt.simulation: contacts of frames without friction=; give the coefficient of all of "
            "them, as friction=0.8, or of each, as an operand (..., ncontacts); 0 lets them slide "
            "freely."
        )
    model, h, flight = problem.model, problem.h, Flight.of(problem.model)
    u = flight.in_parent(x.q, x.v)
    q = flight.moved(x.q, 0.5 * h * u)
    half = State(q, v := flight.in_body(q, u))
    M, force = _free_dynamics(simulation, problem, half)
    inertias, trace = M.diagonal(), M.trace()
    mass = OwnMass.of(model, half.q, M)
    constant = force(zeros(model.nv))
    turn = -2.0 * (mass.J @ v)  # with it loops hold at the mean velocity, and do no work

    def turned(of: Array, v: Array) -> Array:
        """v after half a step under the velocity forces of another one, in flight.

        It changes by at most as much as it is: what turns by radians in a step stays finite.
        """
        change = mass.solve(0.5 * h * (linearized(force, of) - constant))
        square, most = change @ (inertias * change), v @ (inertias * v)
        return flight.with_energy_of(v, v + root_of_ratio(most, square, square > most) * change)

    before = turned(v, v)
    rows = StepRows.of(simulation, problem, half.q, before)
    J, laws, m = rows.J, rows.laws, rows.laws.size
    scale = div(0.0 if is_zero(trace) else trace, model.nv) if m else 1.0  # no mass: nan
    compliance = maximum(COMPLIANCE, LEAST_DAMPING * epsilon(x.q))
    springs = rows.compliance()
    G = cache(lambda: delassus(mass, J).plus(div(COMPLIANCE, scale)))

    def after(impulses: Array, J: Rows = J) -> Array:
        """The velocity in the middle, after the impulses and the constant forces of the step."""
        return before + mass.solve(h * constant + J.transposed(impulses), turn)

    def velocities(x: Array, v: Array, compliance: Scalar = COMPLIANCE, J: Rows = J) -> Array:
        """Those of rows at the velocity v after impulses x, as they are to be."""
        return J.times(v) + closing + (div(compliance, scale) + springs) * x

    free = before + mass.solve(h * constant, turn)
    free_speeds = J.times(free)
    closing = rows.closing(simulation.restitutions, before - x.v, free_speeds)
    without = free_speeds + closing
    options = simulation.iterations, simulation.tolerance
    soft = None
    if rows.yielding:
        softness = div(COMPLIANCE, scale) + springs
        start = -mass.solve(h * constant)  # back to the velocity before the step
        soft = Soft(laws, mass, J, rows.yielding[0], softness, without, start)
        iterate = soft.impulses(*options)
        gained = velocities(iterate, after(iterate)) - without
        iterate = without_gain(iterate, gained, without)
    else:
        iterate = iterated_from_few(laws, G().plus(springs), without, *options)

    def implied(x: Array) -> Array:
        return velocities(x, after(x, J.outside), compliance, J.outside)

    impulses = implicit(laws, iterate, implied, scale)
    if any(simulation.restitutions):
        # Newton's law does work on a robot by some impacts with friction
        gained = velocities(impulses, after(impulses)) - without
        arrival = 0.5 * (J.times(before) + without - closing)
        impulses = without_gain(impulses, gained, arrival, 2)
    middle = after(impulses)
    diagonal = stack([div(1, scale)] * m)
    residuals = laws.residuals(diagonal, impulses, velocities(impulses, middle))
    end = turned(turned(middle, middle), middle)
    pushed = rows.pushed(mass, soft or G, scale, compliance, end)
    q = flight.moved(half.q, h * flight.in_parent(half.q, 0.5 * end + pushed))
    v = flight.in_body(q, flight.in_parent(half.q, end))

    def forces() -> tuple[Array, ...]:
        mean, i = 0.5 * (half.v + end), rows.one_sided
        of_springs = where(springs[i] > 0, impulses[i], 0.0) @ J.times(mean)[i]
        slack = SHARE * abs(h * (constant @ (free - before)))
        return half.q, constant, mean, pushed, stack([of_springs, slack, h])

    v = _within_energy(model, x, State(q, v), h, forces)
    of_contacts = rows.in_world(impulses, len(simulation.contacts))
    return ContactStep(*projected(model, q, v), of_contacts, rows.reported(residuals, middle))


def _within_energy(
    model: Model, x: State, after: State, h: Scalar, forces: Callable[[], tuple[Array, ...]]
) -> Array:
    """The velocity after a step, slower where it has more energy than there was, and work gives.

    It is for steps in which joints turn by radians. `forces` gives a configuration, the constant
    forces of the step there, the mean velocity, that of pushes, and three numbers: the work of
    springs, a slack, and the time. What is pushed out of penetrations is lifted for nothing.
    """

    def part() -> Scalar:
        arrays = *x, *after, *forces()
        places = [*pairwise([0, *accumulate(map(len, arrays))])]

        def ratio(numbers: Array) -> Array:
            parts = (numbers[first:last] for first, last in places)
            q, v, q_after, v_after, q_forces, constant, mean, pushed, (work, slack, h) = parts
            weight = generalized_gravity(model, q_forces)
            work = h * ((constant + weight) @ mean) + work
            before, end = kinetic_energy(model, q, v), kinetic_energy(model, q_after, v_after)
            high, low = potential_energy(model, q), potential_energy(model, q_after)
            fall = high - low
            fall = maximum(fall, minimum(0.0, fall + h * (weight @ pushed)))
            rounding = ROUNDINGS * epsilon(q) * (abs(high) + abs(low))
            allowed = (1 + GAIN) * before + fall + maximum(0.0, work) + slack + rounding
            return stack([root_of_ratio(maximum(0.0, allowed), end, end > allowed)])

        return linearized(ratio, concatenate(arrays))[0]

    quick = h * h * maximum(x.v @ x.v, after.v @ after.v) > QUICK * QUICK
    return computed_where(quick, part, 1.0) * after.v


def _free_dynamics(
    simulation: Simulation, problem: Problem, x: State
) -> tuple[Array, Callable[[Array], Array]]:
    """M, and the force without contacts, by the velocity of its nonlinear effects.

    Motors are those at the end of the step, as are springs and damping if they are implicit: part
    of M.
    """
    model, h, (q, v), flight = problem.model, problem.h, x, Flight.of(problem.model)
    M, rest, tau = crba(model, q), zeros(model.nv), problem.tau
    if problem.control is not None:
        drive = Drive.of(problem, x, M.diagonal())
        M, tau = drive.added(M, h), tau + drive.torque

    def force(v_bias: Array) -> Array:
        return tau - rnea(model, q, flight.without_translation(v_bias), rest, problem.f_ext)

    if not simulation.has_passive_forces:
        return M, force
    K, D = structural(model.stiffness), structural(model.damping)
    deflection = difference(model, structural(model.spring_reference), q)
    if simulation.passive == "explicit":
        return M, lambda v_bias: force(v_bias) - D * v_bias - K * deflection
    i = range(model.nv)
    M = M.add((i, i), h * (D + h * K))
    return M, lambda v_bias: force(v_bias) - D * v - K * (deflection + h * v)
