"""The Coriolis matrix and the rate of the mass matrix. In the frames of the root bodies.

[Echeandia2021]         here                    shape       frame
v_i, Phi_i              V[i], S[i]              6, 6 x n_i  root body
Phi-dot_i, Phi-ring_i   S_dot[i], subspace_rate 6 x n_i     root body, joint i
I_i^C, B_i^C            Y[i], B[i]              6 x 6       root body, summed over subtrees
I-dot, I v              rate, momentum          6 x 6, 6    of one or several bodies
B(v, I)                 Christoffel             6 x 6, never formed: `times` is (B S, B^T S)
B(v, I)                 NewtonEuler.matrix      6 x 6
F_1, F_2, F_3           F1, F2, F3              6 x n_j     root body
M-dot, C                dM, C                   nv x nv

Factorizations V x* Y V = B(V, Y) V of a body have B + B^T = dY/dt [Echeandia2021, Eq. 11].
Joints that act on each other have the same root joint: in the frame of its body quantities need no
transformation between them, and lose no digits to the distance from the world's origin.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ..functions import algorithm
from ..model import Model, TreeJoint
from ..scalar.array import Array
from ..scalar.math import eye, zeros
from ..spatial import Columns, Force, Inertia, Motion, motions
from ..spatial.rotation import symmetric
from .kinematics import body_velocities, root_placements

Factorization = Literal["christoffel", "newton_euler"]
ByJoint = dict[int, Columns[Motion]]


def factor(Y: Inertia, V: Motion, factorization: Factorization) -> Any:
    """B of a body with inertia Y that moves with V; those of several bodies add."""
    if factorization == "christoffel":
        return Christoffel(Y.rate(V), Y @ V)
    return NewtonEuler(V.cross(Y @ motions([Motion.from_vector(e) for e in eye(6)])).matrix)


@dataclass(frozen=True)
class Christoffel:
    """B = (dY/dt + fbar(h)) / 2 with the momentum h and fbar(h) v = v x* h.

    Source: [Echeandia2021, Eq. 10].
    """

    rate: Inertia
    momentum: Force

    def __add__(self, other: "Christoffel") -> "Christoffel":
        return Christoffel(self.rate + other.rate, self.momentum + other.momentum)

    def times(self, S: Columns[Motion]) -> tuple[Columns[Force], Columns[Force]]:
        """B S and B^T S: fbar(h) is skew."""
        first, second = self.twice(S)
        return 0.5 * first, 0.5 * second

    def twice(self, S: Columns[Motion]) -> tuple[Columns[Force], Columns[Force]]:
        """2 B S and 2 B^T S: this is B of [Singh2022, Eq. 28]."""
        symmetric, skew = self.rate @ S, S.cross(self.momentum)
        return symmetric + skew, symmetric - skew


@dataclass(frozen=True)
class NewtonEuler:
    """B = V x* Y [Echeandia2021, Eq. 9]."""

    matrix: Array

    def __add__(self, other: "NewtonEuler") -> "NewtonEuler":
        return NewtonEuler(self.matrix + other.matrix)

    def times(self, S: Columns[Motion]) -> tuple[Columns[Force], Columns[Force]]:
        """B S and B^T S."""
        both = (self.matrix @ S.matrix, self.matrix.T @ S.matrix)
        first, second = (Columns(Force, map(Force.from_vector, x.T)) for x in both)
        return first, second


def _first_pass(
    model: Model, q: Array, v: Array
) -> tuple[dict[int, Inertia], dict[int, Motion], ByJoint, ByJoint]:
    """Y, V, S and dS/dt of all bodies [Echeandia2021, Alg. 1]."""
    T, Y, V = root_placements(model, q), {0: Inertia.zero()}, {0: Motion.zero()}
    S: ByJoint = {}
    S_dot: ByJoint = {}
    for j in model.joints:
        i = j.index
        S[i], Y[i] = T[i] @ j.subspace(q), T[i] @ j.inertia
        V[i] = V[j.parent] + S[i] @ v[j.v_slice]  # Eq. 5
        S_dot[i] = V[i].cross(S[i]) + T[i] @ j.subspace_rate(q, v)  # in Eq. 12
    return Y, V, S, S_dot


@algorithm("(nq),(nv)->(nv,nv)", base_parameters={"factorization": "christoffel"})
def coriolis_matrix(
    model: Model, q: Array, v: Array, *, factorization: Factorization = "christoffel"
) -> Array:
    """C(q, v) with C v = rnea(q, v, 0) - g(q) and dM/dt = C + C^T.

    "christoffel" gives the matrix of the Christoffel symbols where v is the rate of coordinates
    (revolute, prismatic, helical, ZYX, universal and user-defined joints), and the one of
    `christoffel_symbols` in any case; "newton_euler" another matrix with these two properties.
    Shapes: q (..., nq), v (..., nv); result (..., nv, nv).
    Source: [Echeandia2021, Alg. 1], with B of [Echeandia2021, Eq. 10] or [Echeandia2021, Eq. 9].
    Cost: about 250 operations a joint and 33 for each pair of a joint and one of its ancestors.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> q, v = kt.neutral(arm), [0.1] * 7
    >>> (kt.coriolis_matrix(arm, q, v) @ v).shape
    (7,)
    """
    Y, V, S, S_dot = _first_pass(model, q, v)
    B = {i: factor(Y[i], V[i], factorization) for i in Y}
    C = zeros(model.nv, model.nv)
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        Y[p], B[p] = Y[p] + Y[i], B[p] + B[i]  # Eqs. 15, 16
        BS, BtS = B[i].times(S[i])
        F1, F2, F3 = Y[i] @ S_dot[i] + BS, Y[i] @ S[i], BtS
        C = C.add((j.v_slice, j.v_slice), S[i].T @ F1)
        for k in model.path(p):
            C = C.add((k.v_slice, j.v_slice), S[k.index].T @ F1)  # Eqs. 20, 21
            C = C.add((j.v_slice, k.v_slice), (S_dot[k.index].T @ F2 + S[k.index].T @ F3).T)
    return C


@algorithm("(nq),(nv)->(nv,nv)", base_parameters=True)
def mass_matrix_time_derivative(model: Model, q: Array, v: Array) -> Array:
    """dM/dt while q moves with v, full and symmetric.

    Shapes: q (..., nq), v (..., nv); result (..., nv, nv).
    Source: [Echeandia2021, Alg. 1].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.mass_matrix_time_derivative(arm, kt.neutral(arm), [0.1] * 7).shape
    (7, 7)
    """
    Y, V, S, S_dot = _first_pass(model, q, v)
    dY = {i: Y[i].rate(V[i]) for i in Y}
    dM = zeros(model.nv, model.nv)
    for j in reversed(model.joints):
        i, p = j.index, j.parent
        Y[p], dY[p] = Y[p] + Y[i], dY[p] + dY[i]
        F, dF = Y[i] @ S[i], Y[i] @ S_dot[i] + dY[i] @ S[i]
        dM = dM.add((j.v_slice, j.v_slice), symmetric(S_dot[i].T @ F + S[i].T @ dF))
        for k in model.path(p):
            block = S_dot[k.index].T @ F + S[k.index].T @ dF
            dM = dM.add((k.v_slice, j.v_slice), block).add((j.v_slice, k.v_slice), block.T)
    return dM


@algorithm("(nq),(nv),(nv)->(nv)", base_parameters={"factorization": "christoffel"})
def coriolis_times(
    model: Model,
    q: Array,
    v: Array,
    w: Array,
    *,
    transposed: bool = False,
    factorization: Factorization = "christoffel",
) -> Array:
    """C(q, v) w, or C(q, v)^T w where `transposed`, without the matrix.

    For passivity-based control, M dw/dt + C w + g, and for momentum observers, d(M v)/dt =
    tau + C^T v - g.
    Shapes: q (..., nq), v and w (..., nv); result (..., nv).
    Source: [Echeandia2021, Remark 2], and C as of `coriolis_matrix`; derived here: C^T w. Cost:
    linear in the number of joints.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.coriolis_times(arm, kt.neutral(arm), [0.1] * 7, [0.2] * 7, transposed=True).shape
    (7,)
    """
    F, G = {0: Force.zero()}, {0: Force.zero()}
    S_dot: dict[int, Columns[Motion]] = {}
    for j, V, W, dW, rate in reference_motions(model, q, v, w, zeros(model.nv), Motion.zero()):
        BW, BtW = factor_times(j.inertia, V, W, factorization)
        F[j.index] = BtW if transposed else j.inertia @ dW + BW
        G[j.index], S_dot[j.index] = j.inertia @ W, rate
    result = zeros(model.nv)
    for j in reversed(model.joints):
        i, p, T = j.index, j.parent, j.placement(q)
        result = result.add(j.v_slice, j.subspace(q).T @ F[i])
        if transposed:
            result = result.add(j.v_slice, S_dot[i].T @ G[i])
        F[p], G[p] = F[p] + T @ F[i], G[p] + T @ G[i]
    return result


def reference_motions(
    model: Model, q: Array, v: Array, w: Array, dw: Array, base: Motion
) -> Iterator[tuple[TreeJoint, Motion, Motion, Motion, Columns[Motion]]]:
    """Each joint with V = J v, W = J w, dW/dt and dS/dt of its body, while q moves with v.

    dw is the rate of w, `base` that of the universe's motion: -g, or zero.
    Source: [Echeandia2021, Remark 2; Eq. 12].
    """
    V, W, dW = body_velocities(model, q, v), body_velocities(model, q, w), {0: base}
    for j in model.joints:
        i, T, S = j.index, j.placement(q), j.subspace(q)
        S_dot = V[i].cross(S) + j.subspace_rate(q, v)
        dW[i] = T.act_inverse(dW[j.parent]) + S_dot @ w[j.v_slice] + S @ dw[j.v_slice]
        yield j, V[i], W[i], dW[i], S_dot


def factor_times(Y: Inertia, V: Motion, W: Motion, factorization: Factorization) -> Any:
    """B(V, Y) W and B(V, Y)^T W [Echeandia2021, Eqs. 9, 10]."""
    VYW, YVW = V.cross(Y @ W), Y @ V.cross(W)
    if factorization == "newton_euler":
        return VYW, -YVW
    WYV = W.cross(Y @ V)
    return 0.5 * (VYW + WYV - YVW), 0.5 * (VYW - WYV - YVW)
