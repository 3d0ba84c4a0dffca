"""The file formats: a row each, and the one place where the source of a robot is identified."""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ..errors import ModelError, unknown
from ..model import Model
from . import installed, robots
from .built_in import BUILTIN
from .findings import Findings
from .input import TEXT, Input, read
from .installed import NamedRobot
from .json_file import read_json
from .options import ALL, Options
from .urdf.read import read_urdf


@dataclass(frozen=True, slots=True)
class Format:
    """A format: what recognizes it, and what reads it. A row of `FORMATS`."""

    name: str
    """Its name in messages."""
    read: Callable[[Input, Options, Findings], Model]
    """Reads a robot. Problems go into the findings; raises ModelError if there are errors."""
    roots: tuple[str, ...] = ()
    """Root elements, of XML."""
    beginning: str = ""
    """The first characters of a file, of a text that is not XML."""
    suffixes: tuple[str, ...] = ()
    """Suffixes of files in which neither is found."""
    library: str = ""
    """The library whose objects are read, too."""
    remedy: str = ""
    """How a file begins, for messages about another root element."""
    options: frozenset[str] = ALL
    element: str = ""
    """The element of findings about the whole file."""


def _read_mjcf(source: Input, options: Options, findings: Findings) -> Model:
    from .mjcf.load import read_mjcf  # readers that few programs need are imported when they run

    return read_mjcf(source, options, findings)


def _read_sdf(source: Input, options: Options, findings: Findings) -> Model:
    from .sdf.read import read_sdf

    return read_sdf(source, options, findings)


def _read_pinocchio(source: Input, options: Options, findings: Findings) -> Model:
    from .pin_model import from_pinmodel

    return from_pinmodel(source.content)


SRDF_ONLY: Final = frozenset({"srdf"})
URDF: Final = Format(
    "URDF",
    read_urdf,
    roots=("robot",),
    suffixes=(".urdf", ".xacro"),
    remedy="a URDF begins with <robot name='...'>.",
    element="<robot>",
)
MJCF: Final = Format(
    "MJCF",
    _read_mjcf,
    roots=("mujoco",),
    suffixes=(".xml", ".mjcf"),
    library="mujoco",
    remedy="an MJCF begins with <mujoco>.",
    element="<mujoco>",
)
SDF: Final = Format(
    "SDF",
    _read_sdf,
    roots=("sdf",),
    suffixes=(".sdf", ".world"),
    remedy="an SDF begins with <sdf version='1.9'>.",
    element="<sdf>",
)
SAVED: Final = Format(
    "the saved model",
    read_json,
    beginning="{",
    suffixes=(".json",),
    options=SRDF_ONLY,
    element="JSON",
)
PINOCCHIO: Final = Format(
    "the live model",
    _read_pinocchio,
    library="pinocchio",
    options=SRDF_ONLY,
)
BUILT_IN: Final = Format(
    "the built-in robot",
    lambda source, options, findings: BUILTIN[source.built_in](),
    options=SRDF_ONLY,
)

FORMATS: Final = (URDF, MJCF, SDF, SAVED, PINOCCHIO)
SUFFIXES: Final = {suffix: format for format in FORMATS for suffix in format.suffixes}
SUPPORTED: Final = (
    "kinetree reads "
    + ", ".join(f"{x.name} ({', '.join(x.suffixes)})" for x in FORMATS if x.suffixes)
    + ": by path, as text, or by the name of a robot."
)


def identify(source: object) -> tuple[Input, Format]:
    """What a source is: an object of another library, a text, a path, or the name of a robot.

    Raises ModelError for an unknown name or format, and for a file that cannot be read.
    """
    if any(_library(source) == format.library for format in FORMATS):
        robot = _live(source)
    elif isinstance(source, str) and source in BUILTIN:
        robot = Input(repr(source), built_in=source)
    elif isinstance(source, str) and _is_name(source):
        named = _named(source)
        robot = replace(read(named.file), package_dirs=named.package_dirs, mappings=named.mappings)
    else:
        robot = read(source)
    return robot, _format_of(robot)


def opened(source: object, format: Format) -> Input:
    """A file or a text of a format, or an object of its library."""
    return _live(source) if _library(source) == format.library else read(source)


def _live(source: object) -> Input:
    return Input(f"a {_library(source)}.{type(source).__name__}", content=source)


def _is_name(source: str) -> bool:
    """Whether a string is neither a text, nor the path of a file with a known suffix."""
    is_path = Path(source).suffix.lower() in SUFFIXES
    return bool(source.strip()) and not TEXT.match(source) and not is_path


def _format_of(source: Input) -> Format:
    """The format: by the library of an object, by the root element, by the beginning, by suffix."""
    if source.built_in:
        return BUILT_IN
    library, tag = _library(source.content), "" if source.root is None else source.root.tag
    for format in FORMATS:
        begins = format.beginning and source.beginning.startswith(format.beginning)
        if library == format.library or tag in format.roots or begins:
            return format
    if source.path is None and not source.beginning.startswith("<"):
        size = f"{len(source.text):,} characters"
        raise ModelError(f"a text of {size} in an unknown format. {SUPPORTED}")
    return SUFFIXES.get(source.suffix, URDF)


def _library(source: object) -> str:
    """The top-level package of an object's type."""
    return type(source).__module__.partition(".")[0]


def _named(name: str) -> NamedRobot:
    """An installed robot, or an existing path."""
    file = installed.file_of(name)
    if file is None and name in installed.described_names():
        return installed.described_robot(name)
    if file is not None or os.path.exists(name):
        return NamedRobot(file or Path(name))
    missing = ""
    if not installed.installed_robots():
        missing = " More robots: `pip install example-robot-data`."
    if missing and name in installed.SHORT_NAMES:
        raise ModelError(
            f"{name!r} is a robot of example-robot-data, which is not installed: "
            "`pip install example-robot-data`."
        )
    raise ModelError(f"{unknown('robot', name, robots.names())} {SUPPORTED}{missing}")
