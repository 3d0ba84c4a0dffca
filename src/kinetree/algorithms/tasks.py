"""Errors of tasks and their Jacobians, the rows of inverse kinematics.

An error e is the motion of a task: a step dq with J dq = e meets it, to first order.
Errors of frames are in the axes of `relative_to`, or of the world.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import inf, nan, prod
from typing import Literal, NamedTuple

from ..errors import ShapeError
from ..functions import Algorithm, jacobian
from ..model import Model
from ..scalar.array import Array, as_array
from ..scalar.expr import Scalar
from ..scalar.math import concatenate, eye, maximum, norm, where
from ..spatial import SE3, SO3, Motion
from ..spatial.se3 import exp6_jacobian_inverse
from .center_of_mass import center_of_mass, center_of_mass_jacobian
from .configuration import difference
from .frames import frame_jacobian
from .kinematics import frame_placement

Part = Literal["pose", "position", "orientation"]
Rows = tuple[Array, Array]
"""The error e (k) and the Jacobian J (k, nv) of a task."""


@dataclass(frozen=True, eq=False)
class CompiledTask:
    """What is compiled of a task: a function `rows(model, q, *targets, **keywords)`.

    It is a key of kernels by identity, which takes less time than to compare contents.
    """

    name: str
    rows: Callable[..., Rows]
    keywords: tuple[tuple[str, object], ...]
    shapes: tuple[tuple[int, ...], ...]
    """The shapes of its targets."""
    weights: int
    """The number of its weights: 1, or one for each component."""


class WeightedRows(NamedTuple):
    """Errors and Jacobians of all tasks times their weights, and the length of each error."""

    e: Array
    J: Array
    lengths: list[Scalar]


def frame_task(
    model: Model, q: Array, target: Array, *, frame: int, relative_to: int | None, part: Part
) -> Rows:
    """The motion of a frame to its target, the axes of which are those of `relative_to`.

    A pose moves along the screw log6(T^-1 target), about the origin of the frame. Its J is the
    derivative of that log, so that J^T e is the slope of |e|^2 / 2 also far from the target.
    The target is nan where one number of a placement or rotation is not finite.
    Source: [PinocchioSheet, Motion Application]; [Sola2018, Eqs. 173, 180].
    """
    if target.ndim > 1:
        target = where(reduce(maximum, abs(target).flat) < inf, target, nan)
    T = SE3.from_matrix(frame_placement(model, q, frame=frame, relative_to=relative_to))
    axes = "local_world_aligned"
    J = frame_jacobian(model, q, frame=frame, reference=axes, relative_to=relative_to)
    if part == "position":
        return target - T.translation, J[:3]
    if part == "orientation":
        return T.rotation @ SO3(T.rotation.T @ target).log(), J[3:]
    twist = T.act_inverse(SE3.from_matrix(target)).log()
    e = Motion(T.rotation @ twist.linear, T.rotation @ twist.angular)
    return e.vector, exp6_jacobian_inverse(-e) @ J


def center_of_mass_task(model: Model, q: Array, target: Array) -> Rows:
    """The way of the centre of mass to its target."""
    return target - center_of_mass(model, q), center_of_mass_jacobian(model, q)


def posture_task(model: Model, q: Array, target: Array) -> Rows:
    """The velocity that takes the robot to a configuration in unit time."""
    return difference(model, q, target), eye(model.nv)


def algorithm_task(
    model: Model,
    q: Array,
    *operands: Array,
    algorithm: Algorithm,
    statics: Sequence[tuple[str, object]],
) -> Rows:
    """The negative result of a user's algorithm."""
    error = algorithm(model, q, *operands, **dict(statics))
    J = jacobian(algorithm, "q")(model, q, *operands, **dict(statics))
    if isinstance(error, tuple) or as_array(error).ndim > 1:
        raise ShapeError(f"{algorithm.__name__}: a task's error is one vector (k), or a number.")
    e = as_array(error)
    return -e.reshape(e.size), as_array(J).reshape(e.size, model.nv)


def weighted_rows(
    model: Model, q: Array, targets: Array, weights: Array, tasks: Sequence[CompiledTask]
) -> WeightedRows:
    """All tasks together; components of weight 0 do not count."""
    weighted: list[Rows] = []
    lengths: list[Scalar] = []
    start = 0
    for task in tasks:
        operands: list[Array] = []
        for shape in task.shapes:
            operands.append(targets[: prod(shape)].reshape(shape))
            targets = targets[prod(shape) :]
        e, J = task.rows(model, q, *operands, **dict(task.keywords))
        if task.weights not in (1, len(e)):
            raise ShapeError(
                f"{task.name}: its weight has shape ({task.weights},); expected () or ({len(e)},)."
            )
        w = Array([weights[start + (k if task.weights > 1 else 0)] for k in range(len(e))])
        start += task.weights
        e = where(w > 0, e, 0.0)
        lengths.append(norm(e))
        weighted.append((w * e, Array([[w[k] * x for x in row] for k, row in enumerate(J)])))
    errors, jacobians = zip(*weighted, strict=True)
    return WeightedRows(concatenate(errors), concatenate(jacobians), lengths)
