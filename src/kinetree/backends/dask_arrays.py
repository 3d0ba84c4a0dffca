"""Dask: a call on Dask arrays is computed later, chunk by chunk, by whichever process has a chunk.

Tasks hold the kernel, which travels with its machine code.
"""

from collections.abc import Sequence
from typing import Any

import dask.array as da
import numpy as np
from dask.base import normalize_token

from ..compiler.batch import Spec
from ..compiler.kernel import Kernel
from ..functions.framework import Framework, FrameworkArray
from ..functions.primitive import Primitive


class Dask(Framework):
    """Arrays of Dask, which have no values yet."""

    def call(
        self, primitive: Primitive, arrays: Sequence[FrameworkArray]
    ) -> Sequence[FrameworkArray]:
        """The results of a primitive as Dask arrays; batch axes have the chunks of the operands."""
        lazy = [x for x in arrays if isinstance(x, da.Array)]
        dtype = "float64" if any(x.dtype == np.float64 for x in lazy) else "float32"
        inputs, results = _axes("x", primitive.operands), _axes("y", primitive.results)
        lazy_results = da.apply_gufunc(
            primitive.kernel(dtype),
            "->".join(",".join(f"({','.join(x)})" for x in each) for each in (inputs, results)),
            *(x if isinstance(x, da.Array) else np.asarray(x, dtype) for x in arrays),
            output_dtypes=[dtype] * len(results) if primitive.pack else dtype,
            output_sizes={name: n for sizes in results for name, n in sizes.items()},
            allow_rechunk=True,  # a sample is in one chunk
        )
        return lazy_results if primitive.pack else (lazy_results,)

    def stack(
        self, values: Sequence[FrameworkArray], shape: Sequence[FrameworkArray], axis: int
    ) -> Any:
        """Values of this shape, after broadcasting, along a new axis."""
        return da.stack([da.broadcast_to(da.asarray(x, dtype=float), shape) for x in values], axis)


def _axes(prefix: str, specs: Sequence[Spec]) -> list[dict[str, int]]:
    """The names and lengths of the axes of samples."""
    return [{f"{prefix}{k}_{i}": n for i, n in enumerate(s.shape)} for k, s in enumerate(specs)]


def _content(kernel: Kernel) -> Any:
    return kernel.compiled.program.digest, str(kernel.dtype), kernel.bound


normalize_token.register(Kernel, _content)
