"""Derivatives of all operations: forward, reverse and 50-digit differences agree."""

import mpmath as mp
import numpy as np
import pytest

import kinetree as kt
from kinetree.scalar.array import Array
from kinetree.scalar.differentiate import derivative, reverse
from kinetree.scalar.expr import Expr
from kinetree.scalar.graph import Graph
from kinetree.scalar.replay import replay

m = kt.math

CASES = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y * x,
    "div": lambda x, y: x / y,
    "neg": lambda x, y: -(x * y),
    "power": lambda x, y: x**3 + y**-2,
    "abs": lambda x, y: abs(x - 2 * y),
    "sqrt": lambda x, y: m.sqrt(x + y),
    "sin": lambda x, y: m.sin(x * y),
    "cos": lambda x, y: m.cos(x - y),
    "tan": lambda x, y: m.tan(x * y),
    "asin": lambda x, y: m.asin(x * y),
    "acos": lambda x, y: m.acos(x * y),
    "atan": lambda x, y: m.atan(x / y),
    "atan2": lambda x, y: m.atan2(x, -y),
    "exp": lambda x, y: m.exp(x * y),
    "log": lambda x, y: m.log(x + 2 * y),
    "tanh": lambda x, y: m.tanh(x - y),
    "sinh": lambda x, y: m.sinh(x - 3 * y),
    "cosh": lambda x, y: m.cosh(x - 3 * y),
    "expm1": lambda x, y: m.expm1(x * y),
    "log1p": lambda x, y: m.log1p(x - y),
    "hypot": lambda x, y: m.hypot(x, -y),
    "sign": lambda x, y: m.sign(x - y) * x,
    "clip": lambda x, y: m.clip(x * y, 0.1, x) + m.clip(y, x * x, x) + m.clip(y, max=2.0),
    "minimum": lambda x, y: m.minimum(x * x, y),
    "maximum": lambda x, y: m.maximum(x * x, y),
    "where": lambda x, y: m.where(x < y, x * y, x / y),
    "where, other branch": lambda x, y: m.where(
        (x > y) | (x == y), x * y, m.where(m.logical_not(y < x), 3 * y, x)
    ),
    "norm": lambda x, y: m.norm([x, y, x * y]),
    "solve_spd": lambda x, y: m.solve_spd([[2 + x, y], [y, 3.0]], [x, 1.0])[0],
    "solve": lambda x, y: m.solve([[0, y], [2 + x, 3.0]], [x, y])[0],
    "inv": lambda x, y: m.inv([[x, 2 * y, 1], [y, x, 0], [-1, 2, x * y]])[1, 0],
    "einsum": lambda x, y: m.einsum("ii,ij,j->", [[x, y], [1, x * y]], [[y, 2], [0, x]], [x, y]),
    "stumpff": lambda x, y: m.stumpff(2, x * y) * m.stumpff(0, y),
    "arc": lambda x, y: m.arc(0, x * y),
}
POINT = (0.4, 0.7)


def by_differences(f):
    with mp.workdps(50):
        h, (x, y) = mp.mpf(10) ** -18, map(mp.mpf, POINT)
        return [
            float((f(x + h, y) - f(x - h, y)) / (2 * h)),
            float((f(x, y + h) - f(x, y - h)) / (2 * h)),
        ]


@pytest.mark.parametrize("name", CASES)
def test_forward_equals_differences(name):
    f = CASES[name]
    _, columns = derivative(lambda x: Array([f(x[0], x[1])]), Array(POINT))
    np.testing.assert_allclose(
        [float(c[0]) for c in columns], by_differences(f), rtol=1e-13, atol=1e-15
    )


@pytest.mark.parametrize("name", CASES)
def test_reverse_equals_differences(name):
    graph = Graph()
    x, y = (Expr(graph, graph.variable()) for _ in range(2))
    gradient = reverse(graph, [CASES[name](x, y)], [1], [x.index, y.index])
    values = replay(graph, gradient, dict(zip((x.index, y.index), POINT, strict=True)))
    np.testing.assert_allclose(
        [float(g) for g in values], by_differences(CASES[name]), rtol=1e-13, atol=1e-15
    )


def guarded(x):
    """sqrt(x) / x where x > 0, else 2 x: at x = 0 the other branch has infinite derivatives."""
    return m.where(x > 0.0, m.sqrt(x) / x, 2.0 * x)


def test_a_branch_not_taken_contributes_nothing():
    _, (slope,) = derivative(lambda x: Array([guarded(x[0])]), Array([0.0]))
    assert slope[0] == 2.0
    graph = Graph()
    x = Expr(graph, graph.variable())
    gradient = reverse(graph, [guarded(x) * 3.0 + x], [1], [x.index])
    assert replay(graph, gradient, {x.index: 0.0})[0] == 7.0


