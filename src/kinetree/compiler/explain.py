"""The stages of a compilation as text: from the operations of a trace to machine code."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from ..errors import CompileError
from ..scalar.expr import Expr
from ..scalar.graph import Graph
from ..scalar.loops import LoopNode
from ..scalar.replay import NamedArray, Trace
from ..scalar.spans import Span
from . import llvm
from .compilation import CompiledProgram
from .memory_map import MemoryMap


def explanation(compiled: CompiledProgram, stages: Sequence[str]) -> str:
    """The text of these stages of the scalar variant, of all without a name."""
    unknown = [stage for stage in stages if stage not in STAGES]
    if unknown:
        raise CompileError(
            f"{compiled.name}: no stage {unknown[0]!r}; expected some of {', '.join(STAGES)}."
        )
    texts = [
        "\n".join([f"; {stage}: {STAGES[stage][0]}", *STAGES[stage][1](compiled)])
        for stage in stages or STAGES
    ]
    return "\n\n".join(texts)


def _partition_lines(memory: MemoryMap, indent: str = "") -> Iterator[str]:
    graph, slots = memory.graph, memory.slots
    for k, nodes in enumerate(memory.partitions):
        inside = {*nodes}
        read = {a for i in nodes for a in graph.args[i] if a not in inside}
        written = sum(x in memory.results for i in nodes for x, _ in memory.stores.get(i, ()))
        yield (
            f"{indent}partition {k}: {graph.ops[nodes[0]] if len(nodes) == 1 else len(nodes)}, "
            f"reads {sum(a in memory.inputs for a in read)} of operands and "
            f"{sum(a in slots for a in read)} of the workspace, "
            f"writes {sum(i in slots for i in nodes)} to the workspace and {written} to results"
        )
        for i in nodes:
            if i in memory.bodies:
                yield from _partition_lines(memory.bodies[i][0], f"{indent}  ")


STAGES: Final[dict[str, tuple[str, Callable[[CompiledProgram], Iterable[str]]]]] = {
    "trace": (
        "the operations that the function did on traced numbers",
        lambda compiled: _listing(compiled.make_trace()),
    ),
    "lowered": ("the same as machine operations", lambda compiled: _listing(compiled.lowered)),
    "partitions": (
        "operations of each function, and numbers that it reads and writes",
        lambda compiled: _partition_lines(compiled.module(1).memory),
    ),
    "ir": ("LLVM IR of the code for one sample", lambda compiled: [compiled.module(1).text()]),
    "assembly": (
        "machine code for this processor",
        lambda compiled: [llvm.assembly(compiled.module(1).text())],
    ),
}
"""Stages of a compilation in order: what each shows, and its lines."""


def _listing(trace: Trace, indent: str = "") -> Iterator[str]:
    """A line for each operation of a trace, and for each of its results."""
    graph = trace.graph
    for i in trace.nodes:
        if graph.ops[i] in ("input", "const", "element"):
            continue
        arguments = ", ".join(_name(graph, a) for a in graph.args[i])
        data = graph.data[i]
        if isinstance(data, LoopNode):
            order = " backward" if data.backward else ""
            yield f"{indent}%{i} = loop {data.length} times{order} ({arguments})"
            yield from _listing(data.body, f"{indent}  ")
        else:
            details = "" if data is None else f" {data}"
            yield f"{indent}%{i} = {graph.ops[i]} {arguments}{details}".rstrip()
    for result in trace.results:
        yield from (f"{indent}{line}" for line in _elements(graph, result))


def _elements(graph: Graph, result: NamedArray) -> Iterator[str]:
    for start, part in result.placed:
        if isinstance(part, Span):
            source = part.source if isinstance(part.source, str) else f"%{part.source}"
            last = part.start + part.length - 1
            yield f"{result.name}[{start}...] = {source}[{part.start}...{last}]"
            continue
        for k, x in enumerate(part, start):
            yield f"{result.name}[{k}] = {_name(graph, x.index) if type(x) is Expr else x}"


def _name(graph: Graph, i: int) -> str:
    if graph.ops[i] == "input":
        name, k = graph.data[i]
        return f"{name}[{k}]"
    if graph.ops[i] == "const":
        return f"{graph.data[i][1]}"
    return f"%{graph.args[i][0]}[{graph.data[i]}]" if graph.ops[i] == "element" else f"%{i}"
