"""`relative`: what lets all algorithms of a frame take `relative_to=`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from inspect import Parameter, signature
from typing import Any, final

from ..functions import RELATIVE, ResolvedFrame
from ..model import Model
from ..model.joints import Joint
from ..model.tree_joint import TreeJoint
from ..scalar.array import Array
from ..spatial import SE3, Columns, Motion, motions


def relative(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function of a frame take `relative_to=`, which takes the place of the world.

    The function runs on the chain of joints from that frame to its own. It reads of its robot
    `nv` and `path(frame.joint)`.
    """

    @wraps(function)
    def seen(
        model: Model,
        *operands: Any,
        frame: ResolvedFrame,
        relative_to: ResolvedFrame | None,
        **statics: Any,
    ) -> Any:
        if relative_to is None:
            return function(model, *operands, frame=frame, **statics)
        base = SE3.from_matrix(relative_to.placement)
        joints = _chain(model.nv, base, model.path(relative_to.joint), model.path(frame.joint))
        placement = frame.placement if joints.joints else base.inverse() @ frame.placement
        seen_frame = ResolvedFrame(len(joints.joints), placement)
        return function(joints, *operands, frame=seen_frame, **statics)

    own = signature(function)
    more = Parameter(RELATIVE, Parameter.KEYWORD_ONLY, default=None)
    vars(seen)["__signature__"] = own.replace(parameters=[*own.parameters.values(), more])
    return seen


@final
class _Reversed(Joint):
    """The placement of a joint's parent body in its child body, in the joint's own q and v."""

    def __init__(self, joint: TreeJoint) -> None:
        self.joint, self.origin = joint.type, joint.origin
        self.nq, self.nv = self.joint.nq, self.joint.nv

    def _forward(self, q: Array) -> SE3:
        return self.origin @ self.joint.placement(q)

    def placement(self, q: Array) -> SE3:
        return self._forward(q).inverse()

    def subspace(self, q: Array) -> Columns[Motion]:
        return -1 * (self._forward(q) @ self.joint.subspace(q))

    def bias(self, q: Array, v: Array) -> Motion:
        return -(self._forward(q) @ self.joint.bias(q, v))

    def subspace_derivatives(self, q: Array) -> tuple[Columns[Motion], ...]:
        T, S = self._forward(q), self.joint.subspace(q)
        along = zip(S.columns, self.joint.subspace_derivatives(q), strict=True)
        return tuple(-1 * (T @ (S.crossed_by(S_k) + dS)) for S_k, dS in along)

    def bias_derivative(self, q: Array, v: Array) -> Columns[Motion]:
        c = motions([self.joint.bias(q, v)] * len(self.joint.subspace(q)))
        pairs = zip(self.joint.subspace(q).columns, c.columns, strict=True)
        turned = motions([S_k.cross(c_k) for S_k, c_k in pairs])
        return -1 * (self._forward(q) @ (turned + self.joint.bias_derivative(q, v)))


@dataclass(frozen=True)
class Chain:
    """The joints from a frame, which is at rest, to a body: what motions of that are made of.

    It stands for a robot in algorithms of one frame; q and v are those of the whole robot.
    """

    nv: int
    joints: tuple[TreeJoint, ...]

    def path(self, joint: int) -> Sequence[TreeJoint]:
        """All joints, for that of the body, the last one; none for the frame at rest."""
        assert joint == len(self.joints), "an algorithm of a chain asks for the body at its end"
        return self.joints


def _chain(nv: int, base: SE3, up: Sequence[TreeJoint], down: Sequence[TreeJoint]) -> Chain:
    """The joints between two bodies, of which these are the paths, from a frame on the first."""
    shared = sum(a.index == b.index for a, b in zip(up, down, strict=False))
    back = [replace(j, type=_Reversed(j), origin=SE3.identity()) for j in reversed(up[shared:])]
    joints = [*back, *down[shared:]]
    if joints:
        joints[0] = replace(joints[0], origin=base.inverse() @ joints[0].origin)
    return Chain(nv, tuple(replace(j, index=n, parent=n - 1) for n, j in enumerate(joints, 1)))
