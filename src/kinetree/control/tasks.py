"""Tasks of inverse kinematics: what a robot is to do, with targets and weights.

    >>> import kinetree as kt
    >>> robot = kt.robots.humanoid()
    >>> q0 = kt.random_configuration(robot, rng=1)  # straight legs cannot tell where to bend
    >>> feet = [
    ...     kt.tasks.Pose(f, kt.frame_placement(robot, q0, frame=f))
    ...     for f in ("left_foot", "right_foot")
    ... ]
    >>> lower = kt.tasks.CenterOfMass(kt.center_of_mass(robot, q0) - [0, 0, 0.05])
    >>> bool(kt.inverse_kinematics(robot, [*feet, lower], q0).converged)
    True

Weights multiply errors: of two tasks that contradict each other, one of weight 10 counts 100 times
as much in the sum of squares. A weight is a number, or one for each component; a component of
weight 0 is free. Targets may have batch axes, weights have none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np

from ..algorithms import tasks as rows
from ..errors import ModelError, ShapeError, unknown
from ..functions import Algorithm
from ..functions.adapters import joined
from ..functions.framework import framework_of
from ..functions.statics import static_key
from ..model import Model
from ..model.values import numbers

__all__ = ["CenterOfMass", "Error", "Orientation", "Pose", "Position", "Posture", "Task"]

UNIT_ERROR: Final = 1e-6
"""Bound of the errors of R^T R = 1 in a target, element by element."""


class Term(NamedTuple):
    """A task on a robot: its static part, its weight (1) or (k), and its targets."""

    static: rows.Task
    weight: Any
    targets: list[Any]
    batch: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Task:
    """The base of all tasks; `kt.inverse_kinematics` takes a list of them."""

    def term(self, model: Model) -> Term:
        """The task on a robot."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Pose(Task):
    """A frame at a placement: position and orientation, in the world or in another frame.

    `target` is (..., 4, 4), or an SE3, the placement of `frame` in the frame `relative_to`, by
    default the world. The error is log6(T^-1 target), in m and rad together. The weight is one
    number; for others, or for single components, give a Position and an Orientation.

    >>> import kinetree as kt
    >>> grasp = kt.tasks.Pose("left_hand", kt.SE3.identity(), relative_to="right_hand", weight=2.0)
    """

    frame: Any
    target: Any
    _: KW_ONLY
    relative_to: Any = None
    weight: Any = 1.0

    def term(self, model: Model) -> Term:
        if np.ndim(self.weight):
            raise ModelError(
                f"Pose of {model.frame(self.frame).name!r}: its weight is {self.weight!r}; expected"
                " a number. Components have weights in kt.tasks.Position and kt.tasks.Orientation."
            )
        return _frame_term(self, model, "pose", _placement)


@dataclass(frozen=True, eq=False)
class Position(Task):
    """The origin of a frame at a point (..., 3), in m, in the world or in the frame `relative_to`.

    The rotation is free. The error is the vector to the target.

    >>> import kinetree as kt
    >>> on_table = kt.tasks.Position("tool", [0.0, 0.0, 0.4], weight=[0, 0, 1])  # its height alone
    """

    frame: Any
    target: Any
    _: KW_ONLY
    relative_to: Any = None
    weight: Any = 1.0

    def term(self, model: Model) -> Term:
        return _frame_term(self, model, "position", _point)


@dataclass(frozen=True, eq=False)
class Orientation(Task):
    """The axes of a frame along those of a rotation (..., 3, 3), or an SO3; its origin is free.

    The error is the rotation vector to the target, in rad, in the axes of `relative_to`, or of the
    world.

    >>> import kinetree as kt
    >>> level = kt.tasks.Orientation("tool", kt.SO3.exp([0.0, 0.0, 0.0]), weight=[1, 1, 0])
    """

    frame: Any
    target: Any
    _: KW_ONLY
    relative_to: Any = None
    weight: Any = 1.0

    def term(self, model: Model) -> Term:
        return _frame_term(self, model, "orientation", _rotation)


@dataclass(frozen=True, eq=False)
class CenterOfMass(Task):
    """The robot's centre of mass at a point (..., 3) in the world, in m.

    >>> import kinetree as kt
    >>> above_feet = kt.tasks.CenterOfMass([0.0, 0.1, 0.0], weight=[1, 1, 0])
    """

    target: Any
    _: KW_ONLY
    weight: Any = 1.0

    def term(self, model: Model) -> Term:
        target = _point("the target of the centre of mass", self.target)
        return _term("CenterOfMass", rows.center_of_mass_task, {}, [(target, 1)], self.weight)


@dataclass(frozen=True, eq=False)
class Posture(Task):
    """The whole robot at a configuration (..., nq); the error is `kt.difference`, (nv).

    With a small weight it chooses among the solutions of the other tasks; it then bends them by
    about its weight squared, and as its own error remains the sample does not converge.

    >>> import kinetree as kt
    >>> near = kt.tasks.Posture(kt.neutral(kt.robots.arm()), weight=1e-3)
    """

    target: Any
    _: KW_ONLY
    weight: Any = 1.0

    def term(self, model: Model) -> Term:
        what = f": the nq of {model.name}"
        target = array("the target of the posture", self.target, (model.nq,), what)
        return _term("Posture", rows.posture_task, {}, [(target, 1)], self.weight)


