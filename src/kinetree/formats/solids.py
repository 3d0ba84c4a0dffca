"""Inertias of solid bodies."""

from collections.abc import Sequence

from ..scalar.array import Scalar
from ..spatial import Inertia


def rod(mass: Scalar, length: Scalar, radius: Scalar = 0.03, *, axis: int = 2) -> Inertia:
    """A solid cylinder from the origin along -z (axis 2), +x (0) or +y (1)."""
    center = [0, 0, 0]
    center[axis] = length / 2 if axis < 2 else -length / 2
    across = mass * (3 * radius * radius + length * length) / 12
    along = mass * radius * radius / 2
    return Inertia(
        mass,
        center,
        [[(along if i == axis else across) if i == j else 0 for j in range(3)] for i in range(3)],
    )


def box(
    mass: float, x: float, y: float, z: float, *, center: Sequence[float] = (0, 0, 0)
) -> Inertia:
    """A solid box about its centre."""
    I = [mass * (y * y + z * z) / 12, mass * (x * x + z * z) / 12, mass * (x * x + y * y) / 12]
    return Inertia(mass, center, [[I[i] if i == j else 0 for j in range(3)] for i in range(3)])
