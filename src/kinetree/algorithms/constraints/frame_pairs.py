"""The pairs of frames that contacts constrain, and the constrained directions."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...functions import ResolvedFrame
from ...model import Anchor, Closure, Model
from ...scalar.array import Array, as_array
from ...scalar.expr import is_zero
from ...scalar.math import concatenate, where, zeros
from ...scalar.types import Scalar
from ...spatial import SE3
from ..operands import OptionalArray
from ..reference import path_placements, world_frame

Closures = tuple[Closure, ...]


@dataclass(frozen=True)
class FramePair:
    """The two frames that a contact constrains; the placement of the second may be an operand."""

    size: int
    placed: bool
    """Whether there is a place for the first frame; else it is held where it is."""
    first: ResolvedFrame
    second: ResolvedFrame
    directions: Array | None
    """The constrained directions, (size, 6), in the axes of the second; None: the first `size`."""

    @property
    def coincident(self) -> bool:
        """Whether the first frame is constrained to the coincident point of the second body.

        So bodies move as one, or along a rail, and forces between them conserve their momentum.
        """
        both = self.first.joint > 0 and self.size == 6
        return self.second.joint > 0 and (both or self.directions is not None)

    def signed_frames(self, model: Model, q: Array) -> list[tuple[int, ResolvedFrame]]:
        """The frames whose motions are constrained, each with its sign in the rows."""
        second = self.second
        if self.coincident:
            T = path_placements(model, q, second.joint)[second.joint]
            point = T.act_inverse(self.placements(model, q)[0].translation)
            rotation = SE3.from_matrix(second.placement).rotation
            return [(1, self.first), (-1, ResolvedFrame(second.joint, SE3(rotation, point).matrix))]
        return [(s, frame) for s, frame in ((1, self.first), (-1, second)) if frame.joint]

    def placements(self, model: Model, q: Array) -> tuple[SE3, SE3]:
        """The placements of both frames in the world."""
        first, second = (world_frame(model, q, f, zeros(3)) for f in (self.first, self.second))
        return first, second

    def rows(self, model: Model, q: Array, x: Array) -> Array:
        """The constrained part (size, ...) of motions x (6, ...) in the axes of the world."""
        if self.directions is None:
            return x[: self.size]
        R = self.placements(model, q)[1].rotation
        return self.directions @ concatenate([R.T @ x[:3], R.T @ x[3:]])

    def wrench(self, model: Model, q: Array, f: Array) -> Array:
        """Forces of rows (size, ...) as wrenches (6, ...) in the axes of the world."""
        if self.directions is None:
            return concatenate([f, zeros(6 - self.size, *f.shape[1:])])
        R, x = self.placements(model, q)[1].rotation, self.directions.T @ f
        return concatenate([R @ x[:3], R @ x[3:]])


def frame_pairs(contacts: Closures, anchors: OptionalArray) -> list[FramePair]:
    """The frame pairs of contacts; `anchors` (ncontacts, 4, 4) replace their places."""
    pairs: list[FramePair] = []
    for i, c in enumerate(contacts):
        place = c.place if anchors is None else SE3.from_matrix(anchors[i])
        second = c.second.placement if place is None else c.second.placement @ place
        frames = _frame(c.first, c.first.placement), _frame(c.second, second)
        directions = None if c.held is None else as_array(c.held)
        pairs.append(FramePair(c.size, place is not None, *frames, directions))
    return pairs


def _frame(anchor: Anchor, placement: SE3) -> ResolvedFrame:
    return ResolvedFrame(anchor.joint, placement.matrix)


def signed(sign: int, x: Array) -> Array:
    """x or -x, without a product by 1."""
    return x if sign == 1 else -x


def row_mask(contacts: Closures, active: OptionalArray) -> list[Scalar]:
    """The condition, for each row, that its contact is active."""
    on = [True] * len(contacts) if active is None else [x != 0 for x in active]
    return [x for x, c in zip(on, contacts, strict=True) for _ in range(c.size)]


def masked(mask: Sequence[Scalar], x: Array) -> Array:
    """x with zeros for the rows of inactive contacts."""
    rows = x.reshape(len(mask), -1) if mask else x
    elements = [
        0 if is_zero(x) else where(on, x, 0)
        for on, row in zip(mask, rows, strict=True)
        for x in row
    ]
    return Array.of(elements, x.shape)


def by_contact(model: Model, q: Array, pairs: Sequence[FramePair], x: Array) -> Array:
    """Forces of rows as (ncontacts, 6, ...) in the axes of the world: zero moments at points."""
    parts: list[Array] = []
    start = 0
    for contact in pairs:
        f = x[start : start + contact.size]
        parts.append(contact.wrench(model, q, f))
        start += contact.size
    return concatenate([zeros(0, *x.shape[1:]), *parts]).reshape(len(pairs), 6, *x.shape[1:])
