"""The two frames that a contact holds together, and the directions in which it does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...functions import ResolvedFrame
from ...model import Anchor, Closure, Model
from ...scalar.array import Array, as_array
from ...scalar.expr import is_zero
from ...scalar.math import concatenate, where, zeros
from ...spatial import SE3
from ..reference import path_placements, world_frame

Closures = tuple[Closure, ...]


@dataclass(frozen=True)
class Ends:
    """The two frames that a contact holds together, the second one perhaps at run time."""

    size: int
    placed: bool
    """Whether there is a place where the first belongs; else it is held where it is."""
    first: ResolvedFrame
    second: ResolvedFrame
    held: Array | None
    """The directions held, (size, 6), in the axes of the second; None: the first `size` rows."""

    @property
    def meeting(self) -> bool:
        """Whether the first is held by the point of the second body that is where it is.

        So bodies move as one, or along a rail, and forces between them leave their momentum.
        """
        both = self.first.joint > 0 and self.size == 6
        return self.second.joint > 0 and (both or self.held is not None)

    def moving(self, model: Model, q: Array) -> list[tuple[int, ResolvedFrame]]:
        """The frames whose motions are held, each with the sign of its motion in the rows."""
        second = self.second
        if self.meeting:
            T = path_placements(model, q, second.joint)[second.joint]
            meeting = T.act_inverse(self.placements(model, q)[0].translation)
            rotation = SE3.from_matrix(second.placement).rotation
            return [
                (1, self.first),
                (-1, ResolvedFrame(second.joint, SE3(rotation, meeting).matrix)),
            ]
        return [(s, frame) for s, frame in ((1, self.first), (-1, second)) if frame.joint]

    def placements(self, model: Model, q: Array) -> tuple[SE3, SE3]:
        """Both frames in the world."""
        first, second = (world_frame(model, q, f, zeros(3)) for f in (self.first, self.second))
        return first, second

    def rows(self, model: Model, q: Array, x: Array) -> Array:
        """The part that is held of motions x (6, ...) in the axes of the world, (size, ...)."""
        if self.held is None:
            return x[: self.size]
        R = self.placements(model, q)[1].rotation
        return self.held @ concatenate([R.T @ x[:3], R.T @ x[3:]])

    def wrench(self, model: Model, q: Array, f: Array) -> Array:
        """Forces (size, ...) of rows in the axes of the world, (6, ...): zeros where it is free."""
        if self.held is None:
            return concatenate([f, zeros(6 - self.size, *f.shape[1:])])
        R, x = self.placements(model, q)[1].rotation, self.held.T @ f
        return concatenate([R @ x[:3], R @ x[3:]])


def ends(contacts: Closures, anchors: Any) -> list[Ends]:
    """The frames of contacts; `anchors` (ncontacts, 4, 4) take the place of their places."""
    found: list[Ends] = []
    for i, c in enumerate(contacts):
        place = c.place if anchors is None else SE3.from_matrix(anchors[i])
        second = c.second.placement if place is None else c.second.placement @ place
        frames = _frame(c.first, c.first.placement), _frame(c.second, second)
        held = None if c.held is None else as_array(c.held)
        found.append(Ends(c.size, place is not None, *frames, held))
    return found


def _frame(anchor: Anchor, placement: SE3) -> ResolvedFrame:
    return ResolvedFrame(anchor.joint, placement.matrix)


def signed(sign: int, x: Array) -> Array:
    """x or -x, without a product by 1."""
    return x if sign == 1 else -x


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


def by_contact(model: Model, q: Array, at: Sequence[Ends], x: Array) -> Array:
    """Forces of rows as (ncontacts, 6, ...) in the axes of the world: zero moments at points."""
    parts: list[Array] = []
    start = 0
    for contact in at:
        own = x[start : start + contact.size]
        parts.append(contact.wrench(model, q, own))
        start += contact.size
    return concatenate([zeros(0, *x.shape[1:]), *parts]).reshape(len(at), 6, *x.shape[1:])
