"""Velocities towards tasks: bounded least squares in one step."""

import math
from collections.abc import Sequence
from typing import Final

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import maximum, minimum, where
from .bounded_least_squares import bounded_least_squares
from .inverse_kinematics import finite_or_nan, limited_coordinates
from .tasks import Task, weighted_rows

STEPS: Final = 336
"""The most steps of the bounded least squares; most problems take fewer than 16."""


@algorithm("(nq),(),(),(),(ntargets),(nweights),(nv),(nq),(nq)->(nv)")
def velocity_inverse_kinematics_step(
    model: Model,
    q: Array,
    dt: Array,
    gain: Array,
    damping: Array,
    targets: Array,
    weights: Array,
    fastest: Array,
    lower: Array,
    upper: Array,
    *,
    tasks: Sequence[Task],
) -> Array:
    """v with the least |J v - gain e / dt|^2 + damping^2 |v|^2, within the limits over dt.

    e and J as in `inverse_kinematics_step`. |v| is at most `fastest` (..., nv), 0 for joints that
    stay; within that it does not leave the position limits, and goes back where q is beyond them.
    Shapes: q, `lower` and `upper` (..., nq), dt, gain and damping (...); result (..., nv).
    """
    e, J, _ = weighted_rows(model, q, finite_or_nan(targets, tasks), weights, tasks)
    step, d = dt.flat[0], damping.flat[0]
    low, high = list((-fastest).flat), list(fastest.flat)
    for i, k in limited_coordinates(model, q):
        bottom, top = (lower[i] - q[i]) / step, (upper[i] - q[i]) / step
        low[k], high[k] = (
            minimum(maximum(bottom, -fastest[k]), fastest[k]),
            maximum(minimum(top, fastest[k]), -fastest[k]),
        )
    y = e * (gain.flat[0] / step)
    v = bounded_least_squares(J, y, d, Array(low), Array(high), STEPS)
    return where((step > 0) & (gain.flat[0] > 0) & (d > 0), v, math.nan)
