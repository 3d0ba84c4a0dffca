"""Descriptions as plain data (dicts, lists, strings, numbers) and back, by their dataclass types.

A joint number is written as the joint's name, a member of a union of dataclasses with its "type",
and the parameters of a joint as fields of it.
"""

import hashlib
import json
import types
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from math import isfinite
from typing import Annotated, Any, Final, Literal, Union, cast, get_args, get_origin, get_type_hints

import numpy as np

from ..errors import ModelError
from ..parameters import OF_JOINTS, PARAMETERS
from ..scalar.array import nested
from ..spatial import SE3, Inertia
from . import records
from .description import Body, Description
from .joint_records import classes, joint_of, joint_record
from .joints import Joint
from .parts import JointName, Loop

FORMAT: Final[Mapping[str, Any]] = {"format": "kinetree model", "version": 2}


def content(robot: Description) -> dict[str, Any]:
    """A robot as plain data.

    Raises ModelError for symbols, and for an attribute of a user's joint that cannot be saved.
    """
    names = ["universe", *(body.name for body in robot.joints)]
    return {**FORMAT, **_fields_record(f"{robot.name}", robot, names)}


def description_of(x: Any) -> Description:
    """The inverse of `content`; raises ModelError with the place of an error."""
    file = records.mapping("the file", x)
    for key, value in FORMAT.items():
        if file.get(key) != value:
            raise ModelError(
                f"{key} is {records.shown(file.get(key))}; expected {value!r}, as kt.save writes"
                " it. A file of a later version needs a later kinetree."
            )
    types = _types(Description)
    file = records.fields("the file", file, (*FORMAT, *types))
    names = ["universe"]
    return Description(**{key: _restored(key, file[key], t, names) for key, t in types.items()})


def digest(robot: Description) -> str:
    """A hash of the content of a robot."""
    text = json.dumps(content(robot), sort_keys=True, allow_nan=False)
    return hashlib.blake2b(text.encode(), digest_size=20).hexdigest()


def joint_classes(robot: Description) -> tuple[type[Joint], ...]:
    """The classes of all joints; different classes may have one name."""
    loops = [c.joint for c in robot.constraints if isinstance(c, Loop)]
    return tuple(classes([*(body.joint for body in robot.joints), *loops]))


