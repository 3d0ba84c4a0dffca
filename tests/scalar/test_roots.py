"""Derivatives of `kt.math.root`: the implicit function theorem, in every mode and order."""

import numpy as np
import pytest

import kinetree as kt

m = kt.math
ARM = kt.robots.arm()
POINT = np.array([0.4, 0.7, 1.3])


def equations(x, p):
    """Three equations whose Jacobian has zeros on its diagonal: rows must be swapped."""
    return m.stack(
        [
            x[1] * p[0] + x[2] ** 3 - p[1],
            x[0] - m.sin(x[2] * p[2]) + x[1],
            m.exp(x[0] * p[0]) - 2 * p[2] + m.where(x[1] > 0, x[1], 3 * x[1]),
        ]
    )


def newton(x, p):
    """One step, with a Jacobian by hand."""
    slope = m.where(x[1] > 0, 1.0, 3.0)
    J = m.stack(
        [
            m.stack([0.0, p[0], 3 * x[2] ** 2]),
            m.stack([1.0, 1.0, -p[2] * m.cos(x[2] * p[2])]),
            m.stack([p[0] * m.exp(x[0] * p[0]), slope, 0.0]),
        ]
    )
    return x - m.solve_spd(J.T @ J, J.T @ equations(x, p))


@kt.algorithm("(3)->(3)")
def implicit(model, p):
    x, _ = m.scan(lambda x, _: (newton(x, p), None), m.array([1.0, 0.5, 1.0]), length=30)
    return -m.root(lambda x: equations(x, p), x)


@kt.algorithm("(3)->(3)")
def differentiated_steps(model, p):
    x, _ = m.scan(lambda x, _: (newton(x, p), None), m.array([1.0, 0.5, 1.0]), length=30)
    return -x


def test_a_root_has_the_bits_of_its_argument():
    x = implicit(ARM, POINT)
    assert (x == differentiated_steps(ARM, POINT)).all()
    assert abs(np.array(equations(-x, POINT), float)).max() < 1e-15


def test_derivatives_are_those_of_the_solution():
    expected = kt.jacobian(differentiated_steps, "p")(ARM, POINT)
    np.testing.assert_allclose(kt.jacobian(implicit, "p")(ARM, POINT), expected, atol=1e-13)
    weights = np.array([1.0, -2.0, 0.5])
    gradient = kt.vjp(implicit, "p")(ARM, POINT, weights)
    np.testing.assert_allclose(gradient, weights @ expected, atol=1e-13)
    along = kt.jvp(implicit, "p")(ARM, POINT, weights)
    np.testing.assert_allclose(along.d_result, expected @ weights, atol=1e-13)


def test_second_derivatives():
    twice = kt.jacobian(kt.jacobian(differentiated_steps, "p"), "p")(ARM, POINT)
    found = kt.jacobian(kt.jacobian(implicit, "p"), "p")(ARM, POINT)
    np.testing.assert_allclose(found, twice, atol=1e-11)
    weights = np.array([1.0, -2.0, 0.5])
    back = kt.jacobian(kt.vjp(implicit, "p"), "p")(ARM, POINT, weights)
    np.testing.assert_allclose(back, np.einsum("i,ijk->jk", weights, twice), atol=1e-11)


def test_a_root_in_a_loop_and_a_root_that_is_not_taken():
    def cube_root(a):
        x, _ = m.scan(lambda x, _: (x - (x**3 - a) / (3 * x * x), None), a, length=60)
        return m.root(lambda x: x**3 - a, m.stack([x]))[0]

    @kt.algorithm("()->()")
    def nested(model, a):
        return m.scan(lambda x, _: (1 + cube_root(x), None), a.flat[0], length=3)[0]

    @kt.algorithm("()->()")
    def chosen(model, a):
        x = a.flat[0]
        return m.where(x > 0, cube_root(x), 2 * x)

    def exact(a):
        value, slope = a, 1.0
        for _ in range(3):
            value, slope = 1 + value ** (1 / 3), slope * value ** (-2 / 3) / 3
        return value, slope

    value, slope = exact(5.0)
    assert abs(nested(ARM, 5.0) - value) < 1e-15
    for found in (kt.grad(nested, "a")(ARM, 5.0), kt.vjp(nested, "a")(ARM, 5.0, 1.0)):
        assert abs(found - slope) < 1e-15
    assert kt.grad(chosen, "a")(ARM, 0.0) == kt.vjp(chosen, "a")(ARM, 0.0, 1.0) == 2
    assert abs(kt.grad(chosen, "a")(ARM, 8.0) - 1 / 12) < 1e-16


def test_plain_numbers_are_returned_and_shapes_are_checked():
    assert m.root(lambda x: x - 1.0, [1.0]).flat == (1.0,)
    with pytest.raises(kt.ShapeError, match=r"test_roots\.py:\d+: root: x has shape \(2,\), its"):
        m.root(lambda x: x[:1], [1.0, 2.0])


@pytest.mark.parametrize("sign", [1, -1])
def test_the_larger_pivot_is_taken_whatever_its_sign(sign):
    """Without pivoting the first pivot is 1e-20, and 1 / 1e-20 absorbs what is added to it."""
    A = np.array([[1e-20, 1.0], [sign, 1.0]])

    @kt.algorithm("(2),(2,2)->(2)")
    def linear(model, p, A):
        return kt.math.root(lambda x: A @ x - p, kt.math.stack([0.0 * p[0], 0.0 * p[1]]))

    found = kt.jacobian(linear, "p")(ARM, np.zeros(2), A)
    np.testing.assert_allclose(found, np.linalg.inv(A), atol=1e-14)
    g = kt.vjp(linear, "p")(ARM, np.zeros(2), A, np.array([0.3, 0.7]))
    np.testing.assert_allclose(g, [0.3, 0.7] @ np.linalg.inv(A), atol=1e-14)


def test_more_parameters_than_unknowns():
    """x = A^-1 p with four elements of A: dx = -A^-1 dA x."""
    A, p = np.array([[2.0, 0.3], [-0.7, 1.5]]), np.array([0.4, -1.1])

    @kt.algorithm("(2),(2,2)->(3,2)")
    def multiples(model, p, A):
        x = m.root(lambda x: A @ x - p, m.solve_spd(A.T @ A, A.T @ p))
        return m.stack([x, 2 * x, 3 * x])

    inverse = np.linalg.inv(A)
    expected = -np.einsum("n,ij,k->nijk", [1, 2, 3], inverse, inverse @ p)
    np.testing.assert_allclose(kt.jacobian(multiples, "A")(ARM, p, A), expected, atol=1e-14)
