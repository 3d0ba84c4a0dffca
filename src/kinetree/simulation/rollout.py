"""Rollouts: many steps of many samples in one kernel."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import signature
from math import ceil
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algorithms.friction.solve import Method
from ..errors import ShapeError, unknown
from ..functions import opaque
from ..model import Closure, Contact, Loop, Model
from ..scalar.array import Array
from ..scalar.expr import Expr
from .rollout_checks import OWNER, check_rollout
from .rollout_loop import ROLLOUT, Cost, Policy, Rollout, Score
from .stepper import Integrator, Passive

Progress = Callable[[int, int], object]
_Run = Callable[..., Any]
"""The steps of some rows, from a state on."""
_State = tuple[ArrayLike, ArrayLike]

_REPORTS: Final = 100
"""The approximate number of reports of progress."""


@opaque
def rollout(
    model: Model,
    q0: ArrayLike,
    v0: ArrayLike,
    tau: ArrayLike,
    dt: ArrayLike,
    *,
    integrator: Integrator | None = None,
    passive: Passive = "none",
    contacts: Sequence[Contact | Loop | Closure] | None = (),
    friction: ArrayLike | None = None,
    restitution: float = 0.0,
    limits: bool = False,
    solver: Method = "pgs",
    iterations: int | None = None,
    policy: Policy | None = None,
    parameters: ArrayLike | None = None,
    schedule: ArrayLike | None = None,
    cost: Cost | None = None,
    final_cost: Cost | None = None,
    f_ext: ArrayLike | None = None,
    every: int = 1,
    progress: Progress | None = None,
    out: tuple[NDArray[np.floating], ...] | None = None,
    **model_parameters: ArrayLike | None,
) -> Any:
    """T steps of `kt.simulation.step` from q0 and v0 under the torques tau: a Rollout (q, v).

    The loop is inside the kernel, whose size does not depend on T; the states are those of single
    steps, bit by bit. A sample that diverges becomes nan from its step on, and no other.

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
    - `every` stores every so many states; it divides T.
    - `progress(done, T)` is called about a hundred times; Ctrl-C is handled as often.
    - `contacts`, `friction` (..., ncontacts), `restitution`, `limits`, `solver`, `iterations` are
      those of each step (without `friction`, contacts slide freely); their forces are those of
      `kt.simulation.contact_step` at the states. So is `integrator`: by default,
      "semi_implicit_euler" with contacts or limits, "commutator_free_4" without.
    - `passive` is that of each step: by default the model's springs, damping and dry friction do
      not act; "explicit" keeps the integrator's order, but joints creep under dry friction where
      they should stick; "implicit" is of order 1, and locks them.
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
    if friction is not None and isinstance(contacts, (list, tuple)) and not contacts:
        raise ShapeError(
            f"{OWNER}: friction= is that of contacts, and there are none; dry friction of joints "
            "is the model's, model.replace(friction=...), and acts with passive='implicit'."
        )
    optional = {"parameters": parameters, "schedule": schedule, "f_ext": f_ext}
    optional |= {"friction": friction, **model_parameters}
    optional = {name: x for name, x in optional.items() if x is not None}
    for name in model_parameters:
        if name not in ROLLOUT.model_parameters:
            _, *arguments, _ = signature(rollout).parameters
            known = [*arguments, *ROLLOUT.model_parameters]
            raise ShapeError(f"{OWNER}: {unknown('argument', name, known)}")
    functions = {"policy": policy, "cost": cost, "final_cost": final_cost, "progress": progress}
    given = {name: x for name, x in functions.items() if x is not None}
    operands = {"q0": q0, "v0": v0, "tau": tau, "dt": dt, **optional}
    steps = check_rollout(operands, given, every)
    run = partial(
        ROLLOUT,
        model,
        dt=dt,
        integrator=integrator,
        passive=passive,
        contacts=contacts,
        restitution=restitution,
        limits=limits,
        solver=solver,
        iterations=iterations,
        policy=policy,
        cost=cost,
        every=every,
    )
    if progress is None:
        return run(q0, v0, tau, final_cost=final_cost, out=out, **optional)
    if any(isinstance(x, (Array, Expr)) for x in operands.values()):
        raise ShapeError(
            f"{OWNER}: progress= in an algorithm, which runs as a whole; leave it out."
        )
    if out is not None:
        raise ShapeError(f"{OWNER}: out= with progress=, which computes parts; leave one out.")
    size = every * ceil(steps / every / _REPORTS)
    parts = _parts(np.asarray(tau), optional, size, progress)
    return (_states if cost is None else _score)(run, (q0, v0), parts, final_cost)


@dataclass(frozen=True)
class _Part:
    """Some steps of a rollout: their rows of tau, optional operands, and whether they are last."""

    tau: NDArray[np.generic]
    optional: Mapping[str, ArrayLike]
    last: bool


def _parts(
    tau: NDArray[np.generic], optional: Mapping[str, ArrayLike], size: int, progress: Progress
) -> Iterator[_Part]:
    """The parts of a rollout of `size` steps each; reports progress after each."""
    steps, number = tau.shape[-2], tau.dtype.type if tau.dtype.kind == "f" else float
    for first in range(0, steps, size):
        end = min(first + size, steps)
        operands = {**optional, "first": number(first)}
        if "schedule" in operands:
            operands["schedule"] = np.asarray(operands["schedule"])[..., first:end, :]
        yield _Part(tau[..., first:end, :], operands, end == steps)
        progress(end, steps)


def _states(run: _Run, state: _State, parts: Iterable[_Part], _: Cost | None) -> Rollout:
    """The states of a rollout in parts."""
    rollouts: list[Rollout] = []
    for part in parts:
        rollout = run(*state, part.tau, final_cost=None, **part.optional)
        state = rollout.q[..., -1, :], rollout.v[..., -1, :]
        kept = slice(1 if rollouts else 0, None)
        rollouts.append(Rollout(rollout.q[..., kept, :], rollout.v[..., kept, :]))
    return Rollout._make(np.concatenate(x, -2) for x in zip(*rollouts, strict=True))


def _score(run: _Run, state: _State, parts: Iterable[_Part], final_cost: Cost | None) -> Score:
    """The sum of costs of a rollout in parts."""
    score = Score._make([None, *state])
    for part in parts:
        before = {} if score.cost is None else {"before": score.cost}
        ending = final_cost if part.last else None
        score = run(score.q, score.v, part.tau, final_cost=ending, **part.optional, **before)
    return score
