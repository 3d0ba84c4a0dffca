"""NumPy's functions called with traced numbers: those of `kt.math` of the same meaning."""

from collections.abc import Callable
from typing import Any, Final, NoReturn

from ..errors import TraceError, user_line

UFUNCS: Final[dict[str, Callable[..., Any]]] = {}
FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {}
"""The functions of `kt.math` by the names of NumPy's; it fills them in."""

NAMES: Final[list[str]] = []
"""The names that `kt.math` has."""


class NumpyFunctions:
    """NumPy's protocol for arrays of other libraries, of traced numbers and Arrays."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        function = UFUNCS.get(ufunc.__name__)
        if function is None or method != "__call__" or kwargs:
            _refuse(f"np.{ufunc.__name__}{'' if method == '__call__' else '.' + method}")
        return function(*inputs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        name = function.__name__
        known = FUNCTIONS.get(name)
        expected = 1 if known is None else known.__code__.co_argcount
        if known is None or kwargs or len(args) != expected:
            _refuse(f"{function.__module__}.{name}")
        return known(*args)


def _refuse(name: str) -> NoReturn:
    raise TraceError(
        f"{user_line()}: {name} (or one of its keywords) does not work on traced numbers; "
        f"kt.math has: {', '.join(NAMES)}."
    )
