"""Forward dynamics of a robot in contact: M a + h = tau + J^T f with J a + (dJ/dt) v given.

Its derivatives follow from those of inverse dynamics and of the rows.
"""

from typing import NamedTuple

from ...functions import ContactsArgument, OptionalArray, algorithm
from ...model import Model, check_anchors
from ...scalar.array import Array
from ...scalar.math import hstack, vstack, zeros
from ...scalar.products import product
from ..rnea import rnea
from ..rnea_derivatives import rnea_derivatives
from .kinematics import ContactRows
from .kkt import KKT, Delassus, Settings


class ConstrainedMotion(NamedTuple):
    """Accelerations (..., nv) and the forces of contacts (..., ncontacts, 6)."""

    ddq: Array
    forces: Array


def _kkt_and_target(rows: ContactRows, v: Array, settings: Settings) -> tuple[KKT, Array]:
    """The KKT matrix, and (dJ/dt) v + Kd J v + Kp e, the negative of J ddq."""
    J = rows.masked(rows.jacobian())
    target = rows.acceleration(v, zeros(rows.model.nv)) + settings.Kp * rows.error()
    target = rows.masked(target) + settings.Kd * (J @ v)
    return KKT.of(Delassus.of(rows.model, rows.q, J), rows.mask, settings), target


@algorithm(
    "(nq),(nv),(nv),(ncontacts),(ncontacts,4,4),(njoints,6)->(nv),(ncontacts,6)",
    checks={"anchors": check_anchors},
)
def forward_dynamics(
    model: Model,
    q: Array,
    v: Array,
    tau: Array,
    active: OptionalArray = None,
    anchors: OptionalArray = None,
    f_ext: OptionalArray = None,
    *,
    contacts: ContactsArgument = None,
    stabilization: tuple[float, float] = (0, 0),
    damping: float = 1e-8,
    iterations: int = 3,
) -> ConstrainedMotion:
    """The joint accelerations of a robot with contacts, and their forces: (ddq, forces).

    M ddq + h = tau + J^T f, J ddq + (dJ/dt) v = -Kd J v - Kp e with `stabilization` (Kp, Kd), in
    1/s^2 and 1/s, and the `error` e: as Pinocchio's corrector, critical where Kd = 2 sqrt(Kp).
    Contacts are bilateral: they pull, too, and do not slip.

    - `contacts` is a sequence of `kt.Contact`, `kt.Loop` and `kt.Coupling`; the robot's own loops
      and couplings unless given: `(foot, *robot.constraints)` holds both, and a warning names
      those that are left out. A loop by a hinge is two contacts: points of its axis; see
      `kt.Loop`.
    - `active` selects contacts: booleans, or numbers of which only zero means inactive (nan means
      active). It is an operand, so that one kernel serves a whole gait. Forces of inactive
      contacts are zero.
    - `anchors` are the places of all contacts in their `other` frames, as an operand; those of
      couplings are not read.
    - Redundant contacts share a force evenly: of all those with this ddq it is the shortest, up to
      `damping`, after `iterations` proximal steps with (G + mu) f' = b + mu f, where G is the
      `delassus` matrix and mu is `damping` over the mean of the pivots of M's factor; in float32,
      where contacts are redundant to rounding, as are those of straight legs within 1e-3 rad, a
      damping below 1e-3 is taken for 1e-3. Where contacts
      contradict each other, or cannot be satisfied in the configuration, ddq comes as
      close to all as it can, and forces grow with iterations / damping. A singular mass matrix
      gives nan, as in `kt.aba`.

    A force is [force; moment] at the origin of the contact's frame, in the axes of the world, as it
    acts on the robot: on the frame's body, and its opposite on the other body, of a point at its
    place there, of a surface at the same point. Of a loop it acts on the first body, at its anchor;
    of a sliding one its opposite acts on the other body, also there. Points have no moment. That of
    a coupling is (f, 0, 0, 0, 0, 0): f acts along q of its joint, -f p' along q of its source.
    Shapes: q (..., nq), v and tau (..., nv), active (..., ncontacts), anchors
    (..., ncontacts, 4, 4), f_ext (..., njoints, 6) as for `kt.aba`; results (..., nv) and
    (..., ncontacts, 6). Raises ModelError for contacts that the robot cannot have, or anchors that
    are no rigid placements.
    Source: [KindrSheet, Equations of Motion with Contacts and no Impulses]; proximal steps of
    [Carpentier2021]; `stabilization` of [Baumgarte1972].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> feet = [kt.Contact(name) for name in robot.frame_names if name.endswith("foot")]
    >>> q, rest = kt.neutral(robot), [0.0] * robot.nv
    >>> ddq, forces = kt.constraints.forward_dynamics(robot, q, rest, rest, contacts=feet)
    >>> ddq.shape, forces.shape
    ((18,), (4, 6))
    """
    settings = Settings.of(damping, iterations, stabilization)
    rows = ContactRows.of(model, q, contacts, active, anchors)
    kkt, target = _kkt_and_target(rows, v, settings)
    ddq, f = kkt.solve(tau - rnea(model, q, v, zeros(model.nv), f_ext), target)
    return ConstrainedMotion(ddq, rows.wrenches(f))


