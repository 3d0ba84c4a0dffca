"""Read the text of a model: from a path, or XML given as a string."""

import os
from codecs import BOM_UTF8
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

from ..errors import ModelError, kind_of
from .xacro import Mappings, expanded, is_xacro

Source = str | os.PathLike[str]

CHUNK = 2**14  # bytes


def is_xml(source: Source) -> bool:
    """Whether a source is XML text, not a path."""
    return isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("<")


def is_json(source: Source) -> bool:
    """Whether a source is the text of a saved model, not a path."""
    return isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith("{")


def holds_json(path: Path) -> bool:
    """Whether a file begins as a saved model does."""
    try:
        with open(path, "rb") as file:
            return file.read(CHUNK).removeprefix(BOM_UTF8).lstrip().startswith(b"{")
    except (OSError, ValueError):
        return False


def root_of(source: Source) -> str:
    """The tag of the root element; "" if there is none, or no file that can be read."""
    parser = expat.ParserCreate()
    parser.StartElementHandler = _stop
    try:
        if is_xml(source):
            parser.Parse(os.fspath(source), True)
            return ""
        with open(source, "rb") as file:
            for part in iter(lambda: file.read(CHUNK), b""):
                parser.Parse(part, False)
    except _RootFound as found:
        return found.tag
    except (OSError, ValueError, LookupError, expat.ExpatError):
        pass
    return ""


class _RootFound(Exception):
    """Raised at the first element, where parsing stops."""

    def __init__(self, tag: str) -> None:
        self.tag = tag


def _stop(tag: str, attributes: object) -> NoReturn:
    raise _RootFound(tag)


def folder_of(source: Source) -> str:
    """The folder of a file; the working directory for XML text."""
    return "" if is_xml(source) else os.path.dirname(os.path.abspath(source))


def read_source(
    source: Source, package_dirs: tuple[str, ...] = (), mappings: Mappings | None = None
) -> tuple[str | bytes, str]:
    """The text of a source, expanded if it is xacro or has arguments, and its name in messages.

    Raises ModelError if the source is neither path nor text, or cannot be read.
    """
    check_source(source)
    if isinstance(source, str) and is_xml(source):
        if mappings is None and not is_xacro(source.encode(errors="replace")):
            return source, "<string>"
        return expanded(source, package_dirs, mappings), "<string> (expanded)"
    path = Path(source)
    text = read_bytes(path)
    if mappings is not None or path.suffix.lower() == ".xacro" or is_xacro(text):
        return expanded(path, package_dirs, mappings), f"{path} (expanded)"
    return text, str(path)


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; raises ModelError if it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        place = "" if path.is_absolute() else f" (looked for it in {Path.cwd()})"
        raise ModelError(f"{path}: no such file{place}.") from None
    except IsADirectoryError:
        raise ModelError(f"{path}: a directory; pass the model file in it.") from None
    except (OSError, ValueError) as error:
        raise ModelError(f"{str(path)[:200]}: cannot be read: {error}.") from error


def check_source(source: object) -> None:
    """Raise ModelError unless a source is a path or text."""
    if not isinstance(source, str | os.PathLike):
        raise ModelError(f"source is {kind_of(source)}; expected a path, or the XML as a string.")
    if isinstance(source, str) and not source.strip():
        raise ModelError("source is an empty string; expected a path, or the XML as a string.")
