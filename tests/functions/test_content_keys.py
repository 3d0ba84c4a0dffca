"""Keys of functions in kernels: one for the same code on the same values, whatever the object."""

import functools
import threading
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.functions.content_keys import code_key

GAIN = 3.0
SETTINGS = types.ModuleType("settings")
ARM = kt.robots.pendulum(2)
REST, TAU = np.array([0.4, -0.3]), np.zeros((3, 2))


class Controller:
    bias = 0.0

    def __init__(self, gain: Any) -> None:
        self.gain = gain

    def __call__(self, q: Any, v: Any, t: Any, p: Any) -> Any:
        return self.torques(q)

    def torques(self, q: Any, *_: Any) -> Any:
        return self.bias - GAIN * self.gain * q


class Hidden(Controller):
    def __getstate__(self) -> None:
        return None


def damped(gain: Any, q: Any, v: Any, t: Any, p: Any) -> Any:
    return -gain * v


def factorial(n: int) -> int:
    return 1 if n < 2 else n * factorial(n - 1)


def made(body: str, **names: Any) -> Any:
    """A function as a notebook's cell makes it, with globals of its own."""
    exec(body, names)
    return names["f"]


def of_closure(gain: Any) -> Callable[..., Any]:
    return lambda q, v, t, p: -gain * q


def nested(gain: Any) -> Callable[..., Any]:
    def outer(q: Any) -> Any:
        def inner(x: Any) -> Any:
            return gain * x

        return inner(q)

    return outer


EQUAL: dict[str, Callable[[], Any]] = {
    "a lambda": lambda: lambda q: 2 * q,
    "a closure": lambda: of_closure([1.0, np.eye(2), {"k": (1, None)}]),
    "nan": lambda: of_closure(float("nan")),
    "a nested function": lambda: nested(2.0),
    "a partial function": lambda: functools.partial(damped, 2.0),
    "a bound method": lambda: Controller(np.ones(2)).torques,
    "an object that is called": lambda: Controller([1.0]),
    "a cell that runs again": lambda: made("\nf = lambda q: q + k", k=1),
    "a function that calls itself": lambda: lambda n: factorial(n),
    "a model and its algorithms": lambda: lambda q: kt.rnea(ARM, q, q, q),
    "spatial values": lambda: of_closure(kt.SE3.identity()),
}


@pytest.mark.parametrize("name", EQUAL)
def test_the_same_code_on_the_same_values_is_equal(name: str) -> None:
    make = EQUAL[name]
    assert make() is not make() and code_key(make()) == code_key(make())
    assert hash(code_key(make())) == hash(code_key(make()))


def test_code_is_the_same_on_other_lines() -> None:
    assert code_key(made("f = lambda q: 2 * q")) == code_key(made("\n\nf = lambda q: 2 * q"))


