"""What functions of users read beside their arguments: they run once, when they are traced."""

import random
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import cached_property
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final, cast

import numpy as np

from ..errors import TraceError
from . import content_keys as keys

_GENERATORS: Final = (np.random.Generator, np.random.RandomState, random.Random)
_NEW: Final = ("default_rng", "random_configuration")
"""Functions that draw random numbers from a generator of their own."""


@contextmanager
def run_once(owner: str, *functions: object) -> Generator[None]:
    """A context that runs functions once for all; raises TraceError if what they read changes."""
    before = Captured(functions, states=True)
    yield
    if label := before.changed():
        how, remedy = "changes", "What a policy remembers is memory=; elsewhere it is an operand"
        if label in before.draws:
            how, remedy = "draws random numbers", "kt.math.random draws; others are an operand"
        raise TraceError(
            f"{owner}: {label} {how} in a function that runs once, when it is traced, not at each "
            f"step or call. {remedy}, and a result."
        )


class Captured:
    """What functions, and objects with functions, read at one time.

    Generators of random numbers are themselves, or with `states` what they draw next.
    """

    def __init__(self, functions: Sequence[object], *, states: bool = False) -> None:
        self.key, read = _walked(functions, states)
        """Equal for equal contents."""
        self.draws: set[str] = set()
        self._states, self._seen = states, set[int]()
        self._variables: list[tuple[str, object, str, object]] = []
        self._members: list[tuple[str, dict[str, object], set[str]]] = []
        self._contents: list[tuple[str, object, object]] = []
        for f in read:
            self._add(keys.variables_read(f))
            names = f.__code__.co_varnames[f.__code__.co_argcount - 1 :: -1]
            values = dict(zip(names, (f.__defaults__ or ())[::-1], strict=False))
            self._add((n, x, n) for x in (values, f.__kwdefaults__ or {}) for n in x)
            self._add_members(f.__name__, vars(f), set())
        for x in functions:
            self._add_contents(type(x).__name__, x)

    def changed(self) -> str | None:
        """The name of a variable that is not as it was."""
        for label, x, name, value in self._variables:
            if keys.held(x, name) is not value:
                return label
        for label, x, known in self._members:
            for name in x.keys() - known:
                return f"{label}.{name}"
        for label, x, key in self._contents:
            if _walked(x, self._states)[0] != key:
                return label
        return None

    def __bool__(self) -> bool:
        """Whether there is anything that may change."""
        return bool(self._variables or self._contents)

    def _add(self, variables: Iterable[tuple[str, object, str]]) -> None:
        for label, holder, name in variables:
            value = keys.held(holder, name)
            if self._states and name in _NEW:
                self.draws.add(label)
                self._contents.append((label, value, None))
            elif _varies(value) and value is keys.held(holder, name):
                self._variables.append((label, holder, name, value))
                self._add_contents(label, value)

    def _add_members(self, label: str, members: dict[str, Any], caches: set[str]) -> None:
        if self._states:
            self._members.append((label, members, members.keys() | caches))
        self._add((f"{label}.{name}", members, name) for name in members.keys() - caches)

    def _add_contents(self, label: str, x: Any) -> None:
        """What is in a value: members of a user's object, else its contents."""
        x = x.__self__ if isinstance(x, MethodType) else x
        kind = type(cast("object", x))
        if kind in (*keys.PLAIN, FunctionType) or keys.is_fixed(x) or id(x) in self._seen:
            return
        self._seen.add(id(x))
        if issubclass(kind, _GENERATORS) or isinstance(getattr(x, "__self__", 0), _GENERATORS):
            self.draws.add(label)
        if not (keys.is_users(kind) and hasattr(x, "__dict__") and not issubclass(kind, keys.DATA)):
            self._contents.append((label, x, _walked(x, self._states)[0]))
            return
        bases = filter(keys.is_users, kind.__mro__)
        members = {n: y for base in bases for n, y in vars(base).items()}
        caches = {n for n, y in members.items() if isinstance(y, cached_property)}
        self._add_members(kind.__name__, x.__dict__, caches)
        named = (n for n, y in members.items() if n[:2] != "__" or callable(y))
        self._add((f"{kind.__name__}.{n}", kind, n) for n in named)


def _varies(x: Any) -> bool:
    """Whether a value may be another one, or have other contents, at a later call."""
    if isinstance(x, (ModuleType, np.ufunc)):
        return False
    if isinstance(x, (BuiltinFunctionType, MethodType)):
        return not keys.is_of_module(x)
    code = getattr(getattr(x, "__wrapped__", x) if keys.is_fixed(x) else x, "__code__", None)
    return code is None or not keys.is_installed(code.co_filename)


def _walked(x: object, states: bool) -> tuple[object, list[FunctionType]]:
    """The contents of a value, and the functions among them."""
    walk = _Walk(states)
    walk.dump(x)
    return (walk.buffer.getvalue(), *walk.distinct), walk.functions


class _Walk(keys.Contents):
    """A pickler of all values, which keeps the functions among them."""

    def __init__(self, states: bool) -> None:
        super().__init__()
        self.states, self.functions = states, list[FunctionType]()

    def reducer_override(self, obj: object) -> Any:
        try:
            drawn = isinstance(obj, _GENERATORS) and not self.states
            reduced: Any = "" if drawn else super().reducer_override(obj)
        except Exception:  # a traced number, a lock, that of any __reduce__
            reduced = ""
        return self.same(obj) if isinstance(reduced, str) else reduced

    def function(self, function: FunctionType) -> object:
        if not keys.is_installed(function.__code__.co_filename) and function.__name__ != "__init__":
            self.functions.append(function)
        return super().function(function)
