"""Height fields: distances to all of their triangles, by brute force; lowest points of shapes."""

from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.model.shapes import Box, Capsule, Cylinder, HeightField, Sphere

RNG = np.random.default_rng(3)
GRID = (-1.0, -2.0, 0.5, 0.6)
HEIGHTS = RNG.normal(size=(9, 8)) * 0.3
FIELD = HeightField(HEIGHTS, GRID)


def nearest(shape: Any, field: HeightField = FIELD) -> Any:
    @kt.function("(4,4)->(),(3),(3),(3)")
    def function(placement: Any) -> Any:
        T = kt.SE3.from_matrix(placement)
        return dict(zip(("d", "a", "b", "n"), _nearest(field, T, shape), strict=True))

    return function


def _nearest(field: Any, T: kt.SE3, shape: Any) -> Any:
    return kt.geometry.nearest(field, kt.SE3.identity(), shape, T)


def placements(p: Any, R: Any = None) -> Any:
    T = np.tile(np.eye(4), (len(p), 1, 1))
    T[:, :3, 3] = p
    T[:, :3, :3] = np.eye(3) if R is None else R
    return T


def triangles() -> Any:
    """The triangles of the field, two in each cell."""
    i, j = np.indices(HEIGHTS.shape)
    v = np.stack([GRID[0] + GRID[2] * i, GRID[1] + GRID[3] * j, HEIGHTS], -1)
    a, b, c, d = v[:-1, :-1], v[1:, :-1], v[1:, 1:], v[:-1, 1:]
    return np.concatenate([np.stack([a, b, c], 2), np.stack([a, c, d], 2)]).reshape(-1, 3, 3)


def to_triangle(p: Any, t: Any) -> Any:
    """The distances of points to a triangle: of the foot inside it, or of its edges."""
    n = np.cross(t[1] - t[0], t[2] - t[0])
    n /= np.linalg.norm(n)
    foot = p - np.outer((p - t[0]) @ n, n)
    sides = [np.cross(t[k - 2] - t[k], foot - t[k]) @ n for k in range(3)]
    best = np.where(np.min(sides, 0) >= 0, abs((p - t[0]) @ n), np.inf)
    for k in range(3):
        e = t[k - 2] - t[k]
        s = np.clip((p - t[k]) @ e / (e @ e), 0, 1)
        best = np.minimum(best, np.linalg.norm(p - t[k] - np.outer(s, e), axis=1))
    return best


def height(p: Any) -> Any:
    """The field's height below points, by interpolation along the diagonal's two sides."""
    u, v = (p[:, 0] - GRID[0]) / GRID[2], (p[:, 1] - GRID[1]) / GRID[3]
    i, j = np.clip(np.floor(u).astype(int), 0, 7), np.clip(np.floor(v).astype(int), 0, 6)
    u, v = u - i, v - j
    a, b, c, d = HEIGHTS[i, j], HEIGHTS[i + 1, j], HEIGHTS[i + 1, j + 1], HEIGHTS[i, j + 1]
    return np.where(u > v, a + u * (b - a) + v * (c - b), a + v * (d - a) + u * (c - d))


def test_points_are_as_far_as_from_all_triangles() -> None:
    p = RNG.uniform([-0.7, -1.6, -1], [2.7, 1.9, 1.2], (4000, 3))
    r = nearest(Sphere(0.0))(placements(p))
    exact = np.min([to_triangle(p, t) for t in triangles()], 0)
    near = exact < 0.25  # half a cell
    assert near.sum() > 1000
    assert abs(abs(r.d) - exact)[near].max() < 1e-14
    assert (abs(r.d) >= exact - 1e-14).all()  # of some of the triangles
    assert (np.sign(r.d) == np.sign(p[:, 2] - height(p))).all()
    np.testing.assert_allclose(r.a + r.d[:, None] * r.n, r.b, atol=1e-14)
    np.testing.assert_allclose(np.linalg.norm(r.n, axis=1), 1, rtol=1e-14)
    on = placements(np.column_stack([p[:, :2], height(p)]))
    assert abs(nearest(Sphere(0.0))(on).d).max() < 1e-15
    assert abs(nearest(Sphere(0.3))(on).d + 0.3).max() < 1e-14


