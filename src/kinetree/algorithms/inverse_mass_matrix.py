"""The inverse of the mass matrix, joint by joint. In the frames of the root bodies.

[Bos2022, Table 9]      here                    shape
Gamma_i, U_i, D_i       S, U, D_inverse         6 x n_i, n_i x n_i
M^A_i                   IA[i]                   6 x 6, in the frame of body i
F_i, P_i                F[i], A[i]              6 x nv, columns from joint i on
M^inv                   rows[i], inverse        nv x nv
"""

from dataclasses import dataclass
from typing import Final, Self

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import eye, hstack, solve_spd, zeros
from ..scalar.products import product
from ..spatial import ArticulatedInertia, Columns, Force, Motion
from ..spatial.rotation import symmetric
from .cholesky import factor, factor_operations, inverse_factor
from .crba import crba
from .kinematics import root_placements

LARGEST_FACTOR: Final = 6_000
"""The operations beyond which M is not factored: those of a chain of 26 joints."""


@algorithm("(nq)->(nv,nv)")
def inverse_mass_matrix(model: Model, q: Array) -> Array:
    """The inverse of the mass matrix, full and symmetric: a = M^-1 (tau - h).

    By the inverse of the factor of M, which has the zeros of the tree, W W^T; joint by joint for
    large robots without mimics. Where M is singular the sample is nan or inf, as of `aba`.
    Shapes: q (..., nq); result (..., nv, nv). Armature is in M.
    Source: [Featherstone2008, Table 6.3]; [Bos2022, Table 9], for trees of any joints.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q = kt.neutral(arm)
    >>> (kt.inverse_mass_matrix(arm, q) @ kt.crba(arm, q)).diagonal().round(9).tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    if model.coupled or factor_operations(model) <= LARGEST_FACTOR:
        W = inverse_factor(factor(crba(model, q)))
        return symmetric(product(W, W.T))
    return by_joints(model, q)


def by_joints(model: Model, q: Array) -> Array:
    """The inverse by a recursion over joints [Bos2022, Table 9]."""
    bodies = ArticulatedBodies.of(model, q)
    S, U, D_inverse = bodies.S, bodies.U, bodies.D_inverse
    F = {i: Columns[Force](Force, []) for i in range(model.njoints)}  # of unit torques beyond i
    rows: dict[int, Array] = {}  # of the inverse, from the column of joint i on
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        beyond = -(D_inverse[i] @ (S[i].T @ F[i]))  # line 10
        rows[i] = hstack([D_inverse[i], beyond])
        if p:
            pairs = zip([*[Force.zero()] * j.type.nv, *F[i].columns], rows[i].T, strict=True)
            F[p] = Columns(Force, [*(f + U[i] @ c for f, c in pairs), *F[p].columns])  # line 11
    A = {0: Columns(Motion, [Motion.zero()] * model.nv)}  # of unit torques, from joint i on
    inverse = zeros(model.nv, model.nv)
    for j in model.joints:
        i, n = j.index, model.nv - j.v_slice.start
        of_parent = A[j.parent].columns[-n:]
        row = hstack([rows[i], zeros(j.type.nv, n - rows[i].shape[1])])
        row = row - D_inverse[i] @ (U[i].T @ Columns(Motion, of_parent))  # line 17
        A[i] = Columns(Motion, [x + S[i] @ c for x, c in zip(of_parent, row.T, strict=True)])
        inverse = inverse.add((j.v_slice, slice(j.v_slice.start, model.nv)), row)
    return symmetric(inverse)


@dataclass(frozen=True)
class ArticulatedBodies:
    """U = IA S and D = S^T U + armature of every joint, in the frames of the root bodies."""

    model: Model
    S: dict[int, Columns[Motion]]
    U: dict[int, Columns[Force]]
    D_inverse: dict[int, Array]

    @classmethod
    def of(cls, model: Model, q: Array) -> Self:
        T, bodies = root_placements(model, q), cls(model, {}, {}, {})
        IA = {0: ArticulatedInertia.zero()}
        IA |= {j.index: ArticulatedInertia(j.inertia.matrix) for j in model.joints}
        for j in reversed(model.joints):
            i, p, S = j.index, j.parent, j.subspace(q)
            U = IA[i] @ S  # line 7
            D = S.T @ U + model.armature[j.v_slice] * eye(j.type.nv)
            bodies.S[i], bodies.U[i] = T[i] @ S, T[i] @ U
            bodies.D_inverse[i] = solve_spd(D, eye(j.type.nv))
            if p:
                Ia = IA[i] - U.matrix @ (bodies.D_inverse[i] @ U.matrix.T)  # line 12
                IA[p] = IA[p] + j.placement(q) @ Ia
        return bodies

    def solve(self, torques: Array) -> Array:
        """M^-1 times the columns of a matrix: ABA with zero inputs (AZA) [Singh2022, Eq. 34]."""
        model, count = self.model, torques.shape[1]
        P = {i: Columns(Force, [Force.zero()] * count) for i in range(model.njoints)}
        u: dict[int, Array] = {}
        for j in reversed(model.joints):
            i, p = j.index, j.parent
            u[i] = torques[j.v_slice] - self.S[i].T @ P[i]
            if p:
                a = (self.D_inverse[i] @ u[i]).T
                P[p] = P[p] + P[i] + Columns(Force, [self.U[i] @ x for x in a])
        A = {0: Columns(Motion, [Motion.zero()] * count)}
        result = zeros(model.nv, count)
        for j in model.joints:
            i, p = j.index, j.parent
            a = self.D_inverse[i] @ (u[i] - self.U[i].T @ A[p])
            A[i] = A[p] + Columns(Motion, [self.S[i] @ x for x in a.T])
            result = result.add(j.v_slice, a)
        return result
