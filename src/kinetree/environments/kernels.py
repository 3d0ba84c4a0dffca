"""The algorithms of a task: the beginning of an episode, and a step."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ..functions import algorithm
from ..functions.captured import run_once
from ..geometry import PAIRS
from ..geometry.fields import Terrain
from ..model import Model
from ..scalar.array import Array
from .task import Task

FIELD: Final = "(nterrains,nx,ny),(4)"
"""The dimensions of heights and their grid."""


@dataclass(frozen=True)
class Kernels:
    """A task's algorithms, made when they are first used."""

    task: Task

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """Numbers of a state, and of an observation."""
        with run_once(self.task.name, self.task.author):
            begun = self.task.begun([0.0, 0.0], 0.0, self.task.flat)
        return len(begun["state"]), len(begun["observation"])

    @cached_property
    def begin(self) -> Any:
        task, (size, seen) = self.task, self.sizes

        def begin(
            model: Model, key: Array, count: Array, terrain: Terrain | None = None
        ) -> Mapping[str, Array]:
            return task.begun(key.flat, count.flat[0], terrain)

        return self._algorithm(f"(2),(),{FIELD}->({size}),({seen})", begin)

    def _algorithm(self, signature: str, function: Any) -> Any:
        """A function as an algorithm, which the disk cache knows by the contents of the task."""
        function.contents = lambda: (function.__name__, self.task.contents)
        function.sources = (self.task.author,)
        return algorithm(signature, reads=PAIRS)(function)

    @cached_property
    def step(self) -> Any:
        task, (size, seen) = self.task, self.sizes
        operands = f"({size}),({task.model.nu}),(2)"
        results = f"({size}),({seen}),(),(),(),({seen}),(),()"

        def step(
            model: Model, state: Array, action: Array, key: Array, terrain: Terrain | None = None
        ) -> Any:
            return task.stepped(state, action, key.flat, terrain)

        return self._algorithm(f"{operands},{FIELD}->{results}", step)
