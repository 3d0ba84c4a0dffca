"""Models and algorithms as constants of JAX and PyTorch: static arguments of compiled functions."""

import sys
from collections.abc import Iterator
from typing import Any

from ..functions import Function
from ..model import Model

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
