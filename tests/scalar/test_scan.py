"""`kt.math.scan` on numbers of every kind, its trees of arrays, and its errors."""

import cmath
from typing import NamedTuple

import casadi
import mpmath
import numpy as np
import pytest
import sympy

import kinetree as kt
from kinetree.scalar.replay import traced

ARM = kt.robots.arm()


def _horner(coefficients, x):
    return kt.math.scan(lambda y, c: (y * x + c, y), 0 * x, coefficients)


def test_numbers_of_every_kind_run_every_step():
    c = kt.math.array([3.0, -1.0, 2.0])
    assert _horner(c, 2.0)[0] == 12.0
    last, before = _horner(c, 1 + 2j)
    assert cmath.isclose(last, 3 * (1 + 2j) ** 2 - (1 + 2j) + 2)
    assert before.shape == (3,)
    third = mpmath.mpf(1) / 3
    with mpmath.workdps(50):
        third = mpmath.mpf(1) / 3
        assert abs(_horner(c, third)[0] - 2) < 1e-49
    x = sympy.Symbol("x")
    assert sympy.expand(_horner(c, x)[0] - (3.0 * x**2 - x + 2.0)) == 0
    y = casadi.SX.sym("y")
    assert float(casadi.Function("f", [y], [_horner(c, y)[0]])(2.0)) == 12.0


def test_numbers_of_every_kind_end_where_a_condition_holds():
    def count(x, length=10):
        step = lambda c, _: ((c[0] * 2, c[1] + 1), None)  # noqa: E731
        return kt.math.scan(step, (x, 0), length=length, until=lambda c: c[0] > 20)[0]

    assert count(3.0) == (24.0, 3) and count(21.0) == (21.0, 0) and count(1e-9)[1] == 10
    assert count(mpmath.mpf(3)) == (24, 3)
    x = sympy.Symbol("x")
    assert [y.subs(x, 6) for y in count(x, 3)] == [24, 2]
    y = casadi.SX.sym("y")
    found = casadi.Function("f", [y], [*count(y)])(3.0)
    assert [float(z) for z in found] == [24, 3]


def test_traced_numbers_make_one_node_of_a_loop():
    trace = traced(lambda c, x: [kt.math.array(_horner(c, x[0])[0])], (300,), (1,))
    ops = [trace.graph.ops[i] for i in trace.nodes]
    assert ops.count("loop") == 1 and len(ops) < 10
    assert trace.operation_count == 600


class State(NamedTuple):
    q: object
    rest: object


@pytest.mark.parametrize("how", ("floats", "traced"))
def test_carries_and_results_are_trees_of_arrays(how):
    def function(x):
        def step(carry, part):
            a, b = part
            state = State(carry.q + a, {"n": carry.rest["n"] * 2, "m": [b, carry.rest["m"][0]]})
            return state, (state.q, None, {"b": b[0]})

        carry = State(x, {"n": 1.0, "m": [kt.math.zeros(2), kt.math.zeros(2)]})
        xs = (np.arange(12.0).reshape(4, 3), kt.math.array([[x[0], k] for k in range(4)]))
        last, (qs, nothing, bs) = kt.math.scan(step, carry, xs)
        assert type(last) is State and nothing is None
        assert qs.shape == (4, 3) and bs["b"].shape == (4,)
        return [last.q, kt.math.array([last.rest["n"]]), *last.rest["m"], qs, bs["b"]]

    x = kt.math.array([1.0, 2.0, 3.0])
    found = function(x) if how == "floats" else traced(function, (3,))(x)
    rows = 1.0 * np.arange(12).reshape(4, 3).cumsum(0) + [1, 2, 3]
    expected = [rows[-1], [16.0], [1.0, 3.0], [1.0, 2.0], rows, [1.0] * 4]
    for y, z in zip(found, expected, strict=True):
        assert np.array_equal(np.array(y), z)


