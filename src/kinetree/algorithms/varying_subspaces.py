"""Second derivatives of inverse dynamics: the terms of subspaces that depend on q.

Derived here; in [Singh2024] subspaces are constant in their bodies. A coordinate x of an ancestor
of joint j changes the columns of joint j by its identities, K4 and K9 for Psi_dot and Psi_ddot.
`ColumnDerivatives` is what a coordinate of joint j itself adds to them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..scalar.differentiate import derivative
from ..scalar.expr import Scalar, is_zero
from ..scalar.math import concatenate, stack, zeros
from ..spatial import SE3, Columns, Motion, motions
from .frame_derivatives import joint_derivatives
from .rnea_derivatives import BodyFrames, ForwardPass

Element = tuple[str, Scalar, *tuple[tuple[int, int, int], ...]]
"""The name of a result, a term, and the places of the elements to which it is added."""


@dataclass(frozen=True)
class ColumnDerivatives:
    """Terms of the derivatives of a joint's columns along one of its coordinates."""

    S: Columns[Motion]
    Psi_dot: Columns[Motion]
    Psi_ddot: Columns[Motion]
    dV: Columns[Motion]
    dS: list[Columns[Motion]]
    """The second derivatives of S, along this coordinate and each of the joint's."""

    @classmethod
    def of(
        cls, model: Model, j: TreeJoint, q: Array, v: Array, a: Array, forward: ForwardPass, T: SE3
    ) -> list["ColumnDerivatives"]:
        """Along each coordinate of joint j, which is at T; found in the joint's frame."""
        V_p, A_p = T.act_inverse(forward.V_p[j.index]), T.act_inverse(forward.A_p[j.index])
        S, vJ = j.subspace(q), j.subspace(q) @ v[j.v_slice]
        E, F, _ = joint_derivatives(j, q, v, a)
        V, entries = V_p + vJ, list[ColumnDerivatives]()
        for x, (dE, dF, dG, *ddS) in enumerate(_along_coordinates(model, j, q, v, a)):
            e, f = E.columns[x], F.columns[x]
            dS = j.subspace_derivatives(q)[x]
            Psi_dot = dS.crossed_by(V_p) + dE - S.crossed_by(e)
            Psi_ddot = dS.crossed_by(A_p) + Psi_dot.crossed_by(V_p) + dF + dE.crossed_by(V)
            Psi_ddot -= (S.crossed_by(V_p) + E).crossed_by(e) + S.crossed_by(f + V.cross(e))
            dV = dS.crossed_by(V_p + V) + dG - S.crossed_by(e)
            dS, Psi_dot, Psi_ddot, dV = (T @ x for x in (dS, Psi_dot, Psi_ddot, dV))
            entries.append(ColumnDerivatives(dS, Psi_dot, Psi_ddot, dV, [T @ x for x in ddS]))
        return entries


def _along_coordinates(
    model: Model, j: TreeJoint, q: Array, v: Array, a: Array
) -> list[list[Columns[Motion]]]:
    """The derivatives of E, F, G and dS along each of the joint's coordinates."""
    tangent_map = model.space.tangent_map(q)[j.q_slice, j.v_slice]

    def first(step: Array) -> Array:
        x = q.add(j.q_slice, tangent_map @ step)
        parts = [*joint_derivatives(j, x, v, a), *j.subspace_derivatives(x)]
        return stack([part.matrix.T for part in parts])

    along = derivative(first, zeros(len(j.subspace(q))), concatenate([q, v, a]))[1]
    return [[motions(map(Motion.from_vector, rows)) for rows in parts] for parts in along]


