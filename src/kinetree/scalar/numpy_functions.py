"""NumPy's functions called with traced numbers: those of `kt.math` of the same meaning."""

import difflib
import inspect
from collections.abc import Callable
from typing import Any, Final, NoReturn

from ..errors import TraceError, user_line
from .numpy_replacements import REPLACEMENT

UFUNCS: Final[dict[str, Callable[..., Any]]] = {}
FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {}
"""The functions of `kt.math` by the names of NumPy's; it fills them in."""

NAMES: Final[list[str]] = []
"""The names that `kt.math` has."""


class NumpyFunctions:
    """NumPy's protocol for arrays of other libraries, of traced numbers and Arrays."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
        function = UFUNCS.get(name)
        if function is None:
            _refuse(name)
        if kwargs:
            _refuse_arguments(name, "(x, y)" if ufunc.nin == 2 else "(x)")
        return function(*inputs)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        name = f"{function.__module__}.{function.__name__}".removeprefix("numpy.")
        known = FUNCTIONS.get(name)
        if known is None:
            _refuse(name)
        signature = inspect.signature(known)
        try:
            signature.bind(*args, **kwargs)
        except TypeError:
            taken = [str(p.replace(annotation=p.empty)) for p in signature.parameters.values()]
            _refuse_arguments(name, f"({', '.join(taken)})")
        return known(*args, **kwargs)


def _refuse_arguments(name: str, taken: str) -> NoReturn:
    raise TraceError(f"{user_line()}: np.{name} of traced numbers takes {taken}, and nothing else.")


def _refuse(name: str) -> NoReturn:
    use = REPLACEMENT.get(name)
    if use is None:
        near = difflib.get_close_matches(name.rpartition(".")[2], NAMES, 1)
        found = f"did you mean kt.math.{near[0]}? " if near else ""
        found += f"kt.math has: {', '.join(NAMES)}"
    else:
        found = f"instead: {use}"
    raise TraceError(f"{user_line()}: np.{name} does not take traced numbers; {found}.")
