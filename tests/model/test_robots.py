"""The built-in robots are what they were: coordinates, masses, lengths."""

import numpy as np
import pytest
from agreement import assert_agree, run

import kinetree as kt

ROBOTS = {  # nq, nv, mass; centre of mass and place of the last body at neutral
    "pendulum": (1, 1, 1.0, [0, 0, -1], [0, 0, 0]),
    "double_pendulum": (2, 2, 2.0, [0, 0, -1.5], [0, 0, -1]),
    "serial_chain": (10, 10, 10.0, [0, 0, -1.5], [0, 0, -2.7]),
    "binary_tree": (15, 15, 15.0, [0, 0, -0.83], [0, 0, -0.9]),
    "biped": (19, 18, 45.0, [0, 0, -0.347778], [0, -0.1, -1.11]),
    "quadruped": (19, 18, 27.0, [0, 0, -0.085185], [-0.3, -0.15, -0.33]),
    "humanoid": (36, 35, 54.7, [0, 0, -0.115475], [0, 0, 0.65]),
    "arm": (7, 7, 15.5, [0.01, 0, 0.613871], [0, 0, 1.16]),
}


@pytest.mark.parametrize("name", kt.robots.BUILTIN)
def test_a_built_in_robot_is_the_one_that_it_was(name):
    nq, nv, mass, center, last = ROBOTS[name]
    model = kt.load(name)
    assert (model.nq, model.nv) == (nq, nv)
    assert model.total_mass == pytest.approx(mass, rel=1e-12)
    q = kt.neutral(model)
    assert_agree(run(kt.center_of_mass, model, q), np.array(center), 1e-6, scale=1)
    assert_agree(run(kt.forward_kinematics, model, q)[-1, :3, 3], np.array(last), 1e-12, scale=1)


def test_the_limits_of_the_arm_are_what_they_were():
    arm = kt.robots.arm()
    limits = {
        "lower_position_limits": -2.8,
        "upper_position_limits": 2.8,
        "velocity_limits": 3.0,
        "effort_limits": 80.0,
        "armature": 0.1,
    }
    for name, value in limits.items():
        np.testing.assert_array_equal(getattr(arm, name), np.full(7, value))
