"""`Kernel`: machine code for one algorithm on one robot, called on NumPy arrays."""

import copy
import ctypes
import math
import threading
import time
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np

from ..errors import ShapeError
from ..scalar.replay import Trace
from .batch import (
    Spec,
    batch_shape,
    common_batch,
    convert,
    destinations,
    direct,
    run,
)
from .fastcall import FastCall, fast_call
from .ir import Module
from .layout import address, available
from .llvm import Code, host_lanes
from .program import lower, sparsity
from .writer import Number

_ONE: Final = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
_MANY: Final = ctypes.CFUNCTYPE(
    None, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p
)
_ALIGNMENT: Final = 64


class Kernel:
    """Compiled results of a trace.

    Call it with the operands in order, each with leading batch axes that broadcast; `out=` takes an
    array, or a tuple of arrays for several results. There are two widths of code, for one sample
    and for as many as the machine has lanes; each is compiled at its first use, and both give the
    same bits. `operation_count` is the number of arithmetic operations of one sample, `ir` the LLVM
    text for one sample, `sparsity` what is structurally non-zero in each result, `compile_seconds`
    the time spent so far between the trace and machine code.
    """

    def __init__(
        self,
        trace: Trace,
        operands: Sequence[Spec],
        results: Sequence[Spec],
        *,
        name: str,
        dtype: str = "float64",
        pack: Callable[..., Any] | None = None,
    ) -> None:
        self.name = name
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        self.operands, self.results = tuple(operands), tuple(results)
        self.operation_count = trace.operation_count
        self.sparsity = [np.array(x, dtype=bool) for x in sparsity(trace)]
        self.compile_seconds = 0.0
        self._trace = trace
        self._pack = pack
        self._last: tuple[Any, ...] = ()
        self._widths: dict[int, _Width] = {}
        self._lock = threading.Lock()
        self.fast: FastCall = _decline
        """For one sample: the result, or None where this needs the general way."""
        self._lanes = host_lanes(self.dtype.itemsize)
        arrays = [math.prod(s.shape) * self.dtype.itemsize for s in (*operands, *results)]
        self._pointers = ctypes.c_void_p * len(arrays)
        self._steps = ctypes.c_int64 * len(arrays)
        self._natural = self._steps(*arrays)

    def __call__(self, *operands: Any, out: Any = None) -> Any:
        operands += self._last
        if out is None and (result := self.fast(*operands)) is not None:
            return result
        if len(operands) != len(self.operands):
            expected = [spec.name for spec in self.operands[: len(self.operands) - len(self._last)]]
            raise ShapeError(
                f"{self.name}: {len(operands) - len(self._last)} operands; expected "
                f"{len(expected)}: {', '.join(expected)}."
            )
        batch = common_batch(self.operands, operands, self.dtype)
        if batch is None:
            operands = tuple(map(self._converted, self.operands, operands))
            batch = batch_shape(self.operands, operands, self.name)
            straight = False
        else:
            straight = 0 not in batch
        results = destinations(self.results, batch, self.dtype, out, self.name)
        if straight and (out is None or all(direct(r, operands) for r in results)):
            addresses = [address(a) for a in (*operands, *results)]
            self._launch(math.prod(batch), self._pointers(*addresses), self._natural)
            if batch == () and self.fast is _decline:
                self.fast = self._made_fast()
        elif 0 not in batch:
            run(self._launch_run, operands, self.operands, results, self.results, batch)
        return self._packed(results, batch == () and out is None)

    def _converted(self, spec: Spec, value: Any) -> Any:
        return convert(spec, value, self.dtype, self.name)

    def _packed(self, results: list[Any], scalars: bool) -> Any:
        if scalars:
            results = [r if r.ndim else r[()] for r in results]
        return results[0] if self._pack is None else self._pack(*results)

    def with_last(self, *values: Any) -> "Kernel":
        """The same machine code with its last operands given."""
        other = copy.copy(self)
        other._last = values
        return other

    @property
    def ir(self) -> str:
        """The LLVM text of the code for one sample."""
        return Module(self._lowered, Number(str(self.dtype), 1)).text()

    @cached_property
    def _lowered(self) -> Trace:
        return lower(self._trace, str(self.dtype))

    def _launch_run(self, n: int, addresses: list[int], steps: list[int]) -> None:
        self._launch(n, self._pointers(*addresses), self._steps(*steps))

    def _made_fast(self) -> FastCall:
        """The builtin for one sample of a kernel with one array as its result."""
        simple = self._pack is None and self.dtype == float and self.results[0].shape != ()
        if not simple or not available():
            return _never
        return fast_call(self._compiled(1).code, self.operands, self.results[0])

    def _launch(self, n: int, pointers: Any, steps: Any) -> None:
        lanes = self._lanes if n >= self._lanes else 1
        width = self._widths.get(lanes) or self._compiled(lanes)
        width.run(n, pointers, steps)

    def _compiled(self, lanes: int) -> "_Width":
        with self._lock:
            if lanes not in self._widths:
                start = time.perf_counter()
                module = Module(self._lowered, Number(str(self.dtype), lanes))
                self._widths[lanes] = _Width(module)
                self.compile_seconds += time.perf_counter() - start
            return self._widths[lanes]

    def __repr__(self) -> str:
        return f"<Kernel {self.name}: {self.operation_count} operations, {self.dtype}>"


class _Width:
    """Machine code for one sample, or for several side by side."""

    def __init__(self, module: Module) -> None:
        self.code = Code(module.text(), "kernel")
        self._local = threading.local()
        self._bytes = module.workspace_bytes
        many = module.number.lanes > 1
        self._entry = (_MANY if many else _ONE)(self.code.address)
        self.run = self._run_lanes if many else self._entry

    def _run_lanes(self, n: int, pointers: Any, steps: Any) -> None:
        if not hasattr(self._local, "start"):  # a workspace for each thread
            self._local.memory = np.empty(self._bytes + _ALIGNMENT, np.uint8)
            start = address(self._local.memory)
            self._local.start = start + -start % _ALIGNMENT
        self._entry(n, pointers, steps, self._local.start)


def _decline(*_: Any) -> Any:
    """The fast call of a kernel that has not met a single sample yet."""


def _never(*_: Any) -> Any:
    """The fast call of a kernel that has none."""
