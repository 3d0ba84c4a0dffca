"""`load`: a robot by path, by text, by name, or from another library's model."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import ModelError, unknown
from ..model import Model
from ..model.joints import Joint
from ..model.robots import BUILTIN
from . import robots
from .checks import check_bodies, check_passive
from .findings import Finding
from .installed import (
    SHORT_NAMES,
    DescribedRobot,
    described_names,
    described_robot,
    file_of,
    installed_robots,
)
from .json_file import load_model, read_model, read_text
from .mjcf import check_mjcf, load_mjcf
from .options import ContinuousAs, Folders, Placement
from .pin_model import from_pinmodel
from .sdf import check_sdf, load_sdf
from .source import Source, check_source, holds_json, is_json, is_xml, root_of
from .srdf import with_srdf
from .urdf import check_urdf, load_urdf
from .xacro import Mappings

SUPPORTED = (
    "kinetree reads URDF, MJCF and SDF: a path (.urdf, .xml, .sdf, .xacro), the XML as a string, or"
    " the name of a robot; and what kt.save wrote (.json)"
)

Loader = Callable[..., Model]
Checker = Callable[..., list[Finding]]

URDF: tuple[Loader, Checker] = load_urdf, check_urdf
MJCF: tuple[Loader, Checker] = load_mjcf, check_mjcf
SDF: tuple[Loader, Checker] = load_sdf, check_sdf
BY_ROOT = {"robot": URDF, "mujoco": MJCF, "mujocoinclude": MJCF, "sdf": SDF}
BY_SUFFIX = {
    ".urdf": URDF,
    ".xacro": URDF,
    ".xml": MJCF,
    ".mjcf": MJCF,
    ".sdf": SDF,
    ".world": SDF,
}
"""Loaders by suffix, for files whose root element is unknown, and which strings are paths."""
DEFAULTS = {
    "floating_base": False,
    "mimic": False,
    "continuous": "cos_sin",
    "base_placement": None,
    "package_dirs": (),
    "mappings": None,
}


def load(
    source: Any,
    *,
    floating_base: bool | Joint = False,
    mimic: bool = False,
    continuous: ContinuousAs = "cos_sin",
    base_placement: Placement | None = None,
    package_dirs: Folders = (),
    mappings: Mappings | None = None,
    srdf: Source | None = None,
) -> Model:
    """A robot by its file (URDF, MJCF, SDF, xacro), by its text, or by its name.

    The root element of a file decides its format, not the file name; a file that begins with `{`,
    or ends in `.json`, is one that `kt.save` wrote. `kt.robots.names()` lists the names: those of
    the built-in robots, those of robots in the installed packages example-robot-data and
    `*_description`, by the file's stem (`"panda"`), or `folder/stem` where two files share one,
    and those of robot_descriptions (`"panda_description"`), which downloads them by git. `"talos"`
    is `talos_reduced`, `"talos_full"` `talos_full_v2`, `"ur5"` `ur5_robot`, and the name of a
    package, with or without `_description`, its main robot. A `mujoco.MjModel`, a
    `mujoco.MjSpec` and a `pinocchio.Model` are loaded too.

    The keywords are those of `load_urdf`; built-in robots, saved ones and Pinocchio's take `srdf`
    only. `mappings={"arm": "left"}` are the arguments of xacro. Xacro, a file or a text, is a
    program: the Python expressions in it are evaluated; load only what you trust.

    Raises ModelError for an unknown name or format, an unreadable file, an invalid model.
    """
    keywords = {
        "floating_base": floating_base,
        "mimic": mimic,
        "continuous": continuous,
        "base_placement": base_placement,
        "package_dirs": package_dirs,
        "mappings": mappings,
    }
    found = _find(source)
    if isinstance(found, DescribedRobot):
        return _format(found.file)[0](found.file, **found.options(keywords), srdf=srdf)
    if not isinstance(found, _Prebuilt):
        return _format(found)[0](found, **keywords, srdf=srdf)
    given = [name for name, value in keywords.items() if not _same(value, DEFAULTS[name])]
    if given:
        raise ModelError(f"{found.what} takes no options but srdf; leave out {', '.join(given)}.")
    model = found.make()
    return model if srdf is None else with_srdf(model, srdf)


def check(
    source: Any, *, package_dirs: Folders = (), mappings: Mappings | None = None
) -> list[Finding]:
    """Everything wrong with a robot's file, by line; the robot as `load` takes it, or a model.

    Findings are of the file itself: errors that keep it from loading, missing limits, impossible
    inertias, links without mass, and the joints that move nothing else, where the mass matrix is
    singular. Problems that show in the mass matrix only, as a point mass on its joint's axis or two
    joints about one axis, are found by `kinetree check` in a shell. Findings of an MJCF are
    MuJoCo's messages: one error, or all warnings.

    `package_dirs`, one folder or several, is searched last for included files; `mappings` are the
    arguments of xacro.

    Findings of a model, as one made in code, are inertias that no body has, and negative armature,
    damping and stiffness. In a file of `kt.save`, the error that keeps it from loading is found; a
    robot without a file has no findings. Raises ModelError as `load` does for an unknown name or
    format, and if the file cannot be read at all.
    """
    if isinstance(source, Model):
        return [*check_bodies(source), *check_passive(source)]
    found = _find(source)
    if isinstance(found, _Prebuilt):
        return found.check()
    keywords = {"package_dirs": package_dirs, "mappings": mappings}
    if isinstance(found, DescribedRobot):
        return _format(found.file)[1](found.file, **found.options(keywords))
    if _library(found) == "mujoco":
        return []
    return _format(found)[1](found, **keywords)


@dataclass(frozen=True, slots=True)
class _Prebuilt:
    """A robot that takes no options but `srdf`, and its name in messages."""

    what: str
    make: Callable[[], Model]
    check: Callable[[], list[Finding]] = list


def _library(source: object) -> str:
    """The top-level package of an object's type."""
    return type(source).__module__.partition(".")[0]


