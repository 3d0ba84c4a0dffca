"""Keys of functions that are constants of a kernel: equal for the same code on the same values.

A policy or a cost is compiled into a kernel. A lambda in a loop, or a cell of a notebook that runs
again, makes a new function object each time: the key holds what the function computes with instead,
its bytecode, its defaults, and the present values of its closure and of the globals it reads.
"""

import builtins
import dis
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Final, TypeGuard, cast

import numpy as np
from numpy.typing import NDArray

from ..scalar.expr import Expr
from ..scalar.graph import Graph

__all__ = ["code_key"]

_PLAIN: Final = frozenset({bool, int, str, bytes, type(None), type(...), range})
_INEXACT: Final = frozenset({float, complex})
_CONTAINERS: Final = frozenset({tuple, list, set, frozenset, dict, np.ndarray})
_UNBOUNDED: Final = (eval, exec, globals, locals, vars)
"""Builtins through which a function reads what its code does not name."""
_ABSENT: Final = "no such name"
_MOST_TOKENS: Final = 100_000
_INSTALLED: Final = (
    *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")),
    str(Path(__file__).parents[1]),
    "<frozen",
)
"""Places of code that does not change while a program runs."""


class _Incomparable(Exception):
    """A value of which it cannot be seen whether it has changed."""


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
        contents.add(function)
    except _Incomparable:
        return (_Same(function),)
    return tuple(contents.tokens)


class _Contents:
    """The contents of values as a flat list; a value that is met again is its place in the list."""

    def __init__(self) -> None:
        self.tokens: list[object] = []
        self._places: dict[int, tuple[int, object]] = {}

    def add(self, x: object) -> None:
        """Append the contents of a value."""
        kind = type(x)
        if kind in _PLAIN:
            self.tokens += [kind, x]
        elif kind in _INEXACT or isinstance(x, np.generic):
            self.tokens += [kind, repr(cast(object, x))]
        elif id(x) in self._places:
            self.tokens.append(("place", self._places[id(x)][0]))
        else:
            self._places[id(x)] = len(self.tokens), x  # kept, so that its id is not used again
            if len(self.tokens) > _MOST_TOKENS:
                raise _Incomparable
            self._add_new(x)

    def _add_all(self, kind: object, parts: Sequence[object]) -> None:
        self.tokens += [kind, len(parts)]
        for part in parts:
            self.add(part)

    def _add_new(self, x: object) -> None:
        if isinstance(x, FunctionType):
            self._add_function(x)
        elif isinstance(x, ModuleType):
            self.tokens.append(_Same(x))
        elif isinstance(x, BuiltinFunctionType):
            if x in _UNBOUNDED:
                raise _Incomparable
            self.tokens.append(x.__name__)
            self.add(x.__self__)  # a module, or the object of a method
        elif isinstance(x, np.ndarray):
            array = cast("NDArray[np.generic]", x)
            if array.dtype.hasobject:
                self._add_all(array.shape, array.ravel().tolist())
            else:
                self.tokens.append((type(array), array.dtype.str, array.shape, array.tobytes()))
        elif type(x) in (tuple, list):
            self._add_all(type(x), cast("Sequence[object]", x))
        elif type(x) is dict:
            items = cast("dict[object, object]", x).items()
            self._add_all(dict, [part for item in items for part in item])
        elif isinstance(x, MethodType):
            self._add_all(MethodType, [x.__func__, x.__self__])
        elif isinstance(x, partial):
            call = cast("partial[object]", x)
            self._add_all(partial, [call.func, call.args, call.keywords])
        elif isinstance(x, type):
            self._add_class(x)
        elif _is_model(x):
            self.tokens.append(_Same(x))
        else:
            self._add_object(x)

    def _add_function(self, function: FunctionType) -> None:
        code = function.__code__
        if _is_installed(code.co_filename):
            self.tokens.append(_Same(function))
            return
        contents, names = _contents_of(code)
        self.tokens.append(contents)
        if function.__defaults__ or function.__kwdefaults__:
            self._add_all("defaults", [function.__defaults__, function.__kwdefaults__])
        for cell in function.__closure__ or ():
            try:
                self.add(cell.cell_contents)
            except ValueError:  # a variable without a value yet
                self.tokens.append("empty")
        for name, *attributes in names:
            value = function.__globals__.get(name, getattr(builtins, name, _ABSENT))
            for attribute in attributes:
                if isinstance(value, ModuleType):
                    value = getattr(value, attribute, _ABSENT)
            self.add(value)

    def _add_class(self, kind: type) -> None:
        self.tokens.append(_Same(kind))
        for base in kind.__mro__:
            module = sys.modules.get(base.__module__)
            if base.__module__ != "__main__" and _is_installed(getattr(module, "__file__", "")):
                continue
            for name, value in vars(base).items():
                code = getattr(value, "__func__", getattr(value, "fget", value))
                kinds = type(code) in _PLAIN | _INEXACT | _CONTAINERS or _is_function(code)
                if kinds and name not in _OF_CLASSES:
                    self.add(code)

    def _add_object(self, x: object) -> None:
        """Append an object by what its pickle would hold."""
        if type(x) in (Expr, Graph):
            raise _Incomparable
        try:
            state = x.__reduce_ex__(4)
        except Exception as error:
            raise _Incomparable from error
        if isinstance(state, str):
            self.tokens.append(_Same(x))
            self.add(getattr(x, "__wrapped__", None))
            return
        self.add(type(x))
        parts = cast("tuple[object, ...]", state)
        self._add_all("object", [list(x) if _is_iterator(x) else x for x in parts])


