"""The joint types, one file each; `__all__` are those that saved models name without a module."""

from .base import Joint
from .composite import Composite
from .continuous import Continuous
from .fixed import Fixed
from .free_flyer import FreeFlyer
from .helical import Helical
from .mimic import Mimic
from .planar import Planar
from .prismatic import Prismatic
from .revolute import Revolute
from .spherical import Spherical
from .spherical_zyx import SphericalZYX
from .translation import Translation
from .universal import Universal

__all__ = [
    "Composite",
    "Continuous",
    "Fixed",
    "FreeFlyer",
    "Helical",
    "Joint",
    "Mimic",
    "Planar",
    "Prismatic",
    "Revolute",
    "Spherical",
    "SphericalZYX",
    "Translation",
    "Universal",
]
