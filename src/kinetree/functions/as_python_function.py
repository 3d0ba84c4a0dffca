"""Algorithms and functions as Python takes its own: their signature for `help`, and pickles."""

import sys
from collections.abc import Callable
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any

from ..errors import KinetreeError

if TYPE_CHECKING:
    from .function import Function


class CallSignature:
    """The signature of a function's calls, as a property that its class does not have."""

    def __get__(self, function: "Function | None", owner: type) -> Signature:
        if function is None:
            raise AttributeError  # the class itself has the signature of its constructor
        own, only = function.parameters, Parameter.KEYWORD_ONLY
        operands = dict.fromkeys((*function.first, *own.required), Parameter.empty)
        operands |= dict.fromkeys(x for x in own.names if x not in operands)
        keywords = dict.fromkeys(name for name in function.dims if name not in own.operands)
        listed = [
            Parameter(n, Parameter.POSITIONAL_OR_KEYWORD, default=x) for n, x in operands.items()
        ]
        listed += [Parameter(n, only, default=x) for n, x in (own.statics | keywords).items()]
        return Signature([*listed, Parameter("out", only, default=None)])


def reduced(function: "Function") -> Any:
    """A pickle by name, as those of Python's functions; that of a derivative by its recipe."""
    if function.recipe is not None:
        return function.recipe
    module, name = function.__module__, function.__qualname__
    if named_object(module, name) is not function:
        raise KinetreeError(
            f"{function.__name__} cannot be pickled: {module}.{name} is not this object; define it "
            "at the top level of a module, under its name."
        )
    if module == "__main__":  # where a pickle by name is to find the Python function itself
        function.function.__qualname__ = f"{name}.function"
        return _of_program, (name, type(function), function.function, *function.settings)
    return name


def _of_program(
    name: str,
    kind: "Callable[..., Function]",
    function: Callable[..., Any],
    signature: Any,
    keywords: dict[str, Any],
) -> "Function":
    """A function that a program defines: the program's own, or in another process a new one."""
    value = named_object("__main__", name)
    own = getattr(value, "function", None)
    return value if own is function else kind(function, signature, **keywords)


def named_object(module: str, name: str) -> Any:
    """The object with a name in a module that is imported; None if there is none."""
    value: Any = sys.modules.get(module)
    for part in name.split("."):
        value = getattr(value, part, None)
    return value
