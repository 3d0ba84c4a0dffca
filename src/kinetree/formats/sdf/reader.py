"""Read numbers, flags and poses of SDF elements, and the files that they include."""

import math
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from ...errors import ModelError
from ...model.mesh_files import check_inside
from ...model.shapes import Mesh
from ...spatial import SE3
from ..elements import NO_LIMIT
from ..findings import Findings
from ..origins import rotation_of_quaternion, rotation_of_rpy
from ..schema import check_entries
from ..source import Input, read
from ..visuals import ShapeReader
from ..xacro import check_left_over, expanded
from ..xml import Element, check_root, parse

Version = tuple[int, int]

FIRST, LAST = (1, 2), (1, 12)
OLDEST: Final = (1, 0)
"""The version before `FIRST` in which attributes were what are elements today."""
LOOSE_UNIT: Final = 1e-2
_VALUES: Final = {"parent": "link", "child": "link", "gravity": "xyz", "diffuse": "rgba"}
"""Attributes of SDF 1.0 that are the text of their element today, by its tag."""
_FLAGS: Final = {"true": True, "1": True, "false": False, "0": False}


class SdfReader(ShapeReader):
    """Reads the elements of one file, of this version, that the files `above` include."""

    def __init__(
        self, source: Input, findings: Findings, version: Version, above: tuple[Path, ...] = ()
    ) -> None:
        super().__init__(source, findings)
        self.version = version
        self.above = above

    def written(self, element: Element, name: str) -> tuple[Element, str, str] | None:
        child = self.child(element, name)
        return None if child is None else (child, "", child.text)

    def missing(self, element: Element, name: str, example: str) -> None:
        self.error(element, f"no <{name}>; write <{name}>{example}</{name}>.")

    def content(self, parent: Element, tag: str) -> str:
        """The text in a child, "" without one."""
        child = self.child(parent, tag)
        return "" if child is None else child.text

    def limit(self, parent: Element, tag: str, none: float) -> float:
        """The limit in a child; `none`, an infinity, without one or beyond 1e16."""
        written = self.optional(parent, tag)
        if written is None:
            return none
        with suppress(ValueError):  # an infinity
            if float(written[2]) == none:
                return none
        (value,) = self.numbers(*written, 1)
        return none if abs(value) >= NO_LIMIT else value

    def flag(self, parent: Element, tag: str) -> bool:
        """The boolean in a child; False without one."""
        element = self.child(parent, tag)
        text = "" if element is None else element.text.lower()
        if element is not None and text not in _FLAGS:
            self.error(element, f"{text!r} is neither true nor false.")
        return _FLAGS.get(text, False)

    def versioned(
        self, element: Element, attribute: str, first: Version, last: Version | None = None
    ) -> str:
        """An attribute of versions from `first` to `last`, which is obeyed in older files, too."""
        text = element.attributes.get(attribute, "").strip()
        if text and last and self.version > last:
            self.error(
                element,
                f"{attribute}={text!r} means nothing in SDF {_shown(self.version)}, only in"
                f" versions up to {_shown(last)}; remove it, or correct <sdf version='...'>.",
            )
            return ""
        if text and self.version < first:
            message = f"{attribute} is of SDF {_shown(first)}, the file of {_shown(self.version)};"
            self.warning(element, f"{message} it is obeyed: correct <sdf version='...'>.")
        return text

    def is_set(self, element: Element, attribute: str, first: Version) -> bool:
        """Whether a boolean attribute of versions from `first` on is true."""
        return self.versioned(element, attribute, first).lower() in ("true", "1")

    def pose(self, parent: Element) -> tuple[SE3, str]:
        """The `<pose>` of an element, the identity without one, and the frame it names, or ""."""
        element = self.child(parent, "pose")
        if element is None:
            return SE3.identity(), ""
        old = self.versioned(element, "frame", (1, 5), (1, 6))
        base = self.versioned(element, "relative_to", (1, 7)) or old
        form = self.versioned(element, "rotation_format", (1, 9)) or "euler_rpy"
        degrees = self.is_set(element, "degrees", (1, 9))
        if form not in ("euler_rpy", "quat_xyzw"):
            message = f"rotation_format={form!r}; expected 'euler_rpy' or 'quat_xyzw'."
            self.error(element, message)
        if not element.text:
            return SE3.identity(), base
        if form == "quat_xyzw":
            if degrees:
                self.error(element, "a quaternion is not in degrees; remove the attribute.")
            x, y, z, *q = self.numbers(element, "", element.text, 7)
            if abs(math.hypot(*q) - 1.0) > LOOSE_UNIT:
                message = f"the quaternion {q} is not of length 1; divide it by its norm."
                self.error(element, message)
            return SE3(rotation_of_quaternion(*q), (x, y, z)), base
        x, y, z, *angles = self.numbers(element, "", element.text, 6)
        if degrees:
            angles = [math.radians(x) for x in angles]
        else:
            self.check_rpy(element, angles)
        return SE3(rotation_of_rpy(*angles), (x, y, z)), base


