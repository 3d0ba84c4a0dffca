"""The state of a robot whose base is a pose and a twist, as the joints take it: q, v and a."""

from dataclasses import dataclass

from ...errors import ModelError
from ...model import Model
from ...scalar.array import Array, as_array
from ...scalar.math import concatenate, eye, stack, zeros
from ...spatial import SE3, Columns, Motion, motions
from .representation import Representation, drift, floating_base, seen


@dataclass(frozen=True)
class State:
    """The base's pose and body twist, and q and v in which the base is where joints start."""

    pose: SE3
    V: Motion
    q: Array
    v: Array
    representation: Representation

    @classmethod
    def of(
        cls, model: Model, H: Array, s: Array, twist: Array, ds: Array, how: Representation
    ) -> "State":
        T = SE3(H[:3, :3], H[:3, 3])
        V = seen(how, T).act_inverse(Motion.from_vector(twist))
        return cls(T, V, configuration(model, s), concatenate([V.vector, ds]), how)

    def acceleration(self, given: Array) -> Motion:
        """The rate of the body twist, from the acceleration of the base as it is given."""
        A = Motion.from_vector(given)
        if self.representation != "mixed":
            return A
        return seen("mixed", self.pose).act_inverse(A) - drift("mixed", self.V)

    def placed(self, model: Model) -> Model:
        """The robot with the origin of its base's joint at the pose, where its own q is zero."""
        universe, _, *others = model.placements
        return model.replace(placements=stack([universe, self.pose.matrix, *others]))

    def turned(self, x: Motion) -> Columns[Motion]:
        """How the body components of a vector change with the pose, its given numbers held.

        With H exp(e) they change by x cross the part of e that moves the body against the axes
        in which the representation writes them.
        """
        units = [Motion.from_vector(e) for e in eye(6)]
        if self.representation == "body":
            return motions([Motion.zero() for _ in units])
        if self.representation == "mixed":
            units = [Motion(zeros(3), e.angular) for e in units]
        return x.cross(motions(units))


def configuration(model: Model, s: Array) -> Array:
    """The q of a robot on one moving base from the q of the joints that the base carries."""
    base = floating_base(model)
    beside = [repr(j.name) for j in model.joints[1:] if j.parent == 0]
    if beside:
        raise ModelError(
            f"{model.name}: beside the floating base {base.name!r} the world carries "
            f"{', '.join(beside)}; expected one tree, in which the base carries all other joints. "
            "kt.rnea, kt.rnea_derivatives and kt.linearize take several."
        )
    return concatenate([as_array(base.type.neutral()), s])
