"""Keys of values by their contents: of functions that are compiled in, and of the disk cache.

A policy or a cost is compiled into a kernel. A lambda in a loop, or a cell of a notebook that runs
again, makes a new function object each time: `code_key` holds what the function computes with
instead, its bytecode, its defaults, and the present values of its closure and of the globals it
reads. `canonical_text` is the same in every process, so that the disk cache finds a kernel without
tracing; only kinetree's own code has one. Python's pickler walks the values of both.
"""

import builtins
import dis
import io
import pickle
import sys
import sysconfig
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final, cast

import numpy as np
from numpy.typing import ArrayLike

from ..errors import KinetreeError
from ..scalar.array import Array
from ..scalar.expr import Expr
from ..scalar.graph import Graph
from .as_python_function import named_object

_PROTOCOL: Final = 4
_MARKER: Final = object
"""What stands in pickles, which are not read, where the maker of an object would."""
_PLAIN: Final = frozenset({type(None), bool, int, float, complex, str})
_DATA: Final = (*_PLAIN, bytes, tuple, list, set, frozenset, dict, np.ndarray)
_UNBOUNDED: Final = (eval, exec, globals, locals, vars)
"""Builtins through which a function reads what its code does not name."""
_ABSENT: Final = "no such name"
_OF_CLASSES: Final = ("__module__", "__doc__", "__qualname__", "__dataclass_fields__")
_INSTALLED: Final = (
    *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")),
    str(Path(__file__).parents[1]),
    "<frozen",
)
"""Places of code that does not change while a program runs."""


class _Same:
    """An object that only equals itself."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def code_key(function: Callable[..., object]) -> tuple[object, ...]:
    """A key of a function, its contents at the time of the call; else the function itself.

    Values are compared by content (numbers, strings, arrays, containers, functions, objects that
    can be pickled), modules and installed code by identity. Where a value is of no such kind, as a
    generator or an open file, or one that is traced, only the same function object is equal.
    """
    contents = _Contents()
    try:
        contents.dump(function)
    except Exception:  # that of any __reduce__, too
        return (_Same(function),)
    return contents.buffer.getvalue(), *contents.distinct


class _Contents(pickle.Pickler):
    """A pickler that writes functions as what they compute with, and nothing that can be read.

    `distinct` are the objects that only equal themselves; their places in it are written.
    """

    def __init__(self) -> None:
        self.buffer = io.BytesIO()
        super().__init__(self.buffer, _PROTOCOL)
        self.distinct: list[_Same] = []

    def reducer_override(self, obj: object) -> Any:
        """A marker, contents, and a state, which may refer to the object; else Python's own way."""
        if isinstance(obj, FunctionType):
            return self._function(obj)
        if isinstance(obj, MethodType):
            return _MARKER, (obj.__func__, obj.__self__)
        kind = type(obj)
        if kind in (Expr, Graph) or (kind is BuiltinFunctionType and obj in _UNBOUNDED):
            raise pickle.PicklingError  # traced, or what code does not name
        if isinstance(obj, type):
            plain = obj.__module__ == "builtins" and hasattr(builtins, obj.__name__)
            return NotImplemented if plain else self._same(obj, dict(_body(obj)))
        if kind is ModuleType or (_is_own(kind) and hasattr(obj, "call_table")):
            return self._same(obj)  # a model, which does not change
        return self._instance(obj, kind)

    def _instance(self, obj: object, kind: type) -> object:
        """An object by its contents, as far as they can be written; else itself."""
        pickles = (".__getstate__", ".__reduce__", ".__reduce_ex__")  # they may leave out values
        if any(name.endswith(pickles) for name, _ in _body(kind)):
            return self._same(obj, vars(obj))
        try:
            reduced = obj.__reduce_ex__(_PROTOCOL)
        except TypeError:  # a lock, an open file, a generator
            return self._same(obj)
        if isinstance(reduced, str) and _is_own(kind):
            return self._same(obj, getattr(obj, "__wrapped__", None))
        return reduced

    def _same(self, obj: object, contents: object = None) -> object:
        """A distinct object, and what may change in it."""
        self.distinct.append(_Same(obj))
        return _MARKER, (len(self.distinct),), contents

    def _function(self, function: FunctionType) -> object:
        code = function.__code__
        if _is_installed(code.co_filename):
            return self._same(function)
        contents, names = _contents(code)
        cells = [_value(cell) for cell in function.__closure__ or ()]
        read = [_global(function, *name) for name in names]
        values = function.__defaults__, function.__kwdefaults__, function.__dict__, cells, read
        return _MARKER, (contents,), values


