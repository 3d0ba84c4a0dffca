"""The three reference frames: in which axes and about which point a frame's motion is expressed.

T_rk is the placement of joint k in the reference r: the frame itself ("local"), its origin with the
axes of the world ("local_world_aligned"), or the world. Columns of the Jacobian are T_rk S_k. The
reference moves with the frame's body, with a part of its motion, or is at rest.
"""

from typing import Literal

from ..functions import ResolvedFrame
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import eye, zeros
from ..spatial import SE3, Motion

Reference = Literal["local", "local_world_aligned", "world"]


def at_offset(frame: ResolvedFrame, offset: Array) -> SE3:
    """The placement in its joint of a frame with its origin moved by `offset`."""
    return SE3.from_matrix(frame.placement) @ SE3(eye(3), offset)


def path_placements(model: Model, q: Array, joint: int) -> dict[int, SE3]:
    """T_0k of the joints from the universe to `joint` [PinocchioSheet, RNEA]."""
    T = {0: SE3.identity()}
    for j in model.path(joint):
        T[j.index] = T[j.parent] @ j.placement(q)
    return T


def world_frame(model: Model, q: Array, frame: ResolvedFrame, offset: Array) -> SE3:
    """T_0f of a frame with its origin moved by `offset`."""
    return path_placements(model, q, frame.joint)[frame.joint] @ at_offset(frame, offset)


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
    T_0k = path_placements(model, q, frame.joint)
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
