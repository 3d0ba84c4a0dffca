"""Obstacles as operands: against NumPy and SciPy, mixed, in batches, with derivatives."""

from typing import Any

import numpy as np
import pytest
from scipy.spatial import cKDTree
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.collision import obstacle_distances, obstacle_nearest

RNG = np.random.default_rng(0)
N = 200


def arm(shape: Any) -> kt.Model:
    """Four links with a shape each, and one on the base, which does not move."""
    builder, parent = kt.ModelBuilder("arm"), "world"
    up = kt.SE3(np.eye(3), [0, 0, 0.3])
    builder.add_geometry("foot", parent="world", shape=kt.shapes.Sphere(0.05), kind="collision")
    for k in range(4):
        joint = kt.Revolute("y" if k % 2 else "z")
        builder.add_body(f"link{k}", parent=parent, joint=joint, placement=up)
        place = kt.SE3.from_xyz_rpy([0.02 * k, 0, 0.15], [0.1 * k, 0.2, 0])
        builder.add_geometry(
            f"s{k}", parent=f"link{k}", shape=shape, placement=place, kind="collision"
        )
        parent = f"link{k}"
    return builder.build()


ARM = arm(kt.shapes.Sphere(0.1))
Q = kt.random_configuration(ARM, N, rng=1)
CENTERS = kt.geometry_placements(ARM, Q, kind="collision")[:, 1:, :3, 3]


def within(low: float, high: float, *shape: int) -> Any:
    return RNG.uniform(low, high, shape)


SPHERES = np.concatenate([within(-1.5, 1.5, N, 7, 3), within(0.05, 0.2, N, 7, 1)], -1)
CAPSULES = np.concatenate([within(-1.5, 1.5, N, 5, 6), within(0.05, 0.2, N, 5, 1)], -1)
TURNS = Rotation.random(6 * N, rng=RNG)
BOXES = np.concatenate(
    [
        within(-1.5, 1.5, N, 6, 3),
        TURNS.as_quat().reshape(N, 6, 4) * within(0.5, 2, N, 6, 1),
        within(0.1, 0.5, N, 6, 3),
    ],
    -1,
)
HEIGHTS, GRID = RNG.normal(size=(20, 20)) * 0.1, [-2, -2, 0.2, 0.2]


def to_spheres(c: Any, rows: Any) -> Any:
    return np.linalg.norm(c[:, :, None] - rows[:, None, :, :3], axis=-1) - rows[:, None, :, 3]


def to_capsules(c: Any, rows: Any) -> Any:
    a, b = rows[:, None, :, :3], rows[:, None, :, 3:6]
    share = ((c[:, :, None] - a) * (b - a)).sum(-1) / ((b - a) ** 2).sum(-1)
    point = a + np.clip(share, 0, 1)[..., None] * (b - a)
    return np.linalg.norm(c[:, :, None] - point, axis=-1) - rows[:, None, :, 6]


def to_boxes(c: Any, rows: Any) -> Any:
    R = TURNS.as_matrix().reshape(N, 6, 3, 3)
    local = np.einsum("nbji,nsbj->nsbi", R, c[:, :, None] - rows[:, None, :, :3])
    outside = abs(local) - rows[:, None, :, 7:] / 2
    return np.linalg.norm(np.maximum(outside, 0), axis=-1) + np.minimum(outside.max(-1), 0)


EXACT = {
    "spheres": (SPHERES, to_spheres(CENTERS, SPHERES)),
    "capsules": (CAPSULES, to_capsules(CENTERS, CAPSULES)),
    "boxes": (BOXES, to_boxes(CENTERS, BOXES)),
}