@pytest.mark.parametrize(
    "function, slope",
    [
        (lambda x: m.maximum(m.sqrt(x), 1.0), 0.0),
        (lambda x: m.maximum(m.log(x), -10.0), 0.0),
        (lambda x: m.minimum(1.0 / x, 1.0), 0.0),
        (lambda x: m.minimum(3.0 * x, m.sqrt(x + 1.0)), 3.0),
    ],
)
def test_extrema_differentiate_as_the_side_that_is_taken(function, slope):
    _, (forward,) = derivative(lambda x: Array([function(x[0])]), Array([0.0]))
    assert forward[0] == slope
    graph = Graph()
    x = Expr(graph, graph.variable())
    assert replay(graph, reverse(graph, [function(x)], [1], [x.index]), {x.index: 0.0}) == [slope]


TIES = {  # slopes at 0, where both sides are equal: that of the first, or of the branch taken
    "minimum": (lambda x: m.minimum(2.0 * x, 5.0 * x), 2.0),
    "minimum, swapped": (lambda x: m.minimum(5.0 * x, 2.0 * x), 5.0),
    "maximum": (lambda x: m.maximum(2.0 * x, 5.0 * x), 2.0),
    "maximum, swapped": (lambda x: m.maximum(5.0 * x, 2.0 * x), 5.0),
    "below": (lambda x: m.where(x < 0.0, 2.0 * x, 5.0 * x), 5.0),
    "up to": (lambda x: m.where(x <= 0.0, 2.0 * x, 5.0 * x), 2.0),
    "above": (lambda x: m.where(x > 0.0, 2.0 * x, 5.0 * x), 5.0),
    "from": (lambda x: m.where(x >= 0.0, 2.0 * x, 5.0 * x), 2.0),
    "at": (lambda x: m.where(x == 0.0, 2.0 * x, 5.0 * x), 2.0),
    "not at": (lambda x: m.where(m.logical_not(x == 0.0), 2.0 * x, 5.0 * x), 5.0),
    "abs": (lambda x: abs(x), 1.0),
    "clip from": (lambda x: m.clip(3.0 * x, 0.0, 1.0), 3.0),
    "clip up to": (lambda x: m.clip(3.0 * x, -1.0, 0.0), 3.0),
    "clip to nothing": (lambda x: m.clip(3.0 * x, 0.0, 0.0), 3.0),
    "sign": (lambda x: m.sign(x), 0.0),
    "hypot": (lambda x: m.hypot(x, 2.0 * x), 0.0),
}


@pytest.mark.parametrize("name", TIES)
def test_slopes_where_two_branches_meet(name):
    function, slope = TIES[name]
    _, (forward,) = derivative(lambda x: Array([function(x[0])]), Array([0.0]))
    graph = Graph()
    x = Expr(graph, graph.variable())
    (backward,) = replay(graph, reverse(graph, [function(x)], [1], [x.index]), {x.index: 0.0})
    assert (forward[0], backward) == (slope, slope)
    if not name.endswith("at"):  # a complex step is no longer there
        assert function(Array([1e-30j])).flat[0].imag == slope * 1e-30


def test_reverse_is_linear_in_the_number_of_choices():
    def chain(x, n):
        for _ in range(n):
            x = m.where(x > 0.5, m.sin(x), x / (1.0 + m.norm([x, x])))
        return x

    sizes = []
    for n in (5, 10, 20):
        graph = Graph()
        x = Expr(graph, graph.variable())
        (gradient,) = reverse(graph, [chain(x, n)], [1], [x.index])
        _, (slope,) = derivative(lambda a, n=n: Array([chain(a[0], n)]), Array([0.9]))
        assert abs(replay(graph, [gradient], {x.index: 0.9})[0] - slope[0]) < 1e-15
        sizes.append(len(graph))
    assert sizes[2] < 4.5 * sizes[0]


def test_norm_has_slope_zero_at_zero():
    _, columns = derivative(lambda x: Array([m.norm(x)]), Array([0.0, 0.0]))
    assert [c[0] for c in columns] == [0.0, 0.0]


def test_derivatives_nest():
    def slope(x):
        _, (d,) = derivative(lambda a: Array([m.sin(a[0]) * a[0]]), x)
        return d

    _, (second,) = derivative(slope, Array([0.3]))
    assert abs(second[0] - (2 * np.cos(0.3) - 0.3 * np.sin(0.3))) < 1e-15


def test_abs_of_complex_numbers_is_analytic():
    """The complex step needs it: the derivative of |x| is the sign of x."""
    found = abs(kt.math.array([-2 + 1e-30j, 2 + 1e-30j, -3.0, 0]))
    assert list(found.flat) == [2 - 1e-30j, 2 + 1e-30j, 3.0, 0]
