"""The signature of calls of algorithms and functions, for `help` and `inspect.signature`."""

from inspect import Parameter, Signature
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .traced import TracedFunction


class OfCalls:
    """The call of a function as `inspect.signature` and `help` show it."""

    def __get__(self, function: "TracedFunction | None", owner: type) -> Signature:
        if function is None:
            raise AttributeError  # the class itself has the signature of its constructor
        own, only = function.parameters, Parameter.KEYWORD_ONLY
        operands = dict.fromkeys((*function.first, *own.required), Parameter.empty)
        operands |= dict.fromkeys(own.operands[len(own.required) :])
        keywords = dict.fromkeys(name for name in function.dims if name not in own.operands)
        listed = [
            Parameter(n, Parameter.POSITIONAL_OR_KEYWORD, default=x) for n, x in operands.items()
        ]
        listed += [Parameter(n, only, default=x) for n, x in (own.statics | keywords).items()]
        return Signature([*listed, Parameter("out", only, default=None)])
