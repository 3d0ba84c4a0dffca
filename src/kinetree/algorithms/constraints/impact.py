"""Impacts: jumps of velocity to those of the contacts, M (v+ - v) = J^T impulses."""

from typing import NamedTuple

from ...errors import ModelError
from ...functions import ContactsArgument, OptionalArray, algorithm
from ...model import Model
from ...scalar.array import Array
from ...scalar.expr import Scalar
from ...scalar.math import hstack, vstack, zeros
from ...scalar.products import product
from ..rnea_derivatives import rnea_derivatives
from .kinematics import ContactRows
from .kkt import KKT, Delassus, Settings, is_number


class Impact(NamedTuple):
    """Velocities after an impact (..., nv), and the impulses of contacts (..., ncontacts, 6)."""

    v_plus: Array
    impulses: Array


class ImpactDerivatives(NamedTuple):
    """Derivatives of v_plus, (..., nv, nv), and of impulses, (..., ncontacts, 6, nv)."""

    dv_plus_dq: Array
    dv_plus_dv: Array
    dimpulses_dq: Array
    dimpulses_dv: Array


@algorithm("(nq),(nv),(ncontacts)->(nv),(ncontacts,6)")
def impact(
    model: Model,
    q: Array,
    v: Array,
    active: OptionalArray = None,
    *,
    contacts: ContactsArgument = None,
    restitution: float = 0,
    damping: float = 1e-8,
    iterations: int = 3,
) -> Impact:
    """The velocity after an impact at all active contacts at once: (v_plus, impulses).

    M (v_plus - v) = J^T impulses and J v_plus = -restitution J v. Without restitution v_plus is the
    velocity with J v_plus = 0 that is nearest to v: the kinetic energy of v_plus - v is the least.
    Kinetic energy never rises, restitution being in [0, 1]. It acts on all rows of a contact, along
    the ground, too; impulses may pull and friction has no limit: `kt.simulation.contact_step` is
    the impact on a plane with friction.
    `contacts`, `active`, `damping` and `iterations` as in `forward_dynamics`; impulses [N s; N m s]
    as its forces.
    Shapes: q (..., nq), v (..., nv), active (..., ncontacts); results (..., nv) and
    (..., ncontacts, 6). Raises ModelError for contacts that the robot cannot have.
    Source: [KindrSheet, Equations of Motion with Contacts and Impulses].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> feet = [kt.Contact(name) for name in robot.frame_names if name.endswith("foot")]
    >>> q, v = kt.neutral(robot), [0.0, 0.0, -1.0] + [0.0] * 15
    >>> v_plus, impulses = kt.constraints.impact(robot, q, v, contacts=feet)
    >>> bool(abs(kt.constraints.jacobian(robot, q, contacts=feet) @ v_plus).max() < 1e-12)
    True
    """
    settings = Settings.of(damping, iterations)
    bounce = 1 + checked_restitution("constraints", restitution)
    rows = ContactRows.of(model, q, contacts, active)
    kkt, target = _kkt_and_target(rows, bounce * v, settings)
    change, impulses = kkt.solve(zeros(model.nv), target)
    return Impact(v + change, rows.wrenches(impulses))


@impact.differentiated_by("q", "v", statics=("contacts", "restitution", "damping", "iterations"))
@algorithm("(nq),(nv),(ncontacts)->(nv,nv),(nv,nv),(ncontacts,6,nv),(ncontacts,6,nv)")
def impact_derivatives(
    model: Model,
    q: Array,
    v: Array,
    active: OptionalArray = None,
    *,
    contacts: ContactsArgument = None,
    restitution: float = 0,
    damping: float = 1e-8,
    iterations: int = 3,
) -> ImpactDerivatives:
    """The derivatives of `impact`: (dv_plus_dq, dv_plus_dv, dimpulses_dq, dimpulses_dv).

    Of redundant contacts those of the impulses are the shortest that fit the velocities.
    Shapes: operands and keywords as for `impact`; results (..., nv, nv) and
    (..., ncontacts, 6, nv).
    Derived here: the equations of `impact` differentiated, with [Singh2022, Alg. 1].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> feet = [kt.Contact(name) for name in robot.frame_names if name.endswith("foot")]
    >>> q, v = kt.neutral(robot), [0.1] * robot.nv
    >>> kt.constraints.impact_derivatives(robot, q, v, contacts=feet).dv_plus_dq.shape
    (18, 18)
    """
    settings = Settings.of(damping, iterations)
    bounce = 1 + checked_restitution("constraints", restitution)
    rows = ContactRows.of(model, q, contacts, active)
    n, rest, bounced = model.nv, zeros(model.nv), bounce * v
    kkt, target = _kkt_and_target(rows, bounced, settings)
    change, f = kkt.solve(rest, target)
    impulses, weightless = rows.wrenches(f), model.replace(gravity=zeros(3))
    along_q = rnea_derivatives(weightless, q, rest, change, rows.forces_at_joints(impulses)).dtau_dq
    force_q = rows.torque_derivative(impulses) - along_q
    row_q = rows.velocity_derivative(change + bounced)
    row_v = bounce * rows.jacobian()
    row = rows.masked(hstack([row_q, row_v]))
    dv_df = product(kkt.inverse(), vstack([hstack([force_q, zeros(n, n)]), -row]))
    diagonal, df = range(n), rows.wrenches(-dv_df[n:])
    return ImpactDerivatives(
        dv_df[:n, :n],
        dv_df[:n, n:].add((diagonal, diagonal), 1),
        df[:, :, :n] + rows.wrench_derivatives(impulses),
        df[:, :, n:],
    )


def _kkt_and_target(rows: ContactRows, v: Array, settings: Settings) -> tuple[KKT, Array]:
    """The KKT matrix, and J v, the negative of its change."""
    J = rows.masked(rows.jacobian())
    delassus, target = Delassus.of(rows.model, rows.q, J), J @ v
    return KKT.of(delassus, rows.mask, settings), target


def checked_restitution(owner: str, restitution: Scalar) -> Scalar:
    """The restitution; raises ModelError unless it is a number in [0, 1]."""
    if not is_number(restitution) or not 0 <= restitution <= 1:
        raise ModelError(f"{owner}: restitution is {restitution!r}; expected a number in [0, 1].")
    return restitution
