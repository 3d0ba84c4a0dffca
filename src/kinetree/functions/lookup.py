"""The key of a call, made of how it is written: with it the call table has what computes the call.

It is the definition, a bit for each operand that is given, by position or by keyword, the kind of
the operands, the lengths of their axes that no model determines, and its statics.
`compiler/calls.c` makes the same keys of plain numbers and reads the same table, so that what is
written here says what it does there, too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from ..compiler.batch import BOOLEAN_OPERANDS
from ..compiler.kernel import Kernel
from ..compiler.vectorcall import (
    GROUP,
    MAX_ARRAYS,
    MAX_PARTS,
    OTHER,
    OUT,
    STATIC,
    set_function_call,
)
from .adapters import kernel_dtype, shape_of
from .call_table import CallKey
from .definition import Definition
from .framework import framework_of
from .groups import Group
from .signature import Arguments, Operand
from .statics import UNSET, constant_key, contacts_of, is_by_contact, repeat_for_contacts


@dataclass(frozen=True)
class WrittenCall:
    """The key of a call, and its operands by name, in order."""

    key: CallKey
    operands: dict[str, Any]


def written_call(
    definition: Definition, operands: Sequence[Operand], keywords: Arguments
) -> WrittenCall | None:
    """A call by how it is written; None for one that has no key, or is not a valid one."""
    parameters = definition.parameters
    present = dict(zip(parameters.operands, operands, strict=False))
    statics = {name: x for name, x in keywords.items() if name in parameters.statics}
    named = {name: x for name, x in keywords.items() if name in definition.dims}
    if (
        len(operands) > len(parameters.operands)
        or len(statics) + len(named) < len(keywords)
        or not named.keys().isdisjoint(present)
    ):
        return None
    plain = not keywords and len(operands) == len(parameters.required)
    values = {n: x for n in definition.order if (x := (present | named).get(n)) is not None}
    repeat_for_contacts(definition.dims, values, contacts_of(statics))
    try:
        frames = _stack_by_frame(definition, values, statics)
        kind = _kind(values)
        keys = {} if kind is None else {name: constant_key(x) for name, x in statics.items()}
    except (TypeError, ValueError):  # an unhashable static, values of different shapes
        return None
    if kind is None:
        return None
    bits = sum(1 << k for k, name in enumerate(definition.order) if name in values)
    complete = bits == (1 << len(parameters.required)) - 1
    if plain and complete and kind == "float64" and not definition.free_axes:
        return WrittenCall(definition, values)
    lengths = [
        shape[-axis] if len(shape := shape_of(values[definition.order[k]])) >= axis else -1
        for k, axis in definition.free_axes
        if definition.order[k] in values
    ]
    ordered = ((keys | frames).get(name, UNSET) for name in parameters.statics)
    return WrittenCall((definition, bits, kind, *lengths, *ordered), values)


def _stack_by_frame(
    definition: Definition, values: dict[str, Any], statics: Mapping[str, object]
) -> dict[str, object]:
    """Stack the values of an operand {frame: value}; the key of the frames that it names."""
    by_frame = [name for name, x in values.items() if type(x) is dict]
    if not by_frame:
        return {}
    (name,) = by_frame  # ValueError if several are
    mapping = cast("dict[Any, Any]", values[name])
    stacked = np.array(list(mapping.values()))
    allowed = definition.parameters.frame == "frames" and "frames" not in statics
    if not allowed or stacked.ndim != len(definition.dims[name]) or stacked.dtype.kind not in "iuf":
        raise ValueError
    values[name] = stacked
    return {"frames": (dict, *map(constant_key, mapping))}


def _kind(values: Arguments) -> object:
    """The dtype of numbers, or a framework and the shapes and dtypes; None for other values."""
    frameworks = {framework_of(x) for x in values.values()} - {None}
    if not frameworks:
        numbers = all(_is_numbers(x, name in BOOLEAN_OPERANDS) for name, x in values.items())
        return kernel_dtype(values) if numbers else None
    described = all(hasattr(x, "shape") and hasattr(x, "dtype") for x in values.values())
    if len(frameworks) > 1 or not described:
        return None
    shapes = tuple((framework_of(x), *x.shape, x.dtype) for x in values.values())
    symbolic = any(not isinstance(n, int) for _, *shape, _ in shapes for n in shape)
    return None if symbolic else shapes


def _is_numbers(x: object, boolean: bool) -> bool:
    if type(x) is np.ndarray or isinstance(x, np.generic):
        return cast("np.ndarray", x).dtype.kind in ("iufb" if boolean else "iuf")
    if type(x) in (list, tuple):
        return all(_is_numbers(element, boolean) for element in cast("list[object]", x))
    return type(x) in (int, float) or (boolean and type(x) is bool)


def compile_calls(
    function: Any, definition: Definition, call: Callable[..., Any], check: Callable[..., Any]
) -> None:
    """Let compiled code assign the arguments of an object's calls and run the kernels in the table.

    Calls that are not there, or of other operands, are passed to `call`.
    """
    parameters, order = definition.parameters, definition.order
    statics, contacts = list(parameters.statics), parameters.contacts
    if max(len(order), len(statics)) > MAX_ARRAYS:
        return
    codes = {name: k for k, name in enumerate(order)} | {"out": OUT}
    groups = list[tuple[Group, list[int]]]()

    def group_code(group: Group) -> int:
        """The code of a group, whose row has those of its fields."""
        row = [group_code(x) if x else codes[name] for name, x in group.fields]
        groups.append((group, row))
        return GROUP + len(groups) - 1

    of_groups = {name: group_code(x) for name, x in parameters.groups.items()}
    parts = {part for x in parameters.groups.values() for part in x.parts}
    codes = {name: code for name, code in codes.items() if name not in parts} | of_groups
    rows = np.zeros((len(groups), MAX_PARTS), np.int64)
    for k, (_, row) in enumerate(groups):
        rows[k, : len(row)] = row
    codes |= {name: STATIC + k for k, name in enumerate(statics)}
    layouts, checks = dict[tuple[str, ...], bytes](), definition.checks

    def make_layout(names: tuple[str, ...]) -> bytes:
        """The codes of keywords: an operand; STATIC + a static; OUT; OTHER for any other name."""
        return layouts.setdefault(names, bytes(codes.get(name, OTHER) for name in names))

    set_function_call(
        function,
        function=definition,
        name=definition.name,
        kernel=Kernel,
        fallback=call,
        table=None if definition.first else definition.calls,
        positional=len(parameters.names),
        positions=[codes[name] for name in parameters.names],
        group_types=[id(group.kind) for group, _ in groups],
        group_codes=rows,
        required=len(parameters.required),
        statics=len(statics),
        frames=statics.index("frames") if parameters.frame == "frames" else -1,
        contacts=-1 if contacts is None else statics.index(contacts),
        free_axes=definition.free_axes,
        boolean=[name in BOOLEAN_OPERANDS for name in order],
        core_axes=[len(definition.dims[name]) for name in order],
        by_contact=[contacts is not None and is_by_contact(definition.dims[n]) for n in order],
        layouts=layouts,
        make_layout=make_layout,
        unset=UNSET,
        constant=constant_key,
        check=check if definition.check and checks is None else None,
        checks=tuple(map(checks.get, order)) if checks else None,
    )
