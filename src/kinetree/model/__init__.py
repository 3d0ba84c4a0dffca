"""The robot: joint types, the frozen `Model`, its builder, and built-in robots."""

from ..spatial import SE3, Inertia
from .builder import ModelBuilder
from .contacts import Closure, Contact, check_anchors
from .description import Body, Description
from .joints import (
    Composite,
    Continuous,
    Fixed,
    FreeFlyer,
    Helical,
    Joint,
    Mimic,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    SphericalZYX,
    Translation,
    Universal,
)
from .model import Model
from .tree import Anchor, Constraint, Coupling, Frame, Geometry, Loop, TreeJoint

__all__ = [
    "SE3",
    "Anchor",
    "Body",
    "Closure",
    "Composite",
    "Constraint",
    "Contact",
    "Continuous",
    "Coupling",
    "Description",
    "Fixed",
    "Frame",
    "FreeFlyer",
    "Geometry",
    "Helical",
    "Inertia",
    "Joint",
    "Loop",
    "Mimic",
    "Model",
    "ModelBuilder",
    "Planar",
    "Prismatic",
    "Revolute",
    "Spherical",
    "SphericalZYX",
    "Translation",
    "TreeJoint",
    "Universal",
    "check_anchors",
]
