"""examples/simulation/01_satellite_arm.py: what its integrators do to momenta."""

import runpy
from pathlib import Path

import numpy as np
import pytest

import kinetree as kt

pytestmark = pytest.mark.sweep

SCRIPT = Path(__file__).parents[2] / "examples" / "simulation" / "01_satellite_arm.py"


@pytest.fixture(scope="module")
def example():
    return runpy.run_path(str(SCRIPT))


@pytest.fixture(scope="module")
def found(example):
    return example["main"](steps=2_000)


def worst(errors):
    return [abs(error).max() for error in errors]


def test_the_variational_integrator_keeps_momenta_to_rounding(found):
    errors, _ = found["variational"]
    assert errors[0].shape == (2, 201, 6)
    assert max(worst(errors)) < 1e-10  # 120 kg, 24 N m s: 1e-16 / DT in velocity, over the steps


def test_the_others_keep_them_as_their_order_says(found):
    whole, half = worst(found["commutator_free_4"][0])
    assert 1e-8 < whole < 1e-5 and 11 < whole / half < 24
    whole, half = worst(found["semi_implicit_euler"][0])
    assert whole > 1e-2 and 1.5 < whole / half < 4


def test_momentum_is_that_of_the_bodies(example):
    robot = example["robot"]
    v, move = np.random.default_rng(0).standard_normal((2, robot.nv))
    q = kt.integrate(robot, kt.neutral(robot), move)
    T, total = kt.forward_kinematics(robot, q), np.zeros(6)
    for joint in robot.joints:
        Y = kt.Inertia.from_parameters(robot.inertias[joint.index])
        twist = kt.frame_velocity(robot, q, v, frame=joint.name, reference="local")
        h = (Y @ kt.Motion.from_vector(twist)).vector
        total += np.linalg.solve(kt.se3.adjoint(T[joint.index]).T, np.array(h, float))
    assert np.allclose(example["momentum"](q, v), total, rtol=1e-12, atol=1e-11)


def test_the_arm_turns_a_hull_at_rest(example, found):
    q = found["variational"][1][0]  # a circle is 250 steps, 25 rows
    arm, turned = q[::25, 7:], example["turned"](q[::25])
    assert abs(arm[2:] - arm[1]).max() < 0.1 < abs(q[:, 7:]).max()
    assert turned[0] == 0 and (np.diff(turned[:4]) > 20).all()
    accurate = found["commutator_free_4"][1][0]
    assert np.allclose(turned[:4], example["turned"](accurate[::25])[:4], rtol=0, atol=0.1)
