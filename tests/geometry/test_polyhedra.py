"""Convex polyhedra, and shapes of users, in distances, files and drawings."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial import ConvexHull
from test_height_fields import FIELD, placements, to_triangle

import kinetree as kt
from kinetree.compiler.interpreter import interpret
from kinetree.compiler.program import recorded_trace, trace_record
from kinetree.geometry.polyhedra import edges, faces, triangles
from kinetree.model.shapes import Convex, HeightField, Plane, Sphere

RNG = np.random.default_rng(5)
CUBE = np.array([*np.ndindex(2, 2, 2)], float)
SOLIDS = {
    "a tetrahedron": np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]]),
    "a cube": CUBE,
    "a grid": np.array([*np.ndindex(3, 3, 3)], float) / 2,  # with points on edges, in faces, inside
    "a prism": np.array([[np.cos(a), np.sin(a), z] for a in range(6) for z in (0, 1.0)]),
    "a slab": CUBE * [1, 1, 1e-4],
    "a cloud": RNG.normal(size=(64, 3)),
    "far away": RNG.normal(size=(20, 3)) + 100,
    "tiny": RNG.normal(size=(20, 3)) * 1e-3,
}


def function(first: Any, second: Any) -> Any:
    @kt.function("(4,4)->(),(3),(3),(3)")
    def nearest(placement: Any) -> Any:
        T = kt.SE3.from_matrix(placement)
        result = kt.geometry.nearest(first, kt.SE3.identity(), second, T)
        return dict(zip("dabn", result, strict=True))

    return nearest


@pytest.mark.parametrize("name", SOLIDS)
def test_faces_are_those_of_the_hull(name: str) -> None:
    x = SOLIDS[name]
    shape, hull = Convex(x), ConvexHull(x)
    corners = {i for _, face in faces(shape) for i in face}
    assert len(faces(shape)) - len(edges(shape)) + len(corners) == 2  # Euler
    for n, face in faces(shape):
        assert abs(np.linalg.norm(n) - 1) < 1e-14
        assert ((x - x[face[0]]) @ n).max() < 1e-8 * np.ptp(x, 0).max()
        assert np.cross(x[face[1]] - x[face[0]], x[face[2]] - x[face[1]]) @ n > 0
    t = x[triangles(shape)] - x.mean(0)
    assert abs(np.linalg.det(t).sum() / 6 - hull.volume) < 1e-12 * hull.volume + 1e-24
    assert len(t) == 2 * len(corners) - 4


@pytest.mark.parametrize("noise", [1e-10, 1e-9, 1e-8, 1e-7])
def test_a_nearly_flat_end_is_one_face_or_triangles_that_do_not_overlap(noise: float) -> None:
    # 30 vertices that were written with few digits made 2,066 triangles of 124
    angles = np.arange(30) * 0.2
    x = np.array([[np.cos(a), np.sin(a), z] for a in angles for z in (0, 1.0)])
    x[:, 2] += noise * RNG.normal(size=60)
    shape = Convex(x)
    corners = {i for _, face in faces(shape) for i in face}
    assert len(faces(shape)) - len(edges(shape)) + len(corners) == 2
    assert len(triangles(shape)) == 2 * len(corners) - 4
    t = x[triangles(shape)] - x.mean(0)
    assert np.linalg.det(t).sum() / 6 == pytest.approx(ConvexHull(x).volume, rel=10 * noise)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ["a cube", "a cloud", "a slab", "tiny"])
def test_a_sphere_over_a_face_is_as_far_as_the_face(name: str, dtype: str) -> None:
    """Near and far, to the rounding of the coordinates: feet on faces are not beside them."""
    x, rng = SOLIDS[name], np.random.default_rng(3)
    hull, size = ConvexHull(x), np.ptp(x, 0).max()
    weights = rng.dirichlet([1.0] * 3, size=(8, len(hull.simplices)))
    feet = np.einsum("ijk,jkl->ijl", weights, x[hull.simplices])
    for away in size * np.array([1e-3, 0.1, 1.0, 1e2, 1e4]):
        T = np.tile(np.eye(4), (*feet.shape[:2], 1, 1))
        T[..., :3, 3] = feet + away * hull.equations[:, :3]
        distances = function(Convex(x), Sphere(1e-3 * size))(T.astype(dtype)).d
        error = abs(distances + 1e-3 * size - away).max() / (size + away)
        assert error < 16 * np.finfo(dtype).eps


@pytest.mark.parametrize("name", SOLIDS)
def test_spheres_are_as_far_as_from_the_hull(name: str) -> None:
    x, hull = SOLIDS[name], ConvexHull(SOLIDS[name])
    size = np.ptp(x, 0).max()
    p = x.mean(0) + RNG.normal(size=(500, 3)) * size * 0.6
    p[:50] = x[RNG.integers(len(x), size=50)]  # at vertices
    shape = Convex(x)
    r = function(shape, Sphere(0.1))(placements(p))
    outside = np.min([to_triangle(p, x[t]) for t in hull.simplices], 0)
    inside = (hull.equations[:, :3] @ p.T + hull.equations[:, 3:]).max(0)
    rounding = 1e-13 * (size + abs(x).max())
    exact = np.where(inside < 0, inside, outside) - 0.1
    np.testing.assert_allclose(r.d, exact, rtol=0, atol=20 * rounding)
    np.testing.assert_allclose(r.a + r.d[:, None] * r.n, r.b, rtol=0, atol=rounding)
    np.testing.assert_allclose(np.linalg.norm(r.n, axis=1), 1, rtol=1e-12)

    @kt.function("(3)->()")
    def distance(p: Any) -> Any:
        T = kt.SE3(kt.math.eye(3), p)
        return kt.geometry.nearest(shape, kt.SE3.identity(), Sphere(0.1), T).distance

    apart = abs(r.d + 0.1) > 1e-4 * size
    np.testing.assert_allclose(kt.grad(distance, "p")(p)[apart], r.n[apart], atol=1e-9)


def test_planes_and_fields_are_below_the_lowest_vertex() -> None:
    x = SOLIDS["a cloud"] * 0.2
    R = np.array([kt.SO3.exp(w).matrix for w in RNG.normal(size=(100, 3))], float)
    T = placements(RNG.uniform([0, -1, 0.5], [1, 1, 2], (100, 3)), R)
    there = x @ R.swapaxes(1, 2) + T[:, None, :3, 3]
    np.testing.assert_allclose(function(Plane(), Convex(x))(T).d, there[..., 2].min(-1), atol=1e-15)
    every = function(FIELD, Sphere(0.0))
    points = [every(placements(there[:, k])).d for k in range(len(x))]
    found = function(FIELD, Convex(x))(T).d
    assert (found >= np.min(points, 0) - 1e-14).all()
    assert (found <= np.min(points, 0) + 1e-14).mean() > 0.6  # the lowest is mostly the nearest


@pytest.mark.parametrize("other", [Sphere(0.1), Plane(), FIELD], ids=lambda x: type(x).__name__)
def test_a_polyhedron_chosen_by_an_index_is_that_one(other: Any) -> None:
    """Of several with different numbers of faces; also in Python, and by the interpreter."""
    shapes = [Convex(SOLIDS[x]) for x in ("a tetrahedron", "a cloud", "a prism", "a grid")]

    @kt.function("(),(4,4)->(),(3)")
    def nearest(k: Any, placement: Any) -> Any:
        T = kt.SE3.from_matrix(placement)
        first = Convex.one_of(shapes, k.flat[0]), T
        x = kt.geometry.nearest(*first, other, kt.SE3.identity())
        return {"d": x.distance, "n": x.normal}

    T = placements(RNG.normal(size=(40, 3)) + np.array([0, 0, 2]))
    trace = nearest.trace()
    again = recorded_trace(json.loads(json.dumps(trace_record(trace))))
    for k, shape in enumerate(shapes):
        chosen, inverse = nearest(np.full(40, float(k)), T), np.linalg.inv(T)
        one = function(shape, other)(inverse)
        assert chosen.d == pytest.approx(one.d, abs=1e-12)
        assert chosen.d[0] == pytest.approx(float(nearest.evaluate(float(k), T[0]).d), abs=1e-12)
        np.testing.assert_array_equal(interpret(again, np.full(40, float(k)), T)[0], chosen.d)


def test_other_shapes_of_the_model_are_saved_drawn_and_told_apart(tmp_path: Path) -> None:
    builder = kt.ModelBuilder("ground and stone")
    builder.add_body("stone", joint=kt.FreeFlyer())
    stone = Convex(SOLIDS["a prism"])
    builder.add_geometry("stone", parent="stone", shape=stone, kind="collision")
    builder.add_geometry("ground", parent="world", shape=FIELD, kind="collision")
    model = builder.build()
    kt.save(model, tmp_path / "model.json")
    again = kt.load(tmp_path / "model.json")
    assert again == model and again.geometries == model.geometries
    q = [0, 0, 2.0, 0, 0, 0, 1]
    assert kt.collision.distances(again, q) == kt.collision.distances(model, q) > 0.5
    other = HeightField(np.array(FIELD.heights) + 0.5, FIELD.grid)
    raised = model.replace(geometries=[model.geometries[0], _with(model.geometries[1], other)])
    assert 0.3 < (kt.collision.distances(model, q) - kt.collision.distances(raised, q))[0] < 0.6
    meshes = pytest.importorskip("kinetree.geometry.meshes")
    drawn = meshes.mesh_of(stone)
    assert (
        drawn.is_watertight and abs(drawn.volume / ConvexHull(SOLIDS["a prism"]).volume - 1) < 1e-9
    )
    ground = meshes.mesh_of(FIELD)
    assert len(ground.faces) == 2 * 8 * 7 and (ground.face_normals[:, 2] > 0).all()
    with pytest.raises(kt.ModelError, match=r"stone and ground: coal has no HeightField"):
        kt.collision.mesh_distances(model, q)
    two = model.replace(geometries=[model.geometries[0], _with(model.geometries[1], Sphere(0.1))])
    np.testing.assert_allclose(
        kt.collision.mesh_distances(two, q).distances, kt.collision.distances(two, q), atol=1e-6
    )


def _with(geometry: Any, shape: Any) -> Any:
    return kt.Geometry(geometry.name, "collision", "world", 0, kt.SE3.identity(), shape)


@pytest.mark.parametrize(
    "vertices, message",
    [
        (np.zeros((3, 3)), r"shape \(3, 3\); expected 4 to 64"),
        (np.zeros((65, 3)), "4 to 64"),
        (np.full((4, 3), np.nan), "finite"),
        ("cube", "4 to 64"),
        (np.zeros((5, 2)), r"shape \(5, 2\)"),
    ],
)
def test_bad_vertices_are_refused(vertices: Any, message: str) -> None:
    with pytest.raises(kt.ModelError, match=message):
        Convex(vertices)


@pytest.mark.parametrize("x", [np.zeros((4, 3)), CUBE * [1, 1, 0], CUBE * [1, 1, 1e-12]])
def test_flat_solids_are_refused(x: Any) -> None:
    with pytest.raises(kt.ModelError, match="vertices are in one plane; expected a solid"):
        function(Convex(x), Sphere(1.0))(np.eye(4))
