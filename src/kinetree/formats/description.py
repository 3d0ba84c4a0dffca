"""A robot as URDF and SDF describe it: links and joints with their places in the file."""

import math
from dataclasses import dataclass, field

from ..model import Geometry, Sensor
from ..spatial import SE3, Inertia
from .findings import Placed
from .origins import Vector

Color = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a robot, with its element in the file."""

    name: str
    place: Placed


@dataclass(frozen=True, slots=True)
class LinkDescription(Part):
    """A `<link>`; `origin` is its placement in the world if there is no joint above it."""

    inertia: Inertia | None = None
    """In its own frame; None if the file gives none."""
    geometries: tuple[tuple[Placed, Geometry], ...] = ()
    """Visuals and collisions, placed in the link; their joint is not known yet."""
    static: bool = False
    """Whether it cannot move."""
    origin: SE3 = field(default_factory=SE3.identity)
    position: int = 0
    """Its place in the order of siblings."""


@dataclass(frozen=True, slots=True)
class MimicDescription:
    """A `<mimic>`: this joint's position is `multiplier * position(source) + offset`."""

    place: Placed
    source: str
    multiplier: float
    offset: float


@dataclass(frozen=True, slots=True)
class AxisDescription(Part):
    """An axis of a joint, in the joint's frame, by the name that mimics use for it."""

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
class JointDescription(Part):
    """A `<joint>` between two links, None for the world.

    Its frame is at `origin` in the parent, and the child at `child_origin` in its frame.
    """

    kind: str
    parent: str | None
    child: str | None
    origin: SE3
    axes: tuple[AxisDescription, ...] = ()
    child_origin: SE3 = field(default_factory=SE3.identity)
    position: int = 0
    """Its place in the order of siblings."""
    pitch: float = 0.0
    """The advance of a screw, m/rad."""
    ratio: float = 0.0
    """Of a gearbox, between links that rotate relative to the link `reference`."""
    reference: str | None = None


@dataclass(frozen=True, slots=True)
class FrameDescription(Part):
    """A frame on a link, None for the world."""

    link: str | None
    origin: SE3


@dataclass(frozen=True, slots=True)
class SensorDescription(Part):
    """A sensor on a link, of the part of this name: if that is a joint, of what it transmits."""

    sensor: Sensor
    owner: str


@dataclass(frozen=True, slots=True)
class RobotDescription(Part):
    """A robot: its links by name and its joints, both in the order of the file."""

    links: dict[str, LinkDescription]
    joints: tuple[JointDescription, ...]
    frames: tuple[FrameDescription, ...] = ()
    gravity: Vector | None = None
    sensors: tuple[SensorDescription, ...] = ()
