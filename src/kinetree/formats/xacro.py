"""Expand xacro files by the package `xacro`; packages are found like those of meshes."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from ..errors import ModelError, unknown
from ..model.mesh import candidates
from .findings import Findings
from .xml import Element, parse

DEFINITIONS = ("xacro:arg", "xacro:macro", "xacro:property")
"""Elements that are harmless if they remain in a file."""

Mappings = Mapping[str, object]
"""Arguments of a xacro file, by name."""

_ONE_AT_A_TIME = Lock()
"""The package keeps its state in globals."""


def is_xacro(text: bytes) -> bool:
    """Whether a text calls macros or includes files at top level, or uses what it defines."""
    first, *rest = text.split(b"<!--")
    if b"<xacro:" not in b"".join([first, *(part.partition(b"-->")[2] for part in rest)]):
        return False  # nearly all files, which need not be parsed twice
    try:
        root = parse(text, Findings(""))
    except ModelError:
        return False
    others = [element for element in root.children if element.tag not in DEFINITIONS]
    if any(element.tag.startswith("xacro:") for element in others):
        return True
    return len(others) < len(root.children) and any(map(_substitutes, others))


def _substitutes(element: Element) -> bool:
    """Whether an attribute has an expression or an argument to substitute."""
    here = any("${" in x or "$(" in x for x in element.attributes.values())
    return here or any(map(_substitutes, element.children))


class _Arguments(dict[str, str]):
    """Arguments, and the names that xacro looked for among them."""

    def __init__(self, mappings: Mappings | None) -> None:
        try:
            super().__init__({name: str(value) for name, value in (mappings or {}).items()})
        except AttributeError:
            raise ModelError(
                f"mappings={mappings!r}; expected the arguments by name, as {{'arm': 'left'}}."
            ) from None
        self.asked: list[str] = []

    def __contains__(self, name: object) -> bool:
        self.asked.append(str(name))
        return super().__contains__(name)

    def __getitem__(self, name: str) -> str:
        self.asked.append(name)
        return super().__getitem__(name)

    def check(self, file: str) -> None:
        """Raise ModelError for an argument that the file does not have."""
        for name in self:
            if name not in self.asked:
                raise ModelError(f"{file}: mappings: {unknown('argument', name, self.asked)}")


def expanded(
    source: Path | str, package_dirs: tuple[str, ...], mappings: Mappings | None = None
) -> str:
    """The XML that `xacro PATH` prints, or for a text would print.

    Needs `pip install 'kinetree[xacro]'`. Raises ModelError without it, and for its errors.
    """
    file, arguments = source if isinstance(source, Path) else "<string>", _Arguments(mappings)
    try:
        xacro: Any = import_module("xacro")
        substitution: Any = import_module("xacro.substitution_args")
    except ImportError:
        name = file if isinstance(file, Path) else "FILE"
        raise ModelError(
            f"{file}: to expand it, pip install 'kinetree[xacro]'; or where xacro is installed, "
            f"run `xacro {name} > robot.urdf` and load the result."
        ) from None
    folder = str(source.parent) if isinstance(source, Path) else ""
    with _ONE_AT_A_TIME, _packages(substitution, folder, package_dirs):
        try:
            text = _processed(xacro, source, arguments)
        except Exception as error:  # xacro evaluates Python: anything may be raised
            inner = (xacro.filestack or [None])[-1] or file
            message = " ".join((str(error) or repr(error)).split())
            raise ModelError(
                f"{inner}: xacro: {message}. Arguments are given as mappings={{'name': 'value'}}."
            ) from error
    arguments.check(str(file))
    return text


def _processed(xacro: Any, source: Path | str, arguments: _Arguments) -> str:
    if isinstance(source, Path):
        document = xacro.process_file(str(source), mappings=arguments)
    else:
        xacro.init_stacks(None)
        document = xacro.parse(source.lstrip("\ufeff \t\r\n"))
        xacro.process_doc(document, mappings=arguments)
    return document.toprettyxml(indent="  ")


@contextmanager
def _packages(arguments: Any, folder: str, package_dirs: tuple[str, ...]) -> Generator[None]:
    """Make `$(find PACKAGE)` search the paths of meshes, then those of ROS."""
    original = arguments._eval_find

    def find(package: str) -> str:
        for found in candidates(package, "", folder, package_dirs):
            if found.is_dir():
                return str(found)
        try:
            return original(package)
        except Exception:  # no ROS, or no such package
            raise arguments.SubstitutionException(
                f"the package {package!r} is not above this file, in the ROS paths or in "
                "package_dirs"
            ) from None

    arguments._eval_find = find
    try:
        yield
    finally:
        arguments._eval_find = original
