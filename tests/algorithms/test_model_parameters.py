"""The model's parameters as operands: one kernel for all values, the same as a model for each."""

import numpy as np
import pytest
from agreement import assert_agree, residual, run
from trees import TREES, configurations, other_numbers, vectors

import kinetree as kt


@pytest.mark.sweep
@pytest.mark.parametrize("number", ["gravity", "inertias", "armature", "placements"])
def test_a_number_given_is_that_of_another_model(number: str) -> None:
    model = TREES["mixed_mimics"].model
    q, (v, a) = configurations(model), vectors(model, 2)
    given = {number: other_numbers(model, 0)[number]}
    other = model.replace(**given)
    calls = (
        (kt.rnea, q, v, a),
        (kt.crba, q),
        (kt.nonlinear_effects, q, v),
        (kt.generalized_gravity, q),
        (kt.forward_kinematics, q),
        (kt.frame_placements, q),
        (kt.kinetic_energy, q, v),
        (kt.potential_energy, q),
    )
    for algorithm, *operands in calls:
        ours, theirs = run(algorithm, model, *operands, **given), run(algorithm, other, *operands)
        assert_agree(ours, theirs, 1e-13)
    M, h = run(kt.crba, other, q), run(kt.nonlinear_effects, other, q, v)
    assert residual(M, h, a, run(kt.aba, model, q, v, a, **given)) < 1e-14


def test_all_numbers_given_per_sample_are_those_of_many_models() -> None:
    model = TREES["mixed_mimics"].model
    q, (v, a) = configurations(model), vectors(model, 2)
    many = [other_numbers(model, seed) for seed in range(6)]
    batch = {key: np.array([numbers[key] for numbers in many]) for key in many[0]}
    tau = run(kt.rnea, model, q, v, a, **batch)
    for k, numbers in enumerate(many):
        assert_agree(tau[k], run(kt.rnea, model.replace(**numbers), q[k], v[k], a[k]), 1e-13)
