"""A trace run on NumPy arrays: no compiler, any batch; the witness for compiled kernels."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from ..scalar.expr import Expr
from ..scalar.replay import Trace
from .program import lower

_OPERATIONS: Final[dict[str, Callable[..., Any]]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "div": np.divide,
    "neg": np.negative,
    "abs": np.abs,
    "sqrt": np.sqrt,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "exp": np.exp,
    "log": np.log,
    "tanh": np.tanh,
    "minimum": np.minimum,
    "maximum": np.maximum,
    "lt": np.less,
    "le": np.less_equal,
    "eq": np.equal,
    "and": np.logical_and,
    "or": np.logical_or,
    "not": np.logical_not,
    "select": np.where,
}


def interpret(trace: Trace, *operands: Any) -> list[Any]:
    """The results of `trace` for arrays with leading batch axes, computed node by node."""
    trace = lower(trace)
    graph = trace.graph
    values: dict[int, Any] = {}
    shapes: list[tuple[int, ...]] = []
    for operand, value in zip(trace.operands, operands, strict=True):
        array = np.asarray(value, dtype=float)
        batch = array.shape[: array.ndim - len(operand.shape)]
        shapes.append(batch)
        rows = array.reshape((*batch, len(operand.entries)))
        values |= {x.index: rows[..., j] for j, x in enumerate(operand.entries)}
    nodes = trace.nodes
    last = {a: i for i in nodes for a in graph.args[i]}
    kept = {x.index for x in trace.outputs if type(x) is Expr}
    with np.errstate(all="ignore"):
        for i in nodes:
            op = graph.ops[i]
            if op == "const":
                values[i] = np.float64(graph.data[i][1])
            elif op != "input":
                values[i] = _OPERATIONS[op](*[values[a] for a in graph.args[i]])
                for a in graph.args[i]:
                    if last[a] == i and a not in kept:
                        values.pop(a, None)
    batch = np.broadcast_shapes(*shapes)
    return [_assembled(result.entries, result.shape, batch, values) for result in trace.results]


def _assembled(
    entries: tuple[Any, ...], shape: tuple[int, ...], batch: tuple[int, ...], values: dict[int, Any]
) -> Any:
    result = np.empty((*batch, len(entries)))
    for j, x in enumerate(entries):
        result[..., j] = values[x.index] if type(x) is Expr else x
    return result.reshape((*batch, *shape))
