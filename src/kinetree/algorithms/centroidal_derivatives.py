"""Derivatives of the centroidal momentum and of its rate. In the frames of the root bodies.

[Singh2022]                         here                shape       frame
I_i^C, B_i^C, f_i^C                 Y[i], B[i], f[i]    6 x 6, 6    root body, rnea_derivatives.py
sum of I_k v_k over the subtree     B[i].momentum       6           root body
sum of d(I_k v_k)/dq_i, J5          columns[i][0]       6 x n_i     root body
sums of df_k/dq_i, df_k/dq-dot_i    columns[i][1:3]     6 x n_i     root body
"""

from typing import NamedTuple

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import cross, eye, zeros
from ..spatial import SE3, Columns, Force
from .center_of_mass import center_of_mass, over_mass, subtree_masses
from .rnea_derivatives import BodyFrames, ForwardPass


class CentroidalDynamicsDerivatives(NamedTuple):
    """Derivatives of `centroidal_momentum` and `centroidal_momentum_rate`, (..., 6, nv) each."""

    dh_dq: Array
    dhdot_dq: Array
    dhdot_dv: Array
    dhdot_da: Array


@algorithm("(nq),(nv),(nv)->(6,nv),(6,nv),(6,nv),(6,nv)")
def centroidal_dynamics_derivatives(
    model: Model, q: Array, v: Array, a: Array
) -> CentroidalDynamicsDerivatives:
    """The derivatives of the centroidal momentum and of its rate.

    (dh_dq, dhdot_dq, dhdot_dv, dhdot_da), h the momentum and hdot its rate.
    dhdot_da is the centroidal momentum matrix, which is dh_dv, too.
    Shapes: q (..., nq), v and a (..., nv); results (..., 6, nv).
    Derived here: the forces of [Singh2022, Alg. 1], summed over subtrees, not projected on joints.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q, v = kt.neutral(robot), [0.1] * robot.nv
    >>> kt.centroidal_dynamics_derivatives(robot, q, v, v).dhdot_dq.shape
    (6, 18)
    """
    weightless, no_force = model.replace(gravity=zeros(3)), zeros(model.njoints, 6)
    forward = ForwardPass.of(weightless, q, v, a, no_force, BodyFrames.of_roots(model, q))
    Y, B, f = forward.Y, forward.B, forward.f
    Psi_dot, Psi_ddot, dV = forward.Psi_dot, forward.Psi_ddot, forward.dV
    columns: dict[int, list[Columns[Force]]] = {}
    for j in reversed(model.joints):
        i, p, S = j.index, j.parent, forward.S[j.index]
        columns[i] = [
            Y[i] @ Psi_dot[i] + S.cross(B[i].momentum),  # J5
            B[i].twice(Psi_dot[i])[0] + Y[i] @ Psi_ddot[i] + S.cross(f[i]),  # in Eq. 30
            B[i].twice(S)[0] + Y[i] @ dV[i],  # in Eq. 32
            Y[i] @ S,
        ]
        if p:
            Y[p], B[p], f[p] = Y[p] + Y[i], B[p] + B[i], f[p] + f[i]
    roots = {j.index: j.placement(q) for j in model.joints if not j.parent}
    h_0, f_0 = Force.zero(), Force.zero()
    for i, T in roots.items():
        h_0, f_0 = h_0 + T @ B[i].momentum, f_0 + T @ f[i]
    totals = [h_0, f_0, Force.zero(), Force.zero()]
    T_world_com = SE3(eye(3), center_of_mass(model, q))
    mass, results = subtree_masses(model)[0], [zeros(6, model.nv) for _ in totals]
    for j in model.joints:
        T = roots[model.path(j.index)[0].index]
        in_world = [T @ x for x in columns[j.index]]
        J_com = over_mass(in_world[3].matrix[:3], mass).T  # columns of its Jacobian
        for k, total in enumerate(totals):
            shifts = [Force(zeros(3), cross(x, total.linear)) for x in J_com]
            column = T_world_com.act_inverse(in_world[k]) - Columns(Force, shifts)
            results[k] = results[k].add((slice(6), j.v_slice), column.matrix)
    return CentroidalDynamicsDerivatives(*results)
