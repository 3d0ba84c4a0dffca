"""Kernels against the same algorithms in 50 digits.

mpmath brings its own coefficients of exp (series at its precision), so this shares no polynomial
with the kernel. The model's numbers and the states are the same binary fractions on both sides.
"""

from typing import Any

import mpmath as mp
import numpy as np
import pytest
from agreement import assert_agree, residual, run
from trees import TREES, configurations, near_half_turn, vectors, wrenches

import kinetree as kt


def exact(x: Any) -> Any:
    """The numbers as mpmath's."""
    x = np.asarray(x)
    result = np.empty(x.shape, dtype=object)
    for i in np.ndindex(x.shape):
        result[i] = mp.mpf(float(x[i]))
    return kt.Array.of(list(result.flat), x.shape)


def in_50_digits(algorithm: kt.Algorithm, model: kt.Model, *operands: Any) -> Any:
    """One sample, as an object array of mpmath numbers."""
    result = algorithm.evaluate(model, *map(exact, operands))
    return np.array(kt.Array(result).flat, dtype=object).reshape(kt.Array(result).shape)


@pytest.fixture(autouse=True)
def fifty_digits() -> Any:
    with mp.workdps(50):
        yield


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "sample"), [("mixed", 1), ("mixed", 4), ("mixed_mimics", 3), ("mixed_mimics", 4)]
)
def test_kernels_of_dynamics_agree_with_50_digits(name: str, sample: int) -> None:
    model = TREES[name].model
    q, (v, a), f = configurations(model)[sample], vectors(model, 2)[:, sample], wrenches(model)[0]
    tau = kt.rnea(model, q, v, a, f)
    assert_agree(tau, in_50_digits(kt.rnea, model, q, v, a, f).astype(float), 1e-13)
    M = in_50_digits(kt.crba, model, q)
    assert_agree(kt.crba(model, q), M.astype(float), 1e-13)
    # forward dynamics by the exact residual of the kernel's result, and by the result itself
    found = kt.aba(model, q, v, tau, f)
    h = in_50_digits(kt.rnea, model, q, v, np.zeros(model.nv), f)
    torque = M @ found + h
    size = abs(M.astype(float)) @ abs(found) + abs(h.astype(float)) + abs(tau)
    assert float(abs(torque - tau).max()) <= 1e-14 * size.max()
    best = in_50_digits(kt.aba, model, q, v, tau, f).astype(float)
    assert_agree(found, best, 1e-15 * float(np.linalg.cond(M.astype(float))))


def test_forward_dynamics_of_a_well_conditioned_robot_agrees_with_50_digits() -> None:
    model = TREES["spherical"].model
    model = model.replace(armature=np.full(model.nv, 30.0))
    q, v, tau = configurations(model)[4], *vectors(model, 2)[:, 4]
    assert np.linalg.cond(kt.crba(model, q)) < 3
    best = in_50_digits(kt.aba, model, q, v, tau).astype(float)
    assert_agree(kt.aba(model, q, v, tau), best, 1e-13)


def test_aba_undoes_rnea_in_50_digits() -> None:
    # exactly: both use the same rotations; crba, which coupled robots factor, takes R^T for R^-1,
    # which holds for rotations in float64 to 1e-16 only
    model = TREES["mixed"].model
    q, v, a = configurations(model)[4], *vectors(model, 2)[:, 4]
    tau = kt.rnea.evaluate(model, *map(exact, (q, v, a)))
    found = kt.aba.evaluate(model, exact(q), exact(v), tau)
    assert max(abs(x - y) for x, y in zip(found, exact(a), strict=True)) < 1e-42


@pytest.mark.parametrize("size", [1.5, 1e-3, 1e-8, 1e-150])
def test_integrate_and_difference_agree_with_50_digits(size: float) -> None:
    model = TREES["mixed"].model
    q, w = configurations(model)[4], size * np.random.default_rng(0).uniform(-1, 1, model.nv)
    q1 = run(kt.integrate, model, q, w)
    assert_agree(q1, in_50_digits(kt.integrate, model, q, w).astype(float), 1e-15)
    best = in_50_digits(kt.difference, model, q, q1).astype(float)
    assert_agree(run(kt.difference, model, q, q1), best, 1e-15, scale=1)


@pytest.mark.parametrize("gap", [1e-3, 1e-7, 1e-11])
def test_difference_next_to_half_turns_agrees_with_50_digits(gap: float) -> None:
    model = TREES["mixed"].model
    q = configurations(model)[4]
    q1 = run(kt.integrate, model, q, near_half_turn(model, np.random.default_rng(0), gap))
    best = in_50_digits(kt.difference, model, q, q1).astype(float)
    assert_agree(run(kt.difference, model, q, q1), best, 1e-15)


def test_derivatives_of_rnea_agree_with_50_digits() -> None:
    model = TREES["spherical"].model
    q, v, a = configurations(model)[4], *vectors(model, 2)[:, 4]
    jacobian = kt.jacobian(kt.rnea, "q")
    best = in_50_digits(jacobian, model, q, v, a).astype(float)
    assert_agree(jacobian(model, q, v, a), best, 1e-13)


def test_residual_counts_the_error_of_an_acceleration() -> None:
    # the measure itself: an acceleration off by 1e-12 is seen
    model = TREES["mixed"].model
    q, (v, tau) = configurations(model), vectors(model, 2)
    M, h = run(kt.crba, model, q), run(kt.nonlinear_effects, model, q, v)
    a = run(kt.aba, model, q, v, tau)
    assert residual(M, h, tau, a) < 1e-14
    assert residual(M, h, tau, a * (1 + 1e-12)) > 1e-14
