"""Read the arrays of an mjModel."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...spatial import SE3
from ..origins import rotation_of_quaternion

MjModel = Any
"""A `mujoco.MjModel`; MuJoCo has no types."""
MjSpec = Any
"""A `mujoco.MjSpec`, or a part of one."""
Floats = NDArray[np.float64]

FREE, BALL, SLIDE, HINGE = range(4)
"""The types of joints."""


def pose(position: ArrayLike, quaternion: ArrayLike) -> SE3:
    """The placement with this origin and this quaternion, w first."""
    w, x, y, z = np.asarray(quaternion, float).tolist()
    return SE3(rotation_of_quaternion(x, y, z, w), np.asarray(position, float).tolist())


def text_at(texts: bytes, address: int) -> str:
    """The name, or the path, that begins at an address."""
    return texts[address : texts.index(b"\0", address)].decode(errors="replace")


def coordinates(mj: MjModel, joint: int, qpos: Floats) -> Floats:
    """The coordinates of a joint in a qpos, quaternions with their w last."""
    start, kind = int(mj.jnt_qposadr[joint]), int(mj.jnt_type[joint])
    q = qpos[start : start + {FREE: 7, BALL: 4}.get(kind, 1)]
    return np.concatenate([q[:-4], np.roll(q[-4:], -1)]) if kind in (FREE, BALL) else q


def velocities(mj: MjModel, joint: int) -> slice:
    """The slice of a joint in qvel."""
    start = int(mj.jnt_dofadr[joint])
    return slice(start, start + {FREE: 6, BALL: 3}.get(int(mj.jnt_type[joint]), 1))
