"""Tasks on a robot and the operands beside them, as algorithms of inverse kinematics take them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, ShapeError, kind_of
from ..functions import Algorithm, frameworks
from ..functions.framework import Framework, FrameworkArray
from ..model import Model, expect_model
from .targets import array, kept
from .tasks import FrameName, Pose, Task, Term

Tasks: TypeAlias = Mapping[FrameName, object] | Sequence[Task]
"""Placements by frame, short for `kt.tasks.Pose`, or a sequence of tasks."""


class JointMask(NamedTuple):
    """Which coordinates and velocities move."""

    coordinates: NDArray[np.bool_]
    velocities: NDArray[np.bool_]
    velocity_limits: NDArray[np.float64]
    """Zeros for joints that rest."""


@dataclass(frozen=True)
class TaskProblem:
    """Tasks on a robot; `operands` are a configuration, and numbers with batch axes."""

    owner: str
    model: Model
    terms: Sequence[Term]
    operands: Mapping[str, FrameworkArray]
    framework: Framework | None

    @classmethod
    def of(
        cls, owner: str, model: Model, tasks: Tasks, operands: Mapping[str, object]
    ) -> "TaskProblem":
        """Convert operands to arrays; raise an error for invalid ones, and for invalid tasks."""
        expect_model(owner, model)
        (first, q), *others = operands.items()
        arrays = {first: array(first, q, (model.nq,), f": the nq of {model.name}")}
        terms = [task.term(model) for task in _listed(owner, tasks)]
        arrays |= {name: array(name, x) for name, x in others}
        _check_batches(owner, arrays, terms)
        targets = {f"target {k}": x for k, x in enumerate(x for t in terms for x in t.targets)}
        everything = targets | arrays
        plain = all(type(x) is np.ndarray for x in everything.values())
        framework = None if plain else frameworks.find(owner, everything)
        return cls(owner, model, terms, arrays, framework)

    @property
    def configuration(self) -> FrameworkArray:
        """The configuration among the operands."""
        return next(iter(self.operands.values()))

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights of all tasks in a row."""
        return np.concatenate([term.weight for term in self.terms])

    @property
    def targets(self) -> FrameworkArray:
        """The targets of all tasks in a row (..., ntargets), of NumPy or of the framework."""
        rows = [
            x.reshape((*x.shape[: len(x.shape) - len(shape)], prod(shape)))
            for term in self.terms
            for x, shape in zip(term.targets, term.task.shapes, strict=True)
        ]
        batches = {tuple(x.shape[:-1]) for x in rows}
        batch = np.broadcast_shapes(*batches) if len(batches) > 1 else next(iter(batches), ())
        if self.framework is not None and not all(isinstance(x, np.ndarray) for x in rows):
            return self.framework.joined_rows(rows, batch, self.configuration)
        if len(batches) > 1:
            rows = [np.broadcast_to(x, (*batch, x.shape[-1])) for x in rows]
        return np.concatenate(rows, -1) if rows else np.zeros(0)

    def run(self, algorithm: Algorithm, operands: Sequence[object], **statics: object) -> Any:
        """The results of an algorithm with these tasks."""
        tasks = tuple(term.task for term in self.terms)
        return algorithm(self.model, *operands, tasks=tasks, **statics)

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
    if isinstance(tasks, Mapping):
        tasks = [Pose(frame, T) for frame, T in tasks.items()]
    if not isinstance(tasks, (list, tuple)):
        raise ModelError(
            f"{owner}: tasks is {kind_of(tasks)}; expected placements by frame, as {{'tool': T}}, "
            "or a list of tasks, as [kt.tasks.Position('tool', p)]."
        )
    if not tasks:
        raise ModelError(f"{owner}: tasks is empty; expected {{frame: T}}, or a list of kt.tasks.")
    for k, task in enumerate(cast(Sequence[object], tasks)):
        if not isinstance(task, Task):
            raise ModelError(
                f"{owner}: tasks[{k}] is {kind_of(task)}; expected a task of "
                "kt.tasks, as kt.tasks.Pose('tool', T)."
            )
    return tasks


def _check_batches(
    owner: str, operands: Mapping[str, FrameworkArray], terms: Sequence[Term]
) -> None:
    """Raise ShapeError where the batch axes of operands and targets do not fit together."""
    (_, q), *others = operands.items()
    shapes = [tuple(q.shape[:-1]), *(tuple(x.shape) for _, x in others)]
    for term in terms:
        pairs = zip(term.targets, term.task.shapes, strict=True)
        shapes += [tuple(x.shape[: len(x.shape) - len(core)]) for x, core in pairs]
    different = [*dict.fromkeys(shapes)]
    if len(different) == 1:
        return
    try:
        np.broadcast_shapes(*different)
    except ValueError:
        axes, names = " and ".join(map(str, different)), ", ".join(operands)
        raise ShapeError(
            f"{owner}: {names} and the targets have batch axes {axes}, which do not fit together."
        ) from None
