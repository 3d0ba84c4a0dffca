"""Rollouts: many steps of many samples in one kernel."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ..algorithms.friction.solve import Method
from ..compiler.vectorcall import with_vectorcall
from ..errors import ShapeError
from ..functions import Algorithm
from ..functions.binding import Parameters
from ..functions.signature import parse
from ..model import Closure, Model
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar
from ..scalar.math import concatenate, maximum, scan, stack, where, zeros
from .checks import ROLLOUT, STEP_CHECKS, check_rollout, check_step, warn_beyond_limits
from .integrators import Integrator, Passive, Problem, State, Stepper
from .progress import Progress, run_in_parts
from .results import MeasuredRollout, MeasuredScore, Rollout, Score
from .step import advanced

Policy: TypeAlias = Callable[..., object]
"""(q, v, t, parameters) -> torques (nv,), on Arrays of one sample."""
Cost: TypeAlias = Callable[..., object]
"""(q, v, tau, t, parameters) -> a number."""
Row = tuple[Array, ...]
"""The torques of a step, and what the schedule has for it."""
_SIGNATURE: Final = parse("(nq),(nv),(T,nv),(),(p),(T,s),(njoints,6),(ncontacts),(),()->()")


@with_vectorcall
class _RolloutAlgorithm(Algorithm):
    """The algorithm of rollouts, which run in parts where their progress is reported."""

    __slots__ = ()

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(
            function,
            replace(_SIGNATURE, results=None),  # a Rollout or a Score
            parameters=Parameters.of(function, first=1, owner=ROLLOUT),
            check=check_step,
            checks=STEP_CHECKS,
            model_parameters=("damping", "stiffness"),
        )

    def check_call(self, *arguments: Any, **keywords: Any) -> None:
        self.split(arguments, dict(keywords))  # refuses what is no model
        check_rollout(self.by_name(arguments) | keywords)
        super().check_call(*arguments, **keywords)

    def call_any(self, *arguments: Any, out: Any = None, **keywords: Any) -> Any:
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
    first: Array | None = None,
    before: Array | None = None,
    *,
    integrator: Literal[Integrator, None] = None,
    passive: Passive = "none",
    contacts: tuple[Closure, ...] = (),
    restitution: float = 0.0,
    limits: bool = False,
    solver: Method = "pgs",
    iterations: int | None = None,
    policy: Policy | None = None,
    cost: Cost | None = None,
    final_cost: Cost | None = None,
    every: int = 1,
    residuals: bool = False,
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
      the same values of what it refers to; random numbers drawn in it are constants. Where it gives
      all torques, tau is np.zeros((T, nv)).
    - `cost(q, v, tau, t, parameters)` gives a number; its sum over the T states before each step,
      and that of `final_cost(q, v, parameters)` at the end, are computed in the loop, and no
      trajectory is stored: the result is then a Score (cost, q, v) with the last state.
    - `residuals` adds the largest residual of each sample's steps to the result (..., as
      `residual`), and `converged`: where contacts did not, `iterations` or solver="admm" help.
    - `every` stores every so many states; it divides T.
    - `progress(done, T)` is called about a hundred times; Ctrl-C is handled as often.
    - `first`, the number of its first step, and `before`, a sum of costs to add to, continue a
      rollout: t is that of a policy since step 0.
    - `contacts`, `friction` (..., ncontacts), `restitution`, `limits`, `solver`, `iterations` are
      those of each step; their forces are those of `kt.simulation.contact_step` at the states. So
      is `integrator`: by default, "midpoint" with contacts or limits, "commutator_free_4" without.
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

    >>> import numpy as np
    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q0, v0, goal = kt.random_configuration(arm, 100), [0.0] * 7, [0.5] * 7
    >>> def pull(q, v, t, goal):
    ...     return 40 * (goal - q) - 8 * v
    >>> tau = np.tile(kt.generalized_gravity(arm, goal), (300, 1))
    >>> q, v = kt.simulation.rollout(arm, q0, v0, tau, 5e-3, policy=pull, parameters=goal)
    >>> q.shape
    (100, 301, 7)
    """
    assert first is not None and before is not None  # absent operands are zeros
    stepper = Stepper(integrator, passive, contacts, restitution, limits, solver, iterations)
    problem = Problem(model, zeros(model.nv), dt.flat[0], f_ext, friction)
    loop = _Steps(stepper, problem, policy, parameters, residuals)
    x, rows = State(q0, v0), (tau,) if schedule is None else (tau, schedule)
    start = _Carry(x, first.flat[0], zeros(int(residuals)))
    if cost is None:
        return loop.states(start, rows, every)
    return loop.score(start, rows, before.flat[0], cost, final_cost)


