"""Expand xacro files by the package `xacro`; packages are found like those of meshes."""

# xacro has no stubs
# pyright: reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportAttributeAccessIssue=false
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Any, Final

from ..errors import ModelError, needing, unknown
from ..model.mesh_files import candidates
from .findings import Findings
from .source import SPACE, Input, Mappings
from .xml import Element

PREFIX: Final = "xacro:"
DEFINITIONS: Final = ("xacro:arg", "xacro:macro", "xacro:property")
"""Elements that are harmless if they remain in a file."""
LEFT_OVER: Final = (
    "left over from xacro, ignored; remove it, or, where you trust the file, whose expressions are "
    "run as Python and read files, load it with expand=True."
)

_ONE_AT_A_TIME = Lock()
"""The package keeps its state in globals."""


def check_left_over(element: Element, findings: Findings) -> None:
    """Warn of the outermost elements of xacro in a file that was not expanded."""
    for child in element.children:
        if not child.tag.startswith(PREFIX):
            check_left_over(child, findings)
        elif child.tag in DEFINITIONS:
            findings.remark(child, "a xacro definition, ignored; remove it.")
        else:
            findings.warning(child, LEFT_OVER)


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


def expanded(source: Input) -> Input:
    """The source with its xacro expanded, as `xacro PATH` prints it; itself unless that is asked.

    Needs `pip install 'kinetree[xacro]'`. Raises ModelError without it, and for its errors.
    """
    if source.content is not None or not source.expand:
        return source
    arguments = _Arguments(source.mappings)
    from xml.dom.minidom import parseString

    with needing(
        f"{source.name}: to expand it, pip install 'kinetree[xacro]'; or where xacro is "
        f"installed, run `xacro {source.path or 'FILE'} > robot.urdf` and load the result."
    ):
        import xacro
        from xacro import substitution_args
    with _ONE_AT_A_TIME, _packages(substitution_args, source):
        try:
            if source.path is not None:
                document = xacro.process_file(str(source.path), mappings=arguments)
            else:
                xacro.init_stacks(None)
                document = parseString(str(source.text).lstrip(SPACE))
                xacro.process_doc(document, mappings=arguments)
            text = document.toprettyxml(indent="  ")
        except Exception as error:  # xacro evaluates Python: anything may be raised
            inner = (xacro.filestack or [None])[-1] or source.name
            message = " ".join((str(error) or repr(error)).split())
            message, *_ = message.split(" while calling a Python object")  # of a RecursionError
            raise ModelError(
                f"{inner}: xacro: {message}. Arguments are given as mappings={{'name': 'value'}}."
            ) from error
    arguments.check(source.name)
    return replace(source, text=text, documents=[], name=f"{source.name} (expanded)")


@contextmanager
def _packages(substitution: Any, source: Input) -> Generator[None]:
    """Make `$(find PACKAGE)` search the paths of meshes, then those of ROS."""
    original = substitution._eval_find

    def find(package: str) -> str:
        for path in candidates(package, "", source.folder, source.package_dirs):
            if path.is_dir():
                return str(path)
        try:
            return original(package)
        except Exception:  # no ROS, or no such package
            raise substitution.SubstitutionException(
                f"the package {package!r} is not above this file, in the ROS paths or in "
                "package_dirs"
            ) from None

    substitution._eval_find = find
    try:
        yield
    finally:
        substitution._eval_find = original
