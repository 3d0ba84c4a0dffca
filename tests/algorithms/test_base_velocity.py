"""The velocity of a floating base in three representations, against its placement's derivatives."""

import itertools
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.coordinates.convert import base_acceleration, base_velocity, speeds

REPRESENTATIONS = ("body", "inertial", "mixed")
PAIRS = tuple(itertools.product(REPRESENTATIONS, REPRESENTATIONS))


def _robot() -> kt.Model:
    """A base that starts off the world's origin, a joint, and a second free body."""
    b = kt.ModelBuilder("boat")
    start = kt.SE3(Rotation.from_rotvec([0.3, -0.5, 0.9]).as_matrix(), [0.4, -0.7, 1.1])
    b.add_body("hull", joint=kt.FreeFlyer(), placement=start)
    b.add_body("rudder", parent="hull", joint=kt.Revolute("z"))
    b.add_body("buoy", joint=kt.FreeFlyer())
    return b.build()


ROBOT = _robot()


def _states() -> Any:
    rng = np.random.default_rng(0)
    return kt.random_configuration(ROBOT, 4, rng=rng), *rng.normal(size=(2, 4, ROBOT.nv))


def _motion(q: Any, v: Any) -> tuple[Any, Any]:
    """The placement of the base and its rate, by a complex step along the motion."""
    T = kt.forward_kinematics.evaluate(ROBOT, kt.integrate.evaluate(ROBOT, q, 1e-30j * v))[:, 1]
    return T.real, T.imag / 1e-30


def _twist(W: Any) -> Any:
    """The six numbers of [[w^, v], [0, 0]]."""
    assert_agree(W[..., :3, :3], -np.swapaxes(W[..., :3, :3], -1, -2), 1e-14)
    return np.concatenate([W[..., :3, 3], W[..., [2, 0, 1], [1, 2, 0]]], -1)


@pytest.mark.parametrize("to", REPRESENTATIONS)
def test_velocities_are_those_of_the_placement(to):
    q, v, _ = _states()
    T, dT = _motion(q, v)
    inverse = np.linalg.inv(T)
    expected = _twist(inverse @ dT if to == "body" else dT @ inverse)
    if to == "mixed":
        expected[:, :3] = dT[:, :3, 3]
    found = base_velocity(ROBOT, q, v, from_="body", to=to)
    assert_agree(found[:, :6], expected, 1e-14)
    np.testing.assert_array_equal(found[:, 6:], v[:, 6:])


@pytest.mark.parametrize("from_, to", PAIRS)
def test_all_representations_are_of_one_motion(from_, to):
    q, v, a = _states()
    x, xdot = (
        base_velocity.evaluate(ROBOT, q, v, from_="body", to=from_),
        base_acceleration.evaluate(ROBOT, q, v, a, from_="body", to=from_),
    )
    y = base_velocity.evaluate(ROBOT, q, x, from_=from_, to=to)
    ydot = base_acceleration.evaluate(ROBOT, q, x, xdot, from_=from_, to=to)
    assert_agree(y, base_velocity.evaluate(ROBOT, q, v, from_="body", to=to), 1e-14)
    assert_agree(ydot, base_acceleration.evaluate(ROBOT, q, v, a, from_="body", to=to), 1e-14)
    ahead = kt.integrate.evaluate(ROBOT, q, 1e-30j * v)
    rate = base_velocity.evaluate(ROBOT, ahead, x + 1e-30j * xdot, from_=from_, to=to).imag / 1e-30
    assert_agree(ydot, rate, 1e-14)


@pytest.mark.parametrize("from_, to", PAIRS)
def test_speeds_are_the_matrices_of_velocities_and_accelerations(from_, to):
    q, v, a = _states()
    pair = {"from_": from_, "to": to}
    x = base_velocity.evaluate(ROBOT, q, v, from_="body", to=from_)
    A, dA = speeds.evaluate(ROBOT, q, x, **pair)
    w = base_velocity.evaluate(ROBOT, q, x, **pair)
    assert_agree(times(A, w), x, 1e-14)
    ahead = kt.integrate.evaluate(ROBOT, q, 1e-30j * v)
    assert_agree(dA, speeds.evaluate(ROBOT, ahead, x, **pair).A.imag / 1e-30, 1e-14, scale=1.0)
    rate = base_acceleration.evaluate(ROBOT, q, w, a, from_=to, to=from_)
    assert_agree(times(A, a) + times(dA, w), rate, 1e-14)


def test_equations_of_motion_in_mixed_velocities_are_those_of_a_moving_base():
    robot = kt.robots.quadruped()
    rng = np.random.default_rng(2)
    q, (v, a) = kt.random_configuration(robot, rng=rng), rng.normal(size=(2, robot.nv))
    A, dA = speeds(robot, q, v, from_="body", to="mixed")
    M, C = kt.crba(robot, q), kt.coriolis_matrix(robot, q, v)
    g, H = kt.generalized_gravity(robot, q), kt.forward_kinematics(robot, q)[1]
    new = kt.change_of_coordinates(M, C, g, g, A, dA)
    w = np.linalg.solve(A, v)
    state = H, q[7:], w[:6], w[6:], a[:6], a[6:]
    tau = kt.moving_base.inverse_dynamics(robot, *state, representation="mixed")
    assert_agree(new.M @ a + new.C @ w + new.g, A.T @ tau, 1e-12)  # tau is in the frame of the base


def test_a_stone_falls_as_gravity_says():
    """A free body in free fall: its origin, at its centre of mass, accelerates as gravity does."""
    b = kt.ModelBuilder("stone")
    b.add_body(
        "stone", joint=kt.FreeFlyer(), inertia=kt.Inertia(2.0, [0, 0, 0], np.diag([1, 2, 3]))
    )
    stone = b.build()
    rng = np.random.default_rng(1)
    q, v = kt.random_configuration(stone, rng=rng), rng.normal(size=6)
    a = run(kt.aba, stone, q, v, np.zeros(6))
    fall = base_acceleration.evaluate(stone, q, v, a, from_="body", to="mixed")
    assert_agree(fall[:3], stone.gravity, 1e-14)


@pytest.mark.parametrize(
    "keywords, message",
    [
        ({"to": "body"}, "from_= is missing; expected 'body' or 'inertial' or 'mixed'"),
        ({"from_": "body"}, "to= is missing"),
        ({"from_": "world", "to": "body"}, "no from_ 'world'.* 'body', 'inertial', 'mixed'"),
    ],
)
def test_unknown_representations_are_refused(keywords, message):
    q, v, _ = _states()
    with pytest.raises(kt.ShapeError, match=message):
        base_velocity(ROBOT, q, v, **keywords)


@pytest.mark.parametrize(
    "algorithm, operands", [(base_velocity, 2), (base_acceleration, 3), (speeds, 2)]
)
def test_a_fixed_base_has_no_velocity(algorithm, operands):
    arm = kt.robots.arm()
    with pytest.raises(kt.ModelError, match="no floating base: its first, 'joint1', is Revolute"):
        algorithm(arm, *[np.zeros(7)] * operands, from_="body", to="mixed")
    empty = kt.ModelBuilder("rock").build()
    with pytest.raises(kt.ModelError, match=r"rock: .*no floating base: it has no joint"):
        algorithm.evaluate(empty, *[np.zeros(0)] * operands, from_="body", to="mixed")
