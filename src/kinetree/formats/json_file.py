"""Save models to readable JSON and load them, equal to the last bit."""

import json
import os
import secrets
from collections import Counter
from pathlib import Path
from typing import Any, Final, NoReturn, cast

from ..errors import ModelError, kind_of, warn
from ..model import Model
from ..model.fields import check_plain
from ..model.numbering import depth_first
from ..model.records.robot import content, description_of
from .findings import Findings
from .source import Input, Options, Source

_OTHERS: Final = (".urdf", ".xml", ".mjcf", ".sdf", ".xacro", ".srdf")
"""Endings of files of other formats."""


def save(model: Model, path: Source) -> None:
    """Write a model to a file of readable JSON that `kt.load` reads.

    The loaded model equals this one, to the last bit of its parameters. A user-defined joint or
    shape is written as the name of its class and its attributes; import the class before you load
    the file, which is why one of `__main__` is warned of. Raises ModelError if the file, or a part
    of the model, cannot be written, and for the ending of another format.

    >>> import kinetree as kt, os, tempfile
    >>> arm = kt.robots.arm()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     kt.save(arm, os.path.join(folder, "arm.json"))
    ...     again = kt.load(os.path.join(folder, "arm.json"))
    >>> again == arm
    True
    """
    if not isinstance(path, (str, os.PathLike)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ModelError(f"save: path is {kind_of(path)}; expected a path.")
    if Path(path).suffix.lower() in _OTHERS:
        raise ModelError(
            f"{str(path)[:200]}: kt.save writes kinetree's JSON, whose files end in .json; for a "
            "URDF write the text of kt.to_urdf(model): Path(file).write_text(kt.to_urdf(model))."
        )
    check_plain(model.name, model.parameters)
    text = _indented(content(model.description), "") + "\n"
    if '"__main__' in text:
        warn(f"save: {model.name} has types of __main__; define them in a module to import.")
    part = Path(f"{os.fspath(path)}.{secrets.token_hex(6)}.part")
    try:
        try:
            part.write_text(text, encoding="ascii")
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise ModelError(f"{str(path)[:200]}: cannot be written: {error}.") from error


def read_json(source: Input, options: Options, findings: Findings) -> Model:
    """The model in a file that `save` wrote, or in the text of one.

    Raises ModelError with the place in the file for unexpected content. A user-defined class is
    found by name among the classes that are imported; nothing is imported here.
    """
    text, file = source.decoded(), source.name
    try:
        x = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_once)
        robot = description_of(x)
        for new, i in enumerate(depth_first([b.parent for b in robot.joints])):
            if new != i:
                raise ModelError(
                    f"joints[{new - 1}] {robot.joints[new - 1].name!r}: joints come depth first, "
                    "all descendants of one right after it; this is not the next."
                )
        return Model(robot)
    except ModelError as error:
        message = str(error)
        if len(message) > 1000:
            message = f"{message[:500]} ... {message[-500:]}"
        raise ModelError(f"{file}: {message}") from error
    except json.JSONDecodeError as error:
        place = f"{file}:{error.lineno}: column {error.colno}"
        raise ModelError(f"{place}: this is not JSON: {error.msg}.") from error
    except RecursionError as error:
        raise ModelError(
            f"{file}: this is not JSON of a model, nested too deep: {error}."
        ) from None
    except ValueError as error:
        raise ModelError(f"{file}: this is not JSON: {error}.") from error


def _indented(x: Any, indent: str) -> str:
    """JSON with short values, and lists of plain values, on one line."""
    line, kind = json.dumps(x, allow_nan=False), cast(type[object], type(x))
    values: list[object] = list(x.values() if kind is dict else x if kind is list else ())
    if len(indent + line) <= 100 or not any(isinstance(value, (list, dict)) for value in values):
        return line
    inner = indent + "  "
    parts = [_indented(value, inner) for value in values]
    if kind is dict:
        parts = [f"{json.dumps(key)}: {part}" for key, part in zip(x, parts, strict=True)]
    return f"{line[0]}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{line[-1]}"


def _no_constant(name: str) -> NoReturn:
    raise ModelError(f'{name} is not JSON; a limit may be "inf" or "-inf", in quotes.')


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ModelError(f"the key {twice!r} occurs twice in one object; keep one.")
    return record
