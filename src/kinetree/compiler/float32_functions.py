"""Transcendental functions of float32 modules: computed in float64, and rounded by the caller."""

from collections.abc import Iterator

from ..scalar.graph import NO_OPERATIONS, SOURCES
from ..scalar.replay import Trace
from .ir_builder import BITS, INSTRUCTIONS, INTRINSICS, FunctionText, Number
from .passes import APART, function_trace


def wide_functions(trace: Trace, number: Number, declarations: set[str]) -> Iterator[str]:
    """Those that a trace calls."""
    if number.dtype == "float64":
        return
    known = {*INSTRUCTIONS, *INTRINSICS, *BITS, *NO_OPERATIONS, *APART}
    for op in sorted({trace.graph.ops[i] for i in trace.nodes} - known):
        yield _function(op, number.wide, declarations)


def _function(op: str, number: Number, declarations: set[str]) -> str:
    trace, t = function_trace(op), number.type
    code = FunctionText(trace.graph, number, declarations)
    for i in trace.nodes:
        if trace.graph.ops[i] not in SOURCES:
            code.operation(i)
    parameters = ", ".join(f"{t} %v{x.index}" for x in trace.operands[0].entries)
    code.lines.append(f"ret {t} %v{trace.results[0].entries[0].index}")
    body = "\n  ".join(code.lines)
    return f"define hidden {t} @{op}({parameters}) noinline {{\n  {body}\n}}"
