"""Quasi-velocities in which the centre of mass of a robot on a floating base decouples."""

from typing import NamedTuple

from ...functions import algorithm
from ...model import Model
from ...scalar.array import Array
from ...scalar.math import concatenate, eye, zeros
from ...spatial.rotation import skew
from ..center_of_mass import (
    center_of_mass_jacobian,
    centroidal_momentum_matrix_time_derivative,
    over_mass,
    subtree_masses,
)
from .state import floating_base


class CenterOfMassCoordinates(NamedTuple):
    """v = A w with w = [velocity of the centre of mass; v[3:]], and dA/dt, (..., nv, nv) each."""

    A: Array
    dA: Array


@algorithm("(nq),(nv)->(nv,nv),(nv,nv)")
def center_of_mass_coordinates(model: Model, q: Array, v: Array) -> CenterOfMassCoordinates:
    """The quasi-velocities in which a floating base decouples, v = A w: (A, dA).

    For `kt.change_of_coordinates`.
    w is the velocity of the centre of mass in the world, then the rest of v: the angular velocity
    of the base and the joints. In these M is diag(m 1, M'), and of the Coriolis matrix the first
    three rows and columns are zero.
    Shapes: q (..., nq), v (..., nv); results (..., nv, nv). Raises ModelError where the first joint
    is no FreeFlyer. Source: [Echeandia2021, Remark 6].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q, v = kt.neutral(robot), [0.1] * robot.nv
    >>> A, dA = kt.center_of_mass_coordinates(robot, q, v)
    >>> M = A.T @ kt.crba(robot, q) @ A
    >>> bool(abs(M[:3, 3:]).max() < 1e-12)
    True
    """
    R = floating_base(model).placement(q).rotation
    R_rate, n = skew(v[3:6]) @ R.T, model.nv
    J = center_of_mass_jacobian(model, q)[:, 3:]
    rate = centroidal_momentum_matrix_time_derivative(model, q, v)[:3, 3:]
    dJ = over_mass(rate, subtree_masses(model)[0])
    ones = concatenate([zeros(3, n), concatenate([zeros(3, n - 3), eye(n - 3)]).T])
    A = concatenate([R, -(J.T @ R)]).T
    dA = concatenate([-R_rate.T, (R_rate @ J - R.T @ dJ).T]).T
    below = zeros(n - 3, n)
    return CenterOfMassCoordinates(ones + concatenate([A, below]), concatenate([dA, below]))
