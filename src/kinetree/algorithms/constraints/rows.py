"""Rows of contacts: what each of them holds, and how far from held it is.

At the origin of each contact's frame, in the axes of the world; those of a loop that slides in the
axes of its rail, which turn with the second body. Rows come contact by contact: of a point three of
a relative velocity, of a surface also three of the relative angular velocity, of a loop that slides
the directions that it holds. A point holds two origins together; a surface of two bodies and a loop
that slides hold the points of both that meet where the first frame is, so that the bodies move as
one, or one along the rail of the other, also where the frames are apart.
"""

from collections.abc import Sequence

from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate, cross, zeros
from ...spatial import SE3, Motion
from ...spatial.rotation import log3
from ..jacobians import frame_jacobian
from ..motion import body_motions
from ..reference import at_offset, world_frame
from .ends import Ends, signed


def rows(model: Model, q: Array, at: Sequence[Ends]) -> Array:
    """J: J v is the velocity that the contacts hold, (nrows, nv)."""
    J = zeros(0, model.nv)
    for x in at:
        J = concatenate([J, x.rows(model, q, relative_jacobian(model, q, x))])
    return J


def relative_jacobian(model: Model, q: Array, x: Ends) -> Array:
    """The velocity of a first frame less that of the second, in the axes of the world, (6, nv)."""
    own = zeros(6, model.nv)
    for sign, frame in x.moving(model, q):
        own = own + signed(
            sign, frame_jacobian(model, q, frame=frame, reference="local_world_aligned")
        )
    return own


def accelerations(model: Model, q: Array, v: Array, a: Array, at: Sequence[Ends]) -> Array:
    """J a + (dJ/dt) v, (nrows)."""
    found = zeros(0)
    for x in at:
        found = concatenate([found, x.rows(model, q, relative_acceleration(model, q, v, a, x))])
    return found


def relative_acceleration(model: Model, q: Array, v: Array, a: Array, x: Ends) -> Array:
    """The rate of the relative velocity in the axes in which it is held, as of the world, (6).

    Bodies accelerate less gravity, as in `rnea`, so that both are computed once.
    """
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
    if x.meeting:  # the point of the second body moves on in it
        first, second = velocities
        slip = cross(second.angular, first.linear - second.linear)
        own = own - Motion(slip, zeros(3)).vector
        if x.held is not None:  # and the axes of the rail turn
            own = own - Motion(slip, cross(second.angular, first.angular)).vector
    return own


def errors(model: Model, q: Array, at: Sequence[Ends]) -> Array:
    """How far each frame is from where it is held, (nrows)."""
    found = zeros(0)
    for x in at:
        own = x.rows(model, q, displacement(model, q, x)) if x.placed else zeros(x.size)
        found = concatenate([found, own])
    return found


def displacement(model: Model, q: Array, x: Ends) -> Array:
    """The position of a first frame from the second, and its rotation vector; world axes, (6)."""
    T1, T2 = x.placements(model, q)
    return concatenate([T1.translation - T2.translation, log3(T1.rotation @ T2.rotation.T)])
