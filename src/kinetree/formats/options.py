"""The options of all loaders, checked."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from numpy.typing import NDArray

from ..errors import ModelError
from ..model.joints import FreeFlyer, Joint
from ..model.rigid import rigid
from ..spatial import SE3

ContinuousAs = Literal["cos_sin", "angle"]
Placement = SE3 | Sequence[Sequence[float]] | NDArray[Any]
Folder = str | os.PathLike[str]
Folders = Folder | Sequence[Folder]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a loader."""

    base: Joint | None
    """The joint above the root; None for a fixed base."""
    mimic: bool
    continuous: ContinuousAs
    placement: SE3 | None
    package_dirs: tuple[str, ...]


def options(
    floating_base: bool | Joint,
    mimic: bool,
    continuous: ContinuousAs,
    base_placement: Placement | None,
    package_dirs: Folders,
) -> Options:
    """The keywords of a loader as `Options`. Raises ModelError for an invalid value."""
    base = base_joint(floating_base)
    check_options(mimic, continuous)
    placement = None if base_placement is None else rigid("base_placement", base_placement)
    return Options(base, mimic, continuous, placement, folders(package_dirs))


def base_joint(floating_base: object) -> Joint | None:
    """The joint above the root, or None.

    Raises ModelError unless `floating_base` is True, False, or a joint.
    """
    if isinstance(floating_base, bool):
        return FreeFlyer() if floating_base else None
    if isinstance(floating_base, Joint):
        return floating_base
    raise ModelError(
        f"floating_base={floating_base!r}; expected True, False, or a joint, as kt.FreeFlyer() is."
    )


def check_options(mimic: object, continuous: object) -> None:
    """Raise ModelError for an invalid value."""
    if not isinstance(mimic, bool):
        raise ModelError(f"mimic={mimic!r}; expected True or False.")
    if continuous not in ("cos_sin", "angle"):
        raise ModelError(f'continuous={continuous!r}; expected "cos_sin" or "angle".')


def folders(package_dirs: Folders) -> tuple[str, ...]:
    """One folder, or several, as absolute paths."""
    given = [package_dirs] if isinstance(package_dirs, str | os.PathLike) else package_dirs
    try:
        return tuple(os.path.abspath(folder) for folder in given)
    except TypeError:
        raise ModelError(
            f"package_dirs={package_dirs!r}; expected a folder, or a sequence of folders."
        ) from None
