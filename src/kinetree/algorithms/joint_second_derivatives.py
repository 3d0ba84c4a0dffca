"""Joint-local second derivatives: of a joint's columns along its own coordinates and velocities.

A column x of an ancestor changes the columns z of a joint of any type by one rule: Psi_dot_z by
Psi_dot_x x S_z, and so on. Columns x and z of one joint differ from it by the second derivatives of
the subspace, and by the Lie bracket of quasi-velocities.
"""

from dataclasses import dataclass

from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..scalar.differentiate import derivative
from ..scalar.math import concatenate, stack, zeros
from ..spatial import SE3, Columns, Motion, motions
from .forward_pass import ForwardPass
from .frame_derivatives import joint_derivatives


@dataclass(frozen=True)
class ColumnDerivatives:
    """Derivatives of the columns z along a coordinate or velocity x of their joint."""

    Psi_dot: Columns[Motion]
    Psi_ddot: Columns[Motion]

    def transformed(self, T: SE3) -> "ColumnDerivatives":
        return ColumnDerivatives(T @ self.Psi_dot, T @ self.Psi_ddot)


@dataclass(frozen=True)
class JointSecondDerivatives:
    """Second derivatives of one joint, by x: a coordinate or a velocity."""

    along_q: list[ColumnDerivatives]
    along_v: list[ColumnDerivatives]
    dS: list[Columns[Motion]]
    """Derivatives along coordinates."""
    dV: list[Columns[Motion]]
    """Derivatives along velocities."""
    ddS: list[list[Columns[Motion]]]
    """Derivatives along two coordinates."""

    def transformed(self, T: SE3) -> "JointSecondDerivatives":
        return JointSecondDerivatives(
            [x.transformed(T) for x in self.along_q],
            [x.transformed(T) for x in self.along_v],
            [T @ x for x in self.dS],
            [T @ x for x in self.dV],
            [[T @ x for x in row] for row in self.ddS],
        )

    @classmethod
    def of(
        cls, model: Model, j: TreeJoint, q: Array, v: Array, a: Array, at: ForwardPass, T: SE3
    ) -> "JointSecondDerivatives":
        """In the frame of the forward pass, where joint j is at T; found in that of the joint."""
        V_p, A_p = T.act_inverse(at.V_p[j.index]), T.act_inverse(at.A_p[j.index])
        S, dS, vJ = j.subspace(q), j.subspace_derivatives(q), j.subspace(q) @ v[j.v_slice]
        E, F, G = joint_derivatives(j, q, v, a)
        V, n = V_p + vJ, len(S)
        second = _second_derivatives(model, j, q, v, a)
        found = cls([], [], [*dS], [], [row[3:] for row in second[:n]])
        for x in range(n):
            (dE, dF, *_), (_, vF, vG, *_) = second[x], second[n + x]
            s, e, f, g = S.columns[x], E.columns[x], F.columns[x], G.columns[x]
            crossed, dS_x = S.crossed_by(s), motions([d.columns[x] for d in dS])
            Psi_dot = dS[x].crossed_by(V_p) + dE - S.crossed_by(e)
            Psi_ddot = dS[x].crossed_by(A_p) + Psi_dot.crossed_by(V_p) + dF + dE.crossed_by(V)
            Psi_ddot -= (S.crossed_by(V_p) + E).crossed_by(e) + S.crossed_by(f + V.cross(e))
            found.along_q.append(ColumnDerivatives(Psi_dot, Psi_ddot))
            Psi_dot = dS_x - crossed
            Psi_ddot = 2 * Psi_dot.crossed_by(V_p) + dS_x.crossed_by(vJ) + vF
            Psi_ddot -= E.crossed_by(s) + S.crossed_by(vJ.cross(s) + g)
            found.along_v.append(ColumnDerivatives(Psi_dot, Psi_ddot))
            found.dV.append(vG - crossed)
        return found.transformed(T)


def _second_derivatives(
    model: Model, j: TreeJoint, q: Array, v: Array, a: Array
) -> list[list[Columns[Motion]]]:
    """The derivatives of E, F, G and dS along each of the joint's coordinates and velocities."""
    n = len(j.subspace(q))
    tangent_map = model.tangent_map(q)[j.q_slice, j.v_slice]

    def first(step: Array) -> Array:
        x, u = q.add(j.q_slice, tangent_map @ step[:n]), v.add(j.v_slice, step[n:])
        parts = [*joint_derivatives(j, x, u, a), *j.subspace_derivatives(x)]
        return stack([part.matrix.T for part in parts])

    along = derivative(first, zeros(2 * n), concatenate([q, v, a]))[1]
    return [[motions(map(Motion.from_vector, rows)) for rows in parts] for parts in along]
