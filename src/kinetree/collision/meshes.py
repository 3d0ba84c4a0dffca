"""Distances of shapes of any kind, meshes among them, by coal."""

from functools import lru_cache
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..algorithms.kinematics import geometry_placements
from ..errors import ModelError, errors_at, needing
from ..geometry.meshes import mesh_of
from ..geometry.polyhedra import triangles
from ..model import Model
from ..model.shapes import SHAPES, Convex, HeightField, Mesh, Plane, Shape
from .distances import NearestPoints
from .pairs import colliding, resolved
from .placed import Pairs


def mesh_distances(
    model: Model, q: ArrayLike, *, pairs: Pairs = None, convex: bool = False
) -> NearestPoints:
    """The signed distances of pairs of shapes of all kinds, meshes too, with points and normals.

    By coal, one state after the other, in NumPy, without derivatives, to about 1e-6 m; deep
    overlaps of round shapes less exactly, and too deep ones of cylinders with spheres whose centre
    is inside (coal 3.0.3). Shapes with closed forms have exact ones by `kt.collision.nearest`. A
    mesh is the surface that its triangles are, as Pinocchio reads it: what is inside, and touches
    none, is at a distance > 0. Where it crosses a shape, distance, points and normal are those of
    the convex hulls: the depth parts the two, and is the least that does only if they are convex.
    `convex=True` takes the solid hulls of all meshes, at all distances, which is faster.
    Shapes: q (..., nq); results (..., n), (..., n, 2, 3) and (..., n, 3), in m, in the world.
    Needs `pip install 'kinetree[collision]'`. Raises ModelError without it, for mesh files that are
    not found or not read, pairs of planes, names that no collision geometry has, and models without
    pairs.

    >>> import kinetree as kt
    >>> rails, egg = kt.ModelBuilder("two eggs on rails"), kt.shapes.Ellipsoid((0.25, 0.1, 0.1))
    >>> for x in ("a", "b"):
    ...     rails.add_body(x, joint=kt.Prismatic("x"))
    ...     rails.add_geometry(x, parent=x, shape=egg, kind="collision")
    >>> kt.collision.mesh_distances(rails.build(), [0.0, 2.0]).distances.round(6).tolist()
    [1.5]
    """
    coal = _coal()
    T = np.asarray(geometry_placements(model, q, kind="collision"), float)
    numbers = {name: k for k, name in enumerate(colliding(model))}
    watched: list[tuple[int, Any, int, Any]] = []
    for a, b in resolved(model, pairs):
        with errors_at(f"{model.name}: {a.name} and {b.name}"):
            if isinstance(a.shape, Plane) and isinstance(b.shape, Plane):
                raise ModelError("two planes have no distance; leave the pair out of pairs.")
            shapes = [_coal_shape(x.shape) for x in (a, b)]
        first, second = map(_hull, shapes) if convex else shapes
        watched.append((numbers[a.name], first, numbers[b.name], second))
    batch, n = T.shape[:-3], len(watched)
    rows: Any = np.empty((*batch, n, 10))
    for state in np.ndindex(batch):
        places = [coal.Transform3s(x[:3, :3], x[:3, 3]) for x in T[state]]
        for k, (i, a, j, b) in enumerate(watched):
            rows[*state, k] = _nearest(a, places[i], b, places[j])
    return NearestPoints(rows[..., 0], rows[..., 1:7].reshape(*batch, n, 2, 3), rows[..., 7:])


def _nearest(a: Any, T_a: Any, b: Any, T_b: Any) -> NDArray[np.float64]:
    """The distance, both points and the normal of coal's shapes at placements in the world."""
    coal = _coal()
    x = coal.DistanceResult()
    distance = coal.distance(a, T_a, b, T_b, coal.DistanceRequest(), x)
    first, second, normal = x.getNearestPoint1(), x.getNearestPoint2(), x.normal
    meshes = isinstance(a, coal.BVHModelBase), isinstance(b, coal.BVHModelBase)
    if distance <= 0 and any(meshes):
        return _nearest(_hull(a), T_a, _hull(b), T_b)
    if all(meshes):  # coal leaves it unset
        normal = (second - first) / distance
    return np.concatenate([[distance], first, second, normal])


@lru_cache(maxsize=1024)
def _coal_shape(shape: Shape) -> Any:
    """coal's object of a shape, made once; of a mesh the surface, with its convex hull."""
    if isinstance(shape, Mesh) or type(shape) not in SHAPES:
        mesh = mesh_of(shape)
        return _surface(np.asarray(mesh.vertices), np.asarray(mesh.faces))
    if isinstance(shape, Convex):
        return _hull(_surface(np.array(shape.vertices), triangles(shape)))
    if isinstance(shape, HeightField):
        raise ModelError("coal has no HeightField; leave the pair out of pairs.")
    if isinstance(shape, Plane):
        return _coal().Halfspace(np.array([0.0, 0.0, 1.0]), 0.0)
    return getattr(_coal(), type(shape).__name__)(*shape.sizes)


def _surface(vertices: NDArray[np.float64], faces: NDArray[np.int64]) -> Any:
    """The triangles of a mesh, and its hull; coal crashes on those of flat ones: they get thick."""
    thickness = 1e-6 * max(float(np.ptp(vertices, 0).max()), 1e-6)
    spread = vertices - vertices.mean(0)
    for axis in np.linalg.eigh(spread.T @ spread)[1].T:
        if np.ptp(vertices @ axis) < thickness:
            vertices = np.concatenate([vertices, vertices + thickness * axis])
    surface = _coal().BVHModelOBBRSS()
    surface.beginModel(len(faces), len(vertices))
    surface.addVertices(vertices)
    surface.addTriangles(faces)
    surface.endModel()
    surface.buildConvexHull(True, "Qt")
    return surface


def _hull(shape: Any) -> Any:
    """The convex hull of coal's object of a mesh; other shapes themselves."""
    return getattr(shape, "convex", shape)


def _coal() -> Any:
    """The library; it has no types."""
    with needing("kt.collision.mesh_distances: {}; pip install 'kinetree[collision]'."):
        return import_module("coal")
