"""The motions of a batch of problems: the directions of their controls, and steps along them."""

from dataclasses import dataclass, fields
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..algorithms.configuration import difference
from ..model import Model
from .problem import Kernels

Numbers = NDArray[np.floating]

LEAST_DAMPING: Final = 1e-9
MOST_DAMPING: Final = 1e9
FACTOR: Final = 10.0
"""The ratio by which damping and penalties change."""


class Direction(NamedTuple):
    """The change of the controls of each problem, and the fall of the merit expected of it."""

    cost: Numbers
    """(B,): the cost before the change."""
    merit: Numbers
    """(B,): the cost with the terms of constraints, before the change."""
    gaps: Numbers
    """(B, T + 1, n): by how much the stage before leads beyond each state."""
    k: Numbers
    K: Numbers
    fall: Numbers
    """(B, 2): coefficients of the expected fall, those of `Backward`."""

    def expected(self, length: Any) -> Numbers:
        """The fall of the merit by steps of a length."""
        slope, bend = self.fall.T
        return length * (slope + length * bend / 2)

    def part(self, index: Any) -> "Direction":
        """The directions of some of the problems."""
        return Direction(*(x[index] for x in self))


@dataclass
class Motions:
    """Arrays of B problems, the first axis; None for operands that are left out."""

    q0: Numbers
    v0: Numbers
    q: Numbers
    v: Numbers
    u: Numbers
    parameters: Numbers | None
    lower: Numbers | None
    upper: Numbers | None
    multipliers: Numbers | None
    final_multipliers: Numbers | None
    penalty: Numbers
    damping: Numbers

    def part(self, index: Any) -> "Motions":
        """The motions of some of the problems."""
        values: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self)}
        parts: dict[str, Any] = {n: None if x is None else x[index] for n, x in values.items()}
        return Motions(**parts)

    def put(self, index: Any, part: "Motions") -> None:
        """Replace the motions of some of the problems."""
        for f in fields(self):
            if (x := getattr(self, f.name)) is not None:
                x[index] = getattr(part, f.name)

    @property
    def parameter_rows(self) -> tuple[list[Numbers], list[Numbers]]:
        """The parameters of stages and of the end as operands: lists of one array or none."""
        p = self.parameters
        return ([], []) if p is None else ([p[:, :-1]], [p[:, -1]])

    def direction(self, kernels: Kernels, model: Model) -> Direction:
        """The change of controls; damping rises until it is a minimum."""
        q, v = self.q, self.v
        stages, ends = self.parameter_rows
        penalty = np.repeat(self.penalty[:, None], self.u.shape[1], 1)  # equal axes are faster
        x = q[:, :-1], v[:, :-1], self.u, q[:, 1:], v[:, 1:], penalty
        linear = kernels.derivatives(*x, *stages, *_present(self.multipliers))
        x = q[:, -1], v[:, -1], self.penalty
        end = kernels.final_linearized(*x, *ends, *_present(self.final_multipliers))
        first = np.concatenate([difference(model, q[:, 0], self.q0), self.v0 - v[:, 0]], -1)
        gaps = np.concatenate([first[:, None], linear.gap], 1)
        rows = linear.F, linear.B, linear.g, linear.H, gaps[:, :-1], gaps[:, -1], end.g, end.H
        bounds = [x - self.u for x in _present(self.lower, self.upper)]
        result = kernels.backward_pass(*rows, self.damping, *bounds)
        while (wrong := ~(result.pivot > 0) & (self.damping < MOST_DAMPING)).any():
            self.damping = np.where(wrong, FACTOR * self.damping, self.damping)
            result = kernels.backward_pass(*rows, self.damping, *bounds)
        cost, merit = linear.cost.sum(-1) + end.cost, linear.merit.sum(-1) + end.merit
        return Direction(cost, merit, gaps, result.k, result.K, result.fall)

    def stepped(self, kernels: Kernels, d: Direction, length: Any) -> Any:
        """The motions with steps of a length."""
        stages, ends = self.parameter_rows
        x = self.q0, self.v0, length, self.u, self.q, self.v, d.k, d.K, d.gaps, self.penalty
        stages += _present(self.multipliers)
        ends += _present(self.final_multipliers, self.lower, self.upper)
        return kernels.forward_pass(*x, *stages, *ends)


def _present(*arrays: Numbers | None) -> list[Numbers]:
    return [x for x in arrays if x is not None]
