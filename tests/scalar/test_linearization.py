"""Functions that are differentiated by their Jacobian have the derivatives of others."""

from typing import Any

import numpy as np
import pytest

import kinetree as kt
from kinetree.scalar.subfunctions import linearized

ARM = kt.robots.arm()
RNG = np.random.default_rng(0)
Q, V = RNG.normal(size=(2, 7))


def forces(model: Any, q: Any, v: Any, through: Any) -> Any:
    """Inverse dynamics at a velocity with dense derivatives, where one of its elements is zero."""

    def function(x: Any) -> Any:
        return kt.rnea(model, q, kt.math.concatenate([x, [0.0]]), q)

    return through(function, (kt.math.solve_spd(kt.crba(model, q), v) + q)[:6])


@kt.algorithm("(nq),(nv)->(nv)")
def plain(model: Any, q: Any, v: Any) -> Any:
    return forces(model, q, v, lambda function, x: function(x))


@kt.algorithm("(nq),(nv)->(nv)")
def by_jacobian(model: Any, q: Any, v: Any) -> Any:
    return forces(model, q, v, linearized)


def both(derivative: Any, *operands: Any) -> Any:
    found, expected = (derivative(f)(ARM, Q, V, *operands) for f in (by_jacobian, plain))
    pairs = zip(found, expected, strict=True) if isinstance(found, tuple) else [(found, expected)]
    return [(np.asarray(x), np.asarray(y)) for x, y in pairs]


@pytest.mark.parametrize("wrt", ["q", "v", ("q", "v")])
def test_derivatives_are_those_of_the_function(wrt: Any) -> None:
    names = (wrt,) if isinstance(wrt, str) else wrt
    along, weight = RNG.normal(size=(2, len(names), 7))
    for derivative, operands in (
        (lambda f: f, ()),
        (lambda f: kt.jacobian(f, wrt), ()),
        (lambda f: kt.jvp(f, wrt), along),
        (lambda f: kt.vjp(f, wrt), weight[:1]),
    ):
        for found, expected in both(derivative, *operands):
            np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-10)


def test_second_derivatives() -> None:
    for found, expected in both(lambda f: kt.jacobian(kt.jacobian(f, "v"), "q")):
        assert abs(expected).max() > 1
        np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-8)


def test_on_plain_numbers_it_is_the_function() -> None:
    x = kt.math.array([1.0, 2.0])
    assert linearized(lambda x: 2 * x, x).flat == (2.0, 4.0)
