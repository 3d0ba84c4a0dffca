"""Check that placements are rigid."""

import math
from typing import TypeAlias

from numpy.typing import ArrayLike

from ..errors import ModelError, ShapeError
from ..scalar.array import Array, as_array
from ..spatial import SE3
from ..spatial.se3 import check_last_row

TOLERANCE = 1e-6
"""Largest error of an element of R^T R: files write six digits."""


PlacementLike: TypeAlias = SE3 | Array | ArrayLike
"""A placement as users give it: an `SE3` or a (4, 4) matrix."""


def rigid(what: str, placement: PlacementLike) -> SE3:
    """An `SE3` or a (4, 4) matrix as SE3; `what` is its name in errors.

    Raises ShapeError for another shape, ModelError if its elements are plain numbers and it is not
    rigid.
    """
    matrix = placement.matrix if isinstance(placement, SE3) else as_array(placement)
    if matrix.shape != (4, 4):
        raise ShapeError(f"{what} has shape {matrix.shape}; expected (4, 4), or a kt.SE3.")
    if all(isinstance(x, (int, float)) for x in matrix.flat):
        if not all(map(math.isfinite, matrix.flat)):
            raise ModelError(f"{what} holds {list(matrix.flat)}; expected finite numbers.")
        if not _is_rotation(matrix[:3, :3]):
            raise ModelError(f"{what} is not rigid; R^T R must be 1 and det R = +1.")
    check_last_row(what, matrix)
    return placement if isinstance(placement, SE3) else SE3.from_matrix(matrix)


def _is_rotation(R: Array) -> bool:
    """Whether R^T R = 1 and det R > 0, on plain floats: it runs for every placement."""
    a, b, c, d, e, f, g, h, i = R.flat
    lengths = a * a + b * b + c * c, d * d + e * e + f * f, g * g + h * h + i * i
    dots = a * d + b * e + c * f, d * g + e * h + f * i, a * g + b * h + c * i
    error = max(*(abs(x - 1) for x in lengths), *map(abs, dots))
    return error < TOLERANCE and a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g) > 0
