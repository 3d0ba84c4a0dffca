"""`kt.inverse_kinematics`: configurations that meet tasks, and velocities towards them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast

import numpy as np

from ..algorithms.configuration import normalize
from ..algorithms.inverse_kinematics import (
    PATIENCE,
    InverseKinematicsState,
    inverse_kinematics_search,
    inverse_kinematics_step,
    velocity_inverse_kinematics_step,
)
from ..compiler import Kernel
from ..errors import ModelError, ShapeError, kind_of
from ..functions import frameworks
from ..model import Model
from ..model.configuration import coordinates_last, expect_model, numbers, random_configuration
from ..model.joints import Revolute
from .tasks import Pose, Task, Term, array

ROUNDS: Final = 20
"""Calls of a velocity's kernel, of 16 steps each, for samples that need more than one."""
CORES: Final = (1, 0, 0, 0, 1, 1, 1, 1, 1, 1)
"""The numbers of axes of one sample of its operands."""


class InverseKinematics(NamedTuple):
    """The result of `inverse_kinematics`, with the batch axes of targets and q0."""

    q: Any
    """(..., nq): the best configuration found, normalized."""
    converged: Any
    """(...): whether the errors of all tasks are within the tolerance."""
    residual: Any
    """(...): the largest of the tasks' errors at q; nan where targets or q0 are."""
    errors: Any
    """(..., ntasks): the length of each task's error, without its weight."""
    iterations: Any
    """(...): the steps taken."""


def inverse_kinematics(
    model: Model,
    tasks: Mapping[Any, Any] | Sequence[Task],
    q0: Any,
    *,
    joints: Sequence[str] | None = None,
    limits: bool = True,
    tolerance: float = 1e-6,
    max_iterations: int = 100,
    restarts: int = 0,
    rng: np.random.Generator | int = 0,
) -> InverseKinematics:
    """A configuration that meets tasks, from q0 on: `{frame: T}`, or a sequence of `kt.tasks`.

    `{frame: T}` is short for `[kt.tasks.Pose(frame, T)]`. Damped least squares on the tangent
    space: every step goes towards all targets at once, each in proportion to its weight squared,
    damped in proportion to the squared error, more where steps lead away. It ends at a solution,
    or where no small motion comes closer, at the latest after `max_iterations` steps. Then, while
    steps are left, up to `restarts` more attempts begin at random configurations, drawn by `rng`
    (a seed, or a generator), the same for every sample of a batch; they find more, but not what is
    near q0.

    A sample converges where the error of every task (m and rad together) is at most `tolerance`.
    Where none is, as for tasks that contradict each other, q has the least weighted errors found,
    and `errors` says which task misses by how much.

    Only `joints` move, by default all; the coordinates of others are those of q0 to the last bit,
    of a floating base, too, unless "root_joint" is among them. A task that others contradict, as a
    posture, is met in part, by its weight: drop it and begin again at the q found, if the others
    are to converge.
    With `limits` q is within the position limits, also where q0 is not; rotations (quaternions, cos
    and sin) have none. A revolute joint that can make a full turn passes its limits, and its angle
    is brought back by whole turns.

    Shapes: targets with leading batch axes, as T (..., 4, 4), and q0 (..., nq); results q
    (..., nq), errors (..., ntasks), converged, residual and iterations (...). A sample is the same
    to the last bit alone or in a batch. Raises ModelError for targets that are no placements; a
    sample with nan does not converge. With arrays of JAX, PyTorch or CuPy the whole search is one
    kernel, on a GPU, too, and results are of their kind, the iterations as floating-point numbers.
    Source: [Sola2018, Eq. 173] for log6; the damping is that of [Sugihara2011].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> target = kt.frame_placement(arm, [0.1, 0.4, 0.2, -0.8, 0.3, 0.5, 0.1], frame="tool")
    >>> found = kt.inverse_kinematics(arm, {"tool": target}, kt.neutral(arm))
    >>> bool(found.converged)
    True
    >>> still = kt.inverse_kinematics(
    ...     arm, [kt.tasks.Position("tool", target[:3, 3])], found.q, joints=arm.joint_names[3:]
    ... )
    >>> still.iterations.item()
    0
    """
    owner = "inverse_kinematics"
    expect_model(owner, model)
    _check_settings(tolerance, max_iterations, restarts)
    q = array("q0", q0, (model.nq,), f": the nq of {model.name}")
    terms = _terms(owner, model, tasks)
    mask = _moving(owner, model, joints)
    batch = _batch(owner, "q0", q, terms)
    starts = random_configuration(model, restarts, rng=rng) if restarts else np.empty((0, model.nq))
    its = _framework(owner, q, terms)
    if its is not None:
        bounds = _bounds(model, bool(limits) & mask.coordinates)
        return _searched(its, model, terms, mask, bounds, q, starts, tolerance, max_iterations)
    n = math.prod(batch)
    q0 = np.broadcast_to(q, (*batch, model.nq))
    targets, weights = _stacked(terms, batch)
    search = _Search.on(model, terms, bool(limits), mask)
    found = search.run(q0.reshape(n, model.nq), targets, weights, starts, tolerance, max_iterations)
    q, errors, iterations = (x.reshape((*batch, *x.shape[1:])) for x in found)
    residual = errors.max(-1)
    return InverseKinematics(
        np.where(mask.coordinates, normalize(model, q), q0),
        (residual <= tolerance)[()],
        residual[()],
        errors,
        iterations[()],
    )


