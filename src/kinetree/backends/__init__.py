"""Libraries of arrays that kinetree computes with, imported when one of their arrays is seen.

JAX, PyTorch, CuPy and other arrays on GPUs, Dask, xarray: each is a `Framework`
(functions/framework.py). CasADi takes kernels, not arrays.
"""

import sys
from functools import cache
from typing import Any

from ..compiler.kernel import Kernel, convert_kernels
from ..functions.framework import (
    CUDA_ARRAYS,
    EXCHANGED_ARRAYS,
    Framework,
    LabelledFramework,
    register,
    register_labelled,
)


@cache
def _jax() -> Framework:
    from .jax_arrays import JAX

    return JAX()


@cache
def _torch() -> Framework:
    from .torch_tensors import PyTorch

    return PyTorch()


@cache
def _cuda_arrays() -> Framework:
    from .cuda_arrays import CudaArrays

    return CudaArrays()


@cache
def _exchanged_arrays() -> Framework:
    from .exchanged_arrays import ExchangedArrays

    return ExchangedArrays()


@cache
def _dask() -> Framework:
    from .dask_arrays import Dask

    return Dask()


@cache
def _xarray() -> LabelledFramework:
    from .xarray_arrays import XArray

    return XArray()


def _to_casadi(kernel: Kernel, name: str | None) -> Any:
    from .casadi_function import to_casadi

    return to_casadi(kernel, name)


def register_frameworks() -> None:
    """Register the frameworks of this package; models are constants of those that are imported."""
    register("jax", _jax)
    register("jaxlib", _jax)
    register("torch", _torch)
    register("cupy", _cuda_arrays)
    register(CUDA_ARRAYS, _cuda_arrays)
    register(EXCHANGED_ARRAYS, _exchanged_arrays)
    register("dask", _dask)
    register_labelled("xarray", _xarray)
    convert_kernels("casadi", _to_casadi)
    if "jax" in sys.modules or "torch" in sys.modules:  # their transformations take models
        from .constants import register_constants

        register_constants()
