"""Velocities and accelerations of bodies, from the universe outwards. Body frames."""

from collections.abc import Iterable

from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..spatial import Motion


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