def _shown(version: Version) -> str:
    return f"{version[0]}.{version[1]}"


# --- files


def open_file(source: Input, findings: Findings) -> tuple[Version, Element]:
    """The version and the root of a file. Raises ModelError unless kinetree reads it."""
    root = source.document.root(findings)
    check_root(root, "sdf", "an SDF begins with <sdf version='1.9'>.", findings)
    written = root.attributes.get("version", "")
    version = _version(written)
    if version is None or not (version == OLDEST or FIRST <= version <= LAST):
        known = f"1.0, or one from {_shown(FIRST)} to {_shown(LAST)}"
        findings.fail(root, f"version={written!r}; expected {known}.")
    return version, modernized(version, root)


def modernized(version: Version, element: Element) -> Element:
    """The element, in which attributes of SDF 1.0 have become elements, as in libsdformat."""
    if version != OLDEST:
        return element
    for i, child in enumerate(element.children):
        if child.tag == "origin":
            texts = [child.attributes.get("pose", "")]
            element.children[i] = Element("pose", {}, child.line, element, texts=texts)
        modernized(version, element.children[i])
    for name, text in list(element.attributes.items()):
        if name == _VALUES.get(element.tag):
            element.texts.append(element.attributes.pop(name))
        elif name not in ("name", "type", "version") and not element.all(name):
            del element.attributes[name]
            tag = "uri" if name == "filename" else name
            element.children.append(Element(tag, {}, element.line, element, texts=[text]))
    return element


def open_include(reader: SdfReader, include: Element) -> tuple[SdfReader, Element] | None:
    """The reader of the file that an `<include>` names, and its model; None for a light or actor.

    Raises ModelError if the file is missing or cannot be read.
    """
    path = _path(reader, include).resolve()
    if path in reader.above:
        raise ModelError(f"{path} includes itself.")
    source, outer = read(path), reader.source
    expand = source.expand and outer.expand
    source = expanded(replace(source, package_dirs=outer.package_dirs, expand=expand))
    findings = Findings(source.name)
    version, _ = open_file(source, findings)
    root = modernized(version, parse(source.text, source.name, include).root(findings))
    check_left_over(root, reader.findings)
    models = root.all("model")
    if len(models) > 1:
        raise ModelError(f"{path} holds {len(models)} models; one can be included.")
    if not models and not (root.all("light") or root.all("actor")):
        raise ModelError(f"{path} contains no <model>; only models can be included.")
    if models:
        check_entries("SDF", models[0], reader.findings, "/sdf")
    inner = SdfReader(source, reader.findings, version, (*reader.above, path))
    return (inner, models[0]) if models else None


def _path(reader: SdfReader, include: Element) -> Path:
    uri, folder = reader.content(include, "uri"), reader.source.folder
    if not uri:
        raise ModelError("no <uri>; write <uri>model://NAME</uri>, or the path of a file.")
    bare = unquote(uri.removeprefix("file://")) if uri.startswith("file://") else uri
    for name in (bare, f"{bare}/model.config", f"{bare}/model.sdf"):
        path = None
        with suppress(ModelError):
            path = Mesh(name, folder=folder, package_dirs=reader.source.package_dirs).path
        if path is not None:
            return _of_config(path) if path.name == "model.config" else path
    raise ModelError(
        f"{uri!r} is found neither in {folder or Path.cwd()} and the folders above,"
        " nor in the paths of ROS and Gazebo, nor in package_dirs; pass the folder that holds"
        " it: package_dirs=[...], or remove the <include>."
    )


def _of_config(path: Path) -> Path:
    """The file of the newest version that a model.config names."""
    root = read(path).document.root(Findings(str(path)))
    files = {_version(e.attributes.get("version", "")): e.text for e in root.all("sdf")}
    known = [version for version in files if version is not None and version <= LAST]
    name = files[max(known)] if known else "model.sdf"
    check_inside(path.parent.name, name)
    return path.parent / name


def _version(text: str) -> Version | None:
    major, _, minor = text.strip().partition(".")
    if not (text.isascii() and major.isdigit() and minor.isdigit() and len(text) < 10):
        return None
    return int(major), int(minor)
