"""Linear systems and inverses of any regular matrix: identities, pivots, derivatives."""

import mpmath as mp
import numpy as np
import pytest

import kinetree as kt

m = kt.math
RNG = np.random.default_rng(0)
SIZES = [1, 2, 3, 6, 12]


def systems(n):
    """Matrices whose leading elements are small or zero: they need pivots."""
    A = RNG.normal(size=(9, n, n))
    if n > 1:
        A[:, 0, 0] = 0.0
        A[1:5, 0] *= 1e-12
    return A, RNG.normal(size=(9, n)), RNG.normal(size=(9, n, 2 * n))


def solver(n, width=""):
    return kt.function(f"({n},{n}),({n}{width})->({n}{width})")(m.solve)


@pytest.mark.parametrize("n", SIZES)
def test_the_residual_is_that_of_rounding(n):
    A, b, B = systems(n)
    x, X = solver(n)(A, b), solver(n, f",{2 * n}")(A, B)
    bound = 4 * n * 2.0**-52
    assert (
        abs((A @ x[..., None])[..., 0] - b) <= bound * (abs(A) @ abs(x)[..., None])[..., 0]
    ).all()
    # the inverse is multiplied where there are more columns than rows
    assert (abs(A @ X - B) <= bound * (abs(A) @ abs(np.linalg.inv(A)) @ abs(A) @ abs(X))).all()
    np.testing.assert_array_equal(x, [solver(n)(A[k], b[k]) for k in range(9)])


@pytest.mark.parametrize("n", SIZES)
def test_an_inverse_times_its_matrix_is_the_identity(n):
    A, _, _ = systems(n)
    found = kt.function(f"({n},{n})->({n},{n})")(m.inv)(A)
    condition = np.linalg.cond(A)[:, None, None]
    assert (abs(found @ A - np.eye(n)) <= 1e-15 * n * condition).all()


@pytest.mark.parametrize("n", [2, 3, 6])
@pytest.mark.parametrize("wrt", ["A", "b"])
def test_derivatives_equal_complex_steps(n, wrt):
    A, b, _ = systems(n)
    A, b = A[8], b[8]
    f = solver(n)
    found = np.array(kt.jacobian(f, wrt)(A, b))
    x = {"A": A, "b": b}
    steps = np.eye(x[wrt].size).reshape(-1, *x[wrt].shape) * 1e-30j
    columns = [np.array(f.evaluate(**{**x, wrt: x[wrt] + e})).imag * 1e30 for e in steps]
    expected = np.stack(columns, -1).reshape(found.shape)
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12 * abs(expected).max())


def test_gradients_and_second_derivatives():
    @kt.function("(2,2)->()")
    def f(A):
        return m.inv(A)[0, 1] * m.solve(A, [1.0, 2.0])[0]

    A = np.array([[0.1, 2.0], [3.0, -1.0]])
    hessian = np.array(kt.hessian(f, "A")(A)).reshape(4, 4)
    gradient = kt.function("(2,2)->(4)")(lambda A: m.array(kt.grad(f, "A")(A)).ravel())
    steps = [
        np.array(gradient.evaluate(A + 1e-30j * e.reshape(2, 2))).imag * 1e30 for e in np.eye(4)
    ]
    np.testing.assert_allclose(hessian, np.stack(steps, -1), rtol=1e-13)


def test_fifty_digits():
    with mp.workdps(50):
        A = [[mp.mpf(0), mp.mpf(2) / 3], [mp.mpf(1) / 7, mp.mpf(5)]]
        x = m.solve(A, [mp.mpf(1), mp.mpf(2)])
        residual = m.array(A) @ x - m.array([1, 2])
        assert max(abs(e) for e in residual.flat) < mp.mpf(10) ** -48


def test_a_singular_matrix_gives_no_numbers_in_its_sample_only():
    A = np.stack([np.eye(3), np.diag([1.0, 0.0, 2.0])])
    found = solver(3)(A, np.ones(3))
    np.testing.assert_array_equal(found[0], np.ones(3))
    assert not np.isfinite(found[1]).all()


def test_systems_without_columns():
    assert m.solve(np.eye(3), np.zeros((3, 0))).shape == (3, 0)


@pytest.mark.parametrize("A, b", [(np.eye(3), np.ones(2)), (np.ones((2, 3)), np.ones(2))])
def test_shapes_that_do_not_fit(A, b):
    with pytest.raises(kt.ShapeError, match=r"solve of .*; expected \(n, n\), and \(n,\)"):
        m.solve(A, b)
