"""Discrete time: SciPy's exponential, and a robot's own motion."""

import numpy as np
import pytest
from agreement import assert_agree
from scipy.linalg import expm
from scipy.signal import cont2discrete

import kinetree as kt

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("size", [1e-8, 0.1, 3.0, 40.0])
def test_it_is_scipys_zero_order_hold(size: float):
    A, B = size * RNG.normal(size=(6, 6)), RNG.normal(size=(6, 2))
    Ad, Bd = kt.discretize(A, B, 0.2)
    expected = cont2discrete((A, B, np.eye(6), np.zeros((6, 2))), 0.2)
    assert_agree(Ad, expected[0], 1e-12)
    assert_agree(Bd, expected[1], 1e-12)
    assert_agree(Ad, expm(0.2 * A), 1e-12)


def test_batches_broadcast():
    A, B, dt = RNG.normal(size=(5, 4, 4)), RNG.normal(size=(4, 1)), np.linspace(0, 0.5, 5)
    Ad, Bd = kt.discretize(A, B, dt)
    assert Ad.shape == (5, 4, 4) and Bd.shape == (5, 4, 1)
    for k in range(5):
        one = kt.discretize(A[k], B, dt[k])
        assert_agree(Ad[k], one.A, 1e-13)
        assert_agree(Bd[k], one.B, 1e-13)
    assert_agree(Ad[0], np.eye(4), 1e-15)
    assert (Bd[0] == 0).all()


def test_samples_do_not_disturb_each_other():
    """Each is scaled by its own size, beside a stiff one and beside one that is not a number."""
    A, B = RNG.normal(size=(5, 4, 4)), RNG.normal(size=(5, 4, 2))
    A *= np.array([1e-3, 1.0, 30.0, 300.0, np.nan])[:, None, None]
    Ad, Bd = kt.discretize(A, B, 0.1)
    for k in range(4):
        one = kt.discretize(A[k], B[k], 0.1)
        assert_agree(Ad[k], one.A, 1e-13)
        assert_agree(Bd[k], one.B, 1e-13)
    assert_agree(Ad[0], expm(0.1 * A[0]), 5e-16)  # two units in the last place of 1
    assert np.isnan(Ad[4]).all()


def test_it_predicts_a_robots_motion_to_second_order():
    arm = kt.robots.arm()
    q, v, tau = RNG.normal(size=(3, 7))
    A, B = kt.linearize(arm, q, v, tau)
    e, dv, u = 1e-5 * RNG.normal(size=(3, 7))
    errors = []
    for dt in (1e-2, 5e-3):
        Ad, Bd = kt.discretize(A, B, dt)
        predicted = Ad @ np.concatenate([e, dv]) + Bd @ u
        moved = []
        for state in ((q, v, tau), (q + e, v + dv, tau + u)):
            x, w, t = state
            for _ in range(200):  # the midpoint rule, of error dt^2 / 200^2
                h = dt / 200
                half = w + 0.5 * h * kt.aba(arm, x, w, t)
                w = w + h * kt.aba(arm, kt.integrate(arm, x, 0.5 * h * w), half, t)
                x = kt.integrate(arm, x, h * half)
            moved.append(np.concatenate([x, w]))
        errors.append(abs(moved[1] - moved[0] - predicted).max())
    assert errors[1] < 0.3 * errors[0] < 1e-5


def test_wrong_shapes_raise_errors():
    with pytest.raises(kt.ShapeError, match=r"A has shape \(2, 3\).*\(\.\.\., n, n\)"):
        kt.discretize(np.ones((2, 3)), np.ones((2, 1)), 0.1)
    with pytest.raises(kt.ShapeError, match=r"B \(3, 1\)"):
        kt.discretize(np.ones((2, 2)), np.ones((3, 1)), 0.1)
    with pytest.raises(kt.ShapeError, match=r"do not broadcast: A \(\), B \(5,\), dt \(4,\)"):
        kt.discretize(np.ones((2, 2)), np.ones((5, 2, 1)), np.ones(4))
    for wrong in (1j * np.ones((2, 2)), [[1, 2], [3]], "x"):
        with pytest.raises(kt.ShapeError, match="A is not an array of numbers"):
            kt.discretize(wrong, np.ones((2, 1)), 0.1)


def test_an_empty_batch():
    A, B = kt.discretize(np.zeros((0, 2, 2)), np.zeros((0, 2, 1)), 0.1)
    assert A.shape == (0, 2, 2) and B.shape == (0, 2, 1)
