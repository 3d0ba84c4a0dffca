"""The Christoffel symbols of the mass matrix. In the frames of the root bodies.

[Echeandia2021]             here                shape       frame
Phi_i                       S[i]                6 x n_i     root body
I_k^C                       Y[k]                6 x 6       root body, summed over the subtree
B(Phi_k, I_k^C)             B, of a column s    6 x 6       root body
F_1, F_2                    F1, F2              6           root body; F_3 is -F_2, derived here
Gamma_ijk                   G[i, j, k]          nv x nv x nv
"""

from collections.abc import Iterator
from itertools import product

from ..functions import algorithm
from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..spatial import Columns, Inertia, Motion, motions
from .coriolis import Christoffel
from .kinematics import root_placements

Element = tuple[tuple[int, int, int], Scalar]


@algorithm("(nq)->(nv,nv,nv)", base_parameters=True)
def christoffel_symbols(model: Model, q: Array) -> Array:
    """G with C_ij = sum_k G_ijk v_k: the Christoffel symbols of the first kind.

    Where v is the rate of coordinates they are those of M, symmetric in the last two indices:
    G_ijk = (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) / 2. Spherical, planar and free-flyer joints have
    quasi-velocities; there G is what makes C of `coriolis_matrix`, and lacks that
    symmetry by the torsion G_ijk - G_ikj = -sum_l M_il c^l_jk, S_j x S_k = sum_l S_l c^l_jk
    (M without armature).
    Shapes: q (..., nq); result (..., nv, nv, nv).
    Source: [Echeandia2021, Alg. 2]. Derived here: D = -B^T there, which saves F3; G of such joints.
    Cost: 22 operations for each triple of joints on one path from the root.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v = kt.neutral(arm), [0.1] * 7
    >>> bool(abs(kt.christoffel_symbols(arm, q) @ v - kt.coriolis_matrix(arm, q, v)).max() < 1e-12)
    True
    """
    T = root_placements(model, q)
    S = {j.index: T[j.index] @ j.subspace(q) for j in model.joints}
    Y = {0: Inertia.zero()} | {j.index: T[j.index] @ j.inertia for j in model.joints}
    dS: dict[int, list[Columns[Motion]]] = {
        j.index: [T[j.index] @ x for x in j.subspace_derivatives(q)] for j in model.joints
    }
    elements: dict[tuple[int, int, int], Scalar] = {}
    for k in reversed(model.joints):
        Y[k.parent] = Y[k.parent] + Y[k.index]
        path = model.path(k.index)
        terms = _constant_subspaces(path, S, Y[k.index])
        for indices, x in (*terms, *_varying_subspaces(path, S, dS, Y[k.index])):
            elements[indices] = elements.get(indices, 0) + x
    n = range(model.nv)
    return Array.of([elements.get(indices, 0) for indices in product(n, n, n)], (model.nv,) * 3)


def _columns(j: TreeJoint, S: dict[int, Columns[Motion]]) -> Iterator[tuple[int, Motion]]:
    return enumerate(S[j.index].columns, j.v_slice.start)


def _constant_subspaces(
    path: list[TreeJoint], S: dict[int, Columns[Motion]], Y: Inertia
) -> Iterator[Element]:
    """Terms of subspaces that are constant in their bodies; k is the last joint of the path."""
    k = path[-1]
    for c, s in _columns(k, S):
        B = Christoffel(Y.rate(s), Y @ s)  # Eq. 10
        for m, j in enumerate(path):
            for b, s_b in _columns(j, S):
                (F1,), (F2,) = (F.columns for F in B.times(motions([s_b])))
                for i in path[: m + 1]:
                    for a, s_a in _columns(i, S):
                        yield from _elements((i, j, k), (a, b, c), s_a.dot(F1), s_a.dot(F2))


def _elements(
    joints: tuple[TreeJoint, ...], indices: tuple[int, int, int], first: Scalar, second: Scalar
) -> Iterator[Element]:
    """The elements that S_a^T B_c S_b and S_a^T B_c^T S_b add to [Echeandia2021, Eqs. 37-40]."""
    (i, j, k), (a, b, c) = joints, indices
    yield (a, c, b), first  # Eq. 37
    if j is not k:
        yield (a, b, c), first
        yield (c, a, b), -first if i is j else -second  # Eq. 40
    if i is not j:
        yield (b, c, a), second  # Eq. 38
        yield (b, a, c), second
        if j is not k:
            yield (c, b, a), -second


def _varying_subspaces(
    path: list[TreeJoint],
    S: dict[int, Columns[Motion]],
    dS: dict[int, list[Columns[Motion]]],
    Y: Inertia,
) -> Iterator[Element]:
    """Terms of subspaces that depend on the q of their joints."""
    k = path[-1]
    for j in path:
        for c, columns in enumerate(dS[j.index], j.v_slice.start):
            for b, dS_b in enumerate(columns.columns, j.v_slice.start):
                force = Y @ dS_b
                for i in path if j is k else (k,):
                    for a, s_a in _columns(i, S):
                        yield (a, b, c), s_a.dot(force)
