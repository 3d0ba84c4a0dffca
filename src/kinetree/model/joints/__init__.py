"""The joint types; `__all__` are those that saved models name without a module."""

from .angles import (
    Ellipsoid,
    Fixed,
    Helical,
    Prismatic,
    Revolute,
    SphericalEuler,
    SphericalZYX,
    Translation,
    Universal,
)
from .base import Joint
from .composite import Composite, Offset
from .continuous import Continuous
from .groups import FreeFlyer, Planar, Spherical
from .mimic import Mimic

__all__ = [
    "Composite",
    "Continuous",
    "Ellipsoid",
    "Fixed",
    "FreeFlyer",
    "Helical",
    "Joint",
    "Mimic",
    "Offset",
    "Planar",
    "Prismatic",
    "Revolute",
    "Spherical",
    "SphericalEuler",
    "SphericalZYX",
    "Translation",
    "Universal",
]
