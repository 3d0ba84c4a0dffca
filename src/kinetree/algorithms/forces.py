"""External forces on bodies, from wrenches at frames."""

from collections.abc import Sequence

from ..functions import ResolvedFrame, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import zeros
from ..spatial import SE3, Force
from .kinematics import world_placements
from .reference import Reference


@algorithm("(nq),(k,6)->(njoints,6)")
def external_forces(
    model: Model,
    q: Array,
    wrenches: Array,
    *,
    frames: Sequence[ResolvedFrame],
    reference: Reference,
) -> Array:
    """`f_ext` for `rnea` and `aba` from wrenches at frames: `{frame: wrench}`.

    Shapes: q (..., nq), each wrench (..., 6), [force; moment]; result (..., njoints, 6), each row
    in the frame of its joint. Wrenches may also come as one array (..., k, 6) with the k names as
    `frames`; those at frames of one joint add up. `reference` says in which axes and about which
    point the wrenches are: "local" (the frame's), "local_world_aligned" (its origin, world
    axes) or "world".
    Source: [PinocchioSheet, Force Application].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> push = {"tool": [0, 0, -10, 0, 0, 0]}
    >>> kt.external_forces(arm, kt.neutral(arm), push, reference="world").shape
    (8, 6)
    """
    T = world_placements(model, q)
    f_ext = zeros(model.njoints, 6)
    for frame, wrench in zip(frames, wrenches, strict=True):
        T_joint_frame = SE3.from_matrix(frame.placement)
        f = _in_joint(reference, Force.from_vector(wrench), T[frame.joint], T_joint_frame)
        f_ext = f_ext.add(frame.joint, f.vector)
    return f_ext


def _in_joint(reference: Reference, f: Force, T_world_joint: SE3, T_joint_frame: SE3) -> Force:
    """A wrench in the joint's frame, from the axes and the point that `reference` names."""
    if reference == "world":
        return T_world_joint.act_inverse(f)
    if reference == "local_world_aligned":
        f = SE3((T_world_joint @ T_joint_frame).rotation, zeros(3)).act_inverse(f)
    return T_joint_frame @ f
