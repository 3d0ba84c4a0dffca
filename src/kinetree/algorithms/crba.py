"""The mass matrix by the composite-rigid-body algorithm. Body frames."""

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import zeros
from ..spatial import Inertia
from ..spatial.rotation import symmetric


@algorithm("(nq)->(nv,nv)", base_parameters=True)
def crba(model: Model, q: Array) -> Array:
    """The mass matrix M(q), full and symmetric: v^T M v / 2 is the kinetic energy.

    Shapes: q (..., nq); result (..., nv, nv). Armature is on the diagonal.
    Source: [Featherstone2008, Table 6.2]; [Echeandia2021, Eqs. 17, 19].
    Cost: a congruence and about 10 d operations for each joint at depth d.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> M = kt.crba(arm, kt.neutral(arm))
    >>> bool((M == M.T).all())
    True
    """
    Y = {0: Inertia.zero()} | {j.index: j.inertia for j in model.joints}
    T = {j.index: j.placement(q) for j in model.joints}
    S = {j.index: j.subspace(q) for j in model.joints}
    M = zeros(model.nv, model.nv)
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        Y[p] = Y[p] + T[i] @ Y[i]
        F = Y[i] @ S[i]
        M = M.add((j.v_slice, j.v_slice), symmetric(S[i].T @ F))
        for k in reversed(model.path(p)):
            F = T[i] @ F
            i = k.index
            block = S[i].T @ F
            M = M.add((k.v_slice, j.v_slice), block).add((j.v_slice, k.v_slice), block.T)
    diagonal = range(model.nv)
    return M.add((diagonal, diagonal), model.armature)
