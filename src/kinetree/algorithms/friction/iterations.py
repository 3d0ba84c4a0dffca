"""Solvers of impulses with friction, with a fixed number of iterations."""

from dataclasses import replace

from ...scalar.array import Array
from ...scalar.expr import Scalar
from ...scalar.math import concatenate, eye, maximum, scan, solve_spd, sqrt, stack, where, zeros
from .laws import Laws, clamped, disc

PENALTY = 0.3
"""The penalty of ADMM, where a contact's mean diagonal of G is 1."""


def projected_gauss_seidel(laws: Laws, G: Array, g: Array, sweeps: int) -> Array:
    """Sweeps that set one row, or contact, after the other to its admissible impulse at rest.

    The impulse along the normal first, then that along the plane: of sticking, or else a step
    against the sliding, projected on the disc of the normal impulse. After [Jourdan1998]; it
    converges slowly for redundant contacts.
    """

    def sweep(x: Array, _: None) -> tuple[Array, None]:
        for rows, mu in laws.contacts:
            x = _contact(rows.start, mu, G, g, x)
        for i in laws.one_sided_rows:
            x = _replace(x, i, [maximum(0.0, x[i] - (G[i] @ x + g[i]) / G[i, i])])
        for i, bound in laws.bounded_rows:
            x = _replace(x, i, [clamped(x[i] - (G[i] @ x + g[i]) / G[i, i], bound)])
        return x, None

    return scan(sweep, 0.0 * g, length=sweeps)[0]


def _contact(i: int, mu: Scalar, G: Array, g: Array, x: Array) -> Array:
    """The impulses x after an update of the contact whose rows begin with i."""
    t, n = slice(i, i + 2), i + 2
    normal = maximum(0.0, x[n] - (G[n] @ x + g[n]) / G[n, n])
    x = _replace(x, n, [normal])
    sliding, (a, b), (_, d) = G[t] @ x + g[t], G[i, t], G[i + 1, t]
    stop = stack([d * sliding[0] - b * sliding[1], a * sliding[1] - b * sliding[0]])
    stuck = x[t] - stop / (a * d - b * b)
    radius = mu * normal
    slid = disc(x[t] - 2 / (a + d) * sliding, radius)
    return _replace(x, i, where(stuck @ stuck <= radius * radius, stuck, slid))


def _replace(x: Array, start: int, part: Array | list[Scalar]) -> Array:
    """x with elements from `start` on replaced."""
    return concatenate([x[:start], part, x[start + len(part) :]])


def admm(laws: Laws, G: Array, g: Array, iterations: int) -> Array:
    """Alternating directions: one factor, then products with it and projections on the cones.

    De Saxce's correction is that of the step before [Carpentier2024], the rows of a contact are
    scaled by its mean diagonal of G. Redundant contacts do not slow it down as they do sweeps.
    """
    scale = _scale(laws, G)
    G, g, m = scale[:, None] * G * scale[None, :], scale * g, laws.size
    laws = replace(laws, bounds=laws.bounds / scale[m - len(laws.bounds) :])
    inverse = solve_spd(G + PENALTY * eye(m), eye(m))

    def step(state: tuple[Array, Array], _: None) -> tuple[tuple[Array, Array], None]:
        z, y = state  # y = -(s + mu |s_t| n) at the solution
        free = g + laws.corrected(y) - y
        x = inverse @ (PENALTY * z - y - free)
        z = laws.projected(x + y / PENALTY)
        return (z, y + PENALTY * (x - z)), None

    (z, _), _ = scan(step, (0.0 * g, 0.0 * g), length=iterations)
    return scale * z


def _scale(laws: Laws, G: Array) -> Array:
    """1 / sqrt of the diagonal of G, of the mean of three for a contact."""
    diagonal = [G[i, i] for i in range(laws.size)]
    steps = zeros(0)
    for rows, _ in laws.contacts:
        x, y, z = diagonal[rows]
        steps = concatenate([steps, [1 / sqrt((x + y + z) / 3)] * 3])
    rest = diagonal[3 * len(laws.mu) :]
    return concatenate([steps, [1 / sqrt(x) for x in rest]])
