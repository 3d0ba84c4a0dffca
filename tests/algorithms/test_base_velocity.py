"""The velocity of a floating base in three representations, against its placement's derivatives."""

import itertools
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run
from scipy.spatial.transform import Rotation

import kinetree as kt
from kinetree.coordinates.convert import base_acceleration, base_velocity

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
    ahead = kt.integrate.evaluate(ROBOT, q, 1e-30j * v)
    T = kt.forward_kinematics.evaluate(ROBOT, ahead)[:, 1]
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


@pytest.mark.parametrize("algorithm, operands", [(base_velocity, 2), (base_acceleration, 3)])
def test_a_fixed_base_has_no_velocity(algorithm, operands):
    arm = kt.robots.arm()
    with pytest.raises(kt.ModelError, match="no floating base: its first, 'joint1', is Revolute"):
        algorithm(arm, *[np.zeros(7)] * operands, from_="body", to="mixed")
    empty = kt.ModelBuilder("rock").build()
    with pytest.raises(kt.ModelError, match=r"rock: .*no floating base: it has no joint"):
        algorithm.evaluate(empty, *[np.zeros(0)] * operands, from_="body", to="mixed")
