"""Models and algorithms as constants of JAX and PyTorch: static arguments of compiled functions."""

import sys
from typing import Any

from ..functions import Algorithm, Function, Opaque
from ..model import Model
from ..model.immutable import ON_CREATION

_done: set[str] = set()


def register_constants() -> None:
    """Let those frameworks that are imported take models and algorithms for constants."""
    jax: Any = sys.modules.get("jax")
    if hasattr(jax, "tree_util") and "jax" not in _done:
        _done.add("jax")
        jax.tree_util.register_static(Model)
    torch: Any = sys.modules.get("torch")
    if hasattr(torch, "utils") and "torch" not in _done:
        _done.add("torch")
        for constant in (Model, Algorithm, Function, Opaque):
            torch.utils._pytree.register_constant(constant)


ON_CREATION.append(register_constants)
