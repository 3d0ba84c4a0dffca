"""Newton's method in velocities, for contacts and other rows that all give way.

With a softness R > 0 of rows, their impulses are functions of their velocities u alone:
x(u) = admissible(-u / R). The change of the robot's velocities by them solves the nv equations
M change = J^T x(g + J change), which are regular however many rows repeat each other, as those of
the feet of a table do, or of a foot and the joints of its leg with dry friction. With the radii of
friction held they are the gradient of a convex function, which MuJoCo minimizes [Todorov2012]; here
radii follow the normal impulses, as Coulomb's law has it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise
from math import inf
from typing import Any, Final, NamedTuple

from ...scalar.array import Array
from ...scalar.expr import Scalar
from ...scalar.math import (
    array,
    concatenate,
    epsilon,
    eye,
    logical_not,
    maximum,
    minimum,
    scan,
    sqrt,
    stack,
    where,
    zeros,
)
from ...scalar.scan import computed_where, in_memory, shared
from ..constraints.own import OwnMass
from .laws import Laws
from .slots import Rows, Slots
from .solve import ITERATIONS

LESS: Final = 0.25
"""The part of the error that a step leaves at most whose normal impulses change the radii; else it
is one with radii held, and searched along."""
SEARCHES, FLAT = 12, 0.1
"""Parts of a step with radii held that are tried at most, until the slope there is flat: so much of
that at its start."""
CONVERGED: Final = 1e-9
"""The error of velocities, relative to their change by the impulses, that ends the steps."""
NEAR: Final = 1e-3
"""The same of velocities out of penetrations."""
ROUNDINGS: Final = 100
"""How many roundings it is at least, also of the change by other forces."""


class _Iterate(NamedTuple):
    """The change of velocities, and twice the energy of its error."""

    change: Array
    error: Scalar


class _Contacts(NamedTuple):
    """Of each contact -u / R, the radii of its discs, and how friction grows as it closes.

    That is 0 of one that sticks, or does not act.
    """

    attempts: Array
    radii: Array
    growth: Array


class _Line(NamedTuple):
    """A part of a step, between two others, and 1 if the slope there is flat."""

    part: Scalar
    low: Scalar
    high: Scalar
    flat: Scalar


@dataclass(frozen=True)
class Soft:
    """Soft rows with their laws, and their velocities g without impulses.

    `softness` (m,) is the same along both directions of a disc. Steps begin at a change `start` of
    the robot's velocities: at one that leaves these as they were before the step most contacts
    stick or slide already as they do in the end.
    """

    laws: Laws
    mass: OwnMass
    J: Rows
    contacts: Slots
    softness: Array
    g: Array
    start: Array

    def impulses(self, steps: int | None, tolerance: float) -> Array:
        """Those that satisfy the laws, as far as so many steps lead.

        By code that problems share which differ in numbers alone.
        """
        laws = self.laws
        coefficients = array([x.coefficient for x in laws.moments])
        numbers = laws.mu, laws.bounds, coefficients, self.softness, self.g, self.start
        numbers = *numbers, array([tolerance])
        ends = [*accumulate(map(len, numbers), initial=0)]

        def iterated(x: Array) -> Array:
            parts = (x[i:j] for i, j in pairwise(ends))
            mu, bounds, coefficients, softness, g, start, tolerance = parts
            pairs = zip(laws.moments, coefficients, strict=True)
            moments = tuple(x._replace(coefficient=y) for x, y in pairs)
            own = Laws(mu, laws.one_sided, bounds, moments)
            problem = replace(self, laws=own, softness=softness, g=g, start=start)
            return problem._iterated(steps, tolerance[0])

        return shared(iterated, in_memory(concatenate(numbers)[None])[0])

    def out_of(self, rows: Sequence[int], g: Array, softness: Scalar) -> Array:
        """The impulses of normals and of other rows that stop their velocities g, from rest."""
        laws, m = self.laws, len(self.g)
        moments = tuple(x._replace(coefficient=0.0) for x in laws.moments)
        own = Laws(0.0 * laws.mu, laws.one_sided, 0.0 * laws.bounds, moments)
        every = (zeros(m) + 1.0).add(list(rows), g - 1.0)  # others slide, without friction
        softness = stack([softness] * m)
        problem = replace(self, laws=own, softness=softness, g=every, start=0.0 * self.start)
        return problem.impulses(None, NEAR)[list(rows)]

    def _iterated(self, steps: int | None, tolerance: Scalar) -> Array:
        rounding = ROUNDINGS * epsilon(self.g)
        limit = maximum(CONVERGED, maximum(tolerance, rounding))
        least = rounding * rounding * _size(self.mass, self.start)

        def allowed(change: Array) -> Scalar:
            return limit * limit * _size(self.mass, change) + least

        def step(before: _Iterate, _: None) -> tuple[_Iterate, None]:
            return self._step(before, allowed(before.change)), None

        def ended(x: _Iterate) -> Scalar:
            return x.error <= allowed(x.change)

        start = _Iterate(self.start, inf)
        change = scan(step, start, length=steps or ITERATIONS, until=ended)[0].change
        return self.laws.admissible(-(self.J.times(change) + self.g) / self.softness)

    def _step(self, before: _Iterate, allowed: Scalar) -> _Iterate:
        """A step that leaves little of the error, or else one with radii held, searched along.

        An error that is allowed ends the steps; it may be too small to be reduced.
        """
        left, mass, contacts = self._linearized(before.change)
        solution = mass.solve(left)
        held = -solution
        after = before.change + self._coupled(held, mass, contacts)
        error_before, error = mass.energy(left, solution), mass.energy(self._left(after))
        whole = error <= LESS * error_before
        done = whole | (error_before <= allowed)

        def part() -> Scalar:
            return self._searched(before.change, held, left, contacts)

        part = computed_where(logical_not(done), part, 1.0)
        change = where(whole, after, before.change + part * held)
        return _Iterate(change, where(done, minimum(error, error_before), inf))

    def _coupled(self, held: Array, mass: OwnMass, contacts: _Contacts) -> Array:
        """The step whose normal impulses change the radii, from that with radii held.

        It solves (1 + K) step = held, where K solves for the friction that grows with normal
        impulses: of `held` and K held the combination that leaves least, in about kinetic energy.
        """
        own = self.contacts.own
        normal, discs = [own[2]], [i for rows in self._discs for i in own[rows]]

        def grown(step: Array, _: None) -> tuple[Array, Array]:
            def of_contact(_: None, k: Scalar, growth: Array, speed: Array) -> tuple[None, Array]:
                return None, speed * growth

            speeds = self.contacts.times(step, normal)
            _, impulses = self.contacts.loop(of_contact, None, contacts.growth, speeds)
            return (after := mass.solve(self.contacts.transposed(impulses, discs))), after

        once, twice = scan(grown, held, length=2)[1]
        inertias = self.mass.M.diagonal()
        first, second = held + once, once + twice  # 1 + K of both
        weighted = inertias * first
        square = first @ weighted
        weighted = weighted / where(square > 0, square, 1.0)
        along = second @ weighted
        other = second - along * first
        weighted_other = inertias * other
        square = other @ weighted_other
        is_new = square > epsilon(held) * (second @ (inertias * second))
        share = where(is_new, held @ weighted_other / where(is_new, square, 1.0), 0.0)
        return (held @ weighted - share * along) * held + share * once

    def _searched(self, before: Array, step: Array, left: Array, contacts: _Contacts) -> Scalar:
        """The part of a step, with radii held, where the slope along it is flat.

        Where Newton's method leaves the interval that has it, its middle is tried, or the part next
        to that at which an impulse passes the middle of its disc: there slopes of stiff friction
        change their sign at once.
        """
        along, rates, passages = self._along(step, contacts.attempts)
        inertia, momentum = step @ (self.mass.M @ step), step @ (self.mass.M @ before)
        steep = -(step @ left)

        def tried(line: _Line, _: None) -> tuple[_Line, None]:
            def of_contact(sums: Any, _: Scalar, x: Array, radii: Array, u: Array, z: Array) -> Any:
                (work, curve), at = sums, x + line.part * z
                impulse, slopes, _ = self._bounded(at, radii)
                return (work + impulse @ u, curve - u @ (slopes @ z)), None

            parts = contacts.attempts, contacts.radii, along, rates
            (work, curve), _ = self.contacts.loop(of_contact, (0.0, 0.0), *parts)
            x, slopes = self._single(before + line.part * step)
            u = self.J.own_times(step, self._rest)
            slope = momentum + line.part * inertia - work - x @ u
            curve = inertia + curve + u @ (slopes * u)
            low, high = (
                where(side, line.part, end)
                for side, end in ((slope < 0, line.low), (slope > 0, line.high))
            )
            newton = line.part - slope / where(curve > 0, curve, 1.0)
            middle = where(high < inf, 0.5 * (low + high), 2 * line.part)
            passage = self._passage(passages, low, high, middle)
            part = where((low < newton) & (newton < high), newton, passage)
            flat = where(abs(slope) <= FLAT * steep, 1.0, 0.0)
            return _Line(where(flat > 0, line.part, part), low, high, flat), None

        start = _Line(1.0, 0.0, inf, 0.0)
        return scan(tried, start, length=SEARCHES, until=lambda x: x.flat > 0)[0].part

    def _along(self, step: Array, attempts: Array) -> tuple[Array, Array, Array]:
        """Of each contact the velocity along a step, its -u / R, and the parts that pass discs.

        Those are where an impulse is nearest to the middle of its disc.
        """

        def of_contact(_: None, k: Scalar, along: Array, s: Array, x: Array) -> Any:
            rates, passages = -s * along, list[Scalar]()
            for rows in self._discs:
                square = rates[rows] @ rates[rows]
                passages.append(-(x[rows] @ rates[rows]) / where(square > 0, square, 1.0))
            return None, (rates, array(passages))

        along = self.contacts.times(step)
        parts = along, self._of_contacts[1], attempts
        return along, *self.contacts.loop(of_contact, None, *parts)[1]

    def _passage(self, passages: Array, low: Scalar, high: Scalar, middle: Scalar) -> Scalar:
        """Of these parts between two the nearest to the middle, or the middle if there is none."""

        def of_contact(nearest: Scalar, _: Scalar, parts: Array) -> tuple[Scalar, None]:
            for x in parts:
                is_nearer = abs(x - middle) < abs(nearest - middle)
                nearest = where((low < x) & (x < high) & is_nearer, x, nearest)
            return nearest, None

        nearest, _ = self.contacts.loop(of_contact, inf, passages)
        return where(nearest < inf, nearest, middle)

    @cached_property
    def _discs(self) -> list[slice]:
        """The rows of a contact whose impulses end in discs: along its plane, and of moments."""
        rows, start = [slice(0, 2)], 3
        for group in self.contacts.groups[1:]:
            rows.append(slice(start, start + len(group.own)))
            start = rows[-1].stop
        return rows

    @cached_property
    def _of_contacts(self) -> list[Array]:
        """Of each contact g, inverse softness, and coefficients."""
        gathered = [self.contacts.gathered(x) for x in (self.g, 1 / self.softness)]
        moments = [x for x in self.laws.moments_by_size if x]
        coefficients = [self.laws.mu, *(array([y.coefficient for y in x]) for x in moments)]
        return [in_memory(x) for x in (*gathered, array(coefficients).T)]

    @property
    def _rest(self) -> slice:
        """Of the rows in no slot those of no contact."""
        n = 0 if self.J.slots else 3 * len(self.laws.mu)
        return slice(n, n + self.laws.before_moments - 3 * len(self.laws.mu))

    def _single(self, change: Array) -> tuple[Array, Array]:
        """Impulses of other rows at a change of velocities, and their negative slopes."""
        others = self.contacts.others(len(self.g))
        laws = replace(self.laws, mu=zeros(0), moments=())
        stiffness = 1 / self.softness[others]
        x = -stiffness * (self.J.own_times(change, self._rest) + self.g[others])
        bounded = laws.admissible(x)
        return bounded, where(bounded == x, stiffness, 0.0)

    def _bounded(self, x: Array, radii: Array) -> tuple[Array, Array, Array]:
        """The admissible impulse near x, its slope, and that by radii, 0 inside of a disc."""
        n = len(x)
        numbers, ends, slopes = list(zeros(n).flat), list(zeros(n).flat), zeros(n, n)
        numbers[2] = maximum(0.0, x[2])
        slopes = slopes.add((2, 2), where(x[2] > 0, 1.0, 0.0))
        for rows, radius in zip(self._discs, radii, strict=True):
            square, size = x[rows] @ x[rows], rows.stop - rows.start
            inside = square <= radius * radius
            length = sqrt(where(inside, 1.0, square))
            end = where(inside, 0.0, 1 / length) * x[rows]
            part = where(inside, 1.0, radius / length)
            numbers[rows], ends[rows] = list((part * x[rows]).flat), list(end.flat)
            turned = part * (eye(size) - end[:, None] * end[None, :])
            slopes = slopes.add((rows, rows), turned)
        return array(numbers), slopes, array(ends)

    def _momentum(self, change: Array, of_contacts: Array, of_others: Array) -> Array:
        """The change of momentum less the impulses, which is 0 at the solution."""
        of_contacts = self.contacts.transposed(of_contacts)
        return self.mass.M @ change - of_contacts - self.J.own_transposed(of_others, self._rest)

    def _left(self, change: Array) -> Array:
        """The change of momentum less the impulses at a change of velocities."""

        def bounded(_: None, k: Scalar, u: Array, g: Array, s: Array, mu: Array) -> Any:
            x = -s * (u + g)
            return None, self._bounded(x, mu * maximum(0.0, x[2]))[0]

        parts = self.contacts.times(change), *self._of_contacts
        _, impulses = self.contacts.loop(bounded, None, *parts)
        return self._momentum(change, impulses, self._single(change)[0])

    def _linearized(self, change: Array) -> tuple[Array, OwnMass, _Contacts]:
        """The same, its derivative with radii held, which is a mass, and those of contacts."""

        def attempt(_: None, k: Scalar, u: Array, g: Array, s: Array, mu: Array) -> Any:
            x = -s * (u + g)
            radii = mu * maximum(0.0, x[2])
            impulse, slopes, ends = self._bounded(x, radii)
            weights = where(x[2] > 0, 1.0, 0.0) * s * slopes
            growth = [
                where(x[2] > 0, y * s[2], 0.0) * ends[i]
                for i, y in zip(self._discs, mu, strict=True)
            ]
            return None, (x, radii, concatenate(growth), impulse, weights)

        parts = self.contacts.times(change), *self._of_contacts
        _, ys = self.contacts.loop(attempt, None, *parts)
        attempts, radii, growth, impulses, weights = ys
        x, slopes = self._single(change)
        units = self.J.units
        H = (
            self.mass.M
            + self.contacts.products(weights)
            + units.T @ (self.J.summed(slopes, self._rest)[:, None] * units)
        )
        left = self._momentum(change, impulses, x)
        mass = self.contacts.factored(self.mass, H)
        return left, mass, _Contacts(attempts, radii, growth)


def _size(mass: OwnMass, change: Array) -> Scalar:
    """Twice the kinetic energy of a change of velocities."""
    return change @ (mass.M @ change)
