"""Derivatives of `kt.math.solve_spd`: by the implicit rule, in every mode, against 50 digits."""

import mpmath as mp
import numpy as np
import pytest

import kinetree as kt
from kinetree.scalar.array import Array
from kinetree.scalar.differentiate import forward, reverse
from kinetree.scalar.equations import whitened
from kinetree.scalar.expr import Expr
from kinetree.scalar.graph import Graph
from kinetree.scalar.replay import replay

m = kt.math
ARM = kt.robots.arm()
POINT = (0.4, 0.7, -0.3)
CASES = [(1, None), (2, None), (3, 2), (4, None), (5, 4), (8, None), (8, 2), (8, 9)]
"""Rows and right-hand sides, for solutions one by one and by matrix products."""


def system(n, columns, p, sparse=False):
    """A positive definite matrix and right-hand sides that depend on three numbers."""
    x, y, z = p
    A = [
        [0 if sparse and (i + j) % 2 else m.sin(x * (i + j) + 1) * y for j in range(n)]
        for i in range(n)
    ]
    A = Array(A) + (n + 2 + z * z) * m.eye(n)
    A = A + Array([[z if i == j == 1 else 0 for j in range(n)] for i in range(n)])
    b = [[m.cos(i * y + k) + z * x for k in range(columns or 1)] for i in range(n)]
    b = [[0 if sparse and i == 0 else e for e in row] for i, row in enumerate(b)]
    return A, Array(b) if columns else Array(b)[:, 0]


def solved(n, columns, p, sparse=False):
    return m.solve_spd(*system(n, columns, p, sparse))


def traced(f):
    graph = Graph()
    p = [Expr(graph, graph.variable()) for _ in POINT]
    return graph, p, list(f(p).flat)


def numbers(graph, p, flat):
    return [
        float(x) for x in replay(graph, flat, {x.index: v for x, v in zip(p, POINT, strict=True)})
    ]


def tangents(graph, p, flat, direction):
    seeds = {x.index: {0: d} for x, d in zip(p, direction, strict=True) if d}
    return [row.get(0, 0) for row in forward(graph, flat, seeds)]


