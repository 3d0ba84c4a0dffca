"""Inverse dynamics of reference velocities, its regressor and its derivatives, on random trees."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, run, times
from complex_step import by_each_operand
from trees import FEW, TREES, configurations, random_inertia, vectors

import kinetree as kt

OF = ("q", "v", "v_r", "a_r")
slopes = kt.jacobian(kt.slotine_li_inverse_dynamics, OF)
by_inertias = kt.jacobian(kt.slotine_li_inverse_dynamics, "inertias")
few_trees = pytest.mark.parametrize("name", FEW)
both_factorizations = pytest.mark.parametrize("factorization", ["christoffel", "newton_euler"])


@cache
def state(name: str) -> tuple[kt.Model, Any, Any, Any, Any]:
    model = TREES[name].model
    return model, configurations(model), *vectors(model, 3)


@cache
def torques(name: str, factorization: str) -> Any:
    return run(
        kt.slotine_li_inverse_dynamics, *state(name), statics={"factorization": factorization}
    )


@few_trees
@both_factorizations
def test_terms_are_those_of_the_equations_of_motion(name: str, factorization: str) -> None:
    model, q, v, v_r, a_r = state(name)
    C = run(kt.coriolis_matrix, model, q, v, statics={"factorization": factorization})
    terms = times(run(kt.crba, model, q), a_r) + times(C, v_r)
    expected = terms + run(kt.generalized_gravity, model, q)
    assert_agree(torques(name, factorization), expected, 1e-13)


@few_trees
@both_factorizations
def test_the_velocity_itself_as_reference_gives_rnea(name: str, factorization: str) -> None:
    model, q, v, _, a = state(name)
    statics = {"factorization": factorization}
    tau = run(kt.slotine_li_inverse_dynamics, model, q, v, v, a, statics=statics)
    assert_agree(tau, run(kt.rnea, model, q, v, a), 1e-13)


@few_trees
@both_factorizations
def test_tracking_error_does_no_work_but_that_of_the_energy(name: str, factorization: str) -> None:
    # d(s . M s / 2)/dt = s . (tau - tau_r), because dM/dt - 2 C is skew
    model, q, v, v_r, a_r = state(name)
    s, a = v - v_r, vectors(model, 4)[3]
    applied = run(kt.rnea, model, q, v, a)
    M, dM = run(kt.crba, model, q), run(kt.mass_matrix_time_derivative, model, q, v)
    rate = (s * (times(M, a - a_r) + 0.5 * times(dM, s))).sum(-1)
    assert_agree((s * (applied - torques(name, factorization))).sum(-1), rate, 1e-12)


@few_trees
@both_factorizations
def test_regressor_gives_the_torques_of_any_bodies(name: str, factorization: str) -> None:
    model, q, v, v_r, a_r = state(name)
    statics, rng = {"factorization": factorization}, np.random.default_rng(5)
    Y = run(kt.slotine_li_regressor, model, q, v, v_r, a_r, statics=statics)
    bodies = np.array([random_inertia(rng).parameters.flat for _ in range(model.njoints)], float)
    expected = run(
        kt.slotine_li_inverse_dynamics, model, q, v, v_r, a_r, statics=statics, inertias=bodies
    )
    assert_agree(Y @ bodies[1:].ravel() + model.armature * a_r, expected, 1e-13)


def test_regressor_is_the_derivative_by_the_inertias() -> None:
    operands = state("spherical")
    Y = run(kt.slotine_li_regressor, *operands)
    assert_agree(Y, run(by_inertias, *operands)[..., 1:, :].reshape(Y.shape), 1e-13)


@pytest.mark.parametrize("name", ["spherical", "saddle", "mimic_as_source"])
def test_derivatives_are_complex_steps(name: str) -> None:
    model, *samples = state(name)
    found = run(slopes, model, *samples)
    for k, operands in enumerate(zip(*samples, strict=True)):
        steps = by_each_operand(kt.slotine_li_inverse_dynamics, model, operands)
        for x, expected in zip(found, steps, strict=True):
            assert_agree(x[k], expected, scale=1.0)
    assert_agree(found[3], run(kt.crba, model, samples[0]), 1e-13)
    assert_agree(found[2], run(kt.coriolis_matrix, model, *samples[:2]), 1e-13)
