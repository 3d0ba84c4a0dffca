"""The centre of mass and the momentum about it, [linear; angular]. Body frames, summed up."""

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar, div
from ..scalar.math import eye, stack, zeros
from ..spatial import SE3, Columns, Force, Inertia, Motion
from .kinematics import add_to_parents, body_motions, body_velocities, world_placements


def subtree_masses(model: Model) -> list[Scalar]:
    """The masses of all joints' subtrees; that of the universe is the mass of all moving bodies."""
    mass: list[Scalar] = [0, *(j.inertia.mass for j in model.joints)]
    for j in reversed(model.joints):
        mass[j.parent] = mass[j.parent] + mass[j.index]
    return mass


def over_mass(x: Array, mass: Scalar) -> Array:
    """x / mass; nan where there is no mass, whatever x is."""
    if isinstance(mass, (int, float)) and mass == 0:
        return x.map(lambda _: float("nan"))
    return x * div(1, mass)


def composite_inertias(model: Model, q: Array) -> dict[int, Inertia]:
    """The inertias of all joints' subtrees, each in its joint's frame."""
    Y = {0: Inertia.zero()} | {j.index: j.inertia for j in model.joints}
    add_to_parents(Y, model.joints, q)
    return Y


@algorithm("(nq)->(3)")
def center_of_mass(model: Model, q: Array) -> Array:
    """The centre of mass of all moving bodies, in the world; nan for a robot without mass.

    Shapes: q (..., nq); result (..., 3), in m. Source: [PinocchioSheet, Inertia addition].
    Cost: about 20 operations a revolute joint.

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(length=2.0)
    >>> kt.center_of_mass(pendulum, [0.0]).tolist()
    [-0.0, 0.0, -2.0]
    """
    return over_mass(composite_inertias(model, q)[0].first_moment, subtree_masses(model)[0])


@algorithm("(nq)->(njoints,3)")
def subtree_centers_of_mass(model: Model, q: Array) -> Array:
    """The centres of mass of the subtrees of all joints, in the world.

    Row 0 is the whole robot's; a subtree without mass gives nan.
    Shapes: q (..., nq); result (..., njoints, 3), in m. Source: [PinocchioSheet, Inertia addition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.subtree_centers_of_mass(arm, kt.neutral(arm)).shape
    (8, 3)
    """
    T, Y, mass = world_placements(model, q), composite_inertias(model, q), subtree_masses(model)
    return stack([T[i] @ over_mass(Y[i].first_moment, mass[i]) for i in T])


@algorithm("(nq),(nv)->(3)")
def center_of_mass_velocity(model: Model, q: Array, v: Array) -> Array:
    """The velocity of the centre of mass in the world.

    Shapes: q (..., nq), v (..., nv); result (..., 3), in m/s.
    Source: [PinocchioSheet, Inertia application] linear part.

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(length=2.0)  # turns about y, hangs along -z
    >>> kt.center_of_mass_velocity(pendulum, [0.0], [3.0]).tolist()
    [-6.0, 0.0, 0.0]
    """
    return over_mass(momenta(model, q, v)[0].linear, subtree_masses(model)[0])


@algorithm("(nq),(nv),(nv)->(3)")
def center_of_mass_acceleration(model: Model, q: Array, v: Array, a: Array) -> Array:
    """The acceleration of the centre of mass in the world; gravity is left out.

    Shapes: q (..., nq), v and a (..., nv); result (..., 3), in m/s^2.
    Source: [PinocchioSheet, RNEA], linear part.

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(length=2.0)  # turns about y, hangs along -z
    >>> kt.center_of_mass_acceleration(pendulum, [0.0], [3.0], [0.0]).tolist()
    [0.0, 0.0, 18.0]
    """
    return over_mass(inertial_force(model, q, v, a, Motion.zero()).linear, subtree_masses(model)[0])


@algorithm("(nq)->(3,nv)")
def center_of_mass_jacobian(model: Model, q: Array) -> Array:
    """J with J v = the velocity of the centre of mass in the world.

    Shapes: q (..., nq); result (..., 3, nv).
    Source: [PinocchioSheet, Inertia application] over subtrees.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.center_of_mass_jacobian(arm, kt.neutral(arm)).shape
    (3, 7)
    """
    momentum = centroidal_momentum_matrix(model, q)[:3]
    return over_mass(momentum, subtree_masses(model)[0])


def momenta(model: Model, q: Array, v: Array) -> dict[int, Force]:
    """The momenta of all joints' subtrees, each in its joint's frame."""
    V = body_velocities(model, q, v)
    h = {0: Force.zero()} | {j.index: j.inertia @ V[j.index] for j in model.joints}
    add_to_parents(h, model.joints, q)
    return h


def inertial_force(model: Model, q: Array, v: Array, a: Array, base: Motion) -> Force:
    """The force that moves all bodies, in the world; `base` is as in `body_motions`.

    Source: [PinocchioSheet, RNEA].
    """
    V, A = body_motions(model, q, v, a, base)
    F = {0: Force.zero()}
    for i, j in enumerate(model.joints, 1):
        F[i] = j.inertia @ A[i] + V[i].cross(j.inertia @ V[i])
    add_to_parents(F, model.joints, q)
    return F[0]


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
    h = momenta(model, q, v)[0]
    return SE3(eye(3), center_of_mass(model, q)).act_inverse(h)


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
    F = inertial_force(model, q, v, a, Motion.zero())
    return SE3(eye(3), center_of_mass(model, q)).act_inverse(F)


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
    T, Y, A = world_placements(model, q), composite_inertias(model, q), zeros(6, model.nv)
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
