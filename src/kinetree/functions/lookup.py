"""The key of a call, made of how it is written: with it the call table has what computes the call.

It is the definition, a bit for each operand that is given, by position or by keyword, the kind of
the operands, the lengths of their axes that no model determines, and its statics.
`compiler/calls.c` makes the same keys of plain numbers and reads the same table, so that what is
written here says what it does there, too.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from ..compiler.batch import BOOLEAN_OPERANDS
from ..compiler.kernel import Kernel
from ..compiler.vectorcall import MAX_ARRAYS, MAX_PARTS, OTHER, OUT, STATIC, set_function_call
from .adapters import kernel_dtype, shape_of
from .binding import Assigned
from .call_table import CallKey
from .definition import Definition
from .framework import framework_of
from .signature import Arguments
from .statics import UNSET, constant_key, is_by_contact


@dataclass(frozen=True)
class WrittenCall:
    """The key of a call, and its operands by name, in order."""

    key: CallKey
    operands: dict[str, Any]


def written_call(definition: Definition, arguments: Assigned) -> WrittenCall | None:
    """A call by how it is written; None for one that has no key."""
    parameters, order, values = definition.parameters, [*definition.dims], {**arguments.operands}
    try:
        keys = _stack_by_frame(definition, values, arguments.statics)
        kind = _kind(values)
        keys |= {} if kind is None else {n: constant_key(x) for n, x in arguments.statics.items()}
    except (TypeError, ValueError):  # an unhashable static, values of different shapes
        return None
    if kind is None:
        return None
    bits = sum(1 << k for k, name in enumerate(order) if name in values)
    complete = bits == (1 << len(parameters.required)) - 1
    if arguments.by_position and complete and kind == "float64" and not definition.free_axes:
        return WrittenCall(definition, values)
    lengths = [
        shape[-axis] if len(shape := shape_of(values[order[k]])) >= axis else -1
        for k, axis in definition.free_axes
        if order[k] in values
    ]
    ordered = (keys.get(name, UNSET) for name in parameters.statics)
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
    function: Any, definition: Definition, check_present: Callable[..., Any] | None
) -> None:
    """Let compiled code assign the arguments of an object's calls and run the kernels in the table.

    Calls that are not there, of other operands, or where `check_present` raises an error, are
    passed to `call_any`.
    """
    parameters, dims = definition.parameters, definition.dims
    statics, contacts = list(parameters.statics), parameters.contacts
    if max(len(dims), len(statics)) > MAX_ARRAYS or (check_present and not parameters.required):
        return
    of_operands = [*map((definition.checks or {}).get, dims)]
    if check_present:
        of_operands[0] = check_present
    codes = {name: k for k, name in enumerate(dims)} | {"out": OUT}
    codes |= {name: STATIC + k for k, name in enumerate(statics)}
    groups = dict[int, list[int]]()
    of_groups = {name: x.code(codes, groups) for name, x in parameters.groups.items()}
    codes = {n: x for n, x in codes.items() if n not in parameters.group_of} | of_groups
    rows = [[*row, *[0] * (MAX_PARTS - len(row))] for row in groups.values()]
    layouts, checks = dict[tuple[str, ...], bytes](), definition.checks

    def make_layout(names: tuple[str, ...]) -> bytes:
        """The codes of keywords: an operand; STATIC + a static; OUT; OTHER for any other name."""
        return layouts.setdefault(names, bytes(codes.get(name, OTHER) for name in names))

    set_function_call(
        function,
        function=definition,
        name=definition.name,
        kernel=Kernel,
        fallback=function.call_any,
        table=None if definition.first else definition.calls,
        positional=len(parameters.names),
        positions=[codes[name] for name in parameters.names],
        group_types=[*groups],
        group_codes=rows,
        required=len(parameters.required),
        statics=len(statics),
        frames=statics.index("frames") if parameters.frame == "frames" else -1,
        contacts=-1 if contacts is None else statics.index(contacts),
        free_axes=definition.free_axes,
        boolean=[name in BOOLEAN_OPERANDS for name in dims],
        core_axes=[len(axes) for axes in dims.values()],
        by_contact=[contacts is not None and is_by_contact(axes) for axes in dims.values()],
        layouts=layouts,
        make_layout=make_layout,
        unset=UNSET,
        constant=constant_key,
        check=function.check_call if definition.check and checks is None else None,
        checks=tuple(of_operands) if any(of_operands) else None,
    )
