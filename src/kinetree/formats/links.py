"""Links, their inertias and shapes, and mimics, as URDF and SDF describe them."""

from dataclasses import dataclass

from ..model.parts import GeometryKind
from ..model.shapes import Shape
from ..spatial import Inertia
from .rotations import ZERO, Matrix, Origin, rotated

Color = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class InertialDescription:
    """An `<inertial>`: mass, frame of the centre of mass, and the tensor about it in that frame."""

    line: int
    label: str
    mass: float
    origin: Origin
    tensor: Matrix
    pointlike: bool
    """Whether the file gives no tensor."""

    @property
    def empty(self) -> bool:
        """Whether mass and tensor are zero."""
        return self.mass == 0.0 and self.tensor == ZERO

    @property
    def inertia(self) -> Inertia:
        """The inertia in the axes of the link."""
        tensor = rotated(self.origin.rotation, self.tensor)
        return Inertia(self.mass, self.origin.translation, tensor)


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

    @property
    def has_inertia(self) -> bool:
        """Whether its mass or its tensor is not zero."""
        return self.inertial is not None and not self.inertial.empty


@dataclass(frozen=True, slots=True)
class MimicDescription:
    """A `<mimic>`: this joint's position is `multiplier * position(source) + offset`."""

    line: int
    label: str
    source: str
    multiplier: float
    offset: float
