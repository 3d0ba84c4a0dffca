"""Inverse dynamics of a robot on a moving base (EIDAmb). Body frames.

[Bos2022, Table 4]          here            shape       frame
H, s, r, r-dot              H, s, ds, dds   4 x 4, n_J
v_(A,0), a_(A,0)            twist, A_base   6           as the representation says, base
v_i, a^r_i                  V[i], A[i]      6           body i; a^r without the base's acceleration
M^c_i, b^c_i                Y[i], f[i]      6 x 6, 6    body i, summed over its subtree
Gamma_i, a_(A,0) in i       S[i], A_0[i]    6 x n_i, 6  body i
tau-bar_b, tau              tau             nv          base first

a_grav of the paper is minus the acceleration of gravity. Derived here: line 40 is M^c_0 a_(A,0) +
b^c_0, which makes lines 7, 11, 18, 22, 27 and 32 to 38 superfluous.
"""

from ...functions import algorithm
from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate
from ...spatial import SE3, Columns, Motion
from .representation import Representation
from .state import MovingBaseState


@algorithm("(4,4),(nq-7),(6),(nv-6),(6),(nv-6)->(nv)")
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
