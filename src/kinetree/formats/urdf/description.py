"""A URDF as plain data: what the file says, before any robot is built."""

from dataclasses import dataclass

from ...model.shapes import Shape
from ...model.tree import GeometryKind
from ..rotations import ZERO, Matrix, Origin, Vector

Color = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class InertialDescription:
    """An `<inertial>`: mass, frame of the centre of mass, and the tensor about it in that frame."""

    line: int
    label: str
    mass: float
    origin: Origin
    tensor: Matrix
    pointlike: bool = False
    """Whether the file gives no tensor."""

    @property
    def empty(self) -> bool:
        """Whether mass and tensor are zero."""
        return self.mass == 0.0 and self.tensor == ZERO


@dataclass(frozen=True, slots=True)
class GeometryDescription:
    """A `<visual>` or a `<collision>`."""

    name: str
    kind: GeometryKind
    origin: Origin
    shape: Shape
    color: Color | None


@dataclass(frozen=True, slots=True)
class LinkDescription:
    """A `<link>`."""

    name: str
    line: int
    label: str
    inertial: InertialDescription | None
    geometries: tuple[GeometryDescription, ...] = ()

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