@cache
def _types(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {f.name: hints[f.name] for f in fields(kind)}


def _members(kind: Any) -> tuple[Any, ...]:
    """The types of a union without None; () for another type."""
    union = get_origin(kind) in (Union, types.UnionType)
    return tuple(t for t in get_args(kind) if t is not types.NoneType) if union else ()


# --- to plain data


def _record(where: str, x: Any, kind: Any, names: Sequence[str]) -> Any:
    members = _members(kind)
    if members and x is None:
        return None
    if len(members) > 1:
        return {"type": type(x).__name__, **_fields_record(where, x, names)}
    kind = members[0] if members else kind
    if kind in _LEAVES:
        return _LEAVES[kind][0](where, x)
    return _fields_record(where, x, names) if is_dataclass(kind) else _parts(where, x, kind, names)


def _parts(where: str, x: Any, kind: Any, names: Sequence[str]) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return names[x] if arguments[0] is int else x
    if origin is tuple:
        return [_record(f"{where}[{i}]", part, arguments[0], names) for i, part in enumerate(x)]
    if origin is Mapping:
        values = cast(Mapping[str, Any], x).items()
        return {k: _record(f"{where}: {k!r}", value, arguments[1], names) for k, value in values}
    return _plain(where, x)


def _fields_record(where: str, x: Any, names: Sequence[str]) -> dict[str, Any]:
    types = _types(cast(type[Any], type(x)))
    if "name" in types and not isinstance(x, Description):
        where = f"{where} {x.name!r}"
    found: dict[str, Any] = {}
    for key, kind in types.items():
        if isinstance(x, Body) and key == "parameters":
            values = x.parameters.items()
            found |= {k: [y if isfinite(y) else str(y) for y in part] for k, part in values}
        else:
            found[key] = _record(f"{where}: {key}", getattr(x, key), kind, names)
    return found


def _plain(where: str, x: Any) -> Any:
    """Strings, finite numbers, and lists of them."""
    if isinstance(x, np.generic):
        x = cast(Any, x).item()
    if isinstance(x, list):
        return [_plain(where, part) for part in cast(list[Any], x)]
    if type(x) in (str, int) or (type(x) is float and isfinite(x)):
        return x
    if hasattr(x, "__sub__") and not isinstance(x, (float, complex)):
        raise ModelError(f"{where} holds symbols; a file holds plain numbers only.")
    raise ModelError(f"{where} is {x!r}; a file holds finite numbers and strings only.")


# --- from plain data


def _restored(where: str, x: Any, kind: Any, names: list[str]) -> Any:
    members = _members(kind)
    if members and x is None and len(members) < len(get_args(kind)):
        return None
    if len(members) > 1:
        known = {t.__name__: t for t in members}
        name = records.choice(f"{where}: type", records.mapping(where, x).get("type"), known)
        return _object(where, x, known[name], names, "type")
    kind = members[0] if members else kind
    if kind in _LEAVES:
        return _LEAVES[kind][1](where, x)
    if is_dataclass(kind):
        return _object(where, x, kind, names)
    return _restored_parts(where, x, kind, names)


def _restored_parts(where: str, x: Any, kind: Any, names: list[str]) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        number = records.index(where, x, names, arguments[1])
        return number if arguments[0] is int else x
    if origin is tuple:
        return _tuple(where, x, arguments, names)
    if origin is Literal:
        return records.choice(where, x, arguments)
    values = records.mapping(where, x).items()
    return {k: _restored(f"{where}: {k!r}", value, arguments[1], names) for k, value in values}


def _tuple(where: str, x: Any, kinds: tuple[Any, ...], names: list[str]) -> tuple[Any, ...]:
    count = None if kinds[-1] is ... else len(kinds)
    parts = records.items(where, x, count)
    places = [where if kinds[0] in (str, JointName) else f"{where}[{i}]" for i in range(len(parts))]
    return tuple(
        _restored(place, part, kinds[0], names) for place, part in zip(places, parts, strict=True)
    )


def _object(where: str, x: Any, kind: Any, names: list[str], *more: str) -> Any:
    types, record = _types(kind), records.mapping(where, x)
    if "name" in types:
        where = f"{where} {records.text(f'{where}: name', record.get('name'))!r}"
    if kind is Body:
        return _body(where, record, names)
    given = records.fields(where, record, (*more, *types))
    values = {key: _restored(f"{where}: {key}", given[key], t, names) for key, t in types.items()}
    try:
        return kind(**values)
    except ModelError as error:
        raise ModelError(f"{where}: {error}") from error


def _body(where: str, record: dict[str, Any], names: list[str]) -> Body:
    """A joint with its body; a mimic has no parameters."""
    joint = joint_of(f"{where}: joint", record.get("joint"))
    types = {key: t for key, t in _types(Body).items() if key != "parameters"}
    keys = [key for key in OF_JOINTS if joint.independent]
    given = records.fields(where, record, (*types, *keys))
    values: dict[str, Any] = {"joint": joint}
    for key, t in types.items():
        if key != "joint":
            values[key] = _restored(f"{where}: {key}", given[key], t, names)
    if values["name"] in names:
        raise ModelError(f"{where}: two joints have this name; rename one.")
    names.append(values["name"])
    parameters = {key: _values(f"{where}: {key}", key, given[key], joint) for key in keys}
    return Body(**values, parameters=parameters)


def _values(where: str, key: str, x: Any, joint: Joint) -> tuple[Any, ...]:
    row = PARAMETERS[key]
    count: int = getattr(joint, row.dimensions[0])
    if not row.boolean:
        return tuple(records.numbers(where, x, count, infinite=row.infinite))
    for value in records.items(where, x, count):
        if not isinstance(value, bool):
            raise ModelError(f"{where} holds {records.shown(value)}; expected true or false.")
    return tuple(x)


def _placement_record(where: str, T: SE3) -> Any:
    return _plain(where, nested(T.matrix))


def _inertia_record(where: str, I: Inertia) -> Any:
    return _plain(where, nested(I.parameters))


def _inertia(where: str, x: Any) -> Inertia:
    return Inertia.from_parameters(records.numbers(where, x, 10))


_LEAVES: Final[Mapping[Any, Any]] = {
    str: (_plain, records.text),
    float: (_plain, records.number),
    SE3: (_placement_record, records.placement),
    Inertia: (_inertia_record, _inertia),
    Joint: (joint_record, joint_of),
}
"""By type: the functions that write and read its values."""
