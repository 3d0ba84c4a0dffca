"""Inverse dynamics on a moving base (EIDAmb), its derivatives, and the inverse of M (IMMAmb).

Body frames; derivatives are geometric, in three representations.

[Bos2022]                   here            shape       frame
H, s, r, r-dot              H, s, ds, dds   4 x 4, n_J
v_(A,0), a_(A,0)            twist, A_base   6           as the representation says, base
v_0, a_(A,0), in 0          V, A            6           base; A is the rate of V
v_i, a^r_i                  V[i], A[i]      6           body i; a^r without the base's acceleration
M^c_i, b^c_i                Y[i], f[i]      6 x 6, 6    body i, summed over its subtree
Gamma_i, a_(A,0) in i       S[i], A_0[i]    6 x n_i, 6  body i
tau-bar_b, tau              tau             nv          base first
D1, D2, D3, D4              d_H, d_s, ...   nv x 6, ... rows of the base first

a_grav of the paper is minus the acceleration of gravity. Derived here: line 40 of
[Bos2022, Table 4] is M^c_0 a_(A,0) + b^c_0, which makes lines 7, 11, 18, 22, 27 and 32 to 38
superfluous. The derivatives of the body representation are columns of IDSVA with the base's joint
at the pose; the others hold other components constant while the pose changes along H exp(e), and so
add the terms of the changes of the body twist V and of its rate A.
"""

from typing import NamedTuple

from ...functions import algorithm
from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate, eye, zeros
from ...spatial import SE3, Columns, Motion, motions
from ..inverse_mass_matrix import inverse_mass_matrix as of_joints
from ..rnea_derivatives import rnea_derivatives
from .state import MovingBaseState, Representation, configuration


@algorithm("(4,4),(nq-7),(6),(nv-6),(6),(nv-6)->(nv)", base_parameters=True)
def inverse_dynamics(
    model: Model,
    H: Array,
    s: Array,
    twist: Array,
    ds: Array,
    base_acceleration: Array,
    dds: Array,
    *,
    representation: Representation,
) -> Array:
    """The wrench on the base and the joint torques, for a base with the pose H in the world.

    s, ds and dds are q, v and a without those of the base, whose twist is expressed as in
    `kt.convert.base_velocity`, with an acceleration that is

    - "body": the twist in the axes of the base and its rate, as v and a in `kt.rnea`;
    - "inertial": the twist in the axes and at the origin of the world, and the rate of the twist in
      the axes of the base, the inputs of [Bos2022, Table 4];
    - "mixed": the velocity of the base's origin and the angular velocity in the axes of the world,
      and the rate of these.

    The wrench is [force; moment] in the frame of the base in all three; it is zero for a
    base on which no force acts. H is [[R, p], [0, 1]] with a rotation R, which is not checked.
    Shapes: H (..., 4, 4), s (..., nq - 7), twist and base_acceleration (..., 6), ds and dds
    (..., nv - 6); result (..., nv), the base first, in N and N m. Raises ModelError where the first
    joint is no FreeFlyer, or is not the root of all others.
    Source: [Bos2022, Table 4]; departs from it in joints of any type, and in the armature.
    Cost: about 1.4 times that of `kt.rnea`, as it adds up the inertias of subtrees.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> H, s, rest = kt.SE3.identity().matrix, [0.0] * 12, [0.0] * 6
    >>> tau = kt.moving_base.inverse_dynamics(
    ...     robot, H, s, rest, s, rest, s, representation="body"
    ... )
    >>> bool(abs(tau[2] - 9.81 * robot.total_mass) < 1e-9)
    True
    """
    state = MovingBaseState.of(model, H, s, twist, ds, representation)
    A_base, q, v = state.acceleration(base_acceleration), state.q, state.v
    base, *joints = model.joints
    V, A = {1: state.V}, {1: state.pose.act_inverse(-model.gravity_motion)}  # lines 5, 6
    Y = {j.index: j.inertia for j in model.joints}
    f = {1: Y[1] @ A[1] + V[1].cross(Y[1] @ V[1])}
    T: dict[int, SE3] = {}
    S: dict[int, Columns[Motion]] = {}
    a = concatenate([A_base.vector, dds])
    for j in joints:
        i, p = j.index, j.parent
        T[i], S[i] = j.placement(q), j.subspace(q)
        vJ = S[i] @ v[j.v_slice]
        V[i] = T[i].act_inverse(V[p]) + vJ  # line 16
        A[i] = T[i].act_inverse(A[p]) + S[i] @ a[j.v_slice] + j.bias(q, v) + V[i].cross(vJ)
        f[i] = Y[i] @ A[i] + V[i].cross(Y[i] @ V[i])  # line 21
    for j in reversed(joints):
        i, p = j.index, j.parent
        Y[p], f[p] = Y[p] + T[i] @ Y[i], f[p] + T[i] @ f[i]  # lines 25, 26
    A_0 = {1: A_base}
    tau = (model.armature * a).add(base.v_slice, (Y[1] @ A_base + f[1]).vector)
    for j in joints:
        i, p = j.index, j.parent
        A_0[i] = T[i].act_inverse(A_0[p])  # line 30
        tau = tau.add(j.v_slice, S[i].T @ (Y[i] @ A_0[i] + f[i]))  # line 31
    return tau


