"""`kt.inverse_kinematics`: configurations that meet tasks, and velocities towards them."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, cast

import numpy as np

from ..algorithms.configuration import normalize
from ..algorithms.inverse_kinematics import (
    InverseKinematicsSearch,
    inverse_kinematics_search,
    velocity_inverse_kinematics_step,
)
from ..coordinates.configuration import random_configuration
from ..errors import ModelError, ShapeError, kind_of
from ..functions import Algorithm, frameworks
from ..model import Model, expect_model
from ..model.joints import Revolute
from ..model.values import numbers
from .tasks import Pose, Task, Term, array, known

LONGEST: Final = 60
"""The most bits of a count of iterations."""
LANES: Final = 8
"""The most samples in a vector."""
MANY: Final = 3
"""Restarts for which it pays to begin hard samples again."""


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
    _check_batches(owner, {"q0": q}, terms)
    its = _framework(owner, {"q0": q}, terms)
    targets = _joined_targets(its, terms, q)
    starts = np.zeros((1 << max(restarts - 1, 0).bit_length(), model.nq))  # few sizes of kernels
    if restarts:
        starts[:restarts] = random_configuration(model, restarts, rng=rng)
    lower, upper, lowest, highest = _bounds(model, bool(limits) & mask.coordinates)
    operands = [
        q,
        targets,
        np.concatenate([x.weight for x in terms]),
        mask.velocities * 1.0,
        ~mask.coordinates * 1.0,
        lower,
        upper,
        lowest,
        highest,
        starts,
        np.full(len(terms), np.inf),
        tolerance,
        float(max_iterations),
        float(restarts),
    ]
    length = 1 << min(int(max_iterations).bit_length(), LONGEST)
    search = partial(_run, its, inverse_kinematics_search, model, terms, length=length)
    many = its is None and restarts >= MANY
    found = _search_apart(search, operands, tolerance) if many else search(operands)
    return InverseKinematics(
        found.q,
        found.residual <= tolerance,
        found.residual,
        found.errors,
        found.iterations.astype(int) if its is None else found.iterations,
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

    The bounded least squares are solved to rounding by projected Newton's method, from rest on, in
    one kernel. nan where q is, and in programs of frameworks where dt, gain or damping are not
    positive. Arrays of JAX, PyTorch or CuPy give one of their kind; in float32 a damping of less
    than about 1e-3 is lost in rounding.
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
    q = array("q", q, (model.nq,), f": the nq of {model.name}")
    terms = _terms(owner, model, tasks)
    settings = {n: array(n, x) for n, x in (("dt", dt), ("gain", gain), ("damping", damping))}
    for name, x in settings.items():
        values = known(x)
        if values is not None and (values <= 0).any():
            raise ModelError(f"{owner}: {name} is {values.min()}; expected more than 0.")
    _check_batches(owner, {"q": q, **settings}, terms)
    its = _framework(owner, {"q": q, **settings}, terms)
    operands = [
        q,
        *settings.values(),
        _joined_targets(its, terms, q),
        np.concatenate([x.weight for x in terms]),
        np.where(_moving(owner, model, joints).velocities, model.velocity_limits, 0.0),
        model.lower_position_limits,
        model.upper_position_limits,
    ]
    return _run(its, velocity_inverse_kinematics_step, model, terms, operands)


def _check_settings(tolerance: Any, max_iterations: Any, restarts: Any) -> None:
    """Raise ModelError for invalid tolerances and counts."""
    if isinstance(tolerance, bool) or not (
        isinstance(tolerance, (int, float, np.number)) and tolerance > 0
    ):
        raise ModelError(f"inverse_kinematics: tolerance is {tolerance!r}; expected a number > 0.")
    least = {"max_iterations": (max_iterations, 1), "restarts": (restarts, 0)}
    for name, (value, lowest) in least.items():
        whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
        if not (whole and value >= lowest):
            raise ModelError(
                f"inverse_kinematics: {name} is {value!r}; expected an integer >= {lowest}."
            )


def _terms(owner: str, model: Model, tasks: Any) -> list[Term]:
    """The tasks on a robot."""
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
    return [task.term(model) for task in listed]


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


def _check_batches(owner: str, operands: Mapping[str, Any], terms: Sequence[Term]) -> None:
    """Raise ShapeError where the batch axes of operands and targets do not fit together."""
    (first, q), *others = operands.items()
    shapes = {first: q.shape[:-1], **{name: x.shape for name, x in others}}
    listed = [*shapes.values(), *(x.batch for x in terms)]
    try:
        np.broadcast_shapes(*listed)
    except ValueError:
        axes = " and ".join(map(str, dict.fromkeys(listed)))
        names = ", ".join(shapes)
        raise ShapeError(
            f"{owner}: {names} and the targets have batch axes {axes}, which do not fit together."
        ) from None


def _framework(owner: str, operands: Mapping[str, Any], terms: Sequence[Term]) -> Any:
    """The module for the arrays of a framework among operands and targets; None without any."""
    given = [x for term in terms for x in term.targets]
    return frameworks.find(owner, {f"target {k}": x for k, x in enumerate(given)} | dict(operands))


def _joined_targets(its: Any, terms: Sequence[Term], q: Any) -> Any:
    """The targets of all tasks in a row (..., ntargets), of NumPy or of q's framework."""
    rows = [
        x.reshape((*x.shape[: x.ndim - len(shape)], math.prod(shape)))
        for term in terms
        for x, shape in zip(term.targets, term.static[3], strict=True)
    ]
    batch = np.broadcast_shapes(*(x.shape[:-1] for x in rows))
    if not all(isinstance(x, np.ndarray) for x in rows):
        return its.joined_rows(rows, batch, q)
    rows = [np.broadcast_to(x, (*batch, x.shape[-1])) for x in rows]
    return np.concatenate(rows, -1) if rows else np.zeros(0)


