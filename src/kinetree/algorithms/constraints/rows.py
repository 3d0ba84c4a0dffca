"""Rows of contacts: their Jacobian, acceleration and error.

At the origin of each contact's frame, in the axes of the world; those of a sliding loop in the axes
of its rail, which rotate with the second body. Rows come contact by contact: of a point three of a
relative velocity, of a surface also three of the relative angular velocity, of a sliding loop its
constrained directions. A point constrains two origins; a surface of two bodies and a sliding loop
constrain the points of both that coincide with the first frame, so that the bodies move as one, or
one along the rail of the other, also where the frames are apart.
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
from .frame_pairs import FramePair, signed


def rows(model: Model, q: Array, pairs: Sequence[FramePair]) -> Array:
    """The Jacobian J (nrows, nv) of contacts; J v is the constrained velocity."""
    blocks = [x.rows(model, q, relative_jacobian(model, q, x)) for x in pairs]
    return concatenate([zeros(0, model.nv), *blocks])


def relative_jacobian(model: Model, q: Array, x: FramePair) -> Array:
    """The velocity of a first frame less that of the second, in the axes of the world, (6, nv)."""
    J = zeros(6, model.nv)
    for sign, frame in x.signed_frames(model, q):
        J = J + signed(sign, frame_jacobian(model, q, frame=frame, reference="local_world_aligned"))
    return J


def accelerations(model: Model, q: Array, v: Array, a: Array, pairs: Sequence[FramePair]) -> Array:
    """J a + (dJ/dt) v, (nrows)."""
    blocks = [x.rows(model, q, relative_acceleration(model, q, v, a, x)) for x in pairs]
    return concatenate([zeros(0), *blocks])


def relative_acceleration(model: Model, q: Array, v: Array, a: Array, x: FramePair) -> Array:
    """The rate of the relative velocity in the axes of its rows, as of the world, (6).

    Accelerations of bodies are less gravity, as in `rnea`, so that both share them.
    """
    total, velocities = zeros(6), list[Motion]()
    for sign, frame in x.signed_frames(model, q):
        both = body_motions(model, q, v, a, -model.gravity_motion, model.path(frame.joint))
        T_joint_frame = at_offset(frame, zeros(3))
        rotation = SE3(world_frame(model, q, frame, zeros(3)).rotation, zeros(3))
        V, A = (rotation @ T_joint_frame.act_inverse(m[frame.joint]) for m in both)
        classical = A + Motion(cross(V.angular, V.linear), zeros(3))
        total = total + signed(sign, classical.vector)
        velocities.append(V)
    if len(velocities) == 1:
        total = total + (model.gravity_motion if x.first.joint else -model.gravity_motion).vector
    if x.coincident:  # the point moves in the second body
        first, second = velocities
        slip = cross(second.angular, first.linear - second.linear)
        total = total - Motion(slip, zeros(3)).vector
        if x.directions is not None:  # and the axes of the rail rotate
            total = total - Motion(slip, cross(second.angular, first.angular)).vector
    return total


def errors(model: Model, q: Array, pairs: Sequence[FramePair]) -> Array:
    """The errors of contacts, (nrows)."""
    blocks = [
        x.rows(model, q, displacement(model, q, x)) if x.placed else zeros(x.size) for x in pairs
    ]
    return concatenate([zeros(0), *blocks])


def displacement(model: Model, q: Array, x: FramePair) -> Array:
    """The position of a first frame from the second, and its rotation vector; world axes, (6)."""
    T1, T2 = x.placements(model, q)
    return concatenate([T1.translation - T2.translation, log3(T1.rotation @ T2.rotation.T)])
