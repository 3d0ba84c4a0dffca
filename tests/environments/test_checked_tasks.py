"""What a task's methods may draw, change and be called, and joints beyond their limits."""

import warnings
from typing import Any

import numpy as np
import pytest

import kinetree as kt

DT, REST = 0.02, np.zeros((4, 1))
GAIN, SIZE = 1.0, 1
SEEN: list[int] = []


def cart() -> kt.Model:
    builder = kt.ModelBuilder("cart")
    inertia = kt.Inertia(1.0, [0, 0, 0], np.eye(3))
    builder.add_body("cart", joint=kt.Prismatic("x"), inertia=inertia)
    builder.add_geometry("cart", parent="cart", shape=kt.shapes.Sphere(0.1), kind="collision")
    limits = {"lower_position_limits": [-2.0], "upper_position_limits": [2.0]}
    return builder.build().replace(actuators=kt.Motors(effort=50.0), **limits)


CART = cart()
ON_FLOOR = kt.Simulation(contacts=kt.contacts(CART, ground="plane"))


class Push:
    weight = 1.0

    def reset(self, random: Any) -> Any:
        return random.uniform([-1.0], [1.0]), kt.math.zeros(1)

    def observe(self, state: Any) -> Any:
        return GAIN * state.q

    def reward(self, state: Any) -> Any:
        return self.weight * state.q[0]


def made(simulation: Any = ON_FLOOR, base: type = Push, **members: Any) -> Any:
    task = type("Task", (base,), members)
    return kt.environment(CART, dt=DT, simulation=simulation)(task)(4, dtype="float64")


def stepped(envs: Any) -> Any:
    envs.reset()
    return envs.step(REST)


def counted(self: Any, state: Any) -> Any:
    self.count = getattr(self, "count", 0) + 1
    return state.q


def flagged(self: Any, state: Any) -> Any:
    self.started = True
    return state.q


@pytest.mark.parametrize(
    "members, message",
    [
        ({"observe": counted}, r"Task.*count changes"),
        ({"observe": flagged}, r"Task.*started changes"),
        ({"reward": lambda self, x: SEEN.append(1) or 0.0}, "SEEN changes"),
        ({"reset": lambda self, x: (np.random.rand(1), np.zeros(1))}, "np.random.rand draws"),
        ({"randomize": lambda self, x: {}}, "'randomize'; did you mean 'randomise'"),
        ({"terminate": lambda self, x: False}, "did you mean 'terminated'"),
        ({"is_terminated": lambda self, x: False}, "did you mean 'terminated'"),
        ({"done": lambda self, x: False}, "did you mean 'terminated'"),
        ({"controls": lambda self, x: x.action}, "did you mean 'control'"),
        ({"reward": None, "rewards": lambda self, x: 0.0}, "did you mean 'reward'"),
        ({"observe": None, "obs": lambda self, x: x.q}, "did you mean 'observe'"),
    ],
)
def test_methods_that_cannot_be_meant_are_refused(members: Any, message: str) -> None:
    with pytest.raises(kt.KinetreeError, match=message):
        stepped(made(**members))


def test_methods_that_help_others_are_none_of_it() -> None:
    helpers = {"cost": lambda self, x: 1.0, "terrain_at": lambda self, x, y: 0.0, "_obs": len}
    stepped(made(**helpers, step_length=lambda self, x: 0.1))


@pytest.mark.parametrize(
    "drawn, message",
    [
        ({"friction": np.array(-2.0)}, "randomise: friction is"),
        ({"friction": np.array([np.inf])}, "randomise: friction of contacts"),
        ({"friction": np.ones(3)}, r"friction has shape \(3,\); expected \(1,\)"),
        ({"gravity": np.ones(2)}, r"gravity has shape \(2,\); expected \(3,\)"),
        ({"effort_limits": np.ones(1)}, "no quantity 'effort_limits'"),
        ({"velocity_limits": np.ones(1)}, "no quantity 'velocity_limits'"),
        ({"lower_position_limits": np.ones(1)}, "no quantity 'lower_position_limits'"),
        ({"armatures": np.ones(1)}, "did you mean 'armature'"),
        ({"damping": np.ones(1)}, "damping= has no effect without passive forces"),
    ],
)
def test_what_randomise_gives_is_checked(drawn: Any, message: str) -> None:
    with pytest.raises(kt.ShapeError, match=message):
        stepped(made(randomise=lambda self, random: drawn))


