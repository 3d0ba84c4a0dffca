"""Functions are run once: what they change meanwhile is refused, what changes later is obeyed."""

import functools
import gc
import random
import types
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.functions.captured import Captured

ARM = kt.robots.pendulum(2)
REST = np.array([0.4, -0.3])
LOG: list[Any] = []
GAIN = 2.0
SETTINGS = types.SimpleNamespace(gain=2.0)


class Controller:
    def __init__(self) -> None:
        self.integral: Any = 0.0
        self.gain = 2.0

    def __call__(self, q: Any, *_: Any) -> Any:
        self.count()
        return -q

    def count(self) -> None:
        self.integral += 1.0

    def integrates(self, q: Any, *_: Any) -> Any:
        self.integral = self.integral + q
        return -self.integral

    def remembers(self, q: Any, *_: Any) -> Any:
        self.last = q
        return -q

    @functools.cached_property
    def weights(self) -> Any:
        return np.ones(2)

    def caches(self, q: Any, *_: Any) -> Any:
        return -self.weights * q


def appends(q: Any, *_: Any) -> Any:
    LOG.append(q)
    return -q


def of_default(q: Any, v: Any, t: Any, cache: Any = []) -> Any:  # noqa: B006
    cache.append(1)
    return -q


def nonlocal_one() -> Callable[..., Any]:
    total = 0

    def policy(q: Any, v: Any, t: Any) -> Any:
        nonlocal total
        total += 1
        return -q

    return policy


def written(line: str) -> Callable[[], Any]:
    """What makes a policy with a line, and globals of its own."""

    def make() -> Any:
        names: dict[str, Any] = {"np": np, "random": random, "table": {}, "total": 0}
        names["source"] = np.random.default_rng(0)
        exec(f"def policy(q, v, t):\n    {line}\n    return -q", names)
        return names["policy"]

    return make


WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "an attribute of self": (lambda: Controller().integrates, r"Controller\.integral changes"),
    "a new attribute": (lambda: Controller().remembers, r"Controller\.last changes"),
    "by another method": (lambda: Controller(), r"Controller\.integral changes"),
    "a list": (lambda: appends, "LOG changes"),
    "a dict": (written("table['last'] = q"), "table changes"),
    "a global": (written("global total; total += 1"), "total changes"),
    "a default": (lambda: of_default, "cache changes"),
    "nonlocal": (nonlocal_one, "total changes"),
    "NumPy's numbers": (written("q = q * np.random.rand()"), "np.random.rand draws"),
    "Python's": (written("q = q * random.gauss()"), "random.gauss draws"),
    "a generator": (written("q = q * source.normal()"), "source draws random numbers"),
    "a new one": (written("q = q * np.random.default_rng().normal()"), "default_rng draws"),
}


def rolled(policy: Any) -> Any:
    return kt.simulation.rollout(ARM, REST, 0 * REST, None, 0.1, steps=3, policy=policy)


@pytest.mark.parametrize("name", WRONG)
def test_a_policy_that_changes_what_it_reads_is_refused(name: str) -> None:
    make, message = WRONG[name]
    for policy in (make(), make()):  # a list that has a number of the first trace, too
        with pytest.raises(kt.TraceError, match=f"rollout: .*{message}.*runs once"):
            rolled(policy)


def test_what_a_policy_computes_once_is_none_of_it() -> None:
    assert np.array_equal(rolled(Controller().caches).q, rolled(lambda q, v, t: -q).q)


def costly(q: Any, v: Any, u: Any) -> Any:
    LOG.append(1)
    return 0.1 * u


@kt.motor
def counting(length: Any, velocity: Any, control: Any) -> Any:
    LOG.append(1)
    return control


@kt.sensor("joint", length=1)
def logging(x: Any) -> Any:
    LOG.append(1)
    return x.joint_velocity


def solved(**terms: Any) -> Any:
    def step(q: Any, v: Any, u: Any) -> Any:
        v = v + 0.1 * kt.aba(ARM, q, v, u)
        return kt.integrate(ARM, q, 0.1 * v), v

    problem = kt.optimal_control.Problem(model=ARM, step=step, **terms)
    return lambda: kt.optimal_control.solve(problem, [0.0] * 4, [[0.0] * 2] * 5)


EVERYWHERE: dict[str, Callable[[], Any]] = {
    "rollout": lambda: kt.simulation.rollout(
        ARM, REST, REST, None, 0.1, steps=2, cost=lambda q, v, tau, t: LOG.append(1) or 0.0
    ),
    "problem": solved(residuals=costly),
    "algorithm": lambda: kt.algorithm("(nq)->(nq)")(lambda m, q: appends(q))(ARM, REST),
    "function": lambda: kt.function("(2)->(2)")(lambda q: appends(q))(REST),
    "jacobian": lambda: kt.jacobian(kt.algorithm("(nq)->(nq)")(lambda m, q: appends(q)), "q")(
        ARM, REST
    ),
    "motor": lambda: kt.actuator_forces(
        ARM.replace(actuators=kt.Motors(law=counting())), REST, REST, REST
    ),
    "sensor": lambda: kt.sensor_values(
        ARM.replace(sensors=[kt.Sensor("x", "logging", joint="hinge1")]), REST, REST, REST
    ),
}


