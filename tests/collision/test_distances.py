"""Distances of a robot's shapes: which pairs, in which frame, with which derivatives and errors."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.collision.motions import spread
from kinetree.model.shapes import Box, Capsule, Plane, Shape, Sphere

SHAPES: tuple[Shape, ...] = (Sphere(0.1), Capsule(0.08, 0.3), Box((0.2, 0.1, 0.3)))


def robot() -> kt.Model:
    """Two legs of spheres and capsules on a base that floats above a plane, beside a post."""
    rng, builder = np.random.default_rng(0), kt.ModelBuilder("walker")
    builder.add_body("base", joint=kt.FreeFlyer())
    builder.add_geometry("base", parent="base", shape=SHAPES[1], kind="collision")
    for side in "lr":
        for k, shape in enumerate(SHAPES[:2]):
            name = f"{side}{k}"
            parent = "base" if not k else f"{side}{k - 1}"
            placement = kt.SE3.from_matrix(kt.se3.exp(rng.normal(size=6) * 0.4))
            builder.add_body(name, parent=parent, joint=kt.Revolute("y"), placement=placement)
            builder.add_geometry(name, parent=name, shape=shape, kind="collision")
            builder.add_geometry(f"{name} seen", parent=name, shape=SHAPES[2])
    builder.add_geometry("floor", parent="world", shape=Plane(), kind="collision")
    post = kt.SE3(np.eye(3), [0.3, 0.4, 0.5])
    builder.add_geometry("post", parent="world", shape=SHAPES[2], placement=post, kind="collision")
    return builder.build()


ROBOT = robot()
WATCHED = tuple(x for x in kt.collision.pairs(ROBOT))


def states(count: int) -> Any:
    return kt.random_configuration(ROBOT, count, rng=np.random.default_rng(1))


def test_pairs_leave_out_bodies_and_their_parents() -> None:
    pairs = {frozenset(x) for x in WATCHED}
    assert frozenset(("base", "l0")) not in pairs and frozenset(("l0", "l1")) not in pairs
    assert frozenset(("base", "l1")) in pairs and frozenset(("l0", "r0")) in pairs
    assert frozenset(("floor", "base")) in pairs, "the world is no parent"
    assert frozenset(("floor", "post")) not in pairs
    assert not any("seen" in name for pair in WATCHED for name in pair)


def test_pairs_leave_out_what_the_robot_disables() -> None:
    apart = ROBOT.replace(disabled_collisions=(("l0", "r0", "never"),))
    assert {*WATCHED} - {*kt.collision.pairs(apart)} == {("l0", "r0")}


def test_distances_are_those_of_the_shapes_where_they_are() -> None:
    q = states(50)
    found = kt.collision.nearest(ROBOT, q)
    shapes = [x for x in ROBOT.geometries if x.kind == "collision"]
    T = kt.geometry_placements(ROBOT, q, kind="collision")
    names = [x.name for x in shapes]
    for k, (a, b) in enumerate(WATCHED):
        i, j = names.index(a), names.index(b)
        for s in (0, 7, 49):
            places = [kt.SE3.from_matrix(T[s, x]) for x in (i, j)]
            x = kt.geometry.nearest(shapes[i].shape, places[0], shapes[j].shape, places[1])
            assert abs(float(x.distance) - found.distances[s, k]) < 1e-14
    first, second = found.points[..., 0, :], found.points[..., 1, :]
    gap = found.distances[..., None] * found.normals
    np.testing.assert_allclose(first + gap, second, atol=1e-14)
    np.testing.assert_array_equal(kt.collision.distances(ROBOT, q), found.distances)
    np.testing.assert_array_equal(kt.collision.distances(ROBOT, q[3]), found.distances[3])


def test_a_jacobian_is_that_of_the_nearest_points() -> None:
    """d(distance)/dq is the normal times the difference of the points' velocities."""
    q, h = states(40), 1e-6
    J = kt.jacobian(kt.collision.distances, "q")(ROBOT, q)
    steps = h * np.eye(ROBOT.nv)
    ahead = kt.collision.distances(ROBOT, kt.integrate(ROBOT, q[:, None], steps))
    behind = kt.collision.distances(ROBOT, kt.integrate(ROBOT, q[:, None], -steps))
    errors = np.abs(J - np.moveaxis((ahead - behind) / (2 * h), 1, 2)).max((1, 2))
    assert np.sort(errors)[-4] < 1e-7, "at a few states one of the distances has an edge"


