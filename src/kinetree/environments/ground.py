"""The ground of a task: a field of heights, one of several."""

from dataclasses import replace
from typing import Any, Final

import numpy as np

from ..algorithms.sensors import height_scan
from ..functions.algorithm import Algorithm
from ..geometry.fields import Terrain, height
from ..model import Model
from ..model.shapes import HeightField
from ..scalar.array import Array, ArrayLike, as_array
from ..scalar.expr import Scalar
from ..scalar.math import concatenate, stack
from ..simulation import contact_step

_DIMS: Final = {("nx", "ny"): ("nterrains", "nx", "ny"), ("4",): ("5",)}
"""The dimensions of one field, and of one of several: the grid's last number is its number."""


def _on_one_of_several(algorithm: Any) -> Algorithm:
    """An algorithm on a field as one on a field of several."""
    make, (function, _, *settings) = algorithm.definition.identity
    signature = algorithm.definition.signature
    operands = tuple(_DIMS.get(x, x) for x in signature.operands)
    return Algorithm(make(function, replace(signature, operands=operands), *settings))


STEP: Final[Any] = _on_one_of_several(contact_step)
_SCAN: Final[Any] = _on_one_of_several(height_scan)


class Ground(Terrain):
    """The terrain that a robot is on: one of the heights (nterrains, nx, ny) of an environment."""

    @classmethod
    def of(cls, terrain: Terrain, number: Scalar) -> "Ground":
        return cls(terrain.heights, concatenate([as_array(terrain.grid), [number]]))

    def height(self, x: ArrayLike, y: ArrayLike) -> Scalar:
        """The height at a point of the world, or at many."""
        return height(self.field, stack([x, y]))

    def scan(self, model: Model, q: Array, points: ArrayLike, *, frame: Any) -> Array:
        """The heights at points about a frame, as `kt.height_scan`."""
        return _SCAN(model, q, self, points, frame=frame)


def checked(terrain: Terrain) -> Terrain:
    """A terrain of heights (nterrains, nx, ny); raise ModelError for what is no field."""
    table: Any = np.asarray(terrain.heights)
    table = table[None] if table.ndim == 2 else table
    for heights in table if table.ndim > 2 and len(table) else [table]:
        HeightField(heights, terrain.grid)
    return Terrain(table, np.asarray(terrain.grid))