def by_differences(f, k, order=1):
    """Derivatives along the axis k of a vector of 50 digits."""

    h = mp.mpf(10) ** -15

    def at(step):
        return [
            mp.mpf(x) for x in f([mp.mpf(x) + step * (i == k) for i, x in enumerate(POINT)]).flat
        ]

    with mp.workdps(50):
        rows = zip(at(-h), at(mp.mpf(0)), at(h), strict=True)
        if order == 1:
            return [float((c - a) / (2 * h)) for a, _, c in rows]
        return [float((a - 2 * b + c) / h**2) for a, b, c in rows]


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(("n", "columns"), CASES)
def test_forward_and_reverse_equal_differences(n, columns, sparse):
    def f(p):
        return solved(n, columns, p, sparse)

    graph, p, flat = traced(f)
    inputs = [x.index for x in p]
    rows = [numbers(graph, p, reverse(graph, [x], [1], inputs)) for x in flat]
    for k in range(3):
        expected = by_differences(f, k)
        found = numbers(graph, p, tangents(graph, p, flat, [int(i == k) for i in range(3)]))
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)
        np.testing.assert_allclose([row[k] for row in rows], expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize(("n", "columns"), CASES)
def test_second_derivatives_forward_and_reverse(n, columns):
    def f(p):
        return solved(n, columns, p)

    graph, p, flat = traced(f)
    first = tangents(graph, p, flat, (1, 0, 0))
    expected = by_differences(f, 0, order=2)
    twice = numbers(graph, p, tangents(graph, p, first, (1, 0, 0)))
    np.testing.assert_allclose(twice, expected, rtol=0, atol=1e-13)
    back = [numbers(graph, p, reverse(graph, [x], [1], [p[0].index]))[0] for x in first[:3]]
    np.testing.assert_allclose(back, expected[:3], rtol=0, atol=1e-13)
    gradients = [reverse(graph, [x], [1], [p[0].index])[0] for x in flat[:3]]
    ahead = numbers(graph, p, tangents(graph, p, gradients, (1, 0, 0)))
    np.testing.assert_allclose(ahead, expected[:3], rtol=0, atol=1e-13)


def test_a_jacobian_divides_no_more_than_the_solution_does():
    n = 12
    graph = Graph()
    A, b = ([Expr(graph, graph.variable()) for _ in range(k)] for k in (n * n, n))
    flat = m.solve_spd(Array.of(A, (n, n)), Array.of(b, (n,))).flat
    rows = forward(graph, flat, {x.index: {k: 1} for k, x in enumerate([*A, *b])})
    assert all(row.keys() <= set(range(n * (n + 1) * 2)) for row in rows)
    live = graph.live(x.index for row in rows for x in row.values())
    assert sum(graph.ops[i] == "div" for i in live) == n


def test_only_the_lower_triangle_counts():
    graph = Graph()
    A, b = ([Expr(graph, graph.variable()) for _ in range(k)] for k in (4, 2))
    x = m.solve_spd(Array.of(A, (2, 2)), Array.of(b, (2,))).flat
    seeds = {a.index: {k: 1} for k, a in enumerate(A)}
    assert [sorted(row) for row in forward(graph, x, seeds)] == [[0, 2, 3]] * 2
    assert reverse(graph, x, [1, 1], [A[1].index]) == [0]


def test_where_a_singular_system_is_not_taken_it_leaves_no_trace():
    @kt.algorithm("()->()")
    def f(model, x):
        t = x.flat[0]
        return m.where(t > 0, m.solve_spd([[t * t, 0], [0, t * t]], [t, t])[0], 3 * t)

    assert kt.grad(f, "x")(ARM, 0.0) == kt.vjp(f, "x")(ARM, 0.0, 1.0) == 3.0
    assert abs(kt.grad(f, "x")(ARM, 2.0) + 0.25) < 1e-15

    @kt.algorithm("()->()")
    def twice(model, x):
        t = x.flat[0]
        u = m.solve_spd([[t * t, 0], [0, t * t]], [t, t])[0]
        return m.where(t > 0, u, 3 * t) + m.where(t > 1, u, t)

    assert kt.vjp(twice, "x")(ARM, 0.0, 1.0) == kt.grad(twice, "x")(ARM, 0.0) == 4
    for t, slope in ((0.5, -4 + 1), (2.0, -0.5)):
        assert abs(kt.vjp(twice, "x")(ARM, t, 1.0) - slope) < 1e-14


def test_a_derivative_through_a_loop():
    """Systems in a loop, with a matrix from outside and a vector of the loop."""

    @kt.algorithm("(3)->(5)")
    def looped(model, p):
        A, b = system(5, None, p)

        def step(x, _):
            return m.solve_spd(A + x[0] * x[0] * m.eye(5), b + x), None

        return m.scan(step, b, length=4)[0]

    @kt.algorithm("(3)->(5)")
    def unrolled(model, p):
        A, x = system(5, None, p)
        b = x
        for _ in range(4):
            x = m.solve_spd(A + x[0] * x[0] * m.eye(5), b + x)
        return x

    np.testing.assert_allclose(looped(ARM, POINT), unrolled(ARM, POINT), rtol=0, atol=1e-15)
    for make in (kt.jacobian, lambda f, p: kt.jacobian(kt.jacobian(f, p), p)):
        found, expected = make(looped, "p")(ARM, POINT), make(unrolled, "p")(ARM, POINT)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)
    weights = [1.0, -2.0, 0.5, 0.0, 3.0]
    found = kt.vjp(looped, "p")(ARM, POINT, weights)
    np.testing.assert_allclose(
        found, weights @ kt.jacobian(unrolled, "p")(ARM, POINT), rtol=0, atol=1e-14
    )


@pytest.mark.sweep
def test_a_solution_has_the_bits_it_has_beside_its_derivative():
    robot = kt.robots.quadruped()

    @kt.algorithm("(nq),(nv)->(nv)")
    def acceleration(model, q, v):
        return -m.solve_spd(kt.crba(model, q), kt.rnea(model, q, v, m.zeros(model.nv)))

    q, v = kt.neutral(robot), np.linspace(-1, 1, robot.nv)
    both = kt.jvp(acceleration, "q")(robot, q, v, v)
    assert (both.result == acceleration(robot, q, v)).all()
    exact = kt.aba_derivatives(robot, q, v, np.zeros(robot.nv)).ddq_dq @ v
    assert abs(both.d_result - exact).max() < 1e-12 * abs(exact).max()


@pytest.mark.parametrize("shapes", [((2, 3), (2,)), ((2,), (2,)), ((2, 2), (3,)), ((2, 2), ())])
def test_shapes_that_do_not_fit(shapes):
    with pytest.raises(kt.ShapeError, match=r"test_systems\.py:\d+: solve_spd of arrays of shapes"):
        m.solve_spd(*[np.ones(n) for n in shapes])


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(("n", "columns"), [(1, 1), (4, 3), (8, 5)])
def test_a_product_with_the_inverse_is_that_of_solutions(n, columns, sparse):
    A, B = system(n, columns, POINT, sparse)
    Z = np.array(whitened(A, B), float)
    G = Z.T @ Z
    expected = np.array(B, float).T @ np.linalg.solve(np.array(A, float), np.array(B, float))
    assert abs(G - expected).max() <= 1e-13 * abs(expected).max()
    L = np.linalg.cholesky(np.array(A, float))
    assert abs(Z - np.linalg.solve(L, np.array(B, float))).max() <= 1e-13 * abs(Z).max()
