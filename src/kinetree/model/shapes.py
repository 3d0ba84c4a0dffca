"""Shapes of bodies for display and collision: plain data, in metres."""
# pyright: reportUnknownMemberType=false

import math
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import Any, Self, cast, final
from urllib.parse import unquote

import numpy as np

from ..errors import ModelError
from .mesh_files import candidates

__all__ = [
    "Box",
    "Capsule",
    "Convex",
    "Cylinder",
    "Ellipsoid",
    "HeightField",
    "Mesh",
    "Plane",
    "Shape",
]
__all__ += ["Sphere"]


class Sized:
    """The base of shapes whose fields are sizes in m, `float` or three of them, each >= 0.

    Others are frozen dataclasses of this base, with pairs of their own (`kt.geometry.pair`).
    """

    __slots__ = ()

    def __post_init__(self) -> None:
        for field in fields(self):  # pyright: ignore[reportArgumentType]
            size = _checked(self, field.name, 1 if field.type is float else 3, 0, " >= 0, in m")
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


@final
@dataclass(frozen=True, slots=True)
class Sphere(Sized):
    """A sphere about its centre."""

    radius: float


@final
@dataclass(frozen=True, slots=True)
class Ellipsoid(Sized):
    """An ellipsoid with these radii along x, y and z, about its centre."""

    radii: tuple[float, float, float]


@final
@dataclass(frozen=True, slots=True)
class Cylinder(Sized):
    """A cylinder about z; its centre is half way up."""

    radius: float
    length: float


@final
@dataclass(frozen=True, slots=True)
class Capsule(Sized):
    """A cylinder about z of this length with a half sphere on each end."""

    radius: float
    length: float


@final
@dataclass(frozen=True, slots=True)
class Plane:
    """The plane z = 0; the solid is below."""


@final
@dataclass(frozen=True, slots=True)
class Mesh:
    """A mesh by its file, as the robot's file names it; nothing is read before `load`.

    `uri` is a path or `package://PACKAGE/PATH` (`model://` likewise). It is searched for in
    `folder`, that of the robot's file, and all folders above, then in the ROS paths, then in
    `package_dirs`.
    """

    uri: str
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    folder: str = ""
    package_dirs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("uri", "folder"):
            path: object = getattr(self, name)
            if not isinstance(path, str):
                raise ModelError(f"Mesh: its {name} is {path!r}; expected a path as a string.")
        object.__setattr__(self, "scale", _checked(self, "scale", 3))

    @property
    def path(self) -> Path:
        """The path of the file. Raises ModelError with all paths tried if it is not found."""
        tried: list[Path] = []
        for path in self._candidates():
            if os.path.isfile(path):
                return path
            tried.append(path)
        listed = "".join(f"\n  {path}" for path in dict.fromkeys(tried))
        raise ModelError(
            f"the mesh {self.uri!r} is in none of these places:{listed}\nInstall its package, or "
            "pass the folder that holds it: kt.load(..., package_dirs=[...])."
        )

    def load(self) -> Any:
        """The mesh as a `trimesh.Trimesh`, scaled; the unit that COLLADA names is not applied.

        Needs `pip install 'kinetree[mesh]'`. Raises ModelError if the file is not found or is no
        mesh.
        """
        path = self.path
        try:
            import trimesh

            mesh: Any = trimesh.load_mesh(path)
        except ImportError as error:  # trimesh, or its reader of this file type
            raise ModelError(
                f"reading the mesh {self.uri!r}: {error}; pip install 'kinetree[mesh]'."
            ) from None
        except Exception as error:  # trimesh and its readers raise anything
            raise ModelError(f"{path}: not a mesh that trimesh can read: {error}.") from error
        if not len(mesh.faces):
            raise ModelError(f"{path}: not a mesh that trimesh can read: it has no faces.")
        mesh.apply_scale(self.scale)
        return mesh

    def _candidates(self) -> Iterator[Path]:
        scheme, separator, rest = self.uri.partition("://")
        if not separator:
            yield from candidates("", self.uri, self.folder, self.package_dirs)
        elif scheme == "file":
            yield from map(Path, (unquote(rest), rest))
        else:
            package, _, inside = rest.lstrip("/").partition("/")
            yield from candidates(package, inside, self.folder, self.package_dirs)


@final
@dataclass(frozen=True, slots=True)
class HeightField:
    """Ground of triangles between heights on a grid along x and y; the solid is below.

    `heights[i][j]` is at x0 + i dx, y0 + j dy for `grid` x0, y0, dx, dy; each cell is cut from
    there to [i + 1][j + 1]. Beyond its border the field goes on with the heights of the border.
    """

    heights: tuple[tuple[float, ...], ...]
    grid: tuple[float, float, float, float]

    def __post_init__(self) -> None:
        object.__setattr__(self, "grid", _checked(self, "grid", 4))
        try:
            heights: Any = np.array(self.heights, float)
        except (TypeError, ValueError):
            heights = np.zeros(0)
        if heights.ndim != 2 or min(heights.shape) < 2 or not np.isfinite(heights).all():
            raise ModelError(
                f"HeightField: its heights are an array of shape {heights.shape}; expected finite "
                "numbers in m, at least two along x and along y."
            )
        if min(self.grid[2:]) <= 0:
            raise ModelError(f"HeightField: its grid is {self.grid}; expected spacings > 0, in m.")
        rows: list[list[float]] = heights.tolist()
        object.__setattr__(self, "heights", tuple(tuple(row) for row in rows))

    @classmethod
    def of_arrays(cls, heights: Any, grid: Any) -> Self:
        """A field of traced numbers, unchecked; with five in `grid` the last one's of several."""
        field = object.__new__(cls)
        object.__setattr__(field, "heights", heights)
        object.__setattr__(field, "grid", grid)
        return field


@final
@dataclass(frozen=True, slots=True)
class Convex:
    """The convex hull of 4 to 64 points, as `mesh.convex_hull.vertices` of a simplified mesh."""

    vertices: tuple[tuple[float, float, float], ...]

    def __post_init__(self) -> None:
        try:
            vertices: Any = np.array(self.vertices, float)
        except (TypeError, ValueError):
            vertices = np.zeros(0)
        count = vertices.shape[0]
        if vertices.shape != (count, 3) or not 4 <= count <= 64 or not np.isfinite(vertices).all():
            raise ModelError(
                f"Convex: its vertices are an array of shape {vertices.shape}; expected 4 to 64 "
                "points (n, 3), finite, in m."
            )
        rows: list[list[float]] = vertices.tolist()
        object.__setattr__(self, "vertices", tuple(tuple(row) for row in rows))


Shape = Box | Sphere | Ellipsoid | Cylinder | Capsule | Plane | Mesh | HeightField | Convex


def _checked(
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
