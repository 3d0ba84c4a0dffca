"""Calls of kernels in Python: the data of compiled calls, and what these leave to Python."""

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import ShapeError
from . import llvm, threads, vectorcall
from .array_layout import available
from .batch import batch_shape, check_count, convert, result_arrays, run
from .compilation import CompiledProgram
from .program import Pack


class Runner:
    """Calls of a kernel in Python, and the data of its compiled calls, without the kernel."""

    def __init__(
        self, compiled: CompiledProgram, pack: Pack | None, bound: tuple[Any, ...]
    ) -> None:
        program = compiled.program
        self.name, self.compiled, self.pack, self.bound = compiled.name, compiled, pack, bound
        self.operands, self.results = program.operands, program.results
        self.dtype: np.dtype[Any] = np.dtype(program.dtype)
        self.cost = program.cost
        count = len(self.operands) + len(self.results)
        self.pointers, self.steps = ctypes.c_void_p * count, ctypes.c_int64 * count
        self.data = vectorcall.kernel_data(compiled, bound) if available() else None
        if self.data is not None:
            compiled.write_code_to(self.data)

    def call(self, *operands: Any, out: Any = None, **other: Any) -> Any:
        """The results for operands of any kind."""
        taken = self.operands[: len(self.operands) - len(self.bound)]
        if other:
            names = ", ".join(spec.name for spec in taken)
            raise ShapeError(
                f"{self.name}: {', '.join(f'{name}=' for name in other)} given by name; a kernel "
                f"takes its operands by position: kernel({names}, out=...)."
            )
        check_count(taken, operands, self.name)
        operands += self.bound
        arrays = [
            convert(spec, x, self.dtype, self.name)
            for spec, x in zip(self.operands, operands, strict=True)
        ]
        batch = batch_shape(self.operands, arrays, self.name)
        results = result_arrays(self.results, batch, self.dtype, out, self.name)
        if 0 not in batch and not llvm.available():
            for result, values in zip(results, self.compiled.interpreted(arrays), strict=True):
                np.copyto(result, values)
        elif 0 not in batch:
            run(self.launch, arrays, self.operands, results, self.results, batch)
        if batch == () and out is None:
            results = [r if r.ndim else r[()] for r in results]
        return results[0] if self.pack is None else self.pack(*results)

    def launch(self, arrays: Sequence[Any], n: int, addresses: list[int], steps: list[int]) -> None:
        """Compute n samples of arrays, a large batch in parts."""
        lanes = self.compiled.lanes if n >= self.compiled.lanes else 1
        variant = self.compiled.variant(lanes)
        all_steps = self.steps(*steps)

        def part(first: int, count: int, alive: Sequence[Any] = arrays) -> None:
            starts = [a + first * s for a, s in zip(addresses, steps, strict=True)]
            variant.run(count, self.pointers(*starts), all_steps)

        if n * self.cost < threads.PARALLEL_OPERATIONS:
            variant.run(n, self.pointers(*addresses), all_steps)
        else:
            threads.run_in_parallel(part, n, self.cost, lanes)
