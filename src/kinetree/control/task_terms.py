"""Tasks on a robot: their constants, which are made once for a model, and their targets."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algorithms.tasks import Rows, Task
from ..errors import ModelError
from ..functions.framework import FrameworkArray
from ..model import Model
from ..model.values import numbers

T = TypeVar("T")

_kept: Final[WeakKeyDictionary[Model, dict[Hashable, object]]] = WeakKeyDictionary()


def kept(model: Model, key: Hashable, make: Callable[[], T]) -> T:
    """The result of `make`, which a model and a key determine; it is called once for them."""
    table = _kept.get(model)
    if table is None:
        table = _kept[model] = {}
    try:
        value = table.get(key)
    except TypeError:  # a key that is not hashable, as a frame given as a list
        return make()
    if value is None:
        value = table[key] = make()
    return cast(T, value)


@dataclass(frozen=True, eq=False)
class Constants:
    """What is compiled of a task, its weight, (1) or (k), and its target's name in messages."""

    task: Task
    weight: NDArray[np.float64]
    target: str = ""

    @classmethod
    def of(
        cls,
        name: str,
        rows: Callable[..., Rows],
        keywords: Mapping[str, object],
        shapes: Sequence[tuple[int, ...]],
        weight: ArrayLike,
        target: str = "",
    ) -> "Constants":
        """Raises ModelError for an invalid weight."""
        w = numbers(f"{name}: weight", weight)
        if w.ndim > 1 or not (np.isfinite(w) & (w >= 0)).all():
            raise ModelError(
                f"{name}: its weight is {weight!r}; expected a number that is not negative, or one "
                "for each component."
            )
        task = Task(name, rows, tuple(keywords.items()), tuple(shapes), w.size)
        return cls(task, w.reshape(-1), target)


class Term(NamedTuple):
    """A task on a robot: its constants, and its targets."""

    constants: Constants
    targets: Sequence[FrameworkArray]


def weight_key(weight: ArrayLike) -> Hashable:
    """A key of the numbers in a weight; None for what is no array."""
    if isinstance(weight, (int, float)):
        return weight
    try:
        w = np.asarray(weight)
    except ValueError:
        return None
    return w.shape, w.dtype.str, w.tobytes()