def velocity_inverse_kinematics(
    model: Model,
    tasks: Mapping[Any, Any] | Sequence[Task],
    q: Any,
    dt: Any,
    *,
    joints: Sequence[str] | None = None,
    gain: Any = 1.0,
    damping: Any = 1e-3,
) -> Any:
    """The velocity that takes a robot towards its tasks within limits, once a tick of `dt`.

    v has the least sum of |w (J v - gain e / dt)|^2 over all tasks, e being the error, J its
    Jacobian and w the weight, plus |damping v|^2: it removes the part `gain` of the errors within
    dt, in (0, 1]. It is within the velocity limits, and q + v dt within the position limits; beyond
    them v goes back as fast as the velocity limits allow. Joints that are not in `joints` rest.
    Tasks, weights and batches are as in `inverse_kinematics`; q, dt, gain and damping have batch
    axes too.

    The bounded least squares are solved to rounding by projected Newton's method, from rest on: 16
    steps in one kernel, more of which follow where a sample needs them. nan where q is.
    Shapes: q (..., nq), dt, gain and damping (...), dt in s; result (..., nv). Raises ModelError
    for dt and damping that are not positive.
    Source: [Bertsekas1982].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> task = kt.tasks.Position("tool", [0.4, 0.2, 0.6])
    >>> q = kt.neutral(arm) + 0.3
    >>> for _ in range(200):
    ...     v = kt.velocity_inverse_kinematics(arm, [task], q, 0.01, gain=0.2)
    ...     q = kt.integrate(arm, q, 0.01 * v)
    >>> kt.frame_placement(arm, q, frame="tool")[:3, 3].round(4).tolist()
    [0.4, 0.2, 0.6]
    """
    owner = "velocity_inverse_kinematics"
    expect_model(owner, model)
    q = coordinates_last("q", q, model.nq, f": the nq of {model.name}")
    terms = _terms(owner, model, tasks, on_host=True)
    numbers_of = {n: numbers(n, x) for n, x in (("dt", dt), ("gain", gain), ("damping", damping))}
    for name, x in numbers_of.items():
        if (x <= 0).any():
            raise ModelError(f"{owner}: {name} is {x.min()}; expected more than 0.")
    batch = _batch(owner, "q", q, terms)
    fastest = np.where(_moving(owner, model, joints).velocities, model.velocity_limits, 0.0)
    limits = fastest, model.lower_position_limits, model.upper_position_limits
    statics = tuple(x.static for x in terms)
    targets, weights = _stacked(terms, batch)
    targets = targets.reshape(*batch, targets.shape[-1])
    given = [q, *numbers_of.values(), targets, weights, *limits, np.zeros(model.nv)]
    v, finished = map(np.array, velocity_inverse_kinematics_step(model, *given, tasks=statics))
    for _ in range(ROUNDS):
        left = finished == 0
        if not left.any():
            break
        given[-1] = v
        rows = [
            np.broadcast_to(x, (*left.shape, *x.shape[x.ndim - n :]))[left]
            for x, n in zip(given, CORES, strict=True)
        ]
        v[left], finished[left] = velocity_inverse_kinematics_step(model, *rows, tasks=statics)
    return v


def _check_settings(tolerance: Any, max_iterations: Any, restarts: Any) -> None:
    """Raise ModelError for invalid tolerances and counts."""
    if not (isinstance(tolerance, (int, float, np.number)) and tolerance > 0):
        raise ModelError(f"inverse_kinematics: tolerance is {tolerance!r}; expected a number > 0.")
    least = {"max_iterations": (max_iterations, 1), "restarts": (restarts, 0)}
    for name, (value, lowest) in least.items():
        if not (isinstance(value, (int, np.integer)) and value >= lowest):
            raise ModelError(
                f"inverse_kinematics: {name} is {value!r}; expected an integer >= {lowest}."
            )


