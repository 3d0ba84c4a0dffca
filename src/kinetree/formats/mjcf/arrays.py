"""Read the arrays of an mjModel."""

from typing import Any

import numpy as np

from ...spatial import SE3
from ..rotations import rotation_of_quaternion

FREE, BALL, SLIDE, HINGE = range(4)
"""The types of joints."""


def pose(position: Any, quaternion: Any) -> SE3:
    """The placement with this origin and this quaternion, w first."""
    w, x, y, z = map(float, quaternion)
    return SE3(rotation_of_quaternion(x, y, z, w), [float(p) for p in position])


def text_at(texts: bytes, address: int) -> str:
    """The name, or the path, that begins at an address."""
    return texts[address : texts.index(b"\0", address)].decode(errors="replace")


def coordinates(mj: Any, joint: int, qpos: Any) -> Any:
    """The coordinates of a joint in a qpos, quaternions with their w last."""
    start, kind = int(mj.jnt_qposadr[joint]), int(mj.jnt_type[joint])
    q = qpos[start : start + {FREE: 7, BALL: 4}.get(kind, 1)]
    return np.concatenate([q[:-4], np.roll(q[-4:], -1)]) if kind in (FREE, BALL) else q


def velocities(mj: Any, joint: int) -> slice:
    """The slice of a joint in qvel."""
    start = int(mj.jnt_dofadr[joint])
    return slice(start, start + {FREE: 6, BALL: 3}.get(int(mj.jnt_type[joint]), 1))
