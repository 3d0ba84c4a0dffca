"""RNEACR: the forward chain rule on the recursive Newton-Euler algorithm. Body frames."""

from typing import Any

from ...functions import algorithm
from ...model import Model, TreeJoint
from ...scalar.array import Array
from ...scalar.math import stack, zeros
from ...spatial import Force, Motion
from ..crba import crba
from ..frame_derivatives import joint_derivatives
from ..operands import OptionalArray
from ..rnea_derivatives import RneaDerivatives

Directions = dict[tuple[str, int, int], Motion]
"""Derivatives by direction: "q" or "v", the joint, and the index in v."""


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)")
def rnea_chain_rule(
    model: Model, q: Array, v: Array, a: Array, f_ext: OptionalArray = None
) -> RneaDerivatives:
    """The derivatives of rnea by the forward chain rule, as `kt.rnea_derivatives`.

    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6); results (..., nv, nv).
    Source: RNEACR of [Singh2022, Table II]: the chain rule of [Carpentier2018].
    """
    V, A, f = {0: Motion.zero()}, {0: -model.gravity_motion}, {0: Force.zero()}
    dV: dict[int, Directions] = {0: {}}
    dA: dict[int, Directions] = {0: {}}
    df: dict[int, Directions] = {0: {}}
    for j in model.joints:
        i, p, T, S, Y = j.index, j.parent, j.placement(q), j.subspace(q), j.inertia
        vJ, V_p, A_p = S @ v[j.v_slice], T.act_inverse(V[p]), T.act_inverse(A[p])
        V[i] = V_p + vJ
        A[i] = A_p + S @ a[j.v_slice] + j.bias(q, v) + V[i].cross(vJ)
        E, F, G = joint_derivatives(j, q, v, a)
        local_V = _by_direction(j, V_p.cross(S) + E, S)
        local_A = _by_direction(j, A_p.cross(S) + F + V[i].cross(E), V[i].cross(S) + G)
        dV[i] = {u: T.act_inverse(x) for u, x in dV[p].items()} | local_V
        moved = {u: T.act_inverse(x) for u, x in dA[p].items()} | local_A
        dA[i] = {u: x - vJ.cross(dV[i][u]) for u, x in moved.items()}
        h = Y @ V[i]
        f[i] = Y @ A[i] + V[i].cross(h) - Force.from_vector(f_ext[i])
        df[i] = {u: Y @ dA[i][u] + V[i].cross(Y @ x) + x.cross(h) for u, x in dV[i].items()}
    partials = {"q": zeros(model.nv, model.nv), "v": zeros(model.nv, model.nv)}
    for j in reversed(model.joints):
        i, p, T, S = j.index, j.parent, j.placement(q), j.subspace(q)
        for (kind, _, k), x in df[i].items():
            partials[kind] = partials[kind].add((j.v_slice, k), S.T @ x)
        local = stack([dS.T @ f[i] for dS in j.subspace_derivatives(q)]).T
        partials["q"] = partials["q"].add((j.v_slice, j.v_slice), local)
        f[p] = f[p] + T @ f[i]
        rotated = _by_direction(j, S.cross(f[i]), None)
        for u, x in df[i].items():
            whole = T @ (x + rotated[u] if u in rotated else x)
            df[p][u] = df[p][u] + whole if u in df[p] else whole
    return RneaDerivatives(partials["q"], partials["v"], crba(model, q))


def _by_direction(j: TreeJoint, along_q: Any, along_v: Any) -> Directions:
    """Columns of a joint, by direction."""
    columns = {("q", j.index, k): x for k, x in enumerate(along_q.columns, j.v_slice.start)}
    if along_v is None:
        return columns
    return columns | {("v", j.index, k): x for k, x in enumerate(along_v.columns, j.v_slice.start)}
