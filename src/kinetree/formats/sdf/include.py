"""Find and read the files that an SDF includes."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ...errors import ModelError
from ...model.shapes import Mesh
from ..findings import Findings
from ..input import Input, read
from ..xacro import expanded
from ..xml import Element, parse
from .elements import SdfFile, SdfReader, Version, shown

FIRST, LAST = (1, 4), (1, 12)
MOST_INCLUDES = 1000


class Includes:
    """Opens included files, `MOST_INCLUDES` at most."""

    def __init__(self, package_dirs: tuple[str, ...]) -> None:
        self._package_dirs = package_dirs
        self._count = 0

    def open(self, reader: SdfReader, element: Element) -> tuple[SdfReader, Element] | None:
        """The model that an `<include>` names, and the reader of its file.

        None for a light or an actor. Raises ModelError if the file is missing or cannot be read.
        """
        self._count += 1
        with reader.findings.at(element):
            if self._count > MOST_INCLUDES:
                raise ModelError(f"more than {MOST_INCLUDES} files are included; flatten them.")
            path = self._path(reader, element).resolve()
            if path in reader.file.above:
                raise ModelError(f"{path} includes itself.")
            source = expanded(read(path))
            inner, root = read_file(source, Findings(source.name), element)
            models = root.all("model")
            if len(models) > 1:
                raise ModelError(f"{path} holds {len(models)} models; one can be included.")
            if not models and not (root.all("light") or root.all("actor")):
                raise ModelError(f"{path} contains no <model>; only models can be included.")
        file = replace(inner, above=(*reader.file.above, path))
        return (SdfReader(reader.findings, file), models[0]) if models else None

    def _path(self, reader: SdfReader, element: Element) -> Path:
        uri = reader.child_text(element, "uri")
        if not uri:
            raise ModelError("no <uri>; write <uri>model://NAME</uri>, or the path of a file.")
        bare = uri.removeprefix("file://")
        for name in (bare, f"{bare}/model.config", f"{bare}/model.sdf"):
            mesh = Mesh(name, folder=reader.file.folder, package_dirs=self._package_dirs)
            path = None
            with suppress(ModelError):
                path = mesh.path
            if path is not None:
                return _of_config(path) if path.name == "model.config" else path
        raise ModelError(
            f"{uri!r} is found neither in {reader.file.folder or Path.cwd()} and the folders above,"
            " nor in the paths of ROS and Gazebo, nor in package_dirs; pass the folder that holds"
            " it: package_dirs=[...], or remove the <include>."
        )


def _of_config(path: Path) -> Path:
    """The file of the newest version that a model.config names."""
    root = parse(read(path).text, Findings(str(path)))
    found = {_version(e.attributes.get("version", "")): e.text for e in root.all("sdf")}
    known = [version for version in found if version is not None and version <= LAST]
    return path.parent / (found[max(known)] if known else "model.sdf")


def read_file(
    source: Input, findings: Findings, include: Element | None = None
) -> tuple[SdfFile, Element]:
    """A file and its root, maybe of an include. Raises ModelError unless kinetree reads it."""
    root = parse(source.text, findings, include)
    place = source.root or root
    if root.tag != "sdf":
        findings.fail(place, "an SDF begins with <sdf version='1.9'>.")
    written = root.attributes.get("version", "")
    version = _version(written)
    if version is None or not FIRST <= version <= LAST:
        message = f"version={written!r}; expected one from {shown(FIRST)} to {shown(LAST)}."
        findings.fail(place, message)
    return SdfFile(source.name, source.folder, version), root


def _version(text: str) -> Version | None:
    major, _, minor = text.strip().partition(".")
    if not (text.isascii() and major.isdigit() and minor.isdigit() and len(text) < 10):
        return None
    return int(major), int(minor)
