"""Placements and motions of joints and frames, and the three reference frames.

A reference says in which axes and about which point a frame's motion is expressed. T_rk is the
placement of joint k in the reference r: the frame itself ("local"), its origin with the axes of the
world ("local_world_aligned"), or the world. Columns of the Jacobian are T_rk S_k. The reference
moves with the frame's body, with a part of its motion, or is at rest.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from ..functions import OptionalArray, ResolvedFrame, algorithm
from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..scalar.math import concatenate, eye, zeros
from ..spatial import SE3, Motion
from .relative import relative

Reference = Literal["local", "local_world_aligned", "world"]


def at_offset(frame: ResolvedFrame, offset: Array) -> SE3:
    """The placement in its joint of a frame with its origin moved by `offset`."""
    return SE3.from_matrix(frame.placement) @ SE3(eye(3), offset)


def world_placements(
    model: Model, q: Array, joints: Iterable[TreeJoint] | None = None
) -> dict[int, SE3]:
    """T_0i = T_0p T_pi of all joints, or of those on a path from the universe; it comes first.

    Source: [PinocchioSheet, RNEA].
    """
    T = {0: SE3.identity()}
    for j in model.joints if joints is None else joints:
        T[j.index] = T[j.parent] @ j.placement(q)
    return T


def world_frame(model: Model, q: Array, frame: ResolvedFrame, offset: Array) -> SE3:
    """T_0f of a frame with its origin moved by `offset`."""
    T = world_placements(model, q, model.path(frame.joint))
    return T[frame.joint] @ at_offset(frame, offset)


def joints_in_reference(
    model: Model, q: Array, frame: ResolvedFrame, offset: Array, reference: Reference
) -> dict[int, SE3]:
    """T_rk of the joints that move a frame [PinocchioSheet, Composition]."""
    T_joint_frame = at_offset(frame, offset)
    if reference == "local":
        T_rk, T = dict[int, SE3](), T_joint_frame.inverse()
        for j in reversed(model.path(frame.joint)):
            T_rk[j.index] = T
            T = T.compose_inverse(j.placement(q))
        return T_rk
    T_0k = world_placements(model, q, model.path(frame.joint))
    if reference == "world":
        return T_0k
    origin = T_0k[frame.joint] @ T_joint_frame.translation
    return {k: SE3(T.rotation, T.translation - origin) for k, T in T_0k.items()}


def frame_in_reference(reference: Reference, T_world_frame: SE3) -> SE3:
    """T_rf, the placement of a frame in its reference."""
    if reference == "local":
        return SE3.identity()
    return T_world_frame if reference == "world" else SE3(T_world_frame.rotation, zeros(3))


def split_motion(reference: Reference, V: Motion) -> tuple[Motion, Motion]:
    """The motion V of a frame's body as that relative to the reference, and the reference's."""
    if reference == "local":
        return Motion.zero(), V
    if reference == "world":
        return V, Motion.zero()
    return Motion(zeros(3), V.angular), Motion(V.linear, zeros(3))


def body_velocities(
    model: Model, q: Array, v: Array, joints: Iterable[TreeJoint] | None = None
) -> dict[int, Motion]:
    """V_i = X V_p + S v of all joints, or of those on a path from the universe.

    Source: [PinocchioSheet, RNEA].
    """
    V = {0: Motion.zero()}
    for j in model.joints if joints is None else joints:
        V[j.index] = j.placement(q).act_inverse(V[j.parent]) + j.subspace(q) @ v[j.v_slice]
    return V


def body_motions(
    model: Model,
    q: Array,
    v: Array,
    a: Array,
    base: Motion,
    joints: Iterable[TreeJoint] | None = None,
) -> tuple[dict[int, Motion], dict[int, Motion]]:
    """V and A_i = X A_p + S a + c + V_i x S v; `base` is that of the universe: -g, or zero."""
    V, A = {0: Motion.zero()}, {0: base}
    for j in model.joints if joints is None else joints:
        i, p, T, S = j.index, j.parent, j.placement(q), j.subspace(q)
        vJ = S @ v[j.v_slice]
        V[i] = T.act_inverse(V[p]) + vJ
        A[i] = T.act_inverse(A[p]) + S @ a[j.v_slice] + j.bias(q, v) + V[i].cross(vJ)
    return V, A


def root_placements(model: Model, q: Array) -> dict[int, SE3]:
    """T_ri of every joint in the frame of the body of its root joint.

    Source: [PinocchioSheet, Composition].
    """
    T: dict[int, SE3] = {}
    for j in model.joints:
        T[j.index] = T[j.parent] @ j.placement(q) if j.parent else SE3.identity()
    return T


def add_to_parents(x: dict[int, Any], joints: Sequence[TreeJoint], q: Array) -> None:
    """Add the force or inertia of each body to that of its parent, the last one first."""
    for j in reversed(joints):
        x[j.parent] = x[j.parent] + j.placement(q) @ x[j.index]


@algorithm("(nq)->(njoints,4,4)")
def forward_kinematics(model: Model, q: Array) -> list[SE3]:
    """The placements T_0i of all joints in the world; that of the universe is the identity.

    Shapes: q (..., nq); result (..., njoints, 4, 4), in m.
    Source: [PinocchioSheet, Composition; RNEA].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.forward_kinematics(arm, kt.neutral(arm)).shape
    (8, 4, 4)
    """
    return [*world_placements(model, q).values()]


@algorithm("(nq)->(nframes,4,4)")
def frame_placements(model: Model, q: Array) -> list[SE3]:
    """The placements of all frames in the world, in the order of `model.frame_names`.

    Shapes: q (..., nq); result (..., nframes, 4, 4), in m. Source: [PinocchioSheet, Composition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.frame_placements(arm, kt.neutral(arm)).shape
    (17, 4, 4)
    """
    T = world_placements(model, q)
    return [T[frame.joint] @ frame.placement for frame in model.frames]


@algorithm("(nq),(k,3)->(4,4)")
@relative
def frame_placement(
    model: Model, q: Array, offset: OptionalArray = None, *, frame: ResolvedFrame
) -> SE3:
    """The placement of a frame in the world, or in the frame `relative_to`.

    Shapes: q (..., nq); result (..., 4, 4), or (..., k, 4, 4) for a sequence of k frames. `frame`
    is a name, an index or a sequence of them; all frames of one joint share a kernel. `offset`
    (..., 3) is a point in the frame that takes the place of its origin, one for each of k frames.
    Source: [PinocchioSheet, Composition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> round(float(kt.frame_placement(arm, kt.neutral(arm), frame="tool")[2, 3]), 9)
    1.26
    """
    return world_frame(model, q, frame, offset)


@algorithm
def geometry_placements(
    model: Model, q: Array, *, kind: Literal["visual", "collision"] = "visual"
) -> Array:
    """The placements in the world of all shapes of a kind, in the order of `model.geometries`.

    Shapes: q (..., nq); result (..., n, 4, 4), in m, for the n shapes of this kind.
    Source: [PinocchioSheet, Composition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.geometry_placements(arm, kt.neutral(arm)).shape
    (0, 4, 4)
    """
    T = world_placements(model, q)
    shapes = [T[g.joint] @ g.placement for g in model.geometries if g.kind == kind]
    return concatenate([zeros(0, 4, 4), *(shape.matrix[None] for shape in shapes)])
