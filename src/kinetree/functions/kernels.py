"""Traces and kernels of algorithms and functions; kernels are in the disk cache, too."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import prod
from typing import Any, Final

import numpy as np

from ..compiler import cache
from ..compiler.batch import Spec
from ..compiler.compilation import CompiledProgram, check_compilation_allowed, compiling
from ..compiler.kernel import Kernel
from ..compiler.passes import drop_implicit_derivatives
from ..compiler.program import Program, packed_trace, trace_digest
from ..errors import CompileError, printable, unknown
from ..scalar.array import Array
from ..scalar.graph import Graph
from ..scalar.replay import NamedArray, Trace
from ..scalar.spans import Span
from . import adapters
from .canonical_text import canonical_text
from .definition import Definition
from .derivative_rules import derivative_rules
from .framework import FLOATS
from .primitive import Primitive
from .results import Results
from .signature import Arguments, Robot, Sizes
from .specialization import Specialization, specialized

_log = logging.getLogger("kinetree")

MANY: Final = 10
"""Models that differ in parameters only, from which on a compilation for each is logged."""


def kernel_trace(specialization: Specialization) -> tuple[Trace, Results]:
    """A trace of a function, and its results."""
    trace, results = differentiable_trace(specialization)
    return drop_implicit_derivatives(trace), results


def differentiable_trace(specialization: Specialization) -> tuple[Trace, Results]:
    """A trace of a function with the derivatives of its solutions of equations, and its results."""
    check_compilation_allowed(specialization.title)
    graph = Graph()
    arrays = {
        x.name: Array.of(Span(graph, x.name, 0, prod(x.shape)), x.shape)
        for x in specialization.specs
    }
    results = specialization.run(arrays)
    listed = arrays.items(), zip((x.name for x in results.specs), results.arrays, strict=True)
    operands, named = (tuple([NamedArray(n, x.shape, x.flat) for n, x in each]) for each in listed)
    return Trace(graph, operands, named), results


def _float_name(owner: str, dtype: Any) -> str:
    """The name of a floating-point type: "float64", np.float64 and np.dtype("f8") are one."""
    with suppress(TypeError):
        if dtype is not None and (name := np.dtype(dtype).name) in FLOATS:
            return name
    raise CompileError(f"{owner}: dtype {dtype!r}; expected 'float64' or 'float32'.")


def compile_without_call(
    definition: Definition,
    model: Robot,
    dtype: Any,
    inputs: Sequence[str],
    sizes: Sizes | None,
    packed: bool,
    keywords: Arguments,
) -> Kernel:
    """A kernel without a call: `compile` of algorithms and functions."""
    owner, dtype = definition.name, _float_name(definition.name, dtype)
    parameters = definition.parameters
    for name in keywords:
        if name not in {*definition.dims, *parameters.statics, *parameters.groups}:
            own = ("dtype", "inputs", "sizes", "packed", "device")
            operands = [x for x in definition.dims if x not in parameters.operands]
            known = [*own, *parameters.statics, *parameters.names, *operands]
            raise CompileError(f"{owner}: compile: {unknown('keyword', name, known)}")
    specialization, bound = specialized(definition, model, inputs, sizes, keywords)
    numeric = model is None or model.numeric
    if not numeric or not all(map(adapters.is_plain, bound.values())):
        raise CompileError(
            f"{owner}: the model, or a constant operand, holds symbols or complex numbers; a "
            "kernel takes plain real ones. Call the algorithm without compile."
        )
    kernel = kernel_of_call(specialization, dtype, packed)
    typed = {x for x in bound if hasattr(keywords.get(x), "dtype")}
    numbers = [x if name in typed else np.asarray(x, dtype) for name, x in bound.items()]
    return kernel.with_bound(*numbers) if bound else kernel


def kernel_of_call(specialization: Specialization, dtype: str, packed: bool = False) -> Kernel:
    """The kernel of calls that differ in their numbers only: one that was made, or a new one."""
    table = specialization.table.kernels
    key = (*specialization.id, dtype, packed)
    if key not in table:
        check_compilation_allowed(specialization.title)
        with compiling():
            if key not in table:
                table[key] = _make_kernel(specialization, dtype, packed)
    return table[key]


def primitive_of_call(specialization: Specialization) -> Primitive:
    """The primitive of calls that differ in their arrays only."""
    table = specialization.table.primitives
    if specialization.id not in table:
        make_kernel = partial(kernel_of_call, specialization)

        def make_trace() -> Trace:
            with derivative_rules():
                return differentiable_trace(specialization)[0]

        program = make_kernel("float64").compiled.program
        specs = specialization.specs, program.results
        table[specialization.id] = Primitive(
            specialization.title, make_trace, specs, make_kernel, pack=program.pack
        )
    return table[specialization.id]


def _count(specialization: Specialization, request: tuple[Any, ...]) -> None:
    """Log that the same is compiled for many models, or numbers, that could be operands."""
    definition, model = specialization.definition, specialization.model
    if model is None:
        return

    def many(*what: object) -> bool:
        key = hash((definition, *what))  # which keeps nothing alive
        model.compilations[key] = n = model.compilations.get(key, 0) + 1
        return n == MANY

    for name, value in specialization.statics.items():
        others = tuple(item for item in specialization.key[1] if item[0] != name)
        if type(value) in (int, float) and many(name, id(model), others, *request[1:]):
            _log.warning(
                "%s was compiled for %d values of %s=, each a constant in code of its own. Make it "
                "an operand, a parameter before the '*', so that one code serves all.",
                definition.name,
                MANY,
                name,
            )
    if many(request):
        _log.warning(
            "%s was compiled for %d models that model.replace made of %s, each with parameters of "
            "its own. Pass these to the call instead, as in inertias=x: one code for all.",
            definition.name,
            MANY,
            printable(model.name),
        )


def _make_kernel(specialization: Specialization, dtype: str, packed: bool) -> Kernel:
    """A kernel from the disk cache, or from a trace."""
    definition, model = specialization.definition, specialization.model
    request = (*specialization.id[1:], dtype, packed)
    robot = "" if model is None else model.content_text
    texts = [robot, *map(canonical_text, (definition.identity, request))]
    parts = "program", str(cache.source_digest()), *map(str, texts)
    key = None if None in texts else cache.digest(*parts)
    record = cache.load(key) if key is not None else None
    if record is not None:
        # without the call table that holds the kernel: no cycle
        copy = specialization if model is None else replace(specialization, model=model.replace())
        program = Program.from_record(record[0])
        source = partial(_retrace, copy, program)
        compiled = CompiledProgram(program, source, specialization.title)
        return Kernel(compiled, _results_class(definition, program))
    _count(specialization, request)
    trace, results = kernel_trace(specialization)
    specs, packing = results.specs, ()
    if packed:
        trace, packing = packed_trace(trace)
        specs = [Spec(x.name, x.shape, ("numbers",)) for x in trace.results]
    title = None if results.pack is None else results.pack.__name__
    program = Program.of(trace, specialization.specs, specs, dtype, title, packing)
    if key is not None and _results_class(definition, program) is results.pack:
        cache.store(key, program.record())
    return Kernel(CompiledProgram(program, lambda: trace, specialization.title), results.pack)


def _results_class(definition: Definition, program: Program) -> Callable[..., object] | None:
    """The NamedTuple of results: one that the function is annotated with or knows, or a new one."""
    known = getattr(definition.function, "__globals__", {}).get(program.title)
    for declared in (getattr(definition.function, "__annotations__", {}).get("return"), known):
        if program.title is not None and getattr(declared, "__name__", "") == program.title:
            return declared
    return program.pack


def _retrace(specialization: Specialization, program: Program) -> Trace:
    """The trace of a cached program, whose digest must be that of the program."""
    trace = kernel_trace(specialization)[0]
    if program.packing:
        trace, _ = packed_trace(trace)
    if trace_digest(trace) != program.digest:
        raise CompileError(
            f"{specialization.definition.name}: the program in the disk cache is not that of this "
            "call; please report it. KINETREE_CACHE_DIR=off does without the cache."
        )
    return trace
