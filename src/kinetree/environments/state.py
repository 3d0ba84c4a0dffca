"""What the methods of a task read, and the parts of a state as one row."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

from ..model import Model
from ..scalar import random
from ..scalar.array import Array, ArrayLike, as_array
from ..scalar.elements import Shape
from ..scalar.expr import Scalar
from ..scalar.math import concatenate
from .ground import Ground

AT_RESET, AT_START, BEFORE_STEP, IN_STEP, OF_TERRAIN = range(5)
"""What numbers are drawn for: those of each are independent."""


class Random:
    """Numbers that a seed, a sample and its count of steps decide, new ones in each call.

    `uniform(low, high, shape)` and `normal(shape)`, as of `kt.math.random`.
    """

    def __init__(self, key: Sequence[Scalar], step: Scalar, purpose: int = AT_RESET) -> None:
        self._key, self._counter = [*key], (step, purpose)
        self._calls = itertools.count()

    def uniform(self, low: ArrayLike = 0.0, high: ArrayLike = 1.0, shape: Shape = ()) -> Array:
        low, high = as_array(low), as_array(high)
        shape = shape or (low + high).shape
        drawn = as_array(random.uniform(self._key, self._next(), shape))
        return low + (high - low) * drawn

    def normal(self, shape: Shape = ()) -> Array:
        return as_array(random.normal(self._key, self._next(), shape))

    def _next(self) -> list[Scalar]:
        return [*self._counter, next(self._calls)]


@dataclass(frozen=True)
class State:
    """What the methods of a task read: one sample, all of it Arrays.

    `activation` (na,) has the states of motors, `action` is the one that led here, `command` and
    `drawn` are what `command` and `randomise` gave for this episode, `forces` (ncontacts, 3) those
    of contacts over the step, in N and world axes, `steps` counts those of the episode, `model` is
    the robot with what was drawn of it, `ground` the terrain, where there are heights. `random`
    draws numbers.
    """

    model: Model
    q: Array
    v: Array
    activation: Array
    action: Array
    command: Array
    forces: Array
    steps: Scalar
    random: Random
    drawn: Mapping[str, Array]
    ground: Ground | None


class Layout(NamedTuple):
    """The parts of a state as one row of numbers, by name, with their shapes."""

    parts: dict[str, Shape]

    def slices(self) -> dict[str, slice]:
        stops = [0]
        for shape in self.parts.values():
            stops.append(stops[-1] + prod(shape))
        return {name: slice(*stops[k : k + 2]) for k, name in enumerate(self.parts)}

    def packed(self, values: Mapping[str, ArrayLike]) -> Array:
        return concatenate([as_array(values[name]).reshape(-1) for name in self.parts])

    def unpacked(self, row: Array) -> dict[str, Array]:
        slices = self.slices()
        return {name: Array.of(row[slices[name]].flat, shape) for name, shape in self.parts.items()}
