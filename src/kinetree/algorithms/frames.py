"""Velocity, acceleration and error of frames. Body frames, then seen as `reference` says."""

from typing import Any

from ..door import PageFrame, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import cross, zeros
from ..spatial import SE3, Motion
from .reference import Reference, at_offset, path_placements, seen_frame


@algorithm("(nq),(nv),(k,3)->(6)")
def frame_velocity(
    model: Model,
    q: Array,
    v: Array,
    offset: Any = None,
    *,
    frame: PageFrame,
    reference: Reference,
) -> Motion:
    """The spatial velocity of a frame, J v.

    Shapes: q (..., nq), v (..., nv); result (..., 6), [linear; angular], or (..., k, 6) for a
    sequence of k frames. `reference` says in whose axes and about which point: "local" (the
    frame's own), "local_world_aligned" (its origin, world axes) or "world". `offset` (..., 3) is a
    point in the frame that takes the place of its origin, one for each frame of a sequence.
    Source: [P, Eq. P11].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v = kt.neutral(arm), [0.1] * 7
    >>> kt.frame_velocity(arm, q, v, frame="tool", reference="local_world_aligned").shape
    (6,)
    """
    T_joint_frame = at_offset(frame, offset)
    T, V = SE3.identity(), Motion.zero()
    for j in model.path(frame.joint):
        T, V = T @ j.placement(q), j.placement(q).act_inverse(V) + j.subspace(q) @ v[j.v_slice]
    return seen_frame(reference, T @ T_joint_frame) @ T_joint_frame.act_inverse(V)


@algorithm("(nq),(nv),(nv),(k,3)->(6)")
def frame_acceleration(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    offset: Any = None,
    *,
    frame: PageFrame,
    reference: Reference,
    classical: bool = False,
) -> Motion:
    """The spatial acceleration of a frame; `classical` makes its linear part that of the point.

    The spatial one is the rate of the velocity in the frame's own axes, or seen from the world; its
    linear part lacks w x v of the moving point, which `classical` adds. The classical one in
    "local_world_aligned" is the rate of the velocity there: J a + (dJ/dt) v. Gravity is left out.
    Shapes: q (..., nq), v and a (..., nv); result (..., 6), or (..., k, 6) for k frames.
    `reference` and `offset` as in `frame_velocity`. Source: [P, Eq. P11]; the point's [K, Eq. K16].

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(length=2.0)  # turns about y, hangs along -z
    >>> kt.frame_acceleration(pendulum, [0.0], [3.0], [0.0], frame="tip",
    ...                       reference="local_world_aligned", classical=True)[:3].tolist()
    [0.0, 0.0, 18.0]
    """
    T_joint_frame = at_offset(frame, offset)
    T, V, A = SE3.identity(), Motion.zero(), Motion.zero()
    for j in model.path(frame.joint):
        T_pj, S = j.placement(q), j.subspace(q)
        vJ = S @ v[j.v_slice]
        T, V = T @ T_pj, T_pj.act_inverse(V) + vJ
        A = T_pj.act_inverse(A) + S @ a[j.v_slice] + j.bias(q, v) + V.cross(vJ)
    T_vf = seen_frame(reference, T @ T_joint_frame)
    V, A = T_vf @ T_joint_frame.act_inverse(V), T_vf @ T_joint_frame.act_inverse(A)
    return A + Motion(cross(V.angular, V.linear), zeros(3)) if classical else A


@algorithm("(nq),(k,4,4),(k,3)->(6)")
def frame_error(
    model: Model, q: Array, target: Array, offset: Any = None, *, frame: PageFrame
) -> Motion:
    """The twist that takes a frame to its target in unit time, log6(T_frame^-1 target), local.

    Shapes: q (..., nq), target (..., 4, 4); result (..., 6); for a sequence of k frames
    (..., k, 4, 4) and (..., k, 6). `offset` as in `frame_velocity`. Source: [P, Eq. P10].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q = kt.neutral(arm)
    >>> target = kt.frame_placement(arm, q, frame="tool")
    >>> kt.frame_error(arm, q, target, frame="tool").tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    T_0f = path_placements(model, q, frame.joint)[frame.joint] @ at_offset(frame, offset)
    return T_0f.act_inverse(SE3.from_matrix(target)).log()