def test_friction_is_that_of_contacts() -> None:
    with pytest.raises(kt.ShapeError, match="friction= is that of contacts, and there are none"):
        stepped(made(kt.Simulation(), randomise=lambda self, x: {"friction": np.array(0.5)}))


def test_what_changes_between_steps_is_obeyed() -> None:
    class Base(Push):
        def command(self, random: Any) -> Any:
            return random.uniform(0, 1, (SIZE,))

    envs = made(base=Base)
    stepped(envs)
    for gain, weight in ((1.0, 1.0), (2.0, -3.0), (1.0, 1.0)):
        globals()["GAIN"], Base.weight = gain, weight
        for _ in range(2):
            seen, reward, *_ = envs.step(REST)
            np.testing.assert_allclose(seen, gain * envs["q"], rtol=1e-14)
            np.testing.assert_allclose(reward, weight * envs["q"][:, 0], rtol=1e-14)
    globals()["SIZE"] = 2
    with pytest.raises(kt.ShapeError, match=r"command is no longer of shape \(1,\)"):
        envs.step(REST)
    globals()["SIZE"] = 1
    envs.step(REST)


def test_joints_beyond_their_limits_are_a_warning() -> None:
    envs = made(kt.Simulation())
    stepped(envs)
    envs["v"][2] = 1e3
    with pytest.warns(match="Task: cart passes the position limits of cart_joint"):
        envs.step(REST)
    for kept in (kt.Simulation(limits=True), kt.Simulation(limits=False)):
        envs = made(kept)
        stepped(envs)
        envs["v"][2] = 1e3
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            envs.step(REST)


def test_the_last_observation_of_a_diverged_robot_is_finite() -> None:
    envs = made(kt.Simulation(limits=False))
    stepped(envs)
    envs["v"][1] = np.inf
    _, _, ends, _, info = envs.step(REST)
    assert ends.tolist() == [False, True, False, False] and np.isfinite(info["final_obs"]).all()
    assert (info["final_obs"][[0, 2, 3]] != 0).all()


def test_a_seed_decides_all_and_options_are_refused() -> None:
    envs, other = made(), made()
    first = envs.reset(seed=7)[0]
    assert not np.array_equal(envs.reset()[0], first)
    assert np.array_equal(envs.reset(seed=7)[0], first)
    assert not np.array_equal(other.reset(seed=8)[0], first)
    mask = np.array([True, False, False, False])
    with pytest.raises(kt.ShapeError, match="reset has no option 'reset_mask'"):
        envs.reset(options={"reset_mask": mask})


def test_noise_of_observations_does_not_foretell_controls_and_pushes() -> None:
    class Noisy(Push):
        def observe(self, state: Any) -> Any:
            return state.random.normal((1,))

        def control(self, state: Any) -> Any:
            return state.random.normal((1,))

        def disturb(self, state: Any) -> Any:
            return kt.math.zeros(2, 6).add((1, 0), 10 * state.random.normal((1,))[0])

    for left_out in ("control", "disturb"):
        task = type("Task", (Noisy,), {left_out: getattr(Push, left_out, lambda self, x: None)})
        if left_out == "control":
            task.control = lambda self, x: 0 * x.action  # type: ignore[attr-defined]
        simulation = kt.Simulation(limits=False)
        envs = kt.environment(CART, dt=DT, simulation=simulation)(task)(2000, dtype="float64")
        seen, _ = envs.reset()
        for _ in range(3):
            before = envs["v"].copy()
            after, *_ = envs.step(np.zeros((2000, 1)))
            pushed = envs["v"] - before
            assert pushed.std() > 0.5 * DT
            for noise in (seen, after):
                assert abs(np.corrcoef(noise[:, 0], pushed[:, 0])[0, 1]) < 0.1
            seen = after
