"""Kernels of algorithms: from the disk cache, or from a trace."""

from functools import partial
from typing import Any, Final

from ..compiler import CompiledProgram, Kernel, Program, Spec, cache, packed_trace, trace_digest
from ..errors import CompileError
from ..scalar.replay import Trace
from .binding import Call, CallShapes, ModelLike
from .canonical import canonical_text

_IDENTITY: Final = "identity"
"""The key under which a model's dispatch table stores the model's canonical text."""


def make_kernel(
    algorithm: Any, model: ModelLike, call: Call, dtype: str, shapes: CallShapes, packed: bool
) -> Kernel:
    """A kernel from the disk cache, or from a trace."""
    name, statics = f"{algorithm.__name__} of {model.name}", call.statics
    request = (call.key, dtype, shapes.free, tuple(call.operands), packed)
    key = _cache_key(algorithm, model, request)
    record = cache.load(key) if key is not None else None
    if record is not None:
        copy = model.replace()  # without the dispatch table that holds the kernel: no cycle
        program = Program.from_record(record[0])
        source = partial(_retrace, algorithm, program, copy, statics, shapes)
        return Kernel(CompiledProgram(program, source, name), program.pack)
    trace, results = algorithm.traced(model, statics, shapes)
    specs, packing = results.specs, ()
    if packed:
        trace, packing = packed_trace(trace)
        specs = [Spec(x.name, x.shape, ("numbers",)) for x in trace.results]
    title = None if results.pack is None else results.pack.__name__
    program = Program.of(trace, shapes.specs, specs, dtype, title, packing)
    if key is not None and program.pack is results.pack:
        cache.store(key, program.record())
    return Kernel(CompiledProgram(program, lambda: trace, name), results.pack)


def _retrace(algorithm: Any, program: Program, *request: Any) -> Trace:
    """The trace of a cached program, whose digest must be that of the program."""
    trace = algorithm.traced(*request)[0]
    if program.packing:
        trace, _ = packed_trace(trace)
    if trace_digest(trace) != program.digest:
        raise CompileError(
            f"{algorithm.__name__}: the program in the disk cache is not that of this call; please "
            "report it. KINETREE_CACHE_DIR=off does without the cache."
        )
    return trace


def _cache_key(algorithm: Any, model: ModelLike, request: Any) -> str | None:
    """The disk cache key of a kernel; None where a part of it has no canonical text."""
    if _IDENTITY not in model.dispatch:
        model.dispatch[_IDENTITY] = canonical_text(model.content)
    robot, origin = model.dispatch[_IDENTITY], canonical_text(algorithm.origin)
    request_key = canonical_text(request)
    if robot is None or origin is None or request_key is None:
        return None
    return cache.digest("program", str(cache.source_digest()), robot, origin, request_key)
