"""`load`: a robot by path, by XML, or by name."""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from ..errors import ModelError, unknown
from ..model import Joint, Model, robots
from .findings import Finding
from .source import Source, check_source, is_xml
from .urdf import ContinuousAs, Placement, check_urdf, load_urdf

NOT_YET = {".xml": "MJCF", ".mjcf": "MJCF", ".sdf": "SDF", ".xacro": "xacro"}
SUPPORTED = (
    "kinetree reads URDF: a path that ends in .urdf, the XML as a string, or the name of a robot"
)
SHORT_NAMES = {"talos": "talos_reduced", "talos_full": "talos_full_v2", "ur5": "ur5_robot"}


def load(
    source: Source,
    *,
    floating_base: bool | Joint = False,
    mimic: bool = False,
    continuous: ContinuousAs = "cos_sin",
    base_placement: Placement | None = None,
) -> Model:
    """A robot by its file (.urdf), its XML (a string that begins with `<`), or its name.

    Names are those of kinetree's own robots, which take no keywords, and those of the installed
    package example-robot-data: the file's stem (`"panda"`), or `folder/stem` where two files
    share one; `"talos"` is `talos_reduced`, `"talos_full"` `talos_full_v2`, `"ur5"` `ur5_robot`.
    The keywords are those of `load_urdf`.

    Raises ModelError: an unknown name, an unreadable file, a format not read, a bad model.
    """
    check_source(source)
    named = None if is_xml(source) else _find(source)
    if callable(named):
        if floating_base or mimic or continuous != "cos_sin" or base_placement is not None:
            raise ModelError(
                f"the built-in robot {os.fspath(source)!r} is made as it is; leave out"
                " floating_base, mimic, continuous and base_placement."
            )
        return named()
    return load_urdf(
        named or source,
        floating_base=floating_base,
        mimic=mimic,
        continuous=continuous,
        base_placement=base_placement,
    )


def check(source: Source) -> list[Finding]:
    """Everything wrong with a robot's file, by line; the robot as `load` takes it.

    What is found is what the file itself tells: errors that keep it from loading, missing limits,
    impossible inertias, links without mass, and the joints that move nothing else, where the mass
    matrix is singular. What only numbers tell, as a point mass on its own axis or two joints about
    one axis, is found by `kinetree check` in a shell: it computes the mass matrix too.

    A built-in robot has no file, and no findings. Raises ModelError as `load` does for an unknown
    name or a format not read, and if the file cannot be read at all.
    """
    check_source(source)
    named = None if is_xml(source) else _find(source)
    return [] if callable(named) else check_urdf(named or source)


def installed_robots() -> dict[str, Path]:
    """The URDF files of the installed example-robot-data, by `folder/stem`."""
    found: dict[str, Path] = {}
    for entry in sys.path:
        directory = Path(entry, "cmeel.prefix/share/example-robot-data/robots")
        for file in sorted(directory.glob("*/*/*.urdf")):
            found.setdefault(f"{file.parent.parent.name}/{file.stem}", file)
    return found


def _find(source: Source) -> Path | Callable[[], Model]:
    """The file, or the maker, of a path or a name."""
    path = Path(source)
    suffix = path.suffix.lower()
    if suffix in NOT_YET:
        raise ModelError(f"{path}: {NOT_YET[suffix]} is not supported yet; {SUPPORTED}.")
    if not isinstance(source, str) or suffix == ".urdf":
        return path
    if source in robots.BUILTIN:
        return robots.BUILTIN[source]
    installed = installed_robots()
    file = _installed(SHORT_NAMES.get(source, source), installed)
    if file is not None or os.path.exists(path):
        return file or path
    stems = [name.partition("/")[2] for name in installed]
    names = dict.fromkeys([*robots.BUILTIN, *SHORT_NAMES, *stems, *installed])
    hint = "" if installed else " More robots: `pip install example-robot-data`."
    raise ModelError(f"{unknown('robot', source, names)} {SUPPORTED}.{hint}")


def _installed(name: str, installed: Mapping[str, Path]) -> Path | None:
    """The file of a stem or of `folder/stem`; raises ModelError if two share the stem."""
    if name in installed:
        return installed[name]
    found = [full for full in installed if full.partition("/")[2] == name]
    if len(found) > 1:
        raise ModelError(f"{len(found)} robots are called {name!r}; say which: {found}.")
    return installed[found[0]] if found else None
