"""What a joint's own coordinates and velocities do to its columns, beyond what all do to all.

Joint x above joint z changes what z's columns are made of in one way, whatever they are: Psi_dot_z
by Psi_dot_x x S_z, and so on. Of one joint, x and z differ from that by its own second derivatives,
and by its Lie bracket where its velocities are no rates.
"""

from dataclasses import dataclass

from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..scalar.differentiate import derivative
from ..scalar.math import concatenate, stack, zeros
from ..spatial import SE3, Columns, Motion, motions
from .first_pass import Pass
from .frame_derivatives import own_derivatives


@dataclass(frozen=True)
class Bend:
    """By how much more the columns z change along one coordinate, or velocity, x of their joint."""

    Psi_dot: Columns[Motion]
    Psi_ddot: Columns[Motion]

    def seen(self, T: SE3) -> "Bend":
        return Bend(T @ self.Psi_dot, T @ self.Psi_ddot)


@dataclass(frozen=True)
class Bends:
    """Of one joint, by x: along its coordinates and its velocities."""

    along_q: list[Bend]
    along_v: list[Bend]
    dS: list[Columns[Motion]]
    """Along its coordinates."""
    dV: list[Columns[Motion]]
    """Along its velocities."""
    ddS: list[list[Columns[Motion]]]
    """Along two coordinates."""

    def seen(self, T: SE3) -> "Bends":
        return Bends(
            [x.seen(T) for x in self.along_q],
            [x.seen(T) for x in self.along_v],
            [T @ x for x in self.dS],
            [T @ x for x in self.dV],
            [[T @ x for x in row] for row in self.ddS],
        )

    @classmethod
    def of(
        cls, model: Model, j: TreeJoint, q: Array, v: Array, a: Array, at: Pass, T: SE3
    ) -> "Bends":
        """In the frames of a first pass, where joint j is at T; found in the joint's own."""
        V_p, A_p = T.act_inverse(at.V_p[j.index]), T.act_inverse(at.A_p[j.index])
        S, dS, vJ = j.subspace(q), j.subspace_derivatives(q), j.subspace(q) @ v[j.v_slice]
        E, F, G = own_derivatives(j, q, v, a)
        V, n = V_p + vJ, len(S)
        moved = _moved(model, j, q, v, a)
        found = cls([], [], [*dS], [], [row[3:] for row in moved[:n]])
        for x in range(n):
            (dE, dF, *_), (_, vF, vG, *_) = moved[x], moved[n + x]
            s, e, f, g = S.columns[x], E.columns[x], F.columns[x], G.columns[x]
            crossed, bent = S.crossed_by(s), motions([d.columns[x] for d in dS])
            Psi_dot = dS[x].crossed_by(V_p) + dE - S.crossed_by(e)
            Psi_ddot = dS[x].crossed_by(A_p) + Psi_dot.crossed_by(V_p) + dF + dE.crossed_by(V)
            Psi_ddot -= (S.crossed_by(V_p) + E).crossed_by(e) + S.crossed_by(f + V.cross(e))
            found.along_q.append(Bend(Psi_dot, Psi_ddot))
            Psi_dot = bent - crossed
            Psi_ddot = 2 * Psi_dot.crossed_by(V_p) + bent.crossed_by(vJ) + vF
            Psi_ddot -= E.crossed_by(s) + S.crossed_by(vJ.cross(s) + g)
            found.along_v.append(Bend(Psi_dot, Psi_ddot))
            found.dV.append(vG - crossed)
        return found.seen(T)


def _moved(model: Model, j: TreeJoint, q: Array, v: Array, a: Array) -> list[list[Columns[Motion]]]:
    """The derivatives of E, F, G and dS along each of the joint's coordinates and velocities."""
    n = len(j.subspace(q))
    tangent_map = model.tangent_map(q)[j.q_slice, j.v_slice]

    def own(step: Array) -> Array:
        x, u = q.add(j.q_slice, tangent_map @ step[:n]), v.add(j.v_slice, step[n:])
        parts = [*own_derivatives(j, x, u, a), *j.subspace_derivatives(x)]
        return stack([part.matrix.T for part in parts])

    along = derivative(own, zeros(2 * n), concatenate([q, v, a]))[1]
    return [[motions(map(Motion.from_vector, rows)) for rows in parts] for parts in along]
