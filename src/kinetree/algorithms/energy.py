"""Kinetic and potential energy. Body frames."""

from ..functions import algorithm
from ..model import Model
from ..scalar.array import Array
from ..scalar.expr import Scalar
from ..scalar.math import dot
from .center_of_mass import composite_inertias
from .kinematics import body_velocities


@algorithm("(nq),(nv)->()", base_parameters=True)
def kinetic_energy(model: Model, q: Array, v: Array) -> Scalar:
    """The kinetic energy v^T M v / 2, armature included.

    Shapes: q (..., nq), v (..., nv); result (...), in J.
    Source: [PinocchioSheet, Inertia application].

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(mass=2.0)
    >>> float(kt.kinetic_energy(pendulum, [0.0], [3.0]))
    9.0
    """
    V, energy = body_velocities(model, q, v), 0.5 * dot(v, model.armature * v)
    for j in model.joints:
        energy = energy + j.inertia.kinetic_energy(V[j.index])
    return energy


@algorithm("(nq),(nv)->()")
def mechanical_energy(model: Model, q: Array, v: Array) -> Scalar:
    """The kinetic and the potential energy together; tau . v is its rate.

    Shapes: q (..., nq), v (..., nv); result (...), in J. Source: [Singh2022, Eq. 1].

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(mass=2.0)
    >>> round(float(kt.mechanical_energy(pendulum, [0.0], [3.0])), 9)
    -10.62
    """
    return kinetic_energy(model, q, v) + potential_energy(model, q)


@algorithm("(nq)->()")
def potential_energy(model: Model, q: Array) -> Scalar:
    """The potential energy -sum_i m_i g . c_i, zero at the world's origin.

    Shapes: q (..., nq); result (...), in J. Bodies fixed to the universe do not count.
    Source: [Singh2022, Eq. 14] is its gradient.

    >>> import kinetree as kt
    >>> pendulum = kt.robots.pendulum(mass=2.0)
    >>> round(float(kt.potential_energy(pendulum, [0.0])), 9)
    -19.62
    """
    return -(model.gravity_motion.linear @ composite_inertias(model, q)[0].first_moment)
