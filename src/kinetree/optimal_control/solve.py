"""`kt.optimal_control.solve`: differential dynamic programming with multiple shooting."""

from collections.abc import Mapping
from math import inf, prod
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import ModelError, ShapeError, kind_of, with_known_keywords
from ..model.values import common_batch, whole_number
from .motions import LEAST_DAMPING, Motions, Numbers
from .problem import Kernels, Problem
from .search import Search

OWNER: Final = "optimal_control.solve"
LEAST_PENALTY: Final = 10.0


class Solution(NamedTuple):
    """The result of `solve`, with the batch axes of its operands."""

    x: Numbers
    """(..., T + 1, nq + nv): states [q; v]."""
    u: Numbers
    """(..., T, m): controls."""
    cost: Numbers
    """(...): the cost of the motion."""
    converged: NDArray[np.bool_]
    """(...): whether steps and constraints hold, and no more fall of the cost is expected."""
    iterations: NDArray[np.int_]
    """(...): the iterations done."""
    gap: Numbers
    """(...): by how much a step leads beyond the next state, at most."""
    violation: Numbers
    """(...): by how much a constraint is violated, at most."""
    K: Numbers
    """(..., T, m, 2 nv): the feedback, u + K dx with dx = [difference(q, q'); v' - v]."""
    history: Numbers
    """(n, ..., 3): cost, expected fall and step length of each iteration; nan of no iteration."""


@with_known_keywords
def solve(
    problem: Problem,
    x0: ArrayLike,
    us0: ArrayLike,
    xs0: ArrayLike | None = None,
    *,
    parameters: ArrayLike | None = None,
    lower: ArrayLike | None = None,
    upper: ArrayLike | None = None,
    tolerance: float = 1e-9,
    constraint_tolerance: float = 1e-6,
    max_iterations: int = 100,
    verbose: bool = False,
) -> Solution:
    """The motion of least cost from a state, or those of a batch of problems: a `Solution`.

    Differential dynamic programming with multiple shooting: each iteration takes the derivatives
    of all stages in one call, finds the best change of the controls with its feedback backwards,
    and moves with it. States need not be on one motion at first: steps of full length close all
    gaps. Hessians are those of Gauss and Newton. Constraints are met by an augmented Lagrangian,
    `lower` and `upper` of controls in each quadratic program.

    - `x0` is the first state [q; v]; `us0` are first guesses of T controls, `xs0` of T + 1 states,
      by default all x0. Those of a solution near by, shifted, are a warm start, and
      `max_iterations=1` with it is the real-time iteration of predictive control.
    - `parameters` are what the problem's functions read: a row of each stage, the last that of the
      end. One row is that of all.
    - It ends where the cost is expected to fall by `tolerance` or by rounding, with all gaps closed
      and no constraint violated by more than `constraint_tolerance`, or where no step leads down,
      at the latest after `max_iterations`. `converged` says which.
    - `verbose` prints a line in each iteration: means of a batch, and its worst.

    Shapes: x0 (..., nq + nv), us0, lower and upper (..., T, m), xs0 (..., T + 1, nq + nv),
    parameters (..., T + 1, p); axes that are missing or 1 are repeated, but not those of the
    elements of a state or of parameters. us0 is clipped to the bounds. Results as `Solution` says;
    each problem of a batch converges for itself. float32 where us0 is. Raises ShapeError.
    A problem's kernels are compiled at the first call, once for each T.
    Source: [Mastalli2020, Sec. II]; with bounds [Tassa2014]; constraints as [Howell2019].

    >>> import kinetree as kt
    >>> arm, dt = kt.robots.arm(), 0.05
    >>> def step(q, v, tau, goal):
    ...     v = v + dt * kt.aba(arm, q, v, tau)
    ...     return kt.integrate(arm, q, dt * v), v
    >>> problem = kt.optimal_control.Problem(
    ...     model=arm,
    ...     step=step,
    ...     residuals=lambda q, v, tau, goal: 0.01 * tau,
    ...     final_residuals=lambda q, v, goal: kt.math.concatenate([10 * (q - goal), v]),
    ... )
    >>> still, goal = [0.0] * 14, [0.3] * 7
    >>> solution = kt.optimal_control.solve(problem, still, [[0.0] * 7] * 20, parameters=goal)
    >>> bool(solution.converged), solution.u.shape
    (True, (20, 7))
    """
    if not isinstance(problem, Problem):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(
            f"{OWNER}: problem is {kind_of(problem)}; expected a kt.optimal_control.Problem."
        )
    whole_number(OWNER, "max_iterations", max_iterations, 1, ShapeError)
    tolerances = {"tolerance": tolerance, "constraint_tolerance": constraint_tolerance}
    for name, x in cast("dict[str, object]", tolerances).items():
        if not (isinstance(x, (int, float, np.number)) and x >= 0):
            raise ShapeError(f"{OWNER}: {name} is {x!r}; expected a number >= 0.")
    operands: dict[str, Any] = {"x0": _array("x0", x0), "us0": us0, "parameters": parameters}
    operands["xs0"] = np.atleast_1d(operands["x0"])[..., None, :] if xs0 is None else xs0
    if lower is not None or upper is not None:
        operands["lower"] = -inf if lower is None else lower
        operands["upper"] = inf if upper is None else upper
    arrays, batch = _broadcast(problem, operands)
    if "lower" in arrays:
        _expect_between(arrays["lower"], arrays["upper"])
    search = Search(problem, *_initial(problem, arrays))
    while not search.done.all() and len(search.history) < max_iterations:
        search.iterate(tolerance, constraint_tolerance)
        if verbose:
            print(search.line())

    motions = search.motions
    states = np.concatenate([motions.q, motions.v], -1)
    numbers = search.cost, search.converged, search.iterations, search.gap, search.violation
    results: list[Any] = [states, motions.u, *numbers, search.K]
    history = np.array(search.history)
    return Solution(
        *(x.reshape((*batch, *x.shape[1:])) for x in results),
        history=history.reshape((len(history), *batch, 3)),
    )


