"""integrate, difference, interpolate, normalize, tangent_map: each undoes or measures another.

At neutral, tiny, random and almost half-turn motions. Configurations are compared with their
quaternions up to sign. 1e-14 is a few roundings of numbers of size 1 to 3.
"""

import numpy as np
import pytest
from agreement import assert_agree, run, times
from scipy.integrate import solve_ivp
from trees import (
    INDEPENDENT,
    TREES,
    circles,
    configurations,
    moved,
    near_half_turn,
    parts,
    quaternions,
    vectors,
)

import kinetree as kt

every_tree = pytest.mark.parametrize("name", INDEPENDENT)
ON_GROUPS = ("continuous_skew", "spherical", "planar", "free_flyer", "composite", "mixed")
trees_on_groups = pytest.mark.parametrize("name", ON_GROUPS)
any_tree = pytest.mark.parametrize("name", ["mixed"])


def covered(model: kt.Model, q: np.ndarray) -> np.ndarray:
    """q with every quaternion in the half of the double cover where its largest entry is > 0."""
    q = np.array(q)
    for s in quaternions(model):
        largest = np.take_along_axis(q[..., s], abs(q[..., s]).argmax(-1)[..., None], -1)
        q[..., s] *= np.sign(largest)
    return q


def scaled(model: kt.Model, q: np.ndarray, factor: float) -> np.ndarray:
    """q with every quaternion and (cos, sin) scaled."""
    q = np.array(q)
    for s in quaternions(model):
        q[..., s] *= factor
    for s in circles(model):
        q[..., s] *= abs(factor)
    return q


@every_tree
def test_integrate_from_neutral_is_the_exponential_of_scipy(name: str) -> None:
    model = TREES[name].model
    rng = np.random.default_rng(0)
    for size in (1.0, 1e-3, 1e-8, 1e-160, 1e-300):
        w = size * rng.uniform(-1.7, 1.7, model.nv)
        q = run(kt.integrate, model, kt.neutral(model), w)
        expected = moved(model, w)
        # Entry by entry: a tiny motion keeps all its digits. A position is a sum of three products,
        # whose roundings may be several of its own.
        np.testing.assert_allclose(q, expected, rtol=4e-15, atol=0)


@every_tree
@pytest.mark.parametrize("size", [1.0, 1e-3, 1e-8, 1e-160, 1e-300])
def test_difference_from_neutral_undoes_integrate_to_every_digit(name: str, size: float) -> None:
    model = TREES[name].model
    w = size * np.random.default_rng(0).uniform(-1.7, 1.7, model.nv)
    origin = kt.neutral(model)
    found = run(kt.difference, model, origin, run(kt.integrate, model, origin, w))
    # a free-flyer's linear part is a sum of products that may cancel
    np.testing.assert_allclose(found, w, rtol=2e-14, atol=0)


@every_tree
def test_difference_undoes_integrate(name: str) -> None:
    model = TREES[name].model
    q, rng = configurations(model), np.random.default_rng(3)
    for w in (rng.uniform(-1.7, 1.7, (6, model.nv)), 1e-8 * rng.normal(size=(6, model.nv))):
        moved = run(kt.integrate, model, q, w)
        assert_agree(run(kt.difference, model, q, moved), w, 1e-14, scale=1)


@trees_on_groups
@pytest.mark.parametrize("gap", [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12])
def test_difference_undoes_integrate_next_to_half_turns(name: str, gap: float) -> None:
    model = TREES[name].model
    q = configurations(model)
    w = near_half_turn(model, np.random.default_rng(4), gap)
    back = run(kt.difference, model, q, run(kt.integrate, model, q, w))
    assert_agree(back, np.broadcast_to(w, back.shape), 1e-14)


@trees_on_groups
def test_difference_of_a_half_turn_is_one_of_the_two_ways(name: str) -> None:
    model = TREES[name].model
    w = near_half_turn(model, np.random.default_rng(5), 0.0)
    for part in parts(model):  # no step between: what it is depends on the way
        if isinstance(part.type, (kt.FreeFlyer, kt.Planar)):
            w[part.v][: 3 if isinstance(part.type, kt.FreeFlyer) else 2] = 0
    q = kt.neutral(model)
    assert_agree(abs(run(kt.difference, model, q, run(kt.integrate, model, q, w))), abs(w), 1e-14)


@every_tree
def test_integrate_undoes_difference(name: str) -> None:
    model = TREES[name].model
    q = configurations(model)
    q0, q1 = q[:, None], q[None]
    found = run(kt.integrate, model, q0, run(kt.difference, model, q0, q1))
    expected = np.broadcast_to(covered(model, q1), found.shape)
    assert_agree(covered(model, found), expected, 3e-15, scale=1)


@every_tree
def test_integrate_nothing_is_normalize(name: str) -> None:
    model = TREES[name].model
    q = scaled(model, configurations(model), 3.0)
    still = run(kt.integrate, model, q, np.zeros(model.nv))
    assert_agree(still, run(kt.normalize, model, q), 1e-15)


@every_tree
def test_normalize_undoes_scaling_and_twice_is_once(name: str) -> None:
    model = TREES[name].model
    q = configurations(model)
    for factor in (3.0, 1e-100, 1e100):
        unit = run(kt.normalize, model, scaled(model, q, factor))
        assert_agree(unit, q, 1e-15)
        assert_agree(run(kt.normalize, model, unit), unit, 1e-15)


