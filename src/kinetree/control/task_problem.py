"""Tasks on a robot, as algorithms of inverse kinematics take them."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Final, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from ..algorithms.constraints.kinematics import error
from ..algorithms.tasks import CompiledTask, algorithm_task
from ..errors import ModelError, kind_of
from ..functions.framework import Framework, FrameworkArray, framework_of_operands
from ..model import Model, expect_model
from ..model.values import common_batch
from .targets import kept
from .task import FrameName, Task, Term
from .tasks import Pose

Tasks: TypeAlias = Mapping[FrameName, object] | Sequence[Task]
"""Placements by frame, short for `kt.tasks.Pose`, or a sequence of tasks."""

_CLOSED: Final = (("algorithm", error), ("statics", ()))
CLOSED: Final = Term(
    CompiledTask("loops", algorithm_task, _CLOSED, (), 1), np.array([100.0]), targets=()
)
"""The loops and couplings of a robot at zero."""


class JointMask(NamedTuple):
    """Which coordinates and velocities move."""

    coordinates: NDArray[np.bool_]
    velocities: NDArray[np.bool_]
    velocity_limits: NDArray[np.float64]
    """Zeros for joints that rest."""


class TaskProblem(NamedTuple):
    """Tasks on a robot; its loops and couplings are one more."""

    owner: str
    model: Model
    terms: Sequence[Term]
    tasks: tuple[CompiledTask, ...]
    """What is compiled of each."""

    @classmethod
    def of(cls, owner: str, model: Model, tasks: Tasks) -> "TaskProblem":
        """Tasks as users list them; raises an error for invalid ones."""
        expect_model(owner, model)
        terms = [task.term(model) for task in _listed(owner, tasks)]
        if model.constraints:
            terms.append(CLOSED)
        return cls(owner, model, terms, tuple([term.task for term in terms]))

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights of all tasks in a row."""
        weights = [term.weight for term in self.terms]
        return weights[0] if len(weights) == 1 else np.concatenate(weights)

    def targets(self, name: str, q: FrameworkArray) -> FrameworkArray:
        """The targets of all tasks in a row (..., ntargets), of NumPy or of a framework.

        Raises ShapeError where their batch axes and those of a configuration do not fit together.
        """
        parts: list[FrameworkArray] = []
        for term in self.terms:
            for x, core in zip(term.targets, term.task.shapes, strict=True):
                parts.append(x.reshape((*x.shape[: len(x.shape) - len(core)], prod(core))))
        if len(parts) == 1 and type(parts[0]) is np.ndarray and parts[0].ndim == 1:
            return parts[0]
        operands = {f"target {k}": x for k, x in enumerate(parts)} | {name: q}
        *batches, _ = own = [tuple(x.shape[:-1]) for x in operands.values()]
        if len({*own}) > 1:  # which takes less time than to broadcast them
            problem = f"{self.owner}: the batch axes do not broadcast"
            common_batch(dict(zip(operands, own, strict=True)), problem)
        if not all(type(x) is np.ndarray for x in parts):
            framework = cast(Framework, framework_of_operands(self.owner, operands))
            return framework.joined_rows(parts, np.broadcast_shapes(*batches), q)
        if len({*batches}) > 1:
            batch = np.broadcast_shapes(*batches)
            parts = [np.broadcast_to(x, (*batch, x.shape[-1])) for x in parts]
        return np.concatenate(parts, -1) if parts else np.zeros(0)

    def moving(self, names: Sequence[str] | None) -> JointMask:
        """The masks of joints by name, or of all."""
        if isinstance(names, str):
            raise ModelError(
                f"{self.owner}: joints is {names!r}; expected several names, as [{names!r}]."
            )
        listed = None if names is None else tuple(names)
        return kept(self.model, (JointMask, listed), lambda: self._moving(listed))

    def _moving(self, names: tuple[str, ...] | None) -> JointMask:
        model, every = self.model, names is None
        coordinates, velocities = np.full(model.nq, every), np.full(model.nv, every)
        for name in names or ():
            joint = model.joint(name)
            if not joint.type.independent:
                raise ModelError(
                    f"{self.owner}: joint {joint.name!r} mimics another one; name that one."
                )
            coordinates[joint.q_slice] = True
            velocities[joint.v_slice] = True
        limits = np.where(velocities, model.velocity_limits, 0.0)
        return JointMask(coordinates, velocities, limits)


def _listed(owner: str, tasks: Tasks) -> Sequence[Task]:
    """Tasks in a list; raises ModelError for anything else."""
    if not isinstance(tasks, (list, tuple)):
        if not isinstance(tasks, (dict, Mapping)):  # of a dict alone it takes less time
            raise ModelError(
                f"{owner}: tasks is {kind_of(tasks)}; expected placements by frame, as "
                "{'tool': T}, or a list of tasks, as [kt.tasks.Position('tool', p)]."
            )
        tasks = [Pose(frame, T) for frame, T in tasks.items()]
        if tasks:
            return tasks
    if not tasks:
        raise ModelError(f"{owner}: tasks is empty; expected {{frame: T}}, or a list of kt.tasks.")
    for k, task in enumerate(cast(Sequence[object], tasks)):
        if not isinstance(task, Task):
            raise ModelError(
                f"{owner}: tasks[{k}] is {kind_of(task)}; expected a task of "
                "kt.tasks, as kt.tasks.Pose('tool', T)."
            )
    return tasks