def _terms(owner: str, model: Model, tasks: Any, on_host: bool = False) -> list[Term]:
    """The tasks on a robot, with targets of NumPy `on_host`."""
    if isinstance(tasks, Mapping):
        given = cast(Mapping[Any, Any], tasks)
        tasks = [Pose(frame, T) for frame, T in given.items()]
    if not isinstance(tasks, (list, tuple)):
        raise ModelError(
            f"{owner}: tasks is {kind_of(tasks)}; expected placements by frame, as {{'tool': T}}, "
            "or a list of tasks, as [kt.tasks.Position('tool', p)]."
        )
    listed = cast(Sequence[Any], tasks)
    if not listed:
        raise ModelError(f"{owner}: tasks is empty; expected {{frame: T}}, or a list of kt.tasks.")
    for k, task in enumerate(listed):
        if not isinstance(task, Task):
            raise ModelError(
                f"{owner}: tasks[{k}] is {kind_of(task)}; expected a task of "
                "kt.tasks, as kt.tasks.Pose('tool', T)."
            )
    return [(task.on_host() if on_host else task).term(model) for task in listed]


class _Mask(NamedTuple):
    """Masks of the coordinates and velocities of joints that move."""

    coordinates: Any
    velocities: Any


def _moving(owner: str, model: Model, names: Any) -> _Mask:
    """The masks of joints by name, or of all."""
    mask = _Mask(np.full(model.nq, names is None), np.full(model.nv, names is None))
    if isinstance(names, str):
        raise ModelError(f"{owner}: joints is {names!r}; expected several names, as [{names!r}].")
    for name in () if names is None else names:
        joint = model.joint(name)
        if not joint.type.independent:
            raise ModelError(f"{owner}: joint {joint.name!r} mimics another one; name that one.")
        mask.coordinates[joint.q_slice] = True
        mask.velocities[joint.v_slice] = True
    return mask


def _batch(owner: str, what: str, q: Any, terms: Sequence[Term]) -> tuple[int, ...]:
    """The batch axes of q and all targets together."""
    shapes = [q.shape[:-1], *(x.batch for x in terms)]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        listed = " and ".join(map(str, shapes))
        raise ShapeError(
            f"{owner}: {what} and the targets have batch axes {listed}, which do not fit together."
        ) from None


def _stacked(terms: Sequence[Term], batch: tuple[int, ...]) -> tuple[Any, Any]:
    """The targets of all tasks (n, ntargets) and their weights (nweights)."""
    n = math.prod(batch)
    rows = [
        np.broadcast_to(x, (*batch, *shape)).reshape(n, math.prod(shape))
        for term in terms
        for x, shape in zip(term.targets, term.static[3], strict=True)
    ]
    targets = np.concatenate(rows, -1) if rows else np.zeros((n, 0))
    return targets, np.concatenate([x.weight for x in terms])


def _framework(owner: str, q: Any, terms: Sequence[Term]) -> Any:
    """The module for the arrays of a framework among q and the targets; None without any."""
    given = [x for term in terms for x in term.targets]
    return frameworks.find(owner, {f"target {k}": x for k, x in enumerate(given)} | {"q0": q})


def _searched(
    its: Any,
    model: Model,
    terms: Sequence[Term],
    mask: _Mask,
    bounds: tuple[Any, ...],
    q0: Any,
    starts: Any,
    tolerance: float,
    max_iterations: int,
) -> InverseKinematics:
    """The result of a search in one kernel, for arrays of a framework."""
    rows = [
        x.reshape((*x.shape[: x.ndim - len(shape)], math.prod(shape)))
        for term in terms
        for x, shape in zip(term.targets, term.static[3], strict=True)
    ]
    batch = np.broadcast_shapes(*(x.shape[:-1] for x in rows))
    if all(isinstance(x, np.ndarray) for x in rows):
        targets, _ = _stacked(terms, batch)
        targets = targets.reshape(*batch, targets.shape[-1])
    else:
        targets = its.joined_rows(rows, batch, q0)
    lower, upper, wrapping, lowest, highest = bounds
    found = inverse_kinematics_search(
        model,
        q0,
        targets,
        np.concatenate([x.weight for x in terms]),
        mask.velocities * 1.0,
        ~mask.coordinates * 1.0,
        lower,
        upper,
        np.where(wrapping, lowest, -np.inf),
        np.where(wrapping, highest, np.inf),
        starts if len(starts) else np.zeros((1, model.nq)),
        np.full(len(terms), np.inf),
        tolerance,
        tasks=tuple(x.static for x in terms),
        max_iterations=max_iterations,
        restarts=len(starts),
    )
    return InverseKinematics(
        found.q, found.residual <= tolerance, found.residual, found.errors, found.iterations
    )


