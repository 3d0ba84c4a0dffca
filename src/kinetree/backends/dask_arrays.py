"""Dask: a call on Dask arrays is computed later, chunk by chunk, by whichever process has a chunk.

Tasks hold the kernel, which travels with its machine code.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import dask.array as da
import numpy as np

from ..compiler.batch import Spec
from ..compiler.kernel import Kernel
from ..errors import ShapeError
from ..functions.framework import Framework, FrameworkArray
from ..functions.primitive import Primitive


class Dask(Framework):
    """Arrays of Dask, which have no values yet."""

    def call(
        self, primitive: Primitive, arrays: Sequence[FrameworkArray]
    ) -> Sequence[FrameworkArray]:
        """The results of a primitive as Dask arrays; batch axes have the chunks of the operands."""
        for spec, x in zip(primitive.operands, arrays, strict=True):
            _check_chunks(primitive.name, spec, x)
        lazy = [x for x in arrays if isinstance(x, da.Array)]
        dtype = "float64" if any(x.dtype == np.float64 for x in lazy) else "float32"
        kernel, results = primitive.kernel(dtype), primitive.results
        operands = [x if isinstance(x, da.Array) else np.asarray(x, dtype) for x in arrays]
        several = primitive.pack is not None
        dtypes = [np.dtype(dtype)] * len(results)
        lazy_results = da.apply_gufunc(
            _Chunk(kernel),
            f"{_signature('x', primitive.operands)}->{_signature('y', results)}",
            *operands,
            output_dtypes=dtypes if several else dtypes[0],
            output_sizes={
                f"y{k}_{i}": n for k, s in enumerate(results) for i, n in enumerate(s.shape)
            },
            allow_rechunk=True,  # of batch axes; an axis of a sample is one chunk already
        )
        return lazy_results if several else (lazy_results,)

    def stack(
        self, values: Sequence[FrameworkArray], shape: Sequence[FrameworkArray], axis: int
    ) -> Any:
        """Values of this shape, after broadcasting, along a new axis."""
        parts = [da.broadcast_to(da.asarray(x, dtype=float), shape) for x in values]
        return da.stack(parts, axis).rechunk({axis: -1})


@dataclass(frozen=True)
class _Chunk:
    """A kernel that Dask identifies by its content."""

    kernel: Kernel

    def __call__(self, *arrays: FrameworkArray) -> Any:
        results = self.kernel(*arrays)
        return tuple(results) if isinstance(results, tuple) else results

    def __dask_tokenize__(self) -> Any:
        return self.kernel.compiled.program.digest, str(self.kernel.dtype), self.kernel.bound


def _signature(prefix: str, specs: Sequence[Spec]) -> str:
    names = [[f"{prefix}{k}_{i}" for i in range(len(s.shape))] for k, s in enumerate(specs)]
    return ",".join(f"({','.join(x)})" for x in names)


def _check_chunks(owner: str, spec: Spec, x: FrameworkArray) -> None:
    if not isinstance(x, da.Array):
        return
    for axis, label in enumerate(spec.labels, x.ndim - len(spec.shape)):
        if len(x.chunks[axis]) > 1:
            raise ShapeError(
                f"{owner}: {spec.name} is divided into chunks of {x.chunks[axis]} along its axis "
                f"of {label}; a sample must be in one: {spec.name}.rechunk({{{axis}: -1}})."
            )
