"""Static keywords: what is checked before a page sees them, and how frames are resolved."""

import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

import numpy as np

from ..errors import ShapeError, unknown
from ..scalar.array import Array

FRAME_KEYWORDS: Final = ("frame", "frames")
"""`frame` means the page once for each frame asked for; a page with `frames` takes them all."""
PLACEMENT: Final = "frame placement"
"""The operand that a frame's placement in its joint becomes."""

EXPLAINED: Final = {
    "reference": (
        "'local': the axes and origin of the frame itself; 'local_world_aligned': its origin, the "
        "axes of the world; 'world': the origin and axes of the world."
    )
}


def literals(function: Callable[..., Any]) -> dict[str, tuple[Any, ...]]:
    """The values that the page's annotations (Literal) allow its keywords."""
    try:
        hints = typing.get_type_hints(function)
    except NameError:  # an annotation whose names exist for the type checker only
        return {}
    literal = {name: hint for name, hint in hints.items() if typing.get_origin(hint) is Literal}
    return {name: typing.get_args(hint) for name, hint in literal.items()}


def check_statics(
    owner: str, literals: Mapping[str, tuple[Any, ...]], statics: Mapping[str, Any]
) -> None:
    """Refuse a value that the page's annotation does not list."""
    for name, allowed in literals.items():
        value = statics.get(name)
        if value in allowed:
            continue
        listed = " or ".join(map(repr, allowed))
        missing = f"{name}= is missing; expected {listed}."
        came = missing if value is None else unknown(name, value, map(str, allowed))
        raise ShapeError(f"{owner}: {came} {EXPLAINED.get(name, '')}".rstrip())


@dataclass(frozen=True)
class PageFrame:
    """A frame as a page sees it: the number of its joint and its placement there, an operand."""

    joint: int
    placement: Array


@dataclass(frozen=True)
class FrameStatic:
    """The static part of one frame, or of several."""

    joints: tuple[int, ...]
    single: bool

    def frames(self, placements: Array) -> list[PageFrame]:
        """The frames of a page, given their placements."""
        if self.single:
            return [PageFrame(self.joints[0], placements)]
        return [PageFrame(j, placements[k]) for k, j in enumerate(self.joints)]


@dataclass(frozen=True)
class FrameRequest:
    """`frame=` resolved on a robot: what the kernel depends on, and what it is given."""

    static: FrameStatic
    placements: Any

    @classmethod
    def of(cls, model: Any, requested: Any) -> "FrameRequest":
        if isinstance(requested, np.ndarray):
            requested = cast(Any, requested).tolist()
        single = not isinstance(requested, (list, tuple))
        names: list[Any] = [requested] if single else list(cast(Sequence[Any], requested))
        frames = [model.frame(name) for name in names]
        matrices = [np.array(f.placement.matrix, dtype=float) for f in frames]
        placements = matrices[0] if single else np.array(matrices).reshape(-1, 4, 4)
        return cls(FrameStatic(tuple(f.joint for f in frames), single), placements)
