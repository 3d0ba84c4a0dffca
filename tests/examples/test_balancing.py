"""examples/moving_base: the balancing humanoid, at a few pitches of its trunk."""

import runpy
from pathlib import Path

import numpy as np
import pytest

import kinetree as kt

pytestmark = pytest.mark.sweep

pytest.importorskip("scipy")
SCRIPT = Path(__file__).parents[2] / "examples" / "moving_base" / "01_balancing.py"
PITCHES = (89.9, 90, 120)


@pytest.fixture(scope="module")
def example():
    return runpy.run_path(str(SCRIPT))


@pytest.fixture(scope="module")
def found(example):
    by_twist, by_angles = example["main"](PITCHES).values()
    return dict(zip(PITCHES, by_twist, strict=True)), dict(zip(PITCHES, by_angles, strict=True))


def test_the_pose_is_in_balance(example):
    robot = example["robot"]
    for pitch in np.radians(PITCHES):
        q = example["pose"](pitch)
        foot = kt.frame_placement(robot, q, frame="left_foot")
        assert np.allclose(foot, np.eye(4), rtol=0, atol=1e-12)
        assert np.allclose(kt.center_of_mass(robot, q)[:2], 0, rtol=0, atol=1e-12)
        assert np.allclose(
            kt.so3.from_quaternion(q[3:7]) @ [0, 0, 1], [np.sin(pitch), 0, np.cos(pitch)]
        )
        assert not kt.check_configuration(robot, q)


def test_a_twist_recovers_at_every_pitch(example, found):
    by_twist, _ = found
    for x in by_twist.values():
        assert example["recovered"](x) == 4
        assert 3e-3 < abs(x["off"]).max() < 2e-2  # the pushes are felt
        assert (x["pressure"] < example["SOLE"]).all() and x["load"] > 300
        assert (x["torque"] < example["robot"].effort_limits[6:]).all()
    conditions = [x["condition"] for x in by_twist.values()]
    assert max(conditions) < 1.01 * min(conditions)


def test_angles_are_the_same_dynamics_where_they_are_regular(example):
    """A and B by yaw, pitch and roll are those by the twist, through the map of the rates."""
    robot, euler, pitch = example["robot"], example["euler"], 1.0
    q = example["pose"](pitch)
    turned = kt.se3.from_xyz_quaternion(q[:7])
    target = kt.se3.exp(np.array([0, 0, 9.81 * robot.total_mass, 0, 0, 0]) / example["STIFFNESS"])
    A, B = example["linearized"](robot, q, target)
    by_angles = np.concatenate([turned[:3, 3], [0, pitch, 0], q[7:]])
    A_angles, B_angles = example["linearized"](euler, by_angles, target)
    sin, cos = np.sin(pitch), np.cos(pitch)
    T = np.eye(robot.nv)
    T[:3, :3] = turned[:3, :3].T
    T[3:6, 3:6] = [[-sin, 0, 1], [0, 1, 0], [cos, 0, 0]]  # of yaw, pitch and roll at no roll
    T = np.kron(np.eye(2), T)
    assert np.allclose(T @ A_angles, A @ T, rtol=0, atol=1e-11 * abs(A).max())
    assert np.allclose(T @ B_angles, B, rtol=0, atol=1e-11 * abs(B).max())


def test_angles_fail_at_their_singularity(example, found):
    _, by_angles = found
    assert by_angles[90]["off"] is None and by_angles[90]["condition"] > 1e15
    assert example["recovered"](by_angles[89.9]) < 4
    assert example["recovered"](by_angles[120]) == 4
