"""The machine code of a program, one width at a time: from memory, the disk cache, or LLVM."""

import ctypes
import logging
import os
import threading
import time
import weakref
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ..errors import CompileError
from ..scalar.replay import Trace, described
from ..scalar.spans import Span
from . import cache, llvm
from .array_layout import address
from .batch import Spec
from .ir_builder import NumberType
from .ir_module import IRModule
from .machine_code import Code
from .packing import Pack, Packing, named_results
from .passes import lower, sparsity
from .target import host_lanes

_ONE: Final = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
_GIVEN: Final = ctypes.CFUNCTYPE(
    None, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p
)
_ALIGNMENT: Final = 64
_LONG: Final = 1.0
"""Seconds of a compilation from which it is logged."""
_PATIENCE: Final = 5.0
"""Seconds from which a compilation is announced."""
_LINE: Final = 3e-5
"""About the seconds that LLVM takes for a line of text."""

_log = logging.getLogger("kinetree")
_forbidden: ContextVar[bool] = ContextVar("kinetree_no_compile", default=False)


@contextmanager
def no_compile() -> Generator[None]:
    """Nothing is traced or compiled in this block: what would be raises CompileError instead.

    For loops that must not pause. Whatever is not in memory yet counts, in the disk cache or not,
    so that a program does the same wherever it runs; call each algorithm once before, with as many
    samples. It holds for this thread, and for the tasks it starts with its context.

    >>> import kinetree as kt
    >>> arm = kt.robots.arm()
    >>> with kt.no_compile():  # doctest: +ELLIPSIS
    ...     kt.crba(arm, kt.neutral(arm))
    Traceback (most recent call last):
    ...
    kinetree.errors.CompileError: crba of arm is not compiled; kt.no_compile() forbids a pause ...
    """
    token = _forbidden.set(True)
    try:
        yield
    finally:
        _forbidden.reset(token)


def refuse_pause(what: str) -> None:
    """Raise CompileError where `no_compile` holds."""
    if _forbidden.get():
        raise CompileError(
            f"{what} is not compiled; kt.no_compile() forbids a pause here: call it once before, "
            "with as many samples."
        )


class Building:
    """The lock of whoever traces or compiles; a forked child begins with a free one."""

    def __init__(self) -> None:
        self._renew()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._renew)

    def _renew(self) -> None:
        self._lock = threading.RLock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


building: Final = Building()


@dataclass(frozen=True)
class Program:
    """What a kernel computes: all that is known of it without its trace."""

    dtype: str
    operands: tuple[Spec, ...]
    results: tuple[Spec, ...]
    title: str | None
    """What the NamedTuple of several results is called."""
    operation_count: int
    filled: tuple[str, ...]
    """Which entries of each result are structurally non-zero, as bits."""
    digest: str
    """A name for its trace."""
    packing: tuple[Packing, ...] = ()
    """Of packed results, where their numbers stand."""

    @classmethod
    def of(
        cls,
        trace: Trace,
        operands: Sequence[Spec],
        results: Sequence[Spec],
        dtype: str,
        title: str | None,
        packing: tuple[Packing, ...] = (),
    ) -> "Program":
        filled = [np.packbits(x).tobytes() for x in sparsity(trace)]
        return cls(
            dtype,
            tuple(operands),
            tuple(results),
            title,
            trace.operation_count,
            tuple(bits.hex() for bits in filled),
            trace_digest(trace),
            packing,
        )

    @property
    def sparsity(self) -> list[Any]:
        """For each result, which entries are anything but a structural zero."""
        arrays: list[Any] = []
        for spec, bits in zip(self.results, self.filled, strict=True):
            raw = np.frombuffer(bytes.fromhex(bits), np.uint8)
            size = int(np.prod(spec.shape, dtype=int))
            arrays.append(np.unpackbits(raw, count=size).astype(bool).reshape(spec.shape))
        return arrays

    @property
    def pack(self) -> Pack | None:
        """What makes one value of several results."""
        if self.title is None:
            return None
        return named_results(self.title, tuple(spec.name for spec in self.results))

    @property
    def cost(self) -> int:
        """The work of a sample in operations, the numbers that it moves included."""
        moved = sum(int(np.prod(s.shape)) for s in (*self.operands, *self.results))
        return self.operation_count + 8 * moved + 1

    def record(self) -> dict[str, Any]:
        """All of it for a file."""
        specs = {
            key: [[s.name, s.shape, s.labels] for s in getattr(self, key)]
            for key in ("operands", "results")
        }
        packing = [[x.shape, x.filled.tolist(), x.numbers.tolist()] for x in self.packing]
        return {**vars(self), **specs, "packing": packing}

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> "Program":
        packing = tuple(Packing.of(tuple(n), *rest) for n, *rest in record["packing"])
        record = {**record, "filled": tuple(record["filled"]), "packing": packing}
        for key in ("operands", "results"):
            record[key] = tuple(
                Spec(name, tuple(n), tuple(words)) for name, n, words in record[key]
            )
        return cls(**record)


