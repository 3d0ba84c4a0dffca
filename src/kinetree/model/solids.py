"""Solid shapes by their sizes, in metres: plain data."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any, Self, cast, final

import numpy as np

from ..errors import ModelError
from ..spatial import Inertia


class Sized:
    """The base of shapes whose fields are sizes in m, `float` or three of them, each >= 0.

    Others are frozen dataclasses of this base, with pairs of their own (`kt.geometry.pair`).
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        for field in fields(self):  # pyright: ignore[reportArgumentType]
            size = checked(self, field.name, 1 if field.type is float else 3, 0, " >= 0, in m")
            object.__setattr__(self, field.name, size)

    @property
    def sizes(self) -> list[Any]:
        """All sizes, in the order of the fields."""
        names = (field.name for field in fields(self))  # pyright: ignore[reportArgumentType]
        return np.hstack([getattr(self, name) for name in names]).tolist()

    @classmethod
    def of_sizes(cls, sizes: Iterable[Any]) -> Self:
        """A shape of sizes that may be traced numbers, unchecked."""
        shape, remaining = object.__new__(cls), iter(sizes)
        for field in fields(cls):  # pyright: ignore[reportArgumentType]
            size = next(remaining) if field.type is float else tuple(islice(remaining, 3))
            object.__setattr__(shape, field.name, size)
        return shape


@final
@dataclass(frozen=True, slots=True)
class Box(Sized):
    """A box with these edges along x, y and z, about its centre."""

    size: tuple[float, float, float]

    def inertia(self, density: float) -> Inertia:
        """The inertia about the centre of the solid with a density in kg/m^3."""
        return Inertia.of_box(density * math.prod(self.size), self.size)


@final
@dataclass(frozen=True, slots=True)
class Sphere(Sized):
    """A sphere about its centre."""

    radius: float

    def inertia(self, density: float) -> Inertia:
        """The inertia about the centre of the solid with a density in kg/m^3."""
        return Inertia.of_sphere(density * 4 / 3 * math.pi * self.radius**3, self.radius)


@final
@dataclass(frozen=True, slots=True)
class Ellipsoid(Sized):
    """An ellipsoid with these radii along x, y and z, about its centre."""

    radii: tuple[float, float, float]

    def inertia(self, density: float) -> Inertia:
        """The inertia about the centre of the solid with a density in kg/m^3."""
        return Inertia.of_ellipsoid(density * 4 / 3 * math.pi * math.prod(self.radii), self.radii)


@final
@dataclass(frozen=True, slots=True)
class Cylinder(Sized):
    """A cylinder about z; its centre is half way up."""

    radius: float
    length: float

    def inertia(self, density: float) -> Inertia:
        """The inertia about the centre of the solid with a density in kg/m^3."""
        mass = density * math.pi * self.radius**2 * self.length
        return Inertia.of_cylinder(mass, self.radius, self.length)


@final
@dataclass(frozen=True, slots=True)
class Capsule(Sized):
    """A cylinder about z of this length with a half sphere on each end."""

    radius: float
    length: float

    def inertia(self, density: float) -> Inertia:
        """The inertia about the centre of the solid with a density in kg/m^3."""
        mass = density * math.pi * self.radius**2 * (self.length + 4 / 3 * self.radius)
        return Inertia.of_capsule(mass, self.radius, self.length)


def checked(
    shape: object, name: str, count: int, least: float = -math.inf, more: str = ""
) -> float | tuple[float, ...]:
    """Numbers of a shape. Raises ModelError unless they are `count` finite ones >= `least`."""
    value: object = getattr(shape, name)
    try:
        numbers = list(map(float, cast(Iterable[float], [value] if count == 1 else value)))
    except (TypeError, ValueError):
        numbers = list[float]()
    if len(numbers) != count or not all(least <= x and math.isfinite(x) for x in numbers):
        expected = "a finite number" if count == 1 else f"{count} finite numbers"
        raise ModelError(
            f"{type(shape).__name__}: its {name} is {value!r}; expected {expected}{more}."
        )
    return numbers[0] if count == 1 else tuple(numbers)
