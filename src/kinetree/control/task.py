"""The base of tasks, and what is compiled of one."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algorithms import tasks as rows
from ..algorithms.tasks import CompiledTask
from ..errors import ModelError
from ..functions.framework import FrameworkArray
from ..model import Frame, Model
from ..model.values import numbers
from .targets import kept

FrameName = str | int | Frame
Targets = Sequence[tuple[FrameworkArray, int]]
"""The targets of a task, each with the number of its axes in one sample."""
Shapes = tuple[tuple[int, ...], ...]


class Term(NamedTuple):
    """A task on a robot: what is compiled of it, its weight, (1) or (k), and its targets."""

    task: CompiledTask
    weight: NDArray[np.float64]
    targets: Sequence[FrameworkArray]


@dataclass(frozen=True, eq=False)
class Task(ABC):
    """The base of all tasks; `kt.inverse_kinematics` takes a list of them."""

    weight: ArrayLike = field(default=1.0, kw_only=True)
    function: ClassVar[Callable[..., rows.Rows]]

    def term(self, model: Model) -> Term:
        """The task on a robot; raises an error for an invalid target or weight."""
        targets = self._targets(model)
        shapes = tuple([tuple(x.shape[len(x.shape) - rank :]) for x, rank in targets])
        x = self.weight
        if type(x) is float:  # in less time than an array
            weight, is_valid = np.array([x], float), 0 <= x < np.inf
        else:
            weight = numbers(f"{type(self).__name__}: weight", x)
            is_valid = weight.ndim < 2 and (np.isfinite(weight) & (weight >= 0)).all()
        key = type(self), self._key(), shapes, weight.size
        task = kept(model, key, lambda: self._task(model, shapes, weight.size))
        if not is_valid:
            raise ModelError(
                f"{task.name}: its weight is {x!r}; expected a number that is not negative, or one "
                "for each component."
            )
        return Term(task, weight.reshape(-1), [x for x, _ in targets])

    @abstractmethod
    def _targets(self, model: Model) -> Targets:
        """The targets as arrays, checked."""

    def _task(self, model: Model, shapes: Shapes, weights: int) -> CompiledTask:
        """What is compiled; `_key` and the arguments determine it."""
        return CompiledTask(type(self).__name__, type(self).function, (), shapes, weights)

    def _key(self) -> Hashable:
        return None
