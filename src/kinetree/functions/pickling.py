"""Pickles of algorithms and functions, which are found by name in another process."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .traced import TracedFunction


def named_object(module: str, name: str) -> Any:
    """The object with a name in a module that is imported; None if there is none."""
    value: Any = sys.modules.get(module)
    for part in name.split("."):
        value = getattr(value, part, None)
    return value


def of_program(
    name: str,
    kind: "Callable[..., TracedFunction]",
    function: Callable[..., Any],
    signature: Any,
    keywords: dict[str, Any],
) -> "TracedFunction":
    """A function that a program defines: the program's own, or in another process a new one."""
    value = named_object("__main__", name)
    own = getattr(value, "function", None)
    return value if own is function else kind(function, signature, **keywords)
