"""The inverse of the mass matrix, joint by joint. Body frames."""

from ..door import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import concatenate, eye, solve, zeros
from ..spatial import SE3, ArticulatedInertia, Columns, Force, Motion
from ..spatial.rotation import symmetric
from .crba import crba


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
    IA = {0: ArticulatedInertia.zero()}
    IA |= {j.index: ArticulatedInertia.of(j.inertia) for j in model.joints}
    T: dict[int, SE3] = {}
    S: dict[int, Columns[Motion]] = {}
    U: dict[int, Columns[Force]] = {}
    D_inverse: dict[int, Array] = {}
    F = {i: Columns[Force](Force, []) for i in range(model.njoints)}  # of unit torques beyond i
    rows: dict[int, Array] = {}  # of the inverse, from the column of joint i on
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        T[i], S[i] = j.placement(q), j.subspace(q)
        U[i] = IA[i] @ S[i]
        D = S[i].T @ U[i] + model.armature[j.v_slice] * eye(j.type.nv)
        D_inverse[i] = solve(D, eye(j.type.nv))
        beyond = -(D_inverse[i] @ (S[i].T @ F[i]))
        rows[i] = concatenate([D_inverse[i].T, beyond.T]).T
        own = [Force.zero()] * j.type.nv
        wrenches = [f + U[i] @ c for f, c in zip([*own, *F[i].columns], rows[i].T, strict=True)]
        F[p] = Columns(Force, [*(T[i] @ f for f in wrenches), *F[p].columns])
        Ia = IA[i] - U[i].matrix @ (D_inverse[i] @ U[i].matrix.T)
        IA[p] = IA[p] + T[i] @ Ia
    A = {0: Columns(Motion, [Motion.zero()] * model.nv)}  # of unit torques, from joint i on
    inverse = zeros(model.nv, model.nv)
    for j in model.joints:
        i, n = j.index, model.nv - j.v_slice.start
        carried = T[i].act_inverse(Columns(Motion, A[j.parent].columns[-n:]))
        row = concatenate([rows[i].T, zeros(n - rows[i].shape[1], j.type.nv)]).T
        row = row - D_inverse[i] @ (U[i].T @ carried)
        accelerations = [x + S[i] @ c for x, c in zip(carried.columns, row.T, strict=True)]
        A[i] = Columns(Motion, accelerations)
        inverse = inverse.add((j.v_slice, slice(j.v_slice.start, model.nv)), row)
    return symmetric(inverse)
