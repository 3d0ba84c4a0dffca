"""`Mesh`: a shape in a file, found and read on demand."""

# pyright: reportMissingImports=false, reportUnknownMemberType=false

import math
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from ..errors import ModelError

PATHS = (
    "ROS_PACKAGE_PATH",
    "AMENT_PREFIX_PATH",
    "COLCON_PREFIX_PATH",
    "GZ_SIM_RESOURCE_PATH",
    "GAZEBO_MODEL_PATH",
)
"""Environment variables that list the folders of packages."""


@final
@dataclass(frozen=True, slots=True)
class Mesh:
    """A mesh by its file, as the robot's file names it; nothing is read before `load`.

    `uri` is a path or `package://PACKAGE/PATH` (`model://` likewise). It is searched for in
    `folder`, that of the robot's file, and all folders above, then in the ROS paths, then in
    `package_dirs`.
    """

    uri: str
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    folder: str = ""
    package_dirs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("uri", "folder"):
            path: object = getattr(self, name)
            if not isinstance(path, str):
                raise ModelError(f"Mesh: its {name} is {path!r}; expected a path as a string.")
        try:
            scale = tuple(map(float, self.scale))
        except (TypeError, ValueError):
            scale = ()
        if len(scale) != 3 or not all(map(math.isfinite, scale)):
            raise ModelError(f"Mesh: its scale is {self.scale!r}; expected 3 finite numbers.")
        object.__setattr__(self, "scale", scale)

    @property
    def path(self) -> Path:
        """The path of the file. Raises ModelError with all paths tried if it is not found."""
        tried: list[Path] = []
        for path in self._candidates():
            if _exists(path):
                return path
            tried.append(path)
        listed = "".join(f"\n  {path}" for path in dict.fromkeys(tried))
        raise ModelError(
            f"the mesh {self.uri!r} is in none of these places:{listed}\nInstall its package, or "
            "pass the folder that holds it: kt.load(..., package_dirs=[...])."
        )

    def load(self) -> Any:
        """The mesh as a `trimesh.Trimesh`, scaled; the unit that COLLADA names is not applied.

        Needs `pip install 'kinetree[mesh]'`. Raises ModelError if the file is not found or is no
        mesh.
        """
        path = self.path
        try:
            import trimesh

            mesh: Any = trimesh.load_mesh(path)
        except ImportError as error:  # trimesh, or its reader of this file type
            raise ModelError(
                f"reading the mesh {self.uri!r}: {error}; pip install 'kinetree[mesh]'."
            ) from None
        except Exception as error:  # trimesh and its readers raise anything
            raise ModelError(f"{path}: not a mesh that trimesh can read: {error}.") from error
        if not len(mesh.faces):
            raise ModelError(f"{path}: not a mesh that trimesh can read: it has no faces.")
        mesh.apply_scale(self.scale)
        return mesh

    def _candidates(self) -> Iterator[Path]:
        scheme, separator, rest = self.uri.partition("://")
        if not separator:
            yield from candidates("", self.uri, self.folder, self.package_dirs)
        elif scheme == "file":
            yield Path(rest)
        else:
            package, _, inside = rest.lstrip("/").partition("/")
            yield from candidates(package, inside, self.folder, self.package_dirs)


def candidates(
    package: str, inside: str, folder: str, package_dirs: tuple[str, ...]
) -> Iterator[Path]:
    """Where the path `inside` a package, or none (""), may be, the likely ones first.

    A package is a folder of its name, or one with that name in its package.xml.
    """
    for root in _roots(folder, package_dirs):
        yield root / package / inside
        if package and _is_package(root, package):
            yield root / inside


def _roots(folder: str, package_dirs: tuple[str, ...]) -> Iterator[Path]:
    """The folders that may be packages or contain them."""
    yield from Path(folder).absolute().joinpath("_").parents
    for name in PATHS:
        for entry in filter(None, os.environ.get(name, "").split(os.pathsep)):
            yield Path(entry)
            yield Path(entry, "share")
    yield from map(Path, package_dirs)


def _is_package(folder: Path, name: str) -> bool:
    if folder.name == name:
        return True
    try:
        text = (folder / "package.xml").read_text(errors="replace")
    except (OSError, ValueError):
        return False
    return re.search(rf"<name>\s*{re.escape(name)}\s*</name>", text) is not None


def _exists(file: Path) -> bool:
    try:
        return file.is_file()
    except (OSError, ValueError):  # not a valid path
        return False
