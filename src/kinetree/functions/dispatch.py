"""Kernels of earlier calls, found by their operands and statics without binding them again."""

import operator
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..compiler import Kernel, dispatch_in_compiled_code
from ..compiler.batch import BOOLEAN_OPERANDS
from ..errors import TraceError
from .binding import Call, call_shapes
from .statics import static_key

if TYPE_CHECKING:
    from .traced import TracedFunction


def find(
    function: "TracedFunction",
    table: dict[Any, Any],
    operands: Sequence[Any],
    keywords: Mapping[str, Any],
) -> tuple[Kernel | None, list[Any]]:
    """The kernel of an earlier call with these statics, and its operands, if all are plain."""
    parameters = function.parameters
    if not keywords and len(operands) <= len(parameters.required):
        return None, []
    given = dict(zip(parameters.operands, operands, strict=False))
    given |= {n: keywords[n] for n in parameters.operands if n in keywords}
    count = len(given) + len(keywords.keys() & parameters.statics.keys())
    if count != len(operands) + len(keywords):  # model parameters, or duplicates
        return None, []
    for name in given.keys() & BOOLEAN_OPERANDS:
        if getattr(given[name], "dtype", None) == np.bool_:
            given[name] = given[name].astype(np.float64)
    arrays = list(given.values())
    if not all(type(x) is np.ndarray and x.dtype == np.float64 for x in arrays):
        return None, []
    for name, check in function.checks.items():
        check(function.__name__, given.get(name))
    names, statics = tuple(given), [x for n, x in keywords.items() if n not in given]
    latest = "latest", function, names, tuple(keywords)
    previous, kernel = table.get(latest, ((), None))
    known = all(map(operator.is_, previous, statics)) and not any(map(callable, statics))
    if kernel is None or not known:  # what a function refers to may have changed
        try:
            kernel = table.get(_key(function, names, keywords))
        except TraceError:  # an unhashable static
            return None, []
        table[latest] = statics, kernel
    return kernel, arrays


def register(
    function: "TracedFunction",
    model: Any,
    kernel: Kernel,
    call: Call,
    operands: Sequence[Any],
    arrays: Sequence[Any],
    keywords: Mapping[str, Any],
) -> None:
    """Add the kernel of a call to the dispatch table, for calls with the same statics."""
    if any(isinstance(x, Mapping) for x in (*operands, *keywords.values())):
        return  # frames that a mapping names are not in the keywords, so they are in no key
    parameters, table = function.parameters, function.table(model)
    if parameters.is_simple(operands, keywords):
        values = keywords.values()
        named = [(function, n, *values) for n in (tuple(keywords), (*keywords, "out"))]
        keys: list[Any] = named if keywords else [function]
        if keys[0] not in table:
            table |= dict.fromkeys(keys, kernel.with_last(*arrays[len(operands) :]))
            check = function.check and function.check_call
            own_table = table if model is None else None
            dispatch_in_compiled_code(function, own_table, check, function.call_any)
        return
    names = [name for name in parameters.operands if name in call.operands]
    try:
        free = call_shapes(function.__name__, function.dims, model, call).free
        if not free and keywords.keys() <= {*parameters.operands, *parameters.statics}:
            key = _key(function, names, keywords)
            if key not in table:
                table[key] = kernel.with_last(*arrays[len(names) :])
    except TraceError:  # an unhashable static
        return


def _key(function: "TracedFunction", names: Sequence[str], keywords: Mapping[str, Any]) -> Any:
    """The dispatch key of calls with these operands and statics."""
    statics = {n: x for n, x in keywords.items() if n in function.parameters.statics}
    return function, tuple(names), static_key(function.__name__, statics)
