"""Points of contact: on both shapes, as deep as these overlap, and all of a common face."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.spatial import ConvexHull, HalfspaceIntersection
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.geometry.box_faces import FAR
from kinetree.geometry.manifolds import MANIFOLDS, contact_points, number_of_points
from kinetree.model.shapes import Box, Capsule, Convex, Cylinder, HeightField, Plane

SHAPES = {
    Box: Box((0.4, 0.6, 0.8)),
    Capsule: Capsule(0.2, 0.7),
    Cylinder: Cylinder(0.3, 0.8),
    Convex: Convex(tuple(product((-0.2, 0.2), (-0.3, 0.3), (-0.4, 0.4)))),
    Plane: Plane(),
    HeightField: HeightField(((0.0,) * 9,) * 9, (-4.0, -4.0, 1.0, 1.0)),
}


def placement(rotation: Any, translation: Any) -> Any:
    return kt.SE3(rotation.as_matrix().tolist(), list(translation))


def points(a: Any, b: Any, T: Any, T_a: Any = None) -> list[dict[str, Any]]:
    T_a = kt.SE3.identity() if T_a is None else T_a
    listed = contact_points(a, T_a, b, T_a @ T)
    assert len(listed) == number_of_points(a, b) == number_of_points(b, a)
    return [{k: np.array(x, float) for k, x in p._asdict().items()} for p in listed]


def existing(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [p for p in listed if p["distance"] < FAR]


@pytest.mark.parametrize("kinds", sorted(MANIFOLDS, key=str))
@pytest.mark.parametrize("seed", range(8))
def test_points_are_on_both_surfaces_and_as_deep_as_the_shapes_overlap(
    kinds: Any, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    a, b = (SHAPES[kind] for kind in kinds)
    flat = kinds[0] in (Plane, HeightField)
    at = (0.13, 0.21, 0.35) if flat else 0.6 * rng.uniform(-1, 1, 3)
    T = placement(Rotation.random(random_state=seed), at)
    T_a = placement(Rotation.random(random_state=seed + 99), rng.normal(size=3))
    listed, nearest = existing(points(a, b, T, T_a)), kt.geometry.nearest(a, T_a, b, T_a @ T)
    for p in listed:
        assert p["normal"] @ p["normal"] == pytest.approx(1, abs=1e-14)
        assert p["second"] == pytest.approx(p["first"] + p["distance"] * p["normal"], abs=1e-12)
        if flat:
            assert T_a.act_inverse(kt.SE3(np.eye(3), p["first"])).translation[2] == pytest.approx(
                0, abs=1e-12
            )
    least = min(p["distance"] for p in listed)
    if (flat and kinds[1] is not Convex) or Capsule in kinds:
        assert least == pytest.approx(float(nearest.distance), abs=1e-12)
    elif kinds == (Box, Box):
        allowed = 0.06 * abs(float(nearest.distance)) + 1e-6  # faces before edges
        assert least == pytest.approx(float(nearest.distance), abs=allowed)
    mirrored = existing(
        [
            {k: np.array(x, float) for k, x in p._asdict().items()}
            for p in contact_points(b, T_a @ T, a, T_a)
        ]
    )
    assert [float(p["distance"]) for p in mirrored] == pytest.approx(
        [float(p["distance"]) for p in listed], abs=1e-12
    )
    assert mirrored[0]["normal"] == pytest.approx(-listed[0]["normal"])


def common_polygon(a: Box, b: Box, R: Any, p: Any) -> Any:
    """The hull of where the top of a is under the bottom of b, which is turned about z."""
    A, B = np.array(a.size[:2]) / 2, np.array(b.size[:2]) / 2
    normals = np.vstack([np.eye(2), -np.eye(2)])
    of_b = normals @ R[:2, :2].T
    rows = [*np.c_[normals, -np.r_[A, A]], *np.c_[of_b, -np.r_[B, B] - of_b @ p[:2]]]
    corners = R[:2, :2] @ (B * np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])).T + p[:2, None]
    samples = np.random.default_rng(0).uniform(-1, 1, (4000, 2)) * A
    inside = [x for x in samples if all(n @ x + d < -1e-6 for *n, d in rows)]
    return HalfspaceIntersection(np.array(rows), np.mean(inside, 0)).intersections, corners


@pytest.mark.parametrize("seed", range(24))
def test_points_of_stacked_boxes_are_the_vertices_of_the_common_polygon(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = (Box(tuple(rng.uniform(0.4, 1.2, 3))) for _ in range(2))
    turn = Rotation.from_rotvec([0, 0, rng.uniform(-3, 3)])
    p = np.array([*rng.uniform(-0.2, 0.2, 2), (a.size[2] + b.size[2]) / 2 - 0.01])
    top, _ = common_polygon(a, b, turn.as_matrix(), p)
    upright = Rotation.from_rotvec(np.pi / 2 * np.eye(3)[seed % 3])  # other faces, in other frames
    T_a = placement(upright, rng.normal(size=3))
    listed = existing(points(a, b, placement(turn, p), T_a))
    local = np.array(
        [np.array(upright.as_matrix()).T @ (x["first"] - np.array(T_a.translation)) for x in listed]
    )
    assert local[:, 2] == pytest.approx(a.size[2] / 2)
    assert [float(x["distance"]) for x in listed] == pytest.approx([-0.01] * len(listed))
    assert ConvexHull(local[:, :2]).volume == pytest.approx(ConvexHull(top).volume)
    assert len(listed) == len(ConvexHull(top).vertices)


def test_equal_boxes_one_on_the_other_touch_at_four_corners() -> None:
    cube = Box((1, 1, 1))
    listed = existing(points(cube, cube, kt.SE3(np.eye(3), [0, 0, 1.0])))
    assert sorted(tuple(p["first"].round(12)) for p in listed) == [
        (x, y, 0.5) for x in (-0.5, 0.5) for y in (-0.5, 0.5)
    ]


def test_crossing_edges_touch_at_one_point() -> None:
    cube, half = Box((1, 1, 1)), 2**0.5
    turned = placement(Rotation.from_rotvec([0, np.pi / 4, 0]), [0, 0, half - 0.01])
    on_edge = placement(Rotation.from_rotvec([np.pi / 4, 0, 0]), [0, 0, 0])
    near = [p for p in contact_points(cube, on_edge, cube, turned) if p.distance < FAR]
    assert len(near) == 1
    assert float(near[0].distance) == pytest.approx(-0.01)
    assert np.array(near[0].normal, float) == pytest.approx([0, 0, 1])


def test_a_polyhedron_stands_on_the_corners_of_its_lowest_face() -> None:
    listed = points(Plane(), SHAPES[Convex], kt.SE3(np.eye(3), [0, 0, 0.39]))
    assert {tuple(p["second"].round(9)) for p in listed} == {
        (x, y, -0.01) for x in (-0.2, 0.2) for y in (-0.3, 0.3)
    }
