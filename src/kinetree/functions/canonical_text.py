"""Texts that determine values, the same in every process: with them the disk cache finds kernels.

Kinetree's own code has one, and policies and costs that refer to nothing but that, to data, and to
pure functions of Python: their kernels are found without tracing.
"""

import io
import pickle
import sys
from types import BuiltinFunctionType, FunctionType
from typing import Any, Final

from ..errors import KinetreeError
from ..scalar.array import Array
from .content_keys import PLAIN, PROTOCOL, Same, contents_of_array, is_own, is_pure

_PURE: Final = tuple(
    f"kinetree.{package}."
    for package in ("algorithms", "control", "rotations", "scalar", "simulation", "spatial")
)
"""Packages whose functions compute with their arguments alone; others read files, draw samples."""


def canonical_text(x: object) -> str | None:
    """A text that determines a value; None where a part is neither kinetree's nor plain data.

    That of a user's algorithm is None, and that of the `code_key` of a policy that refers to other
    packages, to modules, or to functions that read files or draw samples: what they compute may
    change, and they are traced in every process.
    """
    buffer = io.BytesIO()
    pickler = _Canonical(buffer, PROTOCOL)
    pickler.fast = True  # two equal strings are written alike, whether they are one object or two
    try:
        pickler.dump(x)
    except (pickle.PicklingError, TypeError, ValueError, KinetreeError):
        return None
    return buffer.getvalue().hex()


class _Canonical(pickle.Pickler):
    """A pickler that takes plain data, and what is of kinetree, by names."""

    def persistent_id(self, obj: object) -> object:
        """The contents of an array, the name of a class or function; None for other values."""
        kind = type(obj)
        if kind in (*PLAIN, bytes, tuple, list, dict, slice):
            return None
        text: object = None
        if isinstance(obj, Array):
            elements = tuple(obj.flat)
            if all(type(x) in PLAIN for x in elements):
                text = "array", obj.shape, elements
        elif (contents := contents_of_array(obj)) is not None:
            text = contents
        elif isinstance(obj, type) or hasattr(obj, "__qualname__"):
            text = None if kind is BuiltinFunctionType and not is_pure(obj) else _named(obj)
        elif is_own(kind) and (not isinstance(obj, Same) or _is_same_in_every_process(obj.value)):
            return None
        if text is None:
            raise pickle.PicklingError
        return text


def _named(x: Any) -> object:
    """The contents that a function or an algorithm has, or else its name."""
    contents = getattr(x, "contents", None)
    contents = contents() if callable(contents) else contents
    return _qualified_name(x) if contents is None else canonical_text(contents)


def _is_same_in_every_process(x: object) -> bool:
    """Whether what a policy refers to computes the same in every process."""
    return not isinstance(x, (FunctionType, type)) or x.__module__.startswith(_PURE)


def _qualified_name(x: Any) -> str:
    """The qualified name of a class or function of kinetree; it must lead back to it."""
    if (x.__module__ or "").partition(".")[0] not in ("kinetree", "builtins"):
        raise pickle.PicklingError
    named = named_object(x.__module__, x.__qualname__)
    if x is not named and x is not getattr(named, "__wrapped__", None):
        raise pickle.PicklingError
    return f"{x.__module__}.{x.__qualname__}"


def named_object(module: str, name: str) -> Any:
    """The object with a name in a module that is imported; None if there is none."""
    value: Any = sys.modules.get(module)
    for part in name.split("."):
        value = getattr(value, part, None)
    return value
