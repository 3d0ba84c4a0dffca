"""Rotations of all kinds for the tests, and textbook formulas at any precision."""

from typing import Any

import mpmath as mp
import numpy as np

KINDS = (
    "matrix",
    "quaternion",
    "quaternion_wxyz",
    "angle_axis",
    "rotation_vector",
    "euler_zyx",
    "euler_xyz",
)
SHAPES = {"matrix": (3, 3), "rotation_vector": (3,), "euler_zyx": (3,), "euler_xyz": (3,)}
"""The shapes of the others are (4,)."""

SMALL = (0.0, 1e-300, 1e-160, 1e-20, 1e-12, 1e-9, 1e-8, 1e-5, 1e-3, 0.1)


def shape(kind: str) -> tuple[int, ...]:
    return SHAPES.get(kind, (4,))


def rotation_vectors(n: int = 40) -> Any:
    """Random ones, some near 0 and pi, some about the axes."""
    rng = np.random.default_rng(3)
    axes = rng.normal(size=(n, 3))
    axes = np.concatenate([axes / np.linalg.norm(axes, axis=1, keepdims=True), np.eye(3)])
    random = axes * rng.uniform(0, np.pi, (len(axes), 1))
    grid = [x * axis for axis in axes[-6:] for e in SMALL for x in (e, np.pi - e)]
    return np.concatenate([random, grid])


def locked() -> Any:
    """Euler angles at and near gimbal lock."""
    rng = np.random.default_rng(4)
    pitch = np.array([s * (np.pi / 2 - e) for e in SMALL for s in (1, -1)])
    return np.stack([rng.uniform(-3, 3, pitch.size), pitch, rng.uniform(-3, 3, pitch.size)], 1)


def turn(axis: int, angle: Any) -> Any:
    """The rotation matrix about an axis, at mpmath's precision.

    Source: [KindrSheet, Orientation/Rotation 3].
    """
    c, s = mp.cos(angle), mp.sin(angle)
    R = mp.eye(3)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R[i, i] = R[j, j] = c
    R[i, j], R[j, i] = -s, s
    return R


def rodrigues(angle: Any, axis: Any) -> Any:
    x, y, z = axis
    K = mp.matrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return mp.eye(3) + mp.sin(angle) * K + (1 - mp.cos(angle)) * K * K


def matrix_of(kind: str, numbers: Any) -> Any:
    """The rotation matrix of numbers, at mpmath's precision, by the textbook."""
    x = [mp.mpf(float(value)) for value in np.ravel(numbers)]
    match kind:
        case "matrix":
            return mp.matrix([x[:3], x[3:6], x[6:]])
        case "quaternion" | "quaternion_wxyz":
            w, *v = x if kind == "quaternion_wxyz" else [x[3], *x[:3]]
            length = mp.norm(v)
            axis = [c / length for c in v] if length else [1, 0, 0]
            return rodrigues(2 * mp.atan2(length, w), axis)
        case "angle_axis":
            return rodrigues(x[0], [c / mp.norm(x[1:]) for c in x[1:]])
        case "rotation_vector":
            length = mp.norm(x)
            return rodrigues(length, [c / length for c in x] if length else [1, 0, 0])
        case "euler_zyx":
            return turn(2, x[0]) * turn(1, x[1]) * turn(0, x[2])
        case "euler_xyz":
            return turn(0, x[0]) * turn(1, x[1]) * turn(2, x[2])
    raise ValueError(kind)


def apart(kind: str, x: Any, other: str, y: Any) -> float:
    """The largest difference of the rotation matrices of two samples, to 50 digits."""
    with mp.workdps(50):
        D = matrix_of(kind, x) - matrix_of(other, y)
        return float(max(abs(e) for e in D))
