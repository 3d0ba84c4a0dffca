"""Markers in a scene of viser: shapes, paths and placements that rest in the world."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..errors import ShapeError
from ..geometry.meshes import mesh_of
from ..model.shapes import Shape
from ..model.values import numbers
from .drawing import linear, poses
from .meshes import Color

Marker = Shape | ArrayLike


def draw_marker(scene: Any, name: str, marker: Marker, T: ArrayLike | None, color: Color) -> Any:
    """The node of a shape at placements T (..., 4, 4), a path (n, 3), or axes of placements."""
    array = numbers("view: marker", np.eye(4) if T is None else T)
    if not isinstance(marker, Shape):
        array = numbers("view: marker", marker)
    if array.shape[-2:] == (4, 4):
        where = poses(array.reshape(-1, 4, 4))
        if not isinstance(marker, Shape):
            return scene.add_batched_axes(name, *where, axes_length=0.15, axes_radius=0.006)
        mesh, alpha = mesh_of(marker), None if color[3] >= 1 else color[3]
        vertices, faces = np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32)
        return scene.add_batched_meshes_simple(
            name, vertices, faces, *where, batched_colors=linear(color), opacity=alpha
        )
    if isinstance(marker, Shape) or array.ndim != 2 or array.shape[1] != 3 or len(array) < 2:
        raise ShapeError(
            f"view: a marker has shape {array.shape}; expected placements (..., 4, 4), of one of "
            "kt.shapes or as axes, or the points of a path (n, 3), n > 1."
        )
    segments = np.stack([array[:-1], array[1:]], 1).astype(np.float32)
    rgb = np.round(255 * np.array(color[:3])).astype(np.uint8)
    return scene.add_line_segments(name, segments, rgb, thickness=0.006)