class ConstrainedMotionDerivatives(NamedTuple):
    """Derivatives of accelerations, (..., nv, nv), and of forces, (..., ncontacts, 6, nv)."""

    ddq_dq: Array
    ddq_dv: Array
    ddq_dtau: Array
    dforces_dq: Array
    dforces_dv: Array
    dforces_dtau: Array


@forward_dynamics.differentiated_by(
    "q", "v", "tau", statics=("contacts", "stabilization", "damping", "iterations")
)
@algorithm(
    "(nq),(nv),(nv),(ncontacts),(ncontacts,4,4),(njoints,6)"
    "->(nv,nv),(nv,nv),(nv,nv),(ncontacts,6,nv),(ncontacts,6,nv),(ncontacts,6,nv)",
    checks={"anchors": check_anchors},
)
def forward_dynamics_derivatives(
    model: Model,
    q: Array,
    v: Array,
    tau: Array,
    active: OptionalArray = None,
    anchors: OptionalArray = None,
    f_ext: OptionalArray = None,
    *,
    contacts: ContactsArgument = None,
    stabilization: tuple[float, float] = (0, 0),
    damping: float = 1e-8,
    iterations: int = 3,
) -> ConstrainedMotionDerivatives:
    """The derivatives of `forward_dynamics` with respect to q, v and tau.

    (ddq_dq, ddq_dv, ddq_dtau, dforces_dq, dforces_dv, dforces_dtau), stabilisation included;
    anchors are constant in their frames, f_ext in those of the joints. Where contacts are
    redundant those of the forces are the shortest that fit the accelerations; where contacts
    contradict each other, the results are not derivatives.
    Shapes: operands and keywords as for `forward_dynamics`; results (..., nv, nv) and
    (..., ncontacts, 6, nv). Raises ModelError for contacts that the robot cannot have, or anchors
    that are no rigid placements.
    Derived here: the equations of `forward_dynamics` differentiated, with [Singh2022, Alg. 1].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> feet = [kt.Contact(name) for name in robot.frame_names if name.endswith("foot")]
    >>> q, rest = kt.neutral(robot), [0.0] * robot.nv
    >>> d = kt.constraints.forward_dynamics_derivatives(robot, q, rest, rest, contacts=feet)
    >>> d.ddq_dq.shape, d.dforces_dtau.shape
    ((18, 18), (4, 6, 18))
    """
    settings, n = Settings.of(damping, iterations, stabilization), model.nv
    rows = ContactRows.of(model, q, contacts, active, anchors)
    kkt, target = _kkt_and_target(rows, v, settings)
    ddq, f = kkt.solve(tau - rnea(model, q, v, zeros(n), f_ext), target)
    forces = rows.wrenches(f)
    of_rnea = rnea_derivatives(model, q, v, ddq, f_ext + rows.forces_at_joints(forces))
    force_q = rows.torque_derivative(forces) - of_rnea.dtau_dq
    row_q, row_v = rows.acceleration_derivatives(v, ddq, settings.Kd)
    row_q = row_q + settings.Kp * rows.error_derivatives()
    row = rows.masked(hstack([row_q, row_v]))
    force = vstack([force_q.T, -of_rnea.dtau_dv.T]).T
    inverse = kkt.inverse()
    a_f = product(inverse, vstack([force, -row]))
    df = rows.wrenches(-a_f[n:])
    return ConstrainedMotionDerivatives(
        a_f[:n, :n],
        a_f[:n, n:],
        inverse[:n, :n],
        df[:, :, :n] + rows.wrench_derivatives(forces),
        df[:, :, n:],
        rows.wrenches(-inverse[n:, :n]),
    )
