"""Momentum about the centre of mass, in the world's axes, [linear; angular], by body frames."""

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import eye, zeros
from ..spatial import SE3, Columns, Force, Inertia, Motion
from .center_of_mass import center_of_mass, center_of_mass_velocity, inertial_forces
from .kinematics import world_placements
from .motion import body_velocities


@algorithm("(nq),(nv)->(6)")
def centroidal_momentum(model: Model, q: Array, v: Array) -> Force:
    """The momentum of the robot about its centre of mass, h = A v.

    Shapes: q (..., nq), v (..., nv); result (..., 6): m times the velocity of the centre of mass in
    kg m/s, and the angular momentum about it in kg m^2/s, in the world's axes. Armature has none.
    Source: [PinocchioSheet, Force Application; Inertia application].

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(mass=2.0, length=2.0)  # a point mass that turns about y
    >>> kt.centroidal_momentum(pendulum, [0.0], [3.0]).tolist()
    [-12.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    V = body_velocities(model, q, v)
    momentum = {0: Force.zero()} | {j.index: j.inertia @ V[j.index] for j in model.joints}
    return _about_center_of_mass(model, q, momentum)


@algorithm("(nq),(nv),(nv)->(6)")
def centroidal_momentum_rate(model: Model, q: Array, v: Array, a: Array) -> Force:
    """dh/dt of the centroidal momentum: the net wrench at the centre of mass, gravity included.

    Shapes: q (..., nq), v and a (..., nv); result (..., 6), [force; moment], in the world's axes.
    Source: [PinocchioSheet, RNEA] summed.

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(mass=2.0, length=2.0)
    >>> kt.centroidal_momentum_rate(pendulum, [0.0], [3.0], [0.0]).tolist()
    [0.0, 0.0, 36.0, 0.0, 0.0, 0.0]
    """
    return _about_center_of_mass(model, q, inertial_forces(model, q, v, a))


def _about_center_of_mass(model: Model, q: Array, F: dict[int, Force]) -> Force:
    """The sum of forces or momenta in the joints' frames, at the centre of mass."""
    for j in reversed(model.joints):
        F[j.parent] = F[j.parent] + j.placement(q) @ F[j.index]
    return SE3(eye(3), center_of_mass(model, q)).act_inverse(F[0])


@algorithm("(nq)->(6,nv)")
def centroidal_momentum_matrix(model: Model, q: Array) -> Array:
    """A with A v = the centroidal momentum.

    Shapes: q (..., nq); result (..., 6, nv).
    Source: [PinocchioSheet, Inertia application] composed over subtrees.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.centroidal_momentum_matrix(arm, kt.neutral(arm)).shape
    (6, 7)
    """
    Y = {0: Inertia.zero()} | {j.index: j.inertia for j in model.joints}
    for j in reversed(model.joints):
        Y[j.parent] = Y[j.parent] + j.placement(q) @ Y[j.index]
    T, A = world_placements(model, q), zeros(6, model.nv)
    T_world_com = SE3(eye(3), center_of_mass(model, q))
    for j in model.joints:
        column = T_world_com.act_inverse(T[j.index] @ (Y[j.index] @ j.subspace(q)))
        A = A.add((slice(6), j.v_slice), column.matrix)
    return A


@algorithm("(nq),(nv)->(6,nv)")
def centroidal_momentum_matrix_time_derivative(model: Model, q: Array, v: Array) -> Array:
    """dA/dt of the centroidal momentum matrix while q moves with v: dh/dt = A a + (dA/dt) v.

    Shapes: q (..., nq), v (..., nv); result (..., 6, nv).
    Source: [Echeandia2021, Eqs. 11, 15], dI/dt summed over subtrees.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.centroidal_momentum_matrix_time_derivative(arm, kt.neutral(arm), [0.1] * 7).shape
    (6, 7)
    """
    V = body_velocities(model, q, v)
    Y = {0: Inertia.zero()} | {j.index: j.inertia for j in model.joints}
    dY = {i: Y[i].rate(V[i]) for i in Y}
    for j in reversed(model.joints):
        i, p, T_pi = j.index, j.parent, j.placement(q)
        Y[p], dY[p] = Y[p] + T_pi @ Y[i], dY[p] + T_pi @ dY[i]
    T, dA = world_placements(model, q), zeros(6, model.nv)
    T_world_com = SE3(eye(3), center_of_mass(model, q))
    V_com = Motion(center_of_mass_velocity(model, q, v), zeros(3))
    for j in model.joints:
        i, S = j.index, j.subspace(q)
        dS = V[i].cross(S) + j.subspace_rate(q, v)
        column: Columns[Force] = T[i] @ (Y[i] @ S)
        rate = T[i] @ (dY[i] @ S + Y[i] @ dS) - V_com.cross(column)
        dA = dA.add((slice(6), j.v_slice), T_world_com.act_inverse(rate).matrix)
    return dA
