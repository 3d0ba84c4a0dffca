"""The robot: joint types, the frozen `Model`, its builder, and built-in robots."""

from .actuators import Actuator
from .builder import ModelBuilder
from .contacts import Closure, Contact, CoupledJoints, Requirement, ShapeContact
from .description import Anchor, Body, Constraint, Coupling, Description, Loop
from .model import Model, expect_model
from .parts import Frame, Geometry, PairSurface
from .sensors import Sensor
from .tree_joint import TreeJoint
from .values import check_anchors

__all__ = [
    "Actuator",
    "Anchor",
    "Body",
    "Closure",
    "Constraint",
    "Contact",
    "CoupledJoints",
    "Coupling",
    "Description",
    "Frame",
    "Geometry",
    "Loop",
    "Model",
    "ModelBuilder",
    "PairSurface",
    "Requirement",
    "Sensor",
    "ShapeContact",
    "TreeJoint",
    "check_anchors",
    "expect_model",
]
