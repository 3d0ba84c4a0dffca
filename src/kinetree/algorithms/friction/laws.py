"""Laws of rows: contacts with Coulomb friction, one-sided rows, bounded ones, and moments.

The impulse l of a row and its velocity s = G l + g are related by

- three rows of a contact, two along its plane and one along its normal: |l_t| <= mu l_n, s_n >= 0,
  l_n s_n = 0, and where it slides l_t = -mu l_n s_t / |s_t| (Signorini and Coulomb; after
  [DeSaxce1998] l is in K, s + mu |s_t| n in the dual cone, and both are at right angles);
- a one-sided row, as of a joint limit: l >= 0, s >= 0, l s = 0;
- a bounded row, as of dry friction of a joint: |l| <= bound, and l = -+ bound where s >< 0;
- one row of torsional friction, or two of rolling friction, with l_n that of their contact:
  |l| <= c l_n, and where it turns l = -c l_n s / |s|.
"""

from dataclasses import dataclass
from functools import reduce
from typing import Final, NamedTuple

from ...scalar.array import Array
from ...scalar.expr import Scalar
from ...scalar.math import concatenate, maximum, minimum, norm, sqrt, where, zeros

HARDLY: Final = 1e-2
"""The part of the greatest closing speed below which a row that opens is held, too."""


class Residuals(NamedTuple):
    """Violations of the laws by impulses, the largest over the rows, in units of velocity.

    `cone`: impulses outside of what friction or bounds allow, times the diagonal of G; `velocity`:
    velocities into the contact; `complementarity`: the velocity along an impulse, which should
    vanish.
    """

    cone: Scalar
    velocity: Scalar
    complementarity: Scalar


class Moment(NamedTuple):
    """The rows of a moment, one or two, the row of its contact's normal, and its coefficient."""

    rows: slice
    normal: int
    coefficient: Scalar


