"""Steps of inverse kinematics: damped least squares within limits, and its bounded velocity."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import dot, eye, maximum, minimum, norm, scan, solve, where, zeros
from .configuration import integrate
from .tasks import Task, weighted_rows

LEAST_DAMPING: Final = 0.02
MOST_DAMPING: Final = 1e4
FLOOR: Final = 1e-10
"""Least addition to the diagonal of J J^T, relative to 1 + its trace."""
GAIN: Final = 0.999
"""Progress is a cost below this part of the least one so far."""
PIVOTS: Final = 20
"""Pivoting steps of the bounded least squares; most problems take fewer than six."""
TRIES: Final = 3
"""Exchanges of all violated coordinates without progress, before single ones follow."""


class InverseKinematicsState(NamedTuple):
    """The iterate of a search, its damping, the best q so far, its cost and errors, and the wait.

    The wait is the number of steps since the cost last fell by more than 0.1 %.
    """

    q: Array
    damping: Scalar
    best: Array
    cost: Scalar
    errors: Array
    wait: Scalar


@algorithm(
    "(nq),(),(nq),(),(ntasks),(),(ntargets),(nweights),(nv),(nq),(nq)->(nq),(),(nq),(),(ntasks),()"
)
def inverse_kinematics_step(
    model: Model,
    q: Array,
    damping: Array,
    best: Array,
    cost: Array,
    errors: Array,
    wait: Array,
    targets: Array,
    weights: Array,
    moving: Array,
    lower: Array,
    upper: Array,
    *,
    tasks: Sequence[Task],
) -> InverseKinematicsState:
    """One step towards all tasks, q exp(J^T (J J^T + m 1)^-1 e), within the limits.

    e and J are the errors and Jacobians of all tasks times their weights, the cost is the length
    of e, and `errors` are those of single tasks without weights. m is e.e times the damping, which
    is halved where q is the best one so far, else multiplied by 4. A joint at a limit that J^T e
    would move further out is locked, so that others compensate; so are velocities that `moving`
    (0 or 1) excludes.
    Shapes: q, best, `lower` and `upper` (..., nq), moving (..., nv), errors (..., ntasks), targets
    and weights of all tasks in a row, the others (...). Where limits restrict rotations, q is not
    normalized.
    Source: [PinocchioSheet, Motion Application]; [Sola2018, Eqs. 173, 179].
    """
    e, J, lengths = weighted_rows(model, q, targets, weights, tasks)
    now, least, factor = norm(e), cost.flat[0], damping.flat[0]
    closer = now < least
    factor = minimum(maximum(factor * where(closer, 0.5, 4.0), LEAST_DAMPING), MOST_DAMPING)
    J = J * (moving * _unlocked(model, q, J.T @ e, lower, upper))
    A = J @ J.T
    trace = sum(A[i, i] for i in range(len(e)))
    dq = J.T @ solve(A + (factor * dot(e, e) + FLOOR * (1 + trace)) * eye(len(e)), e)
    return InverseKinematicsState(
        minimum(maximum(integrate(model, q, dq), lower), upper),
        factor,
        where(closer, q, best),
        minimum(now, least),
        where(now >= least, errors, Array(lengths)),
        where(now <= GAIN * least, 0.0, wait.flat[0] + 1.0),
    )


def _coordinates(model: Model, q: Array) -> Iterator[tuple[int, int]]:
    """The pairs (i, k) of coordinates with dq_i/dt = v_k; only they have limits.

    Their row of the tangent map is one of the identity.
    """
    for i, row in enumerate(model.tangent_map(q)):
        structural = all(isinstance(x, int) for x in row.flat)
        if structural and sorted(row.flat) == [0] * (model.nv - 1) + [1]:
            yield i, row.flat.index(1)


def _unlocked(model: Model, q: Array, along: Array, lower: Array, upper: Array) -> Array:
    """0 for each velocity whose coordinate is at a limit that `along` would violate, else 1."""
    free: list[Scalar] = [1] * model.nv
    for i, k in _coordinates(model, q):
        room = where(along[k] < 0, q[i] - lower[i], upper[i] - q[i])
        free[k] = where(room > 0, 1, 0)
    return Array(free)


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
    e, J, _ = weighted_rows(model, q, targets, weights, tasks)
    step, d = dt.flat[0], damping.flat[0]
    low, high = list((-fastest).flat), list(fastest.flat)
    for i, k in _coordinates(model, q):
        bottom, top = (lower[i] - q[i]) / step, (upper[i] - q[i]) / step
        low[k], high[k] = (
            minimum(maximum(bottom, -fastest[k]), fastest[k]),
            maximum(minimum(top, fastest[k]), -fastest[k]),
        )
    H = J.T @ J + d * d * eye(model.nv)
    return bounded_minimum(H, J.T @ (e * (gain.flat[0] / step)), Array(low), Array(high))


def bounded_minimum(H: Array, b: Array, low: Array, high: Array) -> Array:
    """x with the least x.H x / 2 - b.x and low <= x <= high, for a positive definite H.

    Block principal pivoting: coordinates are free or at a bound; those that violate their bounds,
    or whose gradient points inwards, are exchanged all at once, and after some exchanges without
    fewer of them one at a time, which ends at the minimum.
    Source: [Judice1994], here with two bounds a coordinate.
    """
    n, same = len(b), low == high

    def solved(side: Array) -> Array:
        free, at = where(side == 0, 1.0, 0.0), where(side < 0, low, where(side > 0, high, 0.0))
        A = Array([[free[i] * free[j] * H[i, j] for j in range(n)] for i in range(n)])
        return solve(A + (1 - free) * eye(n), free * (b - H @ at) + at)

    def pivot(carry: Any, _: None) -> Any:
        side, fewest, tries = carry
        x = solved(side)
        violated = where(x < low, -1.0, where(x > high, 1.0, 0.0))
        released = where(side * (H @ x - b) > 0, 0.0, side)
        wanted = where(same, -1.0, where(side == 0, violated, released))
        wrong = where(wanted == side, 0.0, 1.0)
        count = wrong.sum()
        fewer = count < fewest
        tries = where(fewer, TRIES, tries - 1)
        exchanged = where(tries >= 0, wrong, _last(wrong))
        side = where(exchanged > 0, wanted, side)
        return (side, minimum(count, fewest), tries), None

    first = (where(same, -1.0, zeros(n)), n + 1.0, float(TRIES))
    (side, _, _), _ = scan(pivot, first, length=PIVOTS)
    return minimum(maximum(solved(side), low), high)


def _last(wrong: Array) -> Array:
    """1 at the last element that is 1, else 0."""
    single: list[Scalar] = []
    later: Scalar = 0.0
    for x in reversed(list(wrong.flat)):
        single.append(x * (1 - later))
        later = maximum(later, x)
    return Array(single[::-1])
