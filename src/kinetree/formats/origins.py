"""Rotations on plain floats, as file formats write them: exact where the angles are zero."""

import math
from collections.abc import Sequence

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

IDENTITY: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
ZERO: Matrix = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


def rotation_of_rpy(roll: float, pitch: float, yaw: float) -> Matrix:
    """R = Rz(yaw) Ry(pitch) Rx(roll): rotations about fixed axes, x first."""
    cr, sr = math.cos(roll), math.sin(roll)
    cp, sp = math.cos(pitch), math.sin(pitch)
    cy, sy = math.cos(yaw), math.sin(yaw)
    return (
        (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr),
        (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr),
        (0.0 - sp, cp * sr, cp * cr),
    )


def rotation_of_quaternion(x: float, y: float, z: float, w: float) -> Matrix:
    """The rotation of a quaternion (x, y, z, w) of any length but zero."""
    s = 2.0 / ((x * x + y * y + z * z + w * w) or math.inf)
    return (
        (1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)),
        (s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w)),
        (s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y)),
    )


def rotated(R: Sequence[Sequence[float]], tensor: Matrix) -> Matrix:
    """`R I R^T` of a symmetric tensor: the same tensor in the axes that R maps to."""

    def element(i: int, j: int) -> float:
        return sum(R[i][k] * tensor[k][n] * R[j][n] for k in range(3) for n in range(3))

    xx, xy, xz = element(0, 0), element(0, 1), element(0, 2)
    yy, yz, zz = element(1, 1), element(1, 2), element(2, 2)
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
