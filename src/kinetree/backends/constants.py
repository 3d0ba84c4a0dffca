"""Models and algorithms as constants of JAX and PyTorch: static arguments of compiled functions."""

import sys
from typing import Any

from ..functions import Algorithm, Function, Opaque
from ..model import Model

_registered: set[str] = set()


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
    if hasattr(torch, "utils") and "torch" not in _registered:
        _registered.add("torch")
        for constant in (Model, Algorithm, Function, Opaque):
            torch.utils._pytree.register_constant(constant)
    return len(_registered) > known
