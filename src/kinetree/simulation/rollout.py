"""Rollouts: many steps of many samples in one kernel."""

import os
from collections.abc import Callable, Iterator, Mapping
from inspect import signature
from math import ceil, prod
from pathlib import Path
from typing import Any, Final

import numpy as np

from ..algorithms.friction.solve import Method
from ..errors import ShapeError, unknown
from ..functions import opaque
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Expr
from .contact_step import Passive
from .loop import SCORE, TRAJECTORY, Cost, Policy, Score, Trajectory
from .step import Integrator

Progress = Callable[[int, int], object]

_OWNER: Final = TRAJECTORY.__name__
_LARGE: Final = 1 << 30
"""Bytes above which the free memory is checked."""
_READERS: Final = {
    "schedule": ("policy",),
    "parameters": ("policy", "cost"),
    "final_cost": ("cost",),
}
"""The functions that read each argument of a rollout."""
_ARGUMENTS: Final = {
    "policy": ("q", "v", "t", "parameters"),
    "cost": ("q", "v", "tau", "t", "parameters"),
    "final_cost": ("q", "v", "parameters"),
    "progress": ("done", "T"),
}
"""The arguments that each function is called with."""
_REPORTS: Final = 100
"""The approximate number of reports of progress."""


@opaque
def rollout(
    model: Model,
    q0: Any,
    v0: Any,
    tau: Any,
    dt: Any,
    *,
    integrator: Integrator | None = None,
    passive: Passive = "none",
    contacts: Any = (),
    friction: Any = None,
    restitution: float = 0.0,
    limits: bool = False,
    solver: Method = "pgs",
    iterations: int | None = None,
    policy: Policy | None = None,
    parameters: Any = None,
    schedule: Any = None,
    cost: Cost | None = None,
    final_cost: Cost | None = None,
    f_ext: Any = None,
    every: int = 1,
    progress: Progress | None = None,
    out: Any = None,
    **model_parameters: Any,
) -> Any:
    """T steps of `kt.simulation.step` from q0 and v0 under the torques tau: a Trajectory (q, v).

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
            f"{_OWNER}: friction= is that of contacts, and there are none; dry friction of joints "
            "is the model's, model.replace(friction=...), and acts with passive='implicit'."
        )
    optional = {"parameters": parameters, "schedule": schedule, "f_ext": f_ext}
    optional["friction"] = friction
    optional = {name: x for name, x in {**optional, **model_parameters}.items() if x is not None}
    operands = {"q0": q0, "v0": v0, "tau": tau, "dt": dt, **optional}
    functions = {"policy": policy, "cost": cost, "final_cost": final_cost, "progress": progress}
    steps = _length("tau", tau)
    _check_model_parameters(model_parameters)
    _check_functions({name: x for name, x in functions.items() if x is not None}, optional)
    _check_steps(operands, steps, every, cost is not None)
    plain = not any(isinstance(x, (Array, Expr)) for x in operands.values())
    if plain and cost is None:
        _check_memory(operands, steps // every + 1)
    if not plain and progress is not None:
        raise ShapeError(
            f"{_OWNER}: progress= in an algorithm, which runs as a whole; leave it out."
        )
    statics: dict[str, Any] = {
        "integrator": integrator,
        "passive": passive,
        "contacts": contacts,
        "restitution": restitution,
        "limits": limits,
        "solver": solver,
        "iterations": iterations,
        "policy": policy,
    }

    def run_part(q: Any, v: Any, rows: Any, last: bool, **given: Any) -> Any:
        """The steps of some rows; the `last` part ends with the final cost."""
        if cost is None:
            return TRAJECTORY(model, q, v, rows, dt, every=every, **statics, **given)
        ending = final_cost if last else None
        return SCORE(model, q, v, rows, dt, cost=cost, final_cost=ending, **statics, **given)

    if progress is None:
        return run_part(q0, v0, tau, True, out=out, **optional)
    if out is not None:
        raise ShapeError(f"{_OWNER}: out= with progress=, which computes parts; leave one out.")
    size = every * ceil(steps / every / _REPORTS)
    in_parts = _trajectory if cost is None else _score
    return in_parts(run_part, (q0, v0), np.asarray(tau), optional, size, progress)


def _parts(
    tau: Any, optional: Mapping[str, Any], size: int, progress: Progress
) -> Iterator[tuple[Any, bool, dict[str, Any]]]:
    """The rows of each part, whether it is the last one, and its optional operands."""
    steps = tau.shape[-2]
    for first in range(0, steps, size):
        end = min(first + size, steps)
        given = {**optional, "first": tau.dtype.type(first) if tau.dtype.kind == "f" else first}
        if "schedule" in given:
            given["schedule"] = np.asarray(given["schedule"])[..., first:end, :]
        yield tau[..., first:end, :], end == steps, given
        progress(end, steps)


def _trajectory(
    run_part: Any, state: tuple[Any, Any], tau: Any, optional: Any, size: int, progress: Progress
) -> Trajectory:
    """A trajectory in parts."""
    parts: list[Trajectory] = []
    for rows, last, given in _parts(tau, optional, size, progress):
        found = run_part(*state, rows, last, **given)
        state = found.q[..., -1, :], found.v[..., -1, :]
        parts.append(found if not parts else Trajectory(found.q[..., 1:, :], found.v[..., 1:, :]))
    return Trajectory(*(np.concatenate(x, -2) for x in zip(*parts, strict=True)))


def _score(
    run_part: Any, state: tuple[Any, Any], tau: Any, optional: Any, size: int, progress: Progress
) -> Score:
    """A sum of costs in parts."""
    score = Score(tau.dtype.type(0) if tau.dtype.kind == "f" else 0.0, *state)
    for rows, last, given in _parts(tau, optional, size, progress):
        score = run_part(score.q, score.v, rows, last, before=score.cost, **given)
    return score


def _length(name: str, rows: Any) -> int:
    """The number of steps, from the rows of an operand."""
    try:
        shape = rows.shape if isinstance(rows, Array) else np.shape(rows)
    except ValueError as error:
        raise ShapeError(f"{_OWNER}: {name} is not an array: {str(error).rstrip('.')}.") from None
    if len(shape) < 2:
        last = "nv" if name == "tau" else "s"
        raise ShapeError(
            f"{_OWNER}: {name} has shape {shape}; expected (..., T, {last}), a row for each of T "
            "steps."
        )
    return shape[-2]


def _check_model_parameters(model_parameters: Mapping[str, Any]) -> None:
    """Raise ShapeError for unknown arguments."""
    for name in model_parameters:
        if name not in TRAJECTORY.model_parameters:
            names = [
                x for x in signature(rollout).parameters if x not in ("model", "model_parameters")
            ]
            known = [*names, *TRAJECTORY.model_parameters]
            raise ShapeError(f"{_OWNER}: {unknown('argument', name, known)}")


def _check_functions(functions: Mapping[str, Any], optional: Mapping[str, Any]) -> None:
    """Raise ShapeError for values that are no function, and arguments that no function reads."""
    for name, x in functions.items():
        if not callable(x):
            raise ShapeError(f"{_OWNER}: {name}={x!r}; expected a function.")
        given = [
            *_ARGUMENTS[name],
            *(["row"] if name == "policy" and "schedule" in optional else []),
        ]
        if not _takes(x, len(given)):
            raise ShapeError(
                f"{_OWNER}: {name} is called as {name}({', '.join(given)}), which the function "
                f"given, of {signature(x)}, does not take."
            )
    for name, readers in _READERS.items():
        if (name in functions or name in optional) and not functions.keys() & set(readers):
            missing = " or ".join(f"{reader}=" for reader in readers)
            raise ShapeError(f"{_OWNER}: {name}= without {missing}; give both.")


def _takes(function: Callable[..., Any], count: int) -> bool:
    """Whether a function takes so many arguments; those without a signature may."""
    try:
        signature(function).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def _check_steps(operands: Mapping[str, Any], steps: int, every: int, sums: bool) -> None:
    """Raise ShapeError for numbers of steps that are inconsistent."""
    if not steps:
        raise ShapeError(f"{_OWNER}: tau has no row; expected (..., T, nv), T > 0.")
    if "schedule" in operands and _length("schedule", operands["schedule"]) != steps:
        rows = _length("schedule", operands["schedule"])
        raise ShapeError(
            f"{_OWNER}: schedule has {rows} rows, tau {steps}; expected one for each step."
        )
    if type(every) is bool or not hasattr(every, "__index__") or every < 1 or steps % every:
        raise ShapeError(
            f"{_OWNER}: every={every!r} of T = {steps} steps; expected an integer that divides T."
        )
    if sums and every != 1:
        raise ShapeError(f"{_OWNER}: every={every} with cost=, which keeps no trajectory.")


def _check_memory(operands: Mapping[str, Any], states: int) -> None:
    """Raise ShapeError for results beyond the free memory."""
    try:
        cores = {name: len(dims) for name, dims in TRAJECTORY.dims.items()}
        shapes = [
            np.shape(x)[: max(0, np.ndim(x) - cores.get(name, 0))] for name, x in operands.items()
        ]
        samples = prod(np.broadcast_shapes(*shapes))
        size = np.shape(operands["q0"])[-1] + np.shape(operands["v0"])[-1]
    except (ValueError, IndexError):
        return  # the call reports shapes that do not fit
    needed = 8 * samples * states * size
    if needed > _LARGE and needed > (free := _free_memory()):
        raise ShapeError(
            f"{_OWNER}: {samples:,} trajectories of {states:,} states are {needed / 1e9:,.1f} GB; "
            f"{free / 1e9:,.1f} GB are free. Keep fewer states (every=), sum up what you need of "
            "them in the loop (cost=), or take fewer samples at a time."
        )


def _free_memory() -> int:
    """Bytes of available memory."""
    info = Path("/proc/meminfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    if hasattr(os, "sysconf"):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 1 << 62
