"""Where the text of a model comes from: a path, or the XML itself."""

import os
from pathlib import Path

from ..errors import ModelError

Source = str | os.PathLike[str]


def is_xml(source: Source) -> bool:
    """Whether a source is the XML itself and no path."""
    return isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("<")


def read_source(source: Source) -> tuple[str | bytes, str]:
    """The text of a source and the name that messages give it.

    Raises ModelError if the source is no path or text, or a path that cannot be read.
    """
    check_source(source)
    if isinstance(source, str) and is_xml(source):
        return source, "<string>"
    path = Path(source)
    try:
        return path.read_bytes(), str(path)
    except FileNotFoundError:
        raise ModelError(f"{path}: no such file (looked for it in {Path.cwd()}).") from None
    except IsADirectoryError:
        raise ModelError(f"{path}: a directory; pass the model file in it.") from None
    except (OSError, ValueError) as error:
        raise ModelError(f"{str(path)[:200]}: cannot be read: {error}.") from error


def check_source(source: object) -> None:
    """Raise ModelError unless a source is a path or some text."""
    if not isinstance(source, str | os.PathLike):
        kind = type(source).__name__
        raise ModelError(f"source is a {kind}; expected a path, or the XML as a string.")
    if isinstance(source, str) and not source.strip():
        raise ModelError("source is an empty string; expected a path, or the XML as a string.")
