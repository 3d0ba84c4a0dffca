"""Rollouts: many steps of many samples in one kernel."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

import numpy as np

from ..algorithms.friction.solve import Method
from ..compiler.vectorcall import with_vectorcall
from ..functions import Algorithm
from ..functions.binding import Parameters
from ..functions.signature import parse
from ..model import Closure, Model, ShapeContact
from ..scalar.array import Array
from ..scalar.math import zeros
from .checks import ROLLOUT, STEP, check_rollout, check_steps, warn_beyond_limits
from .integrators import Integrator, Passive, Problem, State, Stepper
from .loop import Carry, Cost, Loop, Policy, Rows
from .progress import Progress, run_in_parts

_SIGNATURE: Final = parse(
    "(nq),(nv),(T,nv),(),(p),(T,s),(njoints,6),(ncontacts),(nx,ny),(4),(),(),(m),(T,6)"
    ",(T,nu),(nu,ngains),(na)->()"
)


@with_vectorcall
class _RolloutAlgorithm(Algorithm):
    """The algorithm of rollouts, which run in parts where their progress is reported."""

    __slots__ = ()

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(
            function,
            replace(_SIGNATURE, results=None),  # a Rollout or a Score
            parameters=Parameters.of(function, first=1, owner=ROLLOUT),
            **STEP,
        )

    def split(self, operands: Sequence[Any], keywords: dict[str, Any]) -> Any:
        """The model and the operands; `steps` are rows of zero torques."""
        model, operands = super().split(operands, keywords)
        steps = keywords.pop("steps", None)
        if steps is None:
            return model, operands
        named = self.by_name((model, *operands)) | keywords
        check_steps(steps, named.get("tau"))
        single = "float32" in str(getattr(named.get("q0"), "dtype", ""))
        tau = np.zeros((steps, model.nv), np.float32 if single else float)
        if len(operands) > 2:
            return model, (*operands[:2], tau, *operands[3:])
        keywords["tau"] = tau
        return model, operands

    def check_call(self, *arguments: Any, **keywords: Any) -> None:
        check_rollout(self.by_name(arguments) | keywords)
        super().check_call(*arguments, **keywords)

    def call_any(self, *arguments: Any, out: Any = None, **keywords: Any) -> Any:
        is_counted = keywords.get("steps") is not None
        model, operands = self.split(arguments, keywords)  # refuses what is no model
        arguments = (model, *operands)
        if is_counted:  # from here on as a call with torques, which compiled code knows
            return self(*arguments, out=out, **keywords)
        inputs = self.by_name(arguments) | keywords
        self.check_call(*arguments, **keywords)
        if keywords.get("progress") is None:
            result = self.call_checked(*arguments, out=out, **keywords)
        else:
            result = run_in_parts(self.call_checked, inputs, out)
        if "limits" not in keywords:
            warn_beyond_limits(inputs["model"], result.q)
        return result


@_RolloutAlgorithm
def rollout(
    model: Model,
    q0: Array,
    v0: Array,
    tau: Array,
    dt: Array,
    parameters: Array | None = None,
    schedule: Array | None = None,
    f_ext: Array | None = None,
    friction: Array | None = None,
    heights: Array | None = None,
    grid: Array | None = None,
    first: Array | None = None,
    before: Array | None = None,
    memory: Array | None = None,
    pushes: Array | None = None,
    control: Array | None = None,
    actuator_gains: Array | None = None,
    activation: Array | None = None,
    *,
    integrator: Literal[Integrator, None] = None,
    passive: Passive = "none",
    contacts: tuple[Closure | ShapeContact, ...] = (),
    max_contacts: int | None = None,
    restitution: float | tuple[float, ...] = 0.0,
    limits: bool = False,
    velocity_limits: bool = False,
    effort_limits: bool = False,
    solver: Method = "pgs",
    iterations: int | None = None,
    push_frame: str | int | None = None,
    policy: Policy | None = None,
    cost: Cost | None = None,
    final_cost: Cost | None = None,
    steps: int | None = None,
    every: int = 1,
    residuals: bool = False,
    forces: bool = False,
    progress: Progress | None = None,
) -> Any:
    """T steps of `kt.simulation.step` from q0 and v0 under the torques tau: a Rollout (q, v).

    The loop is inside the kernel, whose size does not depend on T (each T is a kernel); the states
    are those of single steps, bit by bit. A sample that diverges becomes nan from its step on, with
    a cost of inf, and no other.

    - `policy(q, v, t, parameters)` gives torques (nv,) that are added to a row of tau: a function
      on Arrays of one sample, as an algorithm, traced into the loop. t is the time since the
      start; `parameters` (..., p) are passed unchanged (None without), a row of `schedule`
      (..., T, s), if there is one, as a fifth argument: gains or references of each step. It is
      evaluated once a step, and its torques held over it. It is compiled once for the same code and
      the same values of what it refers to; random numbers drawn in it are constants.
    - `memory` (..., m), what a policy remembers from step to step, as integrals, filters, delays or
      hidden states, is its last argument; it then returns (torques, memory), m numbers for its next
      call. Those after the last step are in the result, `memory`, to continue with.
    - `control` (..., T, nu) lets `model.actuators` act as in `kt.simulation.step`. What the policy
      gives are then controls (nu,), added to its row, and `cost` gets them in place of tau. Where
      motors have states (`model.na`), those at the start are `activation` (..., na), zeros without
      it, and those after the last step are in the result.
    - `steps` is T where tau is None: the policy then gives all torques, or none act.
    - `cost(q, v, tau, t, parameters)` gives a number; its sum over the T states before each step,
      and that of `final_cost(q, v, parameters)` at the end, are computed in the loop, and no
      trajectory is stored: the result is then a Score (cost, q, v) with the last state.
    - `residuals` adds the largest residual of each sample's steps to the result (..., as
      `residual`), and `converged`: where contacts did not, `iterations` or solver="admm" help.
    - `forces` adds those of contacts, on the first body, to the result: `forces`
      (..., T / every, ncontacts, 3), in N and world axes, of each step impulses / dt, and with
      `every` the mean since the last stored state.
    - `every` stores every so many states; it divides T.
    - `progress(done, T)` is called about a hundred times; Ctrl-C is handled as often.
    - `first`, the number of its first step, and `before`, a sum of costs to add to, continue a
      rollout: t is that of a policy since step 0.
    - `pushes` (..., T, 6) are wrenches on the frame `push_frame`, one for each step: [force;
      moment] about its origin, world axes, N and N m, beside the constant `f_ext`. Over a step they
      turn with the body.
    - `contacts`, `friction` (..., ncontacts), `heights`, `grid`, `max_contacts`, `restitution`,
      `limits`, `velocity_limits`, `solver`, `iterations` are those of each step; their forces are
      those of `kt.simulation.contact_step` at the states. So is `integrator`: by default,
      "midpoint" with contacts or limits, "commutator_free_4" without.
    - `effort_limits` clips the torques, those of tau and of the policy together, to the model's; a
      cost sees them clipped. Motors, which `control` drives, have limits of their own.
    - `passive` is that of each step: by default the model's springs, damping and dry friction do
      not act, with a warning; "explicit" keeps the integrator's order, but joints creep under dry
      friction where they should stick; "implicit" is of order 1, and locks them.
    - `out` takes the results, arrays in a tuple, without `progress`.
    - `gravity`, `inertias`, `armature` and `placements`, and with `passive` `damping` and
      `stiffness`, replace the model's, also per sample.

    To differentiate, call it in an algorithm: `kt.grad` differentiates the loop in reverse, with a
    tape of states, or of checkpoints where they are many.
    Shapes: q0 (..., nq), v0 (..., nv), tau (..., T, nv), dt (...), in s, f_ext (..., njoints, 6),
    as for `kt.simulation.step`; results q (..., T / every + 1, nq) and v (..., T / every + 1, nv),
    the start included. Raises ShapeError: for a dt that is not positive, for no step, for a policy
    or a cost of another shape or of other arguments, for parameters and schedules without a
    function that could read them, and for trajectories beyond the memory of the machine.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q0, v0, goal = kt.random_configuration(arm, 100), [0.0] * 7, [0.5] * 7
    >>> weight = kt.generalized_gravity(arm, goal)
    >>> def pull(q, v, t, goal):
    ...     return weight + 40 * (goal - q) - 8 * v
    >>> q, v = kt.simulation.rollout(
    ...     arm, q0, v0, None, 5e-3, steps=300, policy=pull, parameters=goal
    ... )
    >>> q.shape
    (100, 301, 7)
    """
    assert first is not None and before is not None  # absent operands are zeros
    laws = restitution, limits, velocity_limits, solver, iterations
    stepper = Stepper(integrator, passive, contacts, max_contacts, *laws)
    rest, h = zeros(model.nv), dt.flat[0]
    problem = Problem(model, rest, h, f_ext, friction, heights, grid, None, actuator_gains)
    loop = Loop(stepper, problem, policy, parameters, effort_limits, push_frame)
    impulses = zeros(len(contacts), 3) if forces else None
    moving = control is not None and model.na
    states = (zeros(model.na) if activation is None else activation) if moving else None
    own = 0.0 if residuals else None, impulses, memory, states
    start = Carry(State(q0, v0), first.flat[0], *own)
    rows = Rows(tau, schedule, pushes, control)
    if cost is None:
        return loop.states(start, rows, every)
    return loop.score(start, rows, before.flat[0], cost, final_cost)
