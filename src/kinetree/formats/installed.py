"""The robots of installed packages, by name; nothing is imported to list them."""

import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from ..errors import ModelError, unknown
from .source import Input, read

SHORT_NAMES: Final = {"talos": "talos_reduced", "talos_full": "talos_full_v2", "ur5": "ur5_robot"}
"""Names of robots in example-robot-data."""
EXAMPLES: Final = "example-robot-data"
SUFFIX: Final = "_description"


def installed_robots(kind: str = "urdf") -> dict[str, Path]:
    """The files of a kind in the installed example-robot-data, by `folder/stem`."""
    robots: dict[str, Path] = {}
    for entry in sys.path:
        folder = Path(entry, "cmeel.prefix/share/example-robot-data/robots")
        for file in sorted(folder.glob(f"*/*/*.{kind}")):
            robots.setdefault(f"{file.parent.parent.name}/{file.stem}", file)
    return robots


def packaged_robots() -> dict[str, Path]:
    """The files in installed packages called `*_description`, by `package/stem`."""
    robots: dict[str, Path] = {}
    for entry in sys.path:
        for init in sorted(Path(entry).glob(f"*{SUFFIX}/__init__.py")):
            for kind in ("urdf", "sdf", "xml"):
                for path in sorted(init.parent.rglob(f"*.{kind}")):
                    root = read(path).root if kind == "xml" else None
                    if kind != "xml" or (root is not None and root.tag == "mujoco"):
                        robots.setdefault(f"{init.parent.name}/{path.stem}", path)
    return robots


def packages(built_in: Iterable[str]) -> dict[str, str]:
    """The package that each robot is in, by the name that `kinetree.load` takes.

    It is the stem of its file, or `folder/stem` where another robot, or one of the names of
    built-in ones, is called so.
    """
    packages: dict[str, str] = {}
    taken = {*built_in}
    packaged = packaged_robots()
    for robots in (installed_robots("urdf"), installed_robots("sdf"), packaged):
        stems = [full.partition("/")[2] for full in robots]
        for full, stem in zip(robots, stems, strict=True):
            alone = stems.count(stem) == 1 and stem not in taken
            folder = full.partition("/")[0]
            packages[stem if alone else full] = folder if robots is packaged else EXAMPLES
        taken.update(stems)
    short = {name: packages[full] for name, full in SHORT_NAMES.items() if full in packages}
    described = described_names() - {full.partition("/")[0] for full in packaged}
    return packages | short | dict.fromkeys(sorted(described), "robot_descriptions")


def file_of(name: str) -> Path | None:
    """The file of an installed robot by its stem, by `folder/stem`, or by its package.

    Raises ModelError for a name that several robots share.
    """
    name = SHORT_NAMES.get(name, name)
    packaged = packaged_robots()
    for robots in (installed_robots("urdf"), installed_robots("sdf"), packaged):
        if name in robots:
            return robots[name]
        same = [full for full in robots if full.partition("/")[2] == name]
        if same:
            return robots[_only(same, f"{len(same)} robots are called {name!r}")]
    package = f"{name.removesuffix(SUFFIX)}{SUFFIX}"
    inside = [full for full in packaged if full.startswith(f"{package}/")]
    main = f"{package}/{package.removesuffix(SUFFIX)}"
    if inside and main not in inside:
        main = _only(inside, f"{package!r} has {len(inside)} robots")
    return packaged.get(main)


def _only(robots: list[str], message: str) -> str:
    """The only robot of a list; raises ModelError if there are several."""
    if len(robots) > 1:
        raise ModelError(f"{message}; say which: {robots}.")
    return robots[0]


def named(name: str) -> Input | None:
    """An installed robot, or one of robot_descriptions, by its name; None for another name."""
    path = file_of(name)
    if path is not None:
        robot = read(path)
        name = _named_in(robot)
        another = name != path.stem and os.path.exists(path.parent / f"{name}{path.suffix}")
        return replace(robot, title=path.stem if another else "", srdf=_srdf_of(path, name))
    return _described(name) if name in described_names() else None


def _named_in(robot: Input) -> str:
    """The name of a robot in its file."""
    return "" if robot.root is None else robot.root.attributes.get("name", "")


def _srdf_of(path: Path, name: str) -> Path | None:
    """The SRDF that clearly belongs to a robot: of its stem, or the only one and of its name."""
    files = sorted(path.parents[1].glob("srdf/*.srdf"))
    same = [file for file in files if file.stem == path.stem]
    if not same and len(files) == 1 and _named_in(read(files[0])).lower() == name.lower():
        return files[0]
    return same[0] if same else None


def file(name: str) -> Path:
    """The file of an installed robot, for programs that read it by its path.

    Names are those of `names`, but for built-in robots, which have no file; of robot_descriptions
    it downloads the robot. Raises ModelError for another name.

    >>> file("ur5").name  # doctest: +SKIP
    'ur5_robot.urdf'
    """
    robot = named(name)
    if robot is None or robot.path is None:
        raise ModelError(f"file: {unknown('installed robot', name, packages(()))}")
    return robot.path


# --- robot_descriptions


def described_names() -> set[str]:
    """The names of the robots in an installed robot_descriptions."""
    folders = [Path(entry, "robot_descriptions") for entry in sys.path]
    files = [file for folder in folders for file in folder.glob(f"*{SUFFIX}.py")]
    return {file.stem for file in files if not file.name.startswith("_")}


def _described(name: str) -> Input:
    """The robot of a module of robot_descriptions; raises ModelError with the module's error."""
    try:
        module: Any = import_module(f"robot_descriptions.{name}")
    except Exception as error:  # git and its download raise anything
        raise ModelError(
            f"robot_descriptions has {name!r}, which it downloads by git at its first use; that "
            f"failed: {type(error).__name__}: {error}"
        ) from error
    xacro = dict[str, str](getattr(module, "XACRO_PACKAGE_PATHS", {})).values()
    folders = (str(module.PACKAGE_PATH), str(module.REPOSITORY_PATH), *map(str, xacro))
    for variable in ("URDF_PATH", "MJCF_PATH", "XACRO_PATH"):
        if hasattr(module, variable):
            mappings = getattr(module, "XACRO_ARGS", {}) if variable == "XACRO_PATH" else None
            robot = read(Path(getattr(module, variable)))
            return replace(robot, package_dirs=folders, mappings=mappings)
    raise ModelError(f"robot_descriptions: {name!r} has no URDF_PATH, MJCF_PATH or XACRO_PATH.")
