"""`Kernel`: machine code for one algorithm on one robot, called on NumPy arrays."""

import copy
import ctypes
import math
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from ..errors import ShapeError
from ..scalar.replay import Trace
from .batch import (
    Spec,
    address,
    batch_shape,
    common_batch,
    convert,
    destinations,
    direct,
    run,
)
from .ir import emit
from .llvm import Code
from .program import lower, sparsity

_ENTRY: Final = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)


class Kernel:
    """Compiled results of a trace.

    Call it with the operands in order, each with leading batch axes that broadcast; `out=` takes an
    array, or a tuple of arrays for several results. `operation_count` is the number of arithmetic
    operations of one sample, `ir` the LLVM text, `sparsity` what is structurally non-zero in each
    result, `compile_seconds` the time from the trace to machine code.
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
        start = time.perf_counter()
        self.name = name
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        self.operands, self.results = tuple(operands), tuple(results)
        self.operation_count = trace.operation_count
        self.sparsity = [np.array(x, dtype=bool) for x in sparsity(trace)]
        self.ir = emit(lower(trace), dtype)
        self._code = Code(self.ir, "kernel")
        self._entry = _ENTRY(self._code.address)
        self._pack = pack
        self._last: tuple[Any, ...] = ()
        self._pointers = ctypes.c_void_p * (len(self.operands) + len(self.results))
        cores = [math.prod(s.shape) * self.dtype.itemsize for s in (*operands, *results)]
        self._natural = (ctypes.c_int64 * len(cores))(*cores)
        self._steps = ctypes.c_int64 * (len(self.operands) + len(self.results))
        self.compile_seconds = time.perf_counter() - start

    def __call__(self, *operands: Any, out: Any = None) -> Any:
        operands += self._last
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
            self._entry(math.prod(batch), self._pointers(*addresses), self._natural)
        elif 0 not in batch:
            run(self._launch, operands, self.operands, results, self.results, batch)
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

    def _launch(self, n: int, addresses: list[int], steps: list[int]) -> None:
        self._entry(n, self._pointers(*addresses), self._steps(*steps))

    def __repr__(self) -> str:
        return f"<Kernel {self.name}: {self.operation_count} operations, {self.dtype}>"
