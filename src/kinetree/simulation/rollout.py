"""Rollouts: many steps of many samples in one kernel."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, cast

import numpy as np

from ..compiler.vectorcall import with_vectorcall
from ..functions import Algorithm
from ..functions.definition import MODEL, define
from ..functions.signature import parse
from ..geometry.fields import Terrain
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import zeros
from .checks import ROLLOUT, STEP, check_record, check_rollout, steps_of, warn_beyond_limits
from .integrators import Problem, State
from .loop import Carry, Cost, Loop, Policy, Rows
from .settings import Simulation

_SIGNATURE: Final = parse(
    "(nq),(nv),(T,nv),(),(p),(T,s),(ncontacts),(nx,ny),(4),(m),(T,nu),(na)->()"
)


@with_vectorcall
class _RolloutAlgorithm(Algorithm):
    """The algorithm of rollouts, with `steps` in place of torques."""

    __slots__ = ()

    def __init__(self, function: Callable[..., Any]) -> None:
        signature = replace(_SIGNATURE, results=None)  # a Rollout or a Score
        super().__init__(define(function, signature, MODEL, ROLLOUT, **STEP))

    def split(self, operands: Sequence[Any], keywords: dict[str, Any]) -> Any:
        """The model and the operands; `steps`, or rows of controls, are rows of zero torques."""
        model, operands = super().split(operands, keywords)
        named = self.by_name((model, *operands)) | keywords
        steps = steps_of(keywords.pop("steps", None), named)
        if steps is None:
            return model, operands
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
        before = keywords.get("tau", *arguments[3:4])
        model, operands = self.split(arguments, keywords)  # refuses what is no model
        after = keywords.get("tau", *operands[2:3])
        if after is not before:  # from here on as a call with torques, which compiled code knows
            return self(model, *operands, out=out, **keywords)
        result = super().call_any(model, *operands, out=out, **keywords)
        if getattr(keywords.get("simulation"), "limits", None) is None:
            warn_beyond_limits(ROLLOUT, model, result.q)
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
    friction: Array | None = None,
    terrain: Terrain | None = None,
    memory: Array | None = None,
    control: Array | None = None,
    activation: Array | None = None,
    *,
    simulation: Simulation = Simulation(),  # noqa: B008
    policy: Policy | None = None,
    cost: Cost | tuple[Cost, Cost] | None = None,
    steps: int | None = None,
    every: int = 1,
    record: str | tuple[str, ...] = (),
) -> Any:
    """T steps of `kt.simulation.step` from q0 and v0 under the torques tau: a Rollout (q, v).

    The loop is inside the kernel, whose size does not depend on T (each T is a kernel); the states
    are those of single steps, bit by bit. A sample that diverges becomes nan from its step on, with
    a cost of inf, and no other.

    - `simulation`, `friction` (..., ncontacts) and a `terrain` are those of each step.
    - `policy(q, v, t, parameters)` gives torques (nv,) that are added to a row of tau: a function
      on Arrays of one sample, as an algorithm, traced into the loop. t is the time since the
      start; `parameters` (..., p) are passed unchanged, a row of `schedule` (..., T, s), if there
      is one, as a fifth argument: gains or references of each step. Without parameters a function
      need not take them. Its torques are held over a step. It runs once, when it is traced: it is
      compiled once for the same code and the same values of what it refers to, and random numbers
      drawn in it are constants.
    - `memory` (..., m), what a policy remembers from step to step, as integrals, filters, delays or
      hidden states, is its last argument. It then returns a dict, {"tau": torques, "memory": m
      numbers for its next call}; those after the last step are in the result. "f_ext" in a dict,
      (njoints, 6), acts in the step, as a push by `kt.external_forces`.
    - `control` (..., T, nu) lets `model.actuators` act as in `kt.simulation.step`. What the policy
      gives are then controls (nu,), "control" in a dict, added to its row, and `cost` gets them in
      place of tau. Where motors have states (`model.na`), those at the start are `activation`
      (..., na), zeros without it, and those after the last step are in the result.
    - `steps` is T where tau and `control` are None: the policy gives all torques, or none act.
    - `cost(q, v, tau, t, parameters)` gives a number; its sum over the T states before each step is
      computed in the loop, and no trajectory is stored: the result is then a Score (cost, q, v)
      with the last state. Of a pair of functions, `final(q, v, parameters)` is added at the end.
    - `record` "residual" adds the largest residual of each sample's steps to the result (..., as
      `residual`), and `converged`: where contacts did not, `iterations` help.
      "forces" adds those of contacts, on the first body: `forces` (..., T / every, ncontacts, 3),
      in N and world axes, of each step impulses / dt, and with `every` the mean since the last
      stored state. ("residual", "forces") adds both.
    - `every` stores every so many states; it divides T.
    - `out` takes the results, arrays in a tuple.
    - `gravity`, `inertias`, `armature` and `placements`, and with passive forces `damping` and
      `stiffness`, with `control` `actuator_gains`, replace the model's, also per sample.

    To differentiate, call it in an algorithm: `kt.grad` differentiates the loop in reverse, with a
    tape of states, or of checkpoints where they are many.
    Shapes: q0 (..., nq), v0 (..., nv), tau (..., T, nv), dt (...), in s; results q
    (..., T / every + 1, nq) and v (..., T / every + 1, nv), the start included. Raises
    ShapeError as `kt.simulation.step`, for no step, for a policy or a cost of another shape or of
    other arguments, for parameters and schedules that no function reads, and for trajectories
    beyond the memory of the machine.

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
    rest, h = zeros(model.nv), dt.flat[0]
    problem = Problem(model, rest, h, None, friction, terrain)
    loop, records = Loop(simulation, problem, policy, parameters), check_record(record)
    residual = 0.0 if "residual" in records else None
    impulses = zeros(len(simulation.contacts), 3) if "forces" in records else None
    moving = control is not None and model.na
    states = (zeros(model.na) if activation is None else activation) if moving else None
    start = Carry(State(q0, v0), 0, residual, impulses, memory, states)
    rows = Rows(tau, schedule, control)
    if cost is None:
        return loop.states(start, rows, every)
    costs: Any = cast("object", cost)
    running, final = costs if isinstance(cost, tuple) else (costs, None)
    return loop.score(start, rows, running, final)
