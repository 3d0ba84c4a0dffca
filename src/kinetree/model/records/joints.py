"""Joints as plain data, and back."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from math import isfinite
from typing import Any, Final, TypeVar, cast

import numpy as np

from ...errors import ModelError, errors_at
from ...scalar.array import Array, as_array, nested
from ...spatial import SE3
from .. import joints
from ..joints import Composite, Joint
from ..joints.check import check_joint
from . import reading
from .reading import Record

_BUILT_IN: Final[Mapping[str, Callable[..., Joint]]] = {
    name: getattr(joints, name) for name in joints.__all__ if name != "Joint"
}

User = TypeVar("User", bound=object)
"""A joint or shape of a user's class."""
_State = tuple[Record | None, Record | None]
_PLAIN: Final = (type(None), bool, int, str)


def joint_record(where: str, joint: Joint) -> Record:
    """A joint as plain data.

    A built-in joint is the name of its type and the constructor's arguments; a user-defined one is
    name, module, and all attributes. Raises ModelError for an attribute that cannot be saved.
    """
    kind = type(joint)
    if _BUILT_IN.get(kind.__name__) is kind:
        arguments: Record = {"type": kind.__name__}
        for name in _parameters(kind):
            arguments[name] = _argument(f"{where}: {name}", getattr(joint, name))
        return arguments
    values = {
        name: _value(f"{where} ({kind.__name__}): the attribute {name!r}", x)
        for name, x in _attributes(joint).items()
    }
    return {**class_record(joint), "attributes": values}


def class_record(x: object) -> Record:
    """The class of a user's joint or shape as plain data."""
    return {"type": type(x).__qualname__, "module": type(x).__module__}


def user_class(where: str, base: type[User], record: Record) -> type[User]:
    """The class of a record, the last one of its name among those that are loaded.

    Raises ModelError if there is none.
    """
    module, name = (reading.text(f"{where}: {key}", record.get(key)) for key in ("module", "type"))
    known = [x for x in _loaded(base) if (x.__module__, x.__qualname__) == (module, name)]
    if not known:
        raise ModelError(
            f"{where}: its type {name} is user-defined, in the module {module!r}, where no class "
            "of this name is loaded; import that module first."
        )
    return known[-1]


def joint_of(where: str, x: object) -> Joint:
    """The joint of a record; raises ModelError if it is invalid or incomplete."""
    record = reading.mapping(where, x)
    if "module" in record:
        return _user_joint(where, record)
    name = reading.choice(f"{where}: type", record.get("type"), _BUILT_IN)
    kind = _BUILT_IN[name]
    fields = reading.fields(where, record, ("type", *_parameters(kind)))
    values = {
        key: _restored_argument(f"{where}: {key}", key, fields[key]) for key in _parameters(kind)
    }
    with errors_at(f"{where} ({name})"):
        parts = cast(list[Joint], values.get("joints"))
        joint = Composite(*parts) if kind is Composite else kind(**values)
    check_joint(where, joint)
    return joint


def classes(x: object) -> Iterator[type[Joint]]:
    """The types of a joint and of the joints in it."""
    if isinstance(x, Joint):
        yield type(x)
        x = list(_attributes(x).values())
    if isinstance(x, dict):
        x = list(cast(dict[object, object], x).values())
    if isinstance(x, (list, tuple)):
        for part in cast(list[object], x):
            yield from classes(part)


@cache
def _parameters(kind: Callable[..., Joint]) -> tuple[str, ...]:
    return tuple(inspect.signature(kind).parameters)


def _attributes(joint: Joint) -> Record:
    """The attributes in `__dict__` and in slots."""
    state = object.__getstate__(joint)
    both = cast(_State, state if isinstance(state, tuple) else (state, None))
    return {**(both[0] or {}), **(both[1] or {})}


# --- constructor arguments of built-in joints


def _argument(where: str, x: object) -> object:
    if isinstance(x, Joint):
        return joint_record(where, x)
    if isinstance(x, SE3):
        x = x.matrix
    if isinstance(x, (Array, tuple)):
        return [_argument(where, part) for part in cast(Iterable[object], x)]
    if type(x) is not float and type(x) not in _PLAIN:
        raise ModelError(f"{where} is {x!r}; a file holds plain numbers only, no symbols.")
    return x


