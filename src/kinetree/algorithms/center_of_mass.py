"""The centre of mass, its motion and its Jacobian. Body frames, summed up to the world."""

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar, div
from ..scalar.math import cross, stack, zeros
from ..spatial import Force, Motion
from .kinematics import world_placements
from .motion import body_motions, body_velocities


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


def subtree_moments(model: Model, q: Array) -> list[Array]:
    """The first moments m c of all joints' subtrees, each in its joint's frame.

    Source: [PinocchioSheet, Inertia addition].
    """
    mass = subtree_masses(model)
    moment = [zeros(3), *(j.inertia.first_moment for j in model.joints)]
    for j in reversed(model.joints):
        T = j.placement(q)
        in_parent = T.rotation @ moment[j.index] + mass[j.index] * T.translation
        moment[j.parent] = moment[j.parent] + in_parent
    return moment


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
    return over_mass(subtree_moments(model, q)[0], subtree_masses(model)[0])


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
    T, mass, moment = world_placements(model, q), subtree_masses(model), subtree_moments(model, q)
    return stack([T_i @ over_mass(h, m) for T_i, m, h in zip(T, mass, moment, strict=True)])


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
    V = body_velocities(model, q, v)
    momentum = {0: zeros(3)}
    momentum |= {j.index: (j.inertia @ V[j.index]).linear for j in model.joints}
    return over_mass(_world_sum(model, q, momentum), subtree_masses(model)[0])


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
    F = {i: f.linear for i, f in inertial_forces(model, q, v, a).items()}
    return over_mass(_world_sum(model, q, F), subtree_masses(model)[0])


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
    T, mass, moment = world_placements(model, q), subtree_masses(model), subtree_moments(model, q)
    J = zeros(3, model.nv)
    for j in model.joints:
        m, h = mass[j.index], moment[j.index]
        momenta = [m * c.linear - cross(h, c.angular) for c in j.subspace(q).columns]
        J = J.add((slice(3), j.v_slice), stack([T[j.index].rotation @ p for p in momenta]).T)
    return over_mass(J, mass[0])


def inertial_forces(model: Model, q: Array, v: Array, a: Array) -> dict[int, Force]:
    """The inertial force of each body, in its frame; gravity is left out [PinocchioSheet, RNEA]."""
    V, A = body_motions(model, q, v, a, Motion.zero())
    F = {0: Force.zero()}
    for i, j in enumerate(model.joints, 1):
        F[i] = j.inertia @ A[i] + V[i].cross(j.inertia @ V[i])
    return F


def _world_sum(model: Model, q: Array, vectors: dict[int, Array]) -> Array:
    """The sum of vectors in the joints' frames, in the world's axes."""
    for j in reversed(model.joints):
        rotated = j.placement(q).rotation @ vectors[j.index]
        vectors[j.parent] = vectors.get(j.parent, zeros(3)) + rotated
    return vectors[0]
