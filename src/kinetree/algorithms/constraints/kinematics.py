"""Contacts, loops and couplings: the rows of their Jacobian, acceleration and error.

Rows come contact by contact, at the origin of the contact's frame, in the axes of the world; those
of a sliding loop in the axes of its rail, which rotate with the second body: of a point three of a
relative velocity, of a surface also three of the relative angular velocity, of a sliding loop its
constrained directions, of a coupling one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from ...errors import ModelError
from ...functions import ContactsArgument, OptionalArray, ResolvedFrame, algorithm
from ...model import CoupledJoints, Model, Requirement, ShapeContact, check_anchors
from ...scalar.array import Array, as_array
from ...scalar.expr import Scalar, is_zero
from ...scalar.math import concatenate, where, zeros
from ...spatial import SE3
from ..forces import external_forces
from .coupling_row import CouplingRow
from .frame_rows import FrameRows, signed


@dataclass(frozen=True)
class ContactRows:
    """The rows of all contacts at a configuration."""

    model: Model
    q: Array
    blocks: list[FrameRows | CouplingRow]
    mask: list[Scalar]
    """The condition, for each row, that its contact is active."""

    @classmethod
    def of(
        cls,
        model: Model,
        q: Array,
        contacts: Sequence[Requirement],
        active: OptionalArray = None,
        anchors: OptionalArray = None,
    ) -> "ContactRows":
        """`active` (ncontacts) selects contacts; `anchors` (ncontacts, 4, 4) are their places."""
        blocks: list[FrameRows | CouplingRow] = []
        for i, c in enumerate(contacts):
            if isinstance(c, CoupledJoints):
                blocks.append(CouplingRow(model, q, c))
                continue
            if isinstance(c, ShapeContact):
                raise ModelError(
                    f"{c.label} opens and closes as the robot moves; expected kt.Contact, kt.Loop "
                    "or kt.Coupling here: contacts of shapes are for kt.simulation."
                )
            place = c.place if anchors is None else SE3.from_matrix(anchors[i])
            second = c.second.placement if place is None else c.second.placement @ place
            first = ResolvedFrame(c.first.joint, c.first.placement.matrix)
            frames = first, ResolvedFrame(c.second.joint, second.matrix)
            directions = None if c.held is None else as_array(c.held)
            blocks.append(FrameRows(model, q, c.size, place is not None, *frames, directions))
        on = [True] * len(contacts) if active is None else [x != 0 for x in active]
        mask = [x for x, c in zip(on, contacts, strict=True) for _ in range(c.size)]
        return cls(model, q, blocks, mask)

    def jacobian(self) -> Array:
        """The Jacobian J (nrows, nv); J v is the constrained velocity."""
        return self._stacked(x.rows(x.jacobian()) for x in self.blocks)

    def acceleration(self, v: Array, a: Array) -> Array:
        """J a + (dJ/dt) v, (nrows)."""
        return concatenate([zeros(0), *(x.rows(x.acceleration(v, a)) for x in self.blocks)])

    def error(self) -> Array:
        """The errors of contacts, (nrows)."""
        blocks = [x.rows(x.displacement()) if x.placed else zeros(x.size) for x in self.blocks]
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
        ends = accumulate(x.size for x in self.blocks)
        parts = (x.wrench(f[end - x.size : end]) for x, end in zip(self.blocks, ends, strict=True))
        more = f.shape[1:]
        return concatenate([zeros(0, *more), *parts]).reshape(len(self.blocks), 6, *more)

    def forces_at_joints(self, forces: Array) -> Array:
        """`f_ext` of the forces (ncontacts, 6) of contacts and loops."""
        wrenches = [
            (frame, signed(sign, f))
            for x, f in zip(self.blocks, forces, strict=True)
            for sign, frame in x.frames
        ]
        values = concatenate([zeros(0, 6), *(f[None] for _, f in wrenches)])
        frames = [frame for frame, _ in wrenches]
        return external_forces(
            self.model, self.q, values, frames=frames, reference="local_world_aligned"
        )

    def wrench_derivatives(self, forces: Array) -> Array:
        """Those of forces constant in the axes of their rows, (ncontacts, 6, nv)."""
        parts = (x.wrench_derivative(f) for x, f in zip(self.blocks, forces, strict=True))
        return self._stacked(parts).reshape(len(self.blocks), 6, self.model.nv)

    def torque_derivative(self, forces: Array) -> Array:
        """d(J^T f)/dq less that of forces constant in the frames of the joints, (nv, nv)."""
        parts = (x.torque_derivative(f) for x, f in zip(self.blocks, forces, strict=True))
        return sum(parts, zeros(self.model.nv, self.model.nv))

    def acceleration_derivatives(self, v: Array, a: Array, Kd: Scalar) -> tuple[Array, Array]:
        """Those of J a + (dJ/dt) v + Kd J v with respect to q and v, (nrows, nv) each."""
        parts = [x.acceleration_derivatives(v, a, Kd) for x in self.blocks]
        return self._stacked(of_q for of_q, _ in parts), self._stacked(of_v for _, of_v in parts)

    def velocity_derivative(self, v: Array) -> Array:
        """That of J v with respect to q, (nrows, nv)."""
        return self._stacked(x.velocity_derivative(v) for x in self.blocks)

    def error_derivatives(self) -> Array:
        """Those of the errors, (nrows, nv)."""
        return self._stacked(x.error_derivative() for x in self.blocks)

    def _stacked(self, parts: Iterable[Array]) -> Array:
        """The rows (..., nv) of all contacts."""
        return concatenate([zeros(0, self.model.nv), *parts])


@algorithm("(nq)->(nrows,nv)")
def jacobian(model: Model, q: Array, *, contacts: ContactsArgument = None) -> Array:
    """The Jacobian J of contacts: they constrain J v to zero.

    For each contact three rows of the velocity of its frame's origin less that of the place where
    it is held, and for a surface three of the angular velocity, in the axes of the world. Of a
    surface that place is the coincident point of the other body: the bodies move as one, and
    forces between them conserve their momentum, also where the frames are apart. Sliding loops
    have that point, too, and rows of constrained directions only, in the axes of `second`: of a
    rail two velocities across it and three angular ones. The row of a coupling is the rate of
    q of its joint less that of the polynomial.
    `contacts` is a sequence of `kt.Contact`, `kt.Loop` and `kt.Coupling`; the robot's own loops
    and couplings unless given.
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
    the part of these along its rows; of a coupling q of its joint less the polynomial, of a joint
    with (cos, sin) in [-pi, pi]. A contact with the world without a place is held wherever it is:
    zero. `anchors`, the places of all contacts in their `other` frames, replace those of the
    contacts; raises ModelError for those that are no rigid placements.
    Shapes: q (..., nq), anchors (..., ncontacts, 4, 4); result (..., nrows), in m and rad.
    `contacts` as in `jacobian`. Source: [KindrSheet, Orientation/Rotation 9].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> high = kt.Contact("tool", placement=kt.SE3([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 2]))
    >>> kt.constraints.error(arm, kt.neutral(arm), contacts=(high,)).round(9).tolist()
    [0.0, 0.0, -0.74]
    """
    return ContactRows.of(model, q, contacts, anchors=anchors).error()
