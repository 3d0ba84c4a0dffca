"""Forward dynamics by the articulated-body algorithm, or by the mass matrix. Body frames."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal

from ..functions import Algorithm, OptionalArray, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.graph import Graph
from ..scalar.math import eye, solve_spd, where, zeros
from ..scalar.products import operations
from ..scalar.spans import graph_of_rows, roots
from ..spatial import SE3, ArticulatedInertia, Columns, Force, Motion, motions
from .cholesky import factor_operations
from .crba import crba
from .rnea import rnea

Method = Literal["auto", "articulated_bodies", "mass_matrix"]
LARGEST_FACTOR: Final = 2_000
"""The operations beyond which factors of M are not tried: half of a humanoid's."""


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv)")
def aba(
    model: Model,
    q: Array,
    v: Array,
    tau: Array,
    f_ext: OptionalArray = None,
    *,
    method: Method = "auto",
) -> Array:
    """The joint accelerations a with rnea(q, v, a, f_ext) = tau.

    Shapes: q (..., nq), v and tau (..., nv), f_ext (..., njoints, 6); result (..., nv).
    `f_ext[i]` is the force on body i, [linear; angular] in the frame of joint i; row 0 is ignored.
    Where the mass matrix is singular the sample is nan or inf, or very large where rounding
    hides it; `kinetree check` names the joints.
    "articulated_bodies" is a recursion over joints, "mass_matrix" factors M; "auto" is the one of
    fewer operations, which a kernel's repr names, for small robots whose joints have one velocity
    each. With a free base the first is more exact: M has the inertias of the whole robot beside
    those of its last links. Robots with mimics factor M.
    Source: [Featherstone2008, Table 7.1], frames and gravity as in [PinocchioSheet, RNEA].
    Cost: about 350 operations a revolute joint; arms 110 to 300.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.aba(arm, kt.neutral(arm), [0] * 7, [0] * 7).shape
    (7,)
    """
    none = zeros(model.nv)
    methods = {
        "articulated_bodies": partial(by_articulated_bodies, model, q, v, tau, f_ext, none, none),
        "mass_matrix": partial(by_mass_matrix, model, q, v, tau, f_ext),
    }
    single = all(j.type.nv == 1 for j in model.free_joints)
    if model.coupled:
        method = "mass_matrix"
    elif method == "auto" and not (single and factor_operations(model) <= LARGEST_FACTOR):
        method = "articulated_bodies"
    return _fewest_operations("aba", methods) if method == "auto" else methods[method]()


@aba.differentiated_by("q", "v", "tau")
def _aba_derivatives() -> Algorithm:
    from .. import aba_derivatives  # as users do: a fork waits for such imports

    return aba_derivatives


def _fewest_operations(owner: str, methods: Mapping[str, Callable[[], Array]]) -> Array:
    """The result of the method with the fewest operations; of the first, for plain numbers.

    The graph keeps the name of the method, for the kernel's repr.
    """
    results: dict[str, Array] = {}
    counts: dict[str, int] = {}
    graph = Graph()
    for name, method in methods.items():
        results[name] = method()
        rows = [results[name].flat]
        traced = graph_of_rows(rows)
        if traced is None:
            return results[name]
        graph = traced
        counts[name] = sum(operations(graph, i) for i in graph.live(roots(rows)))
    best = min(counts, key=counts.__getitem__)
    graph.choices[owner] = best
    return results[best]


def by_mass_matrix(model: Model, q: Array, v: Array, tau: Array, f_ext: OptionalArray) -> Array:
    """M a = tau - h by factors of M, from the leaves to the roots: without fill-in."""
    h = rnea(model, q, v, zeros(model.nv), f_ext)
    return solve_spd(crba(model, q)[::-1, ::-1], (tau - h)[::-1])[::-1]


def by_articulated_bodies(
    model: Model, q: Array, v: Array, tau: Array, f_ext: OptionalArray, a: Array, mask: Array
) -> Array:
    """By the articulated inertias of bodies [Featherstone2008, Table 7.1].

    Velocities whose `mask` is not 0 have the accelerations a; the torques of all others are given.
    A held joint carries the inertia beyond it to its parent [Featherstone2008, Sec. 9.1].
    """
    held = mask != 0
    a = where(held, a, 0)
    V, IA, pA = {0: Motion.zero()}, {0: ArticulatedInertia.zero()}, {0: Force.zero()}
    T: dict[int, SE3] = {}
    S_free: dict[int, Columns[Motion]] = {}
    U: dict[int, Columns[Force]] = {}
    c: dict[int, Motion] = {}
    D: dict[int, Array] = {}
    u: dict[int, Array] = {}
    for j in model.joints:
        i, p = j.index, j.parent
        T[i], S, Y = j.placement(q), j.subspace(q), j.inertia
        vJ = S @ v[j.v_slice]
        V[i] = T[i].act_inverse(V[p]) + vJ
        free = zip(S.columns, where(held[j.v_slice], 0, 1), strict=True)
        S_free[i] = motions([column * x for column, x in free])
        c[i] = j.bias(q, v) + V[i].cross(vJ) + S @ a[j.v_slice]
        IA[i] = ArticulatedInertia(Y.matrix)
        pA[i] = V[i].cross(Y @ V[i]) - Force.from_vector(f_ext[i])
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        U[i] = IA[i] @ S_free[i]
        diagonal = where(held[j.v_slice], 1, model.armature[j.v_slice])
        D[i] = S_free[i].T @ U[i] + diagonal * eye(j.type.nv)
        u[i] = where(held[j.v_slice], 0, tau[j.v_slice] - S_free[i].T @ pA[i])
        Ia = IA[i] - U[i].matrix @ solve_spd(D[i], U[i].matrix.T)
        pa = pA[i] + Ia @ c[i] + U[i] @ solve_spd(D[i], u[i])
        IA[p], pA[p] = IA[p] + T[i] @ Ia, pA[p] + T[i] @ pa
    A = {0: -model.gravity_motion}
    for j in model.joints:
        i, p = j.index, j.parent
        A[i] = T[i].act_inverse(A[p]) + c[i]
        aJ = solve_spd(D[i], u[i] - U[i].T @ A[i])
        A[i] = A[i] + S_free[i] @ aJ
        a = a.add(j.v_slice, aJ)
    return a
