"""The shapes that the operands of a call must have, and calls with zeros for operands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler.batch import Spec
from ..errors import ShapeError, unknown
from . import adapters
from .binding import Call
from .signature import Arguments, Robot, bind_free, free_names, shape, sizes_of
from .statics import PLACEMENT, operand_dims, static_sizes

if TYPE_CHECKING:
    from .function import Function


@dataclass(frozen=True)
class CallShapes:
    """The shapes of the operands of one call on one robot, and the sizes of its free names."""

    specs: list[Spec]
    sizes: dict[str, int]
    free: tuple[tuple[str, int], ...]


def call_shapes(function: "Function", model: Robot, call: Call) -> CallShapes:
    """The shapes that the operands of a call must have; the call binds the free names."""
    sizes = sizes_of(model) | static_sizes(call.statics)
    specs: list[Spec] = []
    free: list[str] = []
    for name, value in call.operands.items():
        if name == PLACEMENT:
            specs.append(Spec(name, value.shape, tuple(map(str, value.shape))))
            continue
        core = operand_dims(function.dims[name], call.statics)
        unbound = free_names(core, sizes)
        if unbound:
            bind_free(core, adapters.shape_of(value), sizes, f"{function.__name__}: {name}")
            free += unbound
        specs.append(Spec(name, shape(core, sizes), core))
    return CallShapes(specs, sizes, tuple((name, sizes[name]) for name in free))


def placeholders(
    function: "Function",
    model: Robot,
    dtype: str,
    inputs: Sequence[str],
    sizes: Mapping[str, int] | None,
    keywords: Arguments,
) -> tuple[Call, list[str]]:
    """A call with zeros for the operands that are not in `keywords`, and their names."""
    parameters, dims, owner = function.parameters, function.dims, function.__name__
    sizes = sizes or {}
    inputs = (inputs,) if isinstance(inputs, str) else inputs
    for name in inputs:
        if name in keywords:
            raise ShapeError(f"{owner}: {name} is among the inputs and given, too.")
    names = [name for name in (*parameters.required, *inputs) if name not in keywords]
    for name in names:
        if name not in dims:
            raise ShapeError(f"{owner}: {unknown('operand', name, dims)}")
    call = parameters.bind(model, dims, (), {**dict.fromkeys(names, 0.0), **keywords})
    constant = {name: x for name, x in call.operands.items() if name not in names}
    known = call_shapes(function, model, replace(call, operands=constant)).sizes
    free = {n for core in dims.values() for n in free_names(core, known)}
    for name in sizes:
        if name not in free:
            raise ShapeError(f"{owner}: {unknown('free dimension', name, sorted(free))}")
    operands: dict[str, Any] = {}
    for name in names:
        core = operand_dims(dims[name], call.statics)
        missing = free_names(core, {**known, **sizes})
        if missing:
            listed = ", ".join(f"{n!r}: 4" for n in missing)
            raise ShapeError(
                f"{owner}: {name} ({','.join(core)}) has free dimensions; give their "
                f"sizes: sizes={{{listed}}}."
            )
        operands[name] = np.zeros(shape(core, {**known, **sizes}), dtype)
    return replace(call, operands=call.operands | operands), names