def trace_digest(trace: Trace) -> str:
    """A name for a trace, the names of its arrays aside."""
    graph = trace.graph

    number = {
        x.entries.source: k for k, x in enumerate(trace.operands) if isinstance(x.entries, Span)
    }

    def data(i: int) -> str:
        found = graph.data[i]
        if graph.ops[i] == "loop":
            return f"{trace_digest(found.body)} {found.length} {found.backward}"
        if graph.ops[i] in ("input", "span"):
            return repr((number.get(found[0], found[0]), *found[1:]))
        return repr(found)

    nodes = [f"{i} {graph.ops[i]} {graph.args[i]} {data(i)}" for i in trace.nodes]
    arrays = [
        f"{x.shape} {described(x.entries, number)}" for x in (*trace.operands, *trace.results)
    ]
    return cache.digest(*nodes, f"{len(trace.operands)} operands", *arrays)


Objects = tuple[list[bytes], int]
"""What LLVM made of a program for one width, and the bytes of workspace that it needs."""


class Compiled:
    """The code of a program for one sample and for lanes, each made at its first use."""

    def __init__(self, program: Program, source: Callable[[], Trace], name: str) -> None:
        self.program, self.name = program, name
        self.source = source
        self.lanes = host_lanes(np.dtype(program.dtype).itemsize)
        self.widths: dict[int, Width] = {}
        self.ready: dict[int, Objects] = {}
        """Objects from elsewhere than the cache."""
        self.seconds = 0.0
        self.from_cache = True
        self._lowered: Trace | None = None
        self._told: list[weakref.WeakMethod[Callable[[int, Width], None]]] = []

    def tell(self, when_there: Callable[[int, "Width"], None]) -> None:
        """Call a method, as long as its object lives, with every width of code that there is."""
        with building:
            self._told = [x for x in self._told if x() is not None]
            self._told.append(weakref.WeakMethod(when_there))
            for lanes, width in self.widths.items():
                when_there(lanes, width)

    def width(self, lanes: int) -> "Width":
        """The code for one sample, or for `lanes`."""
        found = self.widths.get(lanes)
        if found is not None:
            return found
        if lanes not in self.ready:
            refuse_pause(self.name)
        with building:
            if lanes not in self.widths:
                start = time.perf_counter()
                objects, workspace = self.objects(lanes)
                width = Width(Code(objects, "kernel"), workspace)
                for found in (method() for method in self._told):
                    if found is not None:
                        found(lanes, width)
                self.widths[lanes] = width
                self._log(lanes, time.perf_counter() - start)
            return self.widths[lanes]

    def objects(self, lanes: int) -> Objects:
        """What LLVM makes of the program for this width."""
        if lanes in self.ready:
            return self.ready[lanes]
        program = self.program
        key = cache.code_key(str(cache.sources()), program.digest, program.dtype, str(lanes))
        found = cache.load(key)
        if found is not None:
            return found[1], found[0]["workspace"]
        self.from_cache = False
        module = self.module(lanes)
        texts = module.texts()
        expected = _LINE * sum(text.count("\n") for text in texts)
        if expected > _PATIENCE:
            _log.warning("%s is compiled, in about %.0f s.", self.name, expected)
        objects = [llvm.assembled(text) for text in texts]
        cache.store(key, {"workspace": module.workspace_bytes}, objects)
        return objects, module.workspace_bytes

    def module(self, lanes: int) -> IRModule:
        """What LLVM is given."""
        refuse_pause(self.name)
        if self._lowered is None:
            self._lowered = lower(self.source(), self.program.dtype)
        return IRModule(self._lowered, NumberType(self.program.dtype, lanes))

    def _log(self, lanes: int, seconds: float) -> None:
        self.seconds += seconds
        if len(self.widths) == 2:
            self._lowered = None  # nothing is left to make of it
        if seconds > _LONG:
            _log.info(
                "compiled %s for %s in %.1f s (%d operations)",
                self.name,
                "one sample" if lanes == 1 else f"{lanes} lanes",
                seconds,
                self.program.operation_count,
            )


class Width:
    """Machine code for one sample, or for several side by side."""

    def __init__(self, code: Code, workspace: int) -> None:
        self.code, self.workspace = code, workspace
        self.address = code.addresses["kernel"]
        self._local = threading.local()
        self._entry = (_GIVEN if workspace else _ONE)(self.address)
        self.run = self._run_in_workspace if workspace else self._entry

    def _run_in_workspace(self, n: int, pointers: Any, steps: Any) -> None:
        if not hasattr(self._local, "start"):  # a workspace for each thread
            self._local.memory = np.empty(self.workspace + _ALIGNMENT, np.uint8)
            start = address(self._local.memory)
            self._local.start = start + -start % _ALIGNMENT
        self._entry(n, pointers, steps, self._local.start)
