"""Inverse dynamics of a robot in contact: joint torques and forces of contacts."""

from typing import NamedTuple

from ...functions import ContactsArgument, OptionalArray, algorithm
from ...model import Model
from ...scalar.array import Array
from ...scalar.math import epsilon, zeros
from ...spatial.rotation import symmetric
from ..rnea import rnea
from .kinematics import ContactRows
from .kkt import Proximal, Settings


class ConstrainedTorques(NamedTuple):
    """Torques (..., nv) and the forces of contacts (..., ncontacts, 6)."""

    tau: Array
    forces: Array


@algorithm("(nq),(nv),(nv),(ncontacts),(njoints,6)->(nv),(ncontacts,6)")
def inverse_dynamics(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    active: OptionalArray = None,
    f_ext: OptionalArray = None,
    *,
    contacts: ContactsArgument = None,
    damping: float = 1e-8,
    iterations: int = 3,
) -> ConstrainedTorques:
    """The torques and forces of contacts for the accelerations a: (tau, forces).

    tau = M a + h - J^T f with zeros where joints are not `model.actuated`, as a floating base, for
    the shortest such f (N and N m together), up to `damping` after `iterations`
    proximal steps. Where contacts cannot do it, tau has the least squares residual there. A robot
    whose joints are all actuated needs no contact: f = 0. It is not checked that a
    satisfies the contacts.
    Forces as those of `forward_dynamics`, and so are `contacts` and `active`.
    Shapes: q (..., nq), v and a (..., nv), active (..., ncontacts), f_ext (..., njoints, 6);
    results (..., nv) and (..., ncontacts, 6). Raises ModelError for contacts that the robot cannot
    have. Source: [KindrSheet, Equations of Motion with Contacts and no Impulses].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> feet = [kt.Contact(name) for name in robot.frame_names if name.endswith("foot")]
    >>> q, rest = kt.neutral(robot), [0.0] * robot.nv
    >>> tau, forces = kt.constraints.inverse_dynamics(robot, q, rest, rest, contacts=feet)
    >>> bool(abs(forces[:, 2].sum() - 9.81 * robot.total_mass) < 1e-9)
    True
    """
    settings = Settings.of(damping, iterations)
    rows = ContactRows.of(model, q, contacts, active)
    J = rows.masked(rows.jacobian())
    tau = rnea(model, q, v, a, f_ext)
    passive = [i for i, driven in enumerate(model.actuated) if not driven]
    if not passive or not len(J):
        return ConstrainedTorques(tau, rows.wrenches(zeros(len(J))))
    B, n, rounding = J[:, passive], len(passive), epsilon(q)
    A = symmetric(B.T @ B)  # f is the shortest with B^T f = tau
    f = B @ Proximal.of(A, [True] * n, 1 + A.trace() / n, settings, rounding).solve(tau[passive])
    return ConstrainedTorques(tau - J.T @ f, rows.wrenches(f))
