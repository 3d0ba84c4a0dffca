"""The joint types, one file each."""

from .base import Joint
from .continuous import Continuous
from .fixed import Fixed
from .free_flyer import FreeFlyer
from .mimic import Mimic
from .prismatic import Prismatic
from .revolute import Revolute
from .spherical import Spherical
from .universal import Universal

__all__ = [
    "Continuous",
    "Fixed",
    "FreeFlyer",
    "Joint",
    "Mimic",
    "Prismatic",
    "Revolute",
    "Spherical",
    "Universal",
]
