"""Inverse kinematics: steps of damped least squares within limits, and the search."""

import math
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import (
    atan2,
    cos,
    dot,
    epsilon,
    eye,
    logical_not,
    maximum,
    minimum,
    norm,
    scan,
    sin,
    solve_spd,
    where,
)
from .configuration import integrate, normalize
from .tasks import CompiledTask, weighted_rows

LEAST_DAMPING: Final = 0.02
MOST_DAMPING: Final = 1e4
FLOOR: Final = 1e-10
"""Least addition to the diagonal of J J^T, relative to 1 + its trace."""
GAIN: Final = 0.999
"""Progress is a cost below this part of the least one so far."""
PATIENCE: Final = 6
"""Steps without progress after which an attempt ends."""


class Attempt(NamedTuple):
    """The iterate of an attempt, its damping, the best q so far, its cost and errors, and the wait.

    The wait is the number of steps since the cost last fell by more than 0.1 %.
    """

    q: Array
    damping: Scalar
    best: Array
    cost: Scalar
    errors: Array
    wait: Scalar


def step_towards(
    model: Model,
    attempt: Attempt,
    targets: Array,
    weights: Array,
    moving: Array,
    lower: Array,
    upper: Array,
    tasks: Sequence[CompiledTask],
) -> Attempt:
    """One step towards all tasks, q exp(J^T (J J^T + m 1)^-1 e), within the limits.

    e and J are the errors and Jacobians of all tasks times their weights, the cost is the length
    of e, and `errors` are those of single tasks without weights. m is e.e times the damping, which
    is halved where q is the best one so far, else multiplied by 4. A joint at a limit that J^T e
    would move further out is locked, so that others compensate; so are velocities that `moving`
    (0 or 1) excludes.
    Targets and weights are those of all tasks in a row. Where limits restrict rotations, q is not
    normalized.
    Source: [PinocchioSheet, Motion Application]; [Sola2018, Eqs. 173, 179].
    """
    e, J, lengths = weighted_rows(model, attempt.q, targets, weights, tasks)
    cost = norm(e)
    closer = cost < attempt.cost
    damping = attempt.damping * where(closer, 0.5, 4.0)
    damping = minimum(maximum(damping, LEAST_DAMPING), MOST_DAMPING)
    J = J * (moving * _unlocked(model, attempt.q, J.T @ e, lower, upper))
    A = J @ J.T
    trace = A.trace()
    floor = maximum(FLOOR, 8 * epsilon(attempt.q)) * (1 + trace)
    dq = J.T @ solve_spd(A + (damping * dot(e, e) + floor) * eye(len(e)), e)
    return Attempt(
        minimum(maximum(integrate(model, attempt.q, dq), lower), upper),
        damping,
        where(closer, attempt.q, attempt.best),
        minimum(cost, attempt.cost),
        where(cost >= attempt.cost, attempt.errors, Array(lengths)),
        where(cost <= GAIN * attempt.cost, 0.0, attempt.wait + 1.0),
    )


class InverseKinematicsSearch(NamedTuple):
    """The best configuration, the largest and all errors there, and the steps taken."""

    q: Array
    residual: Scalar
    errors: Array
    iterations: Scalar


class _Carry(NamedTuple):
    """An attempt and its steps, the best configuration so far, its errors and cost, and counts.

    `earlier` are the steps of earlier attempts; `runs` is 1 until the search ends, then 0.
    """

    state: Attempt
    best: Array
    errors: Array
    cost: Scalar
    count: Scalar
    earlier: Scalar
    attempt: Scalar
    runs: Scalar

    def after(
        self, state: Attempt, fresh: Attempt, tolerance: Scalar, most: Scalar, last: Scalar
    ) -> "_Carry":
        """The attempt goes on in `state`, or ends there, and the next one begins as `fresh`."""
        count = self.count + 1.0
        far = reduce(maximum, state.errors.flat) > tolerance
        ended = logical_not(far) | (state.wait >= PATIENCE) | (count >= most)
        better = ended & (logical_not(far) | logical_not(state.cost >= self.cost))
        again = ended & far & (self.attempt < last)
        return _Carry(
            Attempt._make(where(again, x, y) for x, y in zip(fresh, state, strict=True)),
            where(better, state.best, self.best),
            where(better, state.errors, self.errors),
            where(better, state.cost, self.cost),
            where(again, -1.0, count),
            where(again, self.earlier + count, self.earlier),
            where(again, self.attempt + 1.0, self.attempt),
            where(again | logical_not(ended), 1.0, 0.0),
        )


