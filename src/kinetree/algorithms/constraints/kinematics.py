"""Contacts and loops: the frames that they constrain, and the rows of their Jacobian and error.

Rows come contact by contact, at the origin of the contact's frame, in the axes of the world; those
of a sliding loop in the axes of its rail, which rotate with the second body: of a point three of a
relative velocity, of a surface also three of the relative angular velocity, of a sliding loop its
constrained directions. A point constrains two origins; a surface of two bodies and a sliding loop
constrain the points of both that coincide with the first frame, so that the bodies move as one, or
one along the rail of the other, also where the frames are apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from ...functions import ContactsArgument, OptionalArray, ResolvedFrame, algorithm
from ...model import Closure, Model, check_anchors
from ...scalar.array import Array, as_array
from ...scalar.expr import Scalar, is_zero
from ...scalar.math import concatenate, cross, where, zeros
from ...spatial import SE3, Motion
from ...spatial.rotation import log3
from ..frames import frame_jacobian
from ..kinematics import at_offset, body_motions, world_frame, world_placements


@dataclass(frozen=True)
class FramePair:
    """The two frames that a contact constrains; the placement of the second may be an operand."""

    model: Model
    q: Array
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

    @cached_property
    def frames(self) -> list[tuple[int, ResolvedFrame]]:
        """The frames whose motions are constrained, each with its sign in the rows."""
        second = self.second
        if self.coincident:
            T = world_placements(self.model, self.q, self.model.path(second.joint))
            point = T[second.joint].act_inverse(self.placements[0].translation)
            rotation = SE3.from_matrix(second.placement).rotation
            return [(1, self.first), (-1, ResolvedFrame(second.joint, SE3(rotation, point).matrix))]
        return [(s, frame) for s, frame in ((1, self.first), (-1, second)) if frame.joint]

    @cached_property
    def placements(self) -> list[SE3]:
        """The placements of both frames in the world."""
        return [world_frame(self.model, self.q, f, zeros(3)) for f in (self.first, self.second)]

    def rows(self, x: Array) -> Array:
        """The constrained part (size, ...) of motions x (6, ...) in the axes of the world."""
        if self.directions is None:
            return x[: self.size]
        R = self.placements[1].rotation
        return self.directions @ rotated(R.T, x)

    def wrench(self, f: Array) -> Array:
        """Forces of rows (size, ...) as wrenches (6, ...) in the axes of the world."""
        if self.directions is None:
            return concatenate([f, zeros(6 - self.size, *f.shape[1:])])
        return rotated(self.placements[1].rotation, self.directions.T @ f)

    def jacobian(self) -> Array:
        """The velocity of the first frame less that of the second, in the world's axes, (6, nv)."""
        of_frame = partial(frame_jacobian, self.model, self.q, reference="local_world_aligned")
        parts = (signed(sign, of_frame(frame=frame)) for sign, frame in self.frames)
        return sum(parts, zeros(6, self.model.nv))

    def acceleration(self, v: Array, a: Array) -> Array:
        """The rate of the relative velocity in the axes of its rows, as of the world, (6).

        Accelerations of bodies are less gravity, as in `rnea`, so that both share them.
        """
        model, total, velocities = self.model, zeros(6), list[Motion]()
        for sign, frame in self.frames:
            path = model.path(frame.joint)
            both = body_motions(model, self.q, v, a, -model.gravity_motion, path)
            T_joint_frame = at_offset(frame, zeros(3))
            rotation = SE3(world_frame(model, self.q, frame, zeros(3)).rotation, zeros(3))
            V, A = (rotation @ T_joint_frame.act_inverse(m[frame.joint]) for m in both)
            classical = A + Motion(cross(V.angular, V.linear), zeros(3))
            total = total + signed(sign, classical.vector)
            velocities.append(V)
        if len(velocities) == 1:
            gravity = model.gravity_motion if self.first.joint else -model.gravity_motion
            total = total + gravity.vector
        if self.coincident:  # the point moves in the second body
            first, second = velocities
            slip = cross(second.angular, first.linear - second.linear)
            total = total - Motion(slip, zeros(3)).vector
            if self.directions is not None:  # and the axes of the rail rotate
                total = total - Motion(slip, cross(second.angular, first.angular)).vector
        return total

    def displacement(self) -> Array:
        """The position of the first frame from the second, and its rotation vector, (6)."""
        T1, T2 = self.placements
        return concatenate([T1.translation - T2.translation, log3(T1.rotation @ T2.rotation.T)])


def rotated(R: Array, x: Array) -> Array:
    """R times both halves of x (6, ...)."""
    return concatenate([R @ x[:3], R @ x[3:]])


def signed(sign: int, x: Array) -> Array:
    """x or -x, without a product by 1."""
    return x if sign == 1 else -x