def varying_subspaces(
    model: Model, q: Array, v: Array, a: Array, forward: ForwardPass, frames: BodyFrames
) -> Iterator[Element]:
    """The terms of all joints whose subspace depends on q."""
    for j in model.joints:
        if all(is_zero(s) for dS in forward.dS[j.index] for s in dS.matrix.flat):
            continue
        start, f = j.v_slice.start, forward.f[j.index]
        T = frames.placement[j.index]
        for x, d in enumerate(ColumnDerivatives.of(model, j, q, v, a, forward, T), start):
            for b, ddS in enumerate(d.dS, start):
                for y, S in enumerate(ddS.columns, start):
                    yield "dqdq", S.dot(f), (y, b, x)
            for k in model.joints:
                if k in model.path(j.index)[:-1]:
                    yield from _rows_above(forward, j, d, x, k)
                if j in model.path(k.index):
                    yield from _rows_below(forward, j, d, x, k)
                if k in model.path(j.index) or j in model.path(k.index):
                    yield from _rows_of_joint(forward, j, d, x, k)


def _rows_above(
    forward: ForwardPass, j: TreeJoint, d: ColumnDerivatives, x: int, k: TreeJoint
) -> Iterator[Element]:
    """Rows c of joint k that supports joint j, along x and y of joint j."""
    i, Y, B = j.index, forward.Y[j.index], forward.B[j.index]
    by_qq = B.twice(d.Psi_dot)[0] + Y @ d.Psi_ddot + d.S.cross(forward.f[i])
    by_qv, by_vv = B.twice(d.S)[0] + Y @ d.dV, Y @ d.S
    for c, S in enumerate(forward.S[k.index].columns, k.v_slice.start):
        for n in range(len(d.S)):
            y = j.v_slice.start + n
            yield "dqdq", S.dot(by_qq.columns[n]), (c, y, x)
            yield "dqdv", S.dot(by_qv.columns[n]), (c, x, y)
            yield "dvdv", S.dot(by_vv.columns[n]), (c, x, y), (c, y, x)


def _rows_below(
    forward: ForwardPass, j: TreeJoint, d: ColumnDerivatives, x: int, k: TreeJoint
) -> Iterator[Element]:
    """Rows c of joint k that joint j supports, or of joint j, along x and y of joint j."""
    H, G = forward.Y[k.index] @ forward.S[k.index], forward.B[k.index].twice(forward.S[k.index])[1]
    for c, (h, b) in enumerate(zip(H.columns, G.columns, strict=True), k.v_slice.start):
        parts = zip(d.S.columns, d.Psi_dot.columns, d.Psi_ddot.columns, d.dV.columns, strict=True)
        for y, (S, Psi_dot, Psi_ddot, dV) in enumerate(parts, j.v_slice.start):
            yield "dqdq", Psi_dot.dot(b) + Psi_ddot.dot(h), (c, y, x)
            yield "dqdv", S.dot(b) + dV.dot(h), (c, x, y)
            yield "dvdv", S.dot(h), (c, x, y), (c, y, x)


def _rows_of_joint(
    forward: ForwardPass, j: TreeJoint, d: ColumnDerivatives, x: int, k: TreeJoint
) -> Iterator[Element]:
    """Rows y of joint j, along x and a column c of joint k, above or below joint j."""
    lower, c_k = max(j.index, k.index), k.index
    Y, B = forward.Y[lower], forward.B[lower]
    by_q = B.twice(forward.Psi_dot[c_k])[0] + Y @ forward.Psi_ddot[c_k]
    by_v, by_a = B.twice(forward.S[c_k])[0] + Y @ forward.dV[c_k], Y @ forward.S[c_k]
    if k.index > j.index:
        by_q = by_q + forward.S[c_k].cross(forward.f[c_k])
    forces = zip(by_q.columns, by_v.columns, by_a.columns, strict=True)
    for c, (F_q, F_v, F_a) in enumerate(forces, k.v_slice.start):
        for y, S in enumerate(d.S.columns, j.v_slice.start):
            yield "dqdq", S.dot(F_q), (y, x, c), (y, c, x)
            yield "dqdv", S.dot(F_v), (y, x, c)
            yield "dqda", S.dot(F_a), (y, x, c), (c, x, y)