@algorithm("(nq-7)->(nv,nv)")
def inverse_mass_matrix(model: Model, s: Array) -> Array:
    """The inverse of the mass matrix, of the base's body twist and the joints' velocities.

    The algorithm is that of `kt.inverse_mass_matrix`, and works in the frame of the base: it does
    not depend on the pose of the base.
    Shapes: s (..., nq - 7), q without that of the base; result (..., nv, nv), the base first.
    Raises ModelError where the first joint is no FreeFlyer, or is not the root of all others.
    Source: [Bos2022, Table 9], for trees of any joints.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> inverse = kt.moving_base.inverse_mass_matrix(robot, kt.neutral(robot)[7:])
    >>> (inverse @ kt.crba(robot, kt.neutral(robot))).diagonal()[:4].round(9).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    return of_joints(model, configuration(model, s))


class InverseDynamicsDerivatives(NamedTuple):
    """D1 (..., nv, 6), D2 (..., nv, nv - 6), D3 (..., nv, 6) and D4 (..., nv, nv - 6)."""

    d_H: Array
    d_s: Array
    d_twist: Array
    d_ds: Array


@algorithm(
    "(4,4),(nq-7),(6),(nv-6),(6),(nv-6)->(nv,6),(nv,nv-6),(nv,6),(nv,nv-6)", base_parameters=True
)
def inverse_dynamics_derivatives(
    model: Model,
    H: Array,
    s: Array,
    twist: Array,
    ds: Array,
    base_acceleration: Array,
    dds: Array,
    *,
    representation: Representation,
) -> InverseDynamicsDerivatives:
    """The derivatives of `inverse_dynamics`: (d_H, d_s, d_twist, d_ds), D1 to D4 of [Bos2022].

    Each holds the components of all other operands constant in the representation.

    - d_H (D1) is along e in H exp(e), e in the axes of the base.
    - d_s (D2) is along the joints' velocities, as in `kt.integrate`.
    - d_twist (D3) is along a change z of the twist that is z in the axes of the base: twist + X z,
      with X = 1 for "body", the matrix that takes twists from the base to the world for "inertial",
      and diag(R, R) for "mixed". Times X^-1 it is the derivative with respect to `twist` itself.
    - d_ds (D4) is with respect to ds.

    "inertial" gives the tables of [Bos2022]. The derivative with respect to the accelerations is
    the mass matrix, `kt.crba`, for the rate of the body twist.
    Shapes: operands as for `inverse_dynamics`; results (..., nv, 6), (..., nv, nv - 6),
    (..., nv, 6) and (..., nv, nv - 6). Raises ModelError as `inverse_dynamics` does.
    Source: [Bos2022, Tables 5-8]; departs from it in the method: the sums over bodies are those
    of [Singh2022, Alg. 1], for joints of any type.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> H, s, rest = kt.SE3.identity().matrix, [0.0] * 12, [0.0] * 6
    >>> D = kt.moving_base.inverse_dynamics_derivatives(
    ...     robot, H, s, rest, s, rest, s, representation="inertial"
    ... )
    >>> D.d_H.shape, D.d_s.shape
    ((18, 6), (18, 12))
    """
    state = MovingBaseState.of(model, H, s, twist, ds, representation)
    V, A = state.V, state.acceleration(base_acceleration)
    of_body = rnea_derivatives(
        state.model_at_pose(model), state.q, state.v, concatenate([A.vector, dds])
    )
    d_V, d_A = of_body.dtau_dv[:, :6], of_body.dtau_da[:, :6]
    d_H = of_body.dtau_dq[:, :6] + d_V @ state.pose_derivative(V).matrix  # Table 5
    d_twist = d_V  # Table 7
    if representation == "mixed":
        d_H = d_H + d_A @ state.pose_derivative(A).matrix
        spin = Motion(zeros(3), V.angular)
        units = [Motion.from_vector(e) for e in eye(6)]
        turned = [spin.cross(e) + Motion(zeros(3), e.angular).cross(V) for e in units]
        d_twist = d_V - d_A @ motions(turned).matrix  # the derivative of (0, w) x V
    return InverseDynamicsDerivatives(d_H, of_body.dtau_dq[:, 6:], d_twist, of_body.dtau_dv[:, 6:])
