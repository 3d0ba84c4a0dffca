"""Gradients cost a few times their function, whatever it is composed of, and branches not taken."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree

import kinetree as kt
from kinetree import math as m
from kinetree.compiler.passes import operation_count

Step = Callable[[Any, Any], Any]


def in_a_chain(step: Step, x: Any) -> Any:
    y = x[0]
    for k in range(1, len(x)):
        y = step(y, x[k])
    return y


def in_a_tree(step: Step, x: Any) -> Any:
    level = [x[k] for k in range(len(x))]
    while len(level) > 1:
        level = [step(a, b) for a, b in zip(level[::2], level[1::2], strict=True)]
    return level[0]


def in_a_fold(step: Step, x: Any) -> Any:
    return m.scan(lambda y, z: (step(y, z), None), x[0], x[1:])[0]


def of_neighbours(step: Step, x: Any) -> Any:
    return sum(step(x[k], x[k + 1]) for k in range(len(x) - 1))


def of_partial_results(step: Step, x: Any) -> Any:
    y, total = x[0], x[0] * x[0]
    for k in range(1, len(x)):
        y = step(y, x[k])
        total = total + m.sin(y) * y
    return total


FORMS = (in_a_chain, in_a_tree, in_a_fold, of_neighbours, of_partial_results)
STEPS: dict[str, Step] = {
    "sum": lambda a, b: a + b,
    "difference": lambda a, b: a - b,
    "product": lambda a, b: a * b,
    "quotient": lambda a, b: a / (b * b + 2.0),
    "minimum": m.minimum,
    "maximum": m.maximum,
    "where": lambda a, b: m.where(a < b, a * b, a + b),
    "one branch": lambda a, b: m.where(a < b, a * b, b),
    "nested": lambda a, b: m.where(a < b, m.where(b < 0.3, a * b, a - b), m.sin(a) + b),
    "clip": lambda a, b: m.clip(a, -1.0, 1.0) * b,
    "moving clip": lambda a, b: m.clip(a + b, 0.1 * b - 1.0, b + 1.0),
    "median": lambda a, b: m.maximum(m.minimum(a, b), m.minimum(m.maximum(a, b), 0.5)),
    "absolute value": lambda a, b: abs(a - b),
    "sign": lambda a, b: m.sign(a) * b,
    "norm": lambda a, b: m.norm(m.stack([a, b, 1.0])),
    "square root": lambda a, b: m.sqrt(1 + a * a) * b,
    "power": lambda a, b: a**3 + b,
    "inverse power": lambda a, b: (a * a + 2.0) ** -2 + b,
    "softplus": lambda a, b: m.log(1 + m.exp(a - b)) + b,
    "Huber": lambda a, b: m.where(abs(a) < 1.0, 0.5 * a * a, abs(a) - 0.5) + b,
    "dot": lambda a, b: m.dot(m.stack([a, b, 1.0]), m.stack([b, a, a])),
    **{
        f.__name__: lambda a, b, f=f: f(0.5 * m.tanh(a)) * b
        for f in (
            *(m.sin, m.cos, m.tan, m.asin, m.acos, m.atan),
            *(m.sinh, m.cosh, m.tanh, m.exp, m.expm1, m.log1p),
        )
    },
    "hypot": lambda a, b: m.hypot(a, b) - 1.0,
    "atan2": lambda a, b: m.atan2(a + 1.0, b * b + 1.0),
}
LIMIT = 6


def counts(form: Any, step: Step, n: int) -> tuple[int, int]:
    """Operations of a function of n numbers, and of its gradient."""
    function = kt.function("(n)->()")(lambda x: form(step, x))
    return tuple(
        operation_count(f.trace(sizes={"n": n}), "float64")
        for f in (function, kt.grad(function, "x"))
    )


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", STEPS)
def test_a_gradient_costs_at_most_six_times_the_value(name: str, form: Any) -> None:
    value, gradient = counts(form, STEPS[name], 64)
    assert gradient <= LIMIT * value
    assert counts(form, STEPS[name], 128)[1] <= 2.1 * gradient


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", STEPS)
def test_a_gradient_is_that_of_differences(name: str, form: Any) -> None:
    function = kt.function("(n)->()")(lambda x: form(STEPS[name], x))
    x, h = np.random.default_rng(0).normal(size=8), 1e-6
    sides = [np.array([float(function(x + s * h * e)) for e in np.eye(8)]) for s in (1, -1)]
    assert_agree(kt.grad(function, "x")(x), (sides[0] - sides[1]) / (2 * h), 1e-7)


@kt.function("(2),()->()")
def shared(x: Any, c: Any) -> Any:
    y = m.sqrt(x[0])
    return m.where(c < 0.0, y, 0.0) + m.where(c < 1.0, x[1] / 2, m.where(c < -1.0, y * y, 0.0))


@kt.function("(2),()->()")
def through_a_loop(x: Any, c: Any) -> Any:
    _, y = m.scan(lambda z, row: (z, m.sqrt(row)), x[1], x)
    return m.where(c < 0.0, y[0], 0.0) + m.where(c < 1.0, y[1] * y[1] / 2, 0.0)


@kt.function("(2),()->()")
def into_a_loop(x: Any, c: Any) -> Any:
    _, y = m.scan(lambda z, row: (z, row * 2.0), x[1], m.sqrt(x))
    return m.where(c < 0.0, y[0] / 2, 0.0) + m.where(c < 1.0, y[1] * y[1] / 8, 0.0)


@kt.function("(2),()->()")
def through_a_system(x: Any, c: Any) -> Any:
    y = m.solve(m.diag(m.stack([1.0, x[1]])), m.stack([m.sqrt(x[0]), x[1] * x[1]]))
    return m.where(c < 0.0, y[0], 0.0) + m.where(c < 1.0, y[1] / 2, 0.0)


@pytest.mark.parametrize("function", [shared, through_a_loop, into_a_loop, through_a_system])
def test_an_infinite_slope_of_a_branch_not_taken_reaches_nothing(function: Any) -> None:
    """Also where cotangents of several branches go through one node, loop or system together."""
    gradient = kt.grad(function, "x")
    for c, slope in ((0.5, 0.5), (2.0, 0.0)):
        assert_agree(gradient([0.0, 2.0], c), [0.0, slope])
    assert_agree(gradient([0.25, 2.0], -0.5), [1.0, 0.5])
