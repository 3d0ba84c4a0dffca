"""examples/learning: trained policies do their tasks, and a training goes on where it stopped."""

import importlib
import runpy
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import kinetree as kt

FOLDER = Path(__file__).parents[2] / "examples" / "learning"
RUN, TRAIN = (runpy.run_path(str(FOLDER / "ppo.py"))[name] for name in ("run", "train"))


@pytest.fixture
def example(monkeypatch):
    """An example by name, with its policy."""
    monkeypatch.syspath_prepend(FOLDER)

    def load(name):
        names = runpy.run_path(str(FOLDER / f"{name}.py"))
        return names, dict(np.load(names["POLICY"]))

    return load


def test_the_trained_policy_follows_its_commands(example):
    names, policy = example("walking")
    envs = names["Walk"](32, seed=11)
    seen, _ = envs.reset()
    command, fell, speeds = envs["command"].copy(), np.zeros(32, bool), []
    for _ in range(150):
        seen, _, terminated, _, _ = envs.step(RUN(policy, seen))
        fell |= terminated
        speeds.append(envs["v"][:, [0, 1, 5]].copy())
    off = abs(np.mean(speeds[50:], 0) - command)[~fell]
    assert fell.sum() <= 3 and np.median(off) < 0.2


def test_the_trained_policy_hikes(example):
    names, policy = example("hiking")
    envs = names["Hike"](64, seed=11)
    seen, _ = envs.reset()
    command, fell, speeds = envs["command"].copy(), np.zeros(64, bool), []
    assert {*envs["terrain"]} == {*range(5)}
    for _ in range(150):
        seen, _, terminated, _, _ = envs.step(RUN(policy, seen))
        fell |= terminated
        speeds.append(envs["v"][:, [0, 1, 5]].copy())
    off = abs(np.mean(speeds[50:], 0) - command)[~fell]
    assert fell.sum() <= 4 and np.median(off) < 0.2


def test_a_gait_made_for_mujoco_walks_here(example, monkeypatch):
    pytest.importorskip("mujoco")
    example("walking")  # makes the folder's modules known
    module = importlib.import_module("trotting")
    monkeypatch.setattr(module, "COUNT", 4)
    begin = module.beginnings()
    here, there = (module.measured(run(*begin)) for run in (module.in_kinetree, module.in_mujoco))
    np.testing.assert_allclose(here[0].mean(), there[0].mean(), rtol=0.1)
    np.testing.assert_allclose(here[1], there[1], rtol=0.02)
    assert here[0].min() > 7 and not here[2].any() and not there[2].any()


def swing():
    """A pendulum that is rewarded for being upright."""
    robot = kt.robots.pendulum().replace(actuators=kt.Motors(effort=5.0))

    @kt.environment(robot, dt=0.02, episode=50)
    class Swing:
        def reset(self, random):
            return random.uniform(-0.5, 0.5, (robot.nq,)), kt.math.zeros(robot.nv)

        def observe(self, state):
            return kt.math.concatenate([state.q, state.v])

        def reward(self, state):
            return -state.q @ state.q

    return Swing


def test_a_training_goes_on_after_an_interruption(tmp_path, capsys):
    pytest.importorskip("torch")
    Swing, path = swing(), tmp_path / "swing.pt"

    def interrupted(*arguments, **keywords):
        envs = Swing(*arguments, **keywords)
        steps = iter([envs.step] * 30)

        def step(action):
            if (take := next(steps, None)) is None:
                raise KeyboardInterrupt
            return take(action)

        envs.step = step
        return envs

    first = TRAIN(interrupted, 1.0, path, count=16)
    assert "interrupted after 1 updates" in capsys.readouterr().out
    second = TRAIN(Swing, 0.01, path, count=16)
    assert len(first["curve"]) == 1 and len(second["curve"]) > 1
    np.testing.assert_array_equal(second["curve"][0], first["curve"][0])
    assert (np.diff(second["curve"][:, :2], axis=0) > 0).all()
    assert RUN(second, np.zeros((3, 2))).shape == (3, 1)


def test_gradients_through_physics_are_those_of_differences(monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.syspath_prepend(FOLDER)
    names = runpy.run_path(str(FOLDER / "analytic_gradients.py"))
    torch.manual_seed(0)
    task, h = names["Reaching"](), 1e-2
    policy, state = torch.nn.Linear(*task.sizes), task.begin(64)
    along = torch.randn_like(policy.weight)

    def reward(step):
        weight = policy.weight + step * along
        linear = partial(torch.nn.functional.linear, weight=weight, bias=policy.bias)
        return names["rollout"](task, linear, state, 3)[2].mean()

    (gradient,) = torch.autograd.grad(reward(0.0), policy.weight)
    difference = (reward(h) - reward(-h)) / (2 * h)
    torch.testing.assert_close((gradient * along).sum(), difference, rtol=0.02, atol=1e-3)


def test_the_trained_policy_stands(example):
    names, policy = example("standing")
    envs = names["Stand"](32, seed=11)
    seen, _ = envs.reset()
    fell = np.zeros(32, bool)
    for _ in range(200):  # two pushes; without actions all fall in half of it
        seen, _, terminated, _, _ = envs.step(RUN(policy, seen))
        fell |= terminated
    assert fell.sum() <= 3


def test_the_trained_policy_reaches(example):
    names, policy = example("reaching")
    assert names["successes"](lambda seen: RUN(policy, seen), count=64, seed=11).sum() >= 45
    assert not names["successes"](lambda seen: np.zeros((64, 7)), count=64, seed=11).any()


def test_a_policy_does_in_mujoco_what_it_does_here(example, monkeypatch):
    pytest.importorskip("mujoco")
    names, policy = example("reaching")
    module = importlib.import_module("in_mujoco")
    monkeypatch.setattr(module, "COUNT", 8)
    reaching, task = SimpleNamespace(**names), names["Reaching"]
    here, done, begin = module.in_kinetree(reaching, task, policy)
    there, done_there = module.in_mujoco(reaching, task(), policy, begin)
    np.testing.assert_allclose(there[done], here[done], rtol=0.05)
    np.testing.assert_array_equal(done_there, done)
