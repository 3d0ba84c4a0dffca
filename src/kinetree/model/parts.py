"""The parts of a robot besides its joints: frames, shapes, loops and couplings."""

from dataclasses import dataclass
from typing import Annotated, Literal

from ..spatial import SE3
from .joints import Joint
from .shapes import Shape

JointNumber = Annotated[int, "joint"]
"""The number of a joint, written to files as its name; 0 is the universe."""

JointName = Annotated[str, "joint"]

FrameKind = Literal["universe", "joint", "fixed_joint", "body", "op"]


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame fixed to the body of joint `joint`, at `placement` in the joint's frame."""

    name: str
    kind: FrameKind
    joint: JointNumber
    placement: SE3

    @property
    def parent(self) -> int:
        """The number of the joint that moves the frame, as `joint.parent`; 0 for the universe."""
        return self.joint


GeometryKind = Literal["visual", "collision"]


@dataclass(frozen=True, slots=True)
class Geometry:
    """A shape fixed to the body of joint `joint`, at `placement` in the joint's frame.

    `body` is the body frame it came with: the link of a URDF. `color` is red, green, blue, alpha in
    [0, 1], or None where the file gives none.
    """

    name: str
    kind: GeometryKind
    body: str
    joint: JointNumber
    placement: SE3
    shape: Shape
    color: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place on the body of joint `joint`, at `placement` in the joint's frame."""

    joint: JointNumber
    placement: SE3


@dataclass(frozen=True, slots=True)
class Loop:
    """A joint that closes a loop: `second` moves in `first` as `joint` does.

    `kt.constraints` enforces loops with these joints; other algorithms ignore them:

    - `Fixed()`, a weld, and `Spherical()`, a common point;
    - `Revolute(axis)` and `Continuous(axis)`, hinges, as two points of the axis: the anchor and one
      1 m further;
    - `Prismatic(axis)`, a rail, and `Translation()`: no relative rotation of the bodies;
    - `Composite` of `Prismatic(axis)` and `Revolute(axis)` or `Continuous(axis)` along one axis, a
      cylinder, as two points that slide along the axis;
    - `Planar()`, as three points that slide in the plane: the anchor and those 1 m along x and y.

    Rails, axes and planes are fixed to `second`.
    """

    name: str
    joint: Joint
    first: Anchor
    second: Anchor


@dataclass(frozen=True, slots=True)
class Coupling:
    """q of `joint` = c0 + c1 x + c2 x^2 + ..., x = q of `source`, or 0 where that is None.

    It is recorded; algorithms ignore it.
    """

    name: str
    joint: str
    source: str | None
    coefficients: tuple[float, ...]


Constraint = Loop | Coupling
