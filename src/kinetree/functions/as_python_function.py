"""Algorithms and functions as Python takes its own: their signature for `help`, and pickles."""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any

from ..errors import KinetreeError
from .canonical_text import named_object
from .definition import define


class CallSignature:
    """The signature of a function's calls, as a property that its class does not have."""

    def __get__(self, function: Any, owner: type) -> Signature:
        if function is None:
            raise AttributeError  # the class itself has the signature of its constructor
        definition, only = function.definition, Parameter.KEYWORD_ONLY
        own = definition.parameters
        operands = dict.fromkeys((*definition.first, *own.names))
        parts = {name: x.parts for name, x in own.groups.items()}
        needed = (x for x in own.names if {*parts.get(x, [x])} & {*own.required})
        operands |= dict.fromkeys((*definition.first, *needed), Parameter.empty)
        keywords = dict.fromkeys(name for name in definition.dims if name not in own.operands)
        listed = [
            Parameter(n, Parameter.POSITIONAL_OR_KEYWORD, default=x) for n, x in operands.items()
        ]
        listed += [Parameter(n, only, default=x) for n, x in (own.statics | keywords).items()]
        return Signature([*listed, Parameter("out", only, default=None)])


def reduced(function: Any) -> Any:
    """A pickle by name, as those of Python's functions; that of a derivative by its identity."""
    make, arguments = function.definition.identity
    if make is not define:
        return make, arguments
    module, name = function.__module__, function.__qualname__
    if named_object(module, name) is not function:
        raise KinetreeError(
            f"{function.__name__} cannot be pickled: {module}.{name} is not this object; define it "
            "at the top level of a module, under its name."
        )
    if module == "__main__":  # where a pickle by name is to find the Python function itself
        function.__wrapped__.__qualname__ = f"{name}.__wrapped__"
        return _of_program, (name, type(function), arguments)
    return name


def _of_program(name: str, kind: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """A function that a program defines: the program's own, or in another process a new one."""
    value = named_object("__main__", name)
    own = getattr(value, "__wrapped__", None)
    return value if own is arguments[0] else kind(define(*arguments))
