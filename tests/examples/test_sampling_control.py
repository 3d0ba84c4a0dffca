"""examples/simulation/02_sampling_control.py: with fewer samples."""

import runpy
from pathlib import Path

import numpy as np
import pytest

import kinetree as kt

SCRIPT = Path(__file__).parents[2] / "examples" / "simulation" / "02_sampling_control.py"


@pytest.fixture(scope="module")
def example():
    return runpy.run_path(str(SCRIPT))


def test_the_hand_follows_and_the_drone_keeps_off(example):
    path, costs, times = example["main"](samples=512, ticks=240)
    hull, hand, aim = path.transpose(1, 0, 2)
    off = np.linalg.norm(hand - aim, axis=1)
    assert np.isfinite(costs).all() and times.shape == (240,)
    assert np.median(off[40:120]) < 0.1
    close = np.linalg.norm(aim[:, :2] - example["PILLAR"], axis=1)
    assert close.min() < 0.05  # the goal passes through the pillar, the drone beside it
    away = np.linalg.norm(hull[:, :2] - example["PILLAR"], axis=1)
    assert away.min() > 0.95 * example["CLEARANCE"]
    assert off[-1] < 0.5 * off.max()


def test_a_plan_gets_better_and_its_cost_is_that_of_its_states(example):
    robot, now, rng = example["robot"], [0.5], np.random.default_rng(1)
    q, v, plan = kt.neutral(robot), np.zeros(robot.nv), np.zeros((example["HORIZON"], robot.nv))
    q[:3] = 0.3, -1.4, 1.5
    plans, costs = [plan], []
    for _ in range(8):
        plan, cost = example["tick"](q, v, plan, now, rng, 512)
        plans.append(plan)
        costs.append(cost)
    assert costs[-1] < 0.5 * costs[0]

    how = {"simulation": example["EULER"], "policy": example["flight"]}
    qs, vs = kt.simulation.rollout(robot, q, v, plans[-2], example["DT"], **how)
    R = kt.so3.from_quaternion(qs[:, 3:7])
    aims = [example["goal"](now[0] + k * example["DT"]) for k in range(len(qs) - 1)]
    off = kt.frame_placement(robot, qs[:-1], frame="hand")[:, :3, 3] - np.array(aims, float)
    states = 50 * (off**2).sum(-1) + 0.1 * (vs[:-1, 3:] ** 2).sum(-1)
    states += (qs[:-1, 7:] ** 2).sum(-1) + 5 * (1 - R[:-1, 0, 0])
    near = np.linalg.norm(qs[:-1, :2] - example["PILLAR"], axis=-1) < example["CLEARANCE"]
    expected = states.sum() + 1e3 * near.sum() + 100 * (1 - R[-1, 2, 2])
    assert np.isclose(costs[-1], expected, rtol=1e-12)
