"""The first pass of IDSVA in the frames of the root bodies: what every joint moves, and how.

In the frame of body j, which moves with it, V changes with q_j by Psi_dot_j and A by Psi_ddot_j for
all that joint j carries [I, Eq. I10]; forces turn with it, and B = dY/dt + fbar(h) is what the
velocity's part of a force is derived to.
"""

from dataclasses import dataclass
from typing import Any

from ..model import Model
from ..scalar.array import Array
from ..spatial import Columns, Force, Inertia, Motion
from .factorization import Christoffel
from .frame_derivatives import own_derivatives
from .kinematics import root_placements


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
