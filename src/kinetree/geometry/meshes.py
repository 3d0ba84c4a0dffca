"""Shapes as meshes of triangles: what is drawn, and covered by spheres."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..errors import ModelError
from ..model import shapes
from .polyhedra import triangles

if TYPE_CHECKING:
    from trimesh import Trimesh

_LARGE: Final = 10.0
"""Half the edge of the square that stands for a plane, in m."""


def mesh_of(shape: shapes.Shape) -> "Trimesh":
    """A shape as a mesh. Raises ModelError for a kind that is not in `MESHES`."""
    name = type(shape).__name__
    if type(shape) not in MESHES:
        raise ModelError(
            f"no mesh of {name}; give the kind one, kt.geometry.MESHES[{name}] = a function of the "
            "shape that returns a trimesh.Trimesh."
        )
    return MESHES[type(shape)](shape)


def _make() -> Any:
    from trimesh import creation

    return creation


def _mesh(vertices: Any, faces: Any) -> "Trimesh":
    from trimesh import Trimesh

    return Trimesh(vertices, faces, process=False)


def _ground(shape: shapes.HeightField) -> "Trimesh":
    """The triangles of a height field."""
    x0, y0, dx, dy = shape.grid
    heights = np.array(shape.heights)
    i, j = np.indices(heights.shape)
    vertices = np.stack([x0 + dx * i, y0 + dy * j, heights], -1).reshape(-1, 3)
    number = np.arange(heights.size).reshape(heights.shape)
    a, b, c, d = number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]
    faces = np.concatenate([np.stack([a, b, c], -1), np.stack([a, c, d], -1)]).reshape(-1, 3)
    return _mesh(vertices, faces)


MESHES: Final[dict[type, Callable[[Any], "Trimesh"]]] = {
    shapes.Mesh: shapes.Mesh.load,
    shapes.Box: lambda x: _make().box(extents=x.size),
    shapes.Sphere: lambda x: _make().icosphere(subdivisions=3, radius=x.radius),
    shapes.Ellipsoid: lambda x: _make().icosphere(subdivisions=3).apply_scale(x.radii),
    shapes.Cylinder: lambda x: _make().cylinder(radius=x.radius, height=x.length),
    shapes.Capsule: lambda x: _make().capsule(radius=x.radius, height=x.length),
    shapes.Convex: lambda x: _mesh(x.vertices, triangles(x)),
    shapes.HeightField: _ground,
    shapes.Plane: lambda _: _make().box(extents=(2 * _LARGE, 2 * _LARGE, 1e-3)),
}
"""The mesh of a shape, by its kind; needs `pip install 'kinetree[mesh]'`."""
