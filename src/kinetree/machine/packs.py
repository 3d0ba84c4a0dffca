"""Several results in one value."""

import collections
from collections.abc import Callable
from functools import lru_cache
from typing import Any

Pack = Callable[..., Any]


@lru_cache
def named_results(title: str, names: tuple[str, ...]) -> Pack:
    """A NamedTuple of results."""
    make: Any = collections.namedtuple  # pyright: ignore[reportUntypedNamedTuple]
    made = make(title if title.isidentifier() else "results", names)
    made.__reduce__ = lambda self: (_named, (title, names, tuple(self)))  # pyright: ignore
    return made


def _named(title: str, names: tuple[str, ...], values: tuple[Any, ...]) -> Any:
    return named_results(title, names)(*values)
