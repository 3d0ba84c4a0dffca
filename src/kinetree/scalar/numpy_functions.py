"""NumPy's functions called with traced numbers: those of `kt.math` of the same meaning."""

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NoReturn

import numpy as np

from ..errors import TraceError, user_line
from .numpy_replacements import REPLACEMENT
from .types import Scalar

UFUNCS: Final[dict[str, Callable[..., Scalar]]] = {}
FUNCTIONS: Final[dict[str, Callable[..., Scalar]]] = {}
"""The functions of `kt.math` by the names of NumPy's; it fills them in."""

NAMES: Final[list[str]] = []
"""The names that `kt.math` has."""


class NumpyFunctions:
    """NumPy's protocol for arrays of other libraries, of traced numbers and Arrays."""

    __slots__ = ()

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Scalar, **kwargs: object
    ) -> Scalar:
        name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
        function = UFUNCS.get(name)
        if function is None:
            _refuse(name)
        if kwargs:
            _refuse_arguments(name, "(x, y)" if ufunc.nin == 2 else "(x)")
        return function(*inputs)

    def __array_function__(
        self,
        function: Callable[..., Scalar],
        types: Iterable[type],
        args: Iterable[Scalar],
        kwargs: Mapping[str, Scalar],
    ) -> Scalar:
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
        remedy = f"did you mean kt.math.{near[0]}? " if near else ""
        remedy += f"kt.math has: {', '.join(NAMES)}"
    else:
        remedy = f"instead: {use}"
    raise TraceError(f"{user_line()}: np.{name} does not take traced numbers; {remedy}.")
