"""Functions specialized to a robot, statics and shapes, by a call or without one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..compiler.batch import Spec
from ..errors import ShapeError, printable, unknown
from ..scalar.array import Array
from . import adapters
from .binding import BoundCall
from .call_table import CallTable
from .definition import Definition
from .derivative_rules import run_with_rule
from .results import Results
from .signature import Arguments, Robot, Sizes, bind_free, free_names, shape, sizes_of
from .statics import PLACEMENT, operand_dims, static_sizes


@dataclass(frozen=True)
class Specialization:
    """What code is made of: a function on one robot, its statics, and the shapes of operands."""

    definition: Definition
    model: Robot
    statics: dict[str, Any]
    key: Any
    """That of the call."""
    specs: list[Spec]
    sizes: dict[str, int]
    """Of the robot, of what the statics name, and of free names."""
    free: tuple[tuple[str, int], ...]
    """The sizes that the operands bind."""

    @classmethod
    def of(cls, definition: Definition, model: Robot, call: BoundCall) -> "Specialization":
        """That of a call; its specs are the shapes that the operands must have."""
        sizes = sizes_of(model) | static_sizes(call.statics)
        specs: list[Spec] = []
        free: list[str] = []
        for name, value in call.operands.items():
            if name == PLACEMENT:
                specs.append(Spec(name, value.shape, tuple(map(str, value.shape))))
                continue
            core = operand_dims(definition.dims[name], call.statics)
            unbound = free_names(core, sizes)
            if unbound:
                bind_free(core, adapters.shape_of(value), sizes, f"{definition.name}: {name}")
                free += unbound
            specs.append(Spec(name, shape(core, sizes), core))
        bound = tuple((name, sizes[name]) for name in free)
        return cls(definition, model, call.statics, call.key, specs, sizes, bound)

    @property
    def id(self) -> tuple[object, ...]:
        """What kernels and primitives on its robot are found by."""
        return self.definition, self.key, self.free, tuple([spec.name for spec in self.specs])

    @property
    def table(self) -> CallTable:
        """That of its robot, or its own."""
        return self.definition.table(self.model)

    @property
    def title(self) -> str:
        """The name of its kernels in messages."""
        name = self.definition.name
        return name if self.model is None else printable(f"{name} of {self.model.name}")

    def run(self, arrays: Mapping[str, Array]) -> Results:
        """Run the Python function on one sample of generic scalars."""
        return run_with_rule(self.definition, self.model, arrays, self.statics, self.sizes)


def specialized(
    definition: Definition,
    model: Robot,
    inputs: Sequence[str],
    sizes: Sizes | None,
    keywords: Arguments,
) -> tuple[Specialization, dict[str, Any]]:
    """The specialization without a call, and the operands that `keywords` give, which come last."""
    parameters, dims, owner = definition.parameters, definition.dims, definition.name
    sizes = sizes or {}
    inputs = (inputs,) if isinstance(inputs, str) else inputs
    for name in inputs:
        if name in keywords:
            raise ShapeError(f"{owner}: {name} is among the inputs and given, too.")
    arguments = parameters.assigned(dims, (), keywords)
    names = [n for n in (*parameters.required, *inputs) if n not in arguments.operands]
    for name in names:
        if name not in dims:
            raise ShapeError(f"{owner}: {unknown('operand', name, dims)}")
    present = {**dict.fromkeys(names, 0.0), **arguments.operands}
    ordered = {name: present[name] for name in dims if name in present}
    call = parameters.bound_call(model, dims, replace(arguments, operands=ordered))
    constant = {name: x for name, x in call.operands.items() if name not in names}
    known = Specialization.of(definition, model, replace(call, operands=constant)).sizes
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
        operands[name] = np.zeros(shape(core, {**known, **sizes}))
    own = Specialization.of(definition, model, replace(call, operands=operands | constant))
    return own, constant
