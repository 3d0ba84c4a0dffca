"""The rows of a step: contacts with the plane, limits, and dry friction of joints."""

from dataclasses import dataclass
from math import isfinite
from typing import Final

from ..algorithms.constraints.kinematics import ContactRows
from ..algorithms.constraints.own import OwnMass
from ..algorithms.friction.laws import Laws
from ..algorithms.friction.solve import implicit, iterated
from ..algorithms.inverse_kinematics import limited_coordinates
from ..model import Closure, Model, ShapeContact
from ..scalar.array import Array, as_array, structural
from ..scalar.expr import Scalar, div, is_zero
from ..scalar.math import array, concatenate, eye, maximum, minimum, where, zeros
from .integrators import Problem, Stepper
from .shape_contacts import TouchingRows, rows_of_shapes

RECOVERY: Final = 0.2
"""The part of a penetration that a step removes."""
SWEEPS: Final = 5
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
    rotations: list[Array | None]
    """Of contacts: from the directions of their rows to the world's; None: they are these."""

    @classmethod
    def of(cls, stepper: Stepper, problem: Problem, q: Array, v: Array) -> "StepRows":
        model, n = problem.model, len(stepper.contacts)
        touching = _touching(stepper, problem, q)
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
        mu = array([x.friction for x in stepper.contacts if isinstance(x, ShapeContact)])
        mu = mu if problem.friction is None else problem.friction
        bounds = Array.of([problem.h * dry[k] for k in frictional], (len(frictional),))
        laws = Laws(mu, len(limits), bounds)
        rotations = [x.rotation for x in touching]
        return cls(problem.h, J, laws, one_sided, gaps, J[one_sided] @ v, rotations)

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

    def in_world(self, impulses: Array) -> Array:
        """The impulses of contacts (ncontacts, 3), along the axes of the world."""
        parts = impulses[: 3 * len(self.rotations)].reshape(-1, 3)
        turned = [x if R is None else R @ x for R, x in zip(self.rotations, parts, strict=True)]
        return concatenate([zeros(0, 3), *(x[None] for x in turned)])

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


def _touching(stepper: Stepper, problem: Problem, q: Array) -> list[TouchingRows]:
    """The rows of all contacts, in their order."""
    points = [x for x in stepper.contacts if isinstance(x, Closure)]
    blocks = ContactRows.of(problem.model, q, points).blocks
    J = [x.jacobian()[:3] for x in blocks]
    of_points = iter(
        [TouchingRows(x.displacement()[2], J_x, None) for x, J_x in zip(blocks, J, strict=True)]
    )
    shapes = [x for x in stepper.contacts if isinstance(x, ShapeContact)]
    of_shapes = iter(rows_of_shapes(problem, q, shapes) if shapes else [])
    return [next(of_points if isinstance(x, Closure) else of_shapes) for x in stepper.contacts]


def _gaps(model: Model, q: Array) -> list[tuple[int, int, Scalar]]:
    """The position limits that are finite: index of the velocity, sign, and distance."""
    sides = ((1, model.lower_position_limits), (-1, model.upper_position_limits))
    return [
        (k, sign, sign * (q[i] - as_array(limits)[i]))
        for i, k in limited_coordinates(model, q)
        for sign, limits in sides
        if isfinite(float(as_array(limits)[i]))
    ]
