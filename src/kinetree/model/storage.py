"""Models in files: readable JSON that gives the same model back, to the last bit."""

import json
import os
import secrets
from collections import Counter
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, NoReturn, cast, get_args

import numpy as np

from ..errors import ModelError
from ..parameters import OF_JOINTS, PARAMETERS, Parameter
from ..spatial import Inertia
from . import records
from .assembly import Body, Parts, assembled
from .description import FORMAT, described
from .joint_records import joint_of
from .model import Model
from .shapes import Shape
from .tree import Anchor, Constraint, Coupling, Frame, FrameKind, Geometry, GeometryKind, Loop

Source = str | os.PathLike[str]


def save(model: Model, path: Source) -> None:
    """Write a model to a file: all of it, or nothing."""
    if not isinstance(path, (str, os.PathLike)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(f"save: path is a {type(path).__name__}; expected a path.")
    content = _laid_out(described(model), "") + "\n"
    part = Path(f"{os.fspath(path)}.{secrets.token_hex(6)}.part")
    try:
        try:
            part.write_text(content, encoding="ascii")
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise ModelError(f"{str(path)[:200]}: cannot be written: {error}.") from error


def load_model(source: Source) -> Model:
    """The model in a file that `model.save` wrote, or in the text of one; see `model_of`."""
    return model_of(*read_text(source))


def model_of(text: str, file: str) -> Model:
    """The model in the text that `model.save` wrote to a file of this name.

    Raises ModelError with the place in the file for whatever is not as `save` writes it. A user's
    joint is found by its name among those that are loaded; nothing is imported.
    """
    try:
        content = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_once)
    except ModelError as error:
        raise ModelError(f"{file}: {_cut(error)}") from error
    except json.JSONDecodeError as error:
        place = f"{file}:{error.lineno}: column {error.colno}"
        raise ModelError(f"{place}: this is no JSON: {error.msg}.") from error
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{file}: this is no JSON: {error}.") from error
    try:
        return _model(content)
    except ModelError as error:
        raise ModelError(f"{file}: {_cut(error)}") from error
    except RecursionError:
        raise ModelError(f"{file}: nested too deep for a model.") from None


# --- text


def _laid_out(x: Any, indent: str) -> str:
    """JSON with what is short, and each list of plain values, on one line."""
    line, kind = json.dumps(x, allow_nan=False), cast(type[Any], type(x))
    values: list[Any] = list(x.values() if kind is dict else x if kind is list else ())
    if len(indent + line) <= 100 or not any(isinstance(value, (list, dict)) for value in values):
        return line
    inner = indent + "  "
    parts = [_laid_out(value, inner) for value in values]
    if kind is dict:
        parts = [f"{json.dumps(key)}: {part}" for key, part in zip(x, parts, strict=True)]
    return f"{line[0]}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{line[-1]}"