def test_clearance_is_the_smallest_or_a_smooth_bound_of_it() -> None:
    q = states(20)
    d = kt.collision.distances(ROBOT, q)
    np.testing.assert_array_equal(kt.collision.clearance(ROBOT, q), d.min(-1))
    smooth = kt.collision.clearance(ROBOT, q, smoothing=0.01)
    least = d.min(-1)
    assert (smooth <= least).all() and (least - smooth <= 0.01 * np.log(len(WATCHED))).all()
    expected = least - 0.01 * np.log(np.exp((least[:, None] - d) / 0.01).sum(-1))
    np.testing.assert_allclose(smooth, expected, atol=1e-14)


def test_named_pairs_and_wrong_ones() -> None:
    q = states(3)
    chosen = (("post", "l1"), ("floor", "base"))
    d = kt.collision.distances(ROBOT, q, pairs=chosen)
    all_of_them = kt.collision.distances(ROBOT, q)
    places = [[*map(frozenset, WATCHED)].index(frozenset(x)) for x in chosen]
    np.testing.assert_allclose(d, all_of_them[:, places], atol=1e-14)
    with pytest.raises(
        kt.ModelError, match="walker: no collision geometry 'pst'; did you mean 'post'"
    ):
        kt.collision.distances(ROBOT, q, pairs=(("pst", "l1"),))
    with pytest.raises(kt.ModelError, match="expected the names of two geometries"):
        kt.collision.distances(ROBOT, q, pairs=("post",))
    with pytest.raises(kt.ModelError, match="arm has no pairs of collision geometries"):
        kt.collision.clearance(kt.robots.arm(), np.zeros(7))
    joints = {x: ROBOT.joint(f"{x}_joint").index for x in ("l0", "r0")}
    boxes = [
        kt.Geometry(x, "collision", x, joint, kt.SE3.identity(), kt.shapes.Ellipsoid((1, 2, 3)))
        for x, joint in joints.items()
    ]
    with pytest.raises(
        kt.ModelError, match="walker: l0 and r0: no distance of Ellipsoid and Ellipsoid"
    ):
        kt.collision.distances(ROBOT.replace(geometries=tuple(boxes)), q)


def test_motions_are_sampled_at_both_ends_and_evenly() -> None:
    for count in (2, 3, 5, 17, 32, 33):
        fractions = spread(count)
        assert fractions[:2] == [0, 1] and len(fractions) == count
        np.testing.assert_allclose(sorted(fractions), np.linspace(0, 1, count), atol=1e-15)
    assert spread(9)[2:5] == [0.5, 0.25, 0.75]


def test_a_motion_has_the_smallest_clearance_until_it_is_too_small() -> None:
    q0, q1 = states(64), states(65)[1:]
    q1[:32] = kt.integrate(ROBOT, q0[:32], 0.05 * np.ones(ROBOT.nv))
    t = np.linspace(0, 1, 9)[:, None]
    at_samples = kt.collision.clearance(ROBOT, kt.interpolate(ROBOT, q0, q1, t))
    free = kt.collision.collision_free(ROBOT, q0, q1, samples=9, margin=0.01)
    np.testing.assert_array_equal(free, (at_samples >= 0.01).all(0))
    assert 5 < free.sum() < 60
    least = kt.collision.motion_clearance(ROBOT, q0, q1, samples=9, margin=0.01)
    np.testing.assert_allclose(least[free], at_samples.min(0)[free], atol=1e-14)
    assert (least[~free] < 0.01).all()
    one = kt.collision.motion_clearance(ROBOT, q0[40], q1[40], samples=9, margin=0.01)
    np.testing.assert_array_equal(one, least[40])
    with pytest.raises(kt.ShapeError, match="samples is 1; expected 2 or more"):
        kt.collision.collision_free(ROBOT, q0, q1, samples=1)


