"""The model's parameters as operands: one kernel for all values, the same as a model for each."""

from typing import Any

import numpy as np
import pytest
from agreement import assert_agree, residual, run, times
from scipy.spatial.transform import Rotation
from trees import ALL, TREES, configurations, random_inertia, tree_of_plan, vectors

import kinetree as kt

ALIGNED = ("revolute", "prismatic", "helical", "continuous", "universal")
SKEW = [name for name in ALL if name not in ALIGNED]
every_tree = pytest.mark.parametrize("name", SKEW)

regressor = kt.jacobian(kt.rnea, wrt="inertias")


def other_numbers(model: kt.Model, seed: int) -> dict[str, Any]:
    """Random numbers that the model could have as well."""
    rng = np.random.default_rng(seed)
    inertias = np.array([random_inertia(rng).parameters.flat for _ in range(model.njoints)])
    placements = np.tile(np.eye(4), (model.njoints, 1, 1))
    placements[1:, :3, :3] = Rotation.random(model.njoints - 1, random_state=rng).as_matrix()
    placements[1:, :3, 3] = rng.normal(scale=0.3, size=(model.njoints - 1, 3))
    return {
        "gravity": rng.normal(scale=5, size=3),
        "inertias": inertias,
        "armature": rng.uniform(0, 0.3, model.nv),
        "placements": placements,
    }


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


@every_tree
def test_derivative_of_rnea_by_inertias_is_the_regressor_of_unit_parameters(name: str) -> None:
    model = TREES[name].model
    q, v, a = configurations(model)[4], *vectors(model, 2)[:, 4]
    count = model.njoints * 10
    units = np.eye(count).reshape(count, model.njoints, 10)
    columns = run(kt.rnea, model, q, v, a, inertias=units, armature=np.zeros(model.nv))
    Y = run(regressor, model, q, v, a)
    assert Y.shape == (model.nv, model.njoints, 10)
    assert_agree(Y.reshape(model.nv, count), columns.T, 1e-14)
    assert not Y[:, 0].any()


@every_tree
def test_regressor_times_inertias_and_armature_is_rnea(name: str) -> None:
    model = TREES[name].model
    q, (v, a) = configurations(model), vectors(model, 2)
    Y = run(regressor, model, q, v, a)
    tau = np.einsum("bnjk,jk->bn", Y, model.inertias) + model.armature * a
    assert_agree(tau, run(kt.rnea, model, q, v, a), 1e-13)


def arm() -> kt.Model:
    rng = np.random.default_rng(0)
    upper, fore = rng.normal(size=(2, 3)).tolist()
    plan = [("upper", "world", kt.Revolute(upper)), ("fore", "upper", kt.Revolute(fore))]
    return tree_of_plan("arm of two", plan, rng).model


@pytest.mark.sweep
def test_4096_inertias_in_one_call_are_those_of_4096_models() -> None:
    # compiled in one call; the models one by one through the Python function, constants folded
    model, rng = arm(), np.random.default_rng(1)
    inertias = np.zeros((4096, model.njoints, 10))
    for sample in inertias:
        sample[1:] = [random_inertia(rng).parameters.flat for _ in range(2)]
    q, v, a = rng.normal(size=(3, 4096, 2))
    tau = kt.rnea(model, q, v, a, inertias=inertias)
    M, h = (
        kt.crba(model, q, inertias=inertias),
        kt.nonlinear_effects(model, q, v, inertias=inertias),
    )
    assert_agree(times(M, a) + h, tau, 1e-13)
    found = kt.aba(model, q, v, tau, inertias=inertias)
    assert residual(M, h, tau, found) < 1e-14
    for k in range(0, 4096, 7):  # in all lanes
        one = model.replace(inertias=inertias[k])
        assert_agree(tau[k], kt.rnea.evaluate(one, q[k], v[k], a[k]), 1e-13)
        if k % 63 == 0:
            assert_agree(M[k], kt.crba.evaluate(one, q[k]), 1e-13)
