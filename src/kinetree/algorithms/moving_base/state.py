"""The base's velocity in the representations of other libraries and papers, and a robot's state."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from ...errors import ModelError
from ...functions import algorithm
from ...model import Model, TreeJoint
from ...model.joints import FreeFlyer
from ...model.joints.base import block_diagonal
from ...scalar.array import Array, as_array
from ...scalar.math import concatenate, eye, stack, zeros
from ...spatial import SE3, Columns, Motion, motions
from ..kinematics import Reference, frame_in_reference, split_motion

Representation = Literal["body", "inertial", "mixed"]
_REFERENCES: Final[dict[Representation, Reference]] = {
    "body": "local",
    "inertial": "world",
    "mixed": "local_world_aligned",
}


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
    V = base_frame(from_, T).act_inverse(Motion.from_vector(v[:6]))
    return concatenate([(base_frame(to, T) @ V).vector, v[6:]])


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
    V, A = (base_frame(from_, T).act_inverse(Motion.from_vector(x[:6])) for x in (v, a))
    A = A - convective(from_, V) + convective(to, V)
    return concatenate([(base_frame(to, T) @ A).vector, a[6:]])


class Speeds(NamedTuple):
    """The matrix of a change of velocities and its rate, (..., nv, nv) each."""

    A: Array
    dA: Array


@algorithm("(nq),(nv)->(nv,nv),(nv,nv)")
def speeds(
    model: Model, q: Array, v: Array, *, from_: Representation, to: Representation
) -> Speeds:
    """A and dA/dt with v = A w, of velocities v in the representation `from_` and w in `to`.

    `kt.change_of_coordinates` takes both: with from_="body" it gives M, C, g and tau for velocities
    in `to`; a Jacobian J becomes J A. dA/dt is that of the motion with v, in `from_`, too.
    Shapes: q (..., nq), v (..., nv); results (..., nv, nv). Representations are those of
    `base_velocity`. Raises ModelError where the first joint is no FreeFlyer.
    Source: [Bos2022, Table 4] and [PinocchioSheet, Cross products].

    >>> import kinetree as kt
    >>> robot = kt.robots.quadruped()
    >>> q, v = kt.neutral(robot), [0.1] * robot.nv
    >>> A, dA = kt.convert.speeds(robot, q, v, from_="body", to="mixed")
    >>> M, C = kt.crba(robot, q), kt.coriolis_matrix(robot, q, v)
    >>> g = kt.generalized_gravity(robot, q)
    >>> kt.change_of_coordinates(M, C, g, g, A, dA).C.shape
    (18, 18)
    """
    T, others = floating_base(model).placement(q), model.nv - 6
    V = base_frame(from_, T).act_inverse(Motion.from_vector(v[:6]))
    columns = motions(map(Motion.from_vector, eye(6))).moved_back(base_frame(to, T))
    turning = _relative(from_, V) - _relative(to, V)
    A, dA = (base_frame(from_, T) @ x for x in (columns, turning.cross(columns)))
    return Speeds(
        block_diagonal([A.matrix, eye(others)]), block_diagonal([dA.matrix, zeros(others, others)])
    )


def _relative(representation: Representation, V: Motion) -> Motion:
    """The motion V of the base relative to the axes and the point of a representation."""
    return split_motion(_REFERENCES[representation], V)[0]


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


def base_frame(representation: Representation, T_world_base: SE3) -> SE3:
    """The placement of the base in the frame in which its velocity is expressed."""
    return frame_in_reference(_REFERENCES[representation], T_world_base)


def convective(representation: Representation, V: Motion) -> Motion:
    """X^-1 (dX/dt) V, of the base's velocity in that frame; V x V = 0 for "inertial"."""
    return Motion(zeros(3), V.angular).cross(V) if representation == "mixed" else Motion.zero()


@dataclass(frozen=True)
class MovingBaseState:
    """The base's pose and body twist, and q and v in which the base has the neutral pose."""

    pose: SE3
    V: Motion
    q: Array
    v: Array
    representation: Representation

    @classmethod
    def of(
        cls, model: Model, H: Array, s: Array, twist: Array, ds: Array, how: Representation
    ) -> "MovingBaseState":
        T = SE3(H[:3, :3], H[:3, 3])
        V = base_frame(how, T).act_inverse(Motion.from_vector(twist))
        return cls(T, V, configuration(model, s), concatenate([V.vector, ds]), how)

    def acceleration(self, vector: Array) -> Motion:
        """The rate of the body twist, from the acceleration of the base in the representation."""
        A = Motion.from_vector(vector)
        if self.representation != "mixed":
            return A
        return base_frame("mixed", self.pose).act_inverse(A) - convective("mixed", self.V)

    def model_at_pose(self, model: Model) -> Model:
        """The robot with the base at the pose in the neutral q of its joint."""
        universe, _, *others = model.placements
        return model.replace(placements=stack([universe, self.pose.matrix, *others]))

    def pose_derivative(self, x: Motion) -> Columns[Motion]:
        """The derivative by the pose of the body components of a vector.

        Its components in the representation are constant. With H exp(e) those of the body change
        by x cross the part of e that moves the body relative to the axes of the representation.
        """
        units = map(Motion.from_vector, eye(6))
        return x.cross(motions([_relative(self.representation, e) for e in units]))


def configuration(model: Model, s: Array) -> Array:
    """The q of a robot on one moving base from the q of all other joints."""
    base = floating_base(model)
    beside = [repr(j.name) for j in model.joints[1:] if j.parent == 0]
    if beside:
        raise ModelError(
            f"{model.name}: beside the floating base {base.name!r} the world has the "
            f"children {', '.join(beside)}; expected one tree with the base at its root. "
            "kt.rnea, kt.rnea_derivatives and kt.linearize take several."
        )
    return concatenate([as_array(base.type.neutral()), s])
