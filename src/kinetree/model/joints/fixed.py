"""A rigid connection."""

from typing import final

from ...scalar.array import Array
from ...spatial import SE3, Columns, Motion, motions
from .group import Additive


@final
class Fixed(Additive):
    """A rigid connection: the builder merges its body into the parent and keeps the frames."""

    nq = nv = 0

    def placement(self, q: Array) -> SE3:
        return SE3.identity()

    def subspace(self, q: Array) -> Columns[Motion]:
        return motions([])