@pytest.mark.parametrize("kind", EXACT)
def test_the_nearest_obstacle_of_a_kind(kind: str) -> None:
    rows, distances = EXACT[kind]
    exact = distances.min(-1) - 0.1
    r = obstacle_nearest(ARM, Q, kt.Obstacles(**{kind: rows}))
    np.testing.assert_allclose(r.distances, exact, rtol=0, atol=2e-15)
    ends = r.points[..., 0, :] + r.distances[..., None] * r.normals
    np.testing.assert_allclose(ends, r.points[..., 1, :], rtol=0, atol=2e-15)
    one = obstacle_distances(ARM, Q[3], kt.Obstacles(**{kind: rows[3]}))
    np.testing.assert_array_equal(one, r.distances[3])
    shared = obstacle_distances(ARM, Q, kt.Obstacles(**{kind: rows[3]}))
    np.testing.assert_array_equal(shared[3], one)
    single = obstacle_distances(ARM, Q[3], kt.Obstacles(**{kind: rows[3, :1]}))
    np.testing.assert_allclose(single, distances[3, :, 0] - 0.1, atol=2e-15)
    half = obstacle_distances(ARM, Q.astype("f4"), kt.Obstacles(**{kind: rows.astype("f4")}))
    assert half.dtype == np.float32
    np.testing.assert_allclose(half, exact, rtol=0, atol=2e-6)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 6, 7, 8, 100, 1500])
def test_the_nearest_of_points(n: int) -> None:
    cloud = within(-1.5, 1.5, n, 3)
    cloud[n // 2 :] = cloud[: n - n // 2].round(1)  # some in one plane, or in one place
    tree = kt.collision.point_tree(cloud)
    assert sorted(map(tuple, tree)) == sorted(map(tuple, cloud))
    exact = cKDTree(cloud).query(CENTERS)[0] - 0.1
    np.testing.assert_allclose(
        obstacle_distances(ARM, Q, obstacles=kt.Obstacles(points=tree)), exact, rtol=0, atol=1e-15
    )


def test_a_height_field_is_one_shape() -> None:
    field = kt.shapes.HeightField(HEIGHTS, GRID)
    geometry = kt.Geometry("ground", "collision", "world", 0, kt.SE3.identity(), field)
    model = ARM.replace(geometries=(*ARM.geometries, geometry))
    expected = kt.collision.distances(model, Q, pairs=tuple((f"s{k}", "ground") for k in range(4)))
    found = obstacle_distances(ARM, Q, obstacles=kt.Obstacles(terrain=kt.Terrain(HEIGHTS, GRID)))
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-15)
    lifted = obstacle_distances(
        ARM,
        Q,
        obstacles=kt.Obstacles(terrain=kt.Terrain(HEIGHTS + np.arange(N)[:, None, None], GRID)),
    )
    np.testing.assert_allclose(lifted[0], expected[0], atol=1e-15)
    assert (lifted[9] < found[9] - 1).all()


@pytest.mark.parametrize("shape", [kt.shapes.Box((0.2, 0.1, 0.3)), kt.shapes.Capsule(0.1, 0.2)])
def test_other_shapes_are_as_those_of_a_model(shape: Any) -> None:
    robot, k = arm(shape), 5
    q = Q[:20]
    rows, x = BOXES[0, :k], []
    for i, row in enumerate(rows):
        T = kt.SE3(TURNS.as_matrix()[i], row[:3])
        x.append(kt.Geometry(f"o{i}", "collision", "world", 0, T, kt.shapes.Box(tuple(row[7:]))))
    model = robot.replace(geometries=(*robot.geometries, *x))
    pairs = tuple((f"s{i}", f"o{j}") for i in range(4) for j in range(k))
    every = kt.collision.distances(model, q, pairs=pairs).reshape(20, 4, k)
    found = obstacle_distances(robot, q, obstacles=kt.Obstacles(boxes=rows))
    np.testing.assert_allclose(found, every.min(-1), rtol=0, atol=1e-13)


EVERY: dict[str, Any] = {"spheres": SPHERES, "capsules": CAPSULES, "boxes": BOXES}


