"""Rollouts: many steps of many samples in one kernel."""

import os
from collections.abc import Callable, Mapping
from math import ceil, prod
from pathlib import Path
from typing import Any, Final

import numpy as np

from ..errors import ShapeError
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Expr
from .loop import SCORE, TRAJECTORY, Cost, Policy, Score, Trajectory
from .step import Integrator, Passive, check_dt

_OWNER: Final = "kt.simulation.rollout"
_CORES: Final = {"q0": 1, "v0": 1, "tau": 2, "dt": 0, "parameters": 1, "schedule": 2, "f_ext": 2}
_LARGE: Final = 1 << 30
"""Bytes from which it is asked whether there are as many."""
_REPORTS: Final = 100
"""About how often progress is reported."""


def rollout(
    model: Model,
    q0: Any,
    v0: Any,
    tau: Any,
    dt: Any,
    *,
    integrator: Integrator = "commutator_free_4",
    passive: Passive = "none",
    policy: Policy | None = None,
    parameters: Any = None,
    schedule: Any = None,
    cost: Cost | None = None,
    final_cost: Cost | None = None,
    f_ext: Any = None,
    every: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Any:
    """T steps of `kt.simulation.step` from q0 and v0 under the torques tau: a Trajectory (q, v).

    The loop is inside the kernel, whose size does not depend on T; the states are those of single
    steps, to the last bit. A sample that diverges becomes nan from its step on, and no other.

    - `policy(q, v, t, parameters)` gives torques (nv,) that are added to a row of tau: a function
      on Arrays of one sample, as those of algorithms, traced into the loop. t is the time since the
      start; `parameters` (..., p) are passed as they are, a row of `schedule` (..., T, s), if there
      is one, as a fifth argument: gains of each step. Define it once: it is compiled anew for each
      function object.
    - `cost(q, v, tau, t, parameters)` gives a number; its sum over the T states before each step,
      and that of `final_cost(q, v, parameters)` at the end, are computed in the loop, and no
      trajectory is kept: the result is then a Score (cost, q, v) with the last state.
    - `every` keeps each so many states; it divides T.
    - `progress(done, T)` is called about a hundred times.

    To differentiate, call it in an algorithm: `kt.grad` goes back through the loop with a tape of
    states, or of some of them where they are many.
    Shapes: q0 (..., nq), v0 (..., nv), tau (..., T, nv), dt (...), in s, f_ext (..., njoints, 6),
    as for `kt.simulation.step`; results q (..., T / every + 1, nq) and v (..., T / every + 1, nv),
    the start included. Raises ShapeError: for a dt that is not positive, for no step, for a policy
    or a cost of another shape, and for trajectories beyond the memory of the machine.

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
    optional = {"parameters": parameters, "schedule": schedule, "f_ext": f_ext}
    optional = {name: x for name, x in optional.items() if x is not None}
    operands = {"q0": q0, "v0": v0, "tau": tau, "dt": dt, **optional}
    statics = {"integrator": integrator, "passive": passive, "policy": policy}
    steps = _steps(tau, every)
    if cost is None and final_cost is not None:
        raise ShapeError(f"{_OWNER}: final_cost= without cost=; give both.")
    if cost is not None and every != 1:
        raise ShapeError(f"{_OWNER}: every={every} with cost=, which keeps no trajectory.")
    plain = not any(isinstance(x, (Array, Expr)) for x in operands.values())
    if plain:
        check_dt(_OWNER, dt)
        if cost is None:
            _check_memory(model, operands, steps // every + 1)

    def part(q: Any, v: Any, first: int, count: int, total: Any, last: bool) -> Any:
        """`count` steps from the step `first` on."""
        rows = tau if count == steps else np.asarray(tau)[..., first : first + count, :]
        its = dict(optional)
        if "schedule" in its and count != steps:
            its["schedule"] = np.asarray(schedule)[..., first : first + count, :]
        if cost is None:
            return TRAJECTORY(model, q, v, rows, dt, float(first), every=every, **statics, **its)
        ending = final_cost if last else None
        words: dict[str, Any] = {**statics, "cost": cost, "final_cost": ending}
        return SCORE(model, q, v, rows, dt, float(first), total, **words, **its)

    if progress is None:
        return part(q0, v0, 0, steps, 0.0, True)
    size = every * ceil(steps / every / _REPORTS)
    score = Score(0.0, q0, v0)
    kept: list[Trajectory] = []
    for first in range(0, steps, size):
        count = min(size, steps - first)
        found = part(score.q, score.v, first, count, score.cost, first + count == steps)
        if cost is None:
            kept.append(found if not kept else Trajectory(found.q[..., 1:, :], found.v[..., 1:, :]))
            found = Score(0.0, found.q[..., -1, :], found.v[..., -1, :])
        score = found
        progress(first + count, steps)
    if cost is not None:
        return score
    return Trajectory(*(np.concatenate(x, -2) for x in zip(*kept, strict=True)))


def _steps(tau: Any, every: int) -> int:
    """How many steps a rollout has."""
    shape = tau.shape if isinstance(tau, Array) else np.shape(tau)
    if len(shape) < 2:
        raise ShapeError(
            f"{_OWNER}: tau has shape {shape}; expected (..., T, nv), a row for each of T steps."
        )
    if shape[-2] == 0:
        raise ShapeError(f"{_OWNER}: tau has shape {shape}: no step; expected (..., T, nv), T > 0.")
    if type(every) is not int or every < 1 or shape[-2] % every:
        raise ShapeError(
            f"{_OWNER}: every={every!r} of T = {shape[-2]} steps; expected an integer that divides "
            "T."
        )
    return shape[-2]


def _check_memory(model: Model, operands: Mapping[str, Any], states: int) -> None:
    """Refuse results that the machine has no memory for."""
    shapes = [np.shape(x)[: max(0, np.ndim(x) - _CORES[name])] for name, x in operands.items()]
    try:
        samples = prod(np.broadcast_shapes(*shapes))
    except ValueError:
        return  # the call says what does not fit
    needed = 8 * samples * states * (model.nq + model.nv)
    if needed > _LARGE and needed > (free := _free_memory()):
        raise ShapeError(
            f"{_OWNER}: {samples:,} trajectories of {states:,} states of {model.name} are "
            f"{needed / 1e9:,.1f} GB; {free / 1e9:,.1f} GB are free. Keep fewer states (every=), "
            "sum up what you need of them in the loop (cost=), or take fewer samples at a time."
        )


def _free_memory() -> int:
    """Bytes that the system can still give."""
    info = Path("/proc/meminfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    if hasattr(os, "sysconf"):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 1 << 62
