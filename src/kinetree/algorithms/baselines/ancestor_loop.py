"""The scheme of earlier Pinocchio: a second backward pass over the ancestors. Body frames."""

from typing import Any

from ...door import algorithm
from ...model import Model
from ...scalar.array import Array
from ...scalar.math import stack, zeros
from ...spatial import Columns, Force, Inertia, Motion
from ...spatial.rotation import symmetric
from ..factorization import Christoffel
from ..frame_derivatives import own_derivatives
from ..rnea_derivatives import RneaDerivatives


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)")
def ancestor_loop(model: Model, q: Array, v: Array, a: Array, f_ext: Any = None) -> RneaDerivatives:
    """The derivatives of rnea in body frames: what `kt.rnea_derivatives` gives.

    Four sets of forces climb from each joint to the root, transformed at every joint.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6); results (..., nv, nv).
    Source: [I, Eq. I17].
    """
    V, A = {0: Motion.zero()}, {0: -model.gravity_motion}
    Y, f = {0: Inertia.zero()}, {0: Force.zero()}
    B = {0: Christoffel(Inertia.zero(), Force.zero())}
    S: dict[int, Columns[Motion]] = {}
    first: dict[int, Columns[Motion]] = {}
    second: dict[int, Columns[Motion]] = {}
    dV: dict[int, Columns[Motion]] = {}
    for j in model.joints:
        i, p, T = j.index, j.parent, j.placement(q)
        S[i], Y[i] = j.subspace(q), j.inertia
        vJ, V_p, A_p = S[i] @ v[j.v_slice], T.act_inverse(V[p]), T.act_inverse(A[p])
        V[i] = V_p + vJ
        A[i] = A_p + S[i] @ a[j.v_slice] + j.bias(q, v) + V[i].cross(vJ)
        E, F, G = own_derivatives(j, q, v, a)
        first[i] = V_p.cross(S[i]) + E
        second[i] = A_p.cross(S[i]) + V_p.cross(first[i]) + F + V[i].cross(E)
        dV[i] = (V_p + V[i]).cross(S[i]) + G
        h = Y[i] @ V[i]
        B[i] = Christoffel(Y[i].rate(V[i]), h)
        f[i] = Y[i] @ A[i] + V[i].cross(h) - Force.from_vector(f_ext[i])
    dq, dv, M = (zeros(model.nv, model.nv) for _ in range(3))
    for j in reversed(model.joints):
        i, p, T = j.index, j.parent, j.placement(q)
        t1, (BS, t4) = Y[i] @ S[i], B[i].twice(S[i])
        t2 = BS + Y[i] @ dV[i]
        t3 = B[i].twice(first[i])[0] + Y[i] @ second[i] + S[i].cross(f[i])
        own = (j.v_slice, j.v_slice)
        bent = stack([dS.T @ f[i] for dS in j.subspace_derivatives(q)]).T
        dq = dq.add(own, t1.T @ second[i] + t4.T @ first[i] + bent)
        dv, M = dv.add(own, S[i].T @ t2), M.add(own, symmetric(S[i].T @ t1))
        child = j
        for k in reversed(model.path(p)):
            c, up, down = k.index, (k.v_slice, j.v_slice), (j.v_slice, k.v_slice)
            t1, t2, t3, t4 = (child.placement(q) @ t for t in (t1, t2, t3, t4))
            dq = dq.add(up, S[c].T @ t3).add(down, t1.T @ second[c] + t4.T @ first[c])
            dv = dv.add(up, S[c].T @ t2).add(down, t1.T @ dV[c] + t4.T @ S[c])
            M = M.add(up, S[c].T @ t1).add(down, (S[c].T @ t1).T)
            child = k
        rate, momentum = T @ B[i].rate, T @ B[i].momentum
        B[p] = B[p] + Christoffel(rate, momentum)
        Y[p], f[p] = Y[p] + T @ Y[i], f[p] + T @ f[i]
    diagonal = range(model.nv)
    return RneaDerivatives(dq, dv, M.add((diagonal, diagonal), model.armature))