def _search_apart(
    search: Callable[[Sequence[Any]], InverseKinematicsSearch],
    operands: Sequence[Any],
    tolerance: float,
) -> InverseKinematicsSearch:
    """The results of a search, in which the samples that need restarts are searched apart.

    Samples are searched in groups, the lanes of a vector, of which each waits for the others. The
    hard ones begin again, all in groups of their own.
    """
    q0, targets, *others, restarts = operands
    batch = np.broadcast_shapes(q0.shape[:-1], targets.shape[:-1])
    if math.prod(batch) <= LANES:
        return search(operands)
    found = search([q0, targets, *others, 0.0])
    hard = ~(found.residual <= tolerance)
    q0, targets = (np.broadcast_to(x, (*batch, x.shape[-1]))[hard] for x in (q0, targets))
    for x, y in zip(found, search([q0, targets, *others, restarts]), strict=True):
        x[hard] = y
    return found


def _run(
    its: Any,
    algorithm: Algorithm,
    model: Model,
    terms: Sequence[Term],
    operands: Sequence[Any],
    **statics: Any,
) -> Any:
    """The results of an algorithm of tasks."""
    statics["tasks"] = tuple(x.static for x in terms)
    return algorithm(model, *operands, **statics)


def _bounds(model: Model, limited: Any) -> tuple[Any, Any, Any, Any]:
    """The limits of steps, and those of angles that are brought back by whole turns."""
    names = ("lower_position_limits", "upper_position_limits")
    lowest, highest = (numbers(name, getattr(model, name)) for name in names)
    sources = {j.q_slice.start for j in model.joints if not j.type.independent}
    wrapping = np.zeros(model.nq, bool)
    for j in model.free_joints:
        wrapping[j.q_slice] = isinstance(j.type, Revolute) and j.q_slice.start not in sources
    wrapping &= limited & (highest - lowest >= 2 * np.pi)
    linear = normalize(model, np.full(model.nq, 2.0)) == 2.0  # rotations have length 1
    limited = limited & linear & ~wrapping
    return (
        np.where(limited, lowest, -np.inf),
        np.where(limited, highest, np.inf),
        np.where(wrapping, lowest, -np.inf),
        np.where(wrapping, highest, np.inf),
    )
