"""Files of kernels: their trace, and object files for the machine that wrote them."""

from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from ..errors import CompileError
from ..scalar.expr import Expr, Scalar
from ..scalar.graph import Graph
from ..scalar.loops import LoopNode
from ..scalar.replay import NamedArray, Trace
from ..scalar.spans import Part, Span, joined, parts, roots
from . import cache
from .compilation import CompiledProgram
from .program import Program

_KEY: Final = "kinetree kernel 2"
Content = tuple[CompiledProgram, list[NDArray[np.float64]]]
"""A compiled program, and the operands bound to the kernel."""


def to_bytes(compiled: CompiledProgram, bound: Sequence[NDArray[np.float64]]) -> bytes:
    """The file of a kernel: both variants of its code, and its trace for other machines."""
    variants: list[list[int]] = []
    blobs: list[bytes] = []
    for lanes in sorted({1, compiled.lanes}):
        objects, workspace = compiled.objects(lanes)
        variants.append([lanes, workspace, len(objects)])
        blobs += objects
    header = {
        "name": compiled.name,
        "machine": cache.code_key(str(cache.source_digest())),
        "program": compiled.program.record(),
        "trace": _record(compiled.make_trace()),
        "last": [[x.shape, x.ravel().tolist()] for x in bound],
        "widths": variants,
    }
    return cache.encode(_KEY, header, blobs)


def from_bytes(data: bytes, where: str) -> Content:
    """The kernel in a file, ready to run; raises CompileError if it is not a kernel file."""
    content = cache.decode(data, _KEY)
    if content is None:
        raise CompileError(
            f"{where} is no kernel that kinetree saved, or was damaged since; write it again with "
            "kernel.save(path)."
        )
    header, blobs = content
    trace = _trace(header["trace"])
    program = Program.from_record(header["program"])
    compiled = CompiledProgram(program, lambda: trace, header["name"])
    if cache.source_digest() and header["machine"] == cache.code_key(str(cache.source_digest())):
        remaining = iter(blobs)
        for lanes, workspace, count in header["widths"]:
            compiled.preloaded[lanes] = [*islice(remaining, count)], workspace
    bound = [np.array(x, program.dtype).reshape(shape) for shape, x in header["last"]]
    return compiled, bound


def _record(trace: Trace) -> cache.Record:
    """A trace as JSON values: its live nodes, renumbered, and the elements of its arrays."""
    graph = trace.graph
    nodes = sorted({*trace.nodes, *roots(x.elements for x in trace.operands)})
    number = {node: k for k, node in enumerate(nodes)}

    def part(x: Part) -> object:
        if isinstance(x, Span):
            source = number[x.source] if isinstance(x.source, int) else x.source
            return {"source": source, "start": x.start, "count": x.length}
        return [[number[e.index]] if type(e) is Expr else e for e in x]

    def data(i: int) -> object:
        value = graph.data[i]
        if graph.ops[i] == "loop":
            return [_record(value.body), value.length, value.backward, value.until]
        return value[1] if graph.ops[i] == "const" else value

    return {
        "nodes": [[graph.ops[i], [number[a] for a in graph.args[i]], data(i)] for i in nodes],
        **{
            key: [[x.name, x.shape, [part(p) for p in parts(x.elements)]] for x in arrays]
            for key, arrays in (("operands", trace.operands), ("results", trace.results))
        },
    }


def _trace(record: cache.Record) -> Trace:
    graph = Graph()
    nodes: list[int] = []

    def part(x: cache.Record | list[Scalar]) -> Part:
        if isinstance(x, dict):
            source = x["source"]
            source = nodes[source] if isinstance(source, int) else source
            return Span(graph, source, x["start"], x["count"])
        return tuple([element(e) for e in x])

    def element(x: Scalar) -> Scalar:
        return Expr(graph, nodes[cast(int, x[0])]) if isinstance(x, list) else x

    def data(op: str, x: Any) -> object:
        if op == "loop":
            return LoopNode(_trace(x[0]), *x[1:])
        return tuple(cast(list[Any], x)) if type(x) is list else x

    def arrays(key: str) -> tuple[NamedArray, ...]:
        return tuple(
            NamedArray(name, tuple(shape), joined([part(p) for p in listed]))
            for name, shape, listed in record[key]
        )

    for op, args, more in cast(list[tuple[str, list[int], Any]], record["nodes"]):
        if op == "const":
            nodes.append(graph.constant(more))
        else:
            nodes.append(graph.node(op, tuple(nodes[a] for a in args), data(op, more)))
    return Trace(graph, arrays("operands"), arrays("results"))
