"""The table of calls that were seen: what computes a call, found by how it was written."""

from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

from ..compiler.kernel import Kernel
from .primitive import Primitive

K = TypeVar("K")
V = TypeVar("V")
MOST: Final = 1000
"""Entries of a table, the oldest of which make place for new ones."""
CallKey = object
"""The definition for a call of its required operands, by position, as float64 arrays; for any other
call a tuple (definition, present operands, kind, *lengths of free axes, *keys of statics)."""


class CallTable(dict[CallKey, Callable[..., Any]]):
    """What computes the calls that were seen, by their keys; and all kernels that were made.

    A model has one, and so has a function without a robot. Compiled calls run kernels only; on
    arrays of a framework a primitive computes a call.
    """

    __slots__ = ("constants", "kernels", "primitives")

    def __init__(self) -> None:
        super().__init__()
        self.kernels: dict[tuple[object, ...], Kernel] = {}
        """By function, statics as they are resolved on the model, dtype, sizes and operands."""
        self.primitives: dict[tuple[object, ...], Primitive] = {}
        self.constants: dict[Hashable, object] = {}
        """What packages above compute of the model, by keys of their own."""


def put(table: dict[K, V], key: K, value: V, most: int = MOST) -> V:
    """The value of a key, a new one if there is none; then the oldest goes where there are most."""
    while key not in table and len(table) >= most:
        table.pop(next(iter(table)), None)
    return table.setdefault(key, value)
