"""Derivatives of inverse dynamics, by spatial vector algebra (IDSVA). In the root bodies' frames.

In the frame of body j, which moves with it, V changes with q_j by Psi_dot_j and A by Psi_ddot_j for
all that joint j carries [I, Eq. I10]; forces turn with it, and B = dY/dt + fbar(h) is what the
velocity's part of a force is derived to.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from ..door import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import stack, zeros
from ..spatial import Columns, Force, Inertia, Motion
from ..spatial.rotation import symmetric
from .factorization import Christoffel
from .frame_derivatives import own_derivatives
from .kinematics import root_placements


class RneaDerivatives(NamedTuple):
    """Those of `rnea`, (..., nv, nv) each; the last is the mass matrix."""

    dtau_dq: Array
    dtau_dv: Array
    dtau_da: Array


@dataclass(frozen=True)
class Pass:
    """What the first pass leaves of each joint, in the frame of its root body [I, Eq. I15, I19]."""

    S: dict[int, Columns[Motion]]
    Psi_dot: dict[int, Columns[Motion]]
    Psi_ddot: dict[int, Columns[Motion]]
    dV: dict[int, Columns[Motion]]
    """Psi_dot + S_dot: how accelerations change with the joint's velocity."""
    dS: dict[int, list[Columns[Motion]]]
    """How S changes with the joint's own q; zero for most."""
    Y: dict[int, Inertia]
    B: dict[int, Christoffel]
    f: dict[int, Force]

    @classmethod
    def of(cls, model: Model, q: Array, v: Array, a: Array, f_ext: Any) -> "Pass":
        T = root_placements(model, q)
        V, A = {0: Motion.zero()}, dict[int, Motion]()
        at = cls({}, {}, {}, {}, {}, {0: Inertia.zero()}, {}, {0: Force.zero()})
        at.B[0] = Christoffel(Inertia.zero(), Force.zero())
        for j in model.joints:
            i, p = j.index, j.parent
            if not p:
                A[p] = j.placement(q).act_inverse(-model.gravity_motion)
            S, Y = T[i] @ j.subspace(q), T[i] @ j.inertia
            E, F, G = (T[i] @ x for x in own_derivatives(j, q, v, a))
            vJ = S @ v[j.v_slice]
            V[i] = V[p] + vJ
            A[i] = A[p] + S @ a[j.v_slice] + T[i] @ j.bias(q, v) + V[i].cross(vJ)
            Psi_dot = V[p].cross(S) + E
            at.S[i], at.Y[i], at.Psi_dot[i] = S, Y, Psi_dot
            at.Psi_ddot[i] = A[p].cross(S) + V[p].cross(Psi_dot) + F + V[i].cross(E)
            at.dV[i] = (V[p] + V[i]).cross(S) + G
            at.dS[i] = [T[i] @ x for x in j.subspace_derivatives(q)]
            h = Y @ V[i]
            at.B[i] = Christoffel(Y.rate(V[i]), h)
            at.f[i] = Y @ A[i] + V[i].cross(h) - T[i] @ Force.from_vector(f_ext[i])
        return at


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)")
def rnea_derivatives(
    model: Model, q: Array, v: Array, a: Array, f_ext: Any = None
) -> RneaDerivatives:
    """The derivatives of rnea with respect to q, v and a: (dtau_dq, dtau_dv, dtau_da).

    `f_ext` is held constant in the frames of the joints. Joints of any type, anywhere.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6); results (..., nv, nv).
    Source: [I, Eq. I12, I13, I14], Algorithm 1 of [I, Eq. I15] with [I, Eq. I19, I20]; departs from
    it in the frames: those of the root bodies, in which a floating base costs next to nothing.
    Cost: about 500 operations a joint and 80 for each pair of a joint and one that carries it.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v, a = kt.neutral(arm), [0.1] * 7, [0.2] * 7
    >>> kt.rnea_derivatives(arm, q, v, a).dtau_dq.shape
    (7, 7)
    """
    at = Pass.of(model, q, v, a, f_ext)
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


@algorithm("(nq)->(nv,nv)")
def generalized_gravity_derivatives(model: Model, q: Array) -> Array:
    """The derivative of generalized_gravity with respect to q.

    Shapes: q (..., nq); result (..., nv, nv). Source: [I, Eq. I11] (29), by [I, Eq. I15] at rest.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.generalized_gravity_derivatives(arm, kt.neutral(arm)).shape
    (7, 7)
    """
    rest = zeros(model.nv)
    return rnea_derivatives(model, q, rest, rest).dtau_dq


@algorithm("(nq),(njoints,6)->(nv,nv)")
def static_torque_derivatives(model: Model, q: Array, f_ext: Array) -> Array:
    """The derivative of static_torque with respect to q, f_ext being held in the joints' frames.

    Shapes: q (..., nq), f_ext (..., njoints, 6); result (..., nv, nv).
    Source: [I, Eq. I20], by [I, Eq. I15] at rest.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.static_torque_derivatives(arm, kt.neutral(arm), [[0.0] * 6] * 8).shape
    (7, 7)
    """
    rest = zeros(model.nv)
    return rnea_derivatives(model, q, rest, rest, f_ext).dtau_dq