@dataclass(frozen=True)
class ContactRows:
    """The rows of all contacts at a configuration."""

    model: Model
    q: Array
    pairs: list[FramePair]
    mask: list[Scalar]
    """The condition, for each row, that its contact is active."""

    @classmethod
    def of(
        cls,
        model: Model,
        q: Array,
        contacts: Sequence[Closure],
        active: OptionalArray = None,
        anchors: OptionalArray = None,
    ) -> "ContactRows":
        """`active` (ncontacts) selects contacts; `anchors` (ncontacts, 4, 4) are their places."""
        pairs: list[FramePair] = []
        for i, c in enumerate(contacts):
            place = c.place if anchors is None else SE3.from_matrix(anchors[i])
            second = c.second.placement if place is None else c.second.placement @ place
            first = ResolvedFrame(c.first.joint, c.first.placement.matrix)
            frames = first, ResolvedFrame(c.second.joint, second.matrix)
            directions = None if c.held is None else as_array(c.held)
            pairs.append(FramePair(model, q, c.size, place is not None, *frames, directions))
        on = [True] * len(contacts) if active is None else [x != 0 for x in active]
        mask = [x for x, c in zip(on, contacts, strict=True) for _ in range(c.size)]
        return cls(model, q, pairs, mask)

    def jacobian(self) -> Array:
        """The Jacobian J (nrows, nv); J v is the constrained velocity."""
        blocks = [x.rows(x.jacobian()) for x in self.pairs]
        return concatenate([zeros(0, self.model.nv), *blocks])

    def acceleration(self, v: Array, a: Array) -> Array:
        """J a + (dJ/dt) v, (nrows)."""
        return concatenate([zeros(0), *(x.rows(x.acceleration(v, a)) for x in self.pairs)])

    def error(self) -> Array:
        """The errors of contacts, (nrows)."""
        blocks = [x.rows(x.displacement()) if x.placed else zeros(x.size) for x in self.pairs]
        return concatenate([zeros(0), *blocks])

    def masked(self, x: Array) -> Array:
        """x with zeros for the rows of inactive contacts."""
        rows = x.reshape(len(self.mask), -1) if self.mask else x
        elements = [
            0 if is_zero(x) else where(on, x, 0)
            for on, row in zip(self.mask, rows, strict=True)
            for x in row
        ]
        return Array.of(elements, x.shape)

    def wrenches(self, f: Array) -> Array:
        """Forces of rows as (ncontacts, 6, ...) in the world's axes: zero moments at points."""
        parts: list[Array] = []
        start = 0
        for x in self.pairs:
            parts.append(x.wrench(f[start : start + x.size]))
            start += x.size
        return concatenate([zeros(0, *f.shape[1:]), *parts]).reshape(
            len(self.pairs), 6, *f.shape[1:]
        )


@algorithm("(nq)->(nrows,nv)")
def jacobian(model: Model, q: Array, *, contacts: ContactsArgument = None) -> Array:
    """The Jacobian J of contacts: they constrain J v to zero.

    For each contact three rows of the velocity of its frame's origin less that of the place where
    it is held, and for a surface three of the angular velocity, in the axes of the world. Of a
    surface that place is the coincident point of the other body: the bodies move as one, and
    forces between them conserve their momentum, also where the frames are apart. Sliding loops
    have that point, too, and rows of constrained directions only, in the axes of `second`: of a
    rail two velocities across it and three angular ones.
    `contacts` is a sequence of `kt.Contact` and `kt.Loop`; the robot's own loops unless given.
    Shapes: q (..., nq); result (..., nrows, nv), contact by contact. Raises ModelError for contacts
    that the robot cannot have.
    Source: [KindrSheet, Eq. 14]; J is the transposed W of
    [KindrSheet, Equations of Motion with Contacts and no Impulses].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.constraints.jacobian(arm, kt.neutral(arm), contacts=(kt.Contact("tool"),)).shape
    (3, 7)
    """
    return ContactRows.of(model, q, contacts).jacobian()


@algorithm("(nq),(nv)->(nrows)")
def drift(model: Model, q: Array, v: Array, *, contacts: ContactsArgument = None) -> Array:
    """(dJ/dt) v of the contacts' `jacobian`: their acceleration without joint acceleration.

    Shapes: q (..., nq), v (..., nv); result (..., nrows). `contacts` as in `jacobian`.
    Source: [KindrSheet, Eqs. 17, 18].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.constraints.drift(arm, kt.neutral(arm), [1.0] * 7, contacts=(kt.Contact("tool"),)).shape
    (3,)
    """
    return ContactRows.of(model, q, contacts).acceleration(v, zeros(model.nv))


@algorithm("(nq),(ncontacts,4,4)->(nrows)", checks={"anchors": check_anchors})
def error(
    model: Model, q: Array, anchors: OptionalArray = None, *, contacts: ContactsArgument = None
) -> Array:
    """The position and rotation errors of contacts.

    Of each contact the position of its frame's origin less that of its place and, for a surface,
    the rotation vector log(R_frame R_place^T), all in the axes of the world; of a sliding loop
    the part of these along its rows. A contact with the
    world without a place is held wherever it is: zero. `anchors`, the places of all
    contacts in their `other` frames, replace those of the contacts; raises ModelError for
    those that are no rigid placements.
    Shapes: q (..., nq), anchors (..., ncontacts, 4, 4); result (..., nrows), in m and rad.
    `contacts` as in `jacobian`. Source: [KindrSheet, Orientation/Rotation 9].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> high = kt.Contact("tool", placement=kt.SE3([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 2]))
    >>> kt.constraints.error(arm, kt.neutral(arm), contacts=(high,)).round(9).tolist()
    [0.0, 0.0, -0.74]
    """
    return ContactRows.of(model, q, contacts, anchors=anchors).error()
