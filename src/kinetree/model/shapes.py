"""Shapes of bodies for display and collision: plain data, in metres."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import final

from ..errors import ModelError
from .mesh import Mesh

__all__ = ["Box", "Capsule", "Cylinder", "Ellipsoid", "Mesh", "Plane", "Shape", "Sphere"]


@final
@dataclass(frozen=True, slots=True)
class Box:
    """A box with these edges along x, y and z, about its centre."""

    size: tuple[float, float, float]

    def __post_init__(self) -> None:
        _set(self, "size", _sizes(self, "size", self.size, 3))


@final
@dataclass(frozen=True, slots=True)
class Sphere:
    """A sphere about its centre."""

    radius: float

    def __post_init__(self) -> None:
        _set(self, "radius", *_sizes(self, "radius", [self.radius]))


@final
@dataclass(frozen=True, slots=True)
class Ellipsoid:
    """An ellipsoid with these radii along x, y and z, about its centre."""

    radii: tuple[float, float, float]

    def __post_init__(self) -> None:
        _set(self, "radii", _sizes(self, "radii", self.radii, 3))


@final
@dataclass(frozen=True, slots=True)
class Cylinder:
    """A cylinder about z; its centre is half way up."""

    radius: float
    length: float

    def __post_init__(self) -> None:
        _set(self, "radius", *_sizes(self, "radius", [self.radius]))
        _set(self, "length", *_sizes(self, "length", [self.length]))


@final
@dataclass(frozen=True, slots=True)
class Capsule:
    """A cylinder about z of this length with a half sphere on each end."""

    radius: float
    length: float

    def __post_init__(self) -> None:
        _set(self, "radius", *_sizes(self, "radius", [self.radius]))
        _set(self, "length", *_sizes(self, "length", [self.length]))


@final
@dataclass(frozen=True, slots=True)
class Plane:
    """The plane z = 0; the solid is below."""


Shape = Box | Sphere | Ellipsoid | Cylinder | Capsule | Plane | Mesh


def _sizes(shape: object, what: str, sizes: Iterable[float], count: int = 1) -> tuple[float, ...]:
    """Sizes as plain numbers. Raises ModelError unless they are `count` finite ones >= 0."""
    try:
        numbers = tuple(map(float, sizes))
    except (TypeError, ValueError):
        numbers = ()
    if len(numbers) == count and all(0 <= size < math.inf for size in numbers):
        return numbers
    expected = "a finite number" if count == 1 else f"{count} finite numbers"
    value = next(iter(sizes)) if count == 1 else sizes
    raise ModelError(
        f"{type(shape).__name__}: its {what} is {value!r}; expected {expected} >= 0, in m."
    )


def _set(shape: object, name: str, value: object) -> None:
    """Set an attribute of a new frozen shape."""
    object.__setattr__(shape, name, value)
