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

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from ..algorithms import tasks as rows
from ..errors import ModelError, ShapeError, unknown
from ..functions import Algorithm
from ..functions.statics import static_key
from ..model import Frame, Model
from .targets import Check, array, placement, point, rotation
from .task_terms import Constants, Term, kept, weight_key

__all__ = ["CenterOfMass", "Error", "Orientation", "Pose", "Position", "Posture", "Task"]

FrameName = str | int | Frame


@dataclass(frozen=True, eq=False)
class Task(ABC):
    """The base of all tasks; `kt.inverse_kinematics` takes a list of them."""

    @abstractmethod
    def term(self, model: Model) -> Term:
        """The task on a robot."""


@dataclass(frozen=True, eq=False)
class _FrameTask(Task):
    """A task of one frame, whose target is in the frame `relative_to`, by default in the world."""

    frame: FrameName
    target: object
    _: KW_ONLY
    relative_to: FrameName | None = None
    weight: ArrayLike = 1.0

    part: ClassVar[rows.Part]
    shape: ClassVar[tuple[int, ...]]
    check: ClassVar[Check]

    def term(self, model: Model) -> Term:
        key = type(self), self.frame, self.relative_to, weight_key(self.weight)
        constants = kept(model, key, partial(self._constants, model))
        return Term(constants, [type(self).check(constants.target, self.target)])

    def _constants(self, model: Model) -> Constants:
        frame = model.frame(self.frame)
        name = f"{type(self).__name__} of {frame.name!r}"
        base = None if self.relative_to is None else _index(model, self.relative_to)
        keywords = {"frame": _index(model, frame), "relative_to": base, "part": self.part}
        target = f"the target of {frame.name!r}"
        return Constants.of(name, rows.frame_task, keywords, [self.shape], self.weight, target)


@dataclass(frozen=True, eq=False)
class Pose(_FrameTask):
    """A frame at a placement: position and orientation, in the world or in another frame.

    `target` is (..., 4, 4), or an SE3, the placement of `frame` in the frame `relative_to`, by
    default the world. The error is log6(T^-1 target), in m and rad together. The weight is one
    number; for others, or for single components, give a Position and an Orientation.

    >>> import kinetree as kt
    >>> grasp = kt.tasks.Pose("left_hand", kt.SE3.identity(), relative_to="right_hand", weight=2.0)
    """

    part, shape, check = "pose", (4, 4), staticmethod(placement)

    def _constants(self, model: Model) -> Constants:
        if np.ndim(self.weight):
            raise ModelError(
                f"Pose of {model.frame(self.frame).name!r}: its weight is {self.weight!r}; expected"
                " a number. Components have weights in kt.tasks.Position and kt.tasks.Orientation."
            )
        return super()._constants(model)


@dataclass(frozen=True, eq=False)
class Position(_FrameTask):
    """The origin of a frame at a point (..., 3), in m, in the world or in the frame `relative_to`.

    The rotation is free. The error is the vector to the target.

    >>> import kinetree as kt
    >>> on_table = kt.tasks.Position("tool", [0.0, 0.0, 0.4], weight=[0, 0, 1])  # its height alone
    """

    part, shape, check = "position", (3,), staticmethod(point)


@dataclass(frozen=True, eq=False)
class Orientation(_FrameTask):
    """The axes of a frame along those of a rotation (..., 3, 3), or an SO3; its origin is free.

    The error is the rotation vector to the target, in rad, in the axes of `relative_to`, or of the
    world.

    >>> import kinetree as kt
    >>> level = kt.tasks.Orientation("tool", kt.SO3.exp([0.0, 0.0, 0.0]), weight=[1, 1, 0])
    """

    part, shape, check = "orientation", (3, 3), staticmethod(rotation)


@dataclass(frozen=True, eq=False)
class CenterOfMass(Task):
    """The robot's centre of mass at a point (..., 3) in the world, in m.

    >>> import kinetree as kt
    >>> above_feet = kt.tasks.CenterOfMass([0.0, 0.1, 0.0], weight=[1, 1, 0])
    """

    target: object
    _: KW_ONLY
    weight: ArrayLike = 1.0

    def term(self, model: Model) -> Term:
        target = point("the target of the centre of mass", self.target)
        return Term(kept(model, (CenterOfMass, weight_key(self.weight)), self._constants), [target])

    def _constants(self) -> Constants:
        return Constants.of("CenterOfMass", rows.center_of_mass_task, {}, [(3,)], self.weight)


@dataclass(frozen=True, eq=False)
class Posture(Task):
    """The whole robot at a configuration (..., nq); the error is `kt.difference`, (nv).

    With a small weight it chooses among the solutions of the other tasks; it then bends them by
    about its weight squared, and as its own error remains the sample does not converge.

    >>> import kinetree as kt
    >>> near = kt.tasks.Posture(kt.neutral(kt.robots.arm()), weight=1e-3)
    """

    target: object
    _: KW_ONLY
    weight: ArrayLike = 1.0

    def term(self, model: Model) -> Term:
        shape, meaning = (model.nq,), f": the nq of {model.name}"
        target = array("the target of the posture", self.target, shape, meaning)
        make = partial(Constants.of, "Posture", rows.posture_task, {}, [shape], self.weight)
        return Term(kept(model, (Posture, weight_key(self.weight)), make), [target])


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
    operands: Sequence[object] = ()
    _: KW_ONLY
    statics: Mapping[str, object] = field(default_factory=dict[str, object])
    weight: ArrayLike = 1.0

    def term(self, model: Model) -> Term:
        algorithm, statics = self._checked_algorithm(), self.statics
        name, (_, *names) = algorithm.__name__, algorithm.parameters.operands
        key = algorithm, static_key(name, statics), weight_key(self.weight)
        targets = [array(f"{name}: {n}", x) for n, x in zip(names, self.operands, strict=True)]
        ranks = [len(algorithm.dims[n]) for n in names]
        pairs = zip(targets, ranks, strict=True)
        shapes = [tuple(x.shape[len(x.shape) - rank :]) for x, rank in pairs]
        keywords = {"algorithm": algorithm, "statics": tuple(statics.items())}
        make = partial(Constants.of, name, rows.algorithm_task, keywords, shapes, self.weight)
        return Term(kept(model, (*key, *shapes), make), targets)

    def _checked_algorithm(self) -> Algorithm:
        """The algorithm; raises an error for operands and statics that it does not take."""
        algorithm: object = self.algorithm
        if not isinstance(algorithm, Algorithm):
            raise ModelError(
                f"kt.tasks.Error takes a kt.algorithm; got {type(algorithm).__name__}. Write "
                "@kt.algorithm over its def."
            )
        name, names = algorithm.__name__, algorithm.parameters.operands
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
            if keyword not in algorithm.parameters.statics:
                known = algorithm.parameters.statics
                raise ModelError(f"{name}: {unknown('static', keyword, known)}")
        return algorithm


def _index(model: Model, name: FrameName) -> int:
    """The number of a frame."""
    frame = model.frame(name)
    return next(k for k, x in enumerate(model.frames) if x is frame)
