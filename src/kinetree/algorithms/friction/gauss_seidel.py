"""Projected Gauss-Seidel: sweeps over the rows of contacts, along conjugate directions."""

from math import inf
from typing import NamedTuple

from ...scalar.array import Array
from ...scalar.expr import Scalar, div
from ...scalar.math import concatenate, epsilon, maximum, scan, stack, where
from ..constraints.mass_factor import LDL
from .laws import Laws, clamped, disc

CONVERGED = 1e-14
"""The change of velocities by a sweep, in m/s or rad/s, that is the last one."""
ROUNDING = 4
"""How many roundings of the velocities that close this is at least."""
LEAST_PIVOT = 1e-7
"""The least pivot of G, relative to its diagonal, for the first impulses of sweeps."""


def projected_gauss_seidel(laws: Laws, G: Array, g: Array, sweeps: int) -> Array:
    """Sweeps that set one row, or contact, after the other to its admissible impulse at rest.

    The impulse along the normal first, then that along the plane: of sticking, or else a step
    against the sliding, projected on the disc of the normal impulse [Jourdan1998]. The first
    impulses are those of all rows at rest, so that what stands still is solved at once whatever its
    masses. Changes add up to conjugate directions, as in the method of conjugate gradients, unless
    they grow [Silcowitz2010]: redundant contacts slow sweeps alone down.
    """
    diagonal = G.diagonal()

    def swept(x: Array) -> Array:
        for rows, mu in laws.contacts:
            x = _contact(rows.start, mu, G, g, x)
        for i in laws.one_sided_rows:
            x = _replace(x, i, [maximum(0.0, x[i] - (G[i] @ x + g[i]) / G[i, i])])
        for i, bound in laws.bounded_rows:
            x = _replace(x, i, [clamped(x[i] - (G[i] @ x + g[i]) / G[i, i], bound)])
        for rows, n, c in laws.moments:
            i = rows.start
            if rows.stop == i + 2:
                x = _planar(i, c, n, G, g, x)
            else:
                x = _replace(x, i, [clamped(x[i] - (G[i] @ x + g[i]) / G[i, i], c * x[n])])
        return x

    def accelerated(state: _Sweep, _: None) -> tuple[_Sweep, None]:
        start = state.x + state.ahead
        x = swept(start)
        change = x - start
        speeds = diagonal * change
        size = change @ speeds
        ratio = div(size, where(state.size > 0, state.size, 1.0))
        ahead = where(size < state.size, ratio, 0.0) * state.direction
        return _Sweep(x, ahead, ahead + change, size, speeds @ speeds), None

    rest, closing, noise = 0.0 * g, laws.closing(g) * g, ROUNDING * epsilon(g)
    start = _Sweep(_standing(laws, G, g), rest, rest, 0.0, inf)
    least = CONVERGED * CONVERGED + noise * noise * (closing @ closing)
    return scan(accelerated, start, length=sweeps, until=lambda x: x.speed2 < least)[0].x


def _standing(laws: Laws, G: Array, g: Array) -> Array:
    """The impulses with which all that would close stands still, if they are better than none."""
    diagonal = G.diagonal()
    closing = laws.closing(g)
    m, masked = range(laws.size), closing[:, None] * G * closing[None, :]
    masked = masked.add((m, m), (1 - closing) * diagonal)
    factor = LDL.of(masked, list(LEAST_PIVOT * diagonal))
    x, none = laws.admissible(-factor.solve(closing * g)), 0.0 * g

    def violation(x: Array) -> Scalar:
        step = laws.steps(diagonal)
        wrong = x - laws.admissible(x - step * (G @ x + g))
        return wrong @ (diagonal * wrong)

    return where(violation(x) < violation(none), x, none)


class _Sweep(NamedTuple):
    """The impulses after a sweep, what the next one adds before it, along a conjugate direction.

    `size` is the square of the sweep's change, in the metric of the diagonal of G, `speed2` that of
    the change of rows' velocities by each one alone.
    """

    x: Array
    ahead: Array
    direction: Array
    size: Scalar
    speed2: Scalar


def _contact(i: int, mu: Scalar, G: Array, g: Array, x: Array) -> Array:
    """The impulses x after an update of the contact whose rows begin with i."""
    n = i + 2
    normal = maximum(0.0, x[n] - (G[n] @ x + g[n]) / G[n, n])
    return _planar(i, mu, n, G, g, _replace(x, n, [normal]))


def _planar(i: int, mu: Scalar, n: int, G: Array, g: Array, x: Array) -> Array:
    """The impulses x after an update of two rows from i on, at most mu times that of row n."""
    t = slice(i, i + 2)
    sliding, (a, b), (_, d) = G[t] @ x + g[t], G[i, t], G[i + 1, t]
    stop = stack([d * sliding[0] - b * sliding[1], a * sliding[1] - b * sliding[0]])
    stuck = x[t] - stop / (a * d - b * b)
    radius = mu * x[n]
    slid = disc(x[t] - 2 / (a + d) * sliding, radius)
    return _replace(x, i, where(stuck @ stuck <= radius * radius, stuck, slid))


def _replace(x: Array, start: int, part: Array | list[Scalar]) -> Array:
    """x with elements from `start` on replaced."""
    return concatenate([x[:start], part, x[start + len(part) :]])
