"""Rows of contacts: what each of them holds, and how far from held it is.

World axes, at the origin of each contact's frame. Rows come contact by contact: three of a relative
velocity and, for a surface, three of the relative angular velocity. A point holds two origins
together; a surface of two bodies holds the points of both that meet where its first frame is, so
that they move as one also where the frames are apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...door import PageFrame
from ...model import Anchor, Closure, Model
from ...scalar.array import Array
from ...scalar.expr import is_zero
from ...scalar.math import concatenate, cross, where, zeros
from ...spatial import SE3, Motion
from ...spatial.rotation import log3
from ..jacobians import frame_jacobian
from ..motion import body_motions
from ..reference import at_offset, path_placements, world_frame

Closures = tuple[Closure, ...]


@dataclass(frozen=True)
class Ends:
    """The two frames that a contact holds together, the second one perhaps at run time."""

    size: int
    placed: bool
    """Whether there is a place where the first belongs; else it is held where it is."""
    first: PageFrame
    second: PageFrame

    @property
    def welded(self) -> bool:
        """Whether two moving bodies are to move as one."""
        return self.size == 6 and self.first.joint > 0 and self.second.joint > 0

    def moving(self, model: Model, q: Array) -> list[tuple[int, PageFrame]]:
        """The frames whose motions are held, each with the sign of its motion in the rows."""
        second = self.second
        if self.welded:
            T = path_placements(model, q, second.joint)[second.joint]
            meeting = T.act_inverse(self.placements(model, q)[0].translation)
            rotation = SE3.from_matrix(second.placement).rotation
            second = PageFrame(second.joint, SE3(rotation, meeting).matrix)
        return [(s, frame) for s, frame in ((1, self.first), (-1, second)) if frame.joint]

    def placements(self, model: Model, q: Array) -> tuple[SE3, SE3]:
        """Both frames in the world."""
        first, second = (world_frame(model, q, f, zeros(3)) for f in (self.first, self.second))
        return first, second


def ends(contacts: Closures, anchors: Any) -> list[Ends]:
    """The frames of contacts; `anchors` (ncontacts, 4, 4) take the place of their places."""
    found: list[Ends] = []
    for i, c in enumerate(contacts):
        place = c.place if anchors is None else SE3.from_matrix(anchors[i])
        second = c.second.placement if place is None else c.second.placement @ place
        found.append(Ends(c.size, place is not None, _frame(c.first), _frame(c.second, second)))
    return found


def _frame(anchor: Anchor, placement: SE3 | None = None) -> PageFrame:
    return PageFrame(anchor.joint, (placement or anchor.placement).matrix)


def signed(sign: int, x: Array) -> Array:
    """x or -x, without a product by 1."""
    return x if sign == 1 else -x


def rows(model: Model, q: Array, at: Sequence[Ends]) -> Array:
    """J: J v is the velocity that the contacts hold, (nrows, nv)."""
    J = zeros(0, model.nv)
    for x in at:
        own = zeros(6, model.nv)
        for sign, frame in x.moving(model, q):
            own = own + signed(
                sign, frame_jacobian(model, q, frame=frame, reference="local_world_aligned")
            )
        J = concatenate([J, own[: x.size]])
    return J


def accelerations(model: Model, q: Array, v: Array, a: Array, at: Sequence[Ends]) -> Array:
    """J a + (dJ/dt) v, (nrows).

    Bodies accelerate less gravity, as in `rnea`, so that both are computed once.
    """
    found = zeros(0)
    for x in at:
        own, velocities = zeros(6), list[Motion]()
        for sign, frame in x.moving(model, q):
            both = body_motions(model, q, v, a, -model.gravity_motion, model.path(frame.joint))
            T_joint_frame = at_offset(frame, zeros(3))
            turned = SE3(world_frame(model, q, frame, zeros(3)).rotation, zeros(3))
            V, A = (turned @ T_joint_frame.act_inverse(m[frame.joint]) for m in both)
            whole = A + Motion(cross(V.angular, V.linear), zeros(3))
            own = own + signed(sign, whole.vector)
            velocities.append(V)
        if len(velocities) == 1:
            own = own + (model.gravity_motion if x.first.joint else -model.gravity_motion).vector
        if x.welded:  # the point of the second body moves on in it
            first, second = velocities
            slip = cross(second.angular, first.linear - second.linear)
            own = own - Motion(slip, zeros(3)).vector
        found = concatenate([found, own[: x.size]])
    return found


def errors(model: Model, q: Array, at: Sequence[Ends]) -> Array:
    """How far each frame is from where it is held, (nrows)."""
    found = zeros(0)
    for x in at:
        own = zeros(x.size)
        if x.placed:
            T1, T2 = x.placements(model, q)
            turn = log3(T1.rotation @ T2.rotation.T)
            own = concatenate([T1.translation - T2.translation, turn])[: x.size]
        found = concatenate([found, own])
    return found


def row_mask(contacts: Closures, active: Any) -> list[Any]:
    """For each row the condition that its contact is active."""
    on = [True] * len(contacts) if active is None else [x != 0 for x in active]
    return [x for x, c in zip(on, contacts, strict=True) for _ in range(c.size)]


def masked(mask: Sequence[Any], x: Array) -> Array:
    """x with zeros for the rows of inactive contacts."""
    rows = x.reshape(len(mask), -1) if mask else x
    picked = [
        0 if is_zero(entry) else where(on, entry, 0)
        for on, row in zip(mask, rows, strict=True)
        for entry in row
    ]
    return Array.of(picked, x.shape)


def by_contact(contacts: Closures, x: Array) -> Array:
    """Rows as (ncontacts, 6, ...): zero moments at points."""
    parts: list[Array] = []
    start = 0
    for c in contacts:
        own = x[start : start + c.size]
        parts.append(concatenate([own, zeros(6 - c.size, *x.shape[1:])]))
        start += c.size
    return concatenate([zeros(0, *x.shape[1:]), *parts]).reshape(len(contacts), 6, *x.shape[1:])
