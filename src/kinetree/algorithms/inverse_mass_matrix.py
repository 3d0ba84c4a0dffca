"""The inverse of the mass matrix, joint by joint. In the frames of the root bodies."""

from ..door import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import concatenate, eye, solve, zeros
from ..spatial import ArticulatedInertia, Columns, Force, Motion
from ..spatial.rotation import symmetric
from .crba import crba
from .kinematics import root_placements


def factored(model: Model, q: Array) -> Array:
    """The inverse for coupled joints, by factoring M."""
    return symmetric(solve(crba(model, q), eye(model.nv)))


@algorithm("(nq)->(nv,nv)", coupled=factored)
def inverse_mass_matrix(model: Model, q: Array) -> Array:
    """The inverse of the mass matrix, full and symmetric: a = M^-1 (tau - h).

    Where M is singular the sample is nan or inf, as of `aba`. Robots with mimics factor M.
    Shapes: q (..., nq); result (..., nv, nv). Armature is in M.
    Source: [G, Eq. G9], for trees of any joints.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q = kt.neutral(arm)
    >>> (kt.inverse_mass_matrix(arm, q) @ kt.crba(arm, q)).diagonal().round(9).tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    T = root_placements(model, q)
    S = {j.index: T[j.index] @ j.subspace(q) for j in model.joints}
    IA = {0: ArticulatedInertia.zero()}
    IA |= {j.index: ArticulatedInertia.of(T[j.index] @ j.inertia) for j in model.joints}
    U: dict[int, Columns[Force]] = {}
    D_inverse: dict[int, Array] = {}
    F = {i: Columns[Force](Force, []) for i in range(model.njoints)}  # of unit torques beyond i
    rows: dict[int, Array] = {}  # of the inverse, from the column of joint i on
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        U[i] = IA[i] @ S[i]
        D = S[i].T @ U[i] + model.armature[j.v_slice] * eye(j.type.nv)
        D_inverse[i] = solve(D, eye(j.type.nv))
        beyond = -(D_inverse[i] @ (S[i].T @ F[i]))
        rows[i] = concatenate([D_inverse[i].T, beyond.T]).T
        if p:
            own = [Force.zero()] * j.type.nv
            pairs = zip([*own, *F[i].columns], rows[i].T, strict=True)
            F[p] = Columns(Force, [*(f + U[i] @ c for f, c in pairs), *F[p].columns])
            IA[p] = IA[p] + (IA[i] - U[i].matrix @ (D_inverse[i] @ U[i].matrix.T))
    A = {0: Columns(Motion, [Motion.zero()] * model.nv)}  # of unit torques, from joint i on
    inverse = zeros(model.nv, model.nv)
    for j in model.joints:
        i, n = j.index, model.nv - j.v_slice.start
        carried = A[j.parent].columns[-n:]
        row = concatenate([rows[i].T, zeros(n - rows[i].shape[1], j.type.nv)]).T
        row = row - D_inverse[i] @ (U[i].T @ Columns(Motion, carried))
        A[i] = Columns(Motion, [x + S[i] @ c for x, c in zip(carried, row.T, strict=True)])
        inverse = inverse.add((j.v_slice, slice(j.v_slice.start, model.nv)), row)
    return symmetric(inverse)
