"""RNEACR: the chain rule, line by line, on the recursive Newton-Euler algorithm. Body frames."""

from typing import Any

from ...functions import algorithm
from ...model import Model, TreeJoint
from ...scalar.array import Array
from ...scalar.math import stack, zeros
from ...spatial import Force, Motion
from ..crba import crba
from ..frame_derivatives import own_derivatives
from ..rnea_derivatives import RneaDerivatives

Directions = dict[tuple[str, int, int], Any]
"""What changes along a coordinate ("q") or a velocity ("v"): of a joint, and where it is in v."""


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)")
def rnea_chain_rule(
    model: Model, q: Array, v: Array, a: Array, f_ext: Any = None
) -> RneaDerivatives:
    """The derivatives of rnea by the forward chain rule: what `kt.rnea_derivatives` gives.

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
        E, F, G = own_derivatives(j, q, v, a)
        own_V = _own(j, V_p.cross(S) + E, S)
        own_A = _own(j, A_p.cross(S) + F + V[i].cross(E), V[i].cross(S) + G)
        dV[i] = {u: T.act_inverse(x) for u, x in dV[p].items()} | own_V
        moved = {u: T.act_inverse(x) for u, x in dA[p].items()} | own_A
        dA[i] = {u: x - vJ.cross(dV[i][u]) for u, x in moved.items()}
        h = Y @ V[i]
        f[i] = Y @ A[i] + V[i].cross(h) - Force.from_vector(f_ext[i])
        df[i] = {u: Y @ dA[i][u] + V[i].cross(Y @ x) + x.cross(h) for u, x in dV[i].items()}
    slopes = {"q": zeros(model.nv, model.nv), "v": zeros(model.nv, model.nv)}
    for j in reversed(model.joints):
        i, p, T, S = j.index, j.parent, j.placement(q), j.subspace(q)
        for (kind, _, k), x in df[i].items():
            slopes[kind] = slopes[kind].add((j.v_slice, k), S.T @ x)
        bent = stack([dS.T @ f[i] for dS in j.subspace_derivatives(q)]).T
        slopes["q"] = slopes["q"].add((j.v_slice, j.v_slice), bent)
        f[p] = f[p] + T @ f[i]
        turned = _own(j, S.cross(f[i]), None)
        for u, x in df[i].items():
            whole = T @ (x + turned[u] if u in turned else x)
            df[p][u] = df[p][u] + whole if u in df[p] else whole
    return RneaDerivatives(slopes["q"], slopes["v"], crba(model, q))


def _own(j: TreeJoint, along_q: Any, along_v: Any) -> Directions:
    """Columns of a joint's own, by direction."""
    named = {("q", j.index, k): x for k, x in enumerate(along_q.columns, j.v_slice.start)}
    if along_v is None:
        return named
    return named | {("v", j.index, k): x for k, x in enumerate(along_v.columns, j.v_slice.start)}
