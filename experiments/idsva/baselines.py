"""The methods that [Singh2022, Table II] compares with: slower, with the same results."""

from dataclasses import dataclass
from typing import Any, Literal

from kinetree import ModelError, aba, algorithm, crba, inverse_mass_matrix
from kinetree.algorithms.aba_derivatives import AbaDerivatives
from kinetree.algorithms.frame_derivatives import joint_derivatives
from kinetree.algorithms.rnea_derivatives import BodyFrames, RneaDerivatives, by_ancestors
from kinetree.functions import OptionalArray
from kinetree.model import Model, TreeJoint
from kinetree.scalar.array import Array
from kinetree.scalar.expr import is_zero
from kinetree.scalar.math import eye, hstack, solve_spd, stack, zeros
from kinetree.scalar.products import product
from kinetree.spatial import ArticulatedInertia, Columns, Force, Motion, motions

__all__ = ["aba_chain_rule", "ancestor_loop", "fd_chain_rule", "rnea_chain_rule"]

Directions = dict[tuple[str, int, int], Motion]
"""Derivatives by direction: "q" or "v", the joint, and the index in v."""


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)", base_parameters=True)
def rnea_chain_rule(
    model: Model, q: Array, v: Array, a: Array, f_ext: OptionalArray = None
) -> RneaDerivatives:
    """The derivatives of rnea by the forward chain rule, as `kt.rnea_derivatives`.

    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6); results (..., nv, nv).
    Source: RNEACR of [Singh2022, Table II]: the chain rule of [Carpentier2018].
    """
    V, A, f = {0: Motion.zero()}, {0: -model.gravity_motion}, {0: Force.zero()}
    dV: dict[int, Directions] = {0: {}}
    dA: dict[int, Directions] = {0: {}}
    df: dict[int, Directions] = {0: {}}
    for j in model.joints:
        i, p, T, S, Y = j.index, j.parent, j.placement(q), j.subspace(q), j.inertia
        vJ, V_p, A_p = S @ v[j.v_slice], T.act_inverse(V[p]), T.act_inverse(A[p])
        V[i] = V_p + vJ
        A[i] = A_p + S @ a[j.v_slice] + j.bias(q, v) + V[i].cross(vJ)
        E, F, G = joint_derivatives(j, q, v, a)
        local_V = _by_direction(j, q=V_p.cross(S) + E, v=S)
        local_A = _by_direction(j, q=A_p.cross(S) + F + V[i].cross(E), v=V[i].cross(S) + G)
        dV[i] = {u: T.act_inverse(x) for u, x in dV[p].items()} | local_V
        moved = {u: T.act_inverse(x) for u, x in dA[p].items()} | local_A
        dA[i] = {u: x - vJ.cross(dV[i][u]) for u, x in moved.items()}
        h = Y @ V[i]
        f[i] = Y @ A[i] + V[i].cross(h) - Force.from_vector(f_ext[i])
        df[i] = {u: Y @ dA[i][u] + V[i].cross(Y @ x) + x.cross(h) for u, x in dV[i].items()}
    partials = {"q": zeros(model.nv, model.nv), "v": zeros(model.nv, model.nv)}
    for j in reversed(model.joints):
        i, p, T, S = j.index, j.parent, j.placement(q), j.subspace(q)
        for (kind, _, k), x in df[i].items():
            partials[kind] = partials[kind].add((j.v_slice, k), S.T @ x)
        local = stack([dS.T @ f[i] for dS in j.subspace_derivatives(q)]).T
        partials["q"] = partials["q"].add((j.v_slice, j.v_slice), local)
        f[p] = f[p] + T @ f[i]
        rotated = _by_direction(j, q=S.cross(f[i]))
        for u, x in df[i].items():
            whole = T @ (x + rotated[u] if u in rotated else x)
            df[p][u] = df[p][u] + whole if u in df[p] else whole
    return RneaDerivatives(partials["q"], partials["v"], crba(model, q))