def _expect_between(lower: Any, upper: Any) -> None:
    """Raise ShapeError for bounds between which there is no number."""
    fits = (lower <= upper) & (lower < inf) & (upper > -inf)
    if not fits.all():
        _, stage, control = place = tuple(np.argwhere(~fits)[0].tolist())
        raise ShapeError(
            f"{OWNER}: control {control} of stage {stage} has lower {lower[place]} and upper "
            f"{upper[place]}; expected a number between them."
        )


def _initial(problem: Problem, arrays: Mapping[str, Any]) -> tuple[Kernels, Motions]:
    """The kernels, and the motions before the first iteration."""
    u: Any = arrays["us0"]
    nq, (count, steps, m) = problem.model.nq, u.shape
    parameters, lower, upper = map(arrays.get, ("parameters", "lower", "upper"))
    p = 0 if parameters is None else parameters.shape[-1]
    kernels = problem.kernels(u.dtype.name, steps, m, p, lower is not None)
    (c, f), x0, x = kernels.sizes, arrays["x0"], arrays["xs0"]

    def full(value: float, *shape: int) -> Any:
        return np.full((count, *shape), value, u.dtype)

    if lower is not None:
        u = u.clip(lower, upper)
    motions = Motions(
        q0=x0[:, :nq],
        v0=x0[:, nq:],
        q=x[..., :nq].copy(),
        v=x[..., nq:].copy(),
        u=u,
        parameters=parameters if p else None,
        lower=lower,
        upper=upper,
        multipliers=full(0, steps, c) if c else None,
        final_multipliers=full(0, f) if f else None,
        penalty=full(LEAST_PENALTY),
        damping=full(LEAST_DAMPING),
    )
    return kernels, motions


def _array(name: str, x: object) -> Any:
    """A value as an array of floating-point numbers, float32 kept."""
    try:
        array = np.asarray(x)
        return array if array.dtype == np.float32 else array.astype(float, casting="same_kind")
    except (TypeError, ValueError) as error:
        problem = f"{OWNER}: {name} is not an array of numbers"
        raise ShapeError(f"{problem}: {str(error).rstrip('.')}.") from None


def _broadcast(problem: Problem, operands: Mapping[str, Any]) -> tuple[dict[str, Any], Any]:
    """Arrays whose first axis is that of all samples, and the batch axes."""
    arrays = {name: _array(name, x) for name, x in operands.items() if x is not None}
    us0, x = arrays["us0"].shape, problem.model.nq + problem.model.nv
    if len(us0) < 2 or not all(us0[-2:]):
        raise ShapeError(f"{OWNER}: us0 has shape {us0}; expected (..., T, m), T > 0 and m > 0.")
    steps, m = us0[-2:]
    p = arrays["parameters"].shape[-1:] if "parameters" in arrays else ()
    cores: dict[str, Any] = {"x0": (x,), "us0": (steps, m), "xs0": (steps + 1, x)}
    cores |= {"parameters": (steps + 1, *(p or "p")), "lower": (steps, m), "upper": (steps, m)}
    batches: dict[str, tuple[int, ...]] = {}
    for name, array in arrays.items():
        core, shape = cores[name], array.shape
        sizes = zip(shape[::-1], core[::-1], strict=False)
        is_whole = name in ("lower", "upper") or shape[-1:] == core[-1:]
        if not is_whole or any(n not in (1, size) for n, size in sizes):
            raise ShapeError(
                f"{OWNER}: {name} has shape {shape}; expected (..., {', '.join(map(str, core))})."
            )
        batches[name] = shape[: max(len(shape) - len(core), 0)]
    batch = common_batch(batches, f"{OWNER}: the batch axes do not broadcast")
    dtype = arrays["us0"].dtype

    def whole(name: str, x: Any) -> Any:
        repeated = np.broadcast_to(x, (*batch, *cores[name]))
        return np.array(repeated, dtype).reshape((prod(batch), *cores[name]))

    return {name: whole(name, x) for name, x in arrays.items()}, batch
