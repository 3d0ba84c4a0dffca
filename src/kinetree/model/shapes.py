"""Shapes of bodies for display and collision: plain data, in metres."""
# pyright: reportUnknownMemberType=false

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, final
from urllib.parse import unquote

import numpy as np

from ..errors import ModelError
from ..spatial import Inertia
from ..spatial.solids import mesh_moments
from .mesh_files import candidates
from .solids import Box, Capsule, Cylinder, Ellipsoid, Sphere, checked
from .solids import Sized as Sized

__all__ = ["Box", "Capsule", "Convex", "Cylinder", "Ellipsoid", "HeightField", "Mesh", "Plane"]
__all__ += ["Shape", "Sphere"]


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
        object.__setattr__(self, "scale", checked(self, "scale", 3))

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

    def inertia(self, density: float) -> Inertia:
        """The inertia of the solid within the mesh with a density in kg/m^3, about its origin.

        Raises ModelError as `load`, and where the mesh is not closed.
        """
        mesh = self.load()
        if not mesh.is_watertight:
            raise ModelError(f"{self.path}: the mesh is not closed; use `load().convex_hull`.")
        volume, _, _ = mesh_moments(mesh.vertices, mesh.faces)
        return Inertia.of_mesh(density * volume, mesh.vertices, mesh.faces)

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
        object.__setattr__(self, "grid", checked(self, "grid", 4))
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


class Several(NamedTuple):
    """Polyhedra, of which a computed index, a whole number, chooses one."""

    shapes: "tuple[Convex, ...]"
    index: Any


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

    @classmethod
    def one_of(cls, shapes: Iterable[Self], index: Any) -> Self:
        """The one at an index, which may be a traced number: its vertices are `Several`."""
        shape = object.__new__(cls)
        object.__setattr__(shape, "vertices", Several(tuple(shapes), index))
        return shape


SHAPES: Final = (Box, Sphere, Ellipsoid, Cylinder, Capsule, Plane, Mesh, HeightField, Convex)
Shape = Sized | Plane | Mesh | HeightField | Convex
"""A shape; one of a user's is `Sized`."""
