"""Environments: their steps beside steps one by one, bits, episodes, and what is refused."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree import math
from kinetree.errors import BackendError, ModelError, ShapeError
from kinetree.functions.canonical_text import canonical_text

DT, SUBSTEPS, EPISODE = 4e-3, 3, 20


def hopper() -> kt.Model:
    """A ball with a servo-driven arm on a floor."""
    builder = kt.ModelBuilder("hopper")
    builder.add_body("ball", joint=kt.FreeFlyer(), inertia=kt.Inertia(2, [0] * 3, 0.02 * np.eye(3)))
    builder.add_body(
        "arm",
        parent="ball",
        joint=kt.Revolute("y"),
        inertia=kt.Inertia(0.5, [0.2, 0, 0], np.eye(3)),
    )
    builder.add_geometry("ball", parent="ball", shape=kt.shapes.Sphere(0.1), kind="collision")
    return builder.build().replace(actuators=kt.Motors(kp=5.0, kd=0.5))


ROBOT = hopper()
ON_PLANE = kt.Simulation(contacts=kt.contacts(ROBOT, ground="plane"))
ON_FIELD = kt.Simulation(contacts=kt.contacts(ROBOT, ground="terrain"))


class Hopping:
    """Stay above the ground."""

    def reset(self, random: Any) -> Any:
        height = random.uniform(0.1, 0.3)
        q = math.concatenate([math.zeros(2), [height.flat[0]], math.array([0.0, 0, 0, 1, 0])])
        return q, 0.3 * random.normal((7,))

    def command(self, random: Any) -> Any:
        return random.uniform([-1, 2], [1, 3])

    def randomise(self, random: Any) -> Any:
        return {"friction": random.uniform(0.2, 1.0), "gravity": random.uniform(-11, [0, 0, -9])}

    def control(self, state: Any) -> Any:
        return 0.5 * state.action

    def observe(self, state: Any) -> Any:
        noise = state.random.normal((2,))
        return math.concatenate([state.q, state.v, state.command, state.action, noise])

    def reward(self, state: Any) -> Any:
        return state.q[2] - 0.1 * (state.action @ state.action) + 1e-3 * state.forces[0, 2]

    def disturb(self, state: Any) -> Any:
        return math.zeros(3, 6).add((1, 0), 3 * state.command[0])

    def terminated(self, state: Any) -> Any:
        return state.v[2] < -1.5


HOW: dict[str, Any] = {"dt": DT, "substeps": SUBSTEPS, "episode": EPISODE}
Hop = kt.environment(ROBOT, simulation=ON_PLANE, **HOW)(Hopping)
HEIGHTS = np.random.default_rng(2).uniform(-0.2, 0.2, (3, 11, 9))
HEIGHTS += np.arange(3.0)[:, None, None]
GRID = [-1.0, -1.0, 0.2, 0.25]
POINTS = [[0.0, 0.0], [0.3, 0.1], [-0.4, 0.2]]


class Roaming(Hopping):
    """Stay above rough ground."""

    def reset(self, random: Any, ground: Any) -> Any:
        x, y = random.uniform(-1, 1, (2,))
        up = ground.height(x, y) + random.uniform(0.1, 0.3)
        return math.array([x, y, up, 0, 0, 0, 1, 0]), 0.3 * random.normal((7,))

    def observe(self, state: Any) -> Any:
        below = state.ground.scan(state.model, state.q, POINTS, frame="ball")
        return math.concatenate([state.q, state.v, state.command, state.action, below])


def roam(task: type = Roaming, heights: Any = HEIGHTS, grid: Any = GRID) -> Any:
    options: dict[str, Any] = {
        "simulation": ON_FIELD,
        "dt": DT,
        "terrain": kt.Terrain(heights, grid),
    }
    return kt.environment(ROBOT, substeps=SUBSTEPS, episode=EPISODE, **options)(task)


Roam = roam()


def actions(steps: int, count: int) -> Any:
    return np.random.default_rng(1).uniform(-1.5, 1.5, (steps, count, 1))


def pushes(command: Any) -> Any:
    """The forces of `disturb`."""
    forces = np.zeros((len(command), 3, 6))
    forces[:, 1, 0] = 3 * command[:, 0]
    return forces


def run(count: int, steps: int = 50, make: Any = Hop, **how: Any) -> Any:
    """All that an agent sees of the first robots."""
    envs = make(count, **{"seed": 3, "dtype": "float64", **how})
    seen = [envs.reset()[0]]
    rewards, ends = [], []
    for action in actions(steps, 64)[:, :count]:
        observation, reward, terminated, truncated, _ = envs.step(action)
        seen.append(observation)
        rewards.append(reward)
        ends.append(terminated | truncated)
    return np.array(seen), np.array(rewards), np.array(ends)


def test_steps_are_those_of_contact_steps() -> None:
    envs = Hop(16, seed=5, dtype="float64")
    seen, _ = envs.reset()
    for action in actions(15, 16):
        q, v = envs["q"].copy(), envs["v"].copy()
        friction, gravity = envs["friction"], envs["gravity"].copy()
        command, total = envs["command"].copy(), 0.0
        for _ in range(SUBSTEPS):
            how = {"friction": np.array(friction)[:, None], "simulation": ON_PLANE}
            how |= {"gravity": gravity, "control": 0.5 * np.clip(action, -1, 1)}
            how["f_ext"] = pushes(command)
            step = kt.simulation.contact_step(ROBOT, q, v, np.zeros(7), DT, **how)
            q, v, total = step.q, step.v, total + step.impulses
        seen, reward, terminated, truncated, info = envs.step(action)
        last = np.where((terminated | truncated)[:, None], info.get("final_obs", seen), seen)
        a = np.clip(action, -1, 1)
        assert last[:, :15] == pytest.approx(np.concatenate([q, v], 1), abs=1e-12)
        assert last[:, 15:18] == pytest.approx(np.concatenate([command, a], 1), abs=1e-15)
        force = total[:, 0, 2] / (DT * SUBSTEPS)
        assert reward == pytest.approx(q[:, 2] - 0.1 * a[:, 0] ** 2 + 1e-3 * force, abs=1e-11)
        assert (terminated == (v[:, 2] < -1.5)).all()
    assert (np.ptp(envs["friction"]) > 0.3) and np.ptp(envs["gravity"][:, 0]) > 3


@pytest.mark.parametrize("make", [Hop, Roam])
def test_bits_do_not_depend_on_batches_threads_or_what_was_before(make: Any) -> None:
    before = kt.get_num_threads()
    seen, rewards, ends = run(64, make=make)
    assert ends.sum() > 64  # resets among them
    for count in (1, 7):
        for x, y in zip(run(count, make=make), (seen, rewards, ends), strict=True):
            assert np.array_equal(x, y[:, :count])
    try:
        for threads in (1, 2, 3):
            kt.set_num_threads(threads)
            assert np.array_equal(run(64, make=make)[0], seen)
    finally:
        kt.set_num_threads(before)
    assert not np.array_equal(run(64, make=make, seed=4)[0], seen)


@pytest.mark.parametrize("make", [Hop, Roam])
def test_states_are_saved_and_branched(make: Any) -> None:
    envs, action = make(8, seed=1), np.ones((8, 1), np.float32)
    envs.reset()
    envs.step(action)
    saved, outcomes = envs.state.copy(), []
    for _ in range(2):
        envs.state = saved.copy()
        outcomes.append([envs.step(action)[0] for _ in range(30)])
    assert np.array_equal(*outcomes)


def test_an_episode_ends_and_the_next_begins_in_the_same_step() -> None:
    envs = Hop(32, seed=0, dtype="float64")
    envs.reset()
    returns, lengths = np.zeros(32), np.zeros(32)
    over, kinds = np.zeros(32, bool), set[bool]()
    drawn = {name: envs[name].copy() for name in ("friction", "gravity", "command")}
    for action in actions(60, 32):
        observation, reward, terminated, truncated, info = envs.step(action)
        returns, lengths = returns + reward, lengths + 1
        done = terminated | truncated
        last = np.where(done[:, None], info.get("final_obs", observation), observation)
        assert np.array_equal(terminated, last[:, 10] < -1.5)
        assert np.array_equal(truncated, (lengths == EPISODE) & ~terminated)
        kinds |= {*terminated[done].tolist()}
        for name in drawn:
            same = (envs[name] == drawn[name]).reshape(32, -1).all(1)
            assert np.array_equal(same, ~done), name
            drawn[name] = envs[name].copy()
        if done.any():
            assert np.array_equal(info["_final_obs"], done)
            assert info["return"][done] == pytest.approx(returns[done], abs=1e-10)
            assert (info["length"][done] == lengths[done]).all()
            assert (observation[done, 17] == 0).all()  # no action yet
            assert (abs(observation[done] - info["final_obs"][done]).max(1) > 0.01).all()
        returns[done] = lengths[done] = 0
        over |= done
    assert over.all() and kinds == {False, True}


def test_methods_see_what_was_drawn_also_where_an_option_has_a_value() -> None:
    class Weighed(Hopping):
        def observe(self, state: Any) -> Any:
            return math.concatenate([state.model.gravity, state.drawn["friction"].reshape(1)])

    how: dict[str, Any] = {"simulation": ON_PLANE, "dt": DT, "friction": 0.9}
    envs = kt.environment(ROBOT, **how)(Weighed)(16, seed=2, dtype="float64")
    seen, _ = envs.reset()
    assert np.array_equal(seen[:, :3], envs["gravity"]) and np.ptp(seen[:, 0]) > 3
    other = kt.environment(ROBOT, **how | {"friction": 0.0})(Weighed)(16, seed=2, dtype="float64")
    other.reset()
    for x in (envs, other):
        x["q"][:, 2], x["v"][:] = 0.1, np.eye(7)[0]
        x.step(np.zeros((16, 1)))
    assert np.array_equal(envs["v"], other["v"])  # the friction is the drawn one


def test_heights_are_those_of_a_field() -> None:
    class Rolling(Hopping):
        def reset(self, random: Any, ground: Any) -> Any:
            return math.array([random.uniform(-1, 1).flat[0], 0, 0.6, 0, 0, 0, 1, 0]), math.zeros(7)

        def terminated(self, state: Any) -> Any:
            return state.q[2] < -9

        def disturb(self, state: Any) -> Any:
            return None

    field = kt.Terrain(np.full((5, 5), 0.3), [-2, -2, 1, 1])
    envs = kt.environment(ROBOT, dt=DT, substeps=50, simulation=ON_FIELD, terrain=field)(Rolling)(4)
    envs.reset()
    for _ in range(10):
        envs.step(np.zeros((4, 1)))
    assert envs["q"][:, 2] == pytest.approx(0.4, abs=1e-3)


def test_robots_on_one_of_several_terrains_step_as_on_its_heights() -> None:
    envs = Roam(32, seed=5, dtype="float64")
    seen, _ = envs.reset()
    touched = np.zeros(3)
    for action in actions(15, 32):
        q, v, terrain = envs["q"].copy(), envs["v"].copy(), envs["terrain"].astype(int)
        heights, gravity, command = HEIGHTS[terrain], envs["gravity"].copy(), envs["command"].copy()
        friction = envs["friction"][:, None].copy()
        below = kt.height_scan(ROBOT, q, kt.Terrain(heights, GRID), POINTS, frame="ball")
        assert seen[:, -3:] == pytest.approx(below, abs=1e-12)
        for _ in range(SUBSTEPS):
            how = {"friction": friction, "simulation": ON_FIELD, "gravity": gravity}
            how |= {"control": 0.5 * np.clip(action, -1, 1), "terrain": kt.Terrain(heights, GRID)}
            how["f_ext"] = pushes(command)
            step = kt.simulation.contact_step(ROBOT, q, v, np.zeros(7), DT, **how)
            q, v = step.q, step.v
            np.add.at(touched, terrain, step.impulses[:, 0, 2] > 0)
        seen, _, _, _, info = envs.step(action)
        over = info.get("_final_obs", np.zeros(32, bool))
        last = np.where(over[:, None], info.get("final_obs", seen), seen)
        assert last[:, :15] == pytest.approx(np.concatenate([q, v], 1), abs=1e-12)
    assert touched.min() > 10


def test_a_task_draws_its_terrain_by_itself_and_heights_are_operands() -> None:
    class Climbing(Roaming):
        def terrain(self, random: Any) -> Any:
            return 1 + math.where(random.uniform() < 0.9, 1, 0)

    envs = roam(Climbing)(200, seed=1)
    envs.reset()
    assert set(envs["terrain"]) == {1, 2} and envs["terrain"].sum() > 350
    assert (abs(envs["q"][:, 2] - envs["terrain"]) < 0.5).all()
    keys = [canonical_text(roam(heights=x)._kernels.step.contents) for x in (HEIGHTS, HEIGHTS + 1)]
    assert keys[0] == keys[1] == canonical_text(Roam._kernels.step.contents) is not None
    assert canonical_text(roam(heights=HEIGHTS[:2])._kernels.step.contents) != keys[0]


@pytest.mark.parametrize("shape", [(), (9,), (0, 9, 9), (9, 1), (1, 3, 9, 9)])
def test_heights_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ModelError, match="HeightField: its heights are an array of shape"):
        roam(heights=np.zeros(shape))


def test_heights_that_are_no_ground_are_refused() -> None:
    holed = HEIGHTS.copy()
    holed[2, 3, 4] = np.nan
    with pytest.raises(ModelError, match=r"shape \(11, 9\); expected finite numbers in m"):
        roam(heights=holed)
    with pytest.raises(ModelError, match="expected spacings > 0, in m"):
        roam(grid=[0, 0, 0.1, 0])
    with pytest.raises(ShapeError, match="terrain= is read by contacts on it, and there are none"):
        kt.environment(ROBOT, dt=DT, simulation=ON_PLANE, terrain=kt.Terrain(HEIGHTS, GRID))


def test_noise_and_draws_are_independent() -> None:
    seen, _, _ = run(64, steps=19)
    noise = seen[..., -2:]
    assert abs(noise.mean()) < 0.05 and noise.std() == pytest.approx(1, abs=0.05)
    by_step = np.corrcoef(noise[:-1, :, 0].ravel(), noise[1:, :, 0].ravel())[0, 1]
    assert np.abs((np.corrcoef(noise.reshape(-1, 2).T)[0, 1], by_step)).max() < 0.1


def test_what_is_not_finite_is_contained() -> None:
    envs, action = Hop(8, seed=0, dtype="float64"), np.zeros((8, 1))
    envs.reset()
    wrong = action.copy()
    wrong[5] = np.nan
    saved = envs.state.copy()
    with pytest.raises(ShapeError, match=r"Hopping: action\[5, 0\] is nan; expected a number"):
        envs.step(wrong)
    assert np.array_equal(envs.state, saved)
    beside = envs.step(action)
    envs.state = saved
    envs["v"][2] = 1e300  # thrown out of the world
    seen, reward, terminated, _, _ = envs.step(action)
    others = np.arange(8) != 2
    assert np.array_equal(seen[others], beside[0][others])
    assert terminated[2] and reward[2] == 0 and np.isfinite(envs.state).all()


PROGRAM = """
import kinetree as kt

