"""Binding of calls: their operands, their statics, and the shapes of the operands."""

import inspect
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, cast, get_args, get_origin

import numpy as np

from ..errors import (
    ArgumentError,
    BackendError,
    ModelError,
    ShapeError,
    TraceError,
    counted,
    kind_of,
    unknown_argument,
)
from . import adapters
from .framework import framework_of
from .groups import Group
from .signature import Arguments, Dims, Operand, Robot
from .statics import (
    CONTACT_KEYWORDS,
    COUNT,
    FRAME_KEYWORDS,
    PLACEMENT,
    RELATIVE,
    REQUIRED,
    NumberedFrame,
    annotations,
    check_statics,
    contacts_of,
    repeat_for_contacts,
    resolved_contacts,
    resolved_frames,
    static_key,
)

Check = Callable[[str, Arguments], None]
"""A check of the operands and keywords of a call, by name and of any kind."""
OperandChecks = Mapping[str, Callable[[str, Any], None]]
"""Checks of single operands, by the operand's name."""


@dataclass(frozen=True)
class Assigned:
    """The arguments of a call by name, as they are written: operands in order, without None."""

    operands: dict[str, Any]
    statics: dict[str, Any]
    by_position: bool = False
    """Whether they are as many as operands are required, without keywords."""


@dataclass(frozen=True)
class BoundCall:
    """A call after binding: the operands that are present, and the statics.

    `passed` holds the operands as they were passed, before values of frames were stacked.
    """

    operands: dict[str, Any]
    statics: dict[str, Any]
    key: Any
    passed: list[Any]


