"""The arrays of an mjModel, and the names of its parts, including unnamed ones."""

from collections.abc import Sequence
from itertools import chain, count
from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...spatial import SE3
from ..elements import NO_LIMIT
from ..origins import rotation_of_quaternion

MjModel = Any
"""A `mujoco.MjModel`; MuJoCo has no types."""
MjSpec = Any
"""A `mujoco.MjSpec`, or a part of one."""
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

FREE, BALL, SLIDE, HINGE = range(4)
"""The types of joints."""
CONNECT, WELD, JOINT = range(3)
"""The types of equalities of bodies and joints."""


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


def unlimited(bounds: Floats) -> tuple[float, float]:
    """A range, with infinities in place of numbers from 1e16 on: no limits, as in SDF."""
    lower, upper = (x * inf if abs(x) >= NO_LIMIT else x for x in bounds.tolist())
    return lower, upper


def velocities(mj: MjModel, joint: int) -> slice:
    """The slice of a joint in qvel."""
    start = int(mj.jnt_dofadr[joint])
    return slice(start, start + {FREE: 6, BALL: 3}.get(int(mj.jnt_type[joint]), 1))


def active(mj: MjModel, *kinds: int) -> list[int]:
    """The equalities of these types that hold from the start."""
    return np.flatnonzero(np.isin(mj.eq_type, kinds) & (mj.eq_active0 != 0)).tolist()


class Names:
    """Names by number, unique within each kind.

    Body 3 without a name is body3, its joints are body3_joint, body3_joint2, and so on.
    """

    def __init__(self, mj: MjModel) -> None:
        def named(kind: str, addresses: Sequence[int], owners: Sequence[int] = ()) -> list[str]:
            names = [text_at(mj.names, address) for address in addresses]
            taken = set(names)
            for i, name in enumerate(names):
                if not name:
                    name = f"{self.bodies[owners[i]]}_{kind}" if len(owners) else f"{kind}{i}"
                    tries = chain([name], (f"{name}{n}" for n in count(2)))
                    names[i] = next(x for x in tries if x not in taken)
                    taken.add(names[i])
            return names

        self.model = text_at(mj.names, 0)
        self.bodies = named("body", mj.name_bodyadr)
        self.joints = named("joint", mj.name_jntadr, mj.jnt_bodyid)
        self.geoms = named("geom", mj.name_geomadr, mj.geom_bodyid)
        self.sites = named("site", mj.name_siteadr, mj.site_bodyid)
        self.pairs = named("pair", mj.name_pairadr)
        self.equalities = named("equality", mj.name_eqadr)
        self.tendons = named("tendon", mj.name_tendonadr)
        self.actuators = named("actuator", mj.name_actuatoradr)
        self.flexes = named("flex", mj.name_flexadr)
        self.sensors = named("sensor", mj.name_sensoradr)
        self.keys = named("key", mj.name_keyadr)
