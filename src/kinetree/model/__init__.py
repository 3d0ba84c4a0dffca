"""The robot: joint types, the frozen `Model`, its builder, and robots that need no file."""

from ..spatial import SE3, Inertia
from .builder import ModelBuilder
from .joints import (
    Continuous,
    Fixed,
    FreeFlyer,
    Joint,
    Mimic,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)
from .model import Model
from .tree import Frame, TreeJoint

__all__ = [
    "SE3",
    "Continuous",
    "Fixed",
    "Frame",
    "FreeFlyer",
    "Inertia",
    "Joint",
    "Mimic",
    "Model",
    "ModelBuilder",
    "Prismatic",
    "Revolute",
    "Spherical",
    "TreeJoint",
    "Universal",
]
