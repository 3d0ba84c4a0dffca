"""Gauss-Seidel: sweeps over contacts, each solved with its friction, and over other rows."""

from math import inf
from typing import NamedTuple

from ...scalar.array import Array
from ...scalar.expr import Scalar
from ...scalar.math import concatenate, epsilon, maximum, minimum, scan, sqrt, stack, where
from .delassus import Delassus
from .laws import Laws, clamped, disc

CONVERGED = 1e-14
"""The change of velocities by a sweep, in m/s or rad/s, that is the last one."""
ROUNDING = 4
"""How many roundings of the velocities that close this is at least."""
GROWTH = 4
"""The square of a sweep's change, relative to the one before, above which those are forgotten."""
COLLINEAR = 1e-3
"""Added to the squares of differences, relative to them: these may be multiples of each other."""
LEAST_SHARE = 0.05
"""The least part of the normal impulse without friction that one with friction is divided by: in
directions with less the impulse is that of the damper."""
SOFTNESS = 1e-6
"""Added to the diagonal of G, relative to it, for the first impulses: those of least size."""
ROUNDINGS = 30
"""How many roundings it is at least."""


def gauss_seidel(laws: Laws, G: Delassus, g: Array, sweeps: int, tolerance: float) -> Array:
    """Sweeps that set one contact, or row, after the other to its impulse, the others given.

    The first impulses are those of all rows at rest, so that what stands still is solved at once
    whatever its masses. Each sweep starts from an extrapolation of those before it: where changes
    by sweeps, as linear functions of their results, are least [Anderson1965]. The result is that of
    the sweep that changed least.
    """
    diagonal = G.diagonal()

    def swept(x: Array, damping: Array) -> tuple[Array, Array]:
        motion = G.motion(x)
        blocks = [rows for rows, _ in laws.contacts]
        numbers = g, laws.mu, damping
        x, motion, dampings = G.visited(blocks, _contact, x, motion, *numbers)
        blocks = [slice(i, i + 1) for i in laws.one_sided_rows]
        x, motion, _ = G.visited(blocks, _one_sided, x, motion, g)
        blocks = [slice(i, i + 1) for i, _ in laws.bounded_rows]
        x, motion, _ = G.visited(blocks, _bounded, x, motion, g, laws.bounds)
        for moments in laws.moments_by_size:
            most = Array.of([c * x[n] for _, n, c in moments], (len(moments),))
            blocks = [rows for rows, *_ in moments]
            x, motion, _ = G.visited(blocks, _turning, x, motion, g, most)
        return x, Array.of(dampings, damping.shape)

    def accelerated(before: _Sweep, _: None) -> tuple[_Sweep, None]:
        x, damping = swept(before.start, before.damping)
        change = x - before.start
        speeds = diagonal * change
        size = change @ speeds
        step, difference = x - before.x, change - before.change
        # what is left of the change without parts of the last two differences is least
        weighted = diagonal * difference
        last = where(size > GROWTH * before.size, 0.0, 1.0)
        both = last * before.last
        square, product = difference @ weighted, both * (weighted @ before.difference)
        squares = _positive(last * square), _positive(both * before.square)
        along = last * (difference @ speeds), both * (before.difference @ speeds)
        first, second = _solution(squares, product, along)
        start = x - first * step - second * before.step
        best = where(size < before.least, x, before.best), minimum(size, before.least)
        moved = x, change, start, step, difference, square, last
        return _Sweep(*moved, size, speeds @ speeds, damping, *best), None

    rest, closing, noise = 0.0 * g, laws.closing(g) * g, ROUNDING * epsilon(g)
    x = _standing(laws, G, g)
    start = _Sweep(x, rest, x, rest, rest, 0.0, 0.0, 0.0, inf, 0.0 * laws.mu, x, inf)
    least = CONVERGED * CONVERGED + (tolerance * tolerance + noise * noise) * (closing @ closing)
    return scan(accelerated, start, length=sweeps, until=lambda x: x.speed2 < least)[0].best


def _solution(
    diagonal: tuple[Scalar, Scalar], product: Scalar, right: tuple[Scalar, Scalar]
) -> tuple[Scalar, Scalar]:
    """The unknowns of two linear equations whose matrix is symmetric, `product` beside both."""
    (a, c), (r, t) = diagonal, right
    determinant = a * c - product * product
    return (c * r - product * t) / determinant, (a * t - product * r) / determinant


def _positive(square: Scalar) -> Scalar:
    """The square of a difference, a little larger, or 1 where there is none."""
    return where(square > 0, (1 + COLLINEAR) * square, 1.0)


