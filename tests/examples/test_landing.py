"""examples/simulation/03_landing.py: what a quadruped and its contacts do."""

import runpy
from pathlib import Path

import numpy as np
import pytest

import kinetree as kt

pytestmark = pytest.mark.sweep

SCRIPT = Path(__file__).parents[2] / "examples" / "simulation" / "03_landing.py"


@pytest.fixture(scope="module")
def example():
    return runpy.run_path(str(SCRIPT))


@pytest.fixture(scope="module")
def landed(example):
    (q, v), many, _ = example["main"](n=64, seconds=2.0)
    return q, v, *many


def test_it_falls_freely_and_then_stands(example, landed):
    q, v, *_ = landed
    height, t = example["lowest"](q), example["DT"] * np.arange(len(q))
    before = height > 0.02
    center = kt.center_of_mass(example["robot"], q)
    assert before[:100].all()
    assert np.allclose(center[:100, 2], center[0, 2] - 9.81 / 2 * t[:100] ** 2, rtol=0, atol=1e-5)
    assert height.min() > -1e-9, "no foot gets below the plane"
    assert abs(v[-1]).max() < 0.05 and 0.3 < q[-1, 2] < 0.5


def test_many_land_as_one_does(example, landed):
    *_, many_q, many_v = landed
    assert np.array_equal(many_q[0], landed[0][-1]) and np.array_equal(many_v[0], landed[1][-1])
    standing = many_q[:, 2] > 0.3
    assert standing.mean() > 0.9
    assert np.isfinite(many_q).all() and abs(many_v[standing]).max() < 0.5


def test_it_is_carried_by_forces_within_the_cones(example, landed):
    robot, q, v = example["robot"], landed[0][-1], landed[1][-1]
    tau = example["springs"](kt.math.array(q.tolist()), kt.math.array(v.tolist()), 0.0)
    tau = np.array(tau.flat, float)
    mu, dt, simulation = example["FRICTION"], example["DT"], example["simulation"]
    found = kt.simulation.contact_step(robot, q, v, tau, dt, friction=mu, simulation=simulation)
    forces = found.impulses / dt
    assert abs(forces[:, 2].sum() / (9.81 * robot.total_mass) - 1) < 0.05
    assert (np.linalg.norm(forces[:, :2], axis=1) <= 0.6 * forces[:, 2] + 1e-9).all()
    assert found.residuals.max() < 1e-9
