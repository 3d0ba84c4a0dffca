"""Newton's method in velocities, for contacts and other rows that all give way.

With a softness R > 0 of rows, their impulses are functions of their velocities u alone:
x(u) = admissible(-u / R). The change of the robot's velocities by them solves the nv equations
M change = J^T x(g + J change), which are regular however many rows repeat each other, as those of
the feet of a table do, or of a foot and the joints of its leg with dry friction. With the radii of
friction held they are the gradient of a convex function, which MuJoCo minimizes [Todorov2012]; here
radii follow the normal impulses, as Coulomb's law has it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Any, Final, NamedTuple

from ...scalar.array import Array
from ...scalar.expr import Scalar
from ...scalar.math import array, concatenate, epsilon, eye, maximum, scan, sqrt, where, zeros
from ..constraints.own import OwnMass
from .laws import Laws
from .slots import Rows, Slots, lower_triangle, symmetric
from .solve import ITERATIONS

EXCHANGES: Final = 3
"""Solutions with the factors of a step for the change of radii by the step itself."""
LESS: Final = 0.25
"""The part of the error that a step with this change leaves at most, to be taken as a whole."""
SEARCHES, FLAT = 12, 0.1
"""Parts of a step with radii held that are tried at most, until the slope there is flat: so much of
that at its start."""
CONVERGED: Final = 1e-9
"""The error of velocities, relative to their change by the impulses, that ends the steps."""
ROUNDINGS: Final = 100
"""How many roundings it is at least."""


class _Iterate(NamedTuple):
    """The change of velocities, the least normal impulse, and the square of the relative error.

    In the first step there is no least one, -inf, and friction has no bounds, but only what would
    close has impulses: what stands still is solved at once. Then it is 0.
    """

    change: Array
    least: Scalar
    error: Scalar


class _Contacts(NamedTuple):
    """Of each contact -u / R, the radii of its discs, and how friction grows as it closes."""

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
    """Soft rows with their laws, and velocities without impulses: g of rows, `free` of the robot.

    `softness` (m,) is the same along both directions of a disc.
    """

    laws: Laws
    mass: OwnMass
    J: Rows
    contacts: Slots
    softness: Array
    g: Array
    free: Array

    def impulses(self, steps: int | None, tolerance: float) -> Array:
        """Those that satisfy the laws, as far as so many steps lead."""

        def step(before: _Iterate, _: None) -> tuple[_Iterate, None]:
            return self._step(before), None

        limit = maximum(CONVERGED, maximum(tolerance, ROUNDINGS * epsilon(self.g)))

        def ended(x: _Iterate) -> Scalar:
            return x.error <= limit * limit

        start = _Iterate(0.0 * self.free, -inf, inf)
        change = scan(step, start, length=steps or ITERATIONS, until=ended)[0].change
        return self.laws.admissible(-(self.J.times(change) + self.g) / self.softness)

    def _step(self, before: _Iterate) -> _Iterate:
        """A step that leaves little of the error, or else one with radii held, searched along."""
        left, solve, contacts = self._linearized(before.change, before.least)
        held = -solve(left)
        rows_of_discs = [i for rows in self._discs for i in range(rows.start, rows.stop)]

        def exchanged(step: Array, _: None) -> tuple[Array, None]:
            def of_contact(sum: Array, k: Scalar, growth: Array) -> tuple[Array, None]:
                rows = self.contacts.rows(k)
                return sum + rows[rows_of_discs].T @ (growth * (rows[2] @ step)), None

            start = zeros(len(step))
            return held - solve(self.contacts.loop(of_contact, start, contacts.growth)[0]), None

        step = scan(exchanged, held, length=EXCHANGES)[0]
        after = before.change + step
        rest = self._left(after)
        error = rest @ solve(rest)
        whole = error <= LESS * -(held @ left)
        part = self._searched(before, held, left, contacts, whole)
        change = where(whole, after, before.change + part * held)
        scale = after @ (self.mass.M @ after)
        return _Iterate(change, 0.0, where(whole, error / where(scale > 0, scale, 1.0), inf))

    def _searched(
        self, before: _Iterate, step: Array, left: Array, contacts: _Contacts, known: Scalar
    ) -> Scalar:
        """The part of a step, with radii held, where the slope along it is flat."""

        def speeds(_: None, k: Scalar, g: Array, s: Array, held: Array, mu: Array) -> Any:
            along = self.contacts.rows(k) @ step
            return None, (along, -self._stiffness(s, held, before.least) * along)

        _, (along, rates) = self.contacts.loop(speeds, None, *self._of_contacts)
        inertia, momentum = step @ (self.mass.M @ step), step @ (self.mass.M @ before.change)
        steep = -(step @ left)

        def tried(line: _Line, _: None) -> tuple[_Line, None]:
            def of_contact(sums: Any, _: Scalar, x: Array, radii: Array, u: Array, z: Array) -> Any:
                (work, curve), at = sums, x + line.part * z
                impulse, slopes, _ = self._bounded(at, radii, before.least)
                return (work + impulse @ u, curve - u @ (slopes @ z)), None

            parts = contacts.attempts, contacts.radii, along, rates
            (work, curve), _ = self.contacts.loop(of_contact, (0.0, 0.0), *parts)
            x, slopes = self._single(before.change + line.part * step, before.least)
            u = self.J.own_times(step, self._rest)
            slope = momentum + line.part * inertia - work - x @ u
            curve = inertia + curve + u @ (slopes * u)
            low, high = (
                where(side, line.part, end)
                for side, end in ((slope < 0, line.low), (slope > 0, line.high))
            )
            newton = line.part - slope / where(curve > 0, curve, 1.0)
            middle = where(high < inf, 0.5 * (low + high), 2 * line.part)
            flat = where(abs(slope) <= FLAT * steep, 1.0, 0.0)
            part = where((low < newton) & (newton < high), newton, middle)
            return _Line(where(flat > 0, line.part, part), low, high, flat), None

        start = _Line(1.0, 0.0, inf, where(known, 1.0, 0.0))
        return scan(tried, start, length=SEARCHES, until=lambda x: x.flat > 0)[0].part

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
        """Of each contact g, inverse softness, whether it is held at first, and coefficients."""
        gathered = [self.contacts.gathered(x) for x in (self.g, 1 / self.softness, self._held)]
        moments = [x for x in self.laws.moments_by_size if x]
        coefficients = [self.laws.mu, *(array([y.coefficient for y in x]) for x in moments)]
        return [*gathered, array(coefficients).T]

    @property
    def _rest(self) -> slice:
        """Of the rows in no slot those of no contact."""
        n = 0 if self.J.slots else 3 * len(self.laws.mu)
        return slice(n, n + self.laws.before_moments - 3 * len(self.laws.mu))

    @cached_property
    def _held(self) -> Array:
        """1 for the rows of what would close, else 0."""
        return self.laws.closing(self.g)

    def _single(self, change: Array, least: Scalar) -> tuple[Array, Array]:
        """Impulses of other rows at a change of velocities, and their negative slopes."""
        others = self.contacts.others(len(self.g))
        laws = replace(self.laws, mu=zeros(0), moments=())
        stiffness = self._stiffness(1 / self.softness[others], self._held[others], least)
        x = -stiffness * (self.J.own_times(change, self._rest) + self.g[others])
        bounded = where(least < 0, x, laws.admissible(x))
        return bounded, where(bounded == x, stiffness, 0.0)

    def _stiffness(self, inverse: Array, held: Array, least: Scalar) -> Array:
        """Inverse softness; before impulses are bounded 0 of what would not close."""
        return where(least < 0, held, 1.0) * inverse

    def _bounded(self, x: Array, radii: Array, least: Scalar) -> tuple[Array, Array, Array]:
        """The admissible impulse near x, its slope, and that by radii, 0 inside of a disc."""
        n = len(x)
        numbers, ends, slopes = list(zeros(n).flat), list(zeros(n).flat), zeros(n, n)
        numbers[2] = maximum(least, x[2])
        slopes = slopes.add((2, 2), where(x[2] > least, 1.0, 0.0))
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

    def _momentum(self, change: Array, of_slots: Array, of_others: Array) -> Array:
        """The change of momentum less the impulses, which is 0 at the solution."""
        return self.mass.M @ change - of_slots - self.J.own_transposed(of_others, self._rest)

    def _left(self, change: Array) -> Array:
        """The change of momentum less the impulses at a change of velocities."""

        def step(sum: Array, k: Scalar, g: Array, s: Array, _: Array, mu: Array) -> Any:
            rows = self.contacts.rows(k)
            x = -s * (rows @ change + g)
            return sum + rows.T @ self._bounded(x, mu * maximum(0.0, x[2]), 0.0)[0], None

        sum, _ = self.contacts.loop(step, zeros(len(change)), *self._of_contacts)
        return self._momentum(change, sum, self._single(change, 0.0)[0])

    def _linearized(
        self, change: Array, least: Scalar
    ) -> tuple[Array, Callable[[Array], Array], _Contacts]:
        """The same, the solution of the system with radii held, and what it has of contacts."""
        nv = len(change)
        lower = lower_triangle(nv)

        def step(sums: Any, k: Scalar, g: Array, s: Array, held: Array, mu: Array) -> Any:
            rows, (sum, products) = self.contacts.rows(k), sums
            s = self._stiffness(s, held, least)
            x = -s * (rows @ change + g)
            radii = mu * maximum(0.0, x[2]) - least
            impulse, slopes, ends = self._bounded(x, radii, least)
            weighted = (slopes * s) @ rows
            products = [
                y + rows[:, i] @ weighted[:, j] for (i, j), y in zip(lower, products, strict=True)
            ]
            growth = [
                where(x[2] > 0, y * s[2], 0.0) * ends[i]
                for i, y in zip(self._discs, mu, strict=True)
            ]
            return (sum + rows.T @ impulse, array(products)), (x, radii, concatenate(growth))

        start = zeros(nv), zeros(len(lower))
        (sum, products), contacts = self.contacts.loop(step, start, *self._of_contacts)
        x, slopes = self._single(change, least)
        units = self.J.units
        H = (
            self.mass.M
            + symmetric(products, nv)
            + units.T @ (self.J.summed(slopes, self._rest)[:, None] * units)
        )
        return self._momentum(change, sum, x), replace(self.mass, M=H).solve, _Contacts(*contacts)