def test_gradients_are_normals_and_continuous_across_the_surface() -> None:
    @kt.function("(3)->()")
    def distance(p: Any) -> Any:
        T = kt.SE3(kt.math.eye(3), p)
        return _nearest(HeightField(HEIGHTS, GRID), T, Sphere(0.1)).distance

    p = RNG.uniform([-0.7, -1.6, -1], [2.7, 1.9, 1.2], (500, 3))
    r = nearest(Sphere(0.1))(placements(p))
    np.testing.assert_allclose(kt.grad(distance, "p")(p), r.n, atol=1e-12)
    p[:, 2] = height(p)
    shifts = np.outer([-1e-12, 0, 1e-12], [0, 0, 1.0])
    slopes = [kt.grad(distance, "p")(p + shift) for shift in shifts]
    np.testing.assert_allclose(slopes[0], slopes[1], atol=1e-9)
    np.testing.assert_allclose(slopes[2], slopes[1], atol=1e-9)


@pytest.mark.parametrize(
    "shape",
    [Capsule(0.1, 0.4), Box((0.2, 0.3, 0.5)), Cylinder(0.2, 0.5)],
    ids=lambda x: type(x).__name__,
)
def test_shapes_on_a_slope_are_as_on_a_plane(shape: Any) -> None:
    """A field that is one plane, seen from its own frame."""
    slope = np.array([0.3, -0.2])
    i, j = np.indices((12, 12))
    field = HeightField(slope[0] * (i * 0.5 - 3) + slope[1] * (j * 0.5 - 3), (-3.0, -3.0, 0.5, 0.5))
    n = np.array([-slope[0], -slope[1], 1]) / np.sqrt(1 + slope @ slope)
    R = np.array([kt.SO3.exp(x).matrix for x in RNG.normal(size=(300, 3))], float)
    T = placements(RNG.uniform([-1, -1, 0.2], [1, 1, 1], (300, 3)), R)
    side = np.cross(n, [1.0, 0, 0])
    side /= np.linalg.norm(side)
    plane = np.column_stack([np.cross(side, n), side, n])
    in_plane = np.tile(np.eye(4), (300, 1, 1))
    in_plane[:, :3, :3], in_plane[:, :3, 3] = plane.T @ R, T[:, :3, 3] @ plane

    @kt.function("(4,4)->()")
    def exact(placement: Any) -> Any:
        return _nearest(kt.shapes.Plane(), kt.SE3.from_matrix(placement), shape).distance  # type: ignore

    r = nearest(shape, field)(T)
    expected = exact(in_plane)
    if isinstance(shape, Cylinder):  # its rim is taken where it is lowest, not nearest
        assert (r.d >= expected - 1e-12).all() and abs(r.d - expected).max() < 0.05
    else:
        np.testing.assert_allclose(r.d, expected, atol=1e-12)


def test_beyond_its_border_a_field_goes_on() -> None:
    r = nearest(Sphere(0.0))(placements([[50.0, 70, 1.0], [-50, -60, 0.5]]))
    np.testing.assert_allclose(r.d, [1 - HEIGHTS[-1, -1], 0.5 - HEIGHTS[0, 0]], rtol=1e-14)


@pytest.mark.parametrize(
    "heights, grid, message",
    [
        ([[0.0, 1], [np.nan, 0]], GRID, r"heights are an array of shape \(2, 2\); expected finite"),
        ([[0.0, 1]], GRID, "at least two along x"),
        ([[0.0, 1], [2]], GRID, "at least two"),
        ("flat", GRID, "at least two"),
        ([[0.0, 1], [1, 0]], (0, 0, 0.0, 1), "spacings > 0"),
        ([[0.0, 1], [1, 0]], (0, 0, 1), "expected 4 finite numbers"),
    ],
)
def test_bad_fields_are_refused(heights: Any, grid: Any, message: str) -> None:
    with pytest.raises(kt.ModelError, match=message):
        HeightField(heights, grid)
