"""Traces and kernels of algorithms and functions; kernels are in the disk cache, too."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..compiler import cache
from ..compiler.batch import Spec
from ..compiler.compilation import CompiledProgram, check_compilation_allowed, compiling
from ..compiler.kernel import Kernel
from ..compiler.passes import drop_implicit_derivatives
from ..compiler.program import Program, packed_trace, trace_digest
from ..errors import CompileError, unknown
from ..scalar.array import Array
from ..scalar.graph import Graph
from ..scalar.replay import NamedArray, Trace
from ..scalar.spans import Span
from . import adapters
from .canonical_text import canonical_text
from .framework import FLOATS
from .results import Results
from .signature import Arguments, Robot, Sizes
from .specialization import Specialization, specialized

if TYPE_CHECKING:
    from .function import Function

_log = logging.getLogger("kinetree")

MANY: Final = 10
"""Models that differ in parameters only, from which on a compilation for each is logged."""

_OF_COMPILE: Final = ("dtype", "inputs", "sizes", "packed", "device")
"""The keywords of `compile` itself."""


def kernel_trace(call: Specialization) -> tuple[Trace, Results]:
    """A trace of a function, and its results."""
    trace, results = differentiable_trace(call)
    return drop_implicit_derivatives(trace), results


def differentiable_trace(call: Specialization) -> tuple[Trace, Results]:
    """A trace of a function with the derivatives of its solutions of equations, and its results."""
    check_compilation_allowed(call.title)
    graph = Graph()
    operands: list[NamedArray] = []
    arrays: dict[str, Array] = {}
    for spec in call.specs:
        elements = Span(graph, spec.name, 0, prod(spec.shape))
        arrays[spec.name] = Array.of(elements, spec.shape)
        operands.append(NamedArray(spec.name, spec.shape, elements))
    results = call.function.run(call.model, arrays, call.statics, call.sizes)
    named = [
        NamedArray(spec.name, spec.shape, x.flat)
        for spec, x in zip(results.specs, results.arrays, strict=True)
    ]
    return Trace(graph, tuple(operands), tuple(named)), results


def _float_name(owner: str, dtype: Any) -> str:
    """The name of a floating-point type: "float64", np.float64 and np.dtype("f8") are one."""
    try:
        name = "" if dtype is None else np.dtype(dtype).name
    except TypeError:
        name = ""
    if name not in FLOATS:
        raise CompileError(f"{owner}: dtype {dtype!r}; expected 'float64' or 'float32'.")
    return name


def compile_without_call(
    function: "Function",
    model: Robot,
    dtype: Any,
    inputs: Sequence[str],
    sizes: Sizes | None,
    packed: bool,
    keywords: Arguments,
) -> Kernel:
    """A kernel without a call: `compile` of algorithms and functions."""
    owner = function.__name__
    dtype = _float_name(owner, dtype)
    for name in keywords:
        if name not in function.dims and name not in function.parameters.statics:
            known = [*_OF_COMPILE, *function.parameters.statics, *function.dims]
            raise CompileError(f"{owner}: compile: {unknown('keyword', name, known)}")
    own, bound = specialized(function, model, dtype, inputs, sizes, keywords)
    numeric = model is None or model.numeric
    if not numeric or not all(map(adapters.is_plain, bound.values())):
        raise CompileError(
            f"{owner}: the model, or a constant operand, holds symbols or complex numbers; a "
            "kernel takes plain real ones. Call the algorithm without compile."
        )
    kernel = kernel_of_call(own, dtype, packed)
    typed = {x for x in bound if hasattr(keywords.get(x), "dtype")}
    numbers = [x if name in typed else np.asarray(x, dtype) for name, x in bound.items()]
    return kernel.with_bound(*numbers) if bound else kernel


def kernel_of_call(call: Specialization, dtype: str, packed: bool = False) -> Kernel:
    """The kernel of calls that differ in their numbers only: one that was made, or a new one."""
    table = call.function.table(call.model).kernels
    key = (*call.id, dtype, packed)
    kernel = table.get(key)
    if kernel is None:
        check_compilation_allowed(call.title)
        with compiling():
            if key not in table:
                table[key] = _make_kernel(call, dtype, packed)
            kernel = table[key]
    return kernel


def _count(call: Specialization, request: tuple[Any, ...]) -> None:
    """Log that the same is compiled for many models, or numbers, that could be operands."""
    function, model = call.function, call.model
    if model is None:
        return

    def many(*what: object) -> bool:
        key = hash((function, *what))  # which keeps nothing alive
        model.compilations[key] = n = model.compilations.get(key, 0) + 1
        return n == MANY

    for name, value in call.statics.items():
        others = tuple(item for item in call.key[1] if item[0] != name)
        if type(value) in (int, float) and many(name, id(model), others, *request[1:]):
            _log.warning(
                "%s was compiled for %d values of %s=, each a constant in code of its own. Make it "
                "an operand, a parameter before the '*', so that one code serves all.",
                function.__name__,
                MANY,
                name,
            )
    if many(request):
        _log.warning(
            "%s was compiled for %d models that model.replace made of %s, each with parameters of "
            "its own. Pass these to the call instead, as in inertias=x: one code for all.",
            function.__name__,
            MANY,
            model.name,
        )


def _make_kernel(call: Specialization, dtype: str, packed: bool) -> Kernel:
    """A kernel from the disk cache, or from a trace."""
    function, model = call.function, call.model
    request = (*call.id[1:], dtype, packed)
    robot = "" if model is None else model.content_text
    texts = [robot, *map(canonical_text, (function.origin, request))]
    parts = "program", str(cache.source_digest()), *map(str, texts)
    key = None if None in texts else cache.digest(*parts)
    record = cache.load(key) if key is not None else None
    if record is not None:
        # without the call table that holds the kernel: no cycle
        copy = call if model is None else replace(call, model=model.replace())
        program = Program.from_record(record[0])
        source = partial(_retrace, copy, program)
        compiled = CompiledProgram(program, source, call.title)
        return Kernel(compiled, _results_class(function, program))
    _count(call, request)
    trace, results = kernel_trace(call)
    specs, packing = results.specs, ()
    if packed:
        trace, packing = packed_trace(trace)
        specs = [Spec(x.name, x.shape, ("numbers",)) for x in trace.results]
    title = None if results.pack is None else results.pack.__name__
    program = Program.of(trace, call.specs, specs, dtype, title, packing)
    if key is not None and _results_class(function, program) is results.pack:
        cache.store(key, program.record())
    return Kernel(CompiledProgram(program, lambda: trace, call.title), results.pack)


def _results_class(function: "Function", program: Program) -> Callable[..., object] | None:
    """The NamedTuple of results: one that the function is annotated with or knows, or a new one."""
    known = getattr(function.function, "__globals__", {}).get(program.title)
    for declared in (getattr(function.function, "__annotations__", {}).get("return"), known):
        if program.title is not None and getattr(declared, "__name__", "") == program.title:
            return declared
    return program.pack


def _retrace(call: Specialization, program: Program) -> Trace:
    """The trace of a cached program, whose digest must be that of the program."""
    trace = kernel_trace(call)[0]
    if program.packing:
        trace, _ = packed_trace(trace)
    if trace_digest(trace) != program.digest:
        raise CompileError(
            f"{call.function.__name__}: the program in the disk cache is not that of this call; "
            "please report it. KINETREE_CACHE_DIR=off does without the cache."
        )
    return trace
