"""The rows of a step: contacts with the plane, limits, and dry friction of joints."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import isfinite
from typing import Final

from ..algorithms.constraints.own import OwnMass, shortened
from ..algorithms.friction.delassus import Delassus
from ..algorithms.friction.laws import Laws, Moment, Residuals
from ..algorithms.friction.newton import Soft
from ..algorithms.friction.slots import Group, Listed, Rows, Slots
from ..algorithms.friction.solve import implicit, iterated, without_gain
from ..algorithms.inverse_kinematics import limited_coordinates
from ..errors import ModelError
from ..model import Model
from ..model.structure import Node
from ..scalar.array import Array, as_array, structural
from ..scalar.expr import Scalar, div, is_zero
from ..scalar.math import (
    array,
    concatenate,
    epsilon,
    eye,
    maximum,
    minimum,
    scan,
    stack,
    take,
    where,
    zeros,
)
from ..scalar.scan import computed_where
from .integrators import Problem
from .settings import Simulation
from .springs import STIFF, Spring
from .touching import ContactRow, LeftOut, Touching

RECOVERY: Final = 0.2
"""The part of a penetration that a step removes."""
NARROW: Final = 0.01
"""A range of a coordinate, in rad or m, that both limits hold at once."""
LATER: Final = 1e6
"""The speed, in m/s, at which a gap may close that is left to the next step."""
NO_PUSH, ROUNDINGS = 1e-9, 8
"""The speed in m/s, and roundings, of what is not pushed out."""
SLIGHT: Final = 1e-3
"""The speed, in m/s and rad/s, at which a spring may end deeper than where its force is that of."""
FARTHEST: Final = 0.5
"""The largest of such a motion, in m and rad."""
LEAST_FRICTION: Final = 1e-5
"""The least coefficient that is compared with that of a moment."""
DRY: Final = 1 / 9
"""That of dry friction, relative to a joint's mobility: as of MuJoCo's `solimpfriction`."""


@dataclass(frozen=True)
class StepRows:
    """The rows J of a step of the time h, in the middle of its motion, and the laws of impulses.

    `one_sided` are the rows along normals and at limits, with their `gaps`, their velocities
    `approach` before the step, and their `springs`. After those are the rows of velocity
    limits, `speeds`.
    """

    h: Scalar
    J: Rows
    laws: Laws
    one_sided: list[int]
    gaps: Array
    approach: Array
    springs: list[Spring]
    speeds: Array
    touching: list[ContactRow]
    left_out: LeftOut | None
    yielding: tuple[Slots, list[float]] | None
    """If all rows give way, contacts and the mobilities of joints with dry friction."""

    @classmethod
    def of(cls, simulation: Simulation, problem: Problem, q: Array, v: Array) -> "StepRows":
        model = problem.model
        touching, left_out, slots = Touching.of(simulation, problem, q, v)
        n = len(touching)
        soft_joints = model.free_nodes if simulation.limits == "soft" else []
        limited = {x.v_slice.start: x for x in soft_joints if x.limit_softness}
        limits = _gaps(model, q, 0.5 * problem.h * v, limited) if simulation.limits else []
        rates = _rates(model) if simulation.velocity_limits else []
        dry = structural(model.friction) if simulation.has_passive_forces else zeros(model.nv)
        frictional = [k for k, torque in enumerate(dry) if not is_zero(torque)]
        units = [(k, sign) for k, sign, _ in limits + rates] + [(k, 1) for k in frictional]
        unit_rows = [sign * eye(model.nv)[k : k + 1] for k, sign in units]
        turning, moments = _moments(touching, 3 * n + len(units))
        one_sided = [*range(2, 3 * n, 3), *range(3 * n, 3 * n + len(limits))]
        gaps = Array.of(
            [*(x.gap for x in touching), *(gap for *_, gap in limits)], (len(one_sided),)
        )
        mu = Array.of([x.friction for x in touching], (n,))
        bounds = Array.of([problem.h * dry[k] for k in frictional], (len(frictional),))
        laws = Laws(mu, len(limits + rates), bounds, moments)
        of_limits = [sign * v[k] for k, sign, _ in limits]
        approach = Array.of([*(x.approach for x in touching), *of_limits], gaps.shape)
        soft = [limited[k].limit_softness if k in limited else None for k, *_ in limits]
        depths = (0.5 * problem.h * approach - gaps)[n:]
        springs = [x.spring for x in touching]
        springs += [
            Spring.of((x and x.law) or STIFF, depth) for x, depth in zip(soft, depths, strict=True)
        ]
        speeds = Array.of([speed for *_, speed in rates], (len(rates),))
        softnesses = [x and x.limit_softness for x in map(limited.get, frictional)]
        mobilities = [x.mobility for x in softnesses if x]
        of_contacts = (getattr(x, "law", None) for x in simulation.contacts)
        yields = n > 0 and all(x and x[-1] > 0 for x in of_contacts) and not rates
        yields &= len(mobilities) == len(frictional)
        yields &= not any(is_zero(x.compliance) for x in springs)
        groups = _groups(laws, laws.before_moments)
        if slots is None:
            every = [zeros(0, model.nv), *(x.J for x in touching), *unit_rows, *turning]
            J = Rows.of(concatenate(every))
        else:
            slots = replace(slots, groups=groups)
            moved = sorted({k for k, _ in units})
            own = tuple((moved.index(k), sign) for k, sign in units)
            J = Rows(eye(model.nv)[moved], own, slots)
        if yields and slots is None:
            blocks = [x.J if x.turning is None else [*x.J, *x.turning] for x in touching]
            slots = Listed(array(blocks), n, n, groups)
        yielding = (slots, mobilities) if yields and slots else None
        own = springs, speeds, touching, left_out, yielding
        return cls(problem.h, J, laws, one_sided, gaps, approach, *own)

    def compliance(self) -> Array:
        """The velocities of all rows that unit impulses at the springs of contacts take."""
        compliances = zeros(len(self.J))
        for i, spring in zip(self.one_sided, self.springs, strict=True):
            if not is_zero(spring.compliance):
                time = self.h * (spring.relaxation + self.h)
                compliances = compliances.add(i, div(spring.compliance, time))
        if self.yielding is None:
            return compliances
        for k, row in enumerate(self.touching):
            own = row.spring.friction * compliances[3 * k + 2]
            compliances = compliances.add(slice(3 * k, 3 * k + 2), own)
        for rows, n, length in self.laws.moments:
            arm = maximum(LEAST_FRICTION, self.touching[n // 3].friction)
            ratio = where(length > 0, arm / where(length > 0, length, 1.0), 1.0)
            compliances = compliances.add(rows, ratio * ratio * compliances[n - 1])
        bounded = [i for i, _ in self.laws.bounded_rows]
        return compliances.add(bounded, DRY * array(self.yielding[1])) if bounded else compliances

    def closing(self, restitutions: Sequence[float], turn: Array, free: Array) -> Array:
        """The speeds, of all rows, at which gaps may close after the step.

        A gap may close in the second half of the step. A contact that arrives within it rebounds:
        its speed is negative. One that leaves may turn back as fast: so impulses at others add no
        energy; one that arrives by these alone, not with the `free` velocities, rebounds in the
        next step. A spring's force is that of the gap to which the new velocity leads. In that half
        velocities change by about as much as in the first, `turn`.
        """
        speeds = list(zeros(len(self.J)).flat)
        same = len({*restitutions}) == 1
        bounces: list[Scalar] = [
            restitutions[0] or 0 if same else take(array(restitutions), x.index)
            for x in self.touching
        ]
        rows = zip(self.one_sided, self.gaps, self.approach, self.springs, strict=True)
        for i, gap, v, spring in rows:
            speeds[i] = where(gap > 0, 2 * gap / self.h, 0.0)
            bounce = bounces[i // 3] if i < 3 * len(bounces) else 0
            if not is_zero(bounce):
                arrives = maximum(v, gap + 0.5 * self.h * v) < 0
                struck = (gap > 0) & (free[i] + speeds[i] >= 0)
                later = where(struck, LATER, maximum(speeds[i], v))
                speeds[i] = where(arrives, bounce * v, later)
            if not is_zero(spring.compliance):
                begin = gap - 0.5 * self.h * v
                time = self.h + where(begin > 0, 0.0, spring.relaxation)
                reach = div(begin, spring.stretch) / time
                speeds[i] = where(spring.compliance > 0, reach, speeds[i])
        of_rates = self.J.times(turn)
        for i, speed in enumerate(self.speeds, self.laws.one_sided_rows.stop - len(self.speeds)):
            speeds[i] = speed + of_rates[i]
        return Array.of(speeds, (len(speeds),))

    def in_world(self, impulses: Array, count: int) -> Array:
        """The impulses of all contacts (ncontacts, 3), along the axes of the world."""
        parts = impulses[: 3 * len(self.touching)].reshape(-1, 3)
        turned = [
            x if row.directions is None else row.directions @ x
            for row, x in zip(self.touching, parts, strict=True)
        ]
        if len(turned) == count:
            return concatenate([zeros(0, 3), *(x[None] for x in turned)])

        def step(i: Scalar, _: None) -> tuple[Scalar, Array]:
            rows = zip(self.touching, turned, strict=True)
            return i + 1, reduce(lambda y, x: where(x[0].index == i, x[1], y), rows, zeros(3))

        return scan(step, 0.0, length=count)[1]

    def reported(self, residuals: Residuals, v: Array) -> Array:
        """The residuals, with the velocity into contacts without rows, v after it."""
        into = residuals.velocity
        if self.left_out is not None:
            into = maximum(into, self.left_out.speed(v, self.h))
        return stack([residuals.cone, into, residuals.complementarity])

    def pushed(
        self,
        mass: OwnMass,
        problem: Soft | Callable[[], Delassus],
        scale: Scalar,
        compliance: Scalar,
        v: Array,
    ) -> Array:
        """The velocity out of penetrations in the step, which is then forgotten, with v after it.

        The least, in kinetic energy, with which no gap ends negative or, where it began so, it ends
        a fifth smaller: split impulses [Guendelman2003]. That of a spring ends where the whole step
        with the velocity after it would lead, or slightly deeper: only impacts are pushed out.
        """
        rows, none = self.one_sided, zeros(self.laws.size)
        begin = self.gaps - 0.5 * self.h * self.approach
        speeds = self.J.times(v)[rows]
        end = self.gaps + 0.5 * self.h * speeds
        least = [minimum(0.0, (1 - RECOVERY) * gap) for gap in begin]
        for i, spring in enumerate(self.springs):
            if not is_zero(spring.compliance):
                soft = minimum(0.0, begin[i] + self.h * speeds[i]) - self.h * SLIGHT
                least[i] = where(spring.compliance > 0, soft, least[i])
        laws = Laws(zeros(0), len(rows), zeros(0))
        free = (end - Array.of(least, end.shape)) / self.h
        rounding = ROUNDINGS * epsilon(v) * (abs(begin) / self.h + abs(speeds))
        deeper = reduce(minimum, free + NO_PUSH + rounding, 0.0) < 0

        def velocity(impulses: Array, J: Rows = self.J) -> Array:
            return mass.solve(J.transposed(none.add(rows, impulses)))

        def opening(impulses: Array) -> Array:
            J = self.J.outside
            speeds = J.times(velocity(impulses, J))[rows]
            return speeds + free + div(compliance, scale) * impulses

        def pushing() -> Array:
            if not isinstance(problem, Soft):
                return iterated(laws, problem().part(rows), free)
            softness = div(compliance, scale)
            x = problem.out_of(rows, free, softness)
            gained = self.J.times(velocity(x))[rows] + softness * x
            return without_gain(x, gained, free)

        iterate = computed_where(deeper, pushing, zeros(len(rows)))
        pushed = velocity(implicit(laws, iterate, opening, scale))
        return shortened(pushed, self.h, FARTHEST)


def _rates(model: Model) -> list[tuple[int, int, Scalar]]:
    """The velocity limits that are finite, on both sides: index, sign, and limit."""
    limits = as_array(model.velocity_limits)
    finite = [k for k, x in enumerate(limits) if isfinite(float(x))]
    if not finite:
        raise ModelError(
            f"kt.simulation: velocity_limits=True, and {model.name} has no finite ones; give it "
            "some, model.replace(velocity_limits=...)."
        )
    return [(k, sign, limits[k]) for k in finite for sign in (-1, 1)]


def _groups(laws: Laws, start: int) -> tuple[Group, ...]:
    """The groups of rows in slots: of contacts, then from a start on of moments."""
    groups = [Group(0, (0, 1, 2))]
    for moments, own in zip(laws.moments_by_size, ((5,), (3, 4)), strict=True):
        if moments:
            groups.append(Group(start, own))
            start += len(moments) * len(own)
    return tuple(groups)


def _moments(touching: Sequence[ContactRow], start: int) -> tuple[list[Array], tuple[Moment, ...]]:
    """The rows of torsional and of rolling friction, numbered from `start` on, and their laws."""
    turning, moments = list[Array](), list[Moment]()
    for name, directions in (("torsional", slice(2, 3)), ("rolling", slice(0, 2))):
        for k, row in enumerate(touching):
            coefficient: Scalar | None = getattr(row, name)
            if row.turning is not None and coefficient is not None:
                turning.append(row.turning[directions])
                rows = slice(start, start + len(turning[-1]))
                moments.append(Moment(rows, 3 * k + 2, coefficient))
                start = rows.stop
    return turning, tuple(moments)


def _gaps(
    model: Model, q: Array, ahead: Array, limited: Mapping[int, Node]
) -> list[tuple[int, Scalar, Scalar]]:
    """The position limits that are finite: index of the velocity, sign, and distance.

    Those of joints with soft limits, by their velocities, begin at the margin. Of both limits of a
    coordinate that one to which it is nearer a way ahead, unless they are so near to each other
    that both hold it.
    """
    rows = list[tuple[int, Scalar, Scalar]]()
    for i, k in limited_coordinates(model, q):
        lower = float(as_array(model.lower_position_limits)[i])
        upper = float(as_array(model.upper_position_limits)[i])
        if k in limited:
            lower, upper = lower + limited[k].limit_margin, upper - limited[k].limit_margin
        if isfinite(upper - lower) and upper - lower > NARROW:
            is_low = q[i] + ahead[k] < 0.5 * (lower + upper)
            rows.append((k, where(is_low, 1.0, -1.0), where(is_low, q[i] - lower, upper - q[i])))
            continue
        sides = ((1, q[i] - lower, lower), (-1, upper - q[i], upper))
        rows += [(k, sign, gap) for sign, gap, limit in sides if isfinite(limit)]
    return rows
