"""Expand xacro files by the package `xacro`; packages are found like those of meshes."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from threading import Lock
from typing import Any

from ..errors import ModelError
from ..model.mesh import candidates
from .findings import Findings
from .xml import parse

DEFINITIONS = ("xacro:arg", "xacro:macro", "xacro:property")
"""Elements that are harmless if they remain in a file."""

_CALL = re.compile(rb"<xacro:(?!arg\b|macro\b|property\b)")
_ONE_AT_A_TIME = Lock()
"""The package keeps its state in globals."""


def calls_xacro(text: bytes) -> bool:
    """Whether a file calls macros, or includes files, at top level."""
    first, *rest = text.split(b"<!--")
    if not _CALL.search(b"".join([first, *(part.partition(b"-->")[2] for part in rest)])):
        return False  # nearly all files, which need not be parsed twice
    try:
        root = parse(text, Findings(""))
    except ModelError:
        return False
    tags = {element.tag for element in root.children}
    return any(tag.startswith("xacro:") for tag in tags.difference(DEFINITIONS))


def expanded(path: Path, package_dirs: tuple[str, ...]) -> str:
    """The XML that `xacro PATH` prints.

    Needs `pip install 'kinetree[xacro]'`. Raises ModelError without it, and for its errors.
    """
    try:
        xacro: Any = import_module("xacro")
        arguments: Any = import_module("xacro.substitution_args")
    except ImportError:
        raise ModelError(
            f"{path}: to expand it, pip install 'kinetree[xacro]'; or where xacro is installed, "
            f"run `xacro {path} > robot.urdf` and load the result."
        ) from None
    with _ONE_AT_A_TIME, _packages(arguments, path, package_dirs):
        try:
            return xacro.process_file(str(path)).toprettyxml(indent="  ")
        except Exception as error:  # xacro evaluates Python: anything may be raised
            inner = (xacro.filestack or [path])[-1]
            message = " ".join((str(error) or repr(error)).split())
            raise ModelError(
                f"{inner}: xacro: {message}. In a shell, `xacro {path} name:=value > robot.urdf` "
                "shows more, and takes arguments."
            ) from error


@contextmanager
def _packages(arguments: Any, path: Path, package_dirs: tuple[str, ...]) -> Generator[None]:
    """Make `$(find PACKAGE)` search the paths of meshes, then those of ROS."""
    original = arguments._eval_find

    def find(package: str) -> str:
        for folder in candidates(package, "", str(path.parent), package_dirs):
            if folder.is_dir():
                return str(folder)
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