@dataclass(frozen=True, eq=False)
class Error(Task):
    """The result of a `kt.algorithm` at zero: a number, or a vector (k).

    The algorithm takes q first. `operands` are its other operands, with batch axes, `statics` its
    static keywords. Its Jacobian is `kt.jacobian(algorithm, "q")`.

    >>> import kinetree as kt
    >>> @kt.algorithm("(nq),()->()")
    ... def height(model, q, wanted):
    ...     return kt.frame_placement(model, q, frame="tool")[2, 3] - wanted
    >>> arm = kt.robots.arm()
    >>> task = kt.tasks.Error(height, [0.7])
    >>> bool(kt.inverse_kinematics(arm, [task], kt.neutral(arm) + 0.1).converged)
    True
    """

    algorithm: Algorithm
    operands: Sequence[Any] = ()
    _: KW_ONLY
    statics: Mapping[str, Any] = field(default_factory=dict[str, Any])
    weight: Any = 1.0

    def term(self, model: Model) -> Term:
        given: Any = self.algorithm
        if not isinstance(given, Algorithm):
            raise ModelError(
                f"kt.tasks.Error takes a kt.algorithm; got {type(given).__name__}. Write "
                "@kt.algorithm over its def."
            )
        name, names = given.__name__, given.parameters.operands
        if names[:1] != ("q",):
            raise ModelError(
                f"{name}: the first operand of a task's algorithm is q; it has {names}."
            )
        if len(self.operands) != len(names) - 1:
            raise ShapeError(
                f"{name}: {len(self.operands)} operands for its task; expected {len(names) - 1}: "
                f"({', '.join(names[1:])})."
            )
        for keyword in self.statics:
            if keyword not in given.parameters.statics:
                raise ModelError(f"{name}: {unknown('static', keyword, given.parameters.statics)}")
        static_key(name, self.statics)  # they must be hashable
        ranks = [len(given.dims[x]) for x in names[1:]]
        values = [array(f"{name}: {x}", v) for x, v in zip(names[1:], self.operands, strict=True)]
        keywords = {"algorithm": given, "statics": tuple(self.statics.items())}
        pairs = [*zip(values, ranks, strict=True)]
        return _term(name, rows.algorithm_task, keywords, pairs, self.weight)


def _frame_term(task: Any, model: Model, part: rows.Part, check: Any) -> Term:
    """The term of a task of one frame."""
    frame = model.frame(task.frame)
    base = None if task.relative_to is None else _index(model, task.relative_to)
    keywords = {"frame": _index(model, frame), "relative_to": base, "part": part}
    target = check(f"the target of {frame.name!r}", task.target)
    name = f"{type(task).__name__} of {frame.name!r}"
    return _term(name, rows.frame_task, keywords, [(target, 1 + (part != "position"))], task.weight)


def _index(model: Model, frame: Any) -> int:
    """The number of a frame."""
    found = model.frame(frame)
    return next(k for k, x in enumerate(model.frames) if x is found)


def _term(
    name: str, function: Any, keywords: Mapping[str, Any], given: list[Any], weight: Any
) -> Term:
    """The term of a function of targets, each with the number of its axes."""
    w = numbers(f"{name}: weight", weight)
    if w.ndim > 1 or not (np.isfinite(w) & (w >= 0)).all():
        raise ModelError(
            f"{name}: its weight is {weight!r}; expected a number that is not negative, or one for "
            "each component."
        )
    shapes = [(x.shape[: x.ndim - rank], tuple(x.shape[x.ndim - rank :])) for x, rank in given]
    static = name, function, tuple(keywords.items()), tuple(core for _, core in shapes), w.size
    batch = np.broadcast_shapes(*(axes for axes, _ in shapes))
    return Term(static, w.reshape(-1), [x for x, _ in given], batch)


def array(what: str, value: Any, core: tuple[int, ...] = (), meaning: str = "") -> Any:
    """A value as an array (..., *core) of NumPy, or of a framework that searches."""
    found = _of_framework(joined(value))
    found = numbers(what, value) if found is None else found
    if core and tuple(found.shape[-len(core) :]) != core:
        wanted = ", ".join(map(str, core))
        raise ShapeError(
            f"{what} has shape {tuple(found.shape)}; expected (..., {wanted}){meaning}."
        )
    return found


def _of_framework(x: Any) -> Any:
    """An array of floating-point numbers, or one that is traced, of a framework that searches."""
    framework = framework_of(x)
    if framework is None or not framework.searches:
        return None
    x = framework.array(x)
    floating = framework.dtype_of(x) in ("float64", "float32")
    return x if floating or framework.concrete(x) is None else None


def _point(what: str, target: Any) -> Any:
    """A point as an array."""
    return array(what, target, (3,))


def _rotation(what: str, target: Any) -> Any:
    """A rotation as an array; a sample with nan passes."""
    given = array(what, target, (3, 3), ", or a kt.SO3")
    R = known(given)
    if R is None:
        return given
    with np.errstate(all="ignore"):  # of infinite elements
        error = abs(np.swapaxes(R, -1, -2) @ R - np.eye(3)).max((-1, -2))
        if ((error > UNIT_ERROR) | (np.linalg.det(R) < 0)).any():
            raise ModelError(f"{what} is not rigid; R^T R must be 1 and det R = +1.")
    return given


def known(x: Any) -> Any:
    """The values of an array; None while a framework traces it, and on a GPU."""
    framework = framework_of(x)
    return x if framework is None else framework.concrete(x)


def _placement(what: str, target: Any) -> Any:
    """A placement as an array; a sample with nan passes."""
    given = array(what, target)
    hint = ". A point alone is kt.tasks.Position(frame, p)" if given.shape[-1:] == (3,) else ""
    given = array(what, given, (4, 4), f", or a kt.SE3{hint}")
    T = known(given)
    if T is None:
        return given
    wrong = (abs(T[..., 3, :] - [0, 0, 0, 1]) > UNIT_ERROR).any(-1)
    if wrong.any():
        raise ModelError(
            f"{what} has the last row {T[wrong][0, 3].tolist()}; expected [0, 0, 0, 1]. Is it "
            "transposed?"
        )
    _rotation(what, T[..., :3, :3])
    return given
