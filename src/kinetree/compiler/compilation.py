"""Compilation of programs: machine code from memory, the disk cache, or LLVM."""

import ctypes
import gc
import logging
import threading
import time
import weakref
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import CompileError, warn
from ..scalar.replay import Trace
from ..system import at_fork
from . import cache, machine_code, threads, workers
from .array_layout import address
from .interpreter import interpret_lowered
from .ir_builder import NumberType
from .ir_module import IRModule
from .passes import lower
from .program import Program
from .schedule import SCHEDULED_OPERATIONS
from .target import Processor, host

_Entry: Final = ctypes.CFUNCTYPE(None, ctypes.c_int64, *3 * [ctypes.c_void_p])
_ALIGNMENT: Final = 64
_LOGGED_SECONDS: Final = 1.0
"""Duration from which a compilation is logged."""

_log = logging.getLogger("kinetree")
_compilation_forbidden: ContextVar[bool] = ContextVar("kinetree_no_compile", default=False)


@contextmanager
def no_compile() -> Generator[None]:
    """Forbid tracing and compilation in this block: calls that need it raise CompileError.

    For loops that must not pause. Code in the disk cache does not count as compiled, so that a
    program does the same wherever it runs; call each algorithm once before, with as many samples.
    It holds for this thread, and for the tasks that it starts with its context.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> with kt.no_compile():  # doctest: +ELLIPSIS
    ...     kt.crba(arm, kt.neutral(arm))
    Traceback (most recent call last):
    ...
    kinetree.errors.CompileError: crba of arm is not compiled; kt.no_compile() forbids a pause ...
    """
    token = _compilation_forbidden.set(True)
    try:
        yield
    finally:
        _compilation_forbidden.reset(token)


def check_compilation_allowed(what: str) -> None:
    """Raise CompileError where `no_compile` holds."""
    if _compilation_forbidden.get():
        raise CompileError(
            f"{what} is not compiled; kt.no_compile() forbids a pause here: call it once before, "
            "with as many samples."
        )


compile_lock: Final[Any] = threading.RLock()
"""The lock for tracing and compilation; it is free in a forked child."""
_pauses: Final[list[str]] = []
"""Holds an item while the garbage collector is off for a compilation."""


def _begin_again() -> None:
    """Free the lock in a forked child, and collect garbage: no other thread compiles there."""
    compile_lock._at_fork_reinit()  # as the standard library
    if _pauses:
        _pauses.clear()
        gc.enable()


at_fork(after_in_child=_begin_again)


@contextmanager
def compiling() -> Generator[None]:
    """Trace or compile in this block: with the lock, and without the garbage collector.

    That would visit all nodes of a trace many times, a quarter of the time.
    """
    with compile_lock:
        collects = gc.isenabled()
        if collects:
            gc.disable()
            _pauses.append("garbage collection")
        try:
            yield
        finally:
            if collects:
                _pauses.clear()
                gc.enable()


ObjectCode = tuple[list[bytes], int]
"""Object files of one variant of a program, and the bytes of its workspace."""


