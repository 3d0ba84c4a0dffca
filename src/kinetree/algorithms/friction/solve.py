"""Impulses of contacts with friction, and of joints at limits and with dry friction."""

from collections.abc import Callable
from functools import reduce
from math import inf
from sys import float_info
from typing import Final, NamedTuple

from ...errors import ShapeError
from ...model.values import whole_number
from ...scalar.array import Array, ArrayLike, as_array
from ...scalar.math import maximum, minimum, root, where, zeros
from ...scalar.scan import computed_where
from ..constraints.kkt import is_number
from .delassus import Delassus, DelassusMatrix
from .gauss_seidel import gauss_seidel
from .laws import Laws, Residuals

ITERATIONS: Final = 21
"""Sweeps, unless a number of them is given."""


class FrictionSolution(NamedTuple):
    """Impulses and velocities of rows (m,), and the violations of the laws."""

    impulses: Array
    velocities: Array
    residuals: Residuals


def solve(
    G: ArrayLike,
    g: ArrayLike,
    mu: ArrayLike,
    *,
    one_sided: int = 0,
    bounds: ArrayLike = (),
    iterations: int | None = None,
    tolerance: float = 0.0,
) -> FrictionSolution:
    """Impulses l and velocities s = G l + g of contacts with Coulomb friction, given G and g.

    G is the Delassus matrix J M^-1 J^T and g the velocity of rows without impulses. First come
    three rows of each contact, two along its plane and one along its normal, then `one_sided` rows
    with l >= 0, s >= 0 and l s = 0, as of joint limits, then one for each of `bounds` with
    |l| <= bound, against the velocity, as of dry friction of joints. A contact does not go into the
    plane and is pushed, not pulled: s_n >= 0, l_n >= 0, one of them zero; it sticks where
    |l_t| < mu l_n, or slides with mu l_n against s_t.

    By Gauss-Seidel over contacts, each solved with its friction, from the impulses at rest, and
    with Anderson's acceleration: at most 21 sweeps unless `iterations` says otherwise. They end
    where one changes velocities by at most `tolerance` of those that close, as 1e-6, or by their
    rounding. One contact is solved exactly, whatever G and mu; impulses add no energy and do not
    pull, also where sweeps have not converged.

    `residuals`, in units of velocity, measure convergence. On
    plain numbers this runs in Python; in a function decorated with `kt.algorithm` it is compiled
    and differentiated. Derivatives are not those of iterations, but of the solution, by the
    implicit function theorem with each contact as it is (separate, sticking, sliding). Where G
    is singular impulses are not unique and derivatives nan; add a little to its diagonal.
    Shapes: G (m, m), g (m,), mu (nc,), bounds (nb,), m = 3 nc + one_sided + nb; results (m,).
    Raises ShapeError for others, for a negative mu or bound, and for a diagonal of G that is not
    positive, where these are plain numbers.
    Source: [Carpentier2024] for the problem, [Jourdan1998] for Gauss-Seidel,
    [Anderson1965] for its acceleration, [LeLidec2024] for derivatives.

    >>> import kinetree as kt
    >>> solution = kt.friction.solve(kt.math.eye(3), [3.0, -4.0, -10.0], [0.25])  # it slides
    >>> solution.impulses, solution.velocities
    (Array([-1.5, 2.0, 10.0]), Array([1.5, -2.0, 0.0]))
    """
    G, g = as_array(G), as_array(g)
    laws = Laws(as_array(mu), one_sided, as_array(bounds))
    _check(laws, G, g)
    diagonal = G.diagonal()
    x = iterated(laws, DelassusMatrix(G), g, iterations, tolerance)
    impulses = implicit(laws, x, lambda x: G @ x + g, laws.steps(diagonal))
    velocities = G @ impulses + g
    return FrictionSolution(impulses, velocities, laws.residuals(diagonal, impulses, velocities))


def iterated(
    laws: Laws, G: Delassus, g: Array, iterations: int | None = None, tolerance: float = 0.0
) -> Array:
    """Impulses by sweeps; raises ShapeError for no such number of them, or no such tolerance."""
    count = ITERATIONS
    if iterations is not None:
        count = whole_number("friction", "iterations", iterations, 1, ShapeError)
    x = gauss_seidel(laws, G, g, count, checked_tolerance("friction", tolerance))
    return without_gain(x, G @ x, g)