@dataclass(frozen=True)
class Parameters:
    """The parameter list of a function: its operands and statics."""

    owner: str
    operands: tuple[str, ...]
    required: tuple[str, ...]
    statics: dict[str, Any]
    """The keywords after '*' with their defaults; `REQUIRED` where there is none."""
    literals: dict[str, tuple[Any, ...]]
    """The values that a static may have, where its annotation lists them."""
    numbered: bool
    """Whether the frame is a `NumberedFrame`."""
    groups: dict[str, Group]
    """Those of several arrays, which are operands each."""
    arguments: tuple[str, ...]
    """What the Python function takes by position: operands and groups."""

    @cached_property
    def group_of(self) -> dict[str, str]:
        """The names of groups by those of their parts."""
        return {part: name for name, x in self.groups.items() for part in x.parts}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What calls pass by position: operands, and groups in place of their parts."""
        return tuple(dict.fromkeys(self.group_of.get(name, name) for name in self.operands))

    def values(self, arrays: Mapping[str, Any]) -> list[Any]:
        """The arguments of the Python function, of operands by name."""
        return [
            self.groups[name].made(arrays) if name in self.groups else arrays.get(name)
            for name in self.arguments
        ]

    @property
    def frame(self) -> str | None:
        """The keyword that names frames, if any."""
        return next((name for name in FRAME_KEYWORDS if name in self.statics), None)

    @property
    def contacts(self) -> str | None:
        """The keyword that names contacts, if any."""
        return next((name for name in CONTACT_KEYWORDS if name in self.statics), None)

    @classmethod
    def of(
        cls, function: Callable[..., Any], *, first: int = 0, owner: str | None = None
    ) -> "Parameters":
        """The parameters of a Python function, from the one with index `first` on."""
        owner, hints = owner or function.__name__, annotations(function)
        listed = list(inspect.signature(function).parameters.values())[first:]
        positional = [p for p in listed if p.kind is p.POSITIONAL_OR_KEYWORD]
        groups = {p.name: group for p in positional if (group := Group.of(hints.get(p.name)))}
        parts = {
            p.name: groups[p.name].parts if p.name in groups else (p.name,) for p in positional
        }
        required = [p.name for p in positional if p.default is p.empty]
        for p in positional:
            if p.default not in (p.empty, None):
                raise TraceError(
                    f"{owner}: operand {p.name} has a default; only None is one. "
                    "A parameter that is not an array comes after '*': it is static."
                )
        return cls(
            owner,
            tuple(x for p in positional for x in parts[p.name]),
            tuple(x for name in required for x in parts[name]),
            {p.name: p.default for p in listed if p.kind is p.KEYWORD_ONLY},
            {n: get_args(hint) for n, hint in hints.items() if get_origin(hint) is Literal},
            hints.get("frame") is NumberedFrame,
            groups,
            tuple(p.name for p in positional),
        )

    def assigned(
        self, dims: Mapping[str, Dims], operands: Sequence[Operand], keywords: Arguments
    ) -> Assigned:
        """Assign arguments to operands, the parts of groups among them, and statics.

        `dims` has all operands, in order. Unknown arguments are refused.
        """
        names = self.names
        named = next((x for x in operands if isinstance(x, str)), None)
        if self.frame is not None and named is not None:
            value = repr(named if self.frame == "frame" else [named])
            raise ModelError(
                f"{self.owner}: {named!r} is given as an operand; a frame is given by keyword: "
                f"{self.frame}={value}."
            )
        if len(operands) > len(names):
            raise ArgumentError(
                f"{self.owner}: {counted(len(operands), 'operand')} given; it takes at most "
                f"{len(names)}: {', '.join(names) or 'none'}."
            )
        values = dict(zip(names, operands, strict=False))
        statics: dict[str, Any] = {}
        for name, value in keywords.items():
            if name in values:
                raise ArgumentError(f"{self.owner}: {name} was given twice.")
            if name in self.group_of:
                group = self.group_of[name]
                kind = self.groups[group].kind.__name__
                raise ArgumentError(f"{self.owner}: {name}= is a part of {group}=, a kt.{kind}.")
            if name in dims or name in self.groups:
                values[name] = value
            elif name in self.statics:
                statics[name] = value
            else:
                others = [x for x in dims if x not in self.operands]
                known = dict.fromkeys([*names, *statics, *others, "out"])
                raise unknown_argument(self.owner, name, known | self.statics)
        for name in self.required:
            if name in values and values[name] is None:
                axes = dims[name]
                expected = f"an array ({', '.join(axes)})" if axes else "a number"
                expected += ", zeros for none" * (axes == ("nv",))
                raise ArgumentError(f"{self.owner}: {name} is None; expected {expected}.")
        for name, group in self.groups.items():
            values |= group.flat(self.owner, name, values.get(name))
        present = {name: x for name in dims if (x := values.get(name)) is not None}
        repeat_for_contacts(dims, present, contacts_of(self.statics | statics))
        by_position = not keywords and len(operands) == len(self.required)
        return Assigned(present, statics, by_position)

    def bound_call(self, model: Robot, dims: Mapping[str, Dims], arguments: Assigned) -> BoundCall:
        """The call on a robot; refuse missing operands, and what is neither number nor static."""
        missing = [name for name in self.required if name not in arguments.operands]
        if missing:
            raise ArgumentError(
                f"{self.owner}: missing {'operand' if len(missing) == 1 else 'operands'} "
                f"{', '.join(map(repr, missing))}; it takes {', '.join(self.required)}."
            )
        operands, statics = arguments.operands, self.statics | arguments.statics
        statics = {n: _static(self.owner, n, x) for n, x in statics.items()}
        present = {n: adapters.joined(adapters.as_operand(x)) for n, x in operands.items()}
        passed = [_numbers_only(self, n, x, dims[n]) for n, x in present.items()]
        if self.frame == "frames":
            passed = self._stack_frame_values(dims, present, statics)
        if self.frame is not None:
            self._resolve_frames(model, self.frame, present, statics)
        if (keyword := self.contacts) is not None:
            statics[keyword] = resolved_contacts(self.owner, model, keyword, statics[keyword])
        key = (tuple(present), static_key(self.owner, statics))
        check_statics(self.owner, self.literals, statics)
        return BoundCall(present, statics, key, passed)

    def _stack_frame_values(
        self, dims: Mapping[str, Dims], present: dict[str, Any], statics: dict[str, Any]
    ) -> list[Any]:
        """Replace operands `{frame: value}` by `frames` and stacked values; returns all values."""
        passed: list[Any] = []
        has_frames, named = statics["frames"] is not self.statics["frames"], None
        for name, value in present.items():
            if not isinstance(value, Mapping) or dims[name][:1] != (COUNT,):
                passed.append(value)
                continue
            mapping = cast(Mapping[Any, Any], value)
            if has_frames or named not in (None, list(mapping)):
                raise ShapeError(
                    f"{self.owner}: {name} names its frames, {list(mapping)}, and they are given "
                    "elsewhere too; name them once, or everywhere in the same order."
                )
            named = statics["frames"] = list(mapping)
            values = [adapters.as_operand(x) for x in mapping.values()]
            core = tuple(int(n) for n in dims[name][1:] if n.isdigit())
            for frame, x in zip(mapping, values, strict=True):
                if core and adapters.shape_of(x)[-len(core) :] != core:
                    raise ShapeError(
                        f"{self.owner}: {name} of {frame!r} has shape {adapters.shape_of(x)}; "
                        f"expected (..., {', '.join(map(str, core))})."
                    )
            present[name] = adapters.stacked(values, dims[name], f"{self.owner}: {name}")
            passed += values
        return passed

    def _resolve_frames(
        self, model: Robot, keyword: str, present: dict[str, Any], statics: dict[str, Any]
    ) -> None:
        """Replace frames by their joints (static) and their placements (an operand)."""
        if statics[keyword] is None or statics[keyword] is REQUIRED:
            how = " Pass {frame: value} instead of an array." if keyword == "frames" else ""
            raise ModelError(f"{self.owner}: {keyword}= is missing; see model.frame_names.{how}")
        base = statics.get(RELATIVE)
        statics[keyword], present[PLACEMENT] = resolved_frames(
            model, statics[keyword], base, self.numbered
        )
        if base is not None:
            statics[RELATIVE] = None  # the joint is a part of the other static
        if keyword == "frame" and not statics[keyword].joints:
            raise ModelError(f"{self.owner}: frame= is empty; name at least one.")


def _numbers_only(parameters: Parameters, name: str, x: Operand, dims: Dims) -> Any:
    """An operand; raise ShapeError for an object of another kind than numbers."""
    if isinstance(cast(object, x), Mapping) and dims[:1] == (COUNT,):  # values by frame
        return x
    elements = x.flat if getattr(x, "dtype", None) == np.dtype("O") else adapters.leaves([x])
    other = next((e for e in elements if not _is_numeric(e)), x)
    if _is_numeric(other):
        return x
    owner = parameters.owner
    if other is not x:
        raise BackendError(
            f"{owner}: {name} holds {kind_of(other)}; kinetree computes with int, float, complex, "
            "mpmath, SymPy and CasADi numbers."
        )
    what = f"{owner}: {name} is {kind_of(x)}; expected a NumPy array or a list"
    if hasattr(x, "call_table"):
        raise ShapeError(f"{what}: the model is given once, first.")
    if type(x).__name__ in ("Data", "MjData"):
        raise ShapeError(
            f"{what}. kinetree has no data object, results are returned: leave it out, as in "
            f"{owner}({', '.join(('model', *parameters.required))})."
        )
    more = " kt.external_forces(model, q, wrenches) makes it." if name == "f_ext" else ""
    raise ShapeError(f"{what}, ({', '.join(dims)}) for one sample.{more}")


def _is_numeric(x: Operand) -> bool:
    return isinstance(x, (list, tuple, str)) or hasattr(x, "__sub__") or framework_of(x) is not None


def _static(owner: str, name: str, x: Operand) -> Any:
    """A static, which is no array of a framework; a NumPy integer as an int."""
    if framework_of(x) is not None:
        raise TraceError(
            f"{owner}: {name}= is {kind_of(x)}; it is static, a part of the code: give a Python "
            f"value, in jax.jit by static_argnames={name!r}."
        )
    return operator.index(cast(Any, x)) if isinstance(x, np.integer) else x