def test_the_disk_cache_tells_shapes_and_disabled_pairs_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(tmp_path))
    q = states(2)
    for _ in range(2):  # traced, and found
        for radius in (0.1, 0.2):
            changed = [
                replace(x, shape=Sphere(radius)) if x.name == "l0" else x for x in ROBOT.geometries
            ]
            model = ROBOT.replace(geometries=tuple(changed))
            expected = kt.collision.distances.evaluate(model, q[0])
            np.testing.assert_allclose(kt.collision.distances(model, q[0]), expected, atol=1e-14)
            fewer = model.replace(disabled_collisions=(("l0", "r0", "never"),))
            assert len(kt.collision.distances(fewer, q[0])) == len(expected) - 1
            again = fewer.replace(collision_pairs=(("r0", "l0"),))
            assert len(kt.collision.distances(again, q[0])) == len(expected)
            masked = [replace(x, contype=2) if x.name == "l0" else x for x in model.geometries]
            assert len(kt.collision.distances(model.replace(geometries=masked), q[0])) == len(
                expected
            )
            masked = [replace(x, conaffinity=2) for x in masked]
            alone = len({x for x in WATCHED if "l0" in x})
            assert len(kt.collision.distances(model.replace(geometries=masked), q[0])) == alone


def test_a_pair_of_the_user_is_kept_on_no_disk_and_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KINETREE_CACHE_DIR", str(tmp_path))
    ellipsoid = kt.shapes.Ellipsoid((0.1, 0.1, 0.1))
    changed = [replace(x, shape=ellipsoid) if x.name == "l0" else x for x in ROBOT.geometries]
    model, q = ROBOT.replace(geometries=tuple(changed)), states(1)[0]
    balls = kt.geometry.PAIRS[Sphere, Sphere]
    watched = (("l0", "r0"),)

    def bounded(a: Any, b: Any, T: Any) -> Any:
        return balls(a, Sphere(max(b.radii)), T)

    def another(a: Any, b: Any, T: Any) -> Any:
        return balls(a, Sphere(min(b.radii)), T)

    try:
        kt.geometry.pair(Sphere, kt.shapes.Ellipsoid)(bounded)
        kt.collision.nearest(model, q, pairs=watched)
        d = kt.collision.distances(model, q, pairs=watched)
        np.testing.assert_allclose(d, kt.collision.distances(ROBOT, q, pairs=watched), atol=1e-14)
        kt.geometry.pair(Sphere, kt.shapes.Ellipsoid)(bounded)  # a cell that runs again
        for kinds in ((Sphere, kt.shapes.Ellipsoid), (kt.shapes.Ellipsoid, Sphere)):
            with pytest.raises(kt.ModelError, match=r"already, of .*bounded; a process"):
                kt.geometry.pair(*kinds)(another)
    finally:
        del kt.geometry.PAIRS[Sphere, kt.shapes.Ellipsoid]
    for call in (kt.collision.distances, kt.collision.nearest):
        with pytest.raises(kt.ModelError, match="no distance of Ellipsoid and Sphere"):
            call(model.replace(), q, pairs=watched)


def test_a_smoothing_that_is_no_length_is_refused() -> None:
    for smoothing in (-0.01, np.nan):
        with pytest.raises(kt.ShapeError, match=r"smoothing is .*; expected a length >= 0"):
            kt.collision.clearance(ROBOT, states(1)[0], smoothing=smoothing)