def iterated_from_few(
    laws: Laws, G: Delassus, g: Array, iterations: int | None, tolerance: float
) -> Array:
    """As `iterated`, of fewer rows first: without one-sided ones, and of a few contacts in slots.

    Most joints are far from their limits, and most slots are empty. All rows are solved for only
    where one that is left out would close, or more contacts are near.
    """
    contacts, enough = G.few(len(laws.mu))
    few, rows = laws.without_one_sided(contacts)
    options = iterations, tolerance
    if len(rows) == laws.size:
        return iterated(laws, G, g, *options)
    own = G.first(contacts, rows)
    part = computed_where(enough, lambda: iterated(few, own, g[rows], *options), zeros(len(rows)))
    places = {k: i for i, k in enumerate(rows)}
    x = Array.of([part[places[k]] if k in places else 0.0 for k in range(laws.size)], g.shape)
    motion = own.motion(part)
    single = (slice(i, i + 1) for i in laws.one_sided_rows)
    opening = [(G.velocities(i, x, motion) + g[i])[0] for i in single]
    solved = enough & (reduce(minimum, opening, inf) >= 0)
    return computed_where(~solved, lambda: iterated(laws, G, g, *options), x)


def checked_tolerance(owner: str, tolerance: float) -> float:
    """The tolerance; raises ShapeError unless it is a number in [0, 1)."""
    if not is_number(tolerance) or not 0 <= tolerance < 1:
        raise ShapeError(f"{owner}: tolerance is {tolerance!r}; expected a number in [0, 1).")
    return tolerance


def without_gain(x: Array, change: Array, g: Array, factor: int = 1) -> Array:
    """Impulses x, or, if their work x . (g + G x / 2) is positive, a part of them.

    `change` is G x, that of the velocities g of rows.

    It is the part that takes the most energy, or twice that, which takes none. Impulses that
    satisfy the laws take x . G x / 2, and more where contacts slide or gaps close.
    """
    brake, gain = -(x @ g), x @ change
    adds = 0.5 * gain > brake
    return where(adds, factor * maximum(0.0, brake) / where(adds, gain, 1.0), 1.0) * x


def implicit(laws: Laws, x: Array, velocities: Callable[[Array], Array], step: ArrayLike) -> Array:
    """x, differentiated as the impulses that satisfy the laws: x = admissible(x - step s(x)).

    Of a contact that is separate that is x = 0, of one that sticks s = 0, of one that slides
    x_t = -mu x_n s_t / |s_t| and s_n = 0. Any positive step, the same along both directions of a
    plane, has the same solutions.
    """
    return root(lambda x: x - laws.admissible(x - step * velocities(x)), x)


def _check(laws: Laws, G: Array, g: Array) -> None:
    for name, x in (("mu", laws.mu), ("bounds", laws.bounds)):
        if x.ndim != 1:
            raise ShapeError(f"friction: {name} has shape {x.shape}; expected one axis, as [0.5].")
    whole_number("friction", "one_sided", laws.one_sided, 0, ShapeError)
    m = laws.size
    if G.shape != (m, m) or g.shape != (m,):
        raise ShapeError(
            f"friction: G has shape {G.shape}, g {g.shape}; expected ({m}, {m}) and ({m},): three "
            f"rows for each of {laws.mu.shape} coefficients mu, {laws.one_sided} one-sided rows, "
            f"and one for each of {laws.bounds.shape} bounds."
        )
    finite = float_info.max, "0 or more, and finite"
    limits = {"mu": (laws.mu, *finite), "bounds": (laws.bounds, inf, "0 or more")}
    for name, (x, largest, expected) in limits.items():
        for i, entry in enumerate(x):
            if isinstance(entry, (int, float)) and not 0 <= entry <= largest:
                raise ShapeError(f"friction: {name}[{i}] is {entry}; expected {expected}.")
    for i in range(m):
        if isinstance(G[i, i], (int, float)) and G[i, i] <= 0:
            raise ShapeError(
                f"friction: G[{i}, {i}] is {G[i, i]}; expected a positive number: no impulse moves "
                "this row. Leave it out, or add a little to the diagonal of G."
            )