def _find(source: Any) -> Any | DescribedRobot | _Prebuilt:
    """The path or the XML of a file, a model of MuJoCo, or a robot that comes with options."""
    if _library(source) == "mujoco" or is_xml(source):
        return source
    if _library(source) == "pinocchio":
        return _Prebuilt("a pinocchio.Model", lambda: from_pinmodel(source))
    check_source(source)
    if is_json(source):
        return _saved("<string>: the saved model", source)
    path = Path(source)
    if isinstance(source, str) and path.suffix.lower() not in (*BY_SUFFIX, ".json"):
        named = _named(source)
        if not isinstance(named, Path):
            return named
        path = named
    if path.suffix.lower() == ".json" or holds_json(path):
        return _saved(f"{path}: the saved model", path)
    return path


def _saved(what: str, source: Source) -> _Prebuilt:
    return _Prebuilt(what, lambda: load_model(source), lambda: _check_saved(source))


def _check_saved(source: Source) -> list[Finding]:
    """The error that keeps a saved model from loading."""
    text, file = read_text(source)
    try:
        read_model(text, file)
    except ModelError as error:
        line = getattr(error.__cause__, "lineno", 1)
        message = str(error).removeprefix(f"{file}:{line}: ").removeprefix(f"{file}: ")
        return [Finding("error", file, line, "JSON", message)]
    return []


def _same(value: object, default: object) -> bool:
    return type(value) is type(default) and value == default


def _named(name: str) -> Path | DescribedRobot | _Prebuilt:
    """A built-in or an installed robot, or an existing path."""
    if name in BUILTIN:
        return _Prebuilt(f"the built-in robot {name!r}", BUILTIN[name])
    file = file_of(name)
    if file is not None:
        return file
    if name in described_names():
        return described_robot(name)
    if os.path.exists(name):
        return Path(name)
    if "\n" in name:
        size = f"{len(name):,} characters"
        raise ModelError(f"a text of {size} in an unknown format. {SUPPORTED}.")
    missing = "" if installed_robots() else " More robots: `pip install example-robot-data`."
    if missing and name in SHORT_NAMES:
        raise ModelError(
            f"{name!r} is a robot of example-robot-data, which is not installed: "
            "`pip install example-robot-data`."
        )
    raise ModelError(f"{unknown('robot', name, robots.names())} {SUPPORTED}.{missing}")


def _format(source: Any) -> tuple[Loader, Checker]:
    """The loader and the checker of a file, by its root element."""
    if _library(source) == "mujoco":
        return MJCF
    suffix = "" if is_xml(source) else Path(source).suffix.lower()
    return BY_ROOT.get(root_of(source)) or BY_SUFFIX.get(suffix, URDF)
