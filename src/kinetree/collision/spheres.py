"""Models of spheres: the shapes of a robot covered by them, and how far they reach beyond."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError, ShapeError, errors_at, needing
from ..geometry.meshes import mesh_of
from ..model import Model, shapes
from ..model.parts import Geometry, touching
from ..spatial import SE3
from .pairs import WORLD

Numbers = NDArray[np.float64]
Cover = tuple[Numbers, Numbers, float]
"""Centres (n, 3) and radii (n) of spheres, and how far they reach beyond a shape, in m."""

_MOST: Final = 1000
"""Spheres of a shape; a model of more is of no use."""
_PIECES: Final = 50_000
"""Triangles that a surface is cut into."""
_EDGE: Final = 0.75
"""The longest edge of a piece, in tolerances."""
_CANDIDATES: Final = 200
"""Spheres among which the next ones of a cover are chosen."""


class SphereModel(NamedTuple):
    """A model whose collision shapes are spheres, and how far they reach beyond the shapes."""

    model: Model
    errors: Mapping[str, float]
    """In m, by the names of the geometries that were replaced; no more than the tolerance."""


def with_spheres(model: Model, *, tolerance: float) -> SphereModel:
    """A model whose collision shapes are covered by spheres, as few as were found.

    No point of the spheres is farther than `tolerance`, in m, from the shape that they stand for;
    `errors` has the bound that they keep. They cover boxes and capsules entirely, and the surfaces
    of others, of which a sphere holds each piece of a triangle; hollows deep inside may stay. The
    solid of a mesh is on the inner side of its triangles. The spheres of the geometry "hand" are
    "hand sphere 0", "hand sphere 1" and so on, in pairs, too; planes, spheres, height fields and
    the shapes of the world but for meshes and ellipsoids stay, as do visual shapes. A shape of your
    own is covered by an entry of `kt.collision.COVERS`, or by its triangles, `kt.geometry.MESHES`.
    Needs `pip install 'kinetree[mesh]'` for all but boxes and capsules. Raises ShapeError unless
    tolerance > 0, ModelError for mesh files that are not read and for more than 1000 spheres each.

    >>> import kinetree as kt
    >>> builder = kt.ModelBuilder("a hand")
    >>> builder.add_body("hand", joint=kt.FreeFlyer())
    >>> rod = kt.shapes.Capsule(0.05, 0.24)
    >>> builder.add_geometry("hand", parent="hand", shape=rod, kind="collision")
    >>> spheres = kt.collision.with_spheres(builder.build(), tolerance=0.02)
    >>> len(spheres.model.geometries), round(spheres.errors["hand"], 4)
    (4, 0.014)
    """
    if not tolerance > 0:
        raise ShapeError(f"with_spheres: tolerance is {tolerance!r}; expected a length > 0, in m.")
    geometries: list[Geometry] = []
    errors: dict[str, float] = {}
    parts: dict[str, list[str]] = {x: [x] for x in touching(model.geometries)}
    cover_of = lru_cache(partial(_cover, tolerance=float(tolerance)))
    for x in model.geometries:
        in_world = x.body in WORLD and not isinstance(x.shape, shapes.Mesh | shapes.Ellipsoid)
        cover = None
        if x.kind == "collision" and not in_world:
            with errors_at(f"{model.name}: {x.name}"):
                cover = cover_of(x.shape)
        if cover is None:
            geometries.append(x)
            continue
        errors[x.name], parts[x.name] = cover[2], []
        for k, (c, r) in enumerate(zip(*cover[:2], strict=True)):
            T = x.placement @ SE3(np.eye(3), c)
            ball = shapes.Sphere(float(r))
            parts[x.name].append(f"{x.name} sphere {k}")
            geometries.append(replace(x, name=parts[x.name][-1], placement=T, shape=ball))
    pairs = [x for a, b in model.collision_pairs for x in product(parts[a], parts[b])]
    surfaces = [
        replace(x, first=a, second=b)
        for x in model.pair_surfaces
        for a, b in product(parts[x.first], parts[x.second])
    ]
    covered = model.replace(geometries=geometries, collision_pairs=pairs, pair_surfaces=surfaces)
    return SphereModel(covered, errors)


def _cover(shape: shapes.Shape, tolerance: float) -> Cover | None:
    """Spheres that cover a shape; None of shapes that stay."""
    with needing("covers by spheres: {}; pip install 'kinetree[mesh]'."):
        cover = COVERS.get(type(shape), _cover_mesh)
        return None if cover is None else cover(shape, tolerance)


def _cover_mesh(shape: shapes.Shape, tolerance: float) -> Cover:
    return _cover_surface(np.asarray(mesh_of(shape).triangles), 0.0, tolerance)


def _cover_capsule(shape: shapes.Capsule, tolerance: float) -> Cover:
    """A row along the axis, from end to end: half way between two, they meet on the side."""
    R, L = shape.radius, shape.length
    if tolerance >= L / 2:
        return np.zeros((1, 3)), np.array([R + L / 2]), L / 2
    gaps = _counted(L / (2 * np.sqrt((R + tolerance) ** 2 - R**2)))
    r = float(np.hypot(R, L / gaps / 2))
    heights = np.linspace(-L / 2, L / 2, gaps + 1)
    return heights[:, None] * [0.0, 0.0, 1.0], np.full(gaps + 1, r), r - R


def _cover_box(shape: shapes.Box, tolerance: float) -> Cover:
    """A grid: the spheres about equal cells, of the least number that keep the tolerance.

    A sphere reaches beyond the box by its radius without half the shortest edge of a cell.
    """
    size = np.array(shape.size)
    order = np.argsort(size)[::-1]
    A, B, C = size[order]
    j, k = np.indices((60, 60)) + 1
    b, c = B / j, C / k
    room = (2 * tolerance + np.minimum(b, c)) ** 2 - b**2 - c**2
    i = np.maximum(np.ceil(A / np.sqrt(np.maximum(room, 1e-300)) - 1e-9), 1)
    cells = np.array([A / i, b, c])
    error = (np.sqrt((cells**2).sum(0)) - cells.min(0)) / 2
    count = np.where(error <= tolerance * (1 + 1e-9), i * j * k, np.inf)
    best = np.unravel_index(np.argmin(count), count.shape)
    _counted(float(count[best]))
    counts = np.empty(3, int)
    counts[order] = i[best], j[best], k[best]
    cell = np.array(list(np.ndindex(*counts.tolist())))
    centres = ((cell + 0.5) / counts - 0.5) * size
    r = float(np.linalg.norm(size / counts)) / 2
    return centres, np.full(len(centres), r), float(error[best])


def _counted(count: float) -> int:
    """The number of spheres, rounded up. Raises ModelError if there are too many."""
    if not count < _MOST:
        raise ModelError(f"it takes more than {_MOST} spheres; pass a larger tolerance.")
    return int(np.ceil(count))


def _cover_cylinder(shape: shapes.Cylinder, tolerance: float) -> Cover:
    import trimesh

    R = shape.radius
    sides = max(16, min(int(2 * np.pi * R / (_EDGE * tolerance)), _PIECES))
    mesh = trimesh.creation.cylinder(radius=R, height=shape.length, sections=sides)
    return _cover_surface(np.asarray(mesh.triangles), R * (1 - np.cos(np.pi / sides)), tolerance)


def _cover_ellipsoid(shape: shapes.Ellipsoid, tolerance: float) -> Cover:
    import trimesh

    mesh = trimesh.creation.icosphere(subdivisions=4)
    depth = 1 - float((mesh.face_normals * mesh.triangles[:, 0]).sum(1).min())
    corners = np.asarray(mesh.triangles) * shape.radii
    return _cover_surface(corners, max(shape.radii) * depth, tolerance)


def _cut(corners: Numbers, edge: float) -> Numbers:
    """Triangles (n, 3, 3) halved at their longest edges until none is longer than this one."""
    pieces = [corners[:0]]
    while len(corners):
        lengths = _edges(corners)
        long = lengths.max(1) > edge
        pieces.append(corners[~long])
        if sum(map(len, pieces)) + 2 * long.sum() > _PIECES:
            raise ModelError("the tolerance is too small for its size; pass a larger one.")
        turned = (lengths[long].argmax(1)[:, None] + np.arange(3)) % 3
        a, b, c = np.moveaxis(np.take_along_axis(corners[long], turned[..., None], 1), 1, 0)
        middle = (a + b) / 2
        corners = np.concatenate([np.stack([a, middle, c], 1), np.stack([middle, b, c], 1)])
    return np.concatenate(pieces)


def _edges(corners: Numbers) -> Numbers:
    """The lengths of edges of triangles, the first from the first corner to the second."""
    return np.linalg.norm(corners - np.roll(corners, -1, 1), axis=-1)


def _cover_surface(corners: Numbers, gap: float, tolerance: float) -> Cover:
    """A cover of triangles (n, 3, 3) with corners on a surface that is as near to them as `gap`.

    A greedy choice: of balls that the surface holds, larger by the tolerance, the best ones. Balls
    touch pieces that are not yet covered. One whose nearest vertex is at a distance r has room for
    sqrt(r^2 - spacing^2): a point of a triangle is as near to a vertex, at a right angle.
    """
    outwards = np.linalg.det(corners).sum() >= 0
    corners = _cut(corners if outwards else corners[:, ::-1], _EDGE * tolerance)
    vertices, faces = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(across, axis=1) + 1e-300
    normals, spacing = across / areas[:, None], float(_edges(corners).max()) / np.sqrt(3)
    shares = (areas / areas.max() + 1e-6).astype(np.float32)
    faces, left, rng = faces.reshape(-1, 3), np.arange(len(corners)), np.random.default_rng(0)
    centres, radii, errors = list[Numbers](), list[float](), [0.0]
    while len(left):
        sample = rng.choice(left, min(len(left), _CANDIDATES), replace=False)
        c, r = _inner_balls(corners[sample].mean(1), normals[sample], vertices)
        room = np.sqrt(np.maximum(r**2 - spacing**2, 0))
        reached = _distances(c, vertices) <= (room + tolerance - gap)[:, None]
        covers = reached[:, faces[left]].all(2)
        while covers.any():
            best = int((covers @ shares[left]).argmax())
            far = np.linalg.norm(corners[left[covers[best]]] - c[best], axis=-1).max()
            centres.append(c[best])
            radii.append(float(far) + gap)
            errors.append(radii[-1] - float(room[best]))
            _counted(len(radii))
            left, covers = left[~covers[best]], covers[:, ~covers[best]]
    return np.array(centres), np.array(radii), max(errors)


def _inner_balls(p: Numbers, n: Numbers, vertices: Numbers) -> tuple[Numbers, Numbers]:
    """Centres and radii of balls that touch points p of a surface from inside and hold no vertices.

    They shrink until they do [Ma2012]; points with nothing opposite have balls of no size.
    """
    size = 2 * float(np.linalg.norm(np.ptp(vertices, 0)))
    r, larger = np.full(len(p), size), np.full(len(p), np.inf)
    while (r < larger).any():
        q = vertices[_distances(p - r[:, None] * n, vertices).argmin(1)] - p
        depth = -(q * n).sum(1)
        touching = (q**2).sum(1) / (2 * np.where(depth > 0, depth, 1e-300))
        r, larger = np.minimum(r, touching), r
    r = np.where(r < size, r, 0)
    return p - r[:, None] * n, r


def _distances(a: Numbers, b: Numbers) -> Numbers:
    """The distances of all points of a (m, 3) to all of b (n, 3)."""
    squares = (a**2).sum(1)[:, None] + (b**2).sum(1) - 2 * a @ b.T
    return np.sqrt(np.maximum(squares, 0))


COVERS: Final[dict[type, Callable[[Any, float], Cover] | None]] = {
    shapes.Box: _cover_box,
    shapes.Capsule: _cover_capsule,
    shapes.Cylinder: _cover_cylinder,
    shapes.Ellipsoid: _cover_ellipsoid,
    **dict.fromkeys((shapes.Sphere, shapes.Plane, shapes.HeightField)),
}
"""The cover of a shape within a tolerance, by its kind; the triangles of other kinds are covered.

None is for shapes that stay.
"""
