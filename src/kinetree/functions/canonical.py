"""Canonical texts of values, the same in every process, of which disk cache keys are made.

They let the disk cache find a kernel without tracing. Only classes and functions of kinetree have
one: a user's source does not determine what it refers to, so it is traced again in every process.
"""

import sys
from typing import Any, Final, cast

import numpy as np

from ..scalar.array import Array

_PLAIN: Final = frozenset({type(None), bool, int, float, complex, str})


class _Foreign(Exception):
    """A part of a value is neither kinetree's nor plain data."""


def canonical_text(x: Any) -> str | None:
    """A text that determines a value; None where a part is neither kinetree's nor plain data."""
    tokens: list[str] = []
    try:
        _append(tokens, x)
    except _Foreign:
        return None
    return " ".join(tokens)


def _append(tokens: list[str], x: Any) -> None:
    kind = cast(type[Any], type(x))
    if kind in _PLAIN or isinstance(x, np.generic):
        tokens.append(f"{kind.__name__}:{x!r}")
    elif isinstance(x, (tuple, list)):
        tokens.append(f"{_qualified_name(kind)}[")
        for part in cast(list[Any], x):
            _append(tokens, part)
        tokens.append("]")
    elif kind is dict:
        _append(tokens, list(cast(dict[Any, Any], x).items()))
    elif isinstance(x, slice):
        tokens.append(repr(cast(Any, x)))
    elif isinstance(x, Array):
        if not all(type(element) in _PLAIN for element in x.flat):
            raise _Foreign
        tokens.append(f"array{x.shape}{x.flat}")
    elif isinstance(x, np.ndarray):
        array = cast(Any, x)
        tokens.append(f"numpy{array.shape}{array.dtype.str}{array.tobytes().hex()}")
    elif isinstance(x, type) or hasattr(x, "__qualname__"):
        tokens.append(_qualified_name(x))
    elif kind.__module__ == "builtins":
        raise _Foreign
    else:
        tokens.append(f"{_qualified_name(kind)}(")
        slots = [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]
        _append(tokens, {name: getattr(x, name) for name in slots if hasattr(x, name)})
        _append(tokens, getattr(x, "__dict__", {}))
        tokens.append(")")


def _qualified_name(x: Any) -> str:
    """The qualified name of a class or function of kinetree; it must lead back to it."""
    if (x.__module__ or "").partition(".")[0] not in ("kinetree", "builtins"):
        raise _Foreign
    found: Any = sys.modules.get(x.__module__)
    for part in x.__qualname__.split("."):
        found = getattr(found, part, None)
    if x is not found and x is not getattr(found, "__wrapped__", None):
        raise _Foreign
    return f"{x.__module__}.{x.__qualname__}"
