"""Velocity, acceleration and error of frames. Body frames, then expressed in `reference`."""

from ..functions import ResolvedFrame, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import cross, zeros
from ..spatial import SE3, Motion
from .motion import body_motions, body_velocities
from .operands import OptionalArray
from .reference import Reference, at_offset, frame_in_reference, world_frame


@algorithm("(nq),(nv),(k,3)->(6)")
def frame_velocity(
    model: Model,
    q: Array,
    v: Array,
    offset: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    reference: Reference,
) -> Motion:
    """The spatial velocity of a frame, J v.

    Shapes: q (..., nq), v (..., nv); result (..., 6), [linear; angular], or (..., k, 6) for a
    sequence of k frames. `reference` says in which axes and about which point: "local" (the
    frame's), "local_world_aligned" (its origin, world axes) or "world". `offset` (..., 3) is a
    point in the frame that takes the place of its origin, one for each frame of a sequence.
    Source: [PinocchioSheet, RNEA].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v = kt.neutral(arm), [0.1] * 7
    >>> kt.frame_velocity(arm, q, v, frame="tool", reference="local_world_aligned").shape
    (6,)
    """
    V = body_velocities(model, q, v, model.path(frame.joint))
    T_rf = frame_in_reference(reference, world_frame(model, q, frame, offset))
    return T_rf @ at_offset(frame, offset).act_inverse(V[frame.joint])


@algorithm("(nq),(nv),(nv),(k,3)->(6)")
def frame_acceleration(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    offset: OptionalArray = None,
    *,
    frame: ResolvedFrame,
    reference: Reference,
    classical: bool = False,
) -> Motion:
    """The acceleration of a frame: spatial, or `classical`, that of the point.

    The spatial one is the rate of the velocity expressed in the frame, or in the world; its
    linear part lacks w x v of the moving point, which `classical` adds. The classical one in
    "local_world_aligned" is the rate of the velocity there: J a + (dJ/dt) v, so that (dJ/dt) v is
    the classical one with a = 0, not the spatial one. Gravity is left out.
    Shapes: q (..., nq), v and a (..., nv); result (..., 6), or (..., k, 6) for k frames.
    `reference` and `offset` as in `frame_velocity`.
    Source: [PinocchioSheet, RNEA]; of a point, [KindrSheet, Linear Velocity].

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(length=2.0)  # turns about y, hangs along -z
    >>> kt.frame_acceleration(pendulum, [0.0], [3.0], [0.0], frame="tip",
    ...                       reference="local_world_aligned", classical=True)[:3].tolist()
    [0.0, 0.0, 18.0]
    """
    both = body_motions(model, q, v, a, Motion.zero(), model.path(frame.joint))
    T_rf = frame_in_reference(reference, world_frame(model, q, frame, offset))
    T_joint_frame = at_offset(frame, offset)
    V, A = (T_rf @ T_joint_frame.act_inverse(x[frame.joint]) for x in both)
    return A + Motion(cross(V.angular, V.linear), zeros(3)) if classical else A


@algorithm("(nq),(k,4,4),(k,3)->(6)")
def frame_error(
    model: Model, q: Array, target: Array, offset: OptionalArray = None, *, frame: ResolvedFrame
) -> Motion:
    """The twist that takes a frame to its target in unit time, log6(T_frame^-1 target), local.

    Shapes: q (..., nq), target (..., 4, 4); result (..., 6); for a sequence of k frames
    (..., k, 4, 4) and (..., k, 6). `offset` as in `frame_velocity`. Source: [Sola2018, Eq. 173].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q = kt.neutral(arm)
    >>> target = kt.frame_placement(arm, q, frame="tool")
    >>> kt.frame_error(arm, q, target, frame="tool").tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    return world_frame(model, q, frame, offset).act_inverse(SE3.from_matrix(target)).log()
