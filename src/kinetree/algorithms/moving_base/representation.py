"""The velocity of a floating base in the representations of other libraries and papers."""

from typing import Literal

from ...errors import ModelError
from ...functions import algorithm
from ...model import Model, TreeJoint
from ...model.joints import FreeFlyer
from ...scalar.array import Array
from ...scalar.math import concatenate, zeros
from ...spatial import SE3, Motion

Representation = Literal["body", "inertial", "mixed"]


@algorithm("(nq),(nv)->(nv)")
def base_velocity(
    model: Model, q: Array, v: Array, *, from_: Representation, to: Representation
) -> Array:
    """v with its first six elements, the base's velocity, in another representation.

    "body": the twist of the base in its axes, as v is here and in Pinocchio; "inertial": the
    same twist in the axes and at the origin of the world, as in [Bos2022]; "mixed": the velocity
    of the base's origin and the angular velocity in the axes of the world, as in adam and jaxsim.
    Shapes: q (..., nq), v (..., nv); result (..., nv), [linear; angular] first. Raises ModelError
    where the first joint is no FreeFlyer.
    Source: [Bos2022, Table 4] and [PinocchioSheet, Motion Application].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q, v = kt.neutral(robot), [1.0] * robot.nv
    >>> q[1] = 2.0
    >>> kt.convert.base_velocity(robot, q, v, from_="body", to="inertial")[:6].tolist()
    [3.0, 1.0, -1.0, 1.0, 1.0, 1.0]
    """
    T = floating_base(model).placement(q)
    V = representation_frame(from_, T).act_inverse(Motion.from_vector(v[:6]))
    return concatenate([(representation_frame(to, T) @ V).vector, v[6:]])


@algorithm("(nq),(nv),(nv)->(nv)")
def base_acceleration(
    model: Model, q: Array, v: Array, a: Array, *, from_: Representation, to: Representation
) -> Array:
    """a with its first six elements in another representation: the rate of `base_velocity`.

    v and a are in the representation `from_`, a as the rate of v; the result is the rate of
    v in the representation `to`: X a' + (dX/dt) v'. Representations are those of `base_velocity`.
    Shapes: q (..., nq), v and a (..., nv); result (..., nv). Raises ModelError where the first
    joint is no FreeFlyer. Source: [Bos2022, Table 4] and [PinocchioSheet, Cross products].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q, v, a = kt.neutral(robot), [0.0] * robot.nv, [0.0] * robot.nv
    >>> v[0], v[5] = 3.0, 2.0  # a circle: the body twist is constant
    >>> kt.convert.base_acceleration(robot, q, v, a, from_="body", to="mixed")[:3].tolist()
    [0.0, 6.0, 0.0]
    """
    T = floating_base(model).placement(q)
    V = representation_frame(from_, T).act_inverse(Motion.from_vector(v[:6]))
    A = (
        representation_frame(from_, T).act_inverse(Motion.from_vector(a[:6]))
        - convective(from_, V)
        + convective(to, V)
    )
    return concatenate([(representation_frame(to, T) @ A).vector, a[6:]])


def floating_base(model: Model) -> TreeJoint:
    """The joint of the base; raises ModelError where the first joint is no FreeFlyer."""
    base = model.joints[0] if model.joints else None
    if base is None or not isinstance(base.type, FreeFlyer):
        reason = "it has no joint" if base is None else f"its first, {base.name!r}, is {base.type}"
        raise ModelError(
            f"{model.name}: the robot has no floating base: {reason}; expected a FreeFlyer, as "
            "kt.load(..., floating_base=True) gives."
        )
    return base


def representation_frame(representation: Representation, T_world_base: SE3) -> SE3:
    """The placement of the base in the frame in which its velocity is expressed."""
    if representation == "body":
        return SE3.identity()
    return T_world_base if representation == "inertial" else SE3(T_world_base.rotation, zeros(3))


def convective(representation: Representation, V: Motion) -> Motion:
    """X^-1 (dX/dt) V, of the base's velocity in that frame; V x V = 0 for "inertial"."""
    return Motion(zeros(3), V.angular).cross(V) if representation == "mixed" else Motion.zero()
