"""The iterations of a batch of problems, each with its own damping, penalty and convergence."""

from typing import Any, Final

import numpy as np

from .motions import FACTOR, LEAST_DAMPING, MOST_DAMPING, Direction, Motions, Numbers
from .problem import Kernels, Problem

LENGTHS: Final = 0.5 ** np.arange(10)
"""Lengths of steps that are tried, the longest first."""
SUFFICIENT_FALL: Final = 0.1
"""The part of the expected fall that a step must reach."""
LARGEST_RISE: Final = 2.0
"""The multiple of the expected rise, where a step closes gaps, that it may reach."""
LONG_STEP: Final = 0.5
"""The length above which damping falls."""
SHORT_STEP: Final = 0.01
"""The length up to which damping rises."""
SMALL_DAMPING: Final = 1e-5
"""The damping up to which a small expected fall means a flat merit."""
MOST_PENALTY: Final = 1e8
SLOW_PROGRESS: Final = 0.25
"""The part of the last violation above which the penalty rises."""
ROUGH_TOLERANCE: Final = 1e-3
"""The relative fall of the merit below which multipliers are updated."""


class Search:
    """The motions of B problems, and the state of their iterations."""

    def __init__(self, problem: Problem, kernels: Kernels, motions: Motions) -> None:
        self.problem, self.kernels, self.motions = problem, kernels, motions
        (count, steps, m), dtype = motions.u.shape, motions.u.dtype
        self.eps = float(np.finfo(dtype).eps)
        self.cost, self.gap, self.violation = np.full((3, count), np.inf, dtype)
        self.last_violation = np.full(count, np.inf)
        self.iterations = np.zeros(count, int)
        self.done, self.converged = np.zeros((2, count), bool)
        self.K = np.zeros((count, steps, m, 2 * problem.model.nv), dtype)
        self.history: list[Numbers] = []

    def iterate(self, tolerance: float, constraint_tolerance: float) -> None:
        """Do an iteration of all problems that are left."""
        index = np.flatnonzero(~self.done)
        part = self.motions.part(index)
        d = part.direction(self.kernels, self.problem.model)
        gap = abs(d.gaps).max((-1, -2))
        length, new = _line_search(part, self.kernels, d)
        moves, fall = length > 0, d.expected(1.0)
        for name in ("q", "v", "u"):
            before, after = getattr(part, name), getattr(new, name)
            setattr(part, name, np.where(moves[:, None, None], after, before))
        damping = np.where(length > SHORT_STEP, part.damping, FACTOR * part.damping)
        damping = np.where(length > LONG_STEP, damping / FACTOR, damping)
        part.damping = damping.clip(LEAST_DAMPING, MOST_DAMPING)
        threshold = tolerance + 8 * self.eps * abs(d.merit)
        flat = np.where(gap <= self.eps ** (2 / 3), abs(fall), np.inf)
        violation = np.zeros_like(fall)
        if self.kernels.multipliers or self.kernels.final_multipliers:
            nearly_flat = flat <= np.maximum(threshold, ROUGH_TOLERANCE * abs(d.merit))
            nearly_flat &= part.damping <= SMALL_DAMPING
            violation = self._update_multipliers(part, index, nearly_flat, constraint_tolerance)
        self.motions.put(index, part)
        self.cost[index] = np.where(moves, new.cost, d.cost)
        self.gap[index] = (1 - length) * gap
        self.violation[index] = violation
        self.iterations[index] += 1
        is_optimal = (flat <= threshold) & np.isfinite(d.merit)
        self.converged[index] = is_optimal & (violation <= constraint_tolerance)
        self.done[index] = self.converged[index] | (damping > MOST_DAMPING)
        self.K[index] = d.K
        row = np.full((len(self.done), 3), np.nan, self.K.dtype)
        row[index] = np.stack([d.cost, fall, length], -1)
        self.history.append(row)

    def line(self) -> str:
        """The last iteration in words."""
        last = self.iterations == len(self.history)
        cost, fall, length = self.history[-1][last].mean(0)
        left = np.count_nonzero(~self.done)
        return (
            f"{len(self.history):4}: cost {cost:.8g}, expected fall {fall:.1e}, step {length:.3g}, "
            f"gap {self.gap.max():.1e}, violation {self.violation.max():.1e}, {left} left"
        )

    def _update_multipliers(
        self, part: Motions, index: Any, flat: Any, tolerance: float
    ) -> Numbers:
        """Update multipliers and penalties where the merit is flat; the violations.

        Source: [Howell2019, Sec. III].
        """
        stages, ends = part.parameter_rows
        q, v, violation = part.q, part.v, np.zeros(len(part.u))
        after: dict[str, Numbers] = {}
        if self.kernels.multipliers is not None:
            x = q[:, :-1], v[:, :-1], part.multipliers, part.penalty[:, None], part.u
            after["multipliers"], worst = self.kernels.multipliers(*x, *stages)
            violation = worst.max(-1)
        if self.kernels.final_multipliers is not None:
            x = q[:, -1], v[:, -1], part.final_multipliers, part.penalty
            after["final_multipliers"], worst = self.kernels.final_multipliers(*x, *ends)
            violation = np.maximum(violation, worst)
        updated = flat & (violation > tolerance)
        for name, x in after.items():
            getattr(part, name)[updated] = x[updated]
        slow = updated & (violation > SLOW_PROGRESS * self.last_violation[index])
        part.penalty = np.where(slow, FACTOR * part.penalty, part.penalty).clip(None, MOST_PENALTY)
        part.damping = np.where(updated, LEAST_DAMPING, part.damping)
        self.last_violation[index] = np.where(updated, violation, self.last_violation[index])
        return violation


def _line_search(part: Motions, kernels: Kernels, d: Direction) -> tuple[Numbers, Any]:
    """The longest acceptable step length of each problem, 0 where there is none; the motions."""
    new = part.stepped(kernels, d, np.ones_like(d.merit))
    acceptable = _is_acceptable(d, new, 1.0)
    length = acceptable.astype(d.merit.dtype)
    if not acceptable.all():
        rest, shorter = np.flatnonzero(~acceptable), LENGTHS[1:, None].astype(d.merit.dtype)
        some = d.part(rest)
        tried = part.part(rest).stepped(kernels, some, shorter)
        good = _is_acceptable(some, tried, shorter)
        first = good.argmax(0)
        length[rest] = np.where(good.any(0), shorter[first, 0], 0)
        for x, y in zip(new, tried, strict=True):
            x[rest] = y[first, np.arange(len(rest))]
    return length, new


def _is_acceptable(d: Direction, new: Any, length: Any) -> Any:
    """Whether the merit falls enough, or does not rise too much where gaps are closed.

    Source: [Mastalli2020, Sec. II].
    """
    expected, fall = d.expected(length), d.merit - new.merit
    falls = (fall > SUFFICIENT_FALL * expected) | (d.fall[:, 0] < np.finfo(fall.dtype).eps)
    rises = (expected < 0) & (fall > LARGEST_RISE * expected)
    return ((expected >= 0) & falls | rises) & np.isfinite(new.merit)
