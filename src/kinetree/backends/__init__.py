"""Libraries of arrays that kinetree computes with, imported when one of their arrays is seen.

JAX, PyTorch, CuPy and other arrays on GPUs, Dask: each is a `Framework` (functions/framework.py).
Arrays of xarray are unpacked before a call; CasADi takes kernels, not arrays.
"""

import sys
from functools import cache, partial
from typing import Any

from ..compiler.kernel import CONVERTERS, Kernel
from ..functions.framework import LABELLED, ON_GPU, register


@cache
def _framework(library: str) -> Any:
    """The framework of a library, one for all of its arrays."""
    match library:
        case "jax":
            from .jax_arrays import JAX as kind
        case "torch":
            from .torch_tensors import PyTorch as kind
        case "dask":
            from .dask_arrays import Dask as kind
        case _:
            from .cuda_arrays import CudaArrays as kind
    return kind()


def _to_casadi(kernel: Kernel, name: str | None) -> Any:
    from .casadi_function import to_casadi

    return to_casadi(kernel, name)


def _call_labelled(*call: Any) -> Any:
    from .xarray_arrays import call_labelled

    return call_labelled(*call)


def register_frameworks() -> None:
    """Register the frameworks of this package; models are constants of those that are imported."""
    for module in ("jax", "torch", "cupy", "dask"):
        register(module, partial(_framework, module))
    register("jaxlib", partial(_framework, "jax"))
    register(ON_GPU, partial(_framework, "cupy"))
    LABELLED["xarray"] = _call_labelled
    CONVERTERS["casadi"] = _to_casadi
    if "jax" in sys.modules or "torch" in sys.modules:  # their transformations take models
        from .constants import register_constants

        register_constants()
