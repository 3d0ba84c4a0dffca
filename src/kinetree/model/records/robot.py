"""Descriptions as plain data (dicts, lists, strings, numbers) and back, by their dataclass types.

A joint number is written as the joint's name, a member of a union of dataclasses with its "type",
and the parameters of a joint as fields of it.
"""

import hashlib
import json
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from math import inf, isfinite
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    TypeAlias,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np

from ...errors import ModelError, errors_at
from ...functions.canonical_text import canonical_text
from ...parameters import OF_JOINTS, PARAMETERS
from ...scalar.array import nested
from ...spatial import SE3, Inertia
from ..actuators import Bound, Range
from ..description import Body, Constraint, Description, Loop
from ..joints import Joint
from ..motors import KINDS, Law
from ..parts import FRICTION, JointName
from ..shapes import SHAPES, Shape, Sized
from . import reading
from .joints import class_record, classes, joint_of, joint_record, user_class
from .reading import Record

FORMAT: Final[Mapping[str, object]] = {"format": "kinetree model", "version": 2}

FieldValue: TypeAlias = Any
"""A value of the type with which a dataclass declares its field; its record, to be checked."""
FieldType: TypeAlias = Any
"""A declared type, as `typing.get_type_hints` gives it."""
_IN_UNIONS: Final = (*SHAPES, *get_args(Constraint))
"""Classes of which a record holds the "type"; of a user's shape it holds the module, too."""


def content(robot: Description) -> Record:
    """A robot as plain data.

    Raises ModelError for symbols, and for an attribute of a user's joint that cannot be saved.
    """
    names = ["universe", *(body.name for body in robot.joints)]
    return {**FORMAT, **_fields_record(f"{robot.name}", robot, names)}


def description_of(x: FieldValue) -> Description:
    """The inverse of `content`; raises ModelError with the place of an error."""
    file = reading.mapping("the file", x)
    for key, value in FORMAT.items():
        if file.get(key) != value:
            raise ModelError(
                f"{key} is {reading.shown(file.get(key))}; expected {value!r}, as kt.save writes"
                " it. A file of a later version needs a later kinetree."
            )
    types = _types(Description)
    younger = ("collision_pairs", "pair_surfaces", "actuators", "sensors")
    file = file | {key: file.get(key, []) for key in younger}
    file = reading.fields("the file", file, (*FORMAT, *types))
    names = ["universe"]
    return Description(**{key: _restored(key, file[key], t, names) for key, t in types.items()})


def digest(robot: Description) -> str:
    """A hash of the content of a robot, and of what the laws of its motors compute."""
    laws = [canonical_text(x.law.kind) for x in robot.actuators]
    record = {**content(robot), **({"laws": laws} if laws else {})}
    text = json.dumps(record, sort_keys=True, allow_nan=False)
    return hashlib.blake2b(text.encode(), digest_size=20).hexdigest()


def user_types(robot: Description) -> tuple[object, ...]:
    """The classes of joints and shapes, the kinds of motors; different ones may have one name."""
    loops = [c.joint for c in robot.constraints if isinstance(c, Loop)]
    joints = classes([*(body.joint for body in robot.joints), *loops])
    shapes = (type(x.shape) for x in robot.geometries)
    return *joints, *shapes, *(x.law.kind for x in robot.actuators)


@cache
def _types(kind: type) -> dict[str, FieldType]:
    hints = get_type_hints(kind, include_extras=True)
    return {f.name: hints[f.name] for f in fields(kind) if f.compare}


def _members(kind: FieldType) -> tuple[FieldType, ...]:
    """The types of a union without None; () for another type."""
    union = get_origin(kind) in (Union, types.UnionType)
    return tuple(t for t in get_args(kind) if t is not types.NoneType) if union else ()


# --- to plain data


def _record(where: str, x: FieldValue, names: Sequence[str]) -> FieldValue:
    if isinstance(x, Joint):
        return joint_record(where, x)
    if isinstance(x, Law):
        x = {"kind": x.kind.key, "parameters": x.parameters}
    if isinstance(x, (SE3, Inertia)):
        return _plain(where, nested(x.array))
    if isinstance(x, Mapping):
        values = cast(Mapping[str, object], x).items()
        return {k: _record(f"{where}: {k!r}", value, names) for k, value in values}
    if isinstance(x, tuple):
        parts = enumerate(cast(tuple[object, ...], x))
        return [_record(f"{where}[{i}]", part, names) for i, part in parts]
    if is_dataclass(x):
        return _fields_record(where, x, names)
    return None if x is None else _plain(where, x)


def _fields_record(where: str, x: FieldValue, names: Sequence[str]) -> Record:
    types = _types(cast(type[object], type(x)))
    if "name" in types and not isinstance(x, Description):
        where = f"{where} {x.name!r}"
    record: Record = {"type": type(x).__name__} if type(x) in _IN_UNIONS else {}
    record = class_record(x) if isinstance(x, Sized) and not record else record
    for key, kind in types.items():
        if isinstance(x, Body) and key == "parameters":
            values = x.parameters.items()
            record |= {k: [y if isfinite(y) else str(y) for y in part] for k, part in values}
        elif get_origin(kind) is Annotated and get_args(kind)[0] is int:
            record[key] = names[getattr(x, key)]
        elif kind in (Bound, Range):
            bounds = [y if isfinite(y) else str(y) for y in np.ravel(getattr(x, key)).tolist()]
            record[key] = bounds if kind == Range else bounds[0]
        else:
            record[key] = _record(f"{where}: {key}", getattr(x, key), names)
    return record


