"""Transcendental functions of float32 modules: computed in float64, rounded by the caller."""

from collections.abc import Iterator

from ..scalar.graph import NO_OPERATIONS, SOURCES
from ..scalar.replay import Trace
from .ir_builder import BIT_OPERATIONS, INSTRUCTIONS, INTRINSICS, FunctionBuilder, NumberType
from .passes import STANDALONE, function_trace


def float64_functions(trace: Trace, number: NumberType, declarations: set[str]) -> Iterator[str]:
    """Definitions of the transcendental functions that a trace calls; none in float64."""
    if number.dtype == "float64":
        return
    known = {*INSTRUCTIONS, *INTRINSICS, *BIT_OPERATIONS, *NO_OPERATIONS, *STANDALONE}
    for op in sorted({trace.graph.ops[i] for i in trace.nodes} - known):
        yield _function(op, number.double, declarations)


def _function(op: str, number: NumberType, declarations: set[str]) -> str:
    trace, t = function_trace(op), number.type
    code = FunctionBuilder(trace.graph, number, declarations)
    for i in trace.nodes:
        if trace.graph.ops[i] not in SOURCES:
            code.operation(i)
    parameters = ", ".join(f"{t} %v{x.index}" for x in trace.operands[0].elements)
    code.lines.append(f"ret {t} %v{trace.results[0].elements[0].index}")
    body = "\n  ".join(code.lines)
    return f"define hidden {t} @{op}({parameters}) noinline {{\n  {body}\n}}"