def _standing(laws: Laws, G: Delassus, g: Array) -> Array:
    """The impulses with which all that would close stands still, if they are better than none."""
    diagonal = G.diagonal()
    closing = laws.closing(g)
    softness = maximum(SOFTNESS, ROUNDINGS * epsilon(g)) * diagonal
    x, none = laws.admissible(G.held(closing, softness, g)), 0.0 * g

    def violation(x: Array, velocities: Array) -> Scalar:
        wrong = x - laws.admissible(x - laws.steps(diagonal) * velocities)
        return wrong @ (diagonal * wrong)

    return where(violation(x, G @ x + g) < violation(none, g), x, none)


class _Sweep(NamedTuple):
    """The impulses after a sweep, its change, and the impulses from which the next one starts.

    `step` and `difference` are those of x and of the change since the sweep before, `square` that
    of the difference in the metric of the diagonal of G, `last` is 0 where they do not count.
    `size` is the square of the change, `speed2` that of the change of rows' velocities by each one
    alone, `damping` that of the sliding of contacts. The `best` impulses have the `least` size.
    """

    x: Array
    change: Array
    start: Array
    step: Array
    difference: Array
    square: Scalar
    last: Scalar
    size: Scalar
    speed2: Scalar
    damping: Array
    best: Array
    least: Scalar


def _contact(
    x: Array, A: Array, velocity: Array, mu: Scalar, damping: Scalar
) -> tuple[Array, Scalar]:
    """The impulse of one contact, for its velocity at x, and the damping of its sliding.

    Velocities by others are A x + b. It separates, sticks, or slides as if a damper d held it, the
    velocity -d x_t: with x_n that it does not close, x_t = -(h + d f) / D(d) and
    mu x_n = Q(d) / D(d), both over the determinant D of the system of x_t. Where it slides
    |h + d f| = Q(d), a convex function and a parabola, by tangents to the first: from anywhere they
    lead to the largest root from below.
    """
    b, inverse = velocity - A @ x, 1 / A[2, 2]
    lever, along = A[2, :2] * inverse, -b[2] * inverse
    (a, c), (e, d) = A[:2, :2] - A[:2, 2:] * lever
    f = b[:2] + A[:2, 2] * along
    h, trace, determinant = stack([d * f[0] - c * f[1], a * f[1] - e * f[0]]), a + d, a * d - c * e
    stuck = -h * (1 / determinant)
    at_rest = along - lever @ stuck
    sticks = (at_rest >= 0) & (stuck @ stuck <= mu * mu * at_rest * at_rest)
    # the largest root of Q less the tangent at the last damping
    size, slope = _size_and_slope(h + damping * f, f)
    square = mu * along
    linear = mu * (along * trace + lever @ f) - slope
    constant = mu * (along * determinant + lever @ h) - size + slope * damping
    root = sqrt(maximum(0.0, linear * linear - 4 * square * constant))
    above, below = linear < 0, 2 * square
    numerator = where(above, root - linear, -2 * constant)
    denominator = where(above, below, linear + root)
    slides = denominator > 0
    damping = numerator / where(slides, denominator, 1.0)
    damping = where(slides, minimum(maximum(0.0, damping), trace / epsilon(b)), 0.0)
    held = h + damping * f
    size, _ = _size_and_slope(held, f)
    u = -held / where(size > 0, size, 1.0)
    share = 1 + mu * (lever @ u)
    near = along + lever @ held / (determinant + damping * (trace + damping))
    n = where(share > LEAST_SHARE, along / maximum(share, LEAST_SHARE), maximum(0.0, near))
    sliding = concatenate([mu * n * u, [n]])
    sticking = concatenate([stuck, [at_rest]])
    opens = b[2] >= 0
    return where(opens, 0.0, where(sticks, sticking, sliding)), where(sticks | opens, 0.0, damping)


def _size_and_slope(x: Array, rate: Array) -> tuple[Scalar, Scalar]:
    """|x|, and its rate by that of x."""
    square = x @ x
    size = sqrt(where(square > 0, square, 1.0))
    return where(square > 0, size, 0.0), x @ rate / size


def _one_sided(x: Array, A: Array, velocity: Array) -> tuple[Array, None]:
    """The impulse of a one-sided row, for its velocity at x."""
    return stack([maximum(0.0, x[0] - velocity[0] * (1 / A[0, 0]))]), None


def _bounded(x: Array, A: Array, velocity: Array, bound: Scalar) -> tuple[Array, None]:
    """The impulse of a bounded row, for its velocity at x."""
    return stack([clamped(x[0] - velocity[0] * (1 / A[0, 0]), bound)]), None


def _turning(x: Array, A: Array, velocity: Array, most: Scalar) -> tuple[Array, None]:
    """The impulses of one row or two that turns, or else a step against the turning."""
    if len(x) == 1:
        return _bounded(x, A, velocity, most)
    (a, b), (_, d) = A
    stop = stack([d * velocity[0] - b * velocity[1], a * velocity[1] - b * velocity[0]])
    stuck = x - stop / (a * d - b * b)
    turned = disc(x - 2 / (a + d) * velocity, most)
    return where(stuck @ stuck <= most * most, stuck, turned), None
