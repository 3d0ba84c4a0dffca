"""The scheme of earlier Pinocchio: a second backward pass over the ancestors, in one frame."""

from typing import Any

from ...door import algorithm
from ...model import Model
from ...scalar.array import Array
from ...scalar.math import stack, zeros
from ...spatial.rotation import symmetric
from ..first_pass import Frames, Pass
from ..rnea_derivatives import RneaDerivatives


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)")
def ancestor_loop(model: Model, q: Array, v: Array, a: Array, f_ext: Any = None) -> RneaDerivatives:
    """The derivatives of rnea in the frames of the root bodies: as `kt.rnea_derivatives` gives.

    Every joint is taken to the frame of its root body once, and nothing is transformed after that.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6); results (..., nv, nv).
    Source: [I, Eq. I15, I17, I29].
    """
    at = Pass.of(model, q, v, a, f_ext, Frames.of_roots(model, q))
    S, Psi_dot, Psi_ddot, dV, Y, B, f = at.S, at.Psi_dot, at.Psi_ddot, at.dV, at.Y, at.B, at.f
    dq, dv, M = (zeros(model.nv, model.nv) for _ in range(3))
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        Y[p], B[p], f[p] = Y[p] + Y[i], B[p] + B[i], f[p] + f[i]
        T1, (BS, T4) = Y[i] @ S[i], B[i].twice(S[i])
        T2 = BS + Y[i] @ dV[i]
        T3 = B[i].twice(Psi_dot[i])[0] + Y[i] @ Psi_ddot[i] + S[i].cross(f[i])
        own = (j.v_slice, j.v_slice)
        bent = stack([dS.T @ f[i] for dS in at.dS[i]]).T
        dq = dq.add(own, T1.T @ Psi_ddot[i] + T4.T @ Psi_dot[i] + bent)
        dv = dv.add(own, T1.T @ dV[i] + T4.T @ S[i])
        M = M.add(own, symmetric(S[i].T @ T1))
        for k in model.path(p):
            c, up, down = k.index, (k.v_slice, j.v_slice), (j.v_slice, k.v_slice)
            dq = dq.add(up, S[c].T @ T3).add(down, T1.T @ Psi_ddot[c] + T4.T @ Psi_dot[c])
            dv = dv.add(up, S[c].T @ T2).add(down, T1.T @ dV[c] + T4.T @ S[c])
            block = S[c].T @ T1
            M = M.add(up, block).add(down, block.T)
    diagonal = range(model.nv)
    return RneaDerivatives(dq, dv, M.add((diagonal, diagonal), model.armature))
