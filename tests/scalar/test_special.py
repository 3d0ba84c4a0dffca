"""Stumpff functions and the arc function against 60-digit series that share no code with them."""

import math

import mpmath as mp
import numpy as np
import pytest

from kinetree.compiler.interpreter import interpret
from kinetree.scalar.array import Array
from kinetree.scalar.differentiate import derivative
from kinetree.scalar.expr import Expr
from kinetree.scalar.graph import Graph
from kinetree.scalar.replay import NamedArray, Trace, replay
from kinetree.scalar.special import arc, stumpff

X = [0.0, 1e-300, 1e-16, 1e-8, 1e-3, 0.5, 1.0, 3.99, 4.01, 8.0, 15.9, 16.1, 35.9, 36.1, 39.4]
W = [0.0, 1e-9, 0.1, 0.3, 0.49, 0.51, 0.7, 0.9, 0.999, 1 - 1e-12, 1 - 2.0**-53, 1.0]


def series(k, x):
    with mp.workdps(60):
        return mp.fsum((-mp.mpf(x)) ** i / mp.factorial(k + 2 * i) for i in range(90))


def acos_ratio(k, w):
    """The k-th derivative of int_0^inf dt / (1 + 2 w t + t^2), which is acos(w) / sqrt(1 - w^2)."""
    with mp.workdps(30):

        def integrand(t):
            return (-2 * t) ** k * mp.factorial(k) / (1 + 2 * mp.mpf(w) * t + t * t) ** (k + 1)

        return mp.quad(integrand, [0, 1, 4, mp.inf])


@pytest.mark.parametrize("k", range(9))
def test_stumpff_functions_equal_their_series(k):
    for x in X:
        expected = series(k, x)
        # c_0, c_1 and c_2 pass through zero, so their error is measured against their size at 0
        scale = max(abs(expected), 1 / mp.factorial(k) if k <= 2 else 0)
        assert abs(stumpff(k, x) - expected) <= 1.5e-15 * scale, (k, x)


def closed(k, x):
    """From cosine and sine by c_k = (1 / (k - 2)! - c_{k-2}) / x, accurate for large x."""
    if k < 2:
        return mp.sin(mp.sqrt(x)) / mp.sqrt(x) if k else mp.cos(mp.sqrt(x))
    return (1 / mp.factorial(k - 2) - closed(k - 2, x)) / x


@pytest.mark.parametrize("k", range(9))
def test_stumpff_functions_far_out_by_thirty_digits(k):
    with mp.workdps(60):
        expected = closed(k, mp.mpf(10_000))
    with mp.workdps(30):
        assert abs(stumpff(k, mp.mpf(10_000)) / expected - 1) < mp.mpf(10) ** -29
    assert abs(stumpff(k, 1e4) - expected) <= 1e-15 * abs(expected)


@pytest.mark.parametrize("k", range(9))
def test_stumpff_functions_at_zero(k):
    exact = 1 / math.factorial(k)
    structural = stumpff(k, 0)
    assert structural == exact and (type(structural) is int) == (k < 2)
    assert stumpff(k, 0.0) == exact
    assert stumpff(k, 0j) == exact
    with mp.workdps(30):
        assert stumpff(k, mp.mpf(0)) == 1 / mp.factorial(k)
    graph = Graph()
    x = Expr(graph, graph.variable())
    assert replay(graph, [stumpff(k, x)] * 2, {x.index: 0}) == [structural] * 2
    assert replay(graph, [stumpff(k, x)] * 2, {x.index: 0.0}) == [exact] * 2


@pytest.mark.parametrize("k", range(5))
def test_arc_equals_its_integral(k):
    for w in W:
        expected = acos_ratio(k, w)
        assert abs(arc(k, w) - expected) <= 5e-15 * abs(expected), (k, w)


@pytest.mark.parametrize("k", range(4))
def test_fifty_digits(k):
    with mp.workdps(50):
        for x in X:
            assert abs(stumpff(k, mp.mpf(x)) - series(k, x)) < mp.mpf(10) ** -49
        for w in W[1:]:
            closed = mp.acos(mp.mpf(w)) / mp.sqrt(1 - mp.mpf(w) ** 2) if w < 1 else mp.mpf(1)
            assert abs(arc(0, mp.mpf(w)) - closed) < mp.mpf(10) ** -35


@pytest.mark.parametrize("function, points", [(stumpff, X[1:]), (arc, W)])
def test_derivatives_equal_the_next_of_the_family_by_differences(function, points):
    for k in range(3):
        for x in points:
            _, (slope,) = derivative(lambda a, k=k: Array([function(k, a[0])]), Array([x]))
            with mp.workdps(40):
                h = mp.mpf(10) ** -12 * max(mp.mpf(x), mp.mpf("1e-3"))
                x0 = mp.mpf(x)
                if function is arc:
                    exact = acos_ratio(k + 1, x0)
                else:
                    exact = (series(k, x0 + h) - series(k, x0 - h)) / (2 * h)
            assert abs(slope[0] - exact) <= 1e-14 * max(abs(exact), mp.mpf("1e-1")), (k, x)


def test_the_compiled_form_equals_plain_numbers():
    graph = Graph()
    x = Expr(graph, graph.node("input", (), ("x", 0)))
    elements = tuple(f(k, x) for k in range(4) for f in (stumpff, arc))
    trace = Trace(graph, (NamedArray("x", (), (x,)),), (NamedArray("y", (8,), elements),))
    got = interpret(trace, np.array(W))[0]
    expected = [[f(k, w) for k in range(4) for f in (stumpff, arc)] for w in W]
    np.testing.assert_allclose(got, expected, rtol=2e-15)


@pytest.mark.parametrize("k", range(4))
@pytest.mark.parametrize("w", W[:-1])
def test_arc_of_numbers_of_mpmath(k, w):
    with mp.workdps(25):
        exact = acos_ratio(k, mp.mpf(w))
        assert abs(arc(k, mp.mpf(w)) - exact) <= 1e-23 * abs(exact)
