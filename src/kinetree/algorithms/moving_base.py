"""The velocity of a floating base as other libraries and papers write it."""

from typing import Literal, NamedTuple

from ..door import algorithm
from ..errors import ModelError
from ..model import FreeFlyer, Model
from ..scalar.array import Array
from ..scalar.math import concatenate, eye, zeros
from ..spatial import SE3, Motion
from ..spatial.rotation import skew
from .center_of_mass import center_of_mass_jacobian, over_mass, subtree_masses
from .centroidal import centroidal_momentum_matrix_time_derivative

Representation = Literal["body", "inertial", "mixed"]


@algorithm("(nq),(nv)->(nv)")
def base_velocity(
    model: Model, q: Array, v: Array, *, from_: Representation, to: Representation
) -> Array:
    """v with its first six entries, the base's velocity, in another representation.

    "body": the twist of the base in its own axes, as v is here and in Pinocchio; "inertial": the
    same twist in the axes and at the origin of the world, as in Bos et al.; "mixed": the velocity
    of the base's origin and the angular velocity in the axes of the world, as in adam and jaxsim.
    Shapes: q (..., nq), v (..., nv); result (..., nv), [linear; angular] first. Raises ModelError
    where the first joint is no FreeFlyer. Source: [G, Eq. G2] and [P, Eq. P3].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q, v = kt.neutral(robot), [1.0] * robot.nv
    >>> q[1] = 2.0
    >>> kt.convert.base_velocity(robot, q, v, from_="body", to="inertial")[:6].tolist()
    [3.0, 1.0, -1.0, 1.0, 1.0, 1.0]
    """
    T = _placement(model, q)
    V = _seen(from_, T).act_inverse(Motion.from_vector(v[:6]))
    return concatenate([(_seen(to, T) @ V).vector, v[6:]])


@algorithm("(nq),(nv),(nv)->(nv)")
def base_acceleration(
    model: Model, q: Array, v: Array, a: Array, *, from_: Representation, to: Representation
) -> Array:
    """a with its first six entries in another representation: the rate of `base_velocity`.

    v and a are in the representation `from_`, a as the rate of v; the result is the rate of
    v in the representation `to`: X a' + (dX/dt) v'. Those that exist are as for `base_velocity`.
    Shapes: q (..., nq), v and a (..., nv); result (..., nv). Raises ModelError where the first
    joint is no FreeFlyer. Source: [G, Eq. G2] and [P, Eq. P8].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q, v, a = kt.neutral(robot), [0.0] * robot.nv, [0.0] * robot.nv
    >>> v[0], v[5] = 3.0, 2.0  # a circle: the body twist is constant
    >>> kt.convert.base_acceleration(robot, q, v, a, from_="body", to="mixed")[:3].tolist()
    [0.0, 6.0, 0.0]
    """
    T = _placement(model, q)
    V = _seen(from_, T).act_inverse(Motion.from_vector(v[:6]))
    A = _seen(from_, T).act_inverse(Motion.from_vector(a[:6])) - _drift(from_, V) + _drift(to, V)
    return concatenate([(_seen(to, T) @ A).vector, a[6:]])


class CenterOfMassCoordinates(NamedTuple):
    """v = A w with w = [velocity of the centre of mass; v[3:]], and dA/dt, (..., nv, nv) each."""

    A: Array
    dA: Array


@algorithm("(nq),(nv)->(nv,nv),(nv,nv)")
def center_of_mass_coordinates(model: Model, q: Array, v: Array) -> CenterOfMassCoordinates:
    """The speeds in which a floating base decouples, v = A w: (A, dA).

    For `kt.change_of_coordinates`.
    w is the velocity of the centre of mass in the world, then the rest of v: the angular velocity
    of the base and the joints. In these M is diag(m 1, M'), and of the Coriolis matrix the first
    three rows and columns are zero.
    Shapes: q (..., nq), v (..., nv); results (..., nv, nv). Raises ModelError where the first joint
    is no FreeFlyer. Source: [C, Eq. C21].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q, v = kt.neutral(robot), [0.1] * robot.nv
    >>> A, dA = kt.center_of_mass_coordinates(robot, q, v)
    >>> M = A.T @ kt.crba(robot, q) @ A
    >>> bool(abs(M[:3, 3:]).max() < 1e-12)
    True
    """
    R = _placement(model, q).rotation
    turn, n = skew(v[3:6]) @ R.T, model.nv
    J = center_of_mass_jacobian(model, q)[:, 3:]
    rate = centroidal_momentum_matrix_time_derivative(model, q, v)[:3, 3:]
    dJ = over_mass(rate, subtree_masses(model)[0])
    ones = concatenate([zeros(3, n), concatenate([zeros(3, n - 3), eye(n - 3)]).T])
    A = concatenate([R, -(J.T @ R)]).T
    dA = concatenate([-turn.T, (turn @ J - R.T @ dJ).T]).T
    below = zeros(n - 3, n)
    return CenterOfMassCoordinates(ones + concatenate([A, below]), concatenate([dA, below]))


def _placement(model: Model, q: Array) -> SE3:
    """That of the base in the world."""
    base = model.joints[0] if model.joints else None
    if base is None or not isinstance(base.type, FreeFlyer):
        found = "it has no joint" if base is None else f"its first, {base.name!r}, is {base.type}"
        raise ModelError(
            f"{model.name}: the robot has no floating base: {found}; expected a FreeFlyer, as "
            "kt.load(..., floating_base=True) gives."
        )
    return base.placement(q)


def _seen(representation: Representation, T_world_base: SE3) -> SE3:
    """The placement of the base in the frame in which its velocity is written."""
    if representation == "body":
        return SE3.identity()
    return T_world_base if representation == "inertial" else SE3(T_world_base.rotation, zeros(3))


def _drift(representation: Representation, V: Motion) -> Motion:
    """X^-1 (dX/dt) V, of the base's velocity in that frame; V x V = 0 for "inertial"."""
    return Motion(zeros(3), V.angular).cross(V) if representation == "mixed" else Motion.zero()
