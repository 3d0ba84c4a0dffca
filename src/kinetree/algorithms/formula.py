"""`formula`: a page without a robot as a function of arrays with leading batch axes."""

import inspect
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from ..door import algorithm
from ..model import Model, ModelBuilder


class Formula:
    """A page of Python without a robot, compiled as an algorithm is.

    `formula(*operands, out=None)` on arrays with leading batch axes; on complex numbers, mpmath,
    symbols and traced numbers it runs the page.
    """

    def __init__(self, signature: str, page: Callable[..., Any]) -> None:
        @wraps(page)
        def of_no_robot(model: Model, *operands: Any) -> Any:
            return page(*operands)

        listed = inspect.signature(page).parameters.values()
        model = inspect.Parameter("model", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        vars(of_no_robot)["__signature__"] = inspect.Signature([model, *listed])
        of_no_robot.__name__ = f"{page.__module__.rpartition('.')[2]}.{page.__name__}"
        self.algorithm = algorithm(signature)(of_no_robot)
        self.__name__, self.__qualname__, self.__doc__ = page.__name__, page.__name__, page.__doc__
        self.__module__, self.__wrapped__ = page.__module__, of_no_robot

    def __call__(self, *operands: Any, **keywords: Any) -> Any:
        return self.algorithm(_no_robot(), *operands, **keywords)

    def __reduce__(self) -> str:
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<kinetree formula {self.algorithm.__name__}>"


@cache
def _no_robot() -> Model:
    return ModelBuilder("no robot").build()


def formula(signature: str) -> Callable[[Callable[..., Any]], Formula]:
    """Make a formula of a page whose parameters are its operands."""

    def decorate(page: Callable[..., Any]) -> Formula:
        return Formula(signature, page)

    return decorate
