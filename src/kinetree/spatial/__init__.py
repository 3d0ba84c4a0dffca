"""Spatial algebra: rotations, placements, motions, forces and inertias of generic scalars."""

from .articulated_inertia import ArticulatedInertia
from .inertia import Inertia
from .rotation import SO3
from .se3 import SE3
from .vectors import Columns, Force, Motion, motions

__all__ = ["SE3", "SO3", "ArticulatedInertia", "Columns", "Force", "Inertia", "Motion", "motions"]
