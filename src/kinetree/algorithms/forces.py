"""External forces on bodies, from wrenches at frames."""

from typing import Any, Literal

from ..door import algorithm
from ..scalar.array import Array
from ..scalar.math import zeros
from ..spatial import SE3, Force
from .kinematics import world_placements

Reference = Literal["local", "local_world_aligned", "world"]


@algorithm("(nq),(k,6)->(njoints,6)")
def external_forces(
    model: Any, q: Array, wrenches: Array, *, frames: Any, reference: Reference
) -> Array:
    """`f_ext` for `rnea` and `aba` from wrenches at frames: `{frame: wrench}`.

    Shapes: q (..., nq), each wrench (..., 6), [force; moment]; result (..., njoints, 6), each row in
    the frame of its joint. `reference` says in which axes and about which point the wrenches are:
    "local" (the frame's own), "local_world_aligned" (its origin, world axes) or "world".
    Source: [P, Eq. P4].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> push = {"tool": [0, 0, -10, 0, 0, 0]}
    >>> kt.external_forces(arm, kt.neutral(arm), push, reference="world").shape
    (8, 6)
    """
    T = world_placements(model, q)
    f_ext = zeros(model.njoints, 6)
    for at, wrench in zip(frames, wrenches, strict=True):
        local = SE3.from_matrix(at.placement)
        f = Force.from_vector(wrench)
        if reference == "local":
            f = local @ f
        elif reference == "world":
            f = T[at.joint].act_inverse(f)
        else:
            turned = SE3((T[at.joint] @ local).rotation, zeros(3))
            f = local @ turned.act_inverse(f)
        f_ext = f_ext.add(at.joint, f.vector)
    return f_ext
