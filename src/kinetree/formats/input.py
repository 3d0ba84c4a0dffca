"""`Input`: what a loader reads, looked at once."""

import os
import re
from codecs import BOM_UTF8
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NoReturn, cast
from xml.parsers import expat

from ..errors import ModelError, kind_of
from .options import Mappings, Source
from .xml import Element

SPACE: Final = "\ufeff \t\r\n"
TEXT: Final = re.compile(r"[\ufeff\s]*([<{]|\S[^\n]*\n\s*\S)")
"""The beginning of a string that is the text of a model, not a path or a name."""
LONGEST_BEGINNING: Final = 100
"""Bytes that tell the formats of texts that are not XML."""


@dataclass(frozen=True, slots=True)
class Input:
    """A file, a text, or an object, with its name in messages."""

    name: str
    path: Path | None = None
    text: str | bytes = ""
    content: object = None
    """An object of another library."""
    built_in: str = ""
    """The name of a built-in robot."""
    root: Element | None = field(init=False, default=None)
    """The root element, without its children; None if the text is not XML."""
    package_dirs: tuple[str, ...] = ()
    mappings: Mappings | None = None
    """Folders and arguments of xacro that come with the robot."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "root", _root_of(self.text))

    @property
    def has_text(self) -> bool:
        """Whether it is a file or a text."""
        return self.content is None and not self.built_in

    @property
    def folder(self) -> str:
        """The folder of the file; "", the working directory, for a text."""
        return "" if self.path is None else os.path.dirname(os.path.abspath(self.path))

    @property
    def suffix(self) -> str:
        """The suffix of the file, in lower case; "" for a text."""
        return "" if self.path is None else self.path.suffix.lower()

    def decoded(self) -> str:
        """The text as characters; raises ModelError unless a file is UTF-8."""
        if isinstance(self.text, str):
            return self.text.lstrip("\ufeff")
        try:
            return self.text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ModelError(f"{self.name}: cannot be read: {error}.") from error

    @property
    def beginning(self) -> str:
        """The first characters of the text."""
        head = self.text[:LONGEST_BEGINNING]
        if isinstance(head, bytes):
            head = head.removeprefix(BOM_UTF8).decode(errors="replace")
        return head.lstrip(SPACE)


def read(source: object) -> Input:
    """A file given by its path, or a text.

    Raises ModelError if the source is neither, or cannot be read.
    """
    if not isinstance(source, str | os.PathLike):
        raise ModelError(f"source is {kind_of(source)}; expected a path, or the XML as a string.")
    if isinstance(source, str) and not source.strip():
        raise ModelError("source is an empty string; expected a path, or the XML as a string.")
    if isinstance(source, str) and TEXT.match(source):
        return Input("<string>", text=source)
    path = Path(cast(Source, source))
    return Input(str(path), path, read_bytes(path))


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


def _root_of(text: str | bytes) -> Element | None:
    parser = expat.ParserCreate()

    def stop(tag: str, attributes: dict[str, str]) -> NoReturn:
        raise _RootFound(Element(tag, attributes, parser.CurrentLineNumber, None))

    def refuse(*_: object) -> NoReturn:
        raise ValueError  # `parse` does so with its reason

    parser.StartElementHandler = stop
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except _RootFound as end:
        return end.root
    except (ValueError, LookupError, expat.ExpatError):
        pass
    return None


class _RootFound(Exception):
    """Raised at the first element, where parsing stops."""

    def __init__(self, root: Element) -> None:
        self.root = root
