"""Dynamics on a moving base against Pinocchio's with a free-flyer, on random trees."""

from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from agreement import assert_agree, run
from floating import Moving, floating
from tree_peers import CONSTANT, every_tree, samples
from trees import to_pinocchio

import kinetree as kt

SAMPLES = slice(3, 6)
BODY = {"representation": "body"}

constant = pytest.mark.parametrize("name", CONSTANT)


def peers(at: Moving, function: Any, count: int) -> list[Any]:
    """Pinocchio's results of three states, from the first of q, v and a (or forces)."""
    robot = to_pinocchio(at.model)
    data = robot.createData()

    def results(*x: Any) -> Any:
        found = function(robot, data, *x)
        return found if isinstance(found, tuple) else (found,)

    return samples([x[SAMPLES] for x in (at.q, at.v, at.a)[:count]], results)


def ours(at: Moving, algorithm: kt.Algorithm, *last: Any) -> Any:
    state = (*at.state("body"), *last)
    return run(algorithm, at.model, *(x[SAMPLES] for x in state), statics=BODY)


def condition(at: Moving) -> float:
    return np.linalg.cond(run(kt.crba, at.model, at.q[SAMPLES])).max()


@every_tree
def test_forces_are_pinocchios(name: str):
    at = floating(name)
    (tau,) = peers(at, pin.rnea, 3)
    assert_agree(ours(at, kt.moving_base.inverse_dynamics, at.a[:, :6], at.a[:, 6:]), tau)


@every_tree
def test_the_inverse_is_pinocchios(name: str):
    at = floating(name)
    (inverse,) = peers(at, pin.computeMinverse, 1)
    found = run(kt.moving_base.inverse_mass_matrix, at.model, at.q[SAMPLES, 7:])
    assert_agree(found, inverse, 1e-14 * condition(at))


@constant
def test_derivatives_are_pinocchios(name: str):
    at = floating(name)
    dq, dv, _ = peers(at, pin.computeRNEADerivatives, 3)
    derivatives = kt.moving_base.inverse_dynamics_derivatives
    d_H, d_s, d_twist, d_ds = ours(at, derivatives, at.a[:, :6], at.a[:, 6:])
    assert_agree(np.concatenate([d_H, d_s], -1), dq)
    assert_agree(np.concatenate([d_twist, d_ds], -1), dv)


@constant
def test_linearizations_are_pinocchios(name: str):
    at, n = floating(name), floating(name).model.nv
    expected = peers(at, pin.computeABADerivatives, 3)
    A, B = ours(at, kt.moving_base.linearize, at.a)
    for x, y in zip((A[:, n:, :n], A[:, n:, n:], B[:, n:]), expected, strict=True):
        assert_agree(x, y, 1e-14 * condition(at))