@dataclass(frozen=True)
class _Search:
    """The search for given tasks of a robot, for any targets."""

    step: Kernel
    ntasks: int
    stays: Any
    """A mask of coordinates that do not move."""
    moving: Any
    """1 for velocities of joints that move, else 0."""
    lower: Any
    upper: Any
    """The limits of steps."""
    wrapping: Any
    """A mask of angles without limits in steps, which are wrapped into the next two."""
    lowest: Any
    highest: Any

    @classmethod
    def on(cls, model: Model, terms: Sequence[Term], limits: bool, mask: _Mask) -> "_Search":
        """The search for a robot, cached with its kernels."""
        tasks = tuple(x.static for x in terms)
        moving, stays = mask.velocities, ~mask.coordinates
        key = cls, tasks, limits, stays.tobytes()
        if key not in model.dispatch:
            sizes = {
                "ntasks": len(tasks),
                "ntargets": sum(math.prod(shape) for x in tasks for shape in x[3]),
                "nweights": sum(len(x.weight) for x in terms),
            }
            step = inverse_kinematics_step.compile(model, sizes=sizes, tasks=tasks)
            bounds = _bounds(model, limits & ~stays)
            model.dispatch[key] = cls(step, len(tasks), stays, moving * 1.0, *bounds)
        return model.dispatch[key]

    def run(
        self,
        q: Any,
        targets: Any,
        weights: Any,
        starts: Any,
        tolerance: float,
        max_iterations: int,
    ) -> list[Any]:
        """q, errors and iterations for samples (n, nq) and (n, ntargets), restarted at `starts`.

        Only samples that are not finished are computed.
        """
        q, count = np.clip(q, self.lower, self.upper), self.ntasks
        found, errors = q.copy(), np.full((len(q), count), np.inf)
        state, least, steps = _initial(q, count), np.full(len(q), np.inf), np.zeros(len(q), int)
        number, attempt = np.arange(len(q)), np.zeros(len(q), int)
        fixed = weights, self.moving, self.lower, self.upper
        for k in range(max_iterations + 1):
            state = self.step(*state, targets, *fixed)
            far = state.errors.max(-1) > tolerance
            ended = ~far | (state.wait >= PATIENCE) | (k == max_iterations)
            if not np.count_nonzero(ended):
                continue
            steps[number] = k
            better = ended & (~far | ~(state.cost >= least[number]))
            found[number[better]] = state.best[better]
            errors[number[better]] = state.errors[better]
            least[number[better]] = state.cost[better]
            again = ended & far & (attempt < len(starts))
            first = starts[attempt[again]]
            first[:, self.stays] = q[number[again]][:, self.stays]
            for x, start in zip(state, _initial(first, count), strict=True):
                x[again] = start
            active = again | ~ended
            number, targets, attempt = number[active], targets[active], (attempt + again)[active]
            state = InverseKinematicsState(*(x[active] for x in state))
            if not len(number):
                break
        return [self._wrapped(found), errors, steps]

    def _wrapped(self, q: Any) -> Any:
        """q with angles wrapped into their limits, in spite of rounding."""
        lowest, highest = self.lowest[self.wrapping], self.highest[self.wrapping]
        angles = q[:, self.wrapping]
        above, below = np.maximum(angles - highest, 0), np.maximum(lowest - angles, 0)
        turns = np.ceil(above / (2 * np.pi)) - np.ceil(below / (2 * np.pi))
        q[:, self.wrapping] = np.clip(angles - 2 * np.pi * turns, lowest, highest)
        return q


def _initial(q: Any, ntasks: int) -> InverseKinematicsState:
    """The initial states of searches from q (n, nq)."""
    n = len(q)
    far: Any = np.full((n, ntasks), np.inf)
    return InverseKinematicsState(q, np.zeros(n), q, np.full(n, np.inf), far, np.zeros(n))


def _bounds(model: Model, limited: Any) -> tuple[Any, Any, Any, Any, Any]:
    """The limits of steps, the mask of angles to wrap, and the robot's limits."""
    names = ("lower_position_limits", "upper_position_limits")
    lowest, highest = (numbers(name, getattr(model, name)) for name in names)
    sources = {j.q_slice.start for j in model.joints if not j.type.independent}
    wrapping = np.zeros(model.nq, bool)
    for j in model.free_joints:
        wrapping[j.q_slice] = isinstance(j.type, Revolute) and j.q_slice.start not in sources
    wrapping &= limited & (highest - lowest >= 2 * np.pi)
    linear = normalize(model, np.full(model.nq, 2.0)) == 2.0  # rotations have length 1
    limited = limited & linear & ~wrapping
    lower, upper = np.where(limited, lowest, -np.inf), np.where(limited, highest, np.inf)
    return lower, upper, wrapping, lowest, highest