def test_the_clearance_of_all() -> None:
    tree = kt.collision.point_tree(within(-1.5, 1.5, 300, 3))
    around = kt.Obstacles(**EVERY, points=tree, terrain=kt.Terrain(HEIGHTS, GRID))
    parts = [
        obstacle_distances(ARM, Q, kt.Obstacles(**{kind: rows})) for kind, rows in EVERY.items()
    ]
    parts += [obstacle_distances(ARM, Q, obstacles=kt.Obstacles(points=tree))]
    parts += [obstacle_distances(ARM, Q, obstacles=kt.Obstacles(terrain=kt.Terrain(HEIGHTS, GRID)))]
    own = kt.collision.clearance(ARM, Q)
    expected = np.minimum(np.min(parts, (0, 2)), own)
    assert (expected < own).mean() > 0.3
    np.testing.assert_array_equal(kt.collision.clearance(ARM, Q, around), expected)
    smooth = kt.collision.clearance(ARM, Q, around, smoothing=0.01)
    assert (smooth <= expected).all() and (smooth >= expected - 0.01 * np.log(40)).all()
    alone = ARM.replace(geometries=ARM.geometries[-1:])  # one shape, no pairs
    single = kt.collision.clearance(alone, Q, obstacles=kt.Obstacles(spheres=SPHERES))
    np.testing.assert_array_equal(
        single, obstacle_distances(ARM, Q, obstacles=kt.Obstacles(spheres=SPHERES))[:, -1]
    )
    large = SPHERES[1:] + np.array([0, 0, 0, 0.05])
    free = kt.collision.collision_free(
        ARM, Q[:-1], Q[1:], samples=5, obstacles=kt.Obstacles(spheres=large)
    )
    between = kt.interpolate(ARM, Q[:-1, None], Q[1:, None], np.linspace(0, 1, 5))
    exact = (
        kt.collision.clearance(ARM, between, obstacles=kt.Obstacles(spheres=large[:, None])).min(-1)
        >= 0
    )
    np.testing.assert_array_equal(free, exact)
    assert free.any() and not free.all()


@pytest.mark.parametrize("name", ["q", "spheres", "capsules", "boxes"])
def test_derivatives_are_those_of_the_nearest(name: str) -> None:
    gradient = kt.grad(kt.collision.clearance, name)(
        ARM, Q[:100], obstacles=kt.Obstacles(**{k: x[:100] for k, x in EVERY.items()})
    )
    assert gradient.any()
    direction = RNG.normal(size=gradient.shape)

    def moved(h: float) -> Any:
        operands = {k: x[:100] for k, x in EVERY.items()}
        q = kt.integrate(ARM, Q[:100], h * direction) if name == "q" else Q[:100]
        if name != "q":
            operands[name] = operands[name] + h * direction
        return kt.collision.clearance(ARM, q, kt.Obstacles(**operands))

    numeric = (moved(1e-6) - moved(-1e-6)) / 2e-6
    along = (gradient * direction).reshape(100, -1).sum(-1)
    np.testing.assert_allclose(along, numeric, rtol=0, atol=1e-8)


def test_derivatives_by_points_and_heights() -> None:
    tree = kt.collision.point_tree(within(-1.5, 1.5, 20, 3))
    points = kt.Obstacles(points=tree)
    slopes = kt.jacobian(obstacle_distances, "points")(ARM, Q[0], obstacles=points)
    normals = obstacle_nearest(ARM, Q[0], obstacles=points).normals
    nearest = np.linalg.norm(CENTERS[0][:, None] - tree, axis=-1).argmin(-1)
    for k, (point, normal) in enumerate(zip(nearest, normals, strict=True)):
        expected = np.zeros((20, 3))
        expected[point] = normal
        np.testing.assert_allclose(slopes[k], expected, atol=1e-15)
    robot = arm(kt.shapes.Sphere(0.5))
    slope = kt.jacobian(obstacle_distances, "heights")(
        robot, Q[0], obstacles=kt.Obstacles(terrain=kt.Terrain(HEIGHTS, GRID))
    )
    assert slope.shape == (4, 20, 20) and (np.count_nonzero(slope, (1, 2)) <= 9).all()
    for i, j in np.argwhere(slope[2])[:3]:
        step = np.zeros((20, 20))
        step[i, j] = 1e-6
        d = [
            obstacle_distances(
                robot, Q[0], obstacles=kt.Obstacles(terrain=kt.Terrain(HEIGHTS + s * step, GRID))
            )[2]
            for s in (1, -1)
        ]
        assert abs((d[0] - d[1]) / 2e-6 - slope[2, i, j]) < 1e-8


