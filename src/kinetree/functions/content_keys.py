"""Keys of functions that are compiled in, by their contents.

A policy or a cost is compiled into a kernel. A lambda in a loop, or a cell of a notebook that runs
again, makes a new function object each time: `code_key` holds what the function computes with
instead, its bytecode, its defaults, and the present values of its closure and of the globals it
reads. Python's pickler walks the values.
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

from ..scalar.expr import Expr
from ..scalar.graph import Graph

PROTOCOL: Final = 4
_MARKER: Final = object
"""What stands in pickles, which are not read, where the maker of an object would."""
PLAIN: Final = frozenset({type(None), bool, int, float, complex, str})
DATA: Final = (*PLAIN, bytes, tuple, list, set, frozenset, dict, np.ndarray)
_UNBOUNDED: Final = (eval, exec, globals, locals, vars)
"""Builtins through which a function reads what its code does not name."""
_IMPURE: Final = (*_UNBOUNDED, open, input, print, id, hash, __import__)
"""Builtins whose results depend on more than their arguments, or that do more."""
_ABSENT: Final = "no such name"
_INSTALLED: Final = (
    *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")),
    str(Path(__file__).parents[1]),
    "<frozen",
)
"""Places of code that does not change while a program runs."""


class Same:
    """An object that only equals itself."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


def code_key(function: Callable[..., object]) -> tuple[object, ...]:
    """A key of a function, its contents at the time of the call; else the function itself.

    Values are compared by content (numbers, strings, arrays, containers, functions, objects that
    can be pickled), modules and installed code by identity. Where a value is of no such kind, as a
    generator or an open file, or one that is traced, only the same function object is equal.
    """
    contents = Contents()
    try:
        contents.dump(function)
    except Exception:  # that of any __reduce__, too
        return (Same(function),)
    return contents.buffer.getvalue(), *contents.distinct


class Contents(pickle.Pickler):
    """A pickler that writes functions as what they compute with, and nothing that can be read.

    `distinct` are the objects that only equal themselves; their places in it are written.
    """

    def __init__(self) -> None:
        self.buffer = io.BytesIO()
        super().__init__(self.buffer, PROTOCOL)
        self.distinct: list[Same] = []

    def reducer_override(self, obj: object) -> Any:
        """A marker, contents, and a state, which may refer to the object; else Python's own way."""
        if isinstance(obj, (FunctionType, MethodType)):
            is_method = isinstance(obj, MethodType)
            return (_MARKER, (obj.__func__, obj.__self__)) if is_method else self.function(obj)
        kind = type(obj)
        if is_fixed(obj):
            return self.same(obj, getattr(getattr(obj, "definition", None), "sources", None))
        if kind in (Expr, Graph) or (kind is BuiltinFunctionType and obj in _UNBOUNDED):
            raise pickle.PicklingError  # traced, or what code does not name
        if kind is BuiltinFunctionType and not is_pure(obj) and is_of_module(obj):
            return self.same(obj)
        if isinstance(obj, type):
            plain = obj.__module__ == "builtins" and hasattr(builtins, obj.__name__)
            return NotImplemented if plain else self.same(obj, dict(_body(obj)))
        if kind is ModuleType:
            return self.same(obj)
        return self.instance(obj, kind)

    def instance(self, obj: object, kind: type) -> object:
        """An object by its contents, as far as they can be written; else itself."""
        if (contents := contents_of_array(obj)) is not None:
            return _MARKER, contents
        pickles = (".__getstate__", ".__reduce__", ".__reduce_ex__")  # they may leave out values
        if any(name.endswith(pickles) for name, _ in _body(kind)):
            return self.same(obj, vars(obj))
        try:
            reduced = obj.__reduce_ex__(PROTOCOL)
        except TypeError:  # a lock, an open file, a generator
            return self.same(obj)
        if isinstance(reduced, str) and is_own(kind):
            return self.same(obj)
        return reduced

    def same(self, obj: object, contents: object = None) -> object:
        """A distinct object, and what may change in it."""
        self.distinct.append(Same(obj))
        return _MARKER, (len(self.distinct),), contents

    def function(self, function: FunctionType) -> object:
        code = function.__code__
        if is_installed(code.co_filename):
            return self.same(function)
        read = [held(holder, name) for _, holder, name in variables_read(function)]
        values = function.__defaults__, function.__kwdefaults__, function.__dict__, read
        return _MARKER, (_contents(code)[0],), values


