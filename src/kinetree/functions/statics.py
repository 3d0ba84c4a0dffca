"""Static keywords: their checks, their keys, and the frames that they name."""

import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

import numpy as np

from ..errors import ShapeError, TraceError, kind_of, unknown
from ..scalar.array import Array, as_array
from .content_keys import code_key
from .signature import Arguments, Dims, Operand, Robot

FRAME_KEYWORDS: Final = ("frame", "frames")
"""An algorithm with `frame` runs once for each frame requested; `frames` gives it all of them."""
RELATIVE: Final = "relative_to"
"""The static that names the frame relative to which an algorithm sees each `frame`."""
PLACEMENT: Final = "frame placement"
"""The name of the operand that holds the placements of frames in their joints."""
COUNT: Final = "k"
"""The dimension that is the number of frames; an algorithm with `frame` takes one of them."""
CONTACT_KEYWORDS: Final = ("contacts", "simulation")
"""The statics that name contacts, a list of them or what has one; an algorithm takes them resolved
on its robot."""
REQUIRED: Final = inspect.Parameter.empty
"""The value of a static that has no default, until it is given."""

OptionalArray: TypeAlias = Any
"""An operand whose default is None: an Array, structural zeros or None where it is left out."""
ContactsArgument: TypeAlias = Any
"""Contacts and loops as a caller names them; an algorithm sees them resolved, as `Closures`."""

EXPLAINED: Final = {
    "reference": (
        "'local': the axes and origin of the frame itself; 'local_world_aligned': its origin, the "
        "axes of the world; 'world': the origin and axes of the world."
    ),
    "representation": (
        "'body': the twist in the axes of the base; 'inertial': in the axes and at the origin of "
        "the world; 'mixed': at the origin of the base, in the axes of the world."
    ),
}


def annotations(function: Callable[..., Any]) -> dict[str, Any]:
    """The annotations of a function; none if one names what exists for the type checker only."""
    try:
        return typing.get_type_hints(function)
    except NameError:
        return {}


def check_statics(owner: str, literals: Mapping[str, tuple[Any, ...]], statics: Arguments) -> None:
    """Refuse missing statics and values that their annotations do not list."""
    for name, allowed in literals.items():
        value = statics.get(name)
        if value in allowed:
            continue
        if value in (None, REQUIRED):
            problem = f"{name}= is missing; expected {' or '.join(map(repr, allowed))}."
        else:
            problem = unknown(name, value, [str(x) for x in allowed if x is not None])
        raise ShapeError(f"{owner}: {problem} {EXPLAINED.get(name, '')}".rstrip())
    for name, value in statics.items():
        if value is REQUIRED:
            raise ShapeError(f"{owner}: {name}= is missing; it is a keyword without a default.")


UNSET: Final = object()
"""Stands in keys for a static that is not given."""


def static_key(owner: str, statics: Arguments) -> Any:
    """Statics as a part of a kernel's key: 1, 1.0 and True differ, nan equals itself."""
    for name, x in statics.items():
        try:
            hash(x)
        except TypeError:
            kind = kind_of(x)
            remedy = (
                f"write a tuple: {name}=({', '.join(map(repr, cast(list[Any], x)))},)."
                if type(x) is list
                else "it must be hashable, as numbers, strings and tuples are. An array is an "
                "operand: it comes before the '*'."
            )
            raise TraceError(
                f"{owner}: its keyword {name} is static, and {kind}; {remedy}"
            ) from None
    return tuple((name, constant_key(x)) for name, x in statics.items())


def constant_key(x: Operand) -> Any:
    """A static as a part of a key; TypeError for what is not hashable, but lists.

    `frozen` in compiler/calls.c does the same for strings, booleans, None, lists and tuples.
    """
    kind = cast("type[Any]", type(x))
    if kind in (str, bool, type(None)):
        return x
    if isinstance(x, tuple) or kind is list:
        return (kind, *map(constant_key, cast("Sequence[Any]", x)))
    if isinstance(x, frozenset):
        return frozenset, frozenset(map(constant_key, cast("frozenset[Any]", x)))
    if isinstance(x, (float, complex, np.inexact)):
        return kind, repr(cast(Any, x)), "number"
    if callable(x) and not isinstance(x, type):
        return "function", *code_key(x)
    hash(x)
    return kind, x


@dataclass(frozen=True)
class ResolvedFrame:
    """A frame as an algorithm takes it: the index of its joint and its placement there."""

    joint: int
    placement: Array
    number: int | None = None
    """Its number in `model.frames`, for an algorithm that takes a `NumberedFrame`."""


