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

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from ..algorithms import tasks as rows
from ..algorithms.tasks import CompiledTask
from ..errors import ModelError, ShapeError, unknown
from ..functions import Algorithm
from ..functions.statics import static_key
from ..model import Model
from .clearance import Clearance
from .targets import array, placement, rotation
from .task import FrameName, Shapes, Targets, Task

__all__ = ["CenterOfMass", "Clearance", "Error", "Orientation", "Pose", "Position"]
__all__ += ["Posture", "Task"]


@dataclass(frozen=True, eq=False)
class _FrameTask(Task):
    """A task of one frame, whose target is in the frame `relative_to`, by default in the world."""

    frame: FrameName
    target: object
    relative_to: FrameName | None = field(default=None, kw_only=True)
    part: ClassVar[rows.Part]

    def _targets(self, model: Model) -> Targets:
        name = self.frame if isinstance(self.frame, str) else model.frame(self.frame).name
        what = f"the target of {name!r}"
        if self.part == "position":
            return [(array(what, self.target, (3,)), 1)]
        check = placement if self.part == "pose" else rotation
        return [(check(what, self.target), 2)]

    def _key(self) -> Hashable:
        return self.frame, self.relative_to

    def _task(self, model: Model, shapes: Shapes, weights: int) -> CompiledTask:
        frames, base, frame = [*model.frames], self.relative_to, model.frame(self.frame)
        keywords = (
            ("frame", frames.index(frame)),
            ("relative_to", None if base is None else frames.index(model.frame(base))),
            ("part", self.part),
        )
        name = f"{type(self).__name__} of {frame.name!r}"
        return CompiledTask(name, rows.frame_task, keywords, shapes, weights)


@dataclass(frozen=True, eq=False)
class Pose(_FrameTask):
    """A frame at a placement: position and orientation, in the world or in another frame.

    `target` is (..., 4, 4), or an SE3, the placement of `frame` in the frame `relative_to`, by
    default the world. The error is log6(T^-1 target), in m and rad together. The weight is one
    number; for others, or for single components, give a Position and an Orientation.

    >>> import kinetree as kt
    >>> grasp = kt.tasks.Pose("left_hand", kt.SE3.identity(), relative_to="right_hand", weight=2.0)
    """

    part = "pose"

    def _task(self, model: Model, shapes: Shapes, weights: int) -> CompiledTask:
        if np.ndim(self.weight):
            raise ModelError(
                f"Pose of {model.frame(self.frame).name!r}: its weight is {self.weight!r}; expected"
                " a number. Components have weights in kt.tasks.Position and kt.tasks.Orientation."
            )
        return super()._task(model, shapes, weights)


@dataclass(frozen=True, eq=False)
class Position(_FrameTask):
    """The origin of a frame at a point (..., 3), in m, in the world or in the frame `relative_to`.

    The rotation is free. The error is the vector to the target.

    >>> import kinetree as kt
    >>> on_table = kt.tasks.Position("tool", [0.0, 0.0, 0.4], weight=[0, 0, 1])  # its height alone
    """

    part = "position"


@dataclass(frozen=True, eq=False)
class Orientation(_FrameTask):
    """The axes of a frame along those of a rotation (..., 3, 3), or an SO3; its origin is free.

    The error is the rotation vector to the target, in rad, in the axes of `relative_to`, or of the
    world.

    >>> import kinetree as kt
    >>> level = kt.tasks.Orientation("tool", kt.SO3.exp([0.0, 0.0, 0.0]), weight=[1, 1, 0])
    """

    part = "orientation"


@dataclass(frozen=True, eq=False)
class CenterOfMass(Task):
    """The robot's centre of mass at a point (..., 3) in the world, in m.

    >>> import kinetree as kt
    >>> above_feet = kt.tasks.CenterOfMass([0.0, 0.1, 0.0], weight=[1, 1, 0])
    """

    target: object
    function = staticmethod(rows.center_of_mass_task)

    def _targets(self, model: Model) -> Targets:
        return [(array("the target of the centre of mass", self.target, (3,)), 1)]


@dataclass(frozen=True, eq=False)
class Posture(Task):
    """The whole robot at a configuration (..., nq); the error is `kt.difference`, (nv).

    With a small weight it chooses among the solutions of the other tasks; it then bends them by
    about its weight squared, and as its own error remains the sample does not converge.

    >>> import kinetree as kt
    >>> near = kt.tasks.Posture(kt.neutral(kt.robots.arm()), weight=1e-3)
    """

    target: object
    function = staticmethod(rows.posture_task)

    def _targets(self, model: Model) -> Targets:
        meaning = f": the nq of {model.name}"
        return [(array("the target of the posture", self.target, (model.nq,), meaning), 1)]


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
    statics: Mapping[str, object] = field(default_factory=dict[str, object], kw_only=True)

    def _targets(self, model: Model) -> Targets:
        if not isinstance(algorithm := self.algorithm, Algorithm):  # pyright: ignore
            raise ModelError(
                f"kt.tasks.Error takes a kt.algorithm; got {type(algorithm).__name__}. Write "
                "@kt.algorithm over its def."
            )
        own = algorithm.definition
        name, names = own.name, own.parameters.operands
        if names[:1] != ("q",):
            raise ModelError(
                f"{name}: the first operand of a task's algorithm is q; it has {names}."
            )
        if len(self.operands) != len(names) - 1:
            raise ShapeError(
                f"{name}: {len(self.operands)} operands for its task; expected {len(names) - 1}: "
                f"({', '.join(names[1:])})."
            )
        known = own.parameters.statics
        for keyword in (x for x in self.statics if x not in known):
            raise ModelError(f"{name}: {unknown('static', keyword, known)}")
        pairs = zip(names[1:], self.operands, strict=True)
        return [(array(f"{name}: {n}", x), len(own.dims[n])) for n, x in pairs]

    def _key(self) -> Hashable:
        return self.algorithm, static_key(self.algorithm.__name__, self.statics)

    def _task(self, model: Model, shapes: Shapes, weights: int) -> CompiledTask:
        keywords = ("algorithm", self.algorithm), ("statics", tuple(self.statics.items()))
        return CompiledTask(self.algorithm.__name__, rows.algorithm_task, keywords, shapes, weights)