def _value(cell: CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # a variable without a value yet
        return _ABSENT


def _global(function: FunctionType, name: str, *attributes: str) -> object:
    """The present value of a global that a function reads, or of an attribute of a module."""
    value = function.__globals__.get(name, getattr(builtins, name, _ABSENT))
    for attribute in attributes:
        if isinstance(value, ModuleType):
            value = getattr(value, attribute, _ABSENT)
    return value


def _body(kind: type) -> Iterator[tuple[str, object]]:
    """The data and functions of a class and its bases, as far as they may change."""
    for base in kind.__mro__:
        module = sys.modules.get(base.__module__)
        if base.__module__ != "__main__" and _is_installed(getattr(module, "__file__", "")):
            continue
        for name, value in vars(base).items():
            code = getattr(value, "__func__", getattr(value, "fget", value))
            if type(code) in (*_DATA, FunctionType) and name not in _OF_CLASSES:
                yield f"{base.__qualname__}.{name}", code


_Names = tuple[tuple[str, ...], ...]
"""The globals that code reads: each a name, and the attributes that are read of it."""


@lru_cache(maxsize=1024)
def _contents(code: CodeType) -> tuple[bytes, _Names]:
    """What code computes, whatever its place in a file, and the globals that it reads."""
    parts: list[object] = [code.co_code, code.co_names, code.co_varnames]
    parts += [code.co_freevars, code.co_cellvars, code.co_flags, code.co_exceptiontable]
    parts += [code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount]
    names = dict.fromkeys(_global_names(code))
    for x in code.co_consts:
        nested, more = _contents(x) if isinstance(x, CodeType) else (x, ())
        parts.append(nested)
        names |= dict.fromkeys(more)
    return pickle.dumps(parts, _PROTOCOL), tuple(names)


def _global_names(code: CodeType) -> Iterator[tuple[str, ...]]:
    path: list[str] = []
    for instruction in dis.get_instructions(code):
        if path and instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            path.append(instruction.argval)
        elif instruction.opname != "CACHE":
            if path:
                yield tuple(path)
            loads = instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME")
            path = [instruction.argval] if loads else []


def _is_own(kind: type) -> bool:
    """Whether a class is kinetree's."""
    return kind.__module__.startswith("kinetree.")


@lru_cache(maxsize=1024)
def _is_installed(file: str | None) -> bool:
    """Whether code is the standard library's, of an installed package, or kinetree's own."""
    return not file or file.startswith(_INSTALLED)


def canonical_text(x: object) -> str | None:
    """A text that determines a value; None where a part is neither kinetree's nor plain data.

    A user's source does not determine what it refers to: it is traced again in every process.
    """
    buffer = io.BytesIO()
    pickler = _Canonical(buffer, _PROTOCOL)
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
        if kind in (*_PLAIN, tuple, list, dict, slice):
            return None
        if isinstance(obj, Array):
            elements = tuple(obj.flat)
            if all(type(x) in _PLAIN for x in elements):
                return "array", obj.shape, elements
        elif isinstance(obj, (np.ndarray, np.generic)):
            array = np.asarray(cast("ArrayLike", obj))
            return kind.__name__, array.shape, array.dtype.str, array.tobytes().hex()
        elif isinstance(obj, type) or hasattr(obj, "__qualname__"):
            return _qualified_name(obj)
        elif _is_own(kind):
            return None
        raise pickle.PicklingError


def _qualified_name(x: Any) -> str:
    """The qualified name of a class or function of kinetree; it must lead back to it."""
    if (x.__module__ or "").partition(".")[0] not in ("kinetree", "builtins"):
        raise pickle.PicklingError
    named = named_object(x.__module__, x.__qualname__)
    if x is not named and x is not getattr(named, "__wrapped__", None):
        raise pickle.PicklingError
    return f"{x.__module__}.{x.__qualname__}"