def _plain(where: str, x: FieldValue) -> FieldValue:
    """Strings, finite numbers, and lists of them."""
    if isinstance(x, list):
        return [_plain(where, part) for part in cast(list[object], x)]
    x = cast(FieldValue, x.item()) if isinstance(x, np.generic) else x
    if type(x) in (str, int) or (type(x) is float and isfinite(x)):
        return x
    if hasattr(x, "__sub__") and not isinstance(x, (float, complex)):
        raise ModelError(f"{where} holds symbols; a file holds plain numbers only.")
    raise ModelError(f"{where} is {x!r}; a file holds finite numbers and strings only.")


# --- from plain data


def _restored(where: str, x: FieldValue, kind: FieldType, names: list[str]) -> FieldValue:
    members = _members(kind)
    if members and x is None and len(members) < len(get_args(kind)):
        return None
    if kind == Shape and "module" in reading.mapping(where, x):
        own = user_class(where, Sized, reading.mapping(where, x))
        return _object(where, x, own, names, "type", "module")
    if len(members) > 1:
        known = {t.__name__: t for t in (SHAPES if kind == Shape else members)}
        name = reading.choice(f"{where}: type", reading.mapping(where, x).get("type"), known)
        return _object(where, x, known[name], names, "type")
    kind = members[0] if members else kind
    if kind in _LEAVES:
        return _LEAVES[kind](where, x)
    if is_dataclass(kind):
        return _object(where, x, kind, names)
    return _restored_parts(where, x, kind, names)


def _restored_parts(where: str, x: FieldValue, kind: FieldType, names: list[str]) -> FieldValue:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        name = reading.choice(where, x, names, arguments[1])
        return names.index(name) if arguments[0] is int else name
    if origin is tuple:
        parts = reading.items(where, x, None if arguments[-1] is ... else len(arguments))
        inside = "" if arguments[0] in (str, JointName) else "[{}]"
        return tuple(
            _restored(where + inside.format(i), part, arguments[0], names)
            for i, part in enumerate(parts)
        )
    if origin is Literal:
        return reading.choice(where, x, arguments)
    values = reading.mapping(where, x).items()
    return {k: _restored(f"{where}: {k!r}", value, arguments[1], names) for k, value in values}


def _object(where: str, x: FieldValue, kind: FieldType, names: list[str], *more: str) -> FieldValue:
    optional = [f for f in fields(kind) if f.compare and f.default in (None, 1, 3, 0.0, FRICTION)]
    absent = {f.name: _record(f.name, f.default, names) for f in optional}
    absent |= {f.name: "inf" for f in fields(kind) if f.default == inf}
    types, record = _types(kind), absent | reading.mapping(where, x)
    values: dict[str, FieldValue] = {}
    if "name" in types:
        where = f"{where} {reading.text(f'{where}: name', record.get('name'))!r}"
    if kind is Body:
        values["joint"] = joint = joint_of(f"{where}: joint", record.get("joint"))
        more = tuple(OF_JOINTS) if joint.independent else ()  # instead of `parameters`
        types = {key: t for key, t in types.items() if key != "parameters"}
    values_of = reading.fields(where, record, (*more, *types))
    for key in (key for key in types if key not in values):
        values[key] = _restored(f"{where}: {key}", values_of[key], types[key], names)
    if kind is Body:
        if values["name"] in names:  # before a parent of the lost name is missed
            raise ModelError(f"{where}: two joints have this name; rename one.")
        names.append(values["name"])
        values["parameters"] = {
            key: _values(f"{where}: {key}", key, values_of[key], values["joint"]) for key in more
        }
    with errors_at(where):
        return kind(**values)


def _values(where: str, key: str, x: FieldValue, joint: Joint) -> tuple[FieldValue, ...]:
    row = PARAMETERS[key]
    count: int = getattr(joint, row.dimensions[0])
    if not row.boolean:
        return tuple(reading.numbers(where, x, count, infinite=row.infinite))
    for value in reading.items(where, x, count):
        if not isinstance(value, bool):
            raise ModelError(f"{where} holds {reading.shown(value)}; expected true or false.")
    return tuple(x)


def _law(where: str, x: FieldValue) -> Law:
    record = reading.fields(where, reading.mapping(where, x), ("kind", "parameters"))
    name = reading.text(f"{where}: kind", record["kind"])
    if (kind := KINDS.get(name)) is None:
        raise ModelError(
            f"{where}: no kind of motor {name!r} is loaded; import the module of a user-defined "
            "one, module:name, first."
        )
    values = reading.mapping(f"{where}: parameters", record["parameters"])
    with errors_at(where):
        return kind(**cast(Any, reading.fields(where, values, tuple(kind.defaults))))


_LEAVES: Final[Mapping[FieldType, Callable[[str, FieldValue], FieldValue]]] = {
    str: reading.text,
    float: reading.number,
    Bound: lambda where, x: reading.number(where, x, infinite=True),
    int: reading.number,
    SE3: reading.placement,
    Inertia: lambda where, x: Inertia.from_parameters(reading.numbers(where, x, 10)),
    Joint: joint_of,
    Law: _law,
}
"""By type: the function that reads its values."""
