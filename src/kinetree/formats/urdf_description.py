"""A URDF as plain data: what the file says, before any robot is built."""

from dataclasses import dataclass

from .rotations import IDENTITY, ZERO, Matrix, Vector


@dataclass(frozen=True, slots=True)
class Origin:
    """An `<origin>`: the placement of one frame in another."""

    translation: Vector = (0.0, 0.0, 0.0)
    rotation: Matrix = IDENTITY


@dataclass(frozen=True, slots=True)
class InertialDescription:
    """An `<inertial>`: mass, frame of the centre of mass, and the tensor about it in that frame."""

    line: int
    label: str
    mass: float
    origin: Origin
    tensor: Matrix

    @property
    def empty(self) -> bool:
        """Whether mass and tensor are zero."""
        return self.mass == 0.0 and self.tensor == ZERO


@dataclass(frozen=True, slots=True)
class LinkDescription:
    """A `<link>`."""

    name: str
    line: int
    label: str
    inertial: InertialDescription | None

    @property
    def mass(self) -> float:
        """Its mass; zero without `<inertial>`."""
        return 0.0 if self.inertial is None else self.inertial.mass


@dataclass(frozen=True, slots=True)
class LimitDescription:
    """A `<limit>`; None where the file sets none."""

    lower: float
    upper: float
    velocity: float | None
    effort: float | None


@dataclass(frozen=True, slots=True)
class MimicDescription:
    """A `<mimic>`: this joint's position is `multiplier * position(source) + offset`."""

    line: int
    label: str
    source: str
    multiplier: float
    offset: float


@dataclass(frozen=True, slots=True)
class JointDescription:
    """A `<joint>`; what its kind has no use for (an axis of a fixed joint) is not read."""

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