def variables_read(function: FunctionType) -> Iterator[tuple[str, object, str]]:
    """The label, holder and name of variables of its closure, globals and attributes of modules."""
    for label, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield label, cell, label
    for label, *attributes in _contents(function.__code__)[1]:
        name, own = label, function.__globals__
        holder: object = own if name in own or not hasattr(builtins, name) else builtins
        for attribute in attributes:
            value = held(holder, name)
            if not isinstance(value, ModuleType):
                break
            label, holder, name = f"{label}.{attribute}", value, attribute
        yield label, holder, name


def held(holder: Any, name: str) -> object:
    """The present value of a variable that a cell, a module or its globals hold."""
    if type(holder) is dict:
        return cast(Any, holder).get(name, _ABSENT)
    if type(holder) is not CellType:
        return getattr(holder, name, _ABSENT)
    try:
        return holder.cell_contents
    except ValueError:  # a variable without a value yet
        return _ABSENT


def contents_of_array(x: object) -> tuple[object, ...] | None:
    """The type, the shape and the bytes of an array of numbers or text; None for other objects."""
    kind = type(x)
    if not isinstance(x, (np.ndarray, np.generic)):
        return None
    array = np.asarray(cast("ArrayLike", x))
    if array.dtype.kind not in "biufcSU":
        return None
    return kind.__name__, array.shape, array.dtype.str, array.tobytes()


def _body(kind: type) -> Iterator[tuple[str, object]]:
    """The data and functions of a class and its bases, as far as they may change."""
    for base in filter(is_users, kind.__mro__):
        for name, value in vars(base).items():
            code = getattr(value, "__func__", getattr(value, "fget", value))
            if type(code) is FunctionType or (type(code) in DATA and not name.startswith("__")):
                yield f"{base.__qualname__}.{name}", code


def is_users(kind: type) -> bool:
    """Whether a class may change: it is in no installed package."""
    file = getattr(sys.modules.get(kind.__module__), "__file__", "")
    return kind.__module__ == "__main__" or not is_installed(file)


_Names = tuple[tuple[str, ...], ...]
"""The globals that code reads: each a name, and the attributes that are read of it."""


@lru_cache(maxsize=1024)
def _contents(code: CodeType) -> tuple[bytes, _Names]:
    """What code computes, whatever its place in a file, and the globals that it reads."""
    parts: list[object] = [sys.implementation.cache_tag, code.co_code, code.co_exceptiontable]
    parts += [code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags]
    parts += [code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount]
    names = dict.fromkeys(_global_names(code))
    for x in code.co_consts:
        nested, more = _contents(x) if isinstance(x, CodeType) else (x, ())
        parts.append(nested)
        names |= dict.fromkeys(more)
    return pickle.dumps(parts, PROTOCOL), tuple(names)


def _global_names(code: CodeType) -> Iterator[tuple[str, ...]]:
    path: list[str] = []
    for instruction in dis.get_instructions(code):
        if path and instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            path.append(instruction.argval)
        elif instruction.opname != "CACHE":
            if path:
                yield tuple(path)
            loads = instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL")
            path = [instruction.argval] if loads else []


def is_own(kind: type) -> bool:
    """Whether a class is kinetree's."""
    return kind.__module__.startswith("kinetree.")


def is_fixed(x: object) -> bool:
    """Whether a value is a model or an algorithm, which do not change."""
    return is_own(type(x)) and (hasattr(x, "call_table") or hasattr(x, "definition"))


def is_pure(builtin: Any) -> bool:
    """Whether a builtin function of Python is one of its arguments."""
    module = builtin.__module__
    return module == "math" or (module == "builtins" and builtin not in _IMPURE)


def is_of_module(builtin: Any) -> bool:
    """Whether a builtin function is no method of an object."""
    return builtin.__self__ is None or isinstance(builtin.__self__, ModuleType)


@lru_cache(maxsize=1024)
def is_installed(file: str | None) -> bool:
    """Whether code is the standard library's, of an installed package, or kinetree's own."""
    return not file or file.startswith(_INSTALLED)
