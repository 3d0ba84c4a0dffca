"""The robot: joint types, the frozen `Model`, its builder, and built-in robots."""

from threading import RLock

from ..system import at_fork
from .actuators import Actuator
from .builder import ModelBuilder
from .contacts import Closure, Contact, CoupledJoints, Requirement, ShapeContact
from .description import Anchor, Body, Constraint, Coupling, Description, Loop
from .model import Model, expect_model
from .parts import Frame, Geometry, PairSurface
from .sensors import Sensor
from .softness import Softness
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
    "Softness",
    "TreeJoint",
    "check_anchors",
    "expect_model",
]


def _free_locks() -> None:
    """Free the locks of cached properties in a forked child: other threads may have held them."""
    for x in vars(Model).values():
        if hasattr(x, "lock"):  # in Python 3.11
            x.lock = RLock()


at_fork(after_in_child=_free_locks)
