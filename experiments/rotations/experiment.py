"""Shared by the experiments of this folder: samples, and textbook formulas in 80 bits."""

import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).parents[1]))
from laboratory import axes as axes
from laboratory import options as options
from laboratory import save as save
from laboratory import table as table
from laboratory import write_readme as write_readme

KINDS = (
    "matrix",
    "quaternion",
    "quaternion_wxyz",
    "angle_axis",
    "rotation_vector",
    "euler_zyx",
    "euler_xyz",
)
ULP = 2.0**-52


def random_axes(n, rng):
    x = rng.normal(size=(n, 3))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def samples(n, rng):
    """Rotation vectors of four regions: n random ones, and n / 10 near each hard place."""
    few = n // 10
    axes = random_axes(few, rng)
    random = random_axes(n, rng) * np.pi * rng.random((n, 1))
    near_0 = axes * 10 ** rng.uniform(-300, -2, (few, 1))
    near_pi = axes * (np.pi - 10 ** rng.uniform(-16, -2, (few, 1)))
    return {"random": random, "near 0": near_0, "near pi": near_pi}


def locked(n, rng):
    """Angles of ZYX or XYZ at gimbal lock, and from 1e-16 to 1e-2 rad beside it."""
    pitch = np.pi / 2 - 10 ** rng.uniform(-17, -2, n)
    pitch[: n // 10] = np.pi / 2
    pitch *= rng.choice([-1, 1], n)
    first, last = rng.uniform(-np.pi, np.pi, (2, n))
    return np.stack([first, pitch, last], 1)


def wide(x):
    return x.astype(np.clongdouble if np.iscomplexobj(x) else np.longdouble)


def product(p, q):
    """The product of quaternions (w, x, y, z) in 80 bits."""
    pw, pv, qw, qv = p[:, :1], p[:, 1:], q[:, :1], q[:, 1:]
    w = pw * qw - (pv * qv).sum(1, keepdims=True)
    return np.concatenate([w, pw * qv + qw * pv + np.cross(pv, qv)], 1)


def conjugate(q):
    return q * np.array([1, -1, -1, -1])


def quaternion(kind, x):
    """The unit quaternion (w, x, y, z) of real or complex numbers, by the textbook in 80 bits."""
    x = wide(x)
    if kind == "matrix":
        q = _of_matrix(x)
    elif kind == "quaternion":
        q = x[:, [3, 0, 1, 2]]
    elif kind == "quaternion_wxyz":
        q = x
    elif kind == "angle_axis":
        axis = x[:, 1:] / _length(x[:, 1:])
        q = np.concatenate([np.cos(x[:, :1] / 2), np.sin(x[:, :1] / 2) * axis], 1)
    elif kind == "rotation_vector":
        length = _length(x)
        ratio = np.where(length == 0, 0.5, np.sin(length / 2) / np.where(length == 0, 1, length))
        q = np.concatenate([np.cos(length / 2), ratio * x], 1)
    else:
        turns = [_about(axis, x[:, k]) for k, axis in enumerate(kind[-3:])]
        q = product(product(turns[0], turns[1]), turns[2])
    return q / _length(q)


def _length(x):
    return np.sqrt((x * x).sum(1, keepdims=True))


def _about(axis, angle):
    q = np.zeros((len(angle), 4), angle.dtype)
    q[:, 0], q[:, 1 + "xyz".index(axis)] = np.cos(angle / 2), np.sin(angle / 2)
    return q


def _of_matrix(R):
    a, e, i = (R[:, k, k] for k in range(3))
    x, y, z = R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]
    u, v, w = R[:, 0, 1] + R[:, 1, 0], R[:, 0, 2] + R[:, 2, 0], R[:, 1, 2] + R[:, 2, 1]
    candidates = np.array(
        [
            [1 + a + e + i, x, y, z],
            [x, 1 + a - e - i, u, v],
            [y, u, 1 - a + e - i, w],
            [z, v, w, 1 - a - e + i],
        ]
    )
    best = np.argmax([candidates[k, k].real for k in range(4)], axis=0)
    return candidates[best, :, np.arange(len(R))]


def apart(p, q, relative=False):
    """The angles between quaternions in ulps of 1, or of the angles of p."""
    angle = 2 * _length(product(conjugate(p), q)[:, 1:])[:, 0]
    size = 2 * _length(p[:, 1:])[:, 0] if relative else 1
    return np.asarray(angle / size / ULP, float)


def spin(kind, x, dx, frame):
    """The angular velocity, by complex step."""
    h = np.longdouble("1e-3000")
    q = quaternion(kind, wide(x) + 1j * h * wide(dx))
    rate, here = q.imag / h, conjugate(q.real)
    return 2 * (product(rate, here) if frame == "inertial" else product(here, rate))[:, 1:]