@every_tree
def test_interpolate_ends_at_both_configurations(name: str) -> None:
    model = TREES[name].model
    q0, q1 = configurations(model, 0), configurations(model, 1)[::-1]
    start, end = (run(kt.interpolate, model, q0, q1, np.full(6, t)) for t in (0.0, 1.0))
    assert_agree(covered(model, start), covered(model, q0), 3e-15, scale=1)
    assert_agree(covered(model, end), covered(model, q1), 3e-15, scale=1)


@every_tree
def test_interpolate_moves_at_a_constant_rate(name: str) -> None:
    model = TREES[name].model
    q0, q1 = configurations(model, 0), configurations(model, 1)[::-1]
    whole = run(kt.difference, model, q0, q1)
    for t in (1e-9, 0.3, 0.8):
        part = run(kt.difference, model, q0, run(kt.interpolate, model, q0, q1, np.full(6, t)))
        assert_agree(part, t * whole, 1e-14, scale=1)


@trees_on_groups
def test_q_and_minus_q_are_no_distance_apart(name: str) -> None:
    model = TREES[name].model
    q = configurations(model)
    flipped = scaled(model, q, -1.0)
    assert np.array_equal(q, flipped) == (not quaternions(model))
    assert abs(run(kt.difference, model, q, flipped)).max() <= 1e-15
    there, back = run(kt.difference, model, q, flipped[::-1]), run(kt.difference, model, q, q[::-1])
    assert_agree(there[:3], back[:3], 1e-15)  # not those half a turn apart
    f, g = (run(kt.forward_kinematics, model, x) for x in (q, flipped))
    assert np.array_equal(f, g)


@pytest.mark.sweep
@trees_on_groups
@pytest.mark.parametrize("factor", [2.0**40, 0.37])
def test_the_length_of_quaternions_changes_nothing(name: str, factor: float) -> None:
    model = TREES[name].model
    q, (v, a) = configurations(model), vectors(model, 2)
    long = scaled(model, q, factor)
    calls = (
        (kt.forward_kinematics,),
        (kt.crba,),
        (kt.rnea, v, a),
        (kt.aba, v, a),
        (kt.kinetic_energy, v),
        (kt.potential_energy,),
        (kt.generalized_gravity,),
        (kt.integrate, v),
        (kt.difference, q[::-1]),
        (kt.tangent_map,),
        (kt.normalize,),
        (kt.jacobian(kt.generalized_gravity, "q"),),
        (kt.jacobian(kt.integrate, "q"), v),
    )
    exact = factor == 2.0**40  # a power of two is not even rounded
    for algorithm, *operands in calls:
        x, y = (run(algorithm, model, c, *operands) for c in (q, long))
        assert_agree(y, x, 0.0 if exact else 1e-13, scale=1)


@pytest.mark.parametrize("name", ["continuous_skew", "spherical", "free_flyer"])
def test_a_zero_quaternion_is_nan_in_its_own_sample(name: str) -> None:
    model = TREES[name].model
    q, (v, a) = configurations(model), vectors(model, 2)
    q[1] = scaled(model, q[1], 0.0)
    still = configurations(model)
    for result in (
        run(kt.rnea, model, q, v, a),
        run(kt.normalize, model, q),
        run(kt.integrate, model, q, v),
        run(kt.difference, model, q, still),
        run(kt.difference, model, still, q),
    ):
        assert np.isnan(result[1]).any()
        assert np.isfinite(np.delete(result, 1, 0)).all()


@every_tree
def test_tangent_map_is_the_complex_step_of_integrate(name: str) -> None:
    model, h = TREES[name].model, 1e-30
    for q in configurations(model)[3:]:
        steps = 1j * h * np.eye(model.nv)
        columns = kt.integrate(model, scaled(model, q, 1.7), steps).imag / h
        assert_agree(run(kt.tangent_map, model, q), columns.T, 1e-15)


@every_tree
def test_tangent_map_inverse_undoes_tangent_map(name: str) -> None:
    model = TREES[name].model
    for q in scaled(model, configurations(model), 0.6):
        point = kt.Array(q)
        space = model.space
        product = space.tangent_map_inverse(point) @ space.tangent_map(point)
        assert_agree(np.array(product, float), np.eye(model.nv), 1e-14)


@every_tree
def test_integrate_follows_the_differential_equation_of_tangent_map(name: str) -> None:
    model = TREES[name].model
    q, v = configurations(model)[5], vectors(model, 1)[0, 5]

    def rate(_: float, x: np.ndarray) -> np.ndarray:
        return run(kt.tangent_map, model, x) @ v

    end = solve_ivp(rate, (0, 1), q, method="DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    assert_agree(run(kt.integrate, model, q, v), end, 1e-9)  # what the solver reaches


@any_tree
def test_interpolate_takes_times_along_the_batch(name: str) -> None:
    model = TREES[name].model
    q0, q1 = configurations(model)[4:]
    times_of_day = np.linspace(0, 1, 5)
    path = run(kt.interpolate, model, q0, q1, times_of_day)
    one_by_one = [run(kt.interpolate, model, q0, q1, np.array(t)) for t in times_of_day]
    assert np.array_equal(path, one_by_one)
    step = run(kt.difference, model, path[:-1], path[1:])
    assert_agree(step, np.broadcast_to(step[0], step.shape), 1e-14, scale=1)
    assert_agree(times(np.eye(model.nv), step[0]) * 4, run(kt.difference, model, q0, q1), 1e-14)


@any_tree
def test_distance_is_the_length_of_the_difference(name: str) -> None:
    model = TREES[name].model
    q0, q1 = configurations(model, 1), configurations(model, 2)
    expected = np.linalg.norm(run(kt.difference, model, q0, q1), axis=-1)
    assert_agree(run(kt.distance, model, q0, q1), expected, 1e-14)
