"""The parts of a model: joints in their tree, frames, shapes, loops and couplings."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..peer_names import unknown_attribute
from ..scalar.array import Array
from ..spatial import SE3, Columns, Inertia, Motion, motions
from .joints import Joint
from .shapes import Shape

JointNumber = Annotated[int, "joint"]
"""The number of a joint, written to files as its name; 0 is the universe."""

JointName = Annotated[str, "joint"]

FrameKind = Literal["universe", "joint", "fixed_joint", "body", "op"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TreeJoint:
    """A joint in the tree of a robot, with the body that it moves.

    `parent` is the index of the joint above the parent body, 0 for the universe; `children` are
    those of the joints on its own body. The joint's coordinates are `q[q_slice]` and `v[v_slice]`;
    a mimic's are those of its source. `limits` are the lower and upper ones of its positions.
    """

    index: int
    name: str
    parent: int
    type: Joint
    q_slice: slice
    v_slice: slice
    origin: SE3
    inertia: Inertia
    children: tuple[int, ...]
    limits: tuple[NDArray[np.float64], NDArray[np.float64]]

    if not TYPE_CHECKING:  # a type checker would take every attribute for one that exists

        def __getattr__(self, name: str) -> NoReturn:
            """Raise AttributeError, with kinetree's name if `name` is a peer's."""
            raise AttributeError(unknown_attribute("a joint", name, "joints", dir(type(self))))

    def __repr__(self) -> str:
        q, v = (f"[{x.start}:{x.stop}]" for x in (self.q_slice, self.v_slice))
        return f"<joint {self.index} {self.name!r}: {self.type}, parent {self.parent}, q{q}, v{v}>"

    def placement(self, q: Array) -> SE3:
        """The placement of this joint's frame in that of its parent [PinocchioSheet, Joint]."""
        return self.origin @ self.type.placement(q[self.q_slice])

    def subspace(self, q: Array) -> Columns[Motion]:
        """S, in this joint's frame."""
        return self.type.subspace(q[self.q_slice])

    def bias(self, q: Array, v: Array) -> Motion:
        """c = (dS/dt) v, in this joint's frame."""
        return self.type.bias(q[self.q_slice], v[self.v_slice])

    def displacement(self, q: Array, v: Array) -> SE3:
        """This joint's frame after moving with v for unit time, expressed in the one before."""
        return self.type.displacement(q[self.q_slice], v[self.v_slice])

    def subspace_derivatives(self, q: Array) -> tuple[Columns[Motion], ...]:
        """dS/dq along each of the joint's velocities, in its frame."""
        return self.type.subspace_derivatives(q[self.q_slice])

    def subspace_rate(self, q: Array, v: Array) -> Columns[Motion]:
        """dS/dt in its frame, while it moves with v [Echeandia2021, Eq. 12]."""
        dS, speeds = self.subspace_derivatives(q), v[self.v_slice]
        rate = motions([Motion.zero() for _ in dS])
        for dS_k, speed in zip(dS, speeds, strict=True):
            rate = rate + speed * dS_k
        return rate

    def bias_derivative(self, q: Array, v: Array) -> Columns[Motion]:
        """dc/dq along each of the joint's velocities, in its frame."""
        return self.type.bias_derivative(q[self.q_slice], v[self.v_slice])


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