DIFFERENT: dict[str, tuple[Any, Any]] = {
    "code": (made("f = lambda q: 2 * q"), made("f = lambda q: 3 * q")),
    "an int and a float": (made("f = lambda q: 2 * q"), made("f = lambda q: 2.0 * q")),
    "zeros of two signs": (of_closure(0.0), of_closure(-0.0)),
    "arrays": (of_closure(np.eye(2)), of_closure(np.eye(2)[::-1])),
    "dtypes": (of_closure(np.zeros(2, "f4")), of_closure(np.zeros(1, "f8"))),
    "a list and a tuple": (of_closure([1.0]), of_closure((1.0,))),
    "nesting": (of_closure([[1.0], 2.0]), of_closure([[1.0, 2.0]])),
    "nested functions": (nested(1.0), nested(2.0)),
    "defaults": (made("f = lambda q, k=1: k"), made("f = lambda q, k=2: k")),
    "keyword defaults": (made("f = lambda *, k=1: k"), made("f = lambda *, k=2: k")),
    "globals": (made("f = lambda q: k * q", k=1), made("f = lambda q: k * q", k=2)),
    "functions in globals": (
        made("f = lambda q: k(q)", k=of_closure(1)),
        made("f = lambda q: k(q)", k=of_closure(2)),
    ),
    "names of objects": (
        made("f = lambda q: m.k", m=types.SimpleNamespace(k=1)),
        made("f = lambda q: m.k", m=types.SimpleNamespace(k=2)),
    ),
    "partial functions": (functools.partial(damped, 1.0), functools.partial(damped, 2.0)),
    "methods": (Controller(1.0).torques, Controller(2.0).torques),
    "generators": (of_closure(iter([1.0])), of_closure(x for x in [1.0])),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_other_code_or_values_are_not(name: str) -> None:
    one, other = DIFFERENT[name]
    assert code_key(one) != code_key(other)


def rolled(policy: Any) -> Any:
    return kt.simulation.rollout(ARM, REST, 0 * REST, TAU, 0.1, policy=policy).q[-1]


def expected(gain: float) -> Any:
    return kt.simulation.rollout(
        ARM, REST, 0 * REST, TAU, 0.1, policy=lambda q, v, t, p: -p[0] * q, parameters=[gain]
    ).q[-1]


def settings_gain(q: Any, v: Any, t: Any, p: Any) -> Any:
    return -SETTINGS.gain * q  # type: ignore[attr-defined]


def test_a_lambda_in_a_loop_is_compiled_once() -> None:
    gains = [1.0, 2.0]

    def spring() -> Any:
        return rolled(lambda q, v, t, p, gains=tuple(gains): -gains[0] * q)

    once = spring()
    with kt.no_compile():
        assert all(np.array_equal(spring(), once) for _ in range(3))


def test_what_changes_between_calls_is_compiled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same function object each time; its results are those of the values at the call."""
    array, numbers, controller = np.array([1.0]), [1.0], Controller(1.0 / GAIN)
    locked, hidden = Controller(1.0 / GAIN), Hidden(1.0 / GAIN)
    locked.lock = threading.Lock()  # type: ignore[attr-defined]
    gain = 1.0

    def rebound(q: Any, v: Any, t: Any, p: Any) -> Any:
        return -gain * q

    def attributed(q: Any, v: Any, t: Any, p: Any) -> Any:
        return -attributed.gain * q  # type: ignore[attr-defined]

    cell = made("f = lambda q, v, t, p: -k * q", k=1.0)
    SETTINGS.gain = 1.0  # type: ignore[attr-defined]
    attributed.gain, table = 1.0, {"gain": 1.0}  # type: ignore[attr-defined]
    get = table.get
    policies: list[Any] = [
        lambda q, v, t, p: -get("gain") * q,
        lambda q, v, t, p: -array[0] * q,
        lambda q, v, t, p: -numbers[0] * q,
        controller,
        controller.torques,
        rebound,
        attributed,
        locked,
        hidden,
        cell,
        settings_gain,
        functools.partial(lambda a, q, v, t, p: -a[0] * q, array),
    ]
    for policy in policies:
        assert np.allclose(rolled(policy), expected(1.0), atol=1e-14)
        assert np.allclose(rolled(policy), expected(1.0), atol=1e-14)
    array[0] = numbers[0] = gain = table["gain"] = 2.0
    attributed.gain = 2.0  # type: ignore[attr-defined]
    controller.gain = locked.gain = hidden.gain = 2.0 / GAIN
    cell.__globals__["k"] = SETTINGS.gain = 2.0  # type: ignore[attr-defined]
    for policy in policies:
        assert np.allclose(rolled(policy), expected(2.0), atol=1e-14)
    monkeypatch.setattr(Controller, "bias", 1.0)
    assert abs(rolled(controller) - expected(2.0)).max() > 1e-3


def test_a_policy_may_capture_numbers_that_are_traced() -> None:
    @kt.algorithm("(nq),()->(nq)")
    def end(model: Any, q: Any, gain: Any) -> Any:
        tau = kt.math.zeros(3, 2)
        captured = kt.simulation.rollout(
            model, q, 0 * q, tau, 0.1, policy=lambda q, v, t, p: -gain.flat[0] * q
        )
        return captured.q[-1]

    for gain in (1.0, 2.0):
        assert np.allclose(end(ARM, REST, gain), expected(gain), atol=1e-14)
