"""`formula`: functions of generic scalars as functions of arrays with leading batch axes."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, final

import numpy as np

from ..functions import algorithm


class Formula:
    """A function of generic scalars without a robot, compiled as an algorithm.

    `formula(*operands, out=None)` on arrays with leading batch axes; on complex numbers, mpmath,
    symbols and traced scalars it runs the Python function.
    """

    def __init__(self, signature: str, function: Callable[..., Any]) -> None:
        @wraps(function)
        def of_no_robot(model: _NoRobot, *operands: Any) -> Any:
            return function(*operands)

        listed = inspect.signature(function).parameters.values()
        model = inspect.Parameter("model", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        vars(of_no_robot)["__signature__"] = inspect.Signature([model, *listed])
        of_no_robot.__name__ = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        self.algorithm = algorithm(signature)(of_no_robot)
        self.__name__, self.__qualname__ = function.__name__, function.__name__
        self.__module__, self.__doc__ = function.__module__, function.__doc__
        self.__wrapped__ = of_no_robot

    def __call__(self, *operands: Any, **keywords: Any) -> Any:
        return self.algorithm(_NO_ROBOT, *operands, **keywords)

    def __reduce__(self) -> str:
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<kinetree formula {self.algorithm.__name__}>"


@final
class _NoRobot:
    """The empty model of a formula."""

    name = "no robot"
    nq = nv = njoints = nframes = 0
    gravity = inertias = armature = placements = spring_reference = np.zeros(0)
    numeric, coupled = True, False

    def __init__(self) -> None:
        self.dispatch: dict[Any, Any] = {}

    @property
    def structural(self) -> "_NoRobot":
        return self

    @property
    def content(self) -> Any:
        return type(self)

    def frame(self, name: Any) -> Any:
        raise NotImplementedError("there are no frames without a robot.")

    def replace(self, **changes: Any) -> "_NoRobot":
        return self


_NO_ROBOT: Final = _NoRobot()


def formula(signature: str) -> Callable[[Callable[..., Any]], Formula]:
    """Make a formula of a function whose parameters are its operands."""

    def decorate(function: Callable[..., Any]) -> Formula:
        return Formula(signature, function)

    return decorate
