"""Libraries of arrays that kinetree computes with, imported when one of their arrays is seen.

JAX, PyTorch, CuPy and other arrays on GPUs, Dask: each is a `Framework` (functions/framework.py).
Arrays of xarray are unpacked before a call; CasADi takes kernels, not arrays.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from ..compiler.kernel import CONVERTERS
from ..functions import Function
from ..functions.framework import LABELLED, ON_GPU, register
from ..model import Model


def _later(file: str, name: str) -> Callable[..., Any]:
    """A function or class of a file of this package, which is imported when it is called."""
    return lambda *arguments: getattr(import_module(f".{file}", __name__), name)(*arguments)


register("jax", _later("jax_arrays", "JAX"))
register("torch", _later("torch_tensors", "PyTorch"))
register("dask", _later("dask_arrays", "Dask"))
_cuda_arrays = cache(_later("cuda_arrays", "CudaArrays"))
register("cupy", _cuda_arrays)
register(ON_GPU, _cuda_arrays)
LABELLED["xarray"] = _later("xarray_arrays", "call_labelled")
CONVERTERS["casadi"] = _later("casadi_function", "to_casadi")

_registered: set[object] = set()


def register_constants() -> bool:
    """Let those frameworks that are imported take models and algorithms for constants.

    Returns whether one of them did not yet.
    """
    known = len(_registered)
    jax: Any = sys.modules.get("jax")
    if hasattr(jax, "tree_util") and "jax" not in _registered:
        _registered.add("jax")
        jax.tree_util.register_static(Model)
    torch: Any = sys.modules.get("torch")
    if hasattr(torch, "utils"):
        for constant in {Model, *_classes(Function)} - _registered:
            _registered.add(constant)
            torch.utils._pytree.register_constant(constant)
    return len(_registered) > known


def _classes(base: type) -> Iterator[type]:
    """A class and all that are derived from it."""
    yield base
    for derived in base.__subclasses__():
        yield from _classes(derived)
