"""Calls sorted out: what is an operand, what is static, what shape each must have."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

import numpy as np

from ..errors import ModelError, ShapeError, TraceError, unknown
from ..machine import Spec
from ..scalar.array import Array
from . import adapters
from .signature import NUMBERS, Dims, bind_free, robot_sizes, shape
from .statics import FRAME_KEYWORDS, PLACEMENT, FrameRequest, check_statics, literals


class ModelLike(Protocol):
    """What the door must know of a robot."""

    name: str
    nq: int
    nv: int
    dispatch: dict[Any, Any]

    @property
    def njoints(self) -> int: ...
    @property
    def nframes(self) -> int: ...
    @property
    def numeric(self) -> Any: ...
    @property
    def coupled(self) -> Any: ...
    @property
    def page(self) -> Any: ...
    def frame(self, name: Any) -> Any: ...
    def replace(self, **changes: Any) -> Any: ...


@dataclass(frozen=True)
class Call:
    """A call after binding: the operands that are present, and the statics."""

    operands: dict[str, Any]
    statics: dict[str, Any]
    key: Any


@dataclass(frozen=True)
class Parameters:
    """What the page's own parameter list says."""

    owner: str
    operands: tuple[str, ...]
    required: tuple[str, ...]
    statics: dict[str, Any]
    literals: dict[str, tuple[Any, ...]]
    """The values that a static may have, where its annotation says so."""

    @property
    def frame(self) -> str | None:
        """The keyword that names frames, where there is one."""
        return next((name for name in FRAME_KEYWORDS if name in self.statics), None)

    @classmethod
    def of(cls, function: Callable[..., Any]) -> "Parameters":
        listed = list(inspect.signature(function).parameters.values())[1:]
        positional = [p for p in listed if p.kind is p.POSITIONAL_OR_KEYWORD]
        for p in positional:
            if p.default not in (p.empty, None):
                raise TraceError(
                    f"{function.__name__}: operand {p.name} has a default; only None is one. "
                    "A parameter that is not an array comes after '*': it is static."
                )
        keyword = [p for p in listed if p.kind is p.KEYWORD_ONLY]
        return cls(
            function.__name__,
            tuple(p.name for p in positional),
            tuple(p.name for p in positional if p.default is p.empty),
            {p.name: None if p.default is p.empty else p.default for p in keyword},
            literals(function),
        )

    def bind(self, model: ModelLike, operands: Sequence[Any], keywords: Mapping[str, Any]) -> Call:
        """Sort what came into operands and statics; refuse what does not belong."""
        if not hasattr(model, "dispatch"):
            raise ModelError(
                f"{self.owner}: its first argument is {type(model).__name__}; expected a "
                "kt.Model, as kt.load('panda') or kt.robots.arm() give."
            )
        names = self.operands
        if len(operands) > len(names):
            raise ShapeError(
                f"{self.owner}: {len(operands)} operands; it takes at most {len(names)}: "
                f"{', '.join(names)}."
            )
        given = dict(zip(names, operands, strict=False))
        statics = dict(self.statics)
        for name, value in keywords.items():
            if name in given:
                raise ShapeError(f"{self.owner}: {name} was given twice.")
            if name in names or name in NUMBERS:
                given[name] = value
            elif name in statics:
                statics[name] = value
            else:
                known = [*names, *statics, *NUMBERS, "out"]
                raise ShapeError(f"{self.owner}: {unknown('argument', name, known)}")
        return self._completed(model, given, statics)

    def _completed(self, model: ModelLike, given: dict[str, Any], statics: dict[str, Any]) -> Call:
        missing = [name for name in self.required if given.get(name) is None]
        if missing:
            raise ShapeError(
                f"{self.owner}: {', '.join(missing)} missing; it takes {', '.join(self.required)}."
            )
        order = [*self.operands, *NUMBERS]
        present = {n: given[n] for n in order if given.get(n) is not None}
        if self.frame is not None:
            self._resolve_frames(model, self.frame, present, statics)
        check_statics(self.owner, self.literals, statics)
        try:
            key = (tuple(present), tuple((n, x.__class__, x) for n, x in statics.items()))
            hash(key)
        except TypeError:
            raise TraceError(
                f"{self.owner}: its keywords {', '.join(statics)} are static: each must be "
                "hashable, as numbers, strings and tuples are. An array is an operand: it comes "
                "before the '*'."
            ) from None
        return Call(present, statics, key)

    def _resolve_frames(
        self, model: ModelLike, keyword: str, present: dict[str, Any], statics: dict[str, Any]
    ) -> None:
        """Frames become their joints (static) and their placements (an operand)."""
        for name, value in present.items():
            if isinstance(value, Mapping):  # {frame: value}
                mapping = cast(Mapping[Any, Any], value)
                statics[keyword] = list(mapping)
                present[name] = _stacked(list(mapping.values()), f"{self.owner}: {name}")
        if statics[keyword] is None:
            how = " Pass {frame: value} instead of an array." if keyword == "frames" else ""
            raise ModelError(f"{self.owner}: {keyword}= is missing; see model.frame_names.{how}")
        request = FrameRequest.of(model, statics[keyword])
        if keyword == "frame" and not request.static.joints:
            raise ModelError(f"{self.owner}: frame= is empty; name at least one.")
        present[PLACEMENT] = request.placements
        statics[keyword] = request.static


@dataclass(frozen=True)
class Layout:
    """How the operands of one call are shaped on one robot, and what its free names stand for."""

    specs: list[Spec]
    sizes: dict[str, int]
    free: tuple[tuple[str, int], ...]


def layout(owner: str, dims: Mapping[str, Dims], model: ModelLike, call: Call) -> Layout:
    """The shapes that the operands of a call must have; free names get theirs from the call."""
    sizes = robot_sizes(model)
    specs: list[Spec] = []
    free: list[str] = []
    for name, value in call.operands.items():
        if name == PLACEMENT:
            core = tuple(np.shape(value))
            specs.append(Spec(name, core, tuple(map(str, core))))
            continue
        unbound = [d for d in dims[name] if d.isidentifier() and d not in sizes]
        if unbound:
            given = adapters.unpack(value).shape
            bind_free(dims[name], given, sizes, f"{owner}: {name}")
            free += unbound
        specs.append(Spec(name, shape(dims[name], sizes), dims[name]))
    return Layout(specs, sizes, tuple((name, sizes[name]) for name in free))


def _stacked(values: list[Any], what: str) -> Any:
    """The values of a dict side by side, batch axes first."""
    if all(adapters.is_plain(x) for x in values):
        try:
            return np.stack(np.broadcast_arrays(*values), -2) if values else np.zeros((0, 6))
        except ValueError:
            shapes = " and ".join(str(np.shape(x)) for x in values)
            raise ShapeError(f"{what} have shapes {shapes}, which do not fit together.") from None
    return Array([adapters.unpack(x) for x in values])
