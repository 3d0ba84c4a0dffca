"""Forces of contacts, by body."""

from typing import cast

from ..errors import ModelError
from ..functions import algorithm
from ..model import Closure, Model, Requirement, ShapeContact
from ..scalar.array import Array
from ..scalar.math import zeros
from .shape_contacts import bodies_of


@algorithm("(ncontacts,3)->(njoints,3)")
def net_contact_forces(
    model: Model, forces: Array, *, contacts: tuple[Closure | ShapeContact, ...]
) -> Array:
    """The sum of the forces of all contacts on each body.

    `forces` are those of a rollout, or impulses of a step / dt, on the first body of each of its
    `contacts`; the second one receives the opposite. Row i is of the body that joint i moves, with
    the links fixed to it, row 0 of the world with its ground: the rows add up to zero.
    Shapes: forces (..., ncontacts, 3); result (..., njoints, 3), in N and world axes. Raises
    ModelError for couplings.
    Derived here: action and reaction.

    >>> import kinetree as kt
    >>> dog = kt.robots.quadruped()
    >>> feet = [kt.Contact(name) for name in dog.frame_names if name.endswith("foot")]
    >>> on_bodies = kt.simulation.net_contact_forces(dog, [[0.0, 0.0, 30.0]] * 4, contacts=feet)
    >>> on_bodies[[0, dog.frame("front_left_foot").joint], 2].tolist()
    [-120.0, 30.0]
    """
    total = zeros(model.njoints, 3)
    for contact, force in zip(cast("tuple[Requirement, ...]", contacts), forces, strict=True):
        if isinstance(contact, Closure):
            first, second = contact.first, contact.second
        elif isinstance(contact, ShapeContact):
            first, second = bodies_of(model, contact)
        else:
            raise ModelError(
                f"net_contact_forces: {contact.label} has no force on a body; expected "
                "contacts, as kt.Contact('foot') or those of kt.contacts(model)."
            )
        total = total.add(first.joint, force).add(second.joint if second else 0, -force)
    return total
