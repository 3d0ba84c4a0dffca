"""Forward dynamics of a robot in contact: M a + h = tau + J^T f with J a + (dJ/dt) v given."""

from typing import NamedTuple

from ...functions import algorithm
from ...model import Model, check_anchors
from ...scalar.array import Array
from ...scalar.math import zeros
from ..operands import ContactsArgument, OptionalArray
from ..rnea import rnea
from .frame_pairs import by_contact
from .kkt import KKT
from .settings import Settings


class ConstrainedMotion(NamedTuple):
    """Accelerations (..., nv) and the forces of contacts (..., ncontacts, 6)."""

    ddq: Array
    forces: Array


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

    - `contacts` is a sequence of `kt.Contact` and `kt.Loop`; the robot's own loops unless given. A
      loop by a hinge is two contacts: points of its axis; see `kt.Loop`.
    - `active` selects contacts: booleans, or numbers of which only zero means inactive (nan means
      active). It is an operand, so that one kernel serves a whole gait. Forces of inactive
      contacts are zero.
    - `anchors` are the places of all contacts in their `other` frames, as an operand.
    - Redundant contacts share a force evenly: of all those with this ddq it is the shortest, up to
      `damping`, after `iterations` proximal steps with (G + mu) f' = b + mu f, where G is the
      `delassus` matrix and mu is `damping` over the mean of the pivots of M's factor. Where
      contacts contradict each other, or cannot be satisfied in the configuration, ddq comes as
      close to all as it can, and forces grow with iterations / damping. A singular mass matrix
      gives nan, as in `kt.aba`.

    A force is [force; moment] at the origin of the contact's frame, in the axes of the world, as it
    acts on the robot: on the frame's body, and its opposite on the other body, of a point at its
    place there, of a surface at the same point. Of a loop it acts on the first body, at its anchor;
    of a sliding one its opposite acts on the other body, also there. Points have no moment.
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
    settings = Settings.of(stabilization, damping, iterations)
    kkt = KKT.of(model, q, v, contacts, active, anchors, settings)
    ddq, f = kkt.solve(tau - rnea(model, q, v, zeros(model.nv), f_ext))
    return ConstrainedMotion(ddq, by_contact(model, q, kkt.pairs, f))