def read_text(source: Source) -> tuple[str, str]:
    """The text of a saved model, a path or the text itself, and the name that messages give it."""
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("{"):
        return source.lstrip("\ufeff"), "<string>"
    if not isinstance(source, (str, os.PathLike)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(f"source is a {type(source).__name__}; expected a path, or the text.")
    try:
        return read_bytes(Path(source)).decode("utf-8-sig"), str(source)
    except UnicodeDecodeError as error:
        raise ModelError(f"{source}: cannot be read: {error}.") from error


def read_bytes(path: Path) -> bytes:
    """What a file holds; raises ModelError if it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise ModelError(f"{path}: no such file (looked for it in {Path.cwd()}).") from None
    except IsADirectoryError:
        raise ModelError(f"{path}: a directory; pass the model file in it.") from None
    except (OSError, ValueError) as error:
        raise ModelError(f"{str(path)[:200]}: cannot be read: {error}.") from error


def _cut(error: ModelError) -> str:
    """What an error says, without the middle where names are very long."""
    text = str(error)
    return text if len(text) <= 1000 else f"{text[:500]} ... {text[-500:]}"


def _no_constant(word: str) -> NoReturn:
    raise ModelError(f'{word} is no JSON; a limit may be "inf" or "-inf", in quotes.')


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ModelError(f"the key {twice!r} stands twice in one object; keep one.")
    return record


# --- the model

_KEYS: Final = (
    *FORMAT,
    "name",
    "gravity",
    "universe",
    "joints",
    "frames",
    "geometries",
    "constraints",
    "reference_configurations",
    "groups",
    "disabled_collisions",
)


def _model(content: Any) -> Model:
    file = records.mapping("the file", content)
    for key, value in FORMAT.items():
        if file.get(key) != value:
            raise ModelError(
                f"{key} is {records.shown(file.get(key))}; expected {value!r}, as model.save writes"
                " it. A file of a later version needs a later kinetree."
            )
    file = records.fields("the file", file, _KEYS)
    bodies = _bodies(file)
    names = [body.name for body in bodies]
    parts = Parts(
        bodies,
        _frames(file, names),
        [_geometry(where, x, names) for where, x in _each(file, "geometries")],
        [_constraint(where, x, names) for where, x in _each(file, "constraints")],
    )
    model, number = assembled(records.text("name", file["name"]), parts)
    for i, name in enumerate(names):
        if number[i] != i:
            raise ModelError(
                f"joints[{i - 1}] {name!r}: joints come depth first, all that one carries right"
                f" after it; this would be number {number[i] - 1}."
            )
    return model.replace(
        gravity=records.numbers("gravity", file["gravity"], 3),
        placements=np.array([x["placement"] for x in (file["universe"], *file["joints"])], float),
        reference_configurations={
            name: records.numbers(where, q, model.nq)
            for where, name, q in _named(file, "reference_configurations")
        },
        groups={
            name: _joints(where, group, names) for where, name, group in _named(file, "groups")
        },
        disabled_collisions=[
            _texts(where, x, 3) for where, x in _each(file, "disabled_collisions")
        ],
    )


def _each(file: dict[str, Any], key: str) -> list[tuple[str, Any]]:
    return [(f"{key}[{i}]", x) for i, x in enumerate(records.items(key, file[key]))]


def _named(file: dict[str, Any], key: str) -> list[tuple[str, str, Any]]:
    return [(f"{key}: {name!r}", name, x) for name, x in records.mapping(key, file[key]).items()]


def _texts(where: str, x: Any, count: int | None = None) -> tuple[str, ...]:
    return tuple(records.text(where, word) for word in records.items(where, x, count))


def _joints(where: str, x: Any, names: list[str]) -> tuple[str, ...]:
    for word in records.items(where, x):
        records.index(where, word, names, "joint")
    return tuple(x)


def _bodies(file: dict[str, Any]) -> list[Body]:
    universe = records.fields("universe", file["universe"], ("placement", "inertia"))
    bodies = [replace(Body.universe(), **_rigid_body("universe", universe))]
    names = ["universe"]
    for where, x in _each(file, "joints"):
        body = _body(where, x, names)
        bodies.append(body)
        names.append(body.name)
    return bodies


def _body(where: str, x: Any, before: list[str]) -> Body:
    name = records.text(f"{where}: name", records.mapping(where, x).get("name"))
    where = f"{where} {name!r}"
    joint = joint_of(f"{where}: joint", x.get("joint"))
    own = OF_JOINTS if joint.independent else dict[str, Parameter]()
    keys = ("name", "parent", "joint", "placement", "inertia", *own)
    given = records.fields(where, x, keys)
    if name in before:
        raise ModelError(f"{where}: two joints are called so; rename one.")
    return Body(
        name,
        records.index(f"{where}: parent", given["parent"], before, "joint before it"),
        joint,
        **_rigid_body(where, given),
        numbers={
            key: _numbers(f"{where}: {key}", key, given[key], getattr(joint, row.dimensions[0]))
            for key, row in own.items()
        },
    )


def _rigid_body(where: str, given: dict[str, Any]) -> dict[str, Any]:
    row = records.numbers(f"{where}: inertia", given["inertia"], 10)
    origin = records.placement(f"{where}: placement", given["placement"])
    return {"origin": origin, "inertia": Inertia.from_parameters(row)}


def _numbers(where: str, key: str, x: Any, count: int) -> list[Any]:
    if not PARAMETERS[key].boolean:
        return records.numbers(where, x, count, infinite=PARAMETERS[key].infinite)
    for value in records.items(where, x, count):
        if not isinstance(value, bool):
            raise ModelError(f"{where} holds {records.shown(value)}; expected true or false.")
    return x


def _frames(file: dict[str, Any], names: list[str]) -> list[Frame]:
    frames: dict[tuple[str, FrameKind], Frame] = {}
    for where, x in _each(file, "frames"):
        given = records.fields(where, x, ("name", "kind", "joint", "placement"))
        name = records.text(f"{where}: name", given["name"])
        where = f"{where} {name!r}"
        kind = cast(FrameKind, records.choice(f"{where}: kind", given["kind"], get_args(FrameKind)))
        if (name, kind) in frames:
            raise ModelError(f"{where}: another frame of kind {kind!r} is called so; rename one.")
        if (kind == "universe") == bool(frames):
            raise ModelError(f"{where}: the first frame, and no other, is of kind 'universe'.")
        frames[name, kind] = Frame(name, kind, *_placed(where, given, names))
    return list(frames.values())


def _placed(where: str, given: dict[str, Any], names: list[str]) -> tuple[int, Any]:
    at = records.index(f"{where}: joint", given["joint"], names, "joint")
    return at, records.placement(f"{where}: placement", given["placement"])


def _geometry(where: str, x: Any, names: list[str]) -> Geometry:
    keys = ("name", "kind", "body", "joint", "placement", "shape", "color")
    given = records.fields(where, x, keys)
    name = records.text(f"{where}: name", given["name"])
    where, color = f"{where} {name!r}", given["color"]
    kind = records.choice(f"{where}: kind", given["kind"], get_args(GeometryKind))
    joint, placement = _placed(where, given, names)
    return Geometry(
        name,
        cast(GeometryKind, kind),
        records.text(f"{where}: body", given["body"]),
        joint,
        placement,
        _shape(f"{where}: shape", given["shape"]),
        None if color is None else cast(Any, tuple(records.numbers(f"{where}: color", color, 4))),
    )


_SHAPES: Final[dict[str, type[Shape]]] = {shape.__name__: shape for shape in get_args(Shape)}


def _shape(where: str, x: Any) -> Shape:
    word = records.choice(f"{where}: type", records.mapping(where, x).get("type"), _SHAPES)
    shape: Any = _SHAPES[word]
    given = records.fields(where, x, ("type", *(f.name for f in fields(shape))))
    values = {key: _size(f"{where}: {key}", key, y) for key, y in given.items() if key != "type"}
    try:
        return shape(**values)
    except ModelError as error:
        raise ModelError(f"{where}: {error}") from error


def _size(where: str, key: str, x: Any) -> Any:
    match key:
        case "uri" | "folder":
            return records.text(where, x)
        case "package_dirs":
            return _texts(where, x)
        case "radius" | "length":
            return records.number(where, x)
        case _:
            return tuple(records.numbers(where, x, 3))


def _constraint(where: str, x: Any, names: list[str]) -> Constraint:
    kind = records.choice(
        f"{where}: type", records.mapping(where, x).get("type"), ("Loop", "Coupling")
    )
    if kind == "Coupling":
        given = records.fields(where, x, ("type", *(f.name for f in fields(Coupling))))
        name, joint = (records.text(f"{where}: {key}", given[key]) for key in ("name", "joint"))
        source = None if given["source"] is None else records.text(where, given["source"])
        row = given["coefficients"]
        count = len(records.items(f"{where}: coefficients", row))
        coefficients = records.numbers(f"{where}: coefficients", row, count)
        return Coupling(name, joint, source, tuple(coefficients))
    given = records.fields(where, x, ("type", "name", "joint", "first", "second"))
    ends = [
        Anchor(
            *_placed(
                f"{where}: {end}", records.fields(f"{where}: {end}", given[end], _PLACE), names
            )
        )
        for end in ("first", "second")
    ]
    joint = joint_of(f"{where}: joint", given["joint"])
    return Loop(records.text(f"{where}: name", given["name"]), joint, *ends)


_PLACE: Final = ("joint", "placement")