class NumberedFrame(ResolvedFrame):
    """The annotation of `frame` in an algorithm that has a kernel for each frame of a joint."""


@dataclass(frozen=True)
class FrameStatic:
    """The static part of a request: the joints of one frame, or of several."""

    joints: tuple[int, ...]
    single: bool
    numbers: tuple[int | None, ...]
    """The numbers of the frames where a kernel depends on them, else None."""
    base: int | None
    """The joint of the frame that they are relative to, whose placement is the last one."""

    def frames(self, placements: Array) -> tuple[list[ResolvedFrame], ResolvedFrame | None]:
        """The frames and the one that they are relative to, given their placements."""
        each = [placements] if self.single and self.base is None else placements
        frames = [ResolvedFrame(*x) for x in zip(self.joints, each, self.numbers, strict=False)]
        return frames, None if self.base is None else ResolvedFrame(self.base, each[-1])


def resolved_frames(
    model: Robot, requested: Any, base: Any, numbered: bool
) -> tuple[FrameStatic, Any]:
    """Frames on a robot: the static that a kernel depends on, and placements, an operand.

    `base` is the frame that they are relative to, or None.
    """
    if isinstance(requested, np.ndarray):
        requested = cast(Any, requested).tolist()
    single = not isinstance(requested, (list, tuple))
    names: list[Any] = [requested] if single else list(cast(Sequence[Any], requested))
    names += [] if base is None else [base]
    frames = [name if isinstance(name, ResolvedFrame) else model.frame(name) for name in names]
    matrices = [as_array(getattr(f.placement, "matrix", f.placement)) for f in frames]
    flat = [x for matrix in matrices for x in matrix.flat]
    stacked = Array.of(flat, (4, 4) if single and base is None else (len(frames), 4, 4))
    plain = all(isinstance(x, (int, float)) for x in flat)
    placements = np.array(flat, float).reshape(stacked.shape) if plain else stacked
    known = {id(f): k for k, f in enumerate(model.frames)} if numbered else {}
    numbers = tuple(known.get(id(f), getattr(f, "number", None)) for f in frames)
    joints = tuple(f.joint for f in frames)
    if base is None:
        return FrameStatic(joints, single, numbers, None), placements
    return FrameStatic(joints[:-1], single, numbers[:-1], joints[-1]), placements


def contacts_of(statics: Arguments) -> Any:
    """The contacts that a call names: those of its `contacts`, or of its `simulation`."""
    name = next((name for name in CONTACT_KEYWORDS if name in statics), None)
    return None if name is None else getattr(statics[name], "contacts", statics[name])


def resolved_contacts(owner: str, model: Robot, keyword: str, named: Any) -> Any:
    """What names contacts, with these resolved on a robot."""
    if keyword == "contacts":
        return model.closures(owner, named)
    if isinstance(named, type) or not hasattr(named, "on"):
        raise ShapeError(f"{owner}: {keyword}= is {kind_of(named)}; expected a kt.Simulation.")
    return named.on(owner, model)


def is_by_contact(dims: Dims) -> bool:
    """Whether an operand has one number for each contact."""
    return dims == ("ncontacts",)


def repeat_for_contacts(dims: Mapping[str, Dims], values: dict[str, Any], contacts: object) -> None:
    """Repeat a number that is given for all of the contacts: friction=0.8."""
    if type(contacts) in (list, tuple):
        for name, x in values.items():
            number = type(x) in (int, float) or isinstance(x, np.number)
            if number and is_by_contact(dims[name]):
                values[name] = np.full(len(cast("list[object]", contacts)), float(cast(Any, x)))


def static_sizes(statics: Arguments) -> dict[str, int]:
    """The sizes that statics determine: of frames, contacts and their constraint rows."""
    request = next((statics[keyword] for keyword in FRAME_KEYWORDS if keyword in statics), None)
    if isinstance(request, FrameStatic):
        return {COUNT: len(request.joints)}
    contacts = contacts_of(statics)
    if contacts is None:
        return {}
    return {"ncontacts": len(contacts), "nrows": sum(c.size for c in contacts)}


def operand_dims(dims: Dims, statics: Arguments) -> Dims:
    """The dimensions of an operand in a call; one axis more if `frame` names several frames."""
    request = statics.get("frame")
    several = isinstance(request, FrameStatic) and not request.single
    return dims if several else dims_per_frame(dims, statics)


def dims_per_frame(dims: Dims, statics: Arguments) -> Dims:
    """The dimensions of an operand in a run for one frame."""
    return dims[1:] if "frame" in statics and dims[:1] == (COUNT,) else dims
