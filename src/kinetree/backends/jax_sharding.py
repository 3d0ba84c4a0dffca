"""Meshes of JAX that are explicit: how a result is divided among devices."""

from collections.abc import Sequence

from ..errors import BackendError
from ..functions.framework import FrameworkArray


def mesh_axes(operands: Sequence[FrameworkArray], axes: Sequence[int]) -> list[object]:
    """The axes of an explicit mesh along which batch axes are divided among devices."""
    parts: list[object] = [None] * max(axes, default=0)
    for x, n in zip(operands, axes, strict=True):
        for k, part in enumerate(x.sharding.spec[:n]):
            if part is not None and parts[k] not in (None, part):
                raise BackendError(
                    f"a batch axis is divided along {parts[k]!r} of a mesh in one operand and "
                    f"along {part!r} in another; jax.reshard one of them."
                )
            parts[k] = parts[k] or part
    return parts
