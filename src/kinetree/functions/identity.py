"""Names that outlive the process, for algorithms on robots that are kinetree's own throughout.

Such a name lets the disk cache find a kernel without tracing. What a user wrote has none: that its
source is the same says nothing of what it refers to, so it is traced again in every process.
"""

import sys
from typing import Any, Final, cast

import numpy as np

from ..scalar.array import Array

_PLAIN: Final = frozenset({type(None), bool, int, float, complex, str})


class _Foreign(Exception):
    """Something is not kinetree's own."""


def described(x: Any) -> str | None:
    """All of a value in words, or None where part of it is not kinetree's own."""
    words: list[str] = []
    try:
        _add(words, x)
    except _Foreign:
        return None
    return " ".join(words)


def _add(words: list[str], x: Any) -> None:
    kind = cast(type[Any], type(x))
    if kind in _PLAIN or isinstance(x, np.generic):
        words.append(f"{kind.__name__}:{x!r}")
    elif isinstance(x, (tuple, list)):
        words.append(f"{_name(kind)}[")
        for part in cast(list[Any], x):
            _add(words, part)
        words.append("]")
    elif kind is dict:
        _add(words, list(cast(dict[Any, Any], x).items()))
    elif isinstance(x, slice):
        words.append(repr(cast(Any, x)))
    elif isinstance(x, Array):
        if not all(type(entry) in _PLAIN for entry in x.flat):
            raise _Foreign
        words.append(f"array{x.shape}{x.flat}")
    elif isinstance(x, np.ndarray):
        array = cast(Any, x)
        words.append(f"numpy{array.shape}{array.dtype.str}{array.tobytes().hex()}")
    elif isinstance(x, type) or hasattr(x, "__qualname__"):
        words.append(_name(x))
    elif kind.__module__ == "builtins":
        raise _Foreign
    else:
        words.append(f"{_name(kind)}(")
        slots = [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]
        _add(words, {name: getattr(x, name) for name in slots if hasattr(x, name)})
        _add(words, getattr(x, "__dict__", {}))
        words.append(")")


def _name(x: Any) -> str:
    """The name of a class or function that is found under it again."""
    if x.__module__.partition(".")[0] not in ("kinetree", "builtins"):
        raise _Foreign
    found: Any = sys.modules.get(x.__module__)
    for part in x.__qualname__.split("."):
        found = getattr(found, part, None)
    if x is not found and x is not getattr(found, "__wrapped__", None):
        raise _Foreign
    return f"{x.__module__}.{x.__qualname__}"
