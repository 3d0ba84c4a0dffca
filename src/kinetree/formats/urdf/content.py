"""A URDF as plain data, before a robot is built."""

from dataclasses import dataclass

from ..links import LinkDescription, MimicDescription
from ..rotations import Origin, Vector


@dataclass(frozen=True, slots=True)
class LimitDescription:
    """A `<limit>`; None where the file sets none."""

    lower: float
    upper: float
    velocity: float | None
    effort: float | None
    bounded: bool
    """Whether the file sets `lower` or `upper`; without both they are 0."""


@dataclass(frozen=True, slots=True)
class JointDescription:
    """A `<joint>`; values that its kind does not use (an axis of a fixed joint) are not read."""

    name: str
    line: int
    label: str
    kind: str
    parent: str
    child: str
    origin: Origin
    axis: Vector = (1.0, 0.0, 0.0)
    limit: LimitDescription | None = None
    mimic: MimicDescription | None = None
    damping: float = 0.0
    friction: float = 0.0


@dataclass(frozen=True, slots=True)
class RobotDescription:
    """A `<robot>`: its links by name and its joints, both in the order of the file."""

    name: str
    line: int
    label: str
    links: dict[str, LinkDescription]
    joints: tuple[JointDescription, ...]
