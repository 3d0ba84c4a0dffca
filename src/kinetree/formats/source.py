"""What a loader reads, an `Input`, looked at once, and its `Options`, declared and checked once."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Final, Literal, cast

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, kind_of, with_known_keywords
from ..model import Model
from ..model.joints import FreeFlyer, Joint
from ..spatial import SE3
from ..spatial.se3 import rigid
from .xml import Document, Element, parse

Source = str | os.PathLike[str]
ContinuousAs = Literal["cos_sin", "angle"]
Placement = SE3 | Sequence[Sequence[float]] | NDArray[np.floating]
Folders = Source | Sequence[Source]
Mappings = Mapping[str, object]
"""Arguments of a xacro file, by name."""

SPACE: Final = "\ufeff \t\r\n"
TEXT: Final = re.compile(r"[\ufeff\s]*([<{]|\S[^\n]*\n\s*\S)")
"""The beginning of a string that is the text of a model, not a path or a name."""
URL: Final = re.compile(r"\w+://")
LONGEST_BEGINNING: Final = 100
"""Bytes that tell the formats of texts that are not XML."""


@dataclass(frozen=True)
class Input:
    """A file, a text, or an object, with its name in messages."""

    name: str
    path: Path | None = None
    text: str | bytes = ""
    content: object = None
    """An object of another library, or what makes a built-in robot; None for a file or a text."""
    package_dirs: tuple[str, ...] = ()
    mappings: Mappings | None = None
    """Folders that are searched last for its meshes and packages, and arguments of its xacro."""
    expand: bool = False
    """Whether its xacro is expanded: a file's called .xacro, or where that is asked."""
    title: str = ""
    """Its name, if that in the file is another robot's."""
    srdf: Path | None = None
    """The SRDF of an installed robot, for its reference configurations."""

    documents: list[Document] = field(default_factory=list[Document], repr=False, compare=False)
    """The text as XML, once it was asked for; that of copies by `replace`, too."""

    @property
    def document(self) -> Document:
        """The text as XML."""
        if not self.documents:
            self.documents.append(parse(self.text))
        return self.documents[0]

    @property
    def root(self) -> Element | None:
        """The root element; None if the text is not XML."""
        return next(iter(self.document.elements), None)

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
        text = head.decode(errors="replace") if isinstance(head, bytes) else head
        return text.lstrip(SPACE)


def read(source: object) -> Input:
    """A file given by its path, or a text.

    Raises ModelError if the source is neither, or cannot be read.
    """
    empty = isinstance(source, str) and not source.strip()
    if empty or not isinstance(source, str | os.PathLike):
        what = "an empty string" if empty else kind_of(source)
        raise ModelError(f"source is {what}; expected a path, or the XML as a string.")
    if isinstance(source, str) and TEXT.match(source):
        return Input("<string>", text=source)
    path = Path(at_home(cast(Source, source)))
    if isinstance(source, str) and URL.match(source):
        raise ModelError(f"{source}: URLs are not loaded; download the file, and pass its path.")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        place = "" if path.is_absolute() else f" (looked for it in {Path.cwd()})"
        raise ModelError(f"{path}: no such file{place}.") from None
    except IsADirectoryError:
        raise ModelError(f"{path}: a directory; pass the model file in it.") from None
    except (OSError, ValueError) as error:
        raise ModelError(f"{str(path)[:200]}: cannot be read: {error}.") from error
    return Input(str(path), path, content, expand=path.suffix.lower() == ".xacro")


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a loader; see `loader` for their meaning."""

    floating_base: Joint | None = None
    """The joint above the root; None for a fixed base."""
    mimic: bool = False
    continuous: ContinuousAs = "cos_sin"
    base_placement: SE3 | None = None
    package_dirs: tuple[str, ...] = ()
    mappings: Mappings | None = None
    expand: bool = False
    srdf: Source | None = None


OPTIONS: Final = tuple(x.name for x in fields(Options))
"""The names of all options."""


# The return type is inferred: it is the signature of `load` below, declared nowhere else.
def loader(read: Callable[[object, Options], Model]):
    """The function `read` with its options as the keywords that all loaders have."""

    def load(
        source: object,
        *,
        floating_base: bool | Joint = False,
        mimic: bool = False,
        continuous: ContinuousAs = "cos_sin",
        base_placement: Placement | None = None,
        package_dirs: Folders = (),
        mappings: Mappings | None = None,
        expand: bool = False,
        srdf: Source | None = None,
    ) -> Model:
        if not isinstance(floating_base, bool | Joint):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ModelError(
                f"floating_base={floating_base!r}; expected True, False, or a joint, as "
                "kt.FreeFlyer() is."
            )
        for name, value in (("mimic", mimic), ("expand", expand)):
            if not isinstance(value, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ModelError(f"{name}={value!r}; expected True or False.")
        if continuous not in ("cos_sin", "angle"):
            raise ModelError(f'continuous={continuous!r}; expected "cos_sin" or "angle".')
        base = floating_base if isinstance(floating_base, Joint) else None
        base = FreeFlyer() if floating_base is True else base
        placement = None if base_placement is None else rigid("base_placement", base_placement)
        dirs = folders(package_dirs)
        options = Options(base, mimic, continuous, placement, dirs, mappings, expand, srdf)
        return read(source, options)

    for name in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(load, name, getattr(read, name))
    return with_known_keywords(load)


def at_home(path: Source) -> str:
    """A path with `~` as the home folder; as it is, if it cannot be a path."""
    try:
        return os.path.expanduser(os.fspath(path))
    except ValueError:  # a byte 0
        return os.fspath(path)


def folders(package_dirs: Folders) -> tuple[str, ...]:
    """One folder, or several, as absolute paths."""
    listed = [package_dirs] if isinstance(package_dirs, str | os.PathLike) else package_dirs
    try:
        return tuple(os.path.abspath(at_home(folder)) for folder in listed)
    except TypeError:
        raise ModelError(
            f"package_dirs={package_dirs!r}; expected a folder, or a sequence of folders."
        ) from None
