"""The cheapest form of functions of angles: the same values with fewer operations."""

import numpy as np
import pytest

from kinetree.compiler.interpreter import interpret
from kinetree.scalar.array import Array, zeros
from kinetree.scalar.math import array, cos, exp, sin
from kinetree.scalar.replay import traced
from kinetree.scalar.trigonometry import cheapest


def form(function, n=3):
    """The cheapest trace of one form, with no other computation."""
    return cheapest(lambda x: ([array(function(x))], zeros(0)), (n,))


def squares(x):
    return cos(x) * cos(x) + sin(x) * sin(x)


def spread(x):
    a, b, c = x
    terms = [cos(a) * cos(b), sin(a) * cos(b), sin(b)]
    return [c * sum(t * t * 0.3 for t in terms)]


FUNCTIONS = {
    "squares": (lambda x: [squares(x[0])], 0),
    "of two angles": (lambda x: [2.5 * squares(x[0]) * x[1] + x[2] * squares(x[1])], 2),
    "spread over terms": (spread, 1),
    "opposite terms": (lambda x: [cos(x[0]) * sin(x[1]) - sin(x[1]) * cos(x[0])], 0),
    "with a common factor": (
        lambda x: [exp(x[0]) * cos(x[1]) ** 2 + sin(x[1]) ** 2 * exp(x[0])],
        1,
    ),
}
"""Functions, and the count of their remaining operations."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_unit_squares_are_removed_and_the_values_are_the_same(name):
    function, left = FUNCTIONS[name]
    trace = form(function)
    assert (
        trace.operation_count == left < traced(lambda x: [array(function(x))], (3,)).operation_count
    )
    x = np.random.default_rng(0).normal(size=(50, 3))
    (ours,) = interpret(trace, x)
    expected = np.array([[float(y) for y in function(Array(row))] for row in x])
    np.testing.assert_allclose(ours, expected, rtol=1e-14, atol=1e-15)


UNTOUCHED = {
    "other angles": lambda x: [cos(x[0]) ** 2 + sin(x[1]) ** 2],
    "other factors": lambda x: [x[2] * cos(x[0]) ** 2 + sin(x[0]) ** 2],
    "different coefficients": lambda x: [0.3 * cos(x[0]) ** 2 + 0.2 * sin(x[0]) ** 2],
    "a difference": lambda x: [1 - cos(x[0]) ** 2],
    "no angles": lambda x: [(x[0] - 1000.0) * (x[0] - 1000.0) - (x[1] - x[1])],
}


@pytest.mark.parametrize("name", UNTOUCHED)
def test_other_functions_are_unchanged(name):
    function = UNTOUCHED[name]
    assert traced(form(function), (3,)) == traced(lambda x: [array(function(x))], (3,))


def test_small_angles_keep_their_digits():
    # no 1 - cos^2 in place of sin^2
    trace = form(lambda x: [cos(x[0]) ** 2 * x[1] + sin(x[0]) ** 2 * x[1] - x[1] * cos(x[0]) ** 2])
    (found,) = interpret(trace, np.array([1e-9, 2.0, 0.0]))
    assert found == pytest.approx([2e-18], rel=1e-15)


def test_what_is_computed_in_any_case_is_shared():
    def function(x):
        known = sin(x[0]) * (cos(x[1]) + x[2])
        product = known * cos(x[0])
        return [array([product])], array([known, product])

    assert cheapest(function, (3,)).operation_count == 6


def test_large_sums_are_not_expanded():
    def function(x):
        total = 1.0
        for k in range(12):
            total = total * (cos(k * x[0] + x[1]) + x[2])
        return [total]

    assert (
        form(function).operation_count
        == traced(lambda x: [array(function(x))], (3,)).operation_count
    )


def test_forms_are_chosen_element_by_element():
    def function(x):
        a, b, c = x
        one, other = [a * b - a * c, b + c], [a * (b - c), (3.0 * b + 3.0 * c) / 3.0]
        return [array(one), array(other)], zeros(0)

    assert cheapest(function, (3,)).operation_count == 3


def test_traces_are_equal_that_do_the_same():
    one = traced(lambda x: [sin(x) * 0.5], (2,))
    assert one == traced(lambda x: [sin(x) * 0.5], (2,))
    assert hash(one) == hash(traced(lambda x: [sin(x) * 0.5], (2,)))
    others = (
        traced(lambda x: [sin(x) * 0.25], (2,)),
        traced(lambda x: [cos(x) * 0.5], (2,)),
        traced(lambda x: [(sin(x) * 0.5).reshape(1, 2)], (2,)),
        traced(lambda x: [sin(x) * 0.5], (1,)),
        traced(lambda x: [(sin(x) * 0.5)[::-1]], (2,)),
    )
    assert all(one != other for other in others)
