"""The conventions of other libraries: their joints, and the order of their coordinates."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..model import TreeJoint
from ..model.joints import (
    Continuous,
    Fixed,
    Helical,
    Joint,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    SphericalZYX,
    Translation,
    Universal,
)


@dataclass(frozen=True)
class Convention:
    """The conventions of another library.

    In all of them a free joint has the velocity of its origin in the parent's axes and the angular
    velocity in the body's, and velocities are in the order of the joints.
    """

    name: str
    kinds: tuple[type[Joint], ...]
    """The supported joint types, besides free ones."""
    free: Callable[[TreeJoint], bool]
    """Whether a joint may be a free one."""
    place: str
    """The places of free joints, for messages."""
    w_first: bool
    """Whether the w of a quaternion is before its vector, or at the end of all coordinates."""


_RATES: Final = (Revolute, Prismatic, Continuous, Universal, SphericalZYX, Translation, Fixed)
MUJOCO: Final = Convention(
    "MuJoCo", (*_RATES, Spherical, Planar), lambda j: j.parent == 0, "on the world", True
)
KINDR: Final = Convention("kindr", (*_RATES, Helical), lambda j: j.index == 1, "first", True)
RBDL: Final = Convention(
    "RBDL", (*_RATES, Helical, Spherical, Planar), lambda j: True, "anywhere", False
)
