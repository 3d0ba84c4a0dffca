"""Inverse kinematics that keeps clear of obstacles, and of the robot itself."""

from typing import Any

import numpy as np
import pytest

import kinetree as kt


def panda() -> kt.Model:
    robot = kt.load("panda")
    ball = kt.shapes.Sphere(0.06)
    shapes = [
        kt.Geometry(f"ball{k}", "collision", j.name, j.index, kt.SE3.identity(), ball)
        for k, j in ((k, robot.joints[k]) for k in (1, 3, 5, 8))
    ]
    return robot.replace(geometries=tuple(shapes))


ROBOT = panda()
FRAME = ROBOT.frame_names[-1]
TARGETS = kt.frame_placement(ROBOT, kt.random_configuration(ROBOT, 40, rng=3), frame=FRAME)
START = kt.neutral(ROBOT) + 0.1
SPHERES = np.array([[0.3, 0.2, 0.5, 0.1], [0.3, -0.3, 0.6, 0.1]])


def solved(*more: Any, **keywords: Any) -> Any:
    reach = kt.tasks.Position(FRAME, TARGETS[:, :3, 3])
    return kt.inverse_kinematics(ROBOT, [reach, *more], START, restarts=10, **keywords)


def test_solutions_keep_the_margin() -> None:
    plain = solved()
    before = kt.collision.clearance(ROBOT, plain.q, obstacles=kt.Obstacles(spheres=SPHERES))
    assert plain.converged.all() and (before < 0.05).sum() > 2
    clear = solved(kt.tasks.Clearance(0.05, kt.Obstacles(SPHERES)))
    after = kt.collision.clearance(ROBOT, clear.q, obstacles=kt.Obstacles(spheres=SPHERES))
    assert clear.converged.sum() > 38 and (after[clear.converged] > 0.05 - 1e-6).all()
    np.testing.assert_allclose(clear.errors[:, 1], np.maximum(0.05 - after, 0), rtol=0, atol=1e-15)
    free = before > 0.05 + 1e-9  # what is clear already takes the same steps
    np.testing.assert_array_equal(clear.q[free][:1], plain.q[free][:1])


def test_margins_and_obstacles_have_batch_axes() -> None:
    margins, spheres = np.linspace(0.01, 0.05, 40), SPHERES + np.zeros((40, 1, 1))
    spheres[:, 0, 1] += np.linspace(0, 0.3, 40)
    together = solved(kt.tasks.Clearance(margins, kt.Obstacles(spheres)))
    after = kt.collision.clearance(ROBOT, together.q, obstacles=kt.Obstacles(spheres=spheres))
    assert (after > margins - 1e-6)[together.converged].all() and together.converged.sum() > 37
    one = kt.inverse_kinematics(
        ROBOT,
        [
            kt.tasks.Position(FRAME, TARGETS[5, :3, 3]),
            kt.tasks.Clearance(margins[5], kt.Obstacles(spheres[5])),
        ],
        START,
        restarts=10,
    )
    np.testing.assert_array_equal(one.q, together.q[5])


def test_all_kinds_of_obstacles_and_pairs() -> None:
    box = [[0.5, 0.3, 0.4, 0, 0, 0, 1, 0.2, 0.2, 0.2]]
    cloud = kt.collision.point_tree([[0.3, 0.2, 0.5], [0.3, -0.3, 0.6], [0.0, 0.4, 0.4]])
    heights, grid = np.full((3, 3), -0.1), [-2, -2, 2, 2]
    task = kt.tasks.Clearance(
        0.01,
        obstacles=kt.Obstacles(
            capsules=[[1, 1, 0, 1, 1, 1, 0.1]],
            boxes=box,
            points=cloud,
            terrain=kt.Terrain(heights, grid),
        ),
    )
    result = solved(task)
    q = result.q[result.converged]
    d = kt.collision.clearance(
        ROBOT, q, obstacles=kt.Obstacles(boxes=box, points=cloud, terrain=kt.Terrain(heights, grid))
    )
    assert len(q) > 25 and (d > 0.01 - 1e-6).all()
    own = solved(kt.tasks.Clearance(0.1, pairs=(("ball1", "ball8"),)))
    far = kt.collision.distances(ROBOT, own.q, pairs=(("ball1", "ball8"),))[..., 0]
    assert (far > 0.1 - 1e-6)[own.converged].all()


def test_rates_keep_the_margin() -> None:
    """Velocity inverse kinematics moves away where a margin is not kept."""
    q = solved().q
    spheres = kt.Obstacles(spheres=SPHERES)
    near = q[kt.collision.clearance(ROBOT, q, obstacles=spheres) < 0.05]
    task = kt.tasks.Clearance(0.05, spheres)
    v = kt.velocity_inverse_kinematics(ROBOT, [task], near, dt=1.0)
    slope = kt.grad(kt.collision.clearance, "q")(ROBOT, near, obstacles=spheres)
    assert ((slope * v).sum(-1) > 0).all()


@pytest.mark.parametrize("radius", [0.1, 0.5])  # the second time other code is on the disk
def test_pairs_of_users_are_part_of_what_is_kept_on_the_disk(radius: float) -> None:
    Ellipsoid, Sphere = kt.shapes.Ellipsoid, kt.shapes.Sphere

    @kt.geometry.pair(Ellipsoid, Sphere)
    def as_a_ball(a: Any, b: Any, T: Any) -> Any:
        return kt.geometry.PAIRS[Sphere, Sphere](Sphere(radius), b, T)

    try:
        builder = kt.ModelBuilder("on rails")
        for name, shape in (("a", Ellipsoid((0.1, 0.1, 0.1))), ("b", Sphere(0.1))):
            builder.add_body(name, joint=kt.Prismatic("x"))
            builder.add_geometry(name, parent=name, shape=shape, kind="collision")
        q = kt.inverse_kinematics(builder.build(), [kt.tasks.Clearance(1.0)], [0.0, 1.0]).q
        assert abs(q[1] - q[0] - (1.1 + radius)) < 1e-5
    finally:
        del kt.geometry.PAIRS[Ellipsoid, Sphere]


@pytest.mark.parametrize(
    "task, message",
    [
        (kt.tasks.Clearance("far", kt.Obstacles(SPHERES)), "the margin of the clearance"),
        (kt.tasks.Clearance(0.1, kt.Obstacles(SPHERES[:, :3])), "spheres"),
        (kt.tasks.Clearance(0.1, pairs=(("ball1", "ball2"),)), "did you mean 'ball"),
        (
            kt.tasks.Clearance(
                0.1, obstacles=kt.Obstacles(points=[[0.0, 0, 0], [1, 0, 0], [2, 0, 0]])
            ),
            "no tree's order",
        ),
        (kt.tasks.Clearance(0.1, SPHERES), "obstacles is an ndarray; expected a kt.Obstacles"),
    ],
)
def test_bad_clearances_are_named(task: Any, message: str) -> None:
    with pytest.raises(kt.KinetreeError, match=message):
        solved(task)
