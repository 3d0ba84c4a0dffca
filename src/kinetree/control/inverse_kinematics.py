"""`kt.inverse_kinematics`: configurations that meet tasks."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf, prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algorithms.configuration import normalize
from ..algorithms.inverse_kinematics import InverseKinematicsSearch, inverse_kinematics_search
from ..coordinates.configuration import random_configuration
from ..errors import ModelError, with_known_keywords
from ..functions.framework import FrameworkArray
from ..model import Model
from ..model.joints import Revolute
from ..model.values import numbers, whole_number
from .targets import array, kept
from .task_problem import TaskProblem, Tasks

LONGEST: Final = 60
"""The most bits of a count of iterations."""
LANES: Final = 8
"""The most samples in a vector."""
FEW: Final = 8
"""The starts of the smallest kernel."""
MANY: Final = 3
"""Restarts for which it pays to begin hard samples again."""


class InverseKinematics(NamedTuple):
    """The result of `inverse_kinematics`, with the batch axes of targets and q0."""

    q: FrameworkArray
    """(..., nq): the best configuration found, normalized."""
    converged: FrameworkArray
    """(...): whether the errors of all tasks are within the tolerance."""
    residual: FrameworkArray
    """(...): the largest of the tasks' errors at q; nan where targets or q0 are."""
    errors: FrameworkArray
    """(..., ntasks): the length of each task's error, without its weight; loops come last."""
    iterations: FrameworkArray
    """(...): the steps taken."""


@with_known_keywords
def inverse_kinematics(
    model: Model,
    tasks: Tasks,
    q0: ArrayLike,
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
    or where no small motion comes closer, at the latest after `max_iterations` steps. Then up to
    `restarts` more attempts, each of as many steps, begin at random configurations, drawn by `rng`
    (a seed, or a generator), the same for every sample of a batch, the first ones the same whatever
    their number; they find more, but not what is near q0.

    A sample converges where the error of every task (m and rad together) is at most `tolerance`,
    also of the robot's loops and couplings, one more task of weight 100. Where one is not, q has
    the least weighted errors found, and `errors` says which task misses by how much. A task that
    others contradict, as a posture, is met in part, by its weight: drop it and begin again at the q
    found, if the others are to converge.

    Only `joints` move, by default all; the coordinates of others are those of q0 to the last bit,
    of a floating base, too, unless "root_joint" is among them.
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
    >>> solution = kt.inverse_kinematics(arm, {"tool": target}, kt.neutral(arm))
    >>> bool(solution.converged)
    True
    >>> still = kt.inverse_kinematics(
    ...     arm, [kt.tasks.Position("tool", target[:3, 3])], solution.q, joints=arm.joint_names[3:]
    ... )
    >>> still.iterations.item()
    0
    """
    problem = TaskProblem.of("inverse_kinematics", model, tasks)
    start = array("q0", q0, (model.nq,), f": the nq of {model.name}")
    _check_settings(tolerance, max_iterations, restarts)
    mask = problem.moving(joints)
    starts = np.zeros((FEW, model.nq))
    if restarts:  # in blocks, for few sizes of kernels, and the same first ones for any number
        rng = np.random.default_rng(rng)
        sizes = [FEW, *(FEW << k for k in range(((restarts - 1) // FEW).bit_length()))]
        starts = np.concatenate([random_configuration(model, n, rng=rng) for n in sizes])
    limited = bool(limits) & mask.coordinates
    targets = problem.targets("q0", start)
    lower, upper, lowest, highest = kept(
        model, ("bounds", limited.tobytes()), lambda: _bounds(model, limited)
    )
    operands = {
        "q0": start,
        "targets": targets,
        "weights": problem.weights,
        "moving": mask.velocities.astype(float),
        "stays": (~mask.coordinates).astype(float),
        "lower": lower,
        "upper": upper,
        "lowest": lowest,
        "highest": highest,
        "starts": starts,
        "unknown": np.full(len(problem.terms), inf),
        "tolerance": tolerance,
        "max_iterations": float(max_iterations),
        "restarts": float(restarts),
    }
    most = (int(max_iterations) + 1) * (len(starts) + 1)
    length = 1 << min(most.bit_length(), LONGEST)
    batch = np.broadcast_shapes(start.shape[:-1], targets.shape[:-1])
    plain = isinstance(start, np.ndarray) and isinstance(targets, np.ndarray)
    apart = plain and restarts >= MANY and prod(batch) > LANES
    search = partial(inverse_kinematics_search, model, tasks=problem.tasks, length=length)
    best = _search_apart(search, operands) if apart else search(**operands)
    return InverseKinematics(
        best.q,
        best.residual <= tolerance,
        best.residual,
        best.errors,
        best.iterations.astype(int) if plain else best.iterations,
    )


def _search_apart(
    search: Callable[..., InverseKinematicsSearch], operands: Mapping[str, Any]
) -> InverseKinematicsSearch:
    """The results of a search, in which the samples that need restarts are searched apart.

    Samples are searched in groups, the lanes of a vector, of which each waits for the others. The
    hard ones begin again, all in groups of their own.
    """
    best = search(**{**operands, "restarts": 0.0})
    hard = ~(best.residual <= operands["tolerance"])
    samples = {
        name: np.broadcast_to(operands[name], (*hard.shape, operands[name].shape[-1]))[hard]
        for name in ("q0", "targets")
    }
    again = search(**{**operands, **samples})
    for x, y in zip(best, again, strict=True):
        x[hard] = y
    return best


def _check_settings(tolerance: object, max_iterations: object, restarts: object) -> None:
    if isinstance(tolerance, bool) or not (
        isinstance(tolerance, (int, float, np.number)) and tolerance > 0
    ):
        raise ModelError(f"inverse_kinematics: tolerance is {tolerance!r}; expected a number > 0.")
    whole_number("inverse_kinematics", "max_iterations", max_iterations, 1)
    whole_number("inverse_kinematics", "restarts", restarts, 0)


def _bounds(model: Model, limited: NDArray[np.bool_]) -> tuple[NDArray[np.float64], ...]:
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
