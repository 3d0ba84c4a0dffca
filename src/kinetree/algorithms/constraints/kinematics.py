"""Jacobian, drift and error of contacts. World axes or those of rails, at the contacts' frames."""

from ...functions import algorithm
from ...model import Model, check_anchors
from ...scalar.array import Array
from ...scalar.math import zeros
from ..operands import ContactsArgument, OptionalArray
from .frame_pairs import frame_pairs
from .rows import accelerations, errors, rows


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
    return rows(model, q, frame_pairs(contacts, None))


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
    return accelerations(model, q, v, zeros(model.nv), frame_pairs(contacts, None))


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
    return errors(model, q, frame_pairs(contacts, anchors))
