"""The state of a robot whose base has a pose and a twist, as q, v and a of its joints."""

from dataclasses import dataclass

from ...errors import ModelError
from ...model import Model
from ...scalar.array import Array, as_array
from ...scalar.math import concatenate, eye, stack, zeros
from ...spatial import SE3, Columns, Motion, motions
from .representation import Representation, convective, floating_base, representation_frame


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
        V = representation_frame(how, T).act_inverse(Motion.from_vector(twist))
        return cls(T, V, configuration(model, s), concatenate([V.vector, ds]), how)

    def acceleration(self, vector: Array) -> Motion:
        """The rate of the body twist, from the acceleration of the base in the representation."""
        A = Motion.from_vector(vector)
        if self.representation != "mixed":
            return A
        return representation_frame("mixed", self.pose).act_inverse(A) - convective("mixed", self.V)

    def model_at_pose(self, model: Model) -> Model:
        """The robot with the base at the pose in the neutral q of its joint."""
        universe, _, *others = model.placements
        return model.replace(placements=stack([universe, self.pose.matrix, *others]))

    def pose_derivative(self, x: Motion) -> Columns[Motion]:
        """The derivative by the pose of the body components of a vector.

        Its components in the representation are constant. With H exp(e) those of the body change
        by x cross the part of e that moves the body relative to the axes of the representation.
        """
        units = [Motion.from_vector(e) for e in eye(6)]
        if self.representation == "body":
            return motions([Motion.zero() for _ in units])
        if self.representation == "mixed":
            units = [Motion(zeros(3), e.angular) for e in units]
        return x.cross(motions(units))


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