def _by_direction(j: TreeJoint, **along: Columns[Any]) -> dict[tuple[str, int, int], Any]:
    """Columns along q, or v, of a joint, by direction."""
    numbered = {kind: enumerate(x.columns, j.v_slice.start) for kind, x in along.items()}
    return {(kind, j.index, k): x for kind, columns in numbered.items() for k, x in columns}


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)", base_parameters=True)
def ancestor_loop(
    model: Model, q: Array, v: Array, a: Array, f_ext: OptionalArray = None
) -> RneaDerivatives:
    """The derivatives of rnea in the frames of the root bodies, as `kt.rnea_derivatives`.

    Every joint is transformed to the frame of its root body once, and no quantity after that.
    Shapes: q (..., nq), v and a (..., nv), f_ext (..., njoints, 6); results (..., nv, nv).
    Source: the loop that [Singh2022, Sec. V-C] compares with, on [Singh2022, Alg. 1].
    """
    return by_ancestors(model, q, v, a, f_ext, BodyFrames.of_roots(model, q))


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)", base_parameters=True)
def fd_chain_rule(
    model: Model, q: Array, v: Array, tau: Array, f_ext: OptionalArray = None
) -> AbaDerivatives:
    """The derivatives of aba from those of rnea by the chain rule, as `kt.aba_derivatives`.

    Shapes: q (..., nq), v and tau (..., nv), f_ext (..., njoints, 6); results (..., nv, nv).
    Source: FDCR of [Singh2022, Table II], by [Singh2022, Eq. 5].
    """
    n = model.nv
    of_rnea = rnea_chain_rule(model, q, v, aba(model, q, v, tau, f_ext), f_ext)
    inverse = inverse_mass_matrix(model, q)
    both = product(-inverse, hstack([of_rnea.dtau_dq, of_rnea.dtau_dv]))
    return AbaDerivatives(both[:, :n], both[:, n:], inverse)


Kind = Literal["q", "v", "tau"]


@dataclass(frozen=True)
class AbaVariables:
    """The variables of the articulated-body algorithm, by joint [Featherstone2008, Table 7.1]."""

    V: dict[int, Motion]
    vJ: dict[int, Motion]
    S: dict[int, Columns[Motion]]
    IA: dict[int, ArticulatedInertia]
    U: dict[int, Array]
    W: dict[int, Array]
    """D^-1."""
    c: dict[int, Motion]
    u: dict[int, Array]
    pa: dict[int, Force]
    """Bias forces passed to the parent."""
    A_bias: dict[int, Motion]
    """Accelerations of bodies at ddq = 0 of their joint."""

    @classmethod
    def of(
        cls, model: Model, q: Array, v: Array, tau: Array, f_ext: OptionalArray
    ) -> "AbaVariables":
        known = cls({}, {}, {}, {}, {}, {}, {}, {}, {}, {})
        known.V[0], known.IA[0] = Motion.zero(), ArticulatedInertia.zero()
        p_A = {0: Force.zero()}
        for j in model.joints:
            i, T = j.index, j.placement(q)
            known.S[i] = j.subspace(q)
            known.vJ[i] = known.S[i] @ v[j.v_slice]
            known.V[i] = T.act_inverse(known.V[j.parent]) + known.vJ[i]
            known.c[i] = known.V[i].cross(known.vJ[i])
            known.IA[i] = ArticulatedInertia(j.inertia.matrix)
            p_A[i] = known.V[i].cross(j.inertia @ known.V[i]) - Force.from_vector(f_ext[i])
        for j in reversed(model.joints):
            i, p, S, T = j.index, j.parent, known.S[j.index], j.placement(q)
            U = known.IA[i] @ S
            D = S.T @ U + model.armature[j.v_slice] * eye(j.type.nv)
            known.U[i], known.W[i] = U.matrix, solve_spd(D, eye(j.type.nv))
            known.u[i] = tau[j.v_slice] - S.T @ p_A[i]
            Ia = known.IA[i] - known.U[i] @ known.W[i] @ known.U[i].T
            known.pa[i] = p_A[i] + Ia @ known.c[i] + U @ (known.W[i] @ known.u[i])
            known.IA[p], p_A[p] = known.IA[p] + T @ Ia, p_A[p] + T @ known.pa[i]
        A = {0: -model.gravity_motion}
        for j in model.joints:
            i = j.index
            known.A_bias[i] = j.placement(q).act_inverse(A[j.parent]) + known.c[i]
            ddq = known.W[i] @ (known.u[i] - known.U[i].T @ known.A_bias[i].vector)
            A[i] = known.A_bias[i] + known.S[i] @ ddq
        return known


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)", base_parameters=True)
def aba_chain_rule(
    model: Model, q: Array, v: Array, tau: Array, f_ext: OptionalArray = None
) -> AbaDerivatives:
    """The derivatives of aba by the forward chain rule, as `kt.aba_derivatives`.

    One pass for each of the 3 nv directions. Raises ModelError for joints whose subspace depends
    on q, and for mimics, which the method does not cover.
    Shapes: q (..., nq), v and tau (..., nv), f_ext (..., njoints, 6); results (..., nv, nv).
    Source: ABACR of [Singh2022, Table II], on [Featherstone2008, Table 7.1].
    """
    for j in model.joints:
        elements = [x for dS in j.subspace_derivatives(q) for x in dS.matrix.flat]
        if model.coupled or not all(map(is_zero, elements)):
            raise ModelError(
                f"{model.name}: aba_chain_rule takes joints with a constant subspace and no mimics;"
                f" {j.name!r} is {j.type}. kt.aba_derivatives takes all."
            )
    known = AbaVariables.of(model, q, v, tau, f_ext)
    directions = [(j, k) for j in model.joints for k in range(j.type.nv)]
    kinds: tuple[Kind, ...] = ("q", "v", "tau")
    return AbaDerivatives(
        *(stack([_along(model, q, known, kind, j, k) for j, k in directions]).T for kind in kinds)
    )


