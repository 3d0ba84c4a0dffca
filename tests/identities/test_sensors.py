"""Sensors on trees of every joint type read what algorithms give; noise, errors and heights."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from public_algorithms import sensor
from tipped import sampled_state, tree_with_tip
from trees import FEW, configurations, vectors, wrenches

import kinetree as kt
from kinetree.model.sensors import KINDS

OF_FRAMES = [x.name for x in KINDS.values() if x.on == "frame"]
RELATIVE = [x.name for x in KINDS.values() if x.relative]

PLACE = kt.SE3.from_xyz_rpy([0.1, 0.2, -0.3], [0.3, -0.2, 0.5])


def with_sensors(model: kt.Model, **changes: Any) -> kt.Model:
    """Every kind of sensor at the tip, and every one of a joint on each."""
    tip = [sensor(kind, "tip", placement=PLACE, **changes) for kind in OF_FRAMES]
    joints = [
        kt.Sensor(f"{kind} {j.name}", f"joint_{kind}", joint=j.name)
        for j in model.joints
        for kind in ("position", "velocity", "torque")
    ]
    return model.replace(sensors=[*tip, *joints])


@pytest.mark.parametrize("name", FEW)
def test_sensors_read_what_algorithms_give(name: str) -> None:
    model = with_sensors(tree_with_tip(name))
    q, v, a = sampled_state(tree_with_tip(name))
    f_ext = wrenches(model)
    values = run(kt.sensor_values, model, q, v, a, f_ext=f_ext)
    read = {x: values[:, part] for x, part in model.sensor_slices.items()}
    placed = model.with_frame("sensor", parent="tip", placement=PLACE)
    there = {"frame": "sensor", "reference": "local"}
    V = run(kt.frame_velocity, placed, q, v, statics=there)
    A = run(kt.frame_acceleration, placed, q, v, a, statics={**there, "classical": True})
    T = run(kt.frame_placement, placed, q, statics={"frame": "sensor"})
    R = T[:, :3, :3]
    F = run(kt.frame_force, placed, q, v, a, f_ext=f_ext, statics=there)
    specific = A[:, :3] - np.einsum("bji,j->bi", R, model.gravity)
    expected = {
        **{"accelerometer": specific, "velocimeter": V[:, :3], "gyro": V[:, 3:]},
        **{"force": F[:, :3], "torque": F[:, 3:], "frame_position": T[:, :3, 3]},
        **{f"frame_{x}_axis": R[:, :, k] for k, x in enumerate("xyz")},
    }
    expected["magnetometer"] = np.einsum("bji,j->bi", R, [0.2, -0.1, 0.4])
    for kind, part in {
        **{"linear_velocity": V[:, :3], "angular_velocity": V[:, 3:]},
        **{"linear_acceleration": specific, "angular_acceleration": A[:, 3:]},
    }.items():
        expected[f"frame_{kind}"] = np.einsum("bij,bj->bi", R, part)
    for kind, part in expected.items():
        assert_agree(read[kind], part, 1e-12, scale=1.0)
    assert_agree(kt.so3.from_quaternion(read["frame_orientation"]), R, 1e-12)


@pytest.mark.parametrize("name", FEW)
def test_a_reference_is_the_world_of_a_relative_reading(name: str) -> None:
    """The rates of what is read are those along the motion, and its parts those of T_r^-1 T."""
    tree = tree_with_tip(name)
    carrier = tree.frame_names[tree.nframes // 2]
    there = {"reference": carrier, "reference_placement": PLACE.inverse()}
    relative = [sensor(kind, "tip", placement=PLACE, **there) for kind in RELATIVE]
    model = tree.replace(sensors=relative)
    (q, v, a), h = sampled_state(tree), 1e-6
    values = run(kt.sensor_values, model, q, v, a)
    read = {x: values[:, part] for x, part in model.sensor_slices.items()}

    def seen(q: Any) -> Any:
        T = run(kt.frame_placements, model, q)
        reference, tip = (T[:, model.frame_names.index(x)] for x in (carrier, "tip"))
        there = reference @ np.array(PLACE.inverse().matrix, float)
        return np.linalg.inv(there) @ tip @ np.array(PLACE.matrix, float)

    T, before, after = seen(q), *(seen(kt.integrate(model, q, x * v)) for x in (-h, h))
    assert_agree(read["frame_position"], T[:, :3, 3], 1e-11, scale=1.0)
    assert_agree(kt.so3.from_quaternion(read["frame_orientation"]), T[:, :3, :3], 1e-11)
    for k, x in enumerate("xyz"):
        assert_agree(read[f"frame_{x}_axis"], T[:, :3, k], 1e-11, scale=1.0)
    rates = (after - before) / (2 * h)
    turning = rates[:, :3, :3] @ np.swapaxes(T[:, :3, :3], 1, 2)
    assert_agree(read["frame_linear_velocity"], rates[:, :3, 3], 1e-6, scale=10.0)
    assert_agree(read["frame_angular_velocity"], turning[:, [2, 0, 1], [1, 2, 0]], 1e-6, scale=10.0)


@pytest.mark.parametrize("name", FEW)
def test_joints_are_read_one_by_one(name: str) -> None:
    model = with_sensors(tree_with_tip(name))
    q, v, a = sampled_state(tree_with_tip(name))
    values = run(kt.sensor_values, model, q, v, a)
    read = {x: values[:, part] for x, part in model.sensor_slices.items()}
    tau = model.armature * a
    for j in model.joints:
        tau[:, j.v_slice] += read[f"torque {j.name}"]
        k, offset = getattr(j.type, "multiplier", 1), getattr(j.type, "offset", 0)
        assert_agree(read[f"velocity {j.name}"], k * v[:, j.v_slice], 1e-15, scale=1.0)
        if j.type.independent or j.q_slice.stop - j.q_slice.start == 1:
            position = k * q[:, j.q_slice] + offset
            assert_agree(read[f"position {j.name}"], position, 1e-14, scale=1.0)
    assert_agree(tau, run(kt.rnea, model, q, v, a), 1e-12)


def test_what_is_beyond_a_cut_moves_as_a_whole() -> None:
    model = kt.robots.quadruped()
    frames = ("base", "front_left_thigh_link", "universe")
    kinds = [x for x in OF_FRAMES if x.startswith("subtree")]
    model = model.replace(sensors=[kt.Sensor(f"{x} {f}", x, f) for x in kinds for f in frames])
    q, (v, a) = configurations(model), vectors(model, 2)
    values = run(kt.sensor_values, model, q, v, a)
    read = {x: values[:, part] for x, part in model.sensor_slices.items()}
    centers = run(kt.subtree_centers_of_mass, model, q)
    for frame in frames:
        joint = model.frame(frame).joint
        assert_agree(read[f"subtree_center_of_mass {frame}"], centers[:, joint], 1e-13)
    momentum = run(kt.centroidal_momentum, model, q, v)
    for frame in ("base", "universe"):
        linear = model.total_mass * read[f"subtree_linear_velocity {frame}"]
        assert_agree(linear, momentum[:, :3], 1e-12)
        assert_agree(read[f"subtree_angular_momentum {frame}"], momentum[:, 3:], 1e-12)


# --- errors


def test_a_reading_has_a_gain_an_error_and_a_cutoff() -> None:
    plain, (q, v, a) = with_sensors(tree_with_tip("mixed")), sampled_state(tree_with_tip("mixed"))
    model = with_sensors(tree_with_tip("mixed"), gain=-2.0, cutoff=1.5)
    error = np.random.default_rng(0).normal(size=(len(q), model.nsensordata))
    values = run(kt.sensor_values, plain, q, v, a)
    count = model.sensor_slices[OF_FRAMES[-1]].stop
    expected = values + error
    expected[:, :count] = np.clip(error - 2.0 * values, -1.5, 1.5)[:, :count]
    np.testing.assert_allclose(run(kt.sensor_values, model, q, v, a, error=error), expected, 1e-12)
    assert run(kt.sensor_values, model.replace(sensors=()), q, v, a).shape == (len(q), 0)


def test_kernels_are_of_one_set_of_sensors() -> None:
    gyro = kt.Sensor("s", "gyro", "tool")
    others = (replace(gyro, gain=2.0), replace(gyro, placement=PLACE), replace(gyro, cutoff=1.0))
    arm = kt.robots.arm()
    texts = {arm.content_text, *(arm.replace(sensors=[x]).content_text for x in (gyro, *others))}
    assert len(texts) == 5 and None not in texts


def noisy() -> kt.Model:
    sensors = [
        kt.Sensor("a", "accelerometer", "tool", noise=0.5),
        kt.Sensor("exact", "gyro", "tool"),
        kt.Sensor("b", "frame_orientation", "tool", noise=2.0),
    ]
    return kt.robots.arm().replace(sensors=sensors)


def test_noise_has_the_moments_of_its_sensor() -> None:
    noise, n = kt.sensor_noise(noisy(), 3, np.arange(20_000), 7), 20_000
    assert not noise[:, 3:6].any()
    unit = noise[:, [0, 1, 2, 6, 7, 8, 9]] / [0.5, 0.5, 0.5, 2, 2, 2, 2]
    assert abs(unit.mean(0)).max() < 5 / n**0.5
    assert abs(np.cov(unit.T) - np.eye(7)).max() < 7 / n**0.5
    assert abs((unit**4).mean(0) - 3).max() < 5 * 96**0.5 / n**0.5


def test_noise_does_not_depend_on_batches_and_threads() -> None:
    model, samples = noisy(), np.arange(3000)
    threads = kt.get_num_threads()
    try:
        kt.set_num_threads(1)
        noise = kt.sensor_noise(model, 3, samples, 7)
        kt.set_num_threads(2)
        assert np.array_equal(kt.sensor_noise(model, 3, samples, 7), noise)
    finally:
        kt.set_num_threads(threads)
    for i in (0, 1, 2999):
        assert np.array_equal(kt.sensor_noise(model, 3, i, 7), noise[i])
    for other in ((4, samples, 7), (3, samples + 3000, 7), (3, samples, 8)):
        assert not (kt.sensor_noise(model, *other) == noise)[:, :3].any()


# --- the ground


def ground(heights: Any, grid: Any, x: float, y: float) -> float:
    """The height of one of two triangles of a cell, as of the plane through three corners."""
    (x0, y0, dx, dy), (nx, ny) = grid, heights.shape
    i, j = int(np.floor((x - x0) / dx)), int(np.floor((y - y0) / dy))
    u, v = (x - x0) / dx - i, (y - y0) / dy - j
    corners = [(0, 0), (1, 0) if u > v else (0, 1), (1, 1)]

    def vertex(a: int, b: int) -> list[float]:
        return [a, b, heights[min(max(i + a, 0), nx - 1), min(max(j + b, 0), ny - 1)]]

    A, B, C = (np.array(vertex(*corner)) for corner in corners)
    n = np.cross(B - A, C - A)
    return float(A[2] - (n[0] * (u - A[0]) + n[1] * (v - A[1])) / n[2])


@pytest.mark.parametrize("turned", ["upright", "any"])
def test_a_height_scan_turns_with_the_yaw_alone(turned: str) -> None:
    dog, rng = kt.robots.quadruped(), np.random.default_rng(4)
    q = kt.random_configuration(dog, 20, rng=rng)
    if turned == "upright":
        q[:, 3:5] = 0
        q = kt.normalize(dog, q)
    q[:, :3] = rng.uniform(-3, 3, size=(20, 3))  # some see beyond the border
    heights, grid = rng.normal(size=(20, 11, 13)), np.array([-2.5, -2.4, 0.5, 0.4])
    points = rng.uniform(-1, 1, size=(17, 2))
    scan = kt.height_scan(dog, q, kt.Terrain(heights, grid), points, frame="base")
    T = kt.frame_placement(dog, q, frame="base")
    for k in range(20):
        yaw = np.arctan2(T[k, 1, 0], T[k, 0, 0])
        R = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
        for point, height in zip(points, scan[k], strict=True):
            x, y = T[k, :2, 3] + R @ point
            assert abs(height + T[k, 2, 3] - ground(heights[k], grid, x, y)) < 1e-12


def test_a_height_scan_of_a_frame_that_looks_up_has_the_axes_of_the_world() -> None:
    dog = kt.robots.quadruped()
    q, ground = kt.neutral(dog), kt.Terrain(np.arange(9.0).reshape(3, 3), [-1, -1, 1, 1])
    q[3:7] = [0, -(0.5**0.5), 0, 0.5**0.5]  # x along z, exactly
    scan = kt.height_scan(dog, q, ground, [[1, 0], [0, 1]], frame="base")
    assert np.allclose(scan, [7 - q[2], 5 - q[2]])
    kernel = kt.height_scan.compile(dog, frame="base", terrain=ground, sizes={"npoints": 2})
    assert (kernel(q, [[1, 0], [0, 1]]) == scan).all()
