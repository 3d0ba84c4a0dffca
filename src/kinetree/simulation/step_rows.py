"""The rows of a step: contacts with the plane, limits, and dry friction of joints."""

from dataclasses import dataclass
from math import isfinite
from typing import Final

from ..algorithms.constraints.own import OwnMass
from ..algorithms.friction.laws import Laws, Residuals
from ..algorithms.friction.solve import implicit, iterated
from ..algorithms.inverse_kinematics import limited_coordinates
from ..model import Model
from ..scalar.array import Array, as_array, structural
from ..scalar.expr import Scalar, div, is_zero
from ..scalar.math import array, concatenate, eye, maximum, minimum, stack, take, where, zeros
from .integrators import Problem, Stepper
from .touching import ContactRow, LeftOut, Touching

RECOVERY: Final = 0.2
"""The part of a penetration that a step removes."""
SWEEPS: Final = 35
"""Sweeps that find the motion out of penetrations."""


@dataclass(frozen=True)
class StepRows:
    """The rows J of a step of the time h, in the middle of its motion, and the laws of impulses.

    `one_sided` are the rows along normals and at limits, with their `gaps`, and their velocities
    `approach` before the step.
    """

    h: Scalar
    J: Array
    laws: Laws
    one_sided: list[int]
    gaps: Array
    approach: Array
    touching: list[ContactRow]
    left_out: LeftOut | None

    @classmethod
    def of(cls, stepper: Stepper, problem: Problem, q: Array, v: Array) -> "StepRows":
        model, (touching, left_out) = problem.model, Touching.of(stepper, problem, q)
        n = len(touching)
        limits = _gaps(model, q) if stepper.limits else []
        dry = structural(model.friction) if stepper.passive != "none" else zeros(model.nv)
        frictional = [k for k, torque in enumerate(dry) if not is_zero(torque)]
        units = [(k, sign) for k, sign, _ in limits] + [(k, 1) for k in frictional]
        unit_rows = (sign * eye(model.nv)[k : k + 1] for k, sign in units)
        J = concatenate([zeros(0, model.nv), *(x.J for x in touching), *unit_rows])
        one_sided = [*range(2, 3 * n, 3), *range(3 * n, 3 * n + len(limits))]
        gaps = Array.of(
            [*(x.gap for x in touching), *(gap for *_, gap in limits)], (len(one_sided),)
        )
        mu = problem.friction
        if mu is None:
            mu = array([getattr(x, "friction", 0.0) for x in stepper.contacts])
        if n < len(stepper.contacts):
            mu = array([take(mu, x.index) for x in touching])
        bounds = Array.of([problem.h * dry[k] for k in frictional], (len(frictional),))
        laws = Laws(mu, len(limits), bounds)
        approach = J[one_sided] @ v
        return cls(problem.h, J, laws, one_sided, gaps, approach, touching, left_out)

    def closing(self, restitution: float) -> Array:
        """The speeds, of all rows, at which gaps may close after the step.

        A gap may close in the second half of the step. A contact that arrives within it rebounds:
        its speed is negative. One that leaves may turn back as fast: so impulses at others add no
        energy.
        """
        speeds = list(zeros(len(self.J)).flat)
        for i, gap, v in zip(self.one_sided, self.gaps, self.approach, strict=True):
            speeds[i] = where(gap > 0, 2 * gap / self.h, 0.0)
            if restitution and i < 3 * len(self.laws.mu):
                arrives = maximum(v, gap + 0.5 * self.h * v) < 0
                speeds[i] = where(arrives, restitution * v, maximum(speeds[i], v))
        return Array.of(speeds, (len(speeds),))

    def in_world(self, impulses: Array, count: int) -> Array:
        """The impulses of all contacts (ncontacts, 3), along the axes of the world."""
        parts = impulses[: 3 * len(self.touching)].reshape(-1, 3)
        turned = [
            x if row.rotation is None else row.rotation @ x
            for row, x in zip(self.touching, parts, strict=True)
        ]
        if len(turned) == count:
            return concatenate([zeros(0, 3), *(x[None] for x in turned)])
        total = [zeros(3)] * count
        for row, x in zip(self.touching, turned, strict=True):
            total = [where(row.index == i, x, y) for i, y in enumerate(total)]
        return concatenate([x[None] for x in total])

    def reported(self, residuals: Residuals, v: Array) -> Array:
        """The residuals, with the velocity into contacts without rows, v after it."""
        into = residuals.velocity
        if self.left_out is not None:
            into = maximum(into, self.left_out.overlap(v, self.h) / self.h)
        return stack([residuals.cone, into, residuals.complementarity])

    def pushed(self, mass: OwnMass, G: Array, scale: Scalar, compliance: Scalar, v: Array) -> Array:
        """The velocity out of penetrations in the step, which is then forgotten, with v after it.

        The least, in kinetic energy, with which no gap ends negative or, where it began so, it ends
        a fifth smaller: split impulses [Guendelman2003].
        """
        rows, J = self.one_sided, self.J[self.one_sided]
        begin = self.gaps - 0.5 * self.h * self.approach
        end = self.gaps + 0.5 * self.h * (J @ v)
        least = [minimum(0.0, (1 - RECOVERY) * gap) for gap in begin]
        laws = Laws(zeros(0), len(rows), zeros(0))
        free = (end - Array.of(least, end.shape)) / self.h
        G = G[rows][:, rows]

        def velocity(impulses: Array) -> Array:
            return mass.solve(J.T @ impulses)

        def opening(impulses: Array) -> Array:
            return J @ velocity(impulses) + free + div(compliance, scale) * impulses

        return velocity(implicit(laws, iterated(laws, G, free, "pgs", SWEEPS), opening, scale))


def _gaps(model: Model, q: Array) -> list[tuple[int, int, Scalar]]:
    """The position limits that are finite: index of the velocity, sign, and distance."""
    sides = ((1, model.lower_position_limits), (-1, model.upper_position_limits))
    return [
        (k, sign, sign * (q[i] - as_array(limits)[i]))
        for i, k in limited_coordinates(model, q)
        for sign, limits in sides
        if isfinite(float(as_array(limits)[i]))
    ]
