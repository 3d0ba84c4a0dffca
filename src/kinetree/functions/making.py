"""Kernels of algorithms: from what the disk cache knows of them, or from a trace."""

from functools import partial
from typing import Any, Final

from ..compiler import CompiledProgram, Kernel, Program, Spec, cache, packed_trace, trace_digest
from ..errors import CompileError
from ..scalar.replay import Trace
from .binding import Call, Layout, ModelLike
from .identity import described

_IDENTITY: Final = "identity"
"""Where a model's dispatch table keeps the model's name for the disk cache."""


def made(
    algorithm: Any, model: ModelLike, call: Call, dtype: str, arranged: Layout, packed: bool
) -> Kernel:
    """A kernel from what the disk cache knows of it, or from a trace."""
    name, statics = f"{algorithm.__name__} of {model.name}", call.statics
    asked = (call.key, dtype, arranged.free, tuple(call.operands), packed)
    key = _described(algorithm, model, asked)
    known = cache.load(key) if key is not None else None
    if known is not None:
        alone = model.replace()  # a kernel does not keep the model that keeps it
        program = Program.from_record(known[0])
        source = partial(_traced_again, algorithm, program, alone, statics, arranged)
        return Kernel(CompiledProgram(program, source, name), program.pack)
    trace, results = algorithm.traced(model, statics, arranged)
    specs, packing = results.specs, ()
    if packed:
        trace, packing = packed_trace(trace)
        specs = [Spec(x.name, x.shape, ("numbers",)) for x in trace.results]
    title = None if results.pack is None else results.pack.__name__
    program = Program.of(trace, arranged.specs, specs, dtype, title, packing)
    if key is not None and program.pack is results.pack:
        cache.store(key, program.record())
    return Kernel(CompiledProgram(program, lambda: trace, name), results.pack)


def _traced_again(algorithm: Any, program: Program, *request: Any) -> Trace:
    """The trace that the disk cache knew by its digest."""
    trace = algorithm.traced(*request)[0]
    if program.packing:
        trace, _ = packed_trace(trace)
    if trace_digest(trace) != program.digest:
        raise CompileError(
            f"{algorithm.__name__}: the disk cache knew another program for this; please report "
            "it. KINETREE_CACHE_DIR=off does without the cache."
        )
    return trace


def _described(algorithm: Any, model: ModelLike, request: Any) -> str | None:
    """The key under which the disk cache knows what is asked of an algorithm."""
    if _IDENTITY not in model.dispatch:
        model.dispatch[_IDENTITY] = described(model.parts)
    robot, origin = model.dispatch[_IDENTITY], described(algorithm.origin)
    asked = described(request)
    if robot is None or origin is None or asked is None:
        return None
    return cache.digest("program", str(cache.source_digest()), robot, origin, asked)