def test_a_traced_number_that_only_the_step_reads():
    def function(x):
        return [kt.math.array([kt.math.scan(lambda y, _: (y + x[0], None), 0.0, length=50)[0]])]

    trace = traced(function, (1,))
    assert "loop" in {trace.graph.ops[i] for i in trace.nodes}
    assert trace(kt.math.array([0.5]))[0][0] == 25.0


def test_a_length_of_numpy_is_a_length():
    doubled = [kt.math.scan(lambda y, _: (2 * y, y), 1.0, length=n)[0] for n in (5, np.int32(5))]
    assert doubled == [32.0, 32.0]


@pytest.mark.parametrize("how", ("floats", "traced"))
def test_no_step_at_all(how):
    def function(x):
        last, ys = kt.math.scan(lambda y, u: (y * u, kt.math.stack([y, y])), x[0], x[:0])
        assert ys.shape == (0, 2)
        return [kt.math.array([last])]

    x = kt.math.array([4.0])
    assert (function(x) if how == "floats" else traced(function, (1,))(x))[0][0] == 4.0


def _algorithm_of(function):
    return kt.algorithm("(3)->(3)")(function)


def test_a_carry_that_changes_its_shape_is_named_with_its_line():
    def step(carry, _):
        return carry[:2], None

    line = step.__code__.co_firstlineno
    with pytest.raises(kt.ShapeError) as error:
        _algorithm_of(lambda model, x: kt.math.scan(step, x, length=3)[0])(ARM, [1.0] * 3)
    message = str(error.value)
    assert f"test_scan.py:{line}: " in message
    assert "returns a carry of shape (2,); expected of shape (3,)" in message


@pytest.mark.parametrize(
    ("call", "message"),
    (
        (lambda x: kt.math.scan(lambda c, y: c, x, length=2), "returns a pair: the carry, and y"),
        (lambda x: kt.math.scan(lambda c, y: (c, c), x), "xs of shapes none and length=None"),
        (lambda x: kt.math.scan(lambda c, y: (c, c), x, x, length=2), "(3,) and length=2"),
        (lambda x: kt.math.scan(lambda c, y: (c, c), x, (x, x[:2])), "shapes (3,), (2,)"),
        (lambda x: kt.math.scan(lambda c, y: (c, c), x, 1.0), "xs of shapes ()"),
        (
            lambda x: kt.math.scan(lambda c, y: (c, c), x, length=-1),
            "length=-1; expected an integer from 0",
        ),
        (lambda x: kt.math.scan(lambda c, y: (c, c), x, length=2.0), "length=2.0; expected"),
        (
            lambda x: kt.math.scan(lambda c, y: (c[:1], None), [x, x], length=2),
            "a carry [of shape (3,)]; expected [of shape (3,), of shape (3,)]",
        ),
        (lambda x: kt.math.scan(lambda c, y: ((c, c), c), x, length=2), "a carry [of shape (3,)"),
        (lambda x: kt.math.scan(lambda c, y: (c > 0, c), x, length=2), "a condition was used"),
        (
            lambda x: kt.math.scan(lambda c, y: (c, None), x, length=2, until=lambda c: c[0]),
            "a condition was expected",
        ),
        (
            lambda x: kt.math.scan(lambda c, y: (c, None), x, length=2, until=lambda c: 1),
            "until(carry) is 1; expected a condition",
        ),
        (
            lambda x: kt.math.scan(
                lambda c, y: (c, None), x, length=2**63, until=lambda c: c[0] > 0
            ),
            "length=9223372036854775808; expected an integer from 0 to 2**62",
        ),
        (
            lambda x: kt.math.scan(lambda c, y: (c, None), x, length=2, until=lambda c: c > 0),
            "until(carry) is of shape (3,); expected one condition",
        ),
    ),
)
def test_invalid_scans_are_refused(call, message):
    with pytest.raises(kt.KinetreeError) as error:
        _algorithm_of(lambda model, x: call(x)[0])(ARM, [1.0] * 3)
    assert message in str(error.value)
