"""Where the file of a mesh may be."""

import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from ..errors import ModelError

PATHS = (
    "ROS_PACKAGE_PATH",
    "AMENT_PREFIX_PATH",
    "COLCON_PREFIX_PATH",
    "GZ_SIM_RESOURCE_PATH",
    "GAZEBO_MODEL_PATH",
)
"""Environment variables that list the folders of packages."""


def candidates(
    package: str, inside: str, folder: str, package_dirs: tuple[str, ...]
) -> Iterator[Path]:
    """Where the path `inside` a package, or none (""), may be, the likely ones first.

    A package is a folder of its name, or one with that name in its package.xml; raises ModelError
    for a path that leaves it.
    """
    if package:
        check_inside(package, inside)
    roots = [*Path(folder).absolute().joinpath("_").parents]
    for name in PATHS:
        for entry in filter(None, os.environ.get(name, "").split(os.pathsep)):
            roots += [Path(entry), Path(entry, "share")]
    roots += map(Path, package_dirs)
    for root in roots:
        yield root / package / inside
        if package and _is_package(root, package):
            yield root / inside
    for root in roots if package else ():
        for manifest in sorted(root.glob("*/package.xml")):
            if _is_package(manifest.parent, package):
                yield manifest.parent / inside


def check_inside(package: str, path: str) -> None:
    """Raise ModelError for a path, in a file that a stranger may have written, out of a folder."""
    whole = posixpath.normpath(f"{package}/{path}".replace("\\", "/"))
    if package in (".", "..") or whole.split("/")[0] != package or path.startswith("/"):
        raise ModelError(
            f"the path {path!r} leaves its package {package!r}; name the package that the file is "
            "in, or move the file."
        )


def _is_package(folder: Path, name: str) -> bool:
    if folder.name == name:
        return True
    try:
        text = (folder / "package.xml").read_text(errors="replace")
    except (OSError, ValueError):
        return False
    return re.search(rf"<name>\s*{re.escape(name)}\s*</name>", text) is not None
