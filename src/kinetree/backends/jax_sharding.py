"""Meshes of JAX that are explicit: how a result is divided among devices."""

from collections.abc import Sequence
from typing import Any

from ..errors import BackendError


def mesh_axes(operands: Sequence[Any], axes: Sequence[int]) -> list[Any]:
    """The axes of an explicit mesh along which batch axes are divided among devices."""
    found: list[Any] = [None] * max(axes, default=0)
    for x, n in zip(operands, axes, strict=True):
        for k, part in enumerate(x.sharding.spec[:n]):
            if part is not None and found[k] not in (None, part):
                raise BackendError(
                    f"a batch axis is divided along {found[k]!r} of a mesh in one operand and "
                    f"along {part!r} in another; jax.reshard one of them."
                )
            found[k] = found[k] or part
    return found
