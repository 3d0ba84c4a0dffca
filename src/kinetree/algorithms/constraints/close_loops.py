"""Configurations and velocities at which contacts and loops hold, near given ones."""

from typing import Any, NamedTuple

from ...errors import ModelError
from ...functions import algorithm
from ...model import Model, check_anchors
from ...scalar.array import Array
from ...scalar.math import dot, scan, sqrt, zeros
from ..configuration import integrate
from .delassus import Delassus
from .ends import ends, masked, row_mask
from .held import Held
from .impact import impact
from .rows import errors, rows
from .settings import Settings


class Closed(NamedTuple):
    """A configuration (..., nq), a velocity (..., nv), and the error that is left (...)."""

    q: Array
    v: Array
    error: Array


@algorithm("(nq),(nv),(ncontacts),(ncontacts,4,4)->(nq),(nv),()", checks={"anchors": check_anchors})
def close_loops(
    model: Model,
    q: Array,
    v: Any = None,
    active: Any = None,
    anchors: Any = None,
    *,
    contacts: Any = None,
    iterations: Any = 20,
    damping: float = 1e-8,
) -> Closed:
    """The state near q and v at which contacts and loops hold: (q, v, error).

    Newton's method on the tangent space: `iterations` steps, each the shortest, in the metric of
    the mass matrix, that takes the `error` away to first order. v becomes that of an `impact`
    there, the nearest in kinetic energy with J v = 0; zero unless given. The result's error is the
    length of what is left, in m and rad together: near 1e-15 where loops closed, and not where they
    cannot, or where q was too far from it. Contacts without a place (`kt.Contact`) move nothing.
    Shapes: q (..., nq), v (..., nv), active (..., ncontacts), anchors (..., ncontacts, 4, 4);
    results (..., nq), (..., nv) and (...). `contacts` and the others as in `forward_dynamics`.
    Raises ModelError for contacts that the robot cannot have, and for anchors that are no rigid
    placements.
    Source: [KindrSheet, Equations of Motion with Contacts and Impulses] for v; derived here:
    Newton's steps, taken by `integrate`.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> place = kt.SE3([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0.3, 0.1, 0.9])
    >>> found = kt.constraints.close_loops(
    ...     arm, [0.1] * 7, contacts=(kt.Contact("tool", placement=place),)
    ... )
    >>> bool(found.error < 1e-12)
    True
    """
    settings = Settings.of((0, 0), damping, 3)
    if type(iterations) is not int or iterations < 0:
        raise ModelError(f"constraints: iterations is {iterations!r}; expected an int, 0 or more.")
    mask, at = row_mask(contacts, active), ends(contacts, anchors)

    def left(q: Array) -> Array:
        return masked(mask, errors(model, q, at))

    def nearer(q: Array, _: Any) -> tuple[Array, None]:
        delassus = Delassus.of(model, q, masked(mask, rows(model, q, at)))
        regularized = delassus.regularized(mask, settings)
        held = Held(at, mask, left(q), delassus, regularized, settings)
        return integrate(model, q, held.motion(zeros(model.nv))[0]), None

    q, _ = scan(nearer, q, length=iterations)
    v = impact(model, q, v, active, contacts=contacts, damping=damping).v_plus
    e = left(q)
    return Closed(q, v, sqrt(dot(e, e)))