class CompiledProgram:
    """A program with a scalar and a vector variant, each compiled at its first use."""

    def __init__(self, program: Program, make_trace: Callable[[], Trace], name: str) -> None:
        self.program, self.name = program, name
        self.make_trace = make_trace
        self.dtype: np.dtype[Any] = np.dtype(program.dtype)
        self.lanes, self.cost = host().lanes(self.dtype.itemsize), program.cost
        self.variants: dict[int, Variant] = {}
        self.preloaded: dict[int, ObjectCode] = {}
        """Object files from a kernel file, by lanes."""
        self.seconds = 0.0
        self.from_cache = True
        self.on_devices: Any = None
        """Its code for GPUs, once it has been called with an array there."""
        self._lowered: Trace | None = None
        self._structures: list[weakref.ref[Any]] = []

    def write_code_to(self, data: Any) -> None:
        """Write each variant to a structure of C once it is compiled, as long as that lives."""
        with compile_lock:
            self._structures = [x for x in self._structures if x() is not None]
            self._structures.append(weakref.ref(data))
            for lanes, variant in self.variants.items():
                variant.write_to(data, lanes)

    def variant(self, lanes: int) -> "Variant":
        """The variant for as many lanes, compiled if it is not yet."""
        variant = self.variants.get(lanes)
        if variant is not None:
            return variant
        if lanes not in self.preloaded:
            check_compilation_allowed(self.name)
        with compiling():
            if lanes not in self.variants:
                start = time.perf_counter()
                objects, workspace = self.objects(lanes)
                variant = Variant(machine_code.load(objects, "kernel"), workspace)
                for data in (structure() for structure in self._structures):
                    if data is not None:
                        variant.write_to(data, lanes)
                self.variants[lanes] = variant
                self._log(lanes, time.perf_counter() - start)
            return self.variants[lanes]

    def launch(self, arrays: Sequence[Any], n: int, addresses: list[int], steps: list[int]) -> None:
        """Compute n samples of arrays, a large batch in parts."""
        lanes = self.lanes if n >= self.lanes else 1
        variant = self.variant(lanes)

        def part(first: int, count: int, alive: Sequence[Any] = arrays) -> None:
            starts = [a + first * s for a, s in zip(addresses, steps, strict=True)]
            variant.run(count, starts, steps)

        if n * self.cost < threads.PARALLEL_OPERATIONS:
            variant.run(n, addresses, steps)
        else:
            threads.run_in_parallel(part, n, self.cost, lanes)

    def objects(self, lanes: int) -> ObjectCode:
        """The object files of a variant: from a kernel file, the disk cache, or LLVM."""
        if lanes in self.preloaded:
            return self.preloaded[lanes]
        program = self.program
        key = cache.code_key(str(cache.source_digest()), program.digest, program.dtype, str(lanes))
        entry = cache.load(key)
        if entry is not None:
            return entry[1], entry[0]["workspace"]
        self.from_cache = False
        module = self.module(lanes)
        scheduled = program.operation_count <= SCHEDULED_OPERATIONS[1]
        objects = workers.emit_objects(self.name, module.texts(), scheduled)
        cache.store(key, {"workspace": module.workspace_bytes}, objects)
        return objects, module.workspace_bytes

    def interpreted(self, operands: Sequence[ArrayLike]) -> list[NDArray[np.float64]]:
        """The results for operands by the interpreter, where there is no llvmlite."""
        _warn_of_interpreter()
        return interpret_lowered(self.lowered, *operands, dtype=self.program.dtype)

    @property
    def lowered(self) -> Trace:
        """The trace in machine operations."""
        if self._lowered is None:
            check_compilation_allowed(self.name)
            self._lowered = lower(self.make_trace(), self.program.dtype)
        return self._lowered

    def module(self, lanes: int, processor: Processor | None = None) -> IRModule:
        """The IR of a variant, for this processor unless another one is given."""
        check_compilation_allowed(self.name)
        return IRModule(self.lowered, NumberType(self.program.dtype, lanes, processor or host()))

    def _log(self, lanes: int, seconds: float) -> None:
        self.seconds += seconds
        if len(self.variants) == 2:
            self._lowered = None  # both variants are compiled
        if seconds > _LOGGED_SECONDS:
            _log.info(
                "compiled %s for %s in %.1f s (%d operations)",
                self.name,
                "one sample" if lanes == 1 else f"{lanes} lanes",
                seconds,
                self.program.operation_count,
            )


@lru_cache
def _warn_of_interpreter() -> None:
    warn(
        "llvmlite is not installed: an interpreter computes, with the bits of machine code, some "
        "thousand times slower. pip install llvmlite, where there is one."
    )


class Variant:
    """Machine code for single samples, or for vectors of as many samples as there are lanes."""

    def __init__(self, code: machine_code.Code, workspace: int) -> None:
        self.code, self.workspace = code, workspace
        self.address = code.addresses["kernel"]
        self._entry = _Entry(self.address)

    def write_to(self, data: Any, lanes: int) -> None:
        """Write the code and the size of its workspace to a structure of C."""
        kind = "scalar" if lanes == 1 else "vector"
        setattr(data, f"{kind}_workspace", self.workspace)
        setattr(data, f"{kind}_code", self.address)

    def run(self, n: int, addresses: list[int], steps: list[int]) -> None:
        """Compute n samples of arrays at addresses."""
        count = len(addresses)
        pointers = (ctypes.c_void_p * count)(*addresses)
        distances = (ctypes.c_int64 * count)(*steps)
        memory = np.empty(self.workspace + _ALIGNMENT, np.uint8)
        start = address(memory)
        self._entry(n, pointers, distances, start + -start % _ALIGNMENT)
