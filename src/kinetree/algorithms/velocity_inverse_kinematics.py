"""Velocities towards tasks: least squares within bounds, by steps in one kernel."""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from typing import Final

from ..functions import algorithm
from ..model import Model
from ..model.values import check_positive
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import dot, epsilon, eye, maximum, minimum, norm, scan, solve_spd, sqrt, where
from .configuration import integrate
from .inverse_kinematics import limited_coordinates
from .tasks import CompiledTask, weighted_rows

NEAR: Final = 1e-10
"""Distance from a bound, relative to the distance of both up to 1, from which x is put on it."""
ROUNDING: Final = 1e-14
"""Relative decrease of the cost that is progress."""


def bounded_least_squares(
    J: Array, y: Array, damping: Scalar, low: Array, high: Array, steps: int
) -> Array:
    """x with the least |J x - y|^2 + damping^2 |x|^2 and low <= x <= high, in at most `steps`.

    Projected Newton's method: coordinates at a bound that the gradient would violate rest, the
    others go along Newton's direction, clipped to the bounds. Of five lengths, from the whole step
    to one that surely lowers the cost, that with the least cost is taken: the cost falls in every
    step, and where none lowers it the minimum is found, and the search ends. damping^2 is at least
    64 roundings of |J|^2, the sum of the squares of all elements.
    Source: [Bertsekas1982], with lengths in place of Armijo's rule.
    """
    n, H, rounding = len(low), J.T @ J, epsilon(y)
    square = maximum(damping * damping, 64 * rounding * H.trace())
    H = H + square * eye(n)
    near = maximum(NEAR, 8 * rounding) * minimum(high - low, 1.0)

    def cost(x: Array) -> Scalar:
        error = J @ x - y
        return dot(error, error) + square * dot(x, x)

    def within(x: Array) -> Array:
        return where(x <= low + near, low, where(x >= high - near, high, x))

    def step(carry: tuple[Array, Scalar], _: None) -> tuple[tuple[Array, Scalar], None]:
        x, _ = carry
        slope = J.T @ (J @ x - y) + square * x
        below, above = x <= low, x >= high
        rests = (below & (slope > 0)) | (above & (slope < 0)) | (low == high)
        free = where(rests, 0.0, 1.0)
        A = Array([[free[i] * free[j] * H[i, j] for j in range(n)] for i in range(n)])
        p = solve_spd(A + (1 - free) * eye(n), -free * slope)
        p = where((below & (p < 0)) | (above & (p > 0)), 0.0, p)
        room = where(p > 0, (high - x) / p, where(p < 0, (low - x) / p, math.inf))
        curvature = p @ (H @ p)
        unbounded = where(curvature > 0, -dot(slope, p) / curvature, 1.0)
        sure = reduce(minimum, room.flat, minimum(unbounded, 1.0))  # it lowers the cost
        half = sqrt(sure)
        quarter = sqrt(half)
        least = (1 - maximum(ROUNDING, 32 * rounding)) * cost(x)
        lengths = (1.0, quarter, half, quarter * half, sure)
        return _lowest(x, least, cost, (within(x + length * p) for length in lengths)), None

    start = within(Array([0.0] * n)), 1.0
    (x, _), _ = scan(step, start, length=steps, until=lambda carry: carry[1] <= 0)
    return where(cost(x) < math.inf, x, math.nan)


STEPS: Final = 336
"""The most steps of the bounded least squares; most problems take fewer than 16."""
LEAST: Final = 2.0**-12
"""The first damping that is tried after that of the caller, in units of gain |e| |J|."""
TRIALS: Final = 15
"""The most dampings that are tried, each twice the one before: the last is 2 gain |e| |J|."""

Trial = tuple[Array, Scalar, Scalar]
"""The velocity, the next m, and 1 where the search ends."""


def _lowest(
    x: Array, least: Scalar, cost: Callable[[Array], Scalar], points: Iterable[Array]
) -> tuple[Array, Scalar]:
    """The point with the least cost, and 1; x and 0 where no cost is below `least`."""
    progress: Scalar = 0.0
    for point in points:
        lower = cost(point) < least
        x, least = where(lower, point, x), where(lower, cost(point), least)
        progress = where(lower, 1.0, progress)
    return x, progress


@algorithm(
    "(nq),(),(),(),(ntargets),(nweights),(nv),(nq),(nq)->(nv)",
    checks={name: partial(check_positive, name=name) for name in ("dt", "gain", "damping")},
)
def velocity_inverse_kinematics(
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
    tasks: Sequence[CompiledTask],
) -> Array:
    """v with the least |J v - gain e / dt|^2 + (damping^2 + m) |v|^2, within the limits over dt.

    e and J are the errors and Jacobians of all tasks times their weights. |v| is at most `fastest`
    (..., nv), 0 for joints that stay; within that it does not leave the position limits, and goes
    back where q is beyond them.
    m is 0 where v lowers |e|^2 by at least half of what J tells. Near the nearest point to a target
    out of reach it does not: J is nearly singular, and knows no curvature of e. Then m is the first
    of 2^-12, 2^-11, ... 2 times gain |e| |J| that does, and v comes to rest.
    Shapes: q, `lower` and `upper` (..., nq), dt, gain and damping (...); result (..., nv).
    Source: [Marquardt1963] for m.
    """
    e, J, _ = weighted_rows(model, q, targets, weights, tasks)
    step, d, part = dt.flat[0], damping.flat[0], gain.flat[0]
    low, high = list((-fastest).flat), list(fastest.flat)
    for i, k in limited_coordinates(model, q):
        bottom, top = (lower[i] - q[i]) / step, (upper[i] - q[i]) / step
        low[k] = minimum(maximum(bottom, -fastest[k]), fastest[k])
        high[k] = maximum(minimum(top, fastest[k]), -fastest[k])
    y, curvature = e * (part / step), part * norm(e) * norm(J.reshape(J.size))

    def trial(carry: Trial, _: None) -> tuple[Trial, None]:
        m = carry[1]
        v = bounded_least_squares(J, y, sqrt(d * d + m), Array(low), Array(high), STEPS)
        after = weighted_rows(model, integrate(model, q, step * v), targets, weights, tasks).e
        linear = e - step * (J @ v)
        descends = 2 * dot(after, after) <= dot(e, e) + dot(linear, linear)
        return (v, maximum(2 * m, LEAST * curvature), where(descends, 1.0, 0.0)), None

    start = Array([0.0] * model.nv), 0.0, 0.0
    (v, _, _), _ = scan(trial, start, length=TRIALS, until=lambda carry: carry[2] > 0)
    return where((step > 0) & (part > 0) & (d > 0), v, math.nan)
