"""The bits of a result are those of its expression, whatever is computed in the same kernel."""

import itertools

import numpy as np
import pytest
from trees import TREES, configurations, each_of, vectors

import kinetree as kt
from kinetree.compiler.interpreter import interpret

SINGLE = {
    "torque": lambda model, q, v, a: kt.rnea(model, q, v, a),
    "mass": lambda model, q, v, a: kt.crba(model, q),
    "acceleration": lambda model, q, v, a: kt.aba(model, q, v, a),
    "effects": lambda model, q, v, a: kt.nonlinear_effects(model, q, v),
    "placements": lambda model, q, v, a: kt.forward_kinematics(model, q),
    "energy": lambda model, q, v, a: kt.kinetic_energy(model, q, v),
}


def several(names):
    """An algorithm of several of the results, in this order."""

    def combined(model, q, v, a):
        return {name: SINGLE[name](model, q, v, a) for name in names}

    return kt.algorithm(combined)


def assert_same_bits(x, y):
    """Equal to the last bit; nan equals nan."""
    numbers = ~np.isnan(x)
    assert (np.isnan(y) == ~numbers).all()
    np.testing.assert_array_equal(x[numbers].view(np.int64), y[numbers].view(np.int64))


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "order"), each_of([1, -1]))
def test_results_do_not_change_one_another(name, order):
    model = TREES[name].model
    operands = (configurations(model), *vectors(model, 2))
    names = list(SINGLE)[::order]
    for label, result in zip(names, interpret(several(names).trace(model), *operands), strict=True):
        (alone,) = interpret(several([label]).trace(model), *operands)
        assert_same_bits(result, alone)


@pytest.mark.sweep
def test_the_same_in_kernels():
    model = kt.robots.pendulum(3).with_floating_base()
    rng = np.random.default_rng(0)
    q = kt.random_configuration(model, 21, rng=rng)
    v, a = rng.normal(size=(2, 21, model.nv))
    alone = {name: several([name])(model, q, v, a)[0] for name in SINGLE}
    for names in itertools.islice(itertools.permutations(SINGLE, 3), 0, None, 41):
        batch = several(names)(model, q, v, a)
        for name, x, y in zip(names, batch, several(names)(model, q[4], v[4], a[4]), strict=True):
            assert_same_bits(x, alone[name])
            assert_same_bits(np.array(y), alone[name][4])


def test_the_same_in_derivatives():
    arm, x = kt.robots.arm(), np.random.default_rng(1).normal(size=(3, 21, 7))
    for name, result in zip(("q", "v"), kt.jacobian(kt.rnea, ("q", "v"))(arm, *x), strict=True):
        assert_same_bits(result, kt.jacobian(kt.rnea, name)(arm, *x))
