"""The linearization on a moving base, against forward dynamics and the motions next to it."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times
from complex_step import rate
from floating import (
    REPRESENTATIONS,
    H,
    Moving,
    blocks,
    cross_matrix,
    floating,
    hat,
    rate_of_twist,
    to_representation,
)
from trees import MIXED_TREES, each_of

import kinetree as kt

LINEARIZE = kt.moving_base.linearize
SAMPLES = slice(4, 6)


def linearized(at: Moving, how: str) -> tuple[Any, Any]:
    """(A, B) of two states; the forces are those that `at.a` holds."""
    state = [x[SAMPLES] for x in (*at.state(how), at.a)]
    return run(LINEARIZE, at.model, *state, statics={"representation": how})


@pytest.mark.sweep
@pytest.mark.parametrize("name", [*MIXED_TREES, "free_flyer", "saddle", "mimic_of_own_kind"])
def test_the_body_representation_is_that_of_joints(name: str):
    at = floating(name)
    expected = run(kt.linearize, at.model, *(x[SAMPLES] for x in (at.q, at.v, at.a)))
    for x, y in zip(linearized(at, "body"), expected, strict=True):
        assert_agree(x, y, 1e-11)


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "how"), each_of(REPRESENTATIONS))
def test_rates_of_errors_are_those_of_forward_dynamics(name: str, how: str):
    """Along random errors, by the complex step of aba."""
    at, rng = floating(name), np.random.default_rng(0)
    q, v, tau, pose = (x[SAMPLES] for x in (at.q, at.v, at.a, at.pose))
    n = at.model.nv
    error, u = rng.normal(size=(2, 2 * n)), rng.normal(size=(2, n))
    e, z = error[:, :6], error[:, n : n + 6]
    ahead = kt.integrate.evaluate(at.model, q, 1j * H * error[:, :n])
    pose_ahead = pose @ (np.eye(4) + 1j * H * hat(e))
    X, X_ahead = (to_representation(x, how) for x in (pose, pose_ahead))
    twist = times(X, v[:, :6]) + 1j * H * times(X, z)
    base = times(np.linalg.inv(X_ahead), twist)
    v_ahead = np.concatenate([base, v[:, 6:] + 1j * H * error[:, n + 6 :]], -1)
    a_ahead = kt.aba.evaluate(at.model, ahead, v_ahead, tau + 1j * H * u)
    of_twist = rate(rate_of_twist(pose_ahead, base, a_ahead[:, :6], how))
    dz = np.linalg.solve(X, (of_twist - rate_along(pose, v[:, :6], z, how))[..., None])[..., 0]
    A, B = linearized(at, how)
    found = times(A, error) + times(B, u)
    assert_agree(found[:, n:], np.concatenate([dz, rate(a_ahead)[:, 6:]], -1), 1e-10)


def rate_along(pose: Any, V: Any, z: Any, how: str) -> Any:
    """(dX/dt) z while the base moves with V."""
    turn = cross_matrix(V[..., 3:])
    shift = cross_matrix(V[..., :3]) if how == "inertial" else 0 * turn
    return (how != "body") * times(to_representation(pose, how) @ blocks(turn, shift), z)


@pytest.mark.parametrize("how", REPRESENTATIONS)
def test_poses_of_neighbours_move_as_their_twists_say(how: str):
    """The motion H(t) exp(e(t)): its twist gives z, and A the rate of e."""
    at, rng = floating("planar"), np.random.default_rng(1)
    pose, v, n = at.pose[SAMPLES], at.v[SAMPLES], at.model.nv
    e, de = rng.normal(size=(2, 2, 6))
    near = pose @ (np.eye(4) + 1j * H * hat(e))
    moving = pose @ hat(v[:, :6]) @ (np.eye(4) + 1j * H * hat(e)) + pose @ (1j * H * hat(de))
    W = np.linalg.inv(near) @ moving
    V = np.concatenate([W[:, :3, 3], W[:, [2, 0, 1], [1, 2, 0]]], -1)
    twist = rate(times(to_representation(near, how), V))
    z = np.linalg.solve(to_representation(pose, how), twist[..., None])[..., 0]
    error = np.zeros((2, 2 * n))
    error[:, :6], error[:, n : n + 6] = e, z
    A, _ = linearized(at, how)
    assert_agree(times(A, error)[:, :6], de, 1e-14)
    if how == "inertial":
        assert_agree(z, de, 1e-13)


@pytest.mark.sweep
def test_joints_move_as_their_own_errors_say():
    at = floating("mixed")
    expected = run(kt.linearize, at.model, *(x[SAMPLES] for x in (at.q, at.v, at.a)))
    n = at.model.nv
    for how in REPRESENTATIONS:
        for x, y in zip(linearized(at, how), expected, strict=True):
            np.testing.assert_array_equal(x[:, 6:n], y[:, 6:n])


@pytest.mark.sweep
def test_a_trajectory_is_a_batch():
    robot = kt.robots.quadruped()
    rng = np.random.default_rng(2)
    q = kt.random_configuration(robot, (3, 4), rng=rng)
    H = kt.forward_kinematics(robot, q)[..., 1, :, :]
    v, tau = rng.normal(size=(2, 3, 4, robot.nv))
    A, B = LINEARIZE(robot, H, q[..., 7:], v[..., :6], v[..., 6:], tau, representation="body")
    assert A.shape == (3, 4, 36, 36) and B.shape == (3, 4, 36, 18)
    for x, y in zip((A, B), kt.linearize(robot, q, v, tau), strict=True):
        assert_agree(x, y, 1e-12)