def _along(
    model: Model, q: Array, known: AbaVariables, kind: Kind, moving: TreeJoint, k: int
) -> Array:
    """The derivative of all accelerations along element k of a joint's q, v or tau."""
    zero = Motion.zero()
    sigma = {j.index: zero for j in model.joints}
    if kind == "q":
        sigma[moving.index] = known.S[moving.index].columns[k]
    dvJ = dict.fromkeys(sigma, zero)
    if kind == "v":
        dvJ[moving.index] = known.S[moving.index].columns[k]
    dc, dp = _bias_derivatives(model, q, known, sigma, dvJ)
    dI = {i: ArticulatedInertia.zero() for i in range(model.njoints)}
    dU: dict[int, Array] = {}
    dW: dict[int, Array] = {}
    du: dict[int, Array] = {}
    for j in reversed(model.joints):
        i, p, S, T = j.index, j.parent, known.S[j.index], j.placement(q)
        U, W = known.U[i], known.W[i]
        dU[i] = (dI[i] @ S).matrix
        dW[i] = -(W @ (S.matrix.T @ dU[i]) @ W)
        du[i] = zeros(j.type.nv) - S.T @ dp[i]
        if kind == "tau" and j is moving:
            du[i] = du[i].add(k, 1)
        half = dU[i] @ W @ U.T
        dIa = dI[i] - (half + half.T + U @ dW[i] @ U.T)
        Ia = known.IA[i] - U @ W @ U.T
        dforce = dU[i] @ W @ known.u[i] + U @ (dW[i] @ known.u[i] + W @ du[i])
        dpa = dp[i] + dIa @ known.c[i] + Ia @ dc[i] + Force.from_vector(dforce)
        K = motions([sigma[i].cross(Motion.from_vector(e)) for e in eye(6)]).matrix
        rotated = dIa - (K.T @ Ia.matrix + Ia.matrix @ K)
        dI[p] = dI[p] + T @ rotated
        dp[p] = dp[p] + T @ (dpa + sigma[i].cross(known.pa[i]))
    dA, result = {0: zero}, zeros(model.nv)
    for j in model.joints:
        i = j.index
        A_p = known.A_bias[i] - known.c[i]
        dA_bias = j.placement(q).act_inverse(dA[j.parent]) - sigma[i].cross(A_p) + dc[i]
        force = known.u[i] - known.U[i].T @ known.A_bias[i].vector
        change = du[i] - dU[i].T @ known.A_bias[i].vector - known.U[i].T @ dA_bias.vector
        ddq = dW[i] @ force + known.W[i] @ change
        dA[i] = dA_bias + known.S[i] @ ddq
        result = result.add(j.v_slice, ddq)
    return result


def _bias_derivatives(
    model: Model, q: Array, known: AbaVariables, sigma: dict[int, Motion], dvJ: dict[int, Motion]
) -> tuple[dict[int, Motion], dict[int, Force]]:
    """The derivatives of c and of the bias forces, by joints' motions sigma and changes of S v."""
    dV, dc, dp = {0: Motion.zero()}, dict[int, Motion](), {0: Force.zero()}
    for j in model.joints:
        i, V = j.index, known.V[j.index]
        V_p = V - known.vJ[i]
        dV[i] = j.placement(q).act_inverse(dV[j.parent]) - sigma[i].cross(V_p) + dvJ[i]
        dc[i] = dV[i].cross(known.vJ[i]) + V.cross(dvJ[i])
        dp[i] = dV[i].cross(j.inertia @ V) + V.cross(j.inertia @ dV[i])
    return dc, dp
