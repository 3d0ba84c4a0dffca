"""Results of kernels on a GPU in the arrays of `out=`."""

from collections.abc import Sequence
from typing import Any, cast

from ..compiler import Kernel
from ..errors import ShapeError, counted


def written(kernel: Kernel, results: Sequence[Any], out: Any) -> Sequence[Any]:
    """The arrays of `out` with the results, or these where it is None.

    They are copied, so that `out` may have any strides, and share memory with operands.
    """
    if out is None:
        return results
    given = cast(tuple[Any, ...], out) if isinstance(out, tuple) else (out,)
    if len(given) != len(results):
        raise ShapeError(
            f"{kernel.name}: out has {counted(len(given), 'array')}; expected {len(results)}."
        )
    for spec, x, result in zip(kernel.results, given, results, strict=True):
        if _kind(x) != _kind(result):
            raise ShapeError(
                f"{kernel.name}: out for {spec.name} is no {result.dtype} array of shape "
                f"{tuple(result.shape)} on the GPU of the operands."
            )
        x[...] = result
    return given


def _kind(x: Any) -> list[Any]:
    return [getattr(x, name, None) for name in ("__class__", "dtype", "device", "shape")]