def test_nan_stays_in_its_sample() -> None:
    spheres, q = SPHERES.copy(), Q.copy()
    spheres[3, 5, 0] = q[7, 1] = np.nan
    d = kt.collision.clearance(ARM, q, obstacles=kt.Obstacles(spheres=spheres, boxes=BOXES))
    assert np.isnan(d[[3, 7]]).all()
    others = np.delete(np.arange(N), [3, 7])
    clean = kt.collision.clearance(ARM, Q, obstacles=kt.Obstacles(spheres=SPHERES, boxes=BOXES))
    np.testing.assert_array_equal(d[others], clean[others])
    points = kt.collision.point_tree(within(-1, 1, 50, 3))
    d = obstacle_distances(ARM, q, obstacles=kt.Obstacles(points=points))
    assert np.isnan(d[7, 2:]).all() and np.isfinite(d[others]).all()


CLOUD = kt.Obstacles(points=[[0.0, 0, 0], [1, 0, 0], [0.5, 0, 0]])


@pytest.mark.parametrize(
    "call",
    [
        lambda: obstacle_distances(ARM, Q, CLOUD),
        lambda: obstacle_nearest(ARM, Q, CLOUD),
        lambda: kt.collision.clearance(ARM, Q, CLOUD),
        lambda: kt.collision.motion_clearance(ARM, Q[0], Q[1], CLOUD, samples=3),
        lambda: kt.collision.collision_free(ARM, Q[0], Q[1], CLOUD, samples=3),
    ],
)
def test_points_that_are_no_tree_are_refused(call: Any) -> None:
    with pytest.raises(kt.ShapeError, match=r"pass kt\.collision\.point_tree\(points\)"):
        call()


@pytest.mark.parametrize(
    "call, error, message",
    [
        (lambda: obstacle_distances(ARM, Q), kt.ModelError, "there are no obstacles"),
        (
            lambda: obstacle_distances(ARM, Q, kt.Obstacles(terrain=kt.Terrain(HEIGHTS, None))),
            kt.ShapeError,
            "obstacles.terrain is a kt.Terrain without grid",
        ),
        (
            lambda: obstacle_distances(ARM, Q, kt.Obstacles(terrain=HEIGHTS)),
            kt.ShapeError,
            r"obstacles.terrain is an ndarray; expected a kt.Terrain\(heights=, grid=\)",
        ),
        (lambda: obstacle_distances(ARM, Q, SPHERES), kt.ShapeError, r"expected a kt.Obstacles\("),
        (
            lambda: obstacle_distances(ARM, Q, spheres=SPHERES),
            kt.KinetreeError,
            r"spheres= is a part of obstacles=, a kt.Obstacles",
        ),
        (
            lambda: obstacle_distances(ARM, Q, obstacles=kt.Obstacles(spheres=SPHERES[..., :3])),
            kt.ShapeError,
            "spheres has",
        ),
        (
            lambda: obstacle_distances(
                arm(kt.shapes.Box((1, 1, 1))), Q, obstacles=kt.Obstacles(points=[[0.0, 0, 0]])
            ),
            kt.ModelError,
            r"s0 and obstacles: Box and a cloud of points .*with_spheres",
        ),
        (lambda: kt.collision.point_tree([[0.0, np.nan, 1]]), kt.ShapeError, "all finite"),
        (lambda: kt.collision.point_tree([0.0, 1]), kt.ShapeError, r"shape \(2,\)"),
    ],
)
def test_bad_obstacles_are_named(call: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        call()
