"""Configurations and velocities that satisfy contacts and loops, near given ones."""

from typing import NamedTuple

from ...functions import ContactsArgument, OptionalArray, algorithm
from ...model import Model, check_anchors
from ...model.values import whole_number
from ...scalar.array import Array
from ...scalar.expr import Scalar
from ...scalar.math import dot, scan, sqrt, zeros
from ..configuration import integrate
from .impact import impact
from .kinematics import ContactRows
from .kkt import KKT, Delassus, Settings


class Closed(NamedTuple):
    """A configuration (..., nq), a velocity (..., nv), and the remaining error (...)."""

    q: Array
    v: Array
    error: Array


@algorithm("(nq),(nv),(ncontacts),(ncontacts,4,4)->(nq),(nv),()", checks={"anchors": check_anchors})
def close_loops(
    model: Model,
    q: Array,
    v: OptionalArray = None,
    active: OptionalArray = None,
    anchors: OptionalArray = None,
    *,
    contacts: ContactsArgument = None,
    iterations: int = 20,
    damping: float = 1e-8,
) -> Closed:
    """The state near q and v that satisfies contacts and loops: (q, v, error).

    Newton's method on the tangent space: `iterations` steps, each the shortest, in the metric of
    the mass matrix, that cancels the `error` to first order. v becomes that of an `impact`
    there, the nearest in kinetic energy with J v = 0; zero unless given. The result's error is the
    norm of the remaining one, in m and rad together: near 1e-15 where loops closed, and not where
    they cannot, or where q was too far from it. Contacts without a place (`kt.Contact`) have none.
    Shapes: q (..., nq), v (..., nv), active (..., ncontacts), anchors (..., ncontacts, 4, 4);
    results (..., nq), (..., nv) and (...). `contacts` and the others as in `forward_dynamics`.
    Raises ModelError for contacts that the robot cannot have, and for anchors that are no rigid
    placements.
    Source: [KindrSheet, Equations of Motion with Contacts and Impulses] for v; derived here:
    Newton's steps, taken by `integrate`.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> place = kt.SE3([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0.3, 0.1, 0.9])
    >>> closed = kt.constraints.close_loops(
    ...     arm, [0.1] * 7, contacts=(kt.Contact("tool", placement=place),)
    ... )
    >>> bool(closed.error < 1e-12)
    True
    """
    settings = Settings.of(damping, 3)
    iterations = whole_number("constraints", "iterations", iterations, 0)

    def newton_step(q: Array, _: Scalar) -> tuple[Array, None]:
        rows = ContactRows.of(model, q, contacts, active, anchors)
        kkt = KKT.of(Delassus.of(model, q, rows.masked(rows.jacobian())), rows.mask, settings)
        step, _ = kkt.solve(zeros(model.nv), rows.masked(rows.error()))
        return integrate(model, q, step), None

    q, _ = scan(newton_step, q, length=iterations)
    v = impact(model, q, v, active, contacts=contacts, damping=damping).v_plus
    rows = ContactRows.of(model, q, contacts, active, anchors)
    e = rows.masked(rows.error())
    return Closed(q, v, sqrt(dot(e, e)))
