"""A robot as URDF and SDF describe it: links and joints with their places in the file."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..model.parts import GeometryKind
from ..model.shapes import Shape
from ..spatial import SE3, Inertia
from .findings import listed
from .origins import ZERO, Matrix, Origin, Vector, rotated

Color = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class InertialDescription:
    """An `<inertial>`: mass, frame of the centre of mass, and the tensor about it in that frame."""

    line: int
    label: str
    mass: float
    origin: Origin
    tensor: Matrix

    @property
    def inertia(self) -> Inertia:
        """The inertia in the axes of the link."""
        tensor = rotated(self.origin.rotation, self.tensor)
        return Inertia(self.mass, self.origin.translation, tensor)


@dataclass(frozen=True, slots=True)
class GeometryDescription:
    """A `<visual>` or a `<collision>`, placed in its link."""

    name: str
    line: int
    label: str
    kind: GeometryKind
    origin: SE3
    shape: Shape
    color: Color | None


@dataclass(frozen=True, slots=True)
class LinkDescription:
    """A `<link>`; `origin` is its placement in the world if there is no joint above it."""

    name: str
    line: int
    label: str
    inertial: InertialDescription | None
    geometries: tuple[GeometryDescription, ...] = ()
    static: bool = False
    """Whether it cannot move."""
    origin: SE3 = field(default_factory=SE3.identity)
    position: int = 0
    """Its place in the order of siblings."""

    @property
    def mass(self) -> float:
        """Its mass; zero without `<inertial>`."""
        return 0.0 if self.inertial is None else self.inertial.mass

    @property
    def has_inertia(self) -> bool:
        """Whether its mass or its tensor is not zero."""
        inertial = self.inertial
        return inertial is not None and (inertial.mass != 0.0 or inertial.tensor != ZERO)


@dataclass(frozen=True, slots=True)
class MimicDescription:
    """A `<mimic>`: this joint's position is `multiplier * position(source) + offset`."""

    line: int
    label: str
    source: str
    multiplier: float
    offset: float


@dataclass(frozen=True, slots=True)
class AxisDescription:
    """An axis of a joint, in the joint's frame, by the name that mimics use for it."""

    name: str
    line: int
    label: str
    kind: str
    xyz: Vector = (1.0, 0.0, 0.0)
    lower: float = -math.inf
    upper: float = math.inf
    velocity: float = math.inf
    effort: float = math.inf
    damping: float = 0.0
    friction: float = 0.0
    stiffness: float = 0.0
    spring_reference: float = 0.0
    mimic: MimicDescription | None = None


@dataclass(frozen=True, slots=True)
class JointDescription:
    """A `<joint>` between two links, None for the world.

    Its frame is at `origin` in the parent, and the child at `child_origin` in its frame.
    """

    name: str
    line: int
    label: str
    kind: str
    parent: str | None
    child: str | None
    origin: SE3
    axes: tuple[AxisDescription, ...] = ()
    pitch: float = 0.0
    """The advance of a screw, m/rad."""
    child_origin: SE3 = field(default_factory=SE3.identity)
    position: int = 0
    """Its place in the order of siblings."""


@dataclass(frozen=True, slots=True)
class FrameDescription:
    """A frame on a link, None for the world."""

    name: str
    line: int
    label: str
    link: str | None
    origin: SE3


@dataclass(frozen=True, slots=True)
class RobotDescription:
    """A robot: its links by name and its joints, both in the order of the file."""

    name: str
    line: int
    label: str
    links: dict[str, LinkDescription]
    joints: tuple[JointDescription, ...]
    frames: tuple[FrameDescription, ...] = ()
    gravity: Vector | None = None


def listed_roots(roots: Sequence[LinkDescription]) -> str:
    """The beginning of a message about links that are the child of no joint."""
    named = listed([f"{root.name!r} (line {root.line})" for root in roots])
    return f"{len(roots)} links are the child of no joint: {named}"
