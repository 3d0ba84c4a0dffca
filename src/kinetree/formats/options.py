"""The options of all loaders, declared and checked once."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ..model import Model
from ..model.joints import FreeFlyer, Joint
from ..model.rigid import rigid
from ..spatial import SE3

Source = str | os.PathLike[str]
ContinuousAs = Literal["cos_sin", "angle"]
Placement = SE3 | Sequence[Sequence[float]] | NDArray[np.floating]
Folders = Source | Sequence[Source]
Mappings = Mapping[str, object]
"""Arguments of a xacro file, by name."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a loader; see `loader` for their meaning."""

    floating_base: Joint | None = None
    """The joint above the root; None for a fixed base."""
    mimic: bool = False
    continuous: ContinuousAs = "cos_sin"
    base_placement: SE3 | None = None
    package_dirs: tuple[str, ...] = ()
    mappings: Mappings | None = None
    srdf: Source | None = None

    def changed(self) -> list[str]:
        """The names of the options that are not the defaults."""
        default = Options()
        return [x.name for x in fields(self) if getattr(self, x.name) != getattr(default, x.name)]


ALL: Final = frozenset(x.name for x in fields(Options))
"""The names of all options."""


# The return type is inferred: it is the signature of `load` below, declared nowhere else.
def loader(read: Callable[[object, Options], Model]):
    """The function `read` with its options as the keywords that all loaders have."""

    def load(
        source: object,
        *,
        floating_base: bool | Joint = False,
        mimic: bool = False,
        continuous: ContinuousAs = "cos_sin",
        base_placement: Placement | None = None,
        package_dirs: Folders = (),
        mappings: Mappings | None = None,
        srdf: Source | None = None,
    ) -> Model:
        if not isinstance(floating_base, bool | Joint):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ModelError(
                f"floating_base={floating_base!r}; expected True, False, or a joint, as "
                "kt.FreeFlyer() is."
            )
        if not isinstance(mimic, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ModelError(f"mimic={mimic!r}; expected True or False.")
        if continuous not in ("cos_sin", "angle"):
            raise ModelError(f'continuous={continuous!r}; expected "cos_sin" or "angle".')
        base = floating_base if isinstance(floating_base, Joint) else _BASES[floating_base]
        placement = None if base_placement is None else rigid("base_placement", base_placement)
        dirs = folders(package_dirs)
        return read(source, Options(base, mimic, continuous, placement, dirs, mappings, srdf))

    for name in ("__module__", "__name__", "__qualname__", "__doc__"):
        setattr(load, name, getattr(read, name))
    return load


_BASES: Final = {True: FreeFlyer(), False: None}


def folders(package_dirs: Folders) -> tuple[str, ...]:
    """One folder, or several, as absolute paths."""
    listed = [package_dirs] if isinstance(package_dirs, str | os.PathLike) else package_dirs
    try:
        return tuple(os.path.abspath(folder) for folder in listed)
    except TypeError:
        raise ModelError(
            f"package_dirs={package_dirs!r}; expected a folder, or a sequence of folders."
        ) from None
