"""Libraries of arrays that kinetree computes with, imported when one of their arrays is seen.

JAX, PyTorch, CuPy and other arrays on GPUs, Dask: each is a `Framework` (functions/framework.py).
CasADi takes kernels, not arrays.
"""

import sys
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from ..compiler.kernel import CONVERTERS, Kernel
from ..functions import Function
from ..functions.framework import ON_GPU, register
from ..model import Model

_registered: set[object] = set()


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


for _library in ("jax", "torch", "cupy", "dask"):
    register(_library, partial(_framework, _library))
register(ON_GPU, partial(_framework, "cupy"))
CONVERTERS["casadi"] = _to_casadi


def register_constants() -> bool:
    """Let imported frameworks take models and algorithms for constants; whether one did not yet."""
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
