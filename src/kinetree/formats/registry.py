"""The file formats: a row each, and the one place where the source of a robot is identified."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from ..errors import ModelError, unknown
from ..model import Model
from . import installed, robots
from .findings import Findings, listed
from .json_file import read_json
from .source import OPTIONS, TEXT, URL, Input, Options, at_home, read
from .urdf.read import read_urdf


@dataclass(frozen=True, slots=True)
class Format:
    """A file format of robots: what recognizes it, and what reads it; `kt.register_format` adds it.

    `read(source, options, findings)` returns a model: `source.decoded()` is the text, `options` are
    those of `kt.load`, and problems go into `findings`.
    """

    name: str
    """Its name in messages."""
    read: Callable[[Input, Options, Findings], Model]
    """Reads a robot; raises ModelError if there are errors."""
    root: str = ""
    """The root element, of XML."""
    beginning: str = ""
    """The first characters of a file, of a text that is not XML."""
    suffixes: tuple[str, ...] = ()
    """Suffixes of files in which neither is found."""
    library: str = ""
    """The library whose objects are read, too."""
    remedy: str = ""
    """How a file begins, for messages about another root element."""
    options: tuple[str, ...] = OPTIONS
    element: str = ""
    """The element of findings about the whole file, if it is not the root."""


def _read_mjcf(source: Input, options: Options, findings: Findings) -> Model:
    from .mjcf.load import read_mjcf  # readers that few programs need are imported when they run

    return read_mjcf(source, options, findings)


def _read_sdf(source: Input, options: Options, findings: Findings) -> Model:
    from .sdf.read import read_sdf

    return read_sdf(source, options, findings)


def _read_pinocchio(source: Input, options: Options, findings: Findings) -> Model:
    from .pin_model import from_pinmodel

    return from_pinmodel(source.content)


SRDF_ONLY: Final = ("srdf",)
URDF: Final = Format(
    "URDF",
    read_urdf,
    root="robot",
    suffixes=(".urdf", ".xacro"),
    remedy="a URDF begins with <robot name='...'>.",
)
MJCF: Final = Format(
    "MJCF",
    _read_mjcf,
    root="mujoco",
    suffixes=(".xml", ".mjcf"),
    library="mujoco",
    remedy="an MJCF begins with <mujoco>.",
)
SDF: Final = Format(
    "SDF",
    _read_sdf,
    root="sdf",
    suffixes=(".sdf", ".world"),
    remedy="an SDF begins with <sdf version='1.9'>.",
)
SAVED: Final = Format(
    "the saved model",
    read_json,
    beginning="{",
    suffixes=(".json",),
    options=SRDF_ONLY,
    element="JSON",
)
PINOCCHIO: Final = Format("the live model", _read_pinocchio, library="pinocchio", options=SRDF_ONLY)
BUILT_IN: Final = Format(
    "the built-in robot",
    lambda source, options, findings: cast(Callable[[], Model], source.content)(),
    options=SRDF_ONLY,
)

FORMATS: Final[dict[str, Format]] = {}
"""The formats by their names."""


def register_format(format: Format) -> None:
    """Let `kt.load` and `kt.check` read a format, which its root, beginning or suffixes tell.

    A format of the same name and the same function (by module and name) is replaced, as where a
    notebook's cell runs again. Raises ModelError if another format is told by the same.

    >>> import kinetree as kt
    >>> def read_lengths(source, options, findings):
    ...     return kt.robots.serial_chain(len(source.decoded().split()) - 1)
    >>> kt.register_format(kt.Format("lengths", read_lengths, beginning="lengths:"))
    >>> kt.load("lengths: 0.3 \\n 0.2").nq
    2
    """
    made = format.read.__module__, format.read.__qualname__
    for x in FORMATS.values():
        if x.name == format.name and (x.read.__module__, x.read.__qualname__) == made:
            continue
        if common := _marks(x) & _marks(format):
            raise ModelError(
                f"the format {format.name}: {listed(sorted(common))} of it is told to be of "
                f"{x.name}; give it another name, root, beginning or suffix."
            )
    FORMATS[format.name] = format


def _marks(format: Format) -> set[str]:
    """What a format is told by, and its name."""
    return {format.name, format.root, format.beginning, format.library, *format.suffixes} - {""}


for _format in (URDF, MJCF, SDF, SAVED, PINOCCHIO):
    register_format(_format)


def identify(source: object) -> tuple[Input, Format]:
    """What a source is: an object of another library, a text, a path, or the name of a robot.

    Raises ModelError for an unknown name or format, and for a file that cannot be read.
    """
    for format in FORMATS.values():
        if _is_live(source, format):
            return opened(source, format), format
    if isinstance(source, str) and source in robots.BUILTIN:
        return Input(repr(source), content=robots.BUILTIN[source]), BUILT_IN
    name = source if isinstance(source, str) else ""
    is_name = name.strip() and not TEXT.match(name) and Path(name).suffix.lower() not in _suffixes()
    robot = _named(name) if is_name and not URL.match(name) else read(source)
    return robot, _format_of(robot)


def opened(source: object, format: Format) -> Input:
    """A file or a text of a format, or an object of its library."""
    if _is_live(source, format):
        return Input(f"a {format.library}.{type(source).__name__}", content=source)
    return read(source)


def _is_live(source: object, format: Format) -> bool:
    """Whether the top-level package of an object's type is the library of a format."""
    return type(source).__module__.partition(".")[0] == format.library


def _format_of(source: Input) -> Format:
    """The format: by the root element, by the longest beginning, by the suffix."""
    for format in sorted(FORMATS.values(), key=lambda x: -len(x.beginning)):
        begins = format.beginning and source.beginning.startswith(format.beginning)
        if begins or (source.root is not None and source.root.tag == format.root):
            return format
    suffixes = _suffixes()
    if source.suffix not in suffixes and not source.beginning.startswith("<"):
        size = f"a text of {len(source.text):,} characters"
        what = f"{source.name}: a file" if source.path else size
        raise ModelError(f"{what} in an unknown format. {_supported()}")
    return suffixes.get(source.suffix, URDF)


def _suffixes() -> dict[str, Format]:
    return {suffix: format for format in FORMATS.values() for suffix in format.suffixes}


def _supported() -> str:
    read = [f"{x.name} ({', '.join(x.suffixes)})" for x in FORMATS.values() if x.suffixes]
    return f"kinetree reads {', '.join(read)}: by path, as text, or by the name of a robot."


def _named(name: str) -> Input:
    """An installed robot, or an existing path."""
    robot = installed.named(name)
    if robot is not None or os.path.exists(at_home(name)):
        return robot or read(name)
    more = "" if installed.installed_robots() else " More robots: `pip install example-robot-data`."
    if more and name in installed.SHORT_NAMES:
        raise ModelError(
            f"{name!r} is a robot of example-robot-data, which is not installed: "
            "`pip install example-robot-data`."
        )
    message = unknown("robot", name, robots.names())
    if {*name} & {*"/."}:
        near, _, _ = message.partition(" There are: ")
        message = f"no file {name!r} in {os.getcwd()}, and {near}"
    raise ModelError(f"{message} {_supported()}{more}")
