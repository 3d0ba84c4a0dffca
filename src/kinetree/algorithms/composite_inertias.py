"""Inertias and momenta of subtrees, each as if its joints were locked. Body frames, summed up."""

from ..functions import OptionalArray, algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.math import array, concatenate, cross, eye, hstack, solve_spd, stack, vstack, zeros
from ..spatial import SE3, Inertia
from .center_of_mass import (
    center_of_mass,
    centroidal_momentum,
    composite_inertias,
    inertial_force,
    momenta,
    over_mass,
    subtree_centers_of_mass,
    subtree_masses,
)
from .kinematics import world_placements


def about(point: Array, T: SE3) -> SE3:
    """The placement of a frame in the axes of the world at a point."""
    return SE3(T.rotation, T.translation - point)


@algorithm("(nq)->(njoints,10)")
def subtree_inertias(model: Model, q: Array) -> Array:
    """The inertias of the subtrees of all joints, each as one body: composite rigid bodies.

    Row i is in the frame of joint i, as that of `model.inertias`; row 0 is the whole robot's, in
    the world.
    Shapes: q (..., nq); result (..., njoints, 10). Source: [Featherstone2008, Table 6.2], I^c.

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(2, mass=3.0)
    >>> kt.subtree_inertias(pendulum, [0.0, 0.0])[:, 0].tolist()
    [6.0, 6.0, 3.0]
    """
    return stack([Y.parameters for Y in composite_inertias(model, q).values()])


@algorithm("(nq)->(6,6)")
def centroidal_inertia(model: Model, q: Array) -> Array:
    """The inertia of the robot with its joints locked, [[m 1, 0], [0, I]] at the centre of mass.

    Times `average_velocity` it is `centroidal_momentum`.
    Shapes: q (..., nq); result (..., 6, 6), in the world's axes, in kg and kg m^2. Armature has
    none. Source: [PinocchioSheet, Inertia addition].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.centroidal_inertia(arm, kt.neutral(arm)).shape
    (6, 6)
    """
    Y, T = composite_inertias(model, q), world_placements(model, q)
    locked = Inertia.zero()
    for j in model.joints:
        if j.parent == 0:  # by its distance from the centre, not by those from the world's origin
            locked = locked + about(center_of_mass(model, q), T[j.index]) @ Y[j.index]
    linear, rest = locked.mass * eye(3), zeros(3, 3)
    return vstack([hstack([linear, rest]), hstack([rest, locked.rotational])])


@algorithm("(nq),(nv)->(6)")
def average_velocity(model: Model, q: Array, v: Array) -> Array:
    """The velocity with which the robot, with its joints locked, has the momentum that it has.

    That of the centre of mass in m/s, and the angular velocity I^-1 k in rad/s, of `I` in
    `centroidal_inertia` and the angular momentum k: nan where I is singular, as of a point.
    Shapes: q (..., nq), v (..., nv); result (..., 6), in the world's axes.
    Derived here: the definition.

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> turning = [0.0] * 5 + [2.0] + [0.0] * 12  # its joints at rest
    >>> round(float(kt.average_velocity(robot, kt.neutral(robot), turning)[5]), 9)
    2.0
    """
    Y, h = centroidal_inertia(model, q), centroidal_momentum(model, q, v)
    return concatenate([over_mass(h[:3], Y[0, 0]), solve_spd(Y[3:, 3:], h[3:])])


@algorithm("(nq),(nv)->(njoints,6)")
def subtree_momenta(model: Model, q: Array, v: Array) -> Array:
    """The momenta of the subtrees of all joints, each about its own centre of mass.

    Row 0 is `centroidal_momentum`; the angular part of a subtree without mass is nan.
    Shapes: q (..., nq), v (..., nv); result (..., njoints, 6), [linear; angular] in the world's
    axes, in kg m/s and kg m^2/s. Source: [PinocchioSheet, Force Application].

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.subtree_momenta(arm, kt.neutral(arm), [0.1] * 7).shape
    (8, 6)
    """
    T, h, c = world_placements(model, q), momenta(model, q, v), subtree_centers_of_mass(model, q)
    return stack([(about(c[i], T[i]) @ h[i]).vector for i in T])


@algorithm("(nq)->(njoints,3,nv)")
def subtree_centers_of_mass_jacobian(model: Model, q: Array) -> Array:
    """J with J v = the velocities of the centres of mass of the subtrees of all joints.

    Block 0 is `center_of_mass_jacobian`; a subtree without mass gives nan.
    Shapes: q (..., nq); result (..., njoints, 3, nv), in the world's axes.
    Source: [PinocchioSheet, Inertia application] over subtrees.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> kt.subtree_centers_of_mass_jacobian(arm, kt.neutral(arm)).shape
    (8, 3, 7)
    """
    T, Y, mass = world_placements(model, q), composite_inertias(model, q), subtree_masses(model)
    moment = [T[i].rotation @ Y[i].first_moment + mass[i] * T[i].translation for i in T]
    S = {j.index: T[j.index] @ j.subspace(q) for j in model.joints}
    paths = [{0, *(j.index for j in model.path(i))} for i in T]
    jacobians: list[Array] = []
    for i in T:
        J = zeros(3, model.nv)
        for j in model.joints:  # before i it moves all of the subtree, after i its own
            if j.index in paths[i] or i in paths[j.index]:
                k = i if j.index in paths[i] else j.index
                columns = S[j.index].columns
                linear = [mass[k] * c.linear + cross(c.angular, moment[k]) for c in columns]
                J = J.add((slice(3), j.v_slice), stack(linear).T)
        jacobians.append(over_mass(J, mass[i]))
    return stack(jacobians)


@algorithm("(nq),(nv),(nv),()->(3)")
def zero_moment_point(
    model: Model, q: Array, v: Array, a: Array, height: OptionalArray = None
) -> Array:
    """The point of the plane z = height where the ground's reaction has no horizontal moment.

    The reaction is what moves the robot with a, less its weight; where the ground only pushes, at
    points of the plane, theirs is the centre of pressure. nan where its vertical force is zero.
    Shapes: q (..., nq), v and a (..., nv), height (...), by default 0; result (..., 3), in m, in
    the world. Derived here: [PinocchioSheet, Force Application].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q, rest = kt.neutral(robot), [0.0] * robot.nv
    >>> p = kt.zero_moment_point(robot, q, rest, rest)
    >>> bool(abs(p - kt.center_of_mass(robot, q))[:2].max() < 1e-12)  # at rest it is below that
    True
    """
    F, h = inertial_force(model, q, v, a, -model.gravity_motion), height.flat[0]
    (fx, fy, fz), (nx, ny, _) = F.linear.flat, F.angular.flat
    return concatenate([over_mass(array([h * fx - ny, h * fy + nx]), fz), [h]])
