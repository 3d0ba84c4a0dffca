"""Derivatives of forward dynamics in contact, from those of inverse dynamics and of the rows."""

from typing import Any, NamedTuple

from ...functions import algorithm
from ...model import Model, check_anchors
from ...scalar.array import Array
from ...scalar.math import concatenate, zeros
from ...scalar.products import product
from ..rnea import rnea
from ..rnea_derivatives import rnea_derivatives
from .ends import by_contact, masked
from .held import Held
from .sensitivity import sensitivity
from .settings import Settings
from .slopes import acceleration_slopes, error_slopes, force_at_joints, turned
from .turning import wrench_slopes


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
    active: Any = None,
    anchors: Any = None,
    f_ext: Any = None,
    *,
    contacts: Any = None,
    stabilization: tuple[float, float] = (0, 0),
    damping: float = 1e-8,
    iterations: int = 3,
) -> ConstrainedMotionDerivatives:
    """The derivatives of `forward_dynamics` with respect to q, v and tau.

    (ddq_dq, ddq_dv, ddq_dtau, dforces_dq, dforces_dv, dforces_dtau), stabilisation included;
    anchors are constant in their frames, f_ext in those of the joints. Where contacts are
    redundant those of the forces are the shortest that go with the accelerations, and where they
    contradict each other none are derivatives.
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
    held = Held.of(model, q, v, contacts, active, anchors, settings)
    ddq, f = held.motion(tau - rnea(model, q, v, zeros(n), f_ext))
    forces = by_contact(model, q, held.at, f)
    pushed = f_ext + force_at_joints(model, q, held.at, forces)
    of_rnea = rnea_derivatives(model, q, v, ddq, pushed)
    pull_q = turned(model, q, held.at, forces) - of_rnea.dtau_dq
    row_q, row_v = acceleration_slopes(model, q, v, ddq, held.at, settings.Kd)
    row_q = row_q + settings.Kp * error_slopes(model, q, held.at)
    row = masked(held.mask, concatenate([row_q.T, row_v.T]).T)
    pull = concatenate([pull_q.T, -of_rnea.dtau_dv.T]).T
    inverse = sensitivity(held)
    a_f = product(inverse, concatenate([pull, -row]))
    df = by_contact(model, q, held.at, -a_f[n:])
    return ConstrainedMotionDerivatives(
        a_f[:n, :n],
        a_f[:n, n:],
        inverse[:n, :n],
        df[:, :, :n] + wrench_slopes(model, q, held.at, forces),
        df[:, :, n:],
        by_contact(model, q, held.at, -inverse[n:, :n]),
    )
