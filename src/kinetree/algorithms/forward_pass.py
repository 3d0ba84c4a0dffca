"""The forward pass of IDSVA, the first loop of [Singh2022, Alg. 1].

[Singh2022]             here            shape       equation
v_i, a_i                V, A            6           9, with minus gravity in a_0
v_lambda(i), a_lambda   V_p, A_p        6           of the parent, in the frame of i
S_i                     S               6 x n_i
Psi-dot_i, Psi-ddot_i   Psi_dot, _ddot  6 x n_i     31
Psi-dot_i + S-dot_i     dV              6 x n_i     32
I_i, B_i                Y, B            6 x 6       28, `B.twice(S)` is (B S, B^T S)
f_i                     f               6           8, less f_ext

All are expressed in the frame of body i, or of the body of its root joint: `BodyFrames`. Along q_j,
in the frame of body j, V changes by Psi_dot_j and A by Psi_ddot_j for all bodies that joint j
supports, and forces rotate with it. Derived here: E, F and G, the derivatives of a subspace that
depends on q.
"""

from dataclasses import dataclass

from ..functions import OptionalArray
from ..model import Model
from ..scalar.array import Array
from ..spatial import SE3, Columns, Force, Inertia, Motion
from .coriolis import Christoffel
from .frame_derivatives import joint_derivatives
from .kinematics import root_placements


@dataclass(frozen=True)
class ForwardPass:
    """Results of the first loop of [Singh2022, Alg. 1], by joint."""

    S: dict[int, Columns[Motion]]
    Psi_dot: dict[int, Columns[Motion]]
    Psi_ddot: dict[int, Columns[Motion]]
    dV: dict[int, Columns[Motion]]
    """Psi_dot + S_dot: the derivative of accelerations with respect to the joint's velocity."""
    dS: dict[int, list[Columns[Motion]]]
    """The derivatives of S with respect to the joint's q; zero for most."""
    Y: dict[int, Inertia]
    B: dict[int, Christoffel]
    f: dict[int, Force]
    V_p: dict[int, Motion]
    """The velocity of the parent, in the frame of i."""
    A_p: dict[int, Motion]

    @classmethod
    def of(
        cls, model: Model, q: Array, v: Array, a: Array, f_ext: OptionalArray, frames: "BodyFrames"
    ) -> "ForwardPass":
        V, A = {0: Motion.zero()}, {0: -model.gravity_motion}
        forward = cls({}, {}, {}, {}, {}, {0: Inertia.zero()}, {}, {0: Force.zero()}, {}, {})
        forward.B[0] = Christoffel(Inertia.zero(), Force.zero())
        for j in model.joints:
            i, T, step = j.index, frames.placement[j.index], frames.to_parent[j.index]
            S, Y = T @ j.subspace(q), T @ j.inertia
            E, F, G = (T @ x for x in joint_derivatives(j, q, v, a))
            V_p, A_p = step.act_inverse(V[j.parent]), step.act_inverse(A[j.parent])
            forward.V_p[i], forward.A_p[i] = V_p, A_p
            vJ = S @ v[j.v_slice]
            V[i] = V_p + vJ
            A[i] = A_p + S @ a[j.v_slice] + T @ j.bias(q, v) + V[i].cross(vJ)  # Eq. 9
            Psi_dot = V_p.cross(S) + E
            forward.S[i], forward.Y[i], forward.Psi_dot[i] = S, Y, Psi_dot
            forward.Psi_ddot[i] = A_p.cross(S) + V_p.cross(Psi_dot) + F + V[i].cross(E)  # Eq. 31
            forward.dV[i] = (V_p + V[i]).cross(S) + G  # in Eq. 32
            forward.dS[i] = [T @ x for x in j.subspace_derivatives(q)]
            h = Y @ V[i]
            forward.B[i] = Christoffel(Y.rate(V[i]), h)  # Eq. 28
            forward.f[i] = Y @ A[i] + V[i].cross(h) - T @ Force.from_vector(f_ext[i])  # Eq. 8
        return forward


@dataclass(frozen=True)
class BodyFrames:
    """The frames in which bodies are expressed."""

    placement: dict[int, SE3]
    """The placement of the body in its frame."""
    to_parent: dict[int, SE3]
    """The placement of this frame in the parent's."""

    @classmethod
    def of_bodies(cls, model: Model, q: Array) -> "BodyFrames":
        """Body frames."""
        placements = {j.index: j.placement(q) for j in model.joints}
        return cls(dict.fromkeys(placements, SE3.identity()), placements)

    @classmethod
    def of_roots(cls, model: Model, q: Array) -> "BodyFrames":
        """The frame of the body of the root joint."""
        to_parent = {j.index: SE3.identity() if j.parent else j.placement(q) for j in model.joints}
        return cls(root_placements(model, q), to_parent)
