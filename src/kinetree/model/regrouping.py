"""Inertias regrouped into base parameters: each body keeps what its joint feels.

What is left in place has more zeros, and code is made without them. The parts that move need not
be those of bodies: a mass may be zero, or less.
"""

from collections.abc import Sequence

from ..scalar.array import Array, structural
from ..scalar.expr import is_zero
from ..scalar.math import eye, outer, stack, zeros
from ..spatial import Inertia
from .joints import Continuous, Joint, Planar, Prismatic, Revolute, Spherical, Translation
from .joints.angles import Gimbal
from .joints.mimic import moved_as
from .tree_joint import TreeJoint


def regrouped(joints: Sequence[TreeJoint]) -> Array:
    """Inertias (njoints, 10) with which a robot moves as with its own.

    The part of a body's inertia that is the same wherever its joint is, and without momentum as the
    joint moves, belongs to its parent as well as to the body. Such parts move to the parents; those
    that reach the universe are left out.
    Source: [Gautier1990], for trees of other joints, too.
    """
    rows = [zeros(10), *(j.inertia.parameters for j in joints)]
    for j in reversed(joints):
        part = _unfelt(j.type, Inertia.from_parameters(rows[j.index]))
        rows[j.index] = structural(rows[j.index] - part.parameters)
        rows[j.parent] = rows[j.parent] + part.moved(j.origin).parameters
    return stack([zeros(10), *rows[1:]])


def _unfelt(joint: Joint, Y: Inertia) -> Inertia:
    """The part of an inertia that belongs to both bodies of a joint."""
    match moved_as(joint):
        case Revolute(axis=u) | Continuous(axis=u):
            return _about(u, Y)
        case Prismatic() | Translation():
            return _without_mass(Y)
        case Planar():
            return _about(eye(3)[2], _without_mass(Y))
        case Spherical() | Gimbal():
            return Inertia.from_parameters([Y.mass, *zeros(9).flat])
        case _:
            return Inertia.zero()


def _without_mass(Y: Inertia) -> Inertia:
    return Inertia.from_parameters([0, 0, 0, 0, *Y.parameters.flat[4:]])


def _about(u: Array, Y: Inertia) -> Inertia:
    """A part of an inertia, symmetric about an axis, without moment about it.

    It has all of the moment about the axis of the frame that is at the largest angle to u.
    """
    k = min(range(3), key=lambda i: abs(u[i]))
    moment = Y.rotational[k, k]
    if is_zero(Y.mass) and is_zero(moment):
        return Inertia.zero()
    across = (eye(3) - outer(u, u)) / (1 - u[k] * u[k])
    xx, xy, xz, _, yy, yz, _, _, zz = (moment * across).flat
    h = (u @ Y.first_moment) * u
    return Inertia.from_parameters([Y.mass, *h.flat, xx, xy, yy, xz, yz, zz])
