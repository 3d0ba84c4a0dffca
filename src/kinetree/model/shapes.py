"""Shapes of bodies for display and collision: plain data, in metres."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import cast, final

from ..errors import ModelError
from .mesh import Mesh

__all__ = ["Box", "Capsule", "Cylinder", "Ellipsoid", "Mesh", "Plane", "Shape", "Sphere"]


class _Sized:
    """A shape whose fields are sizes in m: one number >= 0, or three."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for field in fields(self):  # pyright: ignore[reportArgumentType]
            size = _checked(self, field.name, 1 if field.type is float else 3)
            object.__setattr__(self, field.name, size)


@final
@dataclass(frozen=True, slots=True)
class Box(_Sized):
    """A box with these edges along x, y and z, about its centre."""

    size: tuple[float, float, float]


@final
@dataclass(frozen=True, slots=True)
class Sphere(_Sized):
    """A sphere about its centre."""

    radius: float


@final
@dataclass(frozen=True, slots=True)
class Ellipsoid(_Sized):
    """An ellipsoid with these radii along x, y and z, about its centre."""

    radii: tuple[float, float, float]


@final
@dataclass(frozen=True, slots=True)
class Cylinder(_Sized):
    """A cylinder about z; its centre is half way up."""

    radius: float
    length: float


@final
@dataclass(frozen=True, slots=True)
class Capsule(_Sized):
    """A cylinder about z of this length with a half sphere on each end."""

    radius: float
    length: float


@final
@dataclass(frozen=True, slots=True)
class Plane:
    """The plane z = 0; the solid is below."""


Shape = Box | Sphere | Ellipsoid | Cylinder | Capsule | Plane | Mesh


def _checked(shape: object, name: str, count: int) -> float | tuple[float, ...]:
    """Sizes as plain numbers. Raises ModelError unless they are `count` finite ones >= 0."""
    value: object = getattr(shape, name)
    try:
        numbers = list(map(float, cast(Iterable[float], [value] if count == 1 else value)))
    except (TypeError, ValueError):
        numbers = list[float]()
    if len(numbers) != count or not all(0 <= size < math.inf for size in numbers):
        expected = "a finite number" if count == 1 else f"{count} finite numbers"
        raise ModelError(
            f"{type(shape).__name__}: its {name} is {value!r}; expected {expected} >= 0, in m."
        )
    return numbers[0] if count == 1 else tuple(numbers)