@dataclass(frozen=True)
class Laws:
    """Coefficients of contacts, the count of one-sided rows, bounds of rows, then moments."""

    mu: Array
    one_sided: int
    bounds: Array
    moments: tuple[Moment, ...] = ()

    @property
    def size(self) -> int:
        return self.moments[-1].rows.stop if self.moments else self.before_moments

    @property
    def before_moments(self) -> int:
        return self.one_sided_rows.stop + len(self.bounds)

    @property
    def contacts(self) -> list[tuple[slice, Scalar]]:
        """The rows of each contact, and its coefficient of friction."""
        return [(slice(3 * i, 3 * i + 3), mu) for i, mu in enumerate(self.mu)]

    @property
    def one_sided_rows(self) -> range:
        return range(3 * len(self.mu), 3 * len(self.mu) + self.one_sided)

    @property
    def bounded_rows(self) -> list[tuple[int, Scalar]]:
        return list(enumerate(self.bounds, self.one_sided_rows.stop))

    def without_one_sided(self, contacts: int) -> tuple["Laws", list[int]]:
        """Those of so many first contacts, without one-sided rows; and their rows."""
        rows = [*range(3 * contacts), *(i for i, _ in self.bounded_rows)]
        moments = list[Moment]()
        for x in self.moments:
            if x.normal < 3 * contacts:
                start = len(rows)
                rows += range(x.rows.start, x.rows.stop)
                moments.append(x._replace(rows=slice(start, len(rows))))
        return Laws(self.mu[:contacts], 0, self.bounds, tuple(moments)), rows

    @property
    def moments_by_size(self) -> list[list[Moment]]:
        """Those of one row, and those of two."""
        sizes = [(x.rows.stop - x.rows.start, x) for x in self.moments]
        return [[x for size, x in sizes if size == n] for n in (1, 2)]

    def closing(self, g: Array) -> Array:
        """1 for the rows of what would close at the velocity g without impulses, else 0.

        What hardly opens, beside what closes fastest, is held by what rests on it.
        """
        normals = [g[rows][2] for rows, _ in self.contacts]
        single = [g[i] for i in self.one_sided_rows]
        slow = HARDLY * -reduce(minimum, normals + single, 0.0)
        closing = [x for s in normals for x in [where(s < slow, 1.0, 0.0)] * 3]
        closing += [where(s < slow, 1.0, 0.0) for s in single]
        closing += [1.0 for _ in self.bounds]
        normals = [n for rows, n, _ in self.moments for _ in range(rows.start, rows.stop)]
        return Array.of(closing + [closing[n] for n in normals], (self.size,))

    def steps(self, diagonal: Array) -> Array:
        """Positive r for `admissible`, the same along both directions of a plane: about 1 / G."""
        of_contacts = (diagonal[rows] for rows, _ in self.contacts)
        steps = [[2 / (x + y), 2 / (x + y), 1 / z] for x, y, z in of_contacts]
        single = 1 / diagonal[3 * len(self.mu) : self.before_moments]
        of_moments = (diagonal[rows] for rows, *_ in self.moments)
        moments = [[len(x) / x.sum()] * len(x) for x in of_moments]
        return concatenate([zeros(0), *steps, single, *moments])

    def admissible(self, x: Array) -> Array:
        """The projection of x = l - r s, r > 0: l itself if and only if it satisfies the laws."""
        contacts = list[Array]()
        for rows, mu in self.contacts:
            normal = maximum(0.0, x[rows][2])
            contacts.append(concatenate([disc(x[rows][:2], mu * normal), [normal]]))
        one_sided = [maximum(0.0, x[i]) for i in self.one_sided_rows]
        bounded = [clamped(x[i], bound) for i, bound in self.bounded_rows]
        moments = [disc(x[rows], c * maximum(0.0, x[n])) for rows, n, c in self.moments]
        return concatenate([zeros(0), *contacts, one_sided, bounded, *moments])

    def corrected(self, s: Array) -> Array:
        """s + mu |s_t| n of contacts, with De Saxce's correction."""
        for rows, mu in self.contacts:
            s = s.add(rows.start + 2, mu * norm(s[rows][:2]))
        return s

    def residuals(self, diagonal: Array, impulses: Array, velocities: Array) -> Residuals:
        """The violations of the laws; `diagonal` is that of G."""
        inside, outward, right = [0.0], [0.0], [0.0]
        corrected = self.corrected(velocities)
        for rows, mu in self.contacts:
            l, size = impulses[rows], norm(impulses[rows])
            inside += [diagonal[rows][2] * (norm(l[:2]) - mu * maximum(0.0, l[2]))]
            inside += [-(diagonal[rows][2] * l[2])]
            outward += [-velocities[rows][2]]
            along = abs(l @ corrected[rows])
            right += [where(size > 0, along / where(size > 0, size, 1.0), 0.0)]
        for i in self.one_sided_rows:
            inside += [-(diagonal[i] * impulses[i])]
            outward += [-velocities[i]]
            right += [where(impulses[i] > 0, abs(velocities[i]), 0.0)]
        for i, bound in self.bounded_rows:
            inside += [diagonal[i] * (abs(impulses[i]) - bound)]
            projected = clamped(impulses[i] - velocities[i] / diagonal[i], bound)
            right += [diagonal[i] * abs(impulses[i] - projected)]
        for rows, n, c in self.moments:
            l, scale, radius = impulses[rows], diagonal[rows][0], c * maximum(0.0, impulses[n])
            inside += [scale * (norm(l) - radius)]
            right += [scale * norm(l - disc(l - velocities[rows] / scale, radius))]
        return Residuals(*(reduce(maximum, x) for x in (inside, outward, right)))


def disc(x: Array, radius: Scalar) -> Array:
    """The point of a disc about the origin that is nearest to x."""
    square = x @ x
    inside = square <= radius * radius
    return x * where(inside, 1.0, radius / sqrt(where(inside, 1.0, square)))


def clamped(x: Scalar, bound: Scalar) -> Scalar:
    """x between -bound and bound."""
    return maximum(-bound, minimum(bound, x))