_OF_CLASSES: Final = ("__module__", "__doc__", "__qualname__", "__dataclass_fields__")
_Names = tuple[tuple[str, ...], ...]
"""The globals that code reads: each a name, and the attributes that are read of it."""
_codes: Final[dict[int, tuple[CodeType, _Same, _Names]]] = {}
_distinct: Final[dict[object, _Same]] = {}


def _contents_of(code: CodeType) -> tuple[_Same, _Names]:
    """The contents of code, one object for all that are equal, and the globals that it reads."""
    known = _codes.get(id(code))
    if known is None:
        contents, names = _contents(code)
        same = _distinct.setdefault(contents, _Same(contents))
        known = _codes[id(code)] = code, same, names
    return known[1], known[2]


def _contents(code: CodeType) -> tuple[object, _Names]:
    """What code computes, whatever its place in a file, and the globals that it reads."""
    parts: list[object] = [code.co_code, code.co_names, code.co_varnames]
    parts += [code.co_freevars, code.co_cellvars, code.co_flags]
    parts += [code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount]
    names = dict.fromkeys(_global_names(code))
    for x in code.co_consts:
        if isinstance(x, CodeType):
            nested, more = _contents(x)
            parts.append(nested)
            names |= dict.fromkeys(more)
        else:
            parts.append(_constant(x))
    return tuple(parts), tuple(names)


def _constant(x: object) -> object:
    if isinstance(x, (tuple, frozenset)):
        return type(cast(object, x)), tuple(map(_constant, cast(tuple[object, ...], x)))
    return type(x), repr(x)


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


def _is_function(x: object) -> TypeGuard[FunctionType]:
    return isinstance(x, FunctionType)


def _is_iterator(x: object) -> TypeGuard[Iterator[object]]:
    return isinstance(x, Iterator)


def _is_model(x: object) -> bool:
    """Whether an object is a model, which does not change."""
    return type(x).__module__.startswith("kinetree.") and hasattr(x, "dispatch")


@lru_cache(maxsize=1024)
def _is_installed(file: str | None) -> bool:
    """Whether code is the standard library's, of an installed package, or kinetree's own."""
    return not file or file.startswith(_INSTALLED)