class _Carry(NamedTuple):
    """The state, the number of the next step, and the largest residual, (1) if it is wanted."""

    x: State
    k: Scalar
    residual: Array


@dataclass(frozen=True)
class _Steps:
    """Steps under a policy."""

    stepper: Stepper
    problem: Problem
    policy: Policy | None
    parameters: Array | None
    residuals: bool

    def states(self, start: _Carry, rows: Row, every: int) -> Rollout | MeasuredRollout:
        """The states at the beginning, and after every so many steps."""

        def advance(carry: _Carry, row: Row) -> tuple[_Carry, None]:
            return self.after(carry, self.torques(carry.x, carry.k, row)), None

        def advance_several(carry: _Carry, rows: Row) -> tuple[_Carry, State]:
            if every > 1:
                carry, _ = scan(advance, carry, rows)
            else:
                carry, _ = advance(carry, tuple(x[0] for x in rows))
            return carry, carry.x

        parts = tuple(x.reshape(len(x) // every, every, *x.shape[1:]) for x in rows)
        end, states = scan(advance_several, start, parts)
        q = concatenate([stack([start.x.q]), states.q])
        v = concatenate([stack([start.x.v]), states.v])
        return MeasuredRollout(q, v, as_array(end.residual[0])) if self.residuals else Rollout(q, v)

    def score(
        self, start: _Carry, rows: Row, before: Scalar, cost: Cost, final_cost: Cost | None
    ) -> Score | MeasuredScore:
        """The sum of the costs of states before each step, and of the final cost after the last."""

        def advance(state: tuple[_Carry, Scalar], row: Row) -> tuple[tuple[_Carry, Scalar], None]:
            carry, total = state
            u = self.torques(carry.x, carry.k, row)
            more = _number(cost, cost(*carry.x, u, self.time(carry.k), self.parameters))
            return (self.after(carry, u), total + more), None

        (end, total), _ = scan(advance, (start, before), rows)
        if final_cost is not None:
            total = total + _number(final_cost, final_cost(*end.x, self.parameters))
        total = where(as_array(total) < inf, total, inf)  # also of nan
        if self.residuals:
            return MeasuredScore(as_array(total), *end.x, residual=as_array(end.residual[0]))
        return Score(as_array(total), *end.x)

    def time(self, k: Scalar) -> Scalar:
        return k * self.problem.h

    def torques(self, x: State, k: Scalar, row: Row) -> Array:
        """The row of tau, and what the policy adds."""
        if self.policy is None:
            return row[0]
        added = as_array(self.policy(*x, self.time(k), self.parameters, *row[1:]))
        if added.shape != row[0].shape:
            nv = self.problem.model.nv
            raise ShapeError(
                f"{named(self.policy)}: the policy gives an array of shape {added.shape}; expected "
                f"torques of shape (nv,) = ({nv},)."
            )
        return row[0] + added

    def after(self, carry: _Carry, u: Array) -> _Carry:
        x, residual = advanced(self.stepper, replace(self.problem, tau=u), carry.x)
        worst = maximum(carry.residual, residual) if self.residuals else carry.residual
        return _Carry(x, carry.k + 1, worst)


def _number(cost: Cost, value: object) -> Scalar:
    number = as_array(value)
    if number.shape != ():
        raise ShapeError(
            f"{named(cost)}: the cost is an array of shape {number.shape}; expected one number."
        )
    return number.flat[0]


def named(function: Callable[..., object]) -> str:
    """The file, line and name of a function."""
    code = getattr(function, "__code__", None)
    name = getattr(function, "__name__", type(function).__name__)
    return name if code is None else f"{code.co_filename}:{code.co_firstlineno}: {name}"
