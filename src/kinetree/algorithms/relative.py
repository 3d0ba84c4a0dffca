"""`relative`: what lets all algorithms of a frame take `relative_to=`."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Any

from ..functions import RELATIVE, ResolvedFrame
from ..model import Model
from ..model.chain import chain
from ..spatial import SE3


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
        joints = chain(model.nv, base, model.path(relative_to.joint), model.path(frame.joint))
        placement = frame.placement if joints.joints else base.inverse() @ frame.placement
        seen_frame = ResolvedFrame(len(joints.joints), placement)
        return function(joints, *operands, frame=seen_frame, **statics)

    own = signature(function)
    more = Parameter(RELATIVE, Parameter.KEYWORD_ONLY, default=None)
    vars(seen)["__signature__"] = own.replace(parameters=[*own.parameters.values(), more])
    return seen