LOW, ROBOT = -0.1, kt.robots.pendulum().replace(actuators=kt.Motors(kp=5.0, kd=0.5))

def cost(x):
    return x @ x

class Base:
    weight = 2.0

@kt.environment(ROBOT, dt=0.01, substeps=2)
class Swing(Base):
    def reset(self, random):
        return random.uniform(LOW, 0.1, (1,)), kt.math.zeros(1)

    def observe(self, state):
        return kt.math.concatenate([state.q, state.v])

    def reward(self, state):
        return -self.weight * cost(state.q)

def run():
    robots = Swing(3)
    robots.reset()
    print(robots.step([[0.5]] * 3)[1].tolist())
"""
CHANGES = (
    ("LOW, ROBOT = -0.1", "LOW, ROBOT = -0.2"),
    ("return x @ x", "return 2 * (x @ x)"),
    ("weight = 2.0", "weight = 3.0"),
    ("dt=0.01", "dt=0.02"),
    ("kp=5.0", "kp=6.0"),
    ("pendulum()", "pendulum().replace(gravity=(0, 0, -5))"),
)


def test_another_process_finds_the_code_of_a_task_by_its_contents(tmp_path: Path) -> None:
    def printed(program: str) -> str:
        command = [sys.executable, "-c", f"{program}\nrun()"]
        there = os.environ | {"KINETREE_CACHE_DIR": str(tmp_path)}
        return subprocess.check_output(command, env=there, text=True)

    first = printed(PROGRAM)
    count = len([*tmp_path.iterdir()])
    assert count and printed(f"# moved\n\n{PROGRAM}") == first
    assert len([*tmp_path.iterdir()]) == count
    for old, new in CHANGES:
        assert printed(PROGRAM.replace(old, new)) != first, (old, new)
        assert len([*tmp_path.iterdir()]) > count, (old, new)
        count = len([*tmp_path.iterdir()])


def test_code_that_depends_on_a_users_distance_is_no_other_process_s(monkeypatch: Any) -> None:
    assert canonical_text(Hop._kernels.step.contents) is not None
    pair = kt.shapes.Cylinder, kt.shapes.Cylinder
    monkeypatch.setitem(kt.geometry.PAIRS, pair, lambda a, b, T: None)
    assert canonical_text(Hop._kernels.step.contents) is None


def test_tensors_come_back_as_tensors() -> None:
    torch = pytest.importorskip("torch")
    envs = Hop(4, seed=0)
    envs.reset()
    seen, reward, terminated, truncated, _ = envs.step(torch.zeros(4, 1, requires_grad=True))
    assert {type(x) for x in (seen, reward, terminated, truncated)} == {torch.Tensor}
    assert seen.dtype == torch.float32 and terminated.dtype == torch.bool


def test_arrays_of_jax_come_back_as_such() -> None:
    jax = pytest.importorskip("jax")
    envs = Hop(1 << 17, seed=0)
    envs.reset()
    seen, reward, terminated, truncated, _ = envs.step(jax.numpy.zeros((1 << 17, 1)))
    assert all(isinstance(x, jax.Array) for x in (seen, reward, terminated, truncated))
    before = np.array(seen)
    envs.step(np.ones((1 << 17, 1)))  # writes to other memory
    np.testing.assert_array_equal(seen, before)


def test_gymnasium_has_its_vector_environment() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    assert Hop(4).episode == EPISODE
    envs = Hop(4, seed=0).as_gymnasium()
    assert isinstance(envs, gymnasium.vector.VectorEnv)
    seen, _ = envs.reset(seed=7)
    assert envs.observation_space.contains(seen)
    again, _ = envs.reset(seed=7)
    assert np.array_equal(seen, again)
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    recorded.reset(seed=7)
    for _ in range(EPISODE + 1):
        seen, *_ = recorded.step(envs.action_space.sample())
    assert envs.observation_space.contains(seen)


@pytest.mark.filterwarnings("ignore:.*Box (observation|action) space")
def test_one_robot_passes_the_checker_of_gymnasium() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    class One(gymnasium.Env):
        def __init__(self) -> None:
            self.envs = Hop(1).as_gymnasium()
            self.observation_space = self.envs.single_observation_space
            self.action_space = self.envs.single_action_space

        def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
            super().reset(seed=seed)
            return self.envs.reset(seed=seed, options=options)[0][0], {}

        def step(self, action: Any) -> Any:
            seen, reward, ends, late, _ = self.envs.step(action[None])
            return seen[0], float(reward[0]), bool(ends[0]), bool(late[0]), {}

    check_env(One(), skip_render_check=True)


def test_what_cannot_be_is_refused() -> None:
    make = kt.environment(ROBOT, dt=DT, simulation=ON_PLANE)
    with pytest.raises(ShapeError, match="Empty lacks observe, reward, reset; expected a class"):
        make(type("Empty", (), {}))
    with pytest.raises(ShapeError, match="substeps is 0; expected an integer >= 1"):
        kt.environment(ROBOT, dt=DT, substeps=0)
    with pytest.raises(ShapeError, match=r"environment: simulation= is a dict; expected a kt.Sim"):
        kt.environment(ROBOT, dt=DT, simulation={"limits": True})  # type: ignore[arg-type]
    with pytest.raises(ShapeError, match="dt is -1 s; expected a positive time"):
        kt.environment(ROBOT, dt=-1)
    with pytest.raises(ModelError, match="hopper has no actuators, which actions drive"):
        kt.environment(ROBOT.replace(actuators=()), dt=DT)
    with pytest.raises(ShapeError, match=r"Hopping: no episode has begun; call reset\(\) before"):
        Hop(2).step(np.zeros((2, 1)))
    with pytest.raises(BackendError, match="Hopping: device 'tpu'; expected 'cpu', or 'cuda'"):
        Hop(2, device="tpu")
    if not [*Path("/dev").glob("nvidia*")]:
        with pytest.raises(BackendError, match=r"Hopping: (no|the) driver|cuda-core"):
            Hop(2, device="cuda")
    with pytest.raises(ModelError, match="HeightField: its grid is None; expected 4"):
        roam(grid=None)
    parts = {"reset": Hopping.reset, "reward": lambda self, state: 0.0}

    def made(**methods: Any) -> Any:
        members = {"observe": lambda self, state: state.q} | parts | methods
        return make(type("Wrong", (), members))(2)

    with pytest.raises(ShapeError, match=r"Wrong.reset gives q of shape \(2,\); expected \(8,\)"):
        made(reset=lambda self, random: (math.zeros(2), math.zeros(7)))
    with pytest.raises(ShapeError, match=r"Wrong.observe gives shape \(\); expected one axis"):
        made(observe=lambda self, state: state.q[0])
    with pytest.raises(ShapeError, match=r"Wrong.reward gives shape \(7,\); expected a number"):
        envs = made(reward=lambda self, state: state.v)
        envs.reset()
        envs.step(np.zeros((2, 1)))
    with pytest.raises(ShapeError, match=r"Wrong.randomise gives 3; expected a dict"):
        made(randomise=lambda self, random: 3)
    envs = Hop(2)
    with pytest.raises(ShapeError, match=r"action has shape \(3, 1\); expected \(2, 1\)"):
        envs.step(np.zeros((3, 1)))
    with pytest.raises(ShapeError, match="no part 'Q'"):
        envs["Q"]
    with pytest.raises(ShapeError, match="num_envs is 0; expected an integer >= 1"):
        Hop(0)
