"""ABACR: the forward chain rule on the articulated-body algorithm. Body frames."""

from dataclasses import dataclass, field
from typing import Literal

from ...errors import ModelError
from ...functions import algorithm
from ...model import Model, TreeJoint
from ...scalar.array import Array
from ...scalar.expr import is_zero
from ...scalar.math import eye, solve_spd, stack, zeros
from ...spatial import ArticulatedInertia, Columns, Force, Motion, motions
from ..aba_derivatives import AbaDerivatives
from ..operands import OptionalArray

Kind = Literal["q", "v", "tau"]


@dataclass(frozen=True)
class AbaVariables:
    """The variables of the articulated-body algorithm, by joint [Featherstone2008, Table 7.1]."""

    V: dict[int, Motion] = field(default_factory=dict[int, Motion])
    vJ: dict[int, Motion] = field(default_factory=dict[int, Motion])
    S: dict[int, Columns[Motion]] = field(default_factory=dict[int, Columns[Motion]])
    IA: dict[int, ArticulatedInertia] = field(default_factory=dict[int, ArticulatedInertia])
    U: dict[int, Array] = field(default_factory=dict[int, Array])
    W: dict[int, Array] = field(default_factory=dict[int, Array])
    """D^-1."""
    c: dict[int, Motion] = field(default_factory=dict[int, Motion])
    u: dict[int, Array] = field(default_factory=dict[int, Array])
    pa: dict[int, Force] = field(default_factory=dict[int, Force])
    """Bias forces passed to the parent."""
    A: dict[int, Motion] = field(default_factory=dict[int, Motion])
    """Accelerations of bodies."""
    A_bias: dict[int, Motion] = field(default_factory=dict[int, Motion])
    """Accelerations of bodies at ddq = 0 of their joint."""
    ddq: dict[int, Array] = field(default_factory=dict[int, Array])

    @classmethod
    def of(
        cls, model: Model, q: Array, v: Array, tau: Array, f_ext: OptionalArray
    ) -> "AbaVariables":
        known = cls()
        known.V[0], known.IA[0] = Motion.zero(), ArticulatedInertia.zero()
        p_A = {0: Force.zero()}
        for j in model.joints:
            i, T = j.index, j.placement(q)
            known.S[i] = j.subspace(q)
            known.vJ[i] = known.S[i] @ v[j.v_slice]
            known.V[i] = T.act_inverse(known.V[j.parent]) + known.vJ[i]
            known.c[i] = known.V[i].cross(known.vJ[i])
            known.IA[i] = ArticulatedInertia.of(j.inertia)
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
        known.A[0] = -model.gravity_motion
        for j in model.joints:
            i = j.index
            known.A_bias[i] = j.placement(q).act_inverse(known.A[j.parent]) + known.c[i]
            known.ddq[i] = known.W[i] @ (known.u[i] - known.U[i].T @ known.A_bias[i].vector)
            known.A[i] = known.A_bias[i] + known.S[i] @ known.ddq[i]
        return known


@algorithm("(nq),(nv),(nv),(njoints,6)->(nv,nv),(nv,nv),(nv,nv)")
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
    kinds: tuple[Kind, ...] = ("q", "v", "tau")
    return AbaDerivatives(
        *(
            stack(
                [
                    _along(model, q, known, kind, j, k)
                    for j in model.joints
                    for k in range(j.type.nv)
                ]
            ).T
            for kind in kinds
        )
    )


def _along(
    model: Model, q: Array, known: AbaVariables, kind: Kind, moving: TreeJoint, k: int
) -> Array:
    """The derivative of all accelerations along element k of a joint's q, v or tau."""
    none, zero = ArticulatedInertia.zero(), Motion.zero()
    dV: dict[int, Motion] = {0: zero}
    dc: dict[int, Motion] = {}
    dI, dp = {0: none}, {0: Force.zero()}
    sigma = {j.index: zero for j in model.joints}
    if kind == "q":
        sigma[moving.index] = known.S[moving.index].columns[k]
    for j in model.joints:
        i, V = j.index, known.V[j.index]
        dvJ = known.S[i].columns[k] if kind == "v" and j is moving else zero
        V_p = V - known.vJ[i]
        dV[i] = j.placement(q).act_inverse(dV[j.parent]) - sigma[i].cross(V_p) + dvJ
        dc[i] = dV[i].cross(known.vJ[i]) + V.cross(dvJ)
        dp[i] = dV[i].cross(j.inertia @ V) + V.cross(j.inertia @ dV[i])
        dI[i] = none
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