@algorithm(
    "(nq),(ntargets),(nweights),(nv),(nq),(nq),(nq),(nq),(nq),(nstarts,nq),(ntasks),(),(),()"
    "->(nq),(),(ntasks),()"
)
def inverse_kinematics_search(
    model: Model,
    q0: Array,
    targets: Array,
    weights: Array,
    moving: Array,
    stays: Array,
    lower: Array,
    upper: Array,
    lowest: Array,
    highest: Array,
    starts: Array,
    unknown: Array,
    tolerance: Array,
    max_iterations: Array,
    restarts: Array,
    *,
    tasks: Sequence[CompiledTask],
    length: int,
) -> InverseKinematicsSearch:
    """Steps from q0 on, then from the first `restarts` of `starts`, until errors are small.

    `stays` (..., nq) is 1 for coordinates that do not move. `lowest` and `highest` (..., nq) are
    the limits of angles that are brought back by whole turns, of others without bound; `unknown`
    (..., ntasks) are infinite errors. A kernel takes any `restarts` (...) up to the number of
    `starts`, and any `max_iterations` (...) of an attempt of which all attempts fit into `length`.
    """
    first = minimum(maximum(q0, lower), upper)
    beginning = Attempt(first, 0.0, first, math.inf, unknown, 0.0)
    fixed = targets, weights, moving, lower, upper
    accepted, most, last = tolerance.flat[0], max_iterations.flat[0], restarts.flat[0]

    def step(carry: _Carry, _: None) -> tuple[_Carry, None]:
        state, start = step_towards(model, carry.state, *fixed, tasks), starts[0]
        for k in range(1, len(starts)):
            start = where(carry.attempt > k - 1, starts[k], start)
        q = where(stays > 0, first, start)
        return carry.after(state, beginning._replace(q=q, best=q), accepted, most, last), None

    carry = _Carry(beginning, first, unknown, math.inf, -1.0, 0.0, 0.0, 1.0)
    carry, _ = scan(step, carry, length=length, until=lambda carry: carry.runs <= 0)
    q = where(stays > 0, q0, normalize(model, _turned_back(carry.best, lowest, highest)))
    steps = carry.earlier + carry.count
    return InverseKinematicsSearch(q, reduce(maximum, carry.errors.flat), carry.errors, steps)


def _turned_back(q: Array, lowest: Array, highest: Array) -> Array:
    """Angles beyond their limits, turned back by whole turns to the last one within."""
    middle = where(q > highest, highest - math.pi, lowest + math.pi)
    turned = middle + Array([atan2(sin(x), cos(x)) for x in (q - middle).flat])
    turned = minimum(maximum(turned, lowest), highest)
    return where(q > highest, turned, where(q < lowest, turned, q))


def limited_coordinates(model: Model, q: Array) -> Iterator[tuple[int, int]]:
    """The pairs (i, k) of coordinates with dq_i/dt = v_k; only they have limits.

    Their row of the tangent map is one of the identity.
    """
    for i, row in enumerate(model.space.tangent_map(q)):
        structural = all(isinstance(x, int) for x in row.flat)
        if structural and sorted(row.flat) == [0] * (model.nv - 1) + [1]:
            yield i, row.flat.index(1)


def _unlocked(model: Model, q: Array, along: Array, lower: Array, upper: Array) -> Array:
    """0 for each velocity whose coordinate is at a limit that `along` would violate, else 1."""
    free: list[Scalar] = [1] * model.nv
    for i, k in limited_coordinates(model, q):
        room = where(along[k] < 0, q[i] - lower[i], upper[i] - q[i])
        free[k] = where(room > 0, 1, 0)
    return Array(free)