@pytest.mark.parametrize("name", EVERYWHERE)
def test_so_are_costs_algorithms_motors_and_sensors(name: str) -> None:
    with pytest.raises(kt.TraceError, match="LOG changes in a function that runs once"):
        EVERYWHERE[name]()


def helped(q: Any) -> Any:
    return GAIN * q


def test_what_changes_between_calls_is_traced_anew() -> None:
    array, controller, gain = np.array([2.0]), Controller(), 2.0

    @kt.algorithm("(nq)->(nq)")
    def inner(model: Any, q: Any) -> Any:
        return gain * q

    made, of_arrays = kt.algorithm("(nq)->(nq)"), kt.function("(2)->(2)")(lambda q: gain * q)
    algorithms = [
        inner,
        made(lambda model, q: helped(q)),
        made(lambda model, q: array[0] * q),
        made(lambda model, q: controller.gain * q),
        made(lambda model, q: SETTINGS.gain * q),
        made(lambda model, q: inner(model, q)),
        lambda model, q: kt.jacobian(inner, "q")(model, q) @ q,
        lambda model, q: inner.compile(model)(q),
        lambda model, q: of_arrays(q),
    ]

    def check(factor: float) -> None:
        for algorithm in algorithms:
            for _ in range(3):  # the first in Python, the others compiled
                np.testing.assert_allclose(algorithm(ARM, REST), factor * REST, rtol=1e-12)

    def change(factor: float) -> None:
        nonlocal gain
        globals()["GAIN"] = gain = array[0] = controller.gain = SETTINGS.gain = factor

    for factor in (2.0, 5.0, 2.0):
        change(factor)
        check(factor)
    known = [len(x._definitions) for x in (inner, algorithms[2])]
    assert known == [2, 2]  # what was there before is found again


def test_the_latest_call_with_a_static_is_not_that_of_another_value() -> None:
    gain = 2.0

    @kt.algorithm("(nq)->(nq)")
    def scaled(model: Any, q: Any, *, sign: str = "+") -> Any:
        return gain * q if sign == "+" else -gain * q

    for gain in (2.0, 3.0):
        for _ in range(4):
            np.testing.assert_allclose(scaled(ARM, REST, sign="-"), -gain * REST)


def test_values_of_a_problem_may_change() -> None:
    goal = 0.3
    solve = solved(
        residuals=lambda q, v, u: 0.001 * u,
        final_residuals=lambda q, v: kt.math.concatenate([10 * (q - goal), v]),
    )
    for goal in (0.3, -0.2, 0.3):
        assert abs(solve().x[-1, :2] - goal).max() < 0.02


def test_where_nothing_is_captured_nothing_is_looked_at() -> None:
    assert not Captured([kt.rnea.__wrapped__]) and not Captured([lambda q: kt.math.sin(q)])
    assert Captured([helped])


def test_many_kernels_are_a_warning_and_tables_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    robot = kt.robots.pendulum(1)
    monkeypatch.setattr("kinetree.functions.kernels.TOO_MANY", 3)
    monkeypatch.setattr("kinetree.functions.call_table.put.__defaults__", (5,))

    @kt.algorithm("(nq)->(nq)")
    def turned(model: Any, q: Any, *, n: int) -> Any:
        return n * q

    for n in range(3):
        turned(robot, [1.0], n=n)
    with pytest.warns(match="turned of pendulum1: more than 3 kernels, each for other statics"):
        turned(robot, [1.0], n=3)
    for n in (*range(4, 9), 0):
        assert turned(robot, [1.0], n=n) == n
    assert len(robot.call_table.kernels) == len(robot.call_table) == 5


def test_robots_that_are_dropped_give_their_memory_back() -> None:
    def use() -> list[Any]:
        robot, still = kt.robots.arm(), np.zeros(7)
        for _ in range(3):  # the later ones are compiled, and hold the latest kernel
            kt.rnea(robot, still, still, still, gravity=[0.0, 0.0, -1.0])
            kt.frame_placement(robot, still, frame="tool")
            kt.jacobian(kt.rnea, "q")(robot, still, still, still)
            kt.simulation.rollout(
                robot, still, still, None, 0.01, steps=2, policy=lambda q, v, t: -q
            )
        kernels = robot.call_table.kernels.values()
        assert len(kernels) == 4
        return [weakref.ref(x) for x in (robot, *kernels)]

    references = use()
    gc.collect()
    assert [x() for x in references] == [None] * 5