def _restored_argument(where: str, key: str, x: object) -> object:
    match key:
        case "joints":
            parts = reading.items(where, x)
            return [joint_of(f"{where}[{i}]", part) for i, part in enumerate(parts)]
        case "joint":
            return None if x is None else joint_of(where, x)
        case "origin":
            return reading.placement(where, x)
        case "source" | "order":
            return reading.text(where, x)
        case "axis" | "axis1" | "axis2":
            return reading.numbers(where, x, 3)
        case _:
            return reading.number(where, x)


# --- user-defined joints


def _user_joint(where: str, record: Record) -> Joint:
    """Restore a joint from its attributes without calling its constructor, as pickle does."""
    fields = reading.fields(where, record, ("type", "module", "attributes"))
    kind = user_class(where, Joint, fields)
    where = f"{where} ({kind.__qualname__})"
    attributes = reading.mapping(f"{where}: attributes", fields["attributes"])
    try:
        joint = kind.__new__(kind)
        for key, x in attributes.items():
            if callable(getattr(kind, key, None)):
                raise ModelError(f"{where}: {key!r} is a method, not an attribute.")
            object.__setattr__(joint, key, _restored(f"{where}: {key}", x))
        check_joint(where, joint)
        joint.placement(as_array(joint.neutral()))
    except ModelError:
        raise
    except Exception as error:  # user code may raise anything
        raise ModelError(f"{where}: {type(error).__name__}: {error}.") from error
    return joint


def _loaded(kind: type[User]) -> Iterator[type[User]]:
    for below in kind.__subclasses__():
        yield below
        yield from _loaded(below)


def _value(where: str, x: object) -> object:
    """A value as JSON; a type that JSON lacks is an object with the type as its only key."""
    kind = type(x)
    if kind in _PLAIN or (type(x) is float and isfinite(x)):
        return x
    if isinstance(x, np.generic):
        return _value(where, cast(Any, x).item())
    if isinstance(x, Joint):
        return {"Joint": joint_record(where, x)}
    if kind is list:
        return [_value(f"{where}[{i}]", part) for i, part in enumerate(cast(list[object], x))]
    if kind is dict and all(type(key) is str for key in cast(Record, x)):
        items = cast(Record, x).items()
        return {"dict": {key: _value(f"{where}[{key!r}]", part) for key, part in items}}
    for name, (known, content, _) in _KINDS.items():
        if kind is known and (kind is not np.ndarray or cast(Any, x).dtype in _DTYPES):
            return {name: _value(where, content(x))}
    raise ModelError(
        f"{where} is {reading.shown(cast(object, x))}, of type {kind.__name__}, which cannot be"
        " saved; numbers, strings, lists, tuples, dicts by strings, arrays, kt.SE3 and joints can."
    )


def _restored(where: str, x: object) -> object:
    if isinstance(x, list):
        return [_restored(f"{where}[{i}]", part) for i, part in enumerate(cast(list[object], x))]
    if not isinstance(x, dict):
        return x
    record = cast(Record, x)
    kinds, parts = ("Joint", "dict", *_KINDS), list(record.items())
    if len(parts) != 1 or parts[0][0] not in kinds:
        raise ModelError(
            f"{where} is {reading.shown(record)}; expected one key, of {', '.join(kinds)}."
        )
    ((kind, content),) = parts
    if kind == "Joint":
        return joint_of(where, content)
    if kind == "dict":
        values = reading.mapping(where, content).items()
        return {key: _restored(f"{where}[{key!r}]", value) for key, value in values}
    value = cast(Any, _KINDS[kind][2](_restored(where, content)))
    if kind == "ndarray" and value.dtype not in _DTYPES:
        raise ModelError(f"{where} holds {reading.shown(content)}; expected numbers.")
    return value


_DTYPES: Final = tuple(map(np.dtype, (float, int, bool)))

_KINDS: Final[Mapping[str, tuple[type, Callable[[Any], object], Callable[[Any], object]]]] = {
    "float": (float, str, float),
    "tuple": (tuple, list, tuple),
    "Array": (Array, nested, Array),
    "ndarray": (np.ndarray, np.ndarray.tolist, np.array),
    "SE3": (SE3, lambda T: nested(T.matrix), SE3.from_matrix),
}
"""By type name: the type, and its conversions to and from lists and numbers."""
