"""Derivatives of constrained forward dynamics, from those of inverse dynamics and of the rows."""

from typing import NamedTuple

from ...functions import algorithm
from ...model import Model, check_anchors
from ...scalar.array import Array
from ...scalar.math import concatenate, zeros
from ...scalar.products import product
from ..operands import ContactsArgument, OptionalArray
from ..rnea import rnea
from ..rnea_derivatives import rnea_derivatives
from .axis_derivatives import wrench_derivatives
from .derivatives import (
    acceleration_derivatives,
    error_derivatives,
    force_at_joints,
    torque_derivative,
)
from .frame_pairs import by_contact, masked
from .kkt import KKT
from .kkt_inverse import kkt_inverse
from .settings import Settings


class ConstrainedMotionDerivatives(NamedTuple):
    """Derivatives of accelerations, (..., nv, nv), and of forces, (..., ncontacts, 6, nv)."""

    ddq_dq: Array
    ddq_dv: Array
    ddq_dtau: Array
    dforces_dq: Array
    dforces_dv: Array
    dforces_dtau: Array


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
    settings, n = Settings.of(stabilization, damping, iterations), model.nv
    kkt = KKT.of(model, q, v, contacts, active, anchors, settings)
    ddq, f = kkt.solve(tau - rnea(model, q, v, zeros(n), f_ext))
    forces = by_contact(model, q, kkt.pairs, f)
    f_total = f_ext + force_at_joints(model, q, kkt.pairs, forces)
    of_rnea = rnea_derivatives(model, q, v, ddq, f_total)
    force_q = torque_derivative(model, q, kkt.pairs, forces) - of_rnea.dtau_dq
    row_q, row_v = acceleration_derivatives(model, q, v, ddq, kkt.pairs, settings.Kd)
    row_q = row_q + settings.Kp * error_derivatives(model, q, kkt.pairs)
    row = masked(kkt.mask, concatenate([row_q.T, row_v.T]).T)
    force = concatenate([force_q.T, -of_rnea.dtau_dv.T]).T
    inverse = kkt_inverse(kkt)
    a_f = product(inverse, concatenate([force, -row]))
    df = by_contact(model, q, kkt.pairs, -a_f[n:])
    return ConstrainedMotionDerivatives(
        a_f[:n, :n],
        a_f[:n, n:],
        inverse[:n, :n],
        df[:, :, :n] + wrench_derivatives(model, q, kkt.pairs, forces),
        df[:, :, n:],
        by_contact(model, q, kkt.pairs, -inverse[n:, :n]),
    )
